//! The records of a recording, one by one.

use facts::CodeLevel;

use super::Recording;
use super::attr::Attr;
use super::bytes::Cursor;
use super::maps::{KERNEL, NewMap, USER, mix};
use super::sample::{self, RawSample};
use crate::data_src::{DataSrc, classify};
use crate::messages;
use crate::tables::{Sample, Tables};

/// Whether records stand in the file itself or were unpacked from one of its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopLevel {
    /// In the file.
    Yes,
    /// Unpacked.
    No,
}

/// A record that takes its turn by time.
#[derive(Debug)]
pub enum Event {
    /// A memory access, or another sample.
    Sample(RawSample, u16),
    /// A mapping.
    Map(u32, u16, NewMap),
    /// A new process.
    Fork {
        /// The child.
        pid: u32,
        /// Its parent.
        parent: u32,
    },
}

const HEADER_BYTES: usize = 8;
const MAX_KNOWN_KIND: u32 = 255;
/// Places of code that are told; a recording of all processes may have many libraries.
const MAX_MAPPED: usize = 1 << 14;
const BUILD_ID_IN_MMAP: u16 = 1 << 14;

impl Recording {
    /// Whether a damaged record ended those of the file, or the unpacked ones.
    fn ended(&mut self, level: TopLevel) -> &mut bool {
        let [of_file, unpacked] = &mut self.ended;
        match level {
            TopLevel::Yes => of_file,
            TopLevel::No => unpacked,
        }
    }

    /// Reads every whole record; returns the bytes that were used.
    pub fn records(&mut self, bytes: &[u8], level: TopLevel) -> usize {
        let mut used = 0;
        if *self.ended(level) {
            return bytes.len();
        }
        loop {
            if level == TopLevel::Yes && self.skip_bytes > 0 {
                let skipped = self.skip_bytes.min((bytes.len() - used) as u64);
                self.skip_bytes -= skipped;
                used += skipped as usize;
                if self.skip_bytes > 0 {
                    return used;
                }
            }
            let Some(header) = bytes.get(used..used + HEADER_BYTES) else { return used };
            let mut at = Cursor::new(header, self.order);
            let (Some(kind), Some(misc), Some(size)) = (at.u32(), at.u16(), at.u16()) else {
                return used;
            };
            let size = usize::from(size);
            if size < HEADER_BYTES {
                // Nothing behind it can be found: a record says how long it is, and this one does not.
                self.notes.add(messages::record_without_length(), || format!("record type {kind}"));
                *self.ended(level) = true;
                return bytes.len();
            }
            let Some(body) = bytes.get(used + HEADER_BYTES..used + size) else { return used };
            self.record(kind, misc, body, level);
            used += size;
        }
    }

    fn record(&mut self, kind: u32, misc: u16, body: &[u8], level: TopLevel) {
        let mode = misc & 7;
        match kind {
            1 => self.mapping(mode, body, None),
            2 => {
                self.lost +=
                    Cursor::new(body.get(8..).unwrap_or_default(), self.order).u64().unwrap_or(0)
            }
            7 => self.fork(body),
            9 => self.sample(mode, body),
            10 => self.mapping(mode, body, Some(misc)),
            17 => self.kernel_symbol(body),
            64 => self.attr_record(body),
            67 => {
                let found = super::features::build_id(misc, body, self.order);
                self.features.build_ids.extend(found);
            }
            68 if !self.packed => {
                for event in self.ordered.finish_round() {
                    self.deliver(event);
                }
            }
            // Raw data follows outside of the record.
            66 if level == TopLevel::Yes => {
                let size = Cursor::new(body, self.order).u32().unwrap_or(0);
                self.skip_bytes = u64::from(size).next_multiple_of(8);
            }
            71 if level == TopLevel::Yes => {
                let size = Cursor::new(body, self.order).u64().unwrap_or(0);
                self.skip_bytes = size;
                self.trace_bytes = self.trace_bytes.saturating_add(size);
            }
            78 => self.event_update(body),
            80 => {
                let mut at = Cursor::new(body, self.order);
                if let Some(number) = at.u64() {
                    let read = self.features.read(number as u32, at.rest(), self.order);
                    if read.is_none() {
                        self.notes.add(messages::feature_unread(), || format!("feature {number}"));
                    }
                    self.name_events();
                }
            }
            81 if level == TopLevel::Yes => self.compressed(body),
            // Since 6.15 the payload is padded and says how long it is.
            83 if level == TopLevel::Yes => {
                let mut at = Cursor::new(body, self.order);
                if let Some(payload) = at.u64().and_then(|len| at.take(len)) {
                    self.compressed(payload);
                }
            }
            // The kernel's own are below 64, and perf's are not a hundred.
            kind if kind > MAX_KNOWN_KIND => {
                self.notes.add(messages::unknown_records(), || format!("record type {kind}"))
            }
            _ => {}
        }
    }

