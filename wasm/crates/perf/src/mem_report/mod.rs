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

mod columns;
mod counts;
mod row;
mod tables;

use facts::{
    AccessCounts, AccessProfile, AccessRow, CodeLevel, Latencies, ProfileKind, ProfileLine,
    ProfileVariable,
};
use pasted::Line;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::NothingUsable;
use crate::breakdown::{Dimension, Groups, has_parts};
use crate::empty::empty;
use crate::lost::Lost;
use crate::notes::Notes;
use crate::tokens::{decimal, hex};
use columns::Columns;
use counts::{Answer, Operation, add, count};
use row::{is_cut_name, names_in};
use tables::{Sampled, Table};

const MAX_ROWS: usize = 200_000;
/// What perf prints where it knows no file.
const UNKNOWN: &str = "[unknown]";

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
    /// The table that is being read, and what the earlier ones were.
    table: Table,
    read_tables: FxHashSet<u64>,
    line: u64,
    rows_without_samples: u64,
    /// Of tables without the column of data.
    rows_without_data: u64,
    /// Of tables whose header does not fit them.
    rows_without_header: u64,
    skipped: u64,
    first_skipped: u64,
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
    notes: Notes,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    place: Place,
    offset: u64,
    symbol: Option<String>,
    object: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Place {
    Variable { name: String, object: Option<String> },
    Line(u64),
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
            return;
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
            && (bare.contains("Memory access") || bare.contains("Data Symbol") || has_parts(bare))
        {
            return self.header(bare, line);
        }
        if self.may_be_row(trimmed) {
            self.row(trimmed, line);
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
        self.end_table();
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
        let is_cut = line.cut
            || names.last().is_some_and(|name| is_cut_name(name))
            || columns.lacks(&self.sort_keys);
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
        self.notes.note(
            format!(
                "the columns of {} break each row's weight down, each in its own way: shares of weight are no numbers of samples, and none of them was counted",
                titles.join(", ")
            ),
            String::new,
        );
    }

    fn begin_table(&mut self, header: &str) {
        // The rows of one table may have its header above each screen.
        if self.table.header(header) {
            let event = self.table.event.clone();
            self.end_table();
            self.table.event = event;
            self.table.header(header);
        }
    }

    fn row(&mut self, text: &str, line: Line) {
        if line.last {
            self.ends_inside = true;
            return;
        }
        let mut values: Vec<&str> = match &self.columns {
            Some(columns) if !columns.groups.is_empty() => with_parts(text, self.separator),
            _ => fields(text, self.separator).collect(),
        };
        // A remote level without a name is printed as "Remote  hit", with the gap of a column.
        let answer = |pair: &[&str]| pair[0] == "Remote" && matches!(pair[1], "hit" | "miss");
        if let Some(at) = values.windows(2).position(answer) {
            values.remove(at + 1);
        }
        let Some(columns) = self.columns.as_ref() else {
            self.rows_without_header += 1;
            return self.skip();
        };
        let mut is_short = false;
        if self.separator.is_some() {
            // The last value of a row that ends before its table does may be the beginning of one.
            is_short = line.cut || values.len() < columns.number;
            if values.len() > columns.number {
                return self.skip();
            } else if is_short {
                values.pop();
            }
        } else if values.len() != columns.number {
            let whole = row::values(text, &columns.kinds, false);
            let Some(found) = whole.or_else(|| row::values(text, &columns.kinds, true)) else {
                // Of a name with two blanks in it, or of another table.
                return self.skip();
            };
            (values, is_short) = (found.all, found.is_short);
        }
        // The last value may be the beginning of one, unless the gap behind it is there.
        let at_edge =
            columns.cut_at.is_some_and(|edge| line.text.trim_end().chars().count() >= edge);
        let open = (line.cut && !line.text.ends_with("  "))
            || at_edge
            || (is_short && !line.cut && columns.cut_at.is_none());
        if open && (line.cut || at_edge || is_short) && self.separator.is_none() {
            values.pop();
            is_short = true;
        }
        is_short |= columns.cut_at.is_some();
        let get = |at: Option<usize>| values.get(at?).copied().filter(|value| !value.is_empty());
        let samples = match get(columns.samples).map(|n| decimal(n.as_bytes())) {
            Some(Some(samples)) => samples.min(u64::from(u32::MAX)) as u32,
            _ if is_short && columns.samples.is_some() => {
                self.cut.add(line.number);
                return;
            }
            _ => {
                self.rows_without_samples += 1;
                return;
            }
        };
        let operation = match columns.only_operation {
            Some("Load") => Some(Operation::Load),
            Some("Store") => Some(Operation::Store),
            Some(_) => None,
            // The groups say that the event samples more than its name does.
            None if columns.groups.contains(&Dimension::Operation) => None,
            None => self.operation,
        };
        let access = get(columns.access);
        let remote = access.map(|access| access.contains("Remote") || access.contains("hop"));
        let hitm = get(columns.snoop).is_some_and(|snoop| {
            snoop.split(['|', ' ']).any(|part| part.eq_ignore_ascii_case("hitm"))
        });
        let peer = get(columns.snoop).is_some_and(|snoop| snoop.contains("Peer"));
        let number = |at| get(at).and_then(|n| decimal(n.as_bytes()));
        // "Local Weight" is that of each sample, "Weight" that of all samples of the row
        // (`hist_entry__global_weight_snprintf()` of `tools/perf/util/sort.c`).
        let of_one = number(columns.local_weight);
        let weight = of_one.map(|weight| weight.saturating_mul(u64::from(samples)));
        let weight = weight.or_else(|| number(columns.weight));
        let snooped = get(columns.snoop).is_some();
        let mut counts = AccessCounts::default();
        count(&mut counts, operation, samples, &Answer { access, hitm, peer, remote, snooped });
        let class = match (hitm, peer, remote) {
            _ if operation == Some(Operation::Store) || !snooped => None,
            (true, _, Some(true)) => Some(0),
            (true, _, Some(false)) => Some(1),
            (false, true, Some(true)) => Some(2),
            (false, true, Some(false)) => Some(3),
            // Where the event samples both, stores are among these, and stores have no latency.
            (false, false, _) => operation.map(|_| 4),
            (_, _, None) => None,
        };
        let weighed = weight.zip(class).map(|(weight, class)| (class, weight, u64::from(samples)));
        let snooped = snooped || operation == Some(Operation::Store);
        if is_short {
            self.cut.add(line.number);
        }
        let data = get(columns.data_symbol);
        if data.is_none() && (columns.data_symbol.is_none() || is_short) {
            self.rows_without_data += u64::from(!is_short);
            return self
                .table
                .add(text, Sampled { key: None, counts, weighed, level: None, snooped });
        }
        let Some(place) =
            get(columns.data_symbol).and_then(|data| place(data, get(columns.data_object)))
        else {
            return self.skip();
        };
        let (symbol, level) = get(columns.symbol).map_or((None, None), symbol);
        let key = Key {
            place: place.0,
            offset: place.1,
            symbol,
            object: get(columns.object).filter(|name| *name != UNKNOWN).map(str::to_owned),
        };
        self.table.add(text, Sampled { key: Some(key), counts, weighed, level, snooped });
        if self.table.is_full() {
            self.take_rows();
        }
    }

    fn skip(&mut self) {
        if self.skipped == 0 {
            self.first_skipped = self.line;
        }
        self.skipped += 1;
    }

    /// Counts the rows of the table that ends, if it was not there before.
    fn end_table(&mut self) {
        let halved = self.table.halve();
        let again = self.table.mark().is_some_and(|mark| !self.read_tables.insert(mark));
        if halved || again {
            self.notes.warn("a table is in the text more than once: it was counted once", || {
                format!("line {}", self.line)
            });
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
                let (sum, number) = &mut group.weights[class];
                *sum = sum.saturating_add(weight);
                *number += samples;
            }
        }
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        self.end_table();
        if self.totals.records.is_none() && self.rows_without_samples > 0 {
            return Err(NothingUsable::OnlyShares { rows: self.rows_without_samples });
        }
        if self.totals.records.is_none() {
            return Err(NothingUsable::NoRows { command: "perf mem report", lines: self.line });
        }
        self.notes.warn_times(
            self.rows_without_samples,
            "rows without a number of samples were skipped: run `perf mem report --stdio -n`, or with `sample` among the fields of `-F`",
            String::new,
        );
        self.notes.warn_times(
            self.rows_without_data,
            "rows name no data: their samples are in the totals and on no line; print them with `-s symbol_daddr,dso_daddr,sym,dso`",
            String::new,
        );
        if self.rows_without_header > 0 {
            self.notes.warn(
                "a header does not say what its columns are: pass both of its lines, as perf prints them",
                String::new,
            );
        }
        self.notes.warn_times(
            self.cut.rows,
            "rows are cut at the right edge: what is beyond it is missing, and the samples of a row that is cut before its data are in the totals only",
            || self.cut.place(),
        );
        if self.ends_inside {
            self.notes.warn(
                "the text ends in a row: it was left out, and those behind it are missing",
                || format!("line {}", self.line),
            );
        }
        let first_skipped = self.first_skipped;
        self.notes.warn_times(self.skipped, "rows that could not be read were skipped", || {
            format!("line {first_skipped}")
        });
        self.notes.warn_times(
            self.dropped,
            "rows are more than are read: their samples are in the totals only",
            String::new,
        );
        if self.is_untold {
            self.notes.note(
                "the event samples loads and stores alike and the table does not tell them apart: rows have records only",
                String::new,
            );
        }
        self.notes.note(
            "`perf mem report` has no CPUs: who shares a line with whom is not known; `perf c2c report` has them",
            String::new,
        );
        let mut by_place: FxHashMap<Place, Vec<AccessRow>> = FxHashMap::default();
        for (key, group) in self.rows {
            let row = access_row(&key, group);
            by_place.entry(key.place).or_default().push(row);
        }
        let (mut lines, mut variables) = (Vec::new(), Vec::new());
        for (place, mut rows) in by_place {
            rows.sort_by(|a, b| {
                let key = |row: &AccessRow| std::cmp::Reverse(row.counts.records);
                a.offset_bytes
                    .total_cmp(&b.offset_bytes)
                    .then(key(a).cmp(&key(b)))
                    .then_with(|| a.symbol.cmp(&b.symbol))
            });
            let counts =
                rows.iter().fold(AccessCounts::default(), |sum, row| add(sum, &row.counts));
            match place {
                Place::Variable { name, object } => {
                    variables.push(ProfileVariable { name, object, counts, rows })
                }
                Place::Line(address) => lines.push(ProfileLine {
                    address: Some(format!("{address:#x}")),
                    memory_nodes: Vec::new(),
                    physical_changes: None,
                    snoop_percent: None,
                    counts,
                    rows,
                    row_error_samples: 0,
                    trimmed_percent: None,
                    missing: None,
                }),
            }
        }
        let heat = |c: &AccessCounts| std::cmp::Reverse((c.hitm_remote, c.hitm_local, c.records));
        lines.sort_by(|a, b| {
            heat(&a.counts).cmp(&heat(&b.counts)).then_with(|| a.address.cmp(&b.address))
        });
        variables.sort_by(|a, b| {
            heat(&a.counts).cmp(&heat(&b.counts)).then_with(|| a.name.cmp(&b.name))
        });
        Ok(AccessProfile {
            events: self.events,
            totals: self.totals,
            lines,
            variables,
            diagnostics: self.notes.into_vec(),
            ..empty(ProfileKind::MemReport)
        })
    }
}

