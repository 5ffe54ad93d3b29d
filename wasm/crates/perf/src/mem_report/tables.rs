//! A table as it is read: kept apart until it ends, because the same one may follow.

use std::hash::{Hash, Hasher};

use facts::{AccessCounts, CodeLevel};
use rustc_hash::FxHasher;

use super::MAX_ROWS;
use super::place::Key;
use crate::tokens::{Word, decimal, words};

/// What a row counts.
#[derive(Debug)]
pub(super) struct Sampled {
    /// `None` where the table names no data.
    pub key: Option<Key>,
    pub counts: AccessCounts,
    /// The kind of its loads, the sum of their weights, and how many.
    pub weighed: Option<(usize, u64, u64)>,
    pub level: Option<CodeLevel>,
    /// Whether it is known which of its loads were HITM.
    pub snooped: bool,
}

/// The rows of a table so far.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// What it is of.
    pub event: String,
    /// How many samples the line above it states, and the unit that it rounds down to.
    pub stated: Option<(u64, u64)>,
    header: String,
    /// Samples of its rows, also of those that were taken out.
    samples: u64,
    rows: Vec<Sampled>,
    /// Of the text of each row.
    marks: Vec<u64>,
    /// Rows were taken out already, so that the table cannot be compared with others any more.
    partly_taken: bool,
    /// The share of the last row, in hundredths of a percent, and the text line of the first one that is above it.
    last_share: Option<u32>,
    rises_at: Option<u64>,
}

impl Table {
    /// Its header; whether it has rows below another header already.
    pub fn header(&mut self, header: &str) -> bool {
        let other = !self.rows.is_empty() && self.header != header;
        if !other {
            self.header = header.to_owned();
        }
        other
    }

    /// Adds a row, of this line of the text.
    pub fn add(&mut self, text: &str, row: Sampled, line: u64) {
        let share = words(text).first().and_then(Word::percent);
        if self.rises_at.is_none() && share > self.last_share && self.last_share.is_some() {
            self.rises_at = Some(line);
        }
        self.last_share = share;
        self.marks.push(hash(text));
        self.samples += u64::from(row.counts.records.unwrap_or(0));
        self.rows.push(row);
    }

    /// Samples of its rows.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    pub fn is_full(&self) -> bool {
        self.rows.len() >= MAX_ROWS
    }

    /// The rows; the table goes on.
    pub fn take(&mut self) -> Vec<Sampled> {
        self.partly_taken = true;
        self.marks.clear();
        std::mem::take(&mut self.rows)
    }

    /// perf prints each row once. Where the second half of the rows is the first once more, the table was repeated,
    /// and its second half goes.
    pub fn halve(&mut self) -> bool {
        let (first, second) = self.marks.split_at(self.marks.len() / 2);
        let repeated = !self.partly_taken && !first.is_empty() && first == second;
        if repeated {
            let half = first.len();
            self.samples /= 2;
            self.rows.truncate(half);
            self.marks.truncate(half);
        }
        repeated
    }

    /// perf prints the largest shares first (`hist_entry__sort()` of `tools/perf/util/hist.c`): where one is above
    /// that of the row before, rows of another table may begin.
    pub fn rises_at(&self) -> Option<u64> {
        self.rises_at
    }

    /// The samples of its rows and those that are stated, where they are not the same. perf rounds to thousands and
    /// millions (`convert_unit()` of `tools/perf/util/units.c`).
    pub fn differs(&self) -> Option<(u64, u64)> {
        let (stated, unit) = self.stated?;
        let is_right = (stated..stated + unit).contains(&self.samples);
        (!is_right).then_some((self.samples, stated))
    }

    /// Whether the stated samples are `4K`: at least 4000.
    pub fn is_rounded(&self) -> bool {
        self.stated.is_some_and(|(_, unit)| unit > 1)
    }

    /// What a table has that is the same once more; none for a table without rows.
    pub fn mark(&self) -> Option<u64> {
        let comparable = !self.marks.is_empty() && !self.partly_taken;
        comparable.then(|| hash(&(&self.event, &self.header, &self.marks)))
    }
}

fn hash(of: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// ` 422  of event …`, `4K of event …`: how many samples, and the unit that this is rounded down to.
pub(super) fn stated(text: &str) -> Option<(u64, u64)> {
    let number = text.split_whitespace().next()?;
    let (digits, unit) = match number.as_bytes().last()? {
        b'K' => (&number[..number.len() - 1], 1_000),
        b'M' => (&number[..number.len() - 1], 1_000_000),
        b'G' => (&number[..number.len() - 1], 1_000_000_000),
        _ => (number, 1),
    };
    Some((decimal(digits.as_bytes())?.checked_mul(unit)?, unit))
}