    fn compressed(&mut self, payload: &[u8]) {
        self.packed = true;
        let mut out = std::mem::take(&mut self.unpacked);
        if !self.unpack.push(payload, &mut out) {
            self.notes.add(messages::not_unpacked(), String::new);
        }
        self.unpacked_records(out);
    }

    /// Reads what was unpacked; a record whose end is not there yet waits.
    pub fn unpacked_records(&mut self, mut bytes: Vec<u8>) {
        let used = self.records(&bytes, TopLevel::No);
        bytes.drain(..used);
        self.unpacked = bytes;
    }

    fn attr_record(&mut self, body: &[u8]) {
        let Some((attr, size)) = Attr::parse(body, self.order) else { return };
        let ids = body.get(size as usize..).unwrap_or_default();
        let mut at = Cursor::new(ids, self.order);
        let ids: Vec<u64> = std::iter::from_fn(|| at.u64()).collect();
        self.add_attr(attr, &ids);
    }

    /// `PERF_RECORD_EVENT_UPDATE`: kind 2 is a name.
    fn event_update(&mut self, body: &[u8]) {
        const NAME: u64 = 2;
        let mut at = Cursor::new(body, self.order);
        let (Some(kind), Some(id)) = (at.u64(), at.u64()) else { return };
        if kind == NAME
            && let Some(attr) = self.by_id.get(&id).and_then(|index| self.attrs.get_mut(*index))
        {
            attr.name = Some(at.text());
        }
    }

    fn time_of(&self, body: &[u8]) -> Option<u64> {
        // 0 and all ones are no times (`perf_session__queue_event()`).
        let attr = self.attrs.first()?;
        sample::trailing_time(body, attr, self.order).filter(|time| *time != 0 && *time != u64::MAX)
    }

    fn queue(&mut self, time: Option<u64>, event: Event) {
        match time {
            Some(time) => self.ordered.push(time, event),
            None => self.deliver(event),
        }
    }

    /// `PERF_RECORD_MMAP`, and with `misc` `PERF_RECORD_MMAP2`.
    fn mapping(&mut self, mode: u16, body: &[u8], misc: Option<u16>) {
        let mut at = Cursor::new(body, self.order);
        let mut read = || {
            let pid = at.u32()?;
            at.skip(4)?;
            let (start, len, file_offset) = (at.u64()?, at.u64()?, at.u64()?);
            let (mut file, mut shared) = (0, false);
            if let Some(misc) = misc {
                let (device, inode, generation) = (at.u64()?, at.u64()?, at.u64()?);
                // With a build-id in their place, perf has no identity to compare.
                let known =
                    misc & BUILD_ID_IN_MMAP == 0 && (device, inode, generation) != (0, 0, 0);
                file = if known { mix([device, inode, generation]) | 1 } else { 0 };
                at.skip(4)?;
                shared = at.u32()? & 1 != 0;
            }
            Some((pid, start, len, file_offset, file, shared, at.text()))
        };
        let Some((pid, start, len, file_offset, file, shared, path)) = read() else { return };
        let shown = shown_name(&path);
        let by_thread = self.by_thread;
        let tables = self.tables.get_or_insert_with(|| Tables::new(64, by_thread));
        let name = tables.names.intern(shown.as_bytes());
        let map = NewMap { start, len, file_offset, file, shared, path, name };
        let time = self.time_of(body);
        self.queue(time, Event::Map(pid, mode, map));
    }

