//! The JSON of data-type profiles: `perf report -s type --data-type-json=FILE`, and `perf annotate --data-type` with the
//! same option (2026).
//!
//! perf calls it a stable ABI with a version (the comment above `member_to_json()` in `util/annotate-data.c` of these
//! patches); pahole reads the same with `--perf-data-type` (`perf_dt_json.c` of dwarves, and its test). Version 1:
//!
//! ```json
//! { "version": 1,
//!   "machine": { "os_release": "6.19", "perf_version": "7.3", "arch": "x86_64", "cmdline": [ "perf", "mem" ], "cacheline_size": 64 },
//!   "dsos": [ { "dso": "/usr/bin/app", "build_id": "e74c", "types": [
//!     { "type": "struct list_head", "size": 16,
//!       "members": [ { "type": "struct list_head*", "name": "next", "offset": 0, "size": 8 } ],
//!       "histograms": [ { "event": "cpu/mem-loads/P", "total_samples": 7, "total_period": 70,
//!         "samples": [ { "offset": 0, "nr_samples_load": 7, "nr_samples_store": 0, "period_load": 70, "period_store": 0 } ] } ] } ] } ] }
//! ```
//!
//! Whether an access is a load or a store is perf's judgment of the instruction: an atomic operation is a store. A row
//! has the samples of both, which several events may have counted; their periods are left out, because the periods of
//! different events are on no common scale.

use std::collections::BTreeMap;

use facts::{AccessProfile, HeatUnit, MappedBuildId, ProfileKind, TypeProfile, TypeRow};
use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::{MAX_EVENTS, MAX_PATH_BYTES, MAX_ROWS, event_name, without_width};
use crate::NothingUsable;
use crate::empty::empty;
use crate::notes::Notes;

/// A profile of a whole machine is a few megabytes.
const MAX_BYTES: usize = 64 << 20;

/// Whether the beginning of a text is JSON that names data types.
pub fn is_json_of_types(bytes: &[u8], has: &impl Fn(&str) -> bool) -> bool {
    let mut start = Start::default();
    start.is_json(bytes) == Some(true)
        && (has("\"histograms\"") || has("\"nr_samples") || (has("\"dsos\"") && has("\"machine\"")))
}

/// What a text begins with.
#[derive(Debug, Default)]
struct Start {
    opened: bool,
}

impl Start {
    /// Whether the text is JSON: an object, or an array of objects. `None` where only white space came.
    fn is_json(&mut self, chunk: &[u8]) -> Option<bool> {
        for byte in chunk {
            match byte {
                // A byte order mark is no content either.
                b' ' | b'\t' | b'\r' | b'\n' | 0xef | 0xbb | 0xbf => {}
                b'{' => return Some(true),
                b'[' if !self.opened => self.opened = true,
                _ => return Some(false),
            }
        }
        None
    }
}

/// Collects a text if it is JSON.
#[derive(Debug, Default)]
pub struct Json {
    start: Start,
    is: Option<bool>,
    bytes: Vec<u8>,
    too_long: bool,
}

impl Json {
    /// Takes a chunk; whether it is JSON's, and not to be read as lines.
    pub fn push(&mut self, chunk: &[u8]) -> bool {
        if self.is.is_none() {
            self.is = self.start.is_json(chunk);
        }
        if self.is == Some(false) {
            self.bytes = Vec::new();
            return false;
        }
        if self.bytes.len() + chunk.len() > MAX_BYTES {
            self.too_long = true;
        } else {
            self.bytes.extend_from_slice(chunk);
        }
        self.is == Some(true)
    }

    /// Whether the text was JSON.
    pub fn is_json(&self) -> bool {
        self.is == Some(true)
    }

