//! Rows that a mailer broke over several lines, put together again.

use super::row::{self, Row};
use super::table::{self, Parsed};
use super::{C2cReport, Section, is_block};
use crate::tokens::{Word, words};

/// A mailer breaks a row into so many lines at most.
const MAX_PIECES: u32 = 8;

impl C2cReport {
    pub(super) fn begin(&mut self, text: &str) {
        self.pending = text.trim_end().to_owned();
        self.sure = 0;
        self.pieces = 1;
    }

    pub(super) fn begin_row(&mut self, text: &str) {
        match row::parse(text, &self.columns) {
            Some(row) if is_whole(&row) => self.row(row),
            _ => self.begin(text),
        }
    }

    pub(super) fn pending_is_row(&self) -> bool {
        !self.pending.is_empty() && row::begins_row(&words(&self.pending))
    }

    /// Whether the row that waits was broken among its percentages: these are the rest of them.
    pub(super) fn lacks_offset(&self, next: &[Word]) -> bool {
        let percents =
            |words: &[Word]| words.iter().filter(|word| word.percent().is_some()).count();
        let before = words(&self.pending);
        row::begins_row(&before)
            && before.last().is_some_and(|last| last.percent().is_some())
            && next.first().is_some_and(|first| first.percent().is_some())
            && percents(&before) + percents(next) <= 6
    }

    /// Adds the next piece of what a mailer broke.
    pub(super) fn append(&mut self, text: &str) {
        let joined = format!("{} {}", self.pending, text.trim());
        if self.pieces >= MAX_PIECES {
            return self.flush();
        }
        self.pieces += 1;
        if self.pending_is_row() {
            return self.append_to_row(joined);
        }
        let joined_words = words(&joined);
        if is_block(&joined_words, false) {
            self.pending.clear();
            self.section = Section::Any;
            return self.block(&joined_words);
        }
        match table::parse(&joined_words, self.columns.peer) {
            Parsed::Row(row) => {
                self.pending.clear();
                self.table_row(row);
            }
            Parsed::Partial(_) => self.pending = joined,
            Parsed::Not
                if joined_words.iter().all(|word| word.number().or(word.address()).is_some()) =>
            {
                self.pending = joined;
            }
            Parsed::Not => self.flush(),
        }
    }

    fn append_to_row(&mut self, joined: String) {
        let before = row::parse(&self.pending, &self.columns);
        let after = row::parse(&joined, &self.columns);
        // Behind a symbol may come the rest of the row or prose; a node list decides.
        if before.as_ref().is_some_and(|row| !row.incomplete) && self.sure == 0 {
            self.sure = self.pending.len();
        }
        match (before, after) {
            (_, Some(row)) if is_whole(&row) => {
                self.pending.clear();
                self.row(row);
            }
            // Prose behind a row that was cut is not its end.
            (Some(before), Some(after))
                if before.incomplete && after.incomplete && !grew(&before, &after) =>
            {
                self.flush();
            }
            _ => self.pending = joined,
        }
    }

    pub(super) fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let mut pending = std::mem::take(&mut self.pending);
        if self.sure > 0 {
            pending.truncate(self.sure);
        }
        if let Some(row) = row::parse(&pending, &self.columns) {
            return self.row(row);
        }
        let words = words(&pending);
        if let Parsed::Partial(row) = table::parse(&words, self.columns.peer) {
            return self.table_row(row);
        }
        if row::begins_row(&words) {
            self.notes.warn(
                "a row without an offset was skipped: paste it with the column \"Offset\"",
                || format!("line {}", self.line),
            );
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
