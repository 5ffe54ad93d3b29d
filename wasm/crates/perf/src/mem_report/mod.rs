//! `perf mem report --stdio`: samples grouped by symbol, data symbol, memory level and snoop.
//!
//! perf names global variables (`[.] g+0x8`) and prints a bare address for everything else, so a row
//! lands on a variable or on a cache line. Which columns there are is in the header; with `-x,` they
//! are separated. Whether a row is a load or a store is not in the table: the event of its table tells.

mod columns;
mod counts;

use facts::{
    AccessCounts, AccessProfile, AccessRow, CodeLevel, Latencies, ProfileKind, ProfileLine,
    ProfileVariable,
};
use rustc_hash::FxHashMap;

use crate::NothingUsable;
use crate::clean::Cleaner;
use crate::empty::empty;
use crate::notes::Notes;
use crate::tokens::{decimal, hex};
use columns::Columns;
use counts::{Operation, add, count};

const MAX_ROWS: usize = 200_000;
/// What perf prints where it knows no file.
const UNKNOWN: &str = "[unknown]";

/// Reads the lines of `perf mem report`.
#[derive(Debug, Default)]
pub struct MemReport {
    cleaner: Cleaner,
    columns: Option<Columns>,
    separator: Option<char>,
    events: Vec<String>,
    operation: Option<Operation>,
    rows: FxHashMap<Key, Group>,
    totals: AccessCounts,
    line: u64,
    lines_without_samples: u64,
    skipped: u64,
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
}

impl MemReport {
    /// Takes one line.
    pub fn line(&mut self, raw: &[u8]) {
        self.line += 1;
        let Some(text) = self.cleaner.line(raw) else { return };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return;
        }
        let bare = trimmed.trim_start_matches('#').trim();
        if let Some(rest) = bare.strip_prefix("Samples:") {
            return self.event(rest);
        }
        if bare.contains("Overhead")
            && (bare.contains("Memory access") || bare.contains("Data Symbol"))
        {
            return self.header(bare);
        }
        if !trimmed.starts_with('#') && trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            self.row(trimmed);
        }
    }

    /// ` 1K of event 'cpu/mem-loads,ldlat=30/P'`
    fn event(&mut self, rest: &str) {
        let name = rest.split('\'').nth(1).unwrap_or_default();
        self.operation = if name.contains("stores") || name.contains("spe_store") {
            Some(Operation::Store)
        } else if name.contains("loads")
            || name.contains("load_latency")
            || name.contains("LOAD_LATENCY")
        {
            Some(Operation::Load)
        } else {
            None
        };
        if !name.is_empty()
            && self.events.len() < 64
            && !self.events.iter().any(|known| known == name)
        {
            self.events.push(name.to_owned());
        }
    }

    fn header(&mut self, header: &str) {
        self.separator =
            [',', ';', '|'].into_iter().find(|separator| header.matches(*separator).count() >= 4);
        self.columns = Some(Columns::of(fields(header, self.separator)));
    }

    fn row(&mut self, text: &str) {
        let mut values: Vec<&str> = fields(text, self.separator).collect();
        // A remote level without a name is printed as "Remote  hit", with the gap of a column.
        let answer = |pair: &[&str]| pair[0] == "Remote" && matches!(pair[1], "hit" | "miss");
        if let Some(at) = values.windows(2).position(answer) {
            values.remove(at + 1);
        }
        let has_share = self.separator.is_some() || values[0].ends_with('%');
        let Some(columns) = self.columns.as_ref().filter(|_| has_share) else {
            self.skipped += 1;
            return;
        };
        let get = |at: Option<usize>| values.get(at?).copied().filter(|value| !value.is_empty());
        let samples = match get(columns.samples).map(|n| decimal(n.as_bytes())) {
            Some(Some(samples)) => samples.min(u64::from(u32::MAX)) as u32,
            _ => {
                self.lines_without_samples += 1;
                return;
            }
        };
        let Some(place) =
            get(columns.data_symbol).and_then(|data| place(data, get(columns.data_object)))
        else {
            self.skipped += 1;
            return;
        };
        let (symbol, level) = get(columns.symbol).map_or((None, None), symbol);
        let key = Key {
            place: place.0,
            offset: place.1,
            symbol,
            object: get(columns.object).filter(|name| *name != UNKNOWN).map(str::to_owned),
        };
        let access = get(columns.access).unwrap_or_default();
        let remote = access.contains("Remote") || access.contains("hop");
        let hitm = get(columns.snoop).is_some_and(|snoop| {
            snoop.split(['|', ' ']).any(|part| part.eq_ignore_ascii_case("hitm"))
        });
        let peer = get(columns.snoop).is_some_and(|snoop| snoop.contains("Peer"));
        let weight = get(columns.local_weight)
            .or_else(|| get(columns.weight))
            .and_then(|n| decimal(n.as_bytes()));
        let operation = self.operation;
        count(&mut self.totals, operation, samples, access, hitm, peer, remote);
        // A sample without an address is on no line.
        if key.place == Place::Line(0) && key.offset == 0 {
            return;
        }
        if self.rows.len() >= MAX_ROWS && !self.rows.contains_key(&key) {
            self.skipped += 1;
            return;
        }
        let group = self.rows.entry(key).or_default();
        group.level = level;
        count(&mut group.counts, operation, samples, access, hitm, peer, remote);
        let class = match (hitm, peer, remote) {
            _ if operation == Some(Operation::Store) => None,
            (true, _, true) => Some(0),
            (true, _, false) => Some(1),
            (false, true, true) => Some(2),
            (false, true, false) => Some(3),
            // Where the event samples both, stores are among these, and stores have no latency.
            (false, false, _) => operation.map(|_| 4),
        };
        if let (Some(weight), Some(class)) = (weight, class) {
            let (sum, number) = &mut group.weights[class];
            *sum = sum.saturating_add(weight.saturating_mul(u64::from(samples)));
            *number += u64::from(samples);
        }
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        if self.totals.records.is_none() {
            return Err(NothingUsable::NoRows { command: "perf mem report", lines: self.line });
        }
        self.notes.warn_times(
            self.lines_without_samples,
            "rows without a number of samples were skipped: run `perf mem report --stdio -n`",
            String::new,
        );
        self.notes.warn_times(
            self.skipped,
            "rows that could not be read were skipped",
            String::new,
        );
        if self.totals.loads.is_none() {
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

/// `[.] g+0x8` is byte 8 of g; `[.] 00007ffd0c7c0f58` is a bare address.
fn place(data: &str, object: Option<&str>) -> Option<(Place, u64)> {
    let name = match data.split_once("] ") {
        Some((level, name)) if level.starts_with('[') => name.trim(),
        _ => data,
    };
    // perf prints an address that it cannot name with all of its 16 digits.
    let digits = name.strip_prefix("0x").or((name.len() == 16).then_some(name));
    if let Some(address) = digits.and_then(|digits| hex(digits.as_bytes())) {
        return Some((Place::Line(address & !63), address % 64));
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
        (number > 0).then(|| sum as f64 / number as f64)
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
        other_loads: group.counts.loads.map(|loads| loads.saturating_sub(snooped)),
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
