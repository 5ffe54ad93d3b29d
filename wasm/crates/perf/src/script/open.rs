//! Samples that end before their (object), or lack the weight that others have.
//!
//! perf prints an object for each sample or for none, and a symbol for each or for none. Where samples differ in that,
//! those that have less were cut, and their last word may be the beginning of one: so it is left out, whether or not an
//! edge was seen. The same of a weight: where a sample has one number for its weight and its instruction, which others have
//! both, that number is either, or the beginning of one.

use super::Script;
use super::code::End;
use crate::tables::Sample;

/// After so many samples without an object, or without a weight, none is waited for.
const MOST_WAITING: usize = 64;
/// No code is below: a number that is, is the beginning of an address, or another column.
const FIRST_PAGE_BYTES: u64 = 4096;

/// A sample with its instruction.
#[derive(Debug)]
pub(super) struct Coded {
    pub sample: Sample,
    pub end: End,
    /// The line that it is in.
    pub line: u64,
}

/// Whether the samples of a text have objects, and those that wait for the answer.
#[derive(Debug, Default)]
pub(super) struct Open {
    answer: Option<bool>,
    /// Some symbol has its offset behind it.
    offsets: bool,
    waiting: Vec<Coded>,
    /// Whether samples have weights, and those without one that wait for the answer.
    weights: Option<bool>,
    weightless: Vec<Coded>,
}

impl Open {
    /// Whether a sample without a weight may lack it.
    pub(super) fn may_have_weights(&self) -> bool {
        self.weights != Some(false)
    }

    /// Whether some sample has a weight.
    pub(super) fn has_weights(&self) -> bool {
        self.weights == Some(true)
    }
}

impl Script {
    /// Counts a sample with its instruction.
    pub(super) fn count_coded(&mut self, coded: Coded) {
        match (coded.end, self.open.answer) {
            (End::Symbol, Some(false)) if self.open.offsets => self.count_open(coded),
            (End::Object, Some(_)) | (_, Some(false)) => self.count(&coded.sample),
            (End::Object, None) => {
                self.settle(true);
                self.count(&coded.sample);
            }
            (_, Some(true)) => self.count_open(coded),
            (_, None) => {
                self.open.waiting.push(coded);
                if self.open.waiting.len() >= MOST_WAITING {
                    self.settle_alone();
                }
            }
        }
    }

    /// Counts a sample that has an instruction and no weight.
    pub(super) fn count_without_weight(&mut self, coded: Coded) {
        if self.open.weights == Some(true) {
            return self.count_one_number(coded);
        }
        self.open.weightless.push(coded);
        if self.open.weightless.len() >= MOST_WAITING {
            self.settle_weightless();
        }
    }

    /// No sample has two numbers. perf prints an instruction for each sample or for none: where others have no number, the
    /// edge was there, and what is left of one that has a number may be its weight.
    pub(super) fn settle_weightless(&mut self) {
        self.open.weights = self.open.weights.or(Some(false));
        self.count_weightless(self.without_code > 0);
    }

    /// Samples have weights: counts those that waited for it.
    pub(super) fn settle_weights(&mut self) {
        // The first samples may have none by chance.
        self.open.weights = Some(true);
        self.count_weightless(true);
    }

    fn count_weightless(&mut self, have_weights: bool) {
        for coded in std::mem::take(&mut self.open.weightless) {
            if have_weights {
                self.count_one_number(coded);
            } else {
                self.count_coded(coded);
            }
        }
    }

    /// Counts a sample whose one number is its weight or its instruction, or the beginning of one.
    fn count_one_number(&mut self, Coded { mut sample, line, .. }: Coded) {
        self.cut.add(line);
        self.without_code += 1;
        (sample.ip, sample.level, sample.symbol, sample.object) = (None, None, None, None);
        self.count(&sample);
    }

    /// None of those that waited has an object: whether all of them were cut before it.
    pub(super) fn settle_alone(&mut self) {
        self.open.offsets |= self.open.waiting.iter().any(|coded| coded.end == End::Offset);
        let has = |wanted: End| self.open.waiting.iter().any(|coded| coded.end == wanted);
        // perf prints an offset behind each symbol or behind none.
        let differ = has(End::Symbol) && (has(End::Instruction) || has(End::Offset))
            || has(End::Offset) && has(End::Instruction);
        self.settle(differ || self.without_code > 0);
    }

    /// Says whether samples have objects, and counts those that waited.
    fn settle(&mut self, have_objects: bool) {
        self.open.answer = Some(have_objects);
        for coded in std::mem::take(&mut self.open.waiting) {
            if have_objects {
                self.count_open(coded);
            } else {
                self.count(&coded.sample);
            }
        }
    }

