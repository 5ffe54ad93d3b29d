//! Samples that end before their (object).
//!
//! perf prints an object for each sample or for none, and a symbol for each or for none. Where samples differ in that,
//! those that have less were cut, and their last word may be the beginning of one: so it is left out, whether or not an
//! edge was seen.

use super::Script;
use super::code::End;
use crate::tables::Sample;

/// After so many samples without an object none is waited for.
const MOST_WAITING: usize = 64;
/// No code is below: a number that is, is the beginning of an address, or another column.
const FIRST_PAGE_BYTES: u64 = 4096;

/// Whether the samples of a text have objects, and those that wait for the answer.
#[derive(Debug, Default)]
pub(super) struct Open {
    answer: Option<bool>,
    waiting: Vec<(Sample, End, u64)>,
}

impl Script {
    /// Counts a sample with its instruction.
    pub(super) fn count_named(&mut self, sample: Sample, end: End) {
        match (end, self.open.answer) {
            (End::Object, Some(_)) | (_, Some(false)) => self.count(&sample),
            (End::Object, None) => {
                self.settle(true);
                self.count(&sample);
            }
            (_, Some(true)) => self.count_open(sample, end, self.lines),
            (_, None) => {
                self.open.waiting.push((sample, end, self.lines));
                if self.open.waiting.len() >= MOST_WAITING {
                    self.settle_alone();
                }
            }
        }
    }

    /// None of those that waited has an object: whether all of them were cut before it.
    pub(super) fn settle_alone(&mut self) {
        let has = |wanted: End| self.open.waiting.iter().any(|(_, end, _)| *end == wanted);
        let differ = has(End::Symbol) && has(End::Instruction);
        self.settle(differ || self.without_code > 0);
    }

    /// Says whether samples have objects, and counts those that waited.
    fn settle(&mut self, have_objects: bool) {
        self.open.answer = Some(have_objects);
        for (sample, end, line) in std::mem::take(&mut self.open.waiting) {
            if have_objects {
                self.count_open(sample, end, line);
            } else {
                self.count(&sample);
            }
        }
    }

    fn count_open(&mut self, mut sample: Sample, end: End, line: u64) {
        self.cut.add(line);
        sample.symbol = None;
        if end == End::Instruction || sample.ip.is_some_and(|ip| ip < FIRST_PAGE_BYTES) {
            sample.ip = None;
            sample.level = None;
        }
        self.count(&sample);
    }
}