/// Fields of a line: separated, or with two blanks between them.
fn fields(text: &str, separator: Option<char>) -> Box<dyn Iterator<Item = &str> + '_> {
    match separator {
        Some(separator) => Box::new(text.split(separator).map(str::trim)),
        None => Box::new(text.split("  ").map(str::trim).filter(|field| !field.is_empty())),
    }
}

const SEPARATORS: [char; 3] = [',', ';', '|'];

/// What is between the columns of `-x,`.
fn separator_of(header: &str) -> Option<char> {
    SEPARATORS.into_iter().find(|separator| header.matches(*separator).count() >= 2)
}

/// A line of a header with blanks for its separators. (Names have none: perf writes a dot for one.)
fn unseparated(header: &str) -> String {
    header.replace(SEPARATORS, "  ")
}

/// Fields of a row that has columns of groups: "100.0%" has one blank before it.
fn with_parts(text: &str, separator: Option<char>) -> Vec<&str> {
    let mut all = Vec::new();
    for field in fields(text, separator) {
        if field.ends_with('%') && field.split_whitespace().all(|word| word.ends_with('%')) {
            all.extend(field.split_whitespace());
        } else {
            all.push(field);
        }
    }
    all
}

/// `[.] g+0x8` is byte 8 of g; `[.] 00007ffd0c7c0f58` is a bare address.
fn place(data: &str, object: Option<&str>) -> Option<(Place, u64)> {
    let name = match data.split_once("] ") {
        Some((level, name)) if level.starts_with('[') => name.trim(),
        _ => data,
    };
    // perf prints an address that it cannot name with all of its 16 digits; with fewer of them it is cut.
    let digits = name.strip_prefix("0x").or((name.len() == 16).then_some(name));
    if let Some(address) = digits.and_then(|digits| hex(digits.as_bytes())) {
        let whole = digits.is_some_and(|digits| digits.len() == 16);
        return whole.then_some((Place::Line(address & !63), address % 64));
    }
    if name == "0x" || name.starts_with('[') || name.ends_with("+0x") {
        return None;
    }
    let (name, offset) = match name.rsplit_once("+0x") {
        Some((name, offset)) => (name, hex(offset.as_bytes())?),
        None => (name, 0),
    };
    let name = name.to_owned();
    let object = object.map(str::to_owned);
    Some((Place::Variable { name, object }, offset))
}

