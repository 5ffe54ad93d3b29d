//! Texts without their left side: somebody copied a rectangle out of a terminal, or scrolled a pager to the right.
//!
//! Columns that are gone move the others into their places, so that every number may be another one's: such a text is
//! not read. What perf always prints alike shows it: its counters, titles and names of columns, which begin in the middle
//! of a word, and percentages of which only the end is there.

use pasted::Line;

use crate::NothingUsable;
use crate::counters::Counters;
use crate::stats;

/// What perf prints in every text of a kind, as far as it is the same in all.
const ALWAYS: [&str; 16] = [
    "Trace Event Information",
    "Global Shared Cache Line Event Information",
    "c2c details",
    "Shared Data Cache Line Table",
    "Shared Cache Line Distribution Pareto",
    "# To display the perf.data header info",
    "# Total Lost Samples:",
    "# Samples:",
    "# Event count (approx.):",
    "# PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL",
    "# Overhead  Samples  Local Weight  Memory access",
    "Annotate type: 'struct",
    "Cachelines sort on",
    "Cacheline data grouping",
    "Cacheline data groupping",
    "# (Tip:",
];
/// Names of columns that stand first, or second once the first are gone.
const COLUMNS: [&str; 13] = [
    "Cacheline",
    "RmtHitm",
    "LclHitm",
    "Offset",
    "Address",
    "Overhead",
    "Samples",
    "Index",
    "records",
    "Data Type",
    "Phys Adrs",
    "Records",
    "Ld Miss",
];
/// The object of all of a kernel's own functions; what a mailer breaks off begins with its bracket.
const KERNEL: &str = "[kernel.kallsyms]";
/// An end that is shorter may be a word of its own.
const SHORTEST_END: usize = 4;
/// Lines that begin in the middle of a word, at least; of those that are surely perf's one is enough.
const FEWEST_TORN: usize = 2;
/// So much of a line is surely perf's.
const SURE_END: usize = 16;
/// Counts of which the name is gone, at least.
const FEWEST_NAMELESS: usize = 3;
/// What a pager draws in place of the first character where something is beyond it.
const MORE_ON_THE_LEFT: [char; 4] = ['<', '‹', '«', '…'];
/// Rows that begin in the middle of a percentage, at least.
const FEWEST_ROWS: usize = 3;

/// Looks for lines that lack their beginning.
#[derive(Debug, Default)]
pub struct LeftSide {
    counters: Vec<String>,
    /// Lines that begin in the middle of a word of perf's, and what the first one is: its number, what is there, the whole.
    torn: usize,
    first: Option<(u64, String, String)>,
    /// Lines of a counter of which the name is gone: `: 1598`.
    nameless: usize,
    /// The line before this one is the names of columns.
    in_header: bool,
    /// Rows that begin in the middle of a percentage, and those that begin before it.
    torn_rows: usize,
    whole_rows: usize,
    first_row: Option<(u64, String)>,
}

impl LeftSide {
    /// Looks at a line.
    pub fn look(&mut self, line: &Line) {
        let text = line.text.strip_prefix(MORE_ON_THE_LEFT).unwrap_or(line.text);
        let Some(word) = text.split_whitespace().next() else { return };
        if word == ":" && stats::count(text.trim_start().trim_start_matches(':')).is_some() {
            self.nameless += 1;
            let whole = || (line.number, text.trim().to_owned(), "Total records : 1598".to_owned());
            self.first.get_or_insert_with(whole);
        }
        let is_share = |word: &str| word.ends_with('%') && word.contains('.');
        if is_share(word) && !word.starts_with('.') {
            self.whole_rows += 1;
        }
        // What was cut begins in the first column.
        // What a mailer broke off the names of columns stands below their beginning.
        let begins = text.trim_start().starts_with('#') || names_shares(text);
        let goes_on = std::mem::replace(&mut self.in_header, begins);
        self.in_header |= goes_on && !text.contains('%');
        if is_header_without_shares(text) && !goes_on {
            self.torn += FEWEST_TORN;
            let whole = || "RmtHitm  LclHitm  L1 Hit  L1 Miss".to_owned();
            self.first.get_or_insert_with(|| (line.number, text.trim().to_owned(), whole()));
        }
        if text.starts_with(char::is_whitespace) {
            return;
        }
        if is_end_of_share(word) && text.split_whitespace().skip(1).take(4).any(is_share) {
            self.torn_rows += 1;
            self.first_row.get_or_insert_with(|| (line.number, word.to_owned()));
        }
        if let Some((found, whole, is_sure)) = self.torn(text) {
            self.torn += if is_sure { FEWEST_TORN } else { 1 };
            self.first.get_or_insert_with(|| (line.number, found.to_owned(), whole));
        }
    }

