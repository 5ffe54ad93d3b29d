//! Rows that somebody broke over several lines by hand, put together again. (What mailers and terminals do to a
//! whole text is undone before.)

use facts::AccessCounts;
use pasted::GAP;

use super::C2cReport;
use super::nodes::is_nodes;
use super::row::{self, Row};
use super::shapes::is_block;
use super::table::{self, Parsed};
use crate::prose::without_note_number;
use crate::tokens::{Word, words};

/// A row is broken into so many lines at most: C++ names fill twenty.
const MAX_PIECES: u32 = 40;

/// A row that may go on in the next line.
#[derive(Debug, Default)]
pub struct Pending {
    text: String,
    /// Length of `text` up to which it surely is one row; 0 while that is not known.
    sure: usize,
    pieces: u32,
    /// The text line on which it began.
    line: u64,
}

impl Pending {
    /// Whether there is one.
    pub fn waits(&self) -> bool {
        !self.text.is_empty()
    }
}

/// A row that was read, whose nodes may go on in the next line: a mailer that wraps at 150 breaks few rows.
#[derive(Debug, Default)]
pub struct Whole {
    text: String,
    /// Characters of the longest row that was not broken.
    longest: usize,
}

impl C2cReport {
    /// Whether the line is the rest of the nodes of the row before it, which then has them.
    pub(super) fn has_more_nodes(&mut self, line: &str) -> bool {
        let Whole { text, longest } = &mut self.last_row;
        let before = std::mem::take(text);
        if before.is_empty() {
            return false;
        }
        // What a person wrote behind the row stands behind its rest.
        let line = without_note_number(line);
        let width = before.trim_end().chars().count();
        // What was broken is longer than what was not.
        // The rest stands flush left; what is last in the text may be the beginning of another line.
        let is_rest = !line.starts_with(' ') && !self.last && is_nodes(line);
        if !is_rest || width + 1 + line.len() <= *longest {
            *longest = width.max(*longest);
            return false;
        }
        let joined = format!("{} {line}", before.trim_end());
        let columns = &self.report.columns;
        let rows = [&before, &joined].map(|text| row::parse(text, columns, false));
        let ([Some(first), Some(whole)], Some(last)) = (rows, self.report.blocks.last_mut()) else {
            return false;
        };
        let goes_on = whole.tail.has_more_nodes_than(&first.tail);
        if let Some(row) = last.rows.last_mut().filter(|row| goes_on && **row == first) {
            *row = whole;
            return true;
        }
        false
    }

    /// The beginning of a row that is no row yet.
    pub(super) fn begin(&mut self, text: &str, cut: bool) {
        self.pending =
            Pending { text: text.trim_end().to_owned(), sure: 0, pieces: 1, line: self.line };
        // Nothing goes on behind a cut.
        if cut {
            self.report.ledger.cut(self.line);
            self.flush();
        }
    }

    pub(super) fn begin_row(&mut self, text: &str, cut: bool) {
        match row::parse(text, &self.report.columns, cut) {
            Some(row) if cut || row.tail.has_cut_object() => {
                self.report.ledger.cut(self.line);
                self.row(row.cut());
            }
            None if cut => self.unread(self.line),
            Some(row) if is_whole(&row) => {
                self.row(row);
                self.last_row.text.push_str(text);
            }
            // The text ends here: in the middle of a row, as no row of perf ends so.
            Some(_) if self.last => {
                self.report.ledger.cut(self.line);
                if let Some(row) = row::parse(text, &self.report.columns, true) {
                    self.row(row.cut());
                }
            }
            _ => self.begin(text, false),
        }
    }

    pub(super) fn pending_is_row(&self) -> bool {
        self.pending.waits() && row::begins_row(&words(&self.pending.text))
    }

    /// Whether the row that waits was broken among its percentages: these are the rest of them.
    pub(super) fn lacks_offset(&self, next: &[Word]) -> bool {
        let percents =
            |words: &[Word]| words.iter().filter(|word| word.percent().is_some()).count();
        let before = words(&self.pending.text);
        row::begins_row(&before)
            && before.last().is_some_and(|last| last.percent().is_some())
            && next.first().is_some_and(|first| first.percent().is_some())
            && percents(&before) + percents(next) <= 6
    }

    /// Adds the next piece of what was broken.
    pub(super) fn append(&mut self, text: &str, cut: bool) {
        let joined = format!("{}{GAP}{}", self.pending.text, text.trim());
        if self.pending.pieces >= MAX_PIECES || cut {
            return self.flush();
        }
        self.joined += 1;
        self.pending.pieces += 1;
        if self.pending_is_row() {
            return self.append_to_row(joined);
        }
        let joined_words = words(&joined);
        if is_block(&joined_words, false) {
            self.pending = Pending::default();
            return self.block(&joined_words, false);
        }
        match table::parse(&joined_words, self.report.columns.shape(false)) {
            Parsed::Row(row) => {
                self.pending = Pending::default();
                self.table_row_of(&joined, row);
            }
            Parsed::Partial(_) => self.pending.text = joined,
            Parsed::Not
                if joined_words.iter().all(|word| word.number().or(word.address()).is_some()) =>
            {
                self.pending.text = joined;
            }
            Parsed::Not => self.flush(),
        }
    }

    fn append_to_row(&mut self, joined: String) {
        let before = row::parse(&self.pending.text, &self.report.columns, false);
        let after = row::parse(&joined, &self.report.columns, false);
        // Behind a symbol may come the rest of the row or prose; a node list decides.
        if before.as_ref().is_some_and(|row| !row.incomplete) && self.pending.sure == 0 {
            self.pending.sure = self.pending.text.len();
        }
        match (before, after) {
            (_, Some(row)) if is_whole(&row) => {
                self.pending = Pending::default();
                self.row(row);
            }
            // Prose behind a row that was cut is not its end.
            (Some(before), Some(after))
                if before.incomplete && after.incomplete && !grew(&before, &after) =>
            {
                self.flush();
            }
            _ => self.pending.text = joined,
        }
    }

    fn unread(&mut self, line: u64) {
        self.report.ledger.unread(line);
        self.seam();
    }

    pub(super) fn flush(&mut self) {
        if !self.pending.waits() {
            return;
        }
        let Pending { text: mut pending, sure, line, .. } = std::mem::take(&mut self.pending);
        if sure > 0 {
            pending.truncate(sure);
        }
        if let Some(row) = row::parse(&pending, &self.report.columns, false) {
            return self.row(row);
        }
        let words = words(&pending);
        if let Parsed::Partial(mut row) = table::parse(&words, self.report.columns.shape(true)) {
            if row.contradicts {
                self.report.ledger.contradicts(line);
                row.counts = AccessCounts::default();
            } else {
                self.report.ledger.cut(line);
            }
            return self.table_row(row);
        }
        let are_numbers = words.len() > 2 && words.iter().all(|word| word.number().is_some());
        if are_numbers
            || row::begins_row(&words)
            || words.iter().any(|word| word.address().is_some())
        {
            self.unread(line);
        }
    }
}

/// Whether nothing of a row can follow: its node list ends it, and that is no number of another column.
fn is_whole(row: &Row) -> bool {
    let numbers = row.records.is_some() || row.cpus.is_some();
    !row.tail.nodes.is_empty() && (numbers || row.tail.level.is_some())
}

/// Whether a row has more of its numbers than before.
fn grew(before: &Row, after: &Row) -> bool {
    let known = |row: &Row| (row.cycles.len(), row.records, row.code);
    known(before) != known(after)
}