fn symbol(text: &str) -> (Option<String>, Option<CodeLevel>) {
    let (level, name) = match text.get(..3) {
        Some("[k]") => (Some(CodeLevel::Kernel), text[3..].trim()),
        Some("[.]") => (Some(CodeLevel::User), text[3..].trim()),
        _ => (None, text),
    };
    let bare = name.strip_prefix("0x").is_some_and(|digits| hex(digits.as_bytes()).is_some());
    ((!bare).then(|| name.to_owned()), level)
}

fn access_row(key: &Key, group: Group) -> AccessRow {
    let mean = |class: usize| {
        let (sum, number) = group.weights[class];
        (number > 0 && !group.not_snooped).then(|| sum as f64 / number as f64)
    };
    let of = &group.counts;
    let snooped = [of.hitm_local, of.hitm_remote, of.peer_local, of.peer_remote];
    let snooped = snooped.into_iter().flatten().fold(0, u32::saturating_add);
    AccessRow {
        offset_bytes: key.offset as f64,
        code_address: None,
        pid: None,
        tid: None,
        thread_name: None,
        other_loads: group
            .counts
            .loads
            .filter(|_| !group.not_snooped)
            .map(|loads| loads.saturating_sub(snooped)),
        latencies: Latencies {
            hitm_remote_cycles: mean(0),
            hitm_local_cycles: mean(1),
            peer_remote_cycles: mean(2),
            peer_local_cycles: mean(3),
            other_cycles: mean(4),
        },
        counts: group.counts,
        shares: None,
        cpu_count: None,
        nodes: Vec::new(),
        cpus: Vec::new(),
        symbol: key.symbol.clone(),
        symbol_may_be_cut: false,
        level: group.level,
        object: key.object.clone(),
        source_line: None,
    }
}
