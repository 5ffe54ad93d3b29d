//! The types of a document with their loads and stores.

use std::collections::BTreeMap;

use facts::{AccessProfile, HeatUnit, MappedBuildId, ProfileKind, TypeProfile, TypeRow};
use rustc_hash::FxHashMap;

use super::document::{Document, Dso, Histogram, Machine, Member, Sample, Type};
use super::members::{Field, fields};
use crate::NothingUsable;
use crate::empty::empty;
use crate::notes::Notes;
use crate::types::names::event_name;
use crate::types::{MAX_EVENTS, MAX_PATH_BYTES, MAX_ROWS};

/// What a row counts, in the order of its values.
const DIRECTIONS: [&str; 2] = ["loads", "stores"];
/// Line sizes that are believed.
const LINE_BYTES: std::ops::RangeInclusive<u64> = 16..=4096;

/// A type as it is gathered.
struct Gathered {
    profile: TypeProfile,
    /// `None` where the text has no members at all.
    members: Option<Vec<Member>>,
    /// Samples of all of its offsets, those outside of it too.
    samples: u64,
    /// Loads and stores of each offset, in bytes.
    offsets: BTreeMap<u64, [u64; 2]>,
}

#[derive(Default)]
struct Gathering {
    notes: Notes,
    events: Vec<String>,
    /// Events that had loads, and those that had stores.
    sampled: [Vec<String>; 2],
    build_ids: Vec<MappedBuildId>,
    types: Vec<Gathered>,
    /// By file, name and size.
    known: FxHashMap<(usize, String, Option<u64>), usize>,
    outside: u64,
    dropped: u64,
}

/// The profile of a document; an error where no type in it has samples.
pub(super) fn profile(document: Document) -> Result<AccessProfile, NothingUsable> {
    let mut all = Gathering::default();
    for (place, dso) in document.dsos.into_iter().enumerate() {
        all.file(place, dso);
    }
    if all.types.iter().all(|of| of.samples == 0) {
        return Err(NothingUsable::TypeJson { reason: "no type in it has samples".to_owned() });
    }
    let types = all.types();
    let Gathering { mut notes, events, sampled, build_ids, outside, dropped, .. } = all;
    notes.warn_times(outside, "offsets lie outside their type and were skipped", String::new);
    for (from, direction) in sampled.iter().zip(DIRECTIONS) {
        if from.len() > 1 {
            let names = from.join(", ");
            notes.note(
                format!("{direction} were sampled by several events, which were added: {names}"),
                String::new,
            );
        }
    }
    notes.warn_times(dropped, "more rows than are read were skipped", String::new);
    let profile = AccessProfile {
        events,
        build_ids,
        types,
        diagnostics: notes.into_vec(),
        ..empty(ProfileKind::TypeReport)
    };
    Ok(match document.machine {
        Some(machine) => of_machine(profile, machine),
        None => profile,
    })
}

fn of_machine(profile: AccessProfile, machine: Machine) -> AccessProfile {
    let Machine { os_release, perf_version, arch, cmdline, cacheline_size } = machine;
    let line_bytes =
        cacheline_size.filter(|bytes| bytes.is_power_of_two() && LINE_BYTES.contains(bytes));
    AccessProfile {
        perf_version,
        kernel_release: os_release,
        machine: arch,
        command: cmdline.map(|words| words.join(" ")).filter(|words| !words.is_empty()),
        line_bytes: line_bytes.map_or(profile.line_bytes, |bytes| bytes as u32),
        ..profile
    }
}

impl Gathering {
    fn file(&mut self, place: usize, dso: Dso) {
        let Dso { dso: object, build_id, types } = dso;
        if let (Some(object), Some(build_id)) = (&object, &build_id) {
            let build_id = build_id.to_ascii_lowercase();
            self.build_ids.push(MappedBuildId { object: object.clone(), build_id });
        }
        for of in types {
            self.of_type(place, object.as_ref(), of);
        }
    }

