//! `perf mem report --stdio`: samples grouped by symbol, data symbol, memory level and snoop.
//!
//! perf names global variables (`[.] g+0x8`) and prints a bare address for everything else, so a row
//! lands on a variable or on a cache line. Which columns there are is in the header; with `-x,` they
//! are separated. Whether a row is a load or a store is not in the table: the event of its table tells.
//!
//! perf 6.16 and later have `-F overhead,op,cache,mem,snoop,dtlb`: groups of columns that break each row's weight down
//! ([`crate::breakdown`]). A share of weight is no number of samples, so that a row has its samples (`-F …,sample`)
//! and, where all of a table's samples are loads or all are stores, these; everything else of the groups is named in
//! a remark and not counted.

mod cells;
mod columns;
mod counts;
mod finish;
mod place;
mod row;
mod samples;
mod tables;

use facts::{AccessCounts, CodeLevel};
use mailtext::Line;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::breakdown::{Groups, has_parts};
use crate::detect::names_access;
use crate::messages;
use crate::notes::{Lost, Notes, text_line};
use cells::{fields, separator_of, unseparated};
use columns::Columns;
use counts::{Operation, add};
use place::{Key, Place};
use row::{completed, is_cut_name, names_in};
use tables::{Table, stated};

const MAX_ROWS: usize = 200_000;
/// Reads the lines of `perf mem report`.
#[derive(Debug, Default)]
pub struct MemReport {
    columns: Option<Columns>,
    separator: Option<char>,
    events: Vec<String>,
    operation: Option<Operation>,
    rows: FxHashMap<Key, Group>,
    totals: AccessCounts,
    /// The line of column groups right above.
    groups: Option<Groups>,
    /// A header right above that ends inside the name of a column: a mailer may have broken it there.
    open_header: Option<String>,
    /// The table that is being read, and what the earlier ones were.
    table: Table,
    read_tables: FxHashSet<u64>,
    /// Events of which a table with rows was read.
    counted_events: FxHashSet<String>,
    line: u64,
    rows_without_samples: u64,
    /// Of tables without the column of data.
    rows_without_data: u64,
    /// Of tables whose header does not fit them.
    rows_without_header: u64,
    skipped: Lost,
    /// Rows of one place and function too many.
    dropped: u64,
    /// A table has rows that may be loads as well as stores.
    is_untold: bool,
    /// Rows that end before their table does.
    cut: Lost,
    /// The text ends in a row.
    ends_inside: bool,
    /// The keys of perf's order: the columns that there are.
    sort_keys: String,
    keys_follow: bool,
    notes: Notes,
}

#[derive(Debug, Default)]
struct Group {
    counts: AccessCounts,
    level: Option<CodeLevel>,
    // Sum of weights and number of loads: remote HITM, local HITM, remote peer, local peer, other.
    weights: [(u64, u64); 5],
    /// Of some loads it is not known whether they were HITM.
    not_snooped: bool,
}

impl Group {
    #[expect(clippy::indexing_slicing, reason = "`samples` numbers the kinds as `weights` does")]
    fn weigh(&mut self, class: usize, weight: u64, samples: u64) {
        let (sum, number) = &mut self.weights[class];
        *sum = sum.saturating_add(weight);
        *number += samples;
    }
}