    /// The profile.
    pub fn finish(self) -> Result<AccessProfile, NothingUsable> {
        if self.too_long {
            let reason = format!("it is longer than {} MB", MAX_BYTES >> 20);
            return Err(NothingUsable::TypeJson { reason });
        }
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        let of = |error: serde_json::Error| {
            let reason = match error.classify() {
                serde_json::error::Category::Eof => format!("it is cut off ({error})"),
                _ => error.to_string(),
            };
            NothingUsable::TypeJson { reason }
        };
        // The drafts began with an array of types.
        let shape = match bytes.trim_ascii_start() {
            [b'[', ..] => Shape { version: None, dsos: None },
            _ => serde_json::from_slice(bytes).map_err(of)?,
        };
        let Shape { version, dsos } = shape;
        let has_files = dsos.is_some();
        // Drafts of the same form had no version.
        let known = version.as_ref().is_none_or(|version| version.as_u64() == Some(1));
        if !known || !has_files {
            let version = version.map(|version| format!("version {version}"));
            let found = version.unwrap_or_else(|| "a draft without version".to_owned());
            return Err(NothingUsable::TypeJsonVersion { found });
        }
        let document: Document = serde_json::from_slice(bytes).map_err(of)?;
        profile(document)
    }
}

/// As much as tells whether the rest can be read.
#[derive(Deserialize)]
struct Shape {
    version: Option<serde_json::Value>,
    dsos: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Document {
    machine: Option<Machine>,
    dsos: Vec<Dso>,
}

#[derive(Deserialize)]
struct Machine {
    os_release: Option<String>,
    perf_version: Option<String>,
    arch: Option<String>,
    cmdline: Option<Vec<String>>,
    cacheline_size: Option<u64>,
}

#[derive(Deserialize)]
struct Dso {
    dso: Option<String>,
    build_id: Option<String>,
    #[serde(default)]
    types: Vec<Type>,
}

#[derive(Deserialize)]
struct Type {
    #[serde(rename = "type")]
    name: String,
    size: Option<u64>,
    members: Option<Vec<Member>>,
    #[serde(default)]
    histograms: Vec<Histogram>,
}

#[derive(Deserialize)]
struct Member {
    #[serde(default)]
    name: String,
    offset: u64,
    size: u64,
    #[serde(default)]
    children: Vec<Member>,
}

#[derive(Deserialize)]
struct Histogram {
    event: Option<String>,
    total_samples: Option<u64>,
    #[serde(default)]
    samples: Vec<Sample>,
}

#[derive(Deserialize)]
struct Sample {
    offset: u64,
    nr_samples_load: u64,
    nr_samples_store: u64,
}

/// A type as it is gathered: loads and stores of each offset.
struct Gathered {
    profile: TypeProfile,
    samples: u64,
    offsets: BTreeMap<u64, [u64; 2]>,
}

fn profile(document: Document) -> Result<AccessProfile, NothingUsable> {
    let mut notes = Notes::default();
    let mut events: Vec<String> = Vec::new();
    // Which events had loads, and which stores.
    let mut sampled: [Vec<String>; 2] = Default::default();
    let mut build_ids: Vec<MappedBuildId> = Vec::new();
    let mut types: Vec<Gathered> = Vec::new();
    let mut known: FxHashMap<(usize, String, Option<u64>), usize> = FxHashMap::default();
    let mut fields: Vec<Option<Vec<Member>>> = Vec::new();
    let (mut outside, mut dropped) = (0, 0);
    for (place, dso) in document.dsos.into_iter().enumerate() {
        if let (Some(object), Some(build_id)) = (&dso.dso, &dso.build_id) {
            let build_id = build_id.to_ascii_lowercase();
            build_ids.push(MappedBuildId { object: object.clone(), build_id });
        }
        for of in dso.types {
            if types.len() >= MAX_ROWS {
                dropped += 1;
                continue;
            }
            // As pahole does: one type of one file, unless its sizes differ.
            let key = (place, of.name.clone(), of.size);
            let index = *known.entry(key).or_insert(types.len());
            if index == types.len() {
                types.push(Gathered {
                    profile: type_profile(&of, dso.dso.clone()),
                    samples: 0,
                    offsets: BTreeMap::new(),
                });
                fields.push(of.members);
            }
            let gathered = &mut types[index];
            for histogram in of.histograms {
                let event = event_name(histogram.event.as_deref().unwrap_or_default());
                if events.len() < MAX_EVENTS && !event.is_empty() && !events.contains(&event) {
                    events.push(event.clone());
                }
                let mut sum = 0u64;
                for sample in histogram.samples {
                    let counts = [sample.nr_samples_load, sample.nr_samples_store];
                    sum = counts.into_iter().fold(sum, u64::saturating_add);
                    if of.size.is_some_and(|size| sample.offset >= size) {
                        outside += 1;
                        continue;
                    }
                    let mine = gathered.offsets.entry(sample.offset).or_default();
                    for (at, count) in counts.into_iter().enumerate() {
                        mine[at] = mine[at].saturating_add(count);
                        let from = &mut sampled[at];
                        if count > 0 && from.len() < MAX_EVENTS && !from.contains(&event) {
                            from.push(event.clone());
                        }
                    }
                }
                gathered.samples = gathered.samples.saturating_add(sum);
                if histogram.total_samples.is_some_and(|total| total != sum) {
                    notes.warn(
                        "a type states another number of samples than its offsets have together: those of its offsets were counted",
                        || of.name.clone(),
                    );
                }
            }
        }
    }
    if types.iter().all(|of| of.samples == 0) {
        return Err(NothingUsable::TypeJson { reason: "no type in it has samples".to_owned() });
    }
    notes.warn_times(outside, "offsets lie outside their type and were skipped", String::new);
    for (from, direction) in sampled.iter().zip(["loads", "stores"]) {
        if from.len() > 1 {
            notes.note(
                format!(
                    "{direction} were sampled by several events, which were added: {}",
                    from.join(", ")
                ),
                String::new,
            );
        }
    }
    let mut path_bytes = 0;
    let mut rows = 0;
    let mut found = Vec::new();
    for (gathered, members) in types.into_iter().zip(&fields) {
        let Gathered { mut profile, samples, offsets } = gathered;
        profile.samples = u32::try_from(samples).ok();
        let mut sums = [0u64; 2];
        for (offset, counts) in offsets {
            if counts == [0, 0] {
                continue;
            }
            let (field, size_bytes) = match members {
                Some(members) => field_at(members, offset),
                // The text has no members at all: that a field is unknown is not that there is none.
                None => (Some(String::new()), None),
            };
            path_bytes += field.as_ref().map_or(0, String::len);
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum = sum.saturating_add(count);
            }
            if rows >= MAX_ROWS || path_bytes > MAX_PATH_BYTES {
                dropped += 1;
                continue;
            }
            rows += 1;
            profile.rows.push(TypeRow {
                offset_bytes: offset as f64,
                size_bytes,
                field,
                depth: 1,
                sums_members: false,
                values: counts.map(|count| count as f64).to_vec(),
            });
        }
        if sums != [0, 0] {
            profile.values = sums.map(|sum| sum as f64).to_vec();
            found.push(profile);
        }
    }
    notes.warn_times(dropped, "more rows than are read were skipped", String::new);
    let machine = document.machine;
    let line_bytes = machine.as_ref().and_then(|machine| machine.cacheline_size);
    let line_bytes = line_bytes
        .filter(|bytes| bytes.is_power_of_two() && (16..=4096).contains(bytes))
        .map_or(64, |bytes| bytes as u32);
    let (mut perf_version, mut kernel_release, mut arch, mut command) = Default::default();
    if let Some(machine) = machine {
        perf_version = machine.perf_version;
        kernel_release = machine.os_release;
        arch = machine.arch;
        command = machine.cmdline.map(|words| words.join(" ")).filter(|words| !words.is_empty());
    }
    Ok(AccessProfile {
        perf_version,
        kernel_release,
        machine: arch,
        command,
        events,
        line_bytes,
        build_ids,
        types: found,
        diagnostics: notes.into_vec(),
        ..empty(ProfileKind::TypeReport)
    })
}

