//! Samples that end before their (object), or lack the weight that others have.
//!
//! perf prints an object for each sample or for none, and a symbol for each or for none. Where samples differ in that,
//! those that have less were cut, and their last word may be the beginning of one: so it is left out, whether or not an
//! edge was seen. The same of a weight: where a sample has one number for its weight and its instruction, which others have
//! both, that number is either, or the beginning of one.

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
    /// Whether samples have weights, and those without one that wait for the answer.
    weights: Option<bool>,
    weightless: Vec<(Sample, End, u64)>,
}

impl Open {
    /// Whether a sample without a weight may lack it.
    pub(super) fn may_have_weights(&self) -> bool {
        self.weights != Some(false)
    }
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

    /// Counts a sample that has an instruction and no weight.
    pub(super) fn count_without_weight(&mut self, sample: Sample, end: End) {
        if self.open.weights == Some(true) {
            return self.count_one_number(sample, self.lines);
        }
        self.open.weightless.push((sample, end, self.lines));
        if self.open.weightless.len() >= MOST_WAITING {
            self.settle_weights(false);
        }
    }

    /// Says whether samples have weights, and counts those that waited for it.
    pub(super) fn settle_weights(&mut self, have_weights: bool) {
        // The first samples may have none by chance.
        self.open.weights = Some(have_weights || self.open.weights == Some(true));
        for (sample, end, line) in std::mem::take(&mut self.open.weightless) {
            if have_weights {
                self.count_one_number(sample, line);
            } else {
                self.count_named(sample, end);
            }
        }
    }

    /// Counts a sample whose one number is its weight or its instruction, or the beginning of one.
    fn count_one_number(&mut self, mut sample: Sample, line: u64) {
        self.cut.add(line);
        self.without_code += 1;
        (sample.ip, sample.level, sample.symbol, sample.object) = (None, None, None, None);
        self.count(&sample);
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
