//! `perf.data`: the recording itself, and the tables that `perf c2c report` makes of it.
//!
//! Read in one pass, chunk by chunk: header and events, then the records, then (in a file) the feature
//! sections. Only records that wait for their turn, and what differs, stay in memory. Both byte orders,
//! files and pipes, compressed or not. The reader is our own because the published crate's sample parser
//! drops data source and weight, which are what this is about.
//!
//! Symbols are not looked up here: that takes the mapped files. Rows carry code addresses and objects.

mod attr;
mod bytes;
mod features;
mod header;
mod maps;
mod order;
mod records;
mod sample;
mod unpack;

use std::collections::BTreeSet;

use facts::{AccessProfile, MappedCode, ProfileKind};
use rustc_hash::FxHashMap;

use crate::NothingUsable;
use crate::messages;
use crate::notes::Notes;
use crate::tables::Tables;
use attr::Attr;
use bytes::Order;
use features::Features;
use header::Header;
use maps::{Maps, Stated};
use order::Ordered;
use records::{Event, TopLevel};
use unpack::Unpack;

/// Feature sections are kept until the end; more than this no recording has.
const MAX_FEATURE_BYTES: usize = 256 << 20;

/// Reads a recording.
#[derive(Debug)]
pub struct PerfData {
    by_thread: bool,
    buffer: Vec<u8>,
    /// Offset in the file of the first byte of `buffer`.
    position: u64,
    stage: Stage,
    failure: Option<NothingUsable>,
    recording: Recording,
}

#[derive(Debug)]
enum Stage {
    Header,
    Events(Header),
    Records(Header),
    Features(Header),
    Failed,
}

/// Everything that is known of the recording so far.
#[derive(Debug)]
struct Recording {
    order: Order,
    attrs: Vec<Attr>,
    by_id: FxHashMap<u64, usize>,
    features: Features,
    maps: Maps,
    /// Where sampled code was mapped: index of the name, and what the record says.
    mapped: BTreeSet<(u32, Stated)>,
    ordered: Ordered<Event>,
    unpack: Unpack,
    /// Unpacked bytes that wait for the rest of their record.
    unpacked: Vec<u8>,
    packed: bool,
    tables: Option<Tables>,
    by_thread: bool,
    samples: u64,
    /// Samples with an address.
    addresses: u64,
    trace_bytes: u64,
    skip_bytes: u64,
    /// A damaged record ended the file's records, or the unpacked ones.
    ended: [bool; 2],
    lost: u64,
    damaged_samples: u64,
    guest_samples: u64,
    notes: Notes,
}

impl PerfData {
    /// A reader; `by_thread` keeps the rows of different threads apart.
    pub fn new(by_thread: bool) -> Self {
        Self {
            by_thread,
            buffer: Vec::new(),
            position: 0,
            stage: Stage::Header,
            failure: None,
            recording: Recording::new(by_thread),
        }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, chunk: &[u8]) {
        if matches!(self.stage, Stage::Failed) {
            return;
        }
        self.buffer.extend_from_slice(chunk);
        while self.step() {}
    }