    fn of_type(&mut self, place: usize, object: Option<&String>, of: Type) {
        if self.types.len() >= MAX_ROWS {
            self.dropped += 1;
            return;
        }
        let Type { name, size, members, histograms } = of;
        // As pahole does: one type of one file, unless its sizes differ.
        let next = self.types.len();
        let index = *self.known.entry((place, name.clone(), size)).or_insert(next);
        if index == next {
            let profile = TypeProfile {
                name: name.clone(),
                object: object.cloned(),
                size_bytes: size.map(|size| size as f64),
                samples: None,
                unit: HeatUnit::Samples,
                events: DIRECTIONS.map(str::to_owned).to_vec(),
                values: Vec::new(),
                rows: Vec::new(),
            };
            self.types.push(Gathered { profile, members, samples: 0, offsets: BTreeMap::new() });
        }
        for histogram in histograms {
            let total = histogram.total_samples;
            let sum = self.histogram(index, size, histogram);
            if total.is_some_and(|total| total != sum) {
                self.notes.warn(
                    "a type states another number of samples than its offsets have together: those of its offsets were counted",
                    || name.clone(),
                );
            }
        }
    }

    /// Adds what an event sampled of a type; how many samples these are.
    fn histogram(&mut self, index: usize, size: Option<u64>, histogram: Histogram) -> u64 {
        let event = event_name(histogram.event.as_deref().unwrap_or_default());
        if self.events.len() < MAX_EVENTS && !event.is_empty() && !self.events.contains(&event) {
            self.events.push(event.clone());
        }
        #[expect(
            clippy::indexing_slicing,
            reason = "`of_type` gives the number of a type it keeps"
        )]
        let gathered = &mut self.types[index];
        let mut sums = [0u64; 2];
        let mut outside = 0u64;
        for Sample { offset, nr_samples_load, nr_samples_store } in histogram.samples {
            let counts = [nr_samples_load, nr_samples_store];
            if size.is_some_and(|size| offset >= size) {
                self.outside += 1;
                outside = counts.into_iter().fold(outside, u64::saturating_add);
                continue;
            }
            add(&mut sums, counts);
            add(gathered.offsets.entry(offset).or_default(), counts);
        }
        for (from, sum) in self.sampled.iter_mut().zip(sums) {
            if sum > 0 && from.len() < MAX_EVENTS && !from.contains(&event) {
                from.push(event.clone());
            }
        }
        let all = sums.into_iter().fold(outside, u64::saturating_add);
        gathered.samples = gathered.samples.saturating_add(all);
        all
    }

    /// The types that have samples inside of them.
    fn types(&mut self) -> Vec<TypeProfile> {
        let (mut path_budget, mut row_budget) = (MAX_PATH_BYTES, MAX_ROWS);
        let mut types = Vec::new();
        for gathered in std::mem::take(&mut self.types) {
            let Gathered { mut profile, members, samples, mut offsets } = gathered;
            profile.samples = u32::try_from(samples).ok();
            offsets.retain(|_, counts| *counts != [0, 0]);
            if offsets.is_empty() {
                continue;
            }
            let mut sums = [0u64; 2];
            offsets.values().for_each(|counts| add(&mut sums, *counts));
            profile.values = values(sums);
            let kept = offsets.len().min(row_budget);
            row_budget -= kept;
            self.dropped += (offsets.len() - kept) as u64;
            let places: Vec<u64> = offsets.keys().copied().take(kept).collect();
            // That a field is unknown is not that there is none.
            let found = members.map(|members| fields(&members, &places, &mut path_budget));
            let mut found = found.map(Vec::into_iter);
            for (offset, counts) in offsets.into_iter().take(kept) {
                let (field, size_bytes) = match found.as_mut().and_then(Iterator::next) {
                    None => (Some(String::new()), None),
                    Some(Field::Hole) => (None, None),
                    Some(Field::Of { path, size_bytes }) => (Some(path), Some(size_bytes as f64)),
                    Some(Field::TooLong) => {
                        self.dropped += 1;
                        continue;
                    }
                };
                profile.rows.push(TypeRow {
                    offset_bytes: offset as f64,
                    size_bytes,
                    field,
                    depth: 1,
                    sums_members: false,
                    values: values(counts),
                });
            }
            types.push(profile);
        }
        types
    }
}

fn add(sums: &mut [u64; 2], counts: [u64; 2]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum = sum.saturating_add(count);
    }
}

fn values(counts: [u64; 2]) -> Vec<f64> {
    counts.map(|count| count as f64).to_vec()
}