fn type_profile(of: &Type, object: Option<String>) -> TypeProfile {
    TypeProfile {
        name: of.name.clone(),
        object,
        size_bytes: of.size.map(|size| size as f64),
        samples: None,
        unit: HeatUnit::Samples,
        events: vec!["loads".to_owned(), "stores".to_owned()],
        values: Vec::new(),
        rows: Vec::new(),
    }
}

/// The path of the innermost member that has the offset, and its size; none in a hole.
fn field_at(members: &[Member], offset: u64) -> (Option<String>, Option<f64>) {
    let mut path = Vec::new();
    let mut size = None;
    let mut level = members;
    // Offsets are from the start of the outermost type.
    let has =
        |member: &&Member| offset.checked_sub(member.offset).is_some_and(|at| at < member.size);
    while let Some(member) = level.iter().find(has) {
        let name = without_width(&member.name);
        path.extend((!name.is_empty()).then_some(name));
        size = Some(member.size as f64);
        level = &member.children;
    }
    (size.map(|_| path.join(".")), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<AccessProfile, NothingUsable> {
        assert_eq!(crate::detect(text.as_bytes()), Some(ProfileKind::TypeReport), "{text}");
        let mut reader = crate::Reader::new(ProfileKind::TypeReport, crate::Options::default());
        text.as_bytes().chunks(7).for_each(|chunk| reader.push(chunk));
        let in_chunks = reader.finish().map(|mut all| all.swap_remove(0).profile);
        assert_eq!(in_chunks, crate::read(text.as_bytes(), crate::Options::default()));
        in_chunks
    }

    fn error(text: &str) -> String {
        read(text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    /// As `perf_session__annotate_data_to_json()` writes it.
    const TEXT: &str = r#"{
    "version": 1,
    "machine": {
        "hostname": "test",
        "os_release": "6.19.0",
        "perf_version": "7.3.4",
        "arch": "x86_64",
        "nrcpus_online": 8,
        "cpuid": null,
        "total_memory_kb": 1000,
        "cmdline": [ "/usr/bin/perf", "mem", "record" ],
        "captured_on": "Mon Aug 24 10:00:00 2026",
        "cacheline_size": 128
    },
    "dsos": [
        { "dso": "/usr/lib/debug/vmlinux",
            "build_id": "E74C00000000000000000000000000000000AAA4",
            "types": [
                { "type": "struct queue",
                    "size": 40,
                    "members": [
                        { "type": "struct list_head", "name": "head", "offset": 0, "size": 16, "children": [
                            { "type": "struct list_head*", "name": "next", "offset": 0, "size": 8 },
                            { "type": "struct list_head*", "name": "prev", "offset": 8, "size": 8 } ]
                        },
                        { "type": "union", "name": "", "offset": 16, "size": 8, "children": [
                            { "type": "unsigned int", "name": "mode:3", "offset": 16, "size": 4 } ]
                        },
                        { "type": "int", "name": "last", "offset": 32, "size": 4 } ],
                    "histograms": [
                        { "event": "cpu/mem-loads,ldlat=30/P",
                            "total_samples": 80,
                            "total_period": 800,
                            "samples": [ { "offset": 8, "nr_samples_load": 50, "nr_samples_store": 0, "period_load": 500, "period_store": 0 }, { "offset": 16, "nr_samples_load": 28, "nr_samples_store": 2, "period_load": 300, "period_store": 0 } ] },
                        { "event": "cpu/mem-stores/P",
                            "total_samples": 11,
                            "total_period": 110,
                            "samples": [ { "offset": 8, "nr_samples_load": 0, "nr_samples_store": 10, "period_load": 0, "period_store": 100 }, { "offset": 26, "nr_samples_load": 0, "nr_samples_store": 1, "period_load": 0, "period_store": 10 } ] }
                    ]
                }
            ]
        }
    ]
}
"#;

    #[test]
    fn loads_and_stores_of_each_offset() {
        let profile = read(TEXT).unwrap_or_else(|error| unreachable!("{error}"));
        assert_eq!(profile.build_ids[0].build_id, "e74c00000000000000000000000000000000aaa4");
        assert_eq!((profile.line_bytes, profile.perf_version.as_deref()), (128, Some("7.3.4")));
        assert_eq!(profile.command.as_deref(), Some("/usr/bin/perf mem record"));
        assert_eq!(profile.events, ["cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"]);
        let queue = &profile.types[0];
        assert_eq!((queue.samples, queue.size_bytes), (Some(91), Some(40.0)));
        assert_eq!(
            (&queue.events, &queue.values),
            (&vec!["loads".to_owned(), "stores".to_owned()], &vec![78.0, 13.0])
        );
        let rows: Vec<_> = queue
            .rows
            .iter()
            .map(|row| {
                (row.offset_bytes, row.field.as_deref(), row.size_bytes, row.values.as_slice())
            })
            .collect();
        assert_eq!(
            rows,
            [
                (8.0, Some("head.prev"), Some(8.0), &[50.0, 10.0][..]),
                (16.0, Some("mode"), Some(4.0), &[28.0, 2.0]),
                (26.0, None, None, &[0.0, 1.0]),
            ]
        );
        // Stores come from both events.
        assert_eq!(profile.diagnostics.len(), 1, "{:?}", profile.diagnostics);
        assert!(profile.diagnostics[0].message.contains("stores were sampled by several events"));
    }

    #[test]
    fn what_contradicts_itself_is_said() {
        let changed = TEXT
            .replace("\"total_samples\": 80", "\"total_samples\": 81")
            .replace("\"offset\": 26", "\"offset\": 40");
        let profile = read(&changed).unwrap_or_else(|error| unreachable!("{error}"));
        let said: Vec<_> =
            profile.diagnostics.iter().map(|remark| remark.message.as_str()).collect();
        assert!(said.iter().any(|message| message.contains("another number of samples")));
        assert!(said.iter().any(|message| message.contains("outside their type")));
        assert_eq!(profile.types[0].rows.len(), 2);
    }

    #[test]
    fn a_type_that_is_there_twice_is_one_unless_its_sizes_differ() {
        let of = |size: &str, loads: u32| {
            format!(
                "{{ \"type\": \"struct a\"{size}, \"histograms\": [ {{ \"event\": \"e\", \"samples\": [ {{ \"offset\": 0, \"nr_samples_load\": {loads}, \"nr_samples_store\": 0 }} ] }} ] }}"
            )
        };
        let text = |types: &[String]| {
            format!(
                "{{ \"machine\": {{}}, \"dsos\": [ {{ \"dso\": null, \"build_id\": null, \"types\": [ {} ] }} ] }}",
                types.join(", ")
            )
        };
        let values = |text: &str| -> Vec<f64> {
            let profile = read(text).unwrap_or_else(|error| unreachable!("{error}"));
            profile.types.iter().map(|of| of.values[0]).collect()
        };
        assert_eq!(values(&text(&[of("", 50), of("", 25)])), [75.0]);
        assert_eq!(values(&text(&[of(", \"size\": 24", 5), of(", \"size\": 99", 4)])), [5.0, 4.0]);
    }

    #[test]
    fn other_json_of_types_is_refused_by_name() {
        let draft = "[ { \"type\": \"struct a\", \"histograms\": [ { \"event\": \"e\", \"samples\": [ ] } ] } ]";
        assert!(error(draft).contains("not yet"), "{}", error(draft));
        assert!(error(&TEXT.replace("\"version\": 1", "\"version\": 2")).contains("version 2"));
        let cut = &TEXT[..TEXT.len() - 200];
        assert!(error(cut).contains("cut off"), "{}", error(cut));
        for at in 0..TEXT.trim_end().len() {
            let mut reader = crate::Reader::new(ProfileKind::TypeReport, crate::Options::default());
            reader.push(&TEXT.as_bytes()[..at]);
            assert!(reader.finish().is_err(), "{}", &TEXT[..at]);
        }
        let idle = "{ \"machine\": {}, \"dsos\": [ ] }";
        assert!(error(idle).contains("no type in it has samples"));
        assert_eq!(crate::detect(b"{ \"name\": \"x\", \"types\": [] }"), None);
    }
}