    /// Does the next step that the buffer allows; whether there may be another.
    fn step(&mut self) -> bool {
        match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Header => match header::parse(&self.buffer) {
                Ok(Some(header)) => {
                    self.recording.order = header.order;
                    self.stage = Stage::Events(header);
                    true
                }
                Ok(None) => {
                    self.stage = Stage::Header;
                    false
                }
                Err(error) => self.fail(error),
            },
            Stage::Events(header) => {
                let end = usize::try_from(header.data.offset).ok();
                let Some(before) = end.and_then(|end| self.buffer.get(..end)) else {
                    self.stage = Stage::Events(header);
                    return false;
                };
                if !header.pipe {
                    match header::attrs(&header, before) {
                        Ok(attrs) => attrs
                            .into_iter()
                            .for_each(|(attr, ids)| self.recording.add_attr(attr, &ids)),
                        Err(error) => return self.fail(error),
                    }
                }
                self.consume(header.data.offset as usize);
                self.stage = Stage::Records(header);
                true
            }
            Stage::Records(header) => self.records(header),
            Stage::Features(header) => {
                self.buffer.truncate(MAX_FEATURE_BYTES);
                self.stage = Stage::Features(header);
                false
            }
            Stage::Failed => false,
        }
    }

    fn records(&mut self, header: Header) -> bool {
        // perf fills the size in when it ends; a recording that was killed has 0 there.
        let unfinished = !header.pipe && header.data.bytes == 0;
        let end = if unfinished {
            u64::MAX
        } else {
            header.data.offset.saturating_add(header.data.bytes)
        };
        let before = self.position;
        let left = end.saturating_sub(before).min(self.buffer.len() as u64) as usize;
        let used = self.recording.records(self.buffer.split_at(left).0, TopLevel::Yes);
        self.consume(used);
        let done = self.position >= end;
        // The whole rest of the section is here, and its last record is not.
        let stuck = !done && left as u64 == end - before;
        if done || stuck {
            if stuck {
                self.recording
                    .notes
                    .add(messages::record_cut(), || format!("offset {:#x}", self.position));
                self.consume(left - used);
            }
            self.stage = Stage::Features(header);
            return true;
        }
        self.stage = Stage::Records(header);
        false
    }

    fn consume(&mut self, bytes: usize) {
        self.buffer.drain(..bytes.min(self.buffer.len()));
        self.position += bytes as u64;
    }

    fn fail(&mut self, error: NothingUsable) -> bool {
        self.failure = Some(error);
        self.stage = Stage::Failed;
        self.buffer = Vec::new();
        false
    }

    /// The profile of all bytes.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        let len = self.position + self.buffer.len() as u64;
        if let Some(error) = self.failure {
            return Err(error);
        }
        match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Header | Stage::Events(_) | Stage::Failed => {
                return Err(NothingUsable::DataTooShort { len });
            }
            Stage::Records(header) if !header.pipe => {
                let message = if header.data.bytes == 0 {
                    messages::perf_killed()
                } else {
                    messages::file_cut()
                };
                self.recording.notes.add(message, || format!("offset {len:#x}"));
            }
            Stage::Records(_) => {
                if !self.buffer.is_empty() {
                    self.recording.notes.add(messages::stream_cut(), || format!("offset {len:#x}"));
                }
            }
            Stage::Features(header) => {
                self.recording.feature_sections(&header, &self.buffer, self.position)
            }
        }
        self.recording.profile(self.by_thread)
    }
}

impl Recording {
    fn new(by_thread: bool) -> Self {
        Self {
            order: Order { big: false },
            attrs: Vec::new(),
            by_id: FxHashMap::default(),
            features: Features::default(),
            maps: Maps::default(),
            mapped: BTreeSet::new(),
            ordered: Ordered::default(),
            unpack: Unpack::default(),
            unpacked: Vec::new(),
            packed: false,
            tables: None,
            by_thread,
            samples: 0,
            addresses: 0,
            trace_bytes: 0,
            skip_bytes: 0,
            ended: [false; 2],
            lost: 0,
            damaged_samples: 0,
            guest_samples: 0,
            notes: Notes::default(),
        }
    }

    fn add_attr(&mut self, attr: Attr, ids: &[u64]) {
        if self.attrs.len() >= 65_536 {
            return;
        }
        for id in ids {
            self.by_id.insert(*id, self.attrs.len());
        }
        self.attrs.push(attr);
    }

    /// Behind the data stands where each section is, in the order of their bits.
    fn feature_sections(&mut self, header: &Header, bytes: &[u8], position: u64) {
        let mut table = bytes::Cursor::new(bytes, self.order);
        let is_there =
            header.features.iter().flat_map(|bits| (0..64).map(move |bit| bits >> bit & 1 != 0));
        for (number, _) in (0u32..).zip(is_there).filter(|(_, is_there)| *is_there) {
            let section = table.u64().zip(table.u64());
            let read = section.and_then(|(offset, len)| {
                let mut at = bytes::Cursor::new(bytes, self.order);
                at.skip(offset.checked_sub(position)?)?;
                self.features.read(number, at.take(len)?, self.order)
            });
            if read.is_none() {
                self.notes.add(messages::feature_unread(), || format!("feature {number}"));
            }
        }
        self.name_events();
    }