    fn kernel_symbol(&mut self, body: &[u8]) {
        let mut at = Cursor::new(body, self.order);
        let (Some(start), Some(len)) = (at.u64(), at.u32()) else { return };
        let path = Cursor::new(body.get(16..).unwrap_or_default(), self.order).text();
        let by_thread = self.by_thread;
        let tables = self.tables.get_or_insert_with(|| Tables::new(64, by_thread));
        let name = tables.names.intern(path.as_bytes());
        let map = NewMap {
            start,
            len: u64::from(len),
            file_offset: 0,
            file: 0,
            shared: false,
            path,
            name,
        };
        let time = self.time_of(body);
        self.queue(time, Event::Map(0, KERNEL, map));
    }

    fn fork(&mut self, body: &[u8]) {
        let mut at = Cursor::new(body, self.order);
        if let (Some(pid), Some(parent)) = (at.u32(), at.u32()) {
            let time = self.time_of(body);
            self.queue(time, Event::Fork { pid, parent });
        }
    }

    fn sample(&mut self, mode: u16, body: &[u8]) {
        self.samples += 1;
        let Some(first) = self.attrs.first() else {
            self.damaged_samples += 1;
            return;
        };
        let attr = match self.attrs.len() {
            1 => first,
            _ => sample::event_id(body, first.sample_type, self.order)
                .and_then(|id| self.by_id.get(&id))
                .and_then(|index| self.attrs.get(*index))
                .unwrap_or(first),
        };
        let Some(raw) = sample::decode(body, attr, self.order) else {
            self.damaged_samples += 1;
            return;
        };
        self.addresses += u64::from(raw.address.is_some_and(|address| address != 0));
        let time = raw.time.filter(|time| *time != 0 && *time != u64::MAX);
        self.queue(time, Event::Sample(raw, mode));
    }

    /// Takes a record whose turn it is.
    pub fn deliver(&mut self, event: Event) {
        match event {
            Event::Map(pid, mode, map) => self.maps.add(pid, mode, map),
            Event::Fork { pid, parent } => self.maps.fork(pid, parent),
            Event::Sample(raw, mode) => self.count(&raw, mode),
        }
    }

    fn count(&mut self, raw: &RawSample, mode: u16) {
        let pid = raw.pid.unwrap_or(0);
        let address = raw.address.unwrap_or(0);
        let place = self.maps.data(pid, mode, address);
        let code = raw.ip.and_then(|ip| self.maps.code(pid, ip));
        if let Some(map) = code
            && !map.is_sampled.replace(true)
            && self.mapped.len() < MAX_MAPPED
        {
            self.mapped.insert((map.name, map.stated.clone()));
        }
        let unmapped = !place.mapped || code.is_none();
        self.guest_samples += u64::from(mode > 3);
        let sample = Sample {
            // perf takes a sample without a data source for one of no kind.
            raised: classify(DataSrc(raw.data_src.unwrap_or(0)), address, unmapped),
            address,
            line_key: place.key,
            space: place.space,
            ip: raw.ip,
            cpu: raw.cpu,
            pid: raw.pid,
            tid: raw.tid,
            weight: raw.weight,
            period: raw.period,
            physical: raw.physical,
            symbol: None,
            object: code.map(|map| map.name),
            level: match mode {
                KERNEL => Some(CodeLevel::Kernel),
                USER => Some(CodeLevel::User),
                3 => Some(CodeLevel::Hypervisor),
                4 | 5 => Some(CodeLevel::Guest),
                _ => None,
            },
        };
        let by_thread = self.by_thread;
        self.tables.get_or_insert_with(|| Tables::new(64, by_thread)).add(&sample);
    }
}

/// What perf shows of a path: its last part; the kernel without "_text" and "_stext".
fn shown_name(path: &str) -> &str {
    if path.starts_with("[kernel.kallsyms]") {
        return "[kernel.kallsyms]";
    }
    if path.starts_with("//anon") || path.starts_with('[') {
        return path;
    }
    path.rsplit('/').next().unwrap_or(path)
}