    fn count_open(&mut self, Coded { mut sample, end, line, .. }: Coded) {
        self.cut.add(line);
        if end != End::Offset {
            sample.symbol = None;
        }
        if end == End::Instruction || sample.ip.is_some_and(|ip| ip < FIRST_PAGE_BYTES) {
            sample.ip = None;
            sample.level = None;
        }
        self.count(&sample);
    }
}

#[cfg(test)]
mod tests {
    use mailtext::Line;

    use super::Script;

    const HEAD: &str =
        "a 7/7 [001] 2.0: e: 7f0000001000 1808042 |OP LOAD|LVL L1 hit|SNP HitM|TLB N/A|LCK No";

    /// The profile of samples that end so.
    fn read(ends: &[&str]) -> facts::AccessProfile {
        let mut script = Script::new(false);
        for (number, end) in (1..).zip(ends) {
            let text = format!("{HEAD} {end}");
            script.line(Line { text: &text, number, last: false });
        }
        script.finish().unwrap_or_else(|error| unreachable!("{error}"))
    }

    fn said<'a>(profile: &'a facts::AccessProfile, start: &str) -> &'a facts::Diagnostic {
        let found = profile.diagnostics.iter().find(|said| said.text.contains(start));
        found.unwrap_or_else(|| unreachable!("{:?}", profile.diagnostics))
    }

    #[test]
    fn a_line_that_waited_for_weights_keeps_its_number() {
        let profile = read(&["401150 f", "401160 g (/d)", "401170 h (/d)"]);
        let lines = said(&profile, "Lines of the samples are cut");
        assert_eq!(lines.location.as_str(), "line 1 of the text");
    }

    fn says(profile: &facts::AccessProfile, start: &str) -> bool {
        profile.diagnostics.iter().any(|said| said.text.contains(start))
    }

    #[test]
    fn what_is_left_of_one_may_be_its_weight_where_others_have_nothing() {
        let profile = read(&["", "1620 ff"]);
        let rows = profile.lines.iter().flat_map(|line| &line.rows);
        assert!(rows.clone().all(|row| row.code_address.is_none()), "{:?}", profile.lines);
    }

    #[test]
    fn an_edge_before_every_object_is_told_of() {
        // None of a kind differs from the others.
        let profile = read(&["653 401150 f+0x1", "653 401150 f+0x1"]);
        assert!(says(&profile, "No sample names its program"), "{:?}", profile.diagnostics);
        let profile = read(&["653 401150 f+0", "653 401150 f+0"]);
        assert_eq!(said(&profile, "Lines of the samples are cut").count, 2);
        let profile = read(&["653 401150 f+0x1 ([unknown])"]);
        assert!(!says(&profile, "No sample names its program"), "{:?}", profile.diagnostics);
    }

    #[test]
    fn a_function_may_have_a_name_of_hexadecimal_letters() {
        for end in ["401150 add (/d)", "653 401150 add (/d)", "653 ffffffffabcdefab add (/d)"] {
            let profile = read(&[end]);
            let row = &profile.lines[0].rows[0];
            assert_eq!(row.symbol.as_deref(), Some("add"), "{end}");
        }
    }

    #[test]
    fn a_name_without_the_offset_that_others_have_is_cut() {
        let profile = read(&["653 401150 f+0x1", "653 401160 ns::Tabl", "653 401170 [unknown]"]);
        let symbols: Vec<_> =
            profile.lines[0].rows.iter().map(|row| row.symbol.as_deref()).collect();
        assert_eq!(symbols, [Some("f"), None, None], "{:?}", profile.diagnostics);
        assert!(says(&profile, "Lines of the samples are cut"), "{:?}", profile.diagnostics);
        let profile = read(&["653 401150 walk", "653 401170 drain+0x24 ("]);
        let symbols: Vec<_> =
            profile.lines[0].rows.iter().map(|row| row.symbol.as_deref()).collect();
        assert_eq!(symbols, [None, Some("drain")], "{:?}", profile.diagnostics);
        // Where perf printed none, none is missing.
        let profile = read(&["653 401150 f", "653 401160 ns::Tabl"]);
        assert!(!says(&profile, "Lines of the samples are cut"), "{:?}", profile.diagnostics);
    }

    #[test]
    fn a_name_of_which_another_sample_has_the_beginning_is_none() {
        let ends = ["653 401150 x::y (/d)", "653 401150 x::y() cons (/d)", "653 401170 f (/d)"];
        let profile = read(&ends);
        let symbols: Vec<_> =
            profile.lines[0].rows.iter().map(|row| row.symbol.as_deref()).collect();
        assert_eq!(symbols, [None, Some("f")]);
        assert!(says(&profile, "and a cut part of it"), "{:?}", profile.diagnostics);
    }
}