    fn name_events(&mut self) {
        let events = std::mem::take(&mut self.features.events);
        for (at, (name, ids)) in events.into_iter().enumerate() {
            let index = ids.first().and_then(|id| self.by_id.get(id)).copied().unwrap_or(at);
            if let Some(attr) = self.attrs.get_mut(index) {
                attr.name = Some(name);
            }
        }
    }

    fn profile(mut self, by_thread: bool) -> Result<AccessProfile, NothingUsable> {
        if self.packed {
            let mut out = std::mem::take(&mut self.unpacked);
            self.unpack.finish(&mut out);
            self.unpacked_records(out);
        }
        let rest = self.ordered.finish();
        for event in rest {
            self.deliver(event);
        }
        if self.addresses == 0 {
            return Err(self.no_memory_samples());
        }
        let mut tables = self.tables.take().unwrap_or_else(|| Tables::new(64, by_thread));
        self.say();
        let Features { nodes, .. } = &mut self.features;
        let nodes = std::mem::take(nodes);
        tables.widen(self.features.line_bytes());
        let memory = &self.features.memory;
        let memory_node = |physical| memory.node(physical);
        let names = &tables.names;
        let mappings = self.mapped.into_iter().map(|(name, stated)| MappedCode {
            object: names.get(Some(name)).unwrap_or_default(),
            start: format!("{:#x}", stated.start),
            end: format!("{:#x}", stated.end),
            file_offset: format!("{:#x}", stated.file_offset),
            symbol: stated.symbol.as_deref().map(str::to_owned),
        });
        let mut mappings: Vec<MappedCode> = mappings.collect();
        facts::sort_by(&mut mappings, |a, b| (&a.object, &a.start).cmp(&(&b.object, &b.start)));
        let mut profile =
            tables.finish(ProfileKind::PerfData, nodes, &memory_node, &mut self.notes);
        profile.perf_version = self.features.perf_version;
        profile.kernel_release = self.features.kernel_release;
        profile.machine = self.features.machine;
        profile.command = self.features.command;
        profile.cores = self.features.cores;
        profile.build_ids = self.features.build_ids;
        profile.mappings = mappings;
        profile.events = self.attrs.iter().map(Attr::display_name).collect();
        profile.diagnostics = self.notes.into_vec();
        Ok(profile)
    }

    fn no_memory_samples(&self) -> NothingUsable {
        if self.trace_bytes > 0 {
            return NothingUsable::OnlyTrace { bytes: self.trace_bytes };
        }
        if let Some(reason) = self.damage() {
            return NothingUsable::DataDamaged { reason, samples: self.samples };
        }
        let names: Vec<String> = self.attrs.iter().map(Attr::display_name).collect();
        let has_addresses = self.attrs.iter().any(|attr| attr.sample_type & sample::ADDR != 0);
        let reason = format!(
            "{} samples of {}, {}",
            self.samples,
            if names.is_empty() { "no event".to_owned() } else { names.join(", ") },
            match has_addresses {
                true => "whose addresses of data are all 0",
                false => "without addresses of data, which `perf record -d` records",
            }
        );
        NothingUsable::NoMemorySamples { reason }
    }

    /// What was noticed of a file that is not as perf wrote it, before all samples were counted.
    fn damage(&self) -> Option<String> {
        let short = "samples that are shorter than their fields".to_owned();
        self.notes.first_warning().or((self.damaged_samples > 0).then_some(short))
    }

    fn say(&mut self) {
        self.notes.add_times(self.damaged_samples, messages::samples_short(), String::new);
        self.notes.add_times(self.lost, messages::samples_lost(), String::new);
        if self.guest_samples > 0 {
            self.notes.add(messages::guest_samples(), String::new);
        }
        if self.trace_bytes > 0 {
            self.notes.add(messages::trace_unread(self.trace_bytes), String::new);
        }
    }
}
