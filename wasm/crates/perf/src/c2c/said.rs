//! Sentences on single lines of a report.

use super::C2cReport;

/// What the function view is, where a text has it.
pub(super) const FUNCTION_VIEW: &str = "the function view of the report is not read: its figures are in the table of lines and their rows";

/// Said of rows that have more shares than the names above them.
pub(super) const OTHER_SHARES: &str = "a row has more shares than the names of the columns above it: it is another report's, and which kind each of its shares is of may be wrong";
/// Said of `0xXXXX`.
pub(super) const MASKED: &str = "the address of a line was made unreadable: its rows are apart from those of the others, and which lines are one is not known";
/// Said where a line is there twice, one directly after the other.
pub(super) const LINE_TWICE: &str =
    "the counts of a line are there twice, one directly after the other: they are counted once";
/// Said of dashes among the figures of a row.
pub(super) const DASHES: &str =
    "a `-` is in the place of a number where perf prints 0: it is read as 0";
/// Said of a line whose share is more.
pub(super) const IMPOSSIBLE_SHARE: &str =
    "the share of a line is more than 100 %: a point is missing, and the share is left out";
/// Said of a number that a person wrote behind a row.
pub(super) const OTHER_NUMBER: &str =
    "a number after a row belongs to none of its columns, as the other rows show: it was left out";

impl C2cReport {
    /// Warns of the line that is being read.
    pub(super) fn warn_here(&mut self, sentence: &'static str) {
        let line = self.line;
        self.report.notes.warn(sentence, || format!("line {line} of the text"));
    }
}
