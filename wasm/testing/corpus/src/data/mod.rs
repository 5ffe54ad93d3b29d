//! perf.data: what `perf record` writes of a scenario.
//!
//! Sources: `tools/perf/Documentation/perf.data-file-format.txt`, `tools/perf/util/header.c`,
//! `include/uapi/linux/perf_event.h` and `perf_output_sample()` of `kernel/events/core.c`, all of 6.1.

mod bytes;
mod features;
mod records;

pub use features::{COMMAND_WORDS, KERNEL_BUILD_ID};
pub use records::PERIOD_EVENTS;

use bytes::Bytes;

use crate::recording::Recording;

/// What differs from one file to the next while the samples stay the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// The machine writes the most significant byte first.
    pub big_endian: bool,
    /// Written through a pipe.
    pub pipe: bool,
    /// Latency as three numbers (5.12) instead of one.
    pub weight_struct: bool,
    /// perf that recorded.
    pub perf_version: &'static str,
}

impl Default for Form {
    fn default() -> Self {
        Self { big_endian: false, pipe: false, weight_struct: true, perf_version: "6.1.192" }
    }
}

/// Bytes of `struct perf_event_attr`.
const ATTR_BYTES: u64 = 128;
const FILE_HEADER_BYTES: u64 = 104;
const PIPE_HEADER_BYTES: u64 = 16;

/// The file.
#[must_use]
pub fn file(recording: &Recording, form: Form) -> Vec<u8> {
    let writer = Writer { recording, form };
    let records = writer.records();
    let features = writer.features();
    if form.pipe { writer.pipe(&records, &features) } else { writer.regular(&records, &features) }
}

/// A feature section: its number and its bytes.
type Feature = (u32, Vec<u8>);

struct Writer<'a> {
    recording: &'a Recording,
    form: Form,
}

impl Writer<'_> {
    fn bytes(&self) -> Bytes {
        Bytes::new(self.form.big_endian)
    }

    fn magic(&self) -> Bytes {
        let mut out = self.bytes();
        out.raw(if self.form.big_endian { b"2ELIFREP" } else { b"PERFILE2" });
        out
    }

    fn event_count(&self) -> u64 {
        self.recording.scenario.machine.events().len() as u64
    }

    fn regular(&self, records: &[u8], features: &[Feature]) -> Vec<u8> {
        let events = self.event_count();
        let entry = ATTR_BYTES + 16;
        let attrs_at = FILE_HEADER_BYTES + 8 * events;
        let data_at = attrs_at + entry * events;
        let mut out = self.magic();
        for number in [
            FILE_HEADER_BYTES,
            entry,
            attrs_at,
            entry * events,
            data_at,
            records.len() as u64,
            0,
            0,
            features.iter().fold(0, |bits, (number, _)| bits | 1 << number),
            0,
            0,
            0,
        ] {
            out.u64(number);
        }
        (0..events).for_each(|event| out.u64(self.event_id(event as usize)));
        for event in 0..events {
            out.raw(&self.attr(event as usize));
            out.u64(FILE_HEADER_BYTES + 8 * event);
            out.u64(8);
        }
        out.raw(records);
        let mut at = data_at + records.len() as u64 + 16 * features.len() as u64;
        for (_, section) in features {
            out.u64(at);
            out.u64(section.len() as u64);
            at += section.len() as u64;
        }
        features.iter().for_each(|(_, section)| out.raw(section));
        out.done()
    }

    /// Everything is a record: events, then what is known of the machine, then the samples.
    fn pipe(&self, records: &[u8], features: &[Feature]) -> Vec<u8> {
        const HEADER_ATTR: u32 = 64;
        const HEADER_FEATURE: u32 = 80;
        const FINISHED_INIT: u32 = 82;
        let mut out = self.magic();
        out.u64(PIPE_HEADER_BYTES);
        for event in 0..self.event_count() as usize {
            let mut body = self.bytes();
            body.raw(&self.attr(event));
            body.u64(self.event_id(event));
            out.raw(&self.record(HEADER_ATTR, 0, body));
        }
        for (number, section) in features {
            let mut body = self.bytes();
            body.u64(u64::from(*number));
            body.raw(section);
            out.raw(&self.record(HEADER_FEATURE, 0, body));
        }
        out.raw(&self.record(FINISHED_INIT, 0, self.bytes()));
        out.raw(records);
        out.done()
    }
}