impl MemReport {
    /// Whether nothing was read yet.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.columns.is_none() && self.totals.records.is_none()
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.line = line.number;
        let text = line.text;
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return;
        }
        let bare = trimmed.trim_start_matches('#').trim();
        if let Some(rest) = bare.strip_prefix("Samples:") {
            return self.event(rest);
        }
        if let Some(rest) = bare.strip_prefix("Sort order") {
            self.sort_keys = rest.trim_start_matches([' ', ':']).to_owned();
            self.keys_follow = self.sort_keys.is_empty();
            return;
        }
        // A mailer broke the line before its one long word.
        if std::mem::take(&mut self.keys_follow) && trimmed.starts_with("local_weight,") {
            trimmed.clone_into(&mut self.sort_keys);
            return;
        }
        if let Some(header) = self.open_header.take()
            && let Some(whole) = completed(&header, trimmed)
        {
            return self.header(&whole, line);
        }
        // With `-x,` the groups are apart, and the columns inside a group are not.
        if let Some(groups) = Groups::of(trimmed).or_else(|| Groups::of(&unseparated(trimmed))) {
            self.groups = Some(groups);
            return;
        }
        if let Some(groups) = self.groups.take() {
            return self.grouped_header(&groups, bare);
        }
        if bare.contains("Overhead")
            && (bare.contains("Memory access")
                || bare.contains("Data Symbol")
                || has_parts(bare)
                || names_access(bare))
        {
            return self.header(bare, line);
        }
        if self.may_be_row(trimmed) {
            self.ends_inside = false;
            self.row(trimmed, line);
        } else if self.columns.is_some() && is_end_of_row(trimmed) {
            self.skipped.add(self.line);
        } else if self.columns.is_some() && is_begun(trimmed) {
            self.ends_inside = true;
        }
    }

    /// A row begins with its share. With `-x,` that is a bare number, as a line of prose may begin with one.
    fn may_be_row(&self, text: &str) -> bool {
        let first = text.split_whitespace().next().unwrap_or_default();
        let share = first.strip_suffix('%').unwrap_or(first);
        let is_number = share.starts_with(|c: char| c.is_ascii_digit());
        match self.separator {
            Some(separator) => is_number && text.contains(separator),
            None => is_number && share.len() < first.len(),
        }
    }

    /// ` 1K of event 'cpu/mem-loads,ldlat=30/P'`; a group of events has all of their names.
    fn event(&mut self, rest: &str) {
        let (event, has_rows) = (self.table.event.clone(), self.table.samples() > 0);
        self.end_table();
        if has_rows && !event.is_empty() {
            self.counted_events.insert(event);
        }
        // perf hides columns without samples, so that the groups of the next table may have others.
        self.columns = self.columns.take().filter(|columns| columns.groups.is_empty());
        // Without its second quote the name is cut, and what it lacks may be of another operation.
        let quoted = rest.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
        let name = quoted.map_or("", |(name, _)| name);
        let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        let loads = has(&["loads", "load_latency", "LOAD_LATENCY"]);
        self.operation = match (loads, has(&["stores", "spe_store"])) {
            (true, false) => Some(Operation::Load),
            (false, true) => Some(Operation::Store),
            _ => None,
        };
        self.table.event = name.to_owned();
        self.table.stated = stated(rest);
        if !name.is_empty()
            && self.events.len() < 64
            && !self.events.iter().any(|known| known == name)
        {
            self.events.push(name.to_owned());
        }
    }

    fn header(&mut self, header: &str, line: Line) {
        self.begin_table(header);
        self.separator = separator_of(header);
        let names: Vec<&str> = match self.separator {
            Some(_) => fields(header, self.separator).collect(),
            None => fields(header, None).flat_map(names_in).collect(),
        };
        let mut columns = Columns::of(names.iter().copied());
        let is_open = names.last().is_some_and(|name| is_cut_name(name));
        let is_cut = is_open || columns.lacks(&self.sort_keys);
        self.open_header = is_open.then(|| header.to_owned());
        columns.cut_at = is_cut.then(|| line.text.trim_end().chars().count());
        // Columns of groups without the line that names the groups: whose they are is not known.
        self.columns = (!has_parts(header)).then_some(columns);
    }

    fn grouped_header(&mut self, groups: &Groups, header: &str) {
        self.begin_table(header);
        self.separator = separator_of(header);
        self.columns = match self.separator {
            None => Columns::with_groups(groups, header),
            Some(_) => Columns::with_groups(groups, &unseparated(header)),
        };
        let Some(columns) = &self.columns else { return };
        let titles: Vec<&str> = columns.groups.iter().map(|group| group.title()).collect();
        self.notes.add(messages::weight_columns(titles.join(", ")), String::new);
    }

    fn begin_table(&mut self, header: &str) {
        // The rows of one table may have its header above each screen.
        if self.table.header(header) {
            let (event, stated) = (self.table.event.clone(), self.table.stated);
            let has_rows = self.table.samples() > 0;
            self.end_table();
            if has_rows {
                self.counted_events.insert(event.clone());
            }
            (self.table.event, self.table.stated) = (event, stated);
            self.table.header(header);
        }
    }

    /// Counts the rows of the table that ends, if it was not there before.
    fn end_table(&mut self) {
        let halved = self.table.halve();
        let again = self.table.mark().is_some_and(|mark| !self.read_tables.insert(mark));
        if halved || again {
            self.notes.add(messages::table_again(), || text_line(self.line));
        }
        if let Some(line) = self.table.rises_at().filter(|_| !halved && !again) {
            self.notes.add(messages::shares_rise(), || text_line(line));
        }
        // Of rows without a number of samples nothing is known.
        let is_known = self.table.samples() > 0 || self.rows_without_samples == 0;
        match self.table.differs().filter(|_| !again && is_known) {
            Some((samples, stated)) if samples > stated => {
                self.notes.add(messages::more_samples(samples, stated), String::new)
            }
            Some((samples, stated)) => self.notes.add(
                messages::fewer_samples(
                    samples,
                    format!("{}{stated}", if self.table.is_rounded() { "at least " } else { "" }),
                ),
                String::new,
            ),
            None => {}
        }
        if self.table.samples() > 0 && !again && self.counted_events.contains(&self.table.event) {
            self.notes.add(messages::tables_of_two(), || self.table.event.clone());
        }
        if again {
            self.table = Table::default();
        }
        self.take_rows();
        self.table = Table::default();
    }

    fn take_rows(&mut self) {
        for row in self.table.take() {
            self.totals = add(std::mem::take(&mut self.totals), &row.counts);
            self.is_untold |= row.counts.loads.is_none() && row.counts.stores.is_none();
            let Some(key) = row.key else { continue };
            // A sample without an address is on no line.
            if key.place == Place::Line(0) && key.offset == 0 {
                continue;
            }
            if self.rows.len() >= MAX_ROWS && !self.rows.contains_key(&key) {
                self.dropped += 1;
                continue;
            }
            let group = self.rows.entry(key).or_default();
            group.level = row.level;
            group.not_snooped |= !row.snooped;
            group.counts = add(std::mem::take(&mut group.counts), &row.counts);
            if let Some((class, weight, samples)) = row.weighed {
                group.weigh(class, weight, samples);
            }
        }
    }
}

/// Whether a line has no more than the beginning of the share that a row begins with; what fences a text in may stand right
/// behind its end.
fn is_begun(text: &str) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let share = text.trim_end_matches(['`', '~']);
    let (whole, decimals) = share.split_once('.').unwrap_or((share, ""));
    (1..=3).contains(&whole.len()) && decimals.len() <= 2 && is_digits(whole) && is_digits(decimals)
}

/// Whether a line that is no row has the level of a symbol, as only a row has: its beginning is missing.
fn is_end_of_row(text: &str) -> bool {
    !text.starts_with('#') && text.split_whitespace().any(|word| matches!(word, "[.]" | "[k]"))
}