    /// What is left of something that perf prints, all of it, and whether that is sure.
    fn torn<'a>(&mut self, text: &'a str) -> Option<(&'a str, String, bool)> {
        if self.counters.is_empty() {
            let (all, shared) = (Counters::default(), Counters::default());
            let counters = stats::from_counters(&all, &shared, 0, true);
            self.counters = counters.into_iter().map(|stat| stat.name).collect();
        }
        if let Some((key, _)) = text.split_once(" :") {
            let key = key.trim_end();
            let names = self.counters.iter().map(String::as_str).chain(ALWAYS);
            // Somebody may have lost the beginning of one.
            return whole_of(key, names).map(|whole| (key, whole.to_owned(), false));
        }
        let found = ALWAYS.into_iter().find(|whole| {
            // Of a line that goes on differently, the beginning is compared.
            ends(whole).any(|end| text.starts_with(end) && tears(whole, end))
        });
        if let Some(whole) = found {
            let end = ends(whole).find(|end| text.starts_with(end)).unwrap_or_default();
            return Some((text, whole.to_owned(), end.len() >= SURE_END));
        }
        let torn_object =
            text.match_indices(&KERNEL[1..]).find(|(at, _)| !text[..*at].ends_with(['[', '.']));
        if let Some((_, found)) = torn_object {
            return Some((found, KERNEL.to_owned(), false));
        }
        let word = text.split_whitespace().next()?;
        let is_header = COLUMNS.iter().filter(|name| text.contains(**name)).count() >= 2
            && !text.contains(':')
            && !text.split_whitespace().any(|word| word.ends_with('%'));
        let torn = |name: &&str| word.len() > 1 && name.ends_with(word) && tears(name, word);
        let whole = COLUMNS.into_iter().find(torn).filter(|_| is_header)?;
        Some((word, whole.to_owned(), true))
    }

    /// Why the text is not read, where its left side is missing.
    pub fn reason(self) -> Option<NothingUsable> {
        if (self.torn >= FEWEST_TORN || self.nameless >= FEWEST_NAMELESS)
            && let Some((line, found, whole)) = self.first
        {
            let found = found.chars().take(40).collect();
            return Some(NothingUsable::NoLeftSide { line, found, whole });
        }
        let (line, found) = self.first_row?;
        let most = self.torn_rows >= FEWEST_ROWS && self.torn_rows > self.whole_rows;
        most.then(|| NothingUsable::NoLeftSide { line, found, whole: "0.00%".to_owned() })
    }
}

/// Whether a line is the names of a row's columns without those of its shares. Somebody who takes columns out leaves the
/// sign before them.
fn is_header_without_shares(text: &str) -> bool {
    let has = |name: &str| text.contains(name);
    !text.trim_start().starts_with('#')
        && has("Code address")
        && (has("records") || has("cnt"))
        && !names_snoops(text)
}

/// Whether a line has names of the two columns that stand first.
fn names_snoops(text: &str) -> bool {
    ["Hitm", "Lcl", "Rmt", "HITM", "Peer"].iter().any(|name| text.contains(name))
}

/// Whether a line has names of the columns that stand first.
fn names_shares(text: &str) -> bool {
    ["L1 Hit", "L1 Miss", "Hitm", "Lcl", "HITM", "Peer"].iter().any(|name| text.contains(name))
}

/// The ends of a text that begin at one of its words' letters.
fn ends(whole: &'static str) -> impl Iterator<Item = &'static str> {
    let longest = whole.len().saturating_sub(SHORTEST_END * 2);
    (1..=longest).filter_map(|at| whole.get(at..))
}

/// The first of these that ends so, in the middle of a word.
fn whole_of<'a>(end: &str, mut wholes: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_short = end.len() < SHORTEST_END;
    wholes.find(|whole| !is_short && whole.ends_with(end) && tears(whole, end))
}

/// Whether what a text ends in begins in the middle of one of its words.
fn tears(whole: &str, end: &str) -> bool {
    let before = &whole[..whole.len() - end.len()];
    before.ends_with(char::is_alphanumeric) && end.starts_with(char::is_alphanumeric)
}

/// `.00%`, `00%`, `%`: perf prints a digit, a point and two decimals.
fn is_end_of_share(word: &str) -> bool {
    let Some(digits) = word.strip_suffix('%') else { return false };
    let digits = digits.strip_prefix('.').unwrap_or(digits);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (digits.len() < 2 || digits.len() == 2 && (word.starts_with(['.', '0'])))
}
