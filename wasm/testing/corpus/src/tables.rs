//! Samples to lines and rows, by the rules of `process_sample_event()` of `tools/perf/builtin-c2c.c`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::recording::{LineKey, Recording};
use crate::stats::Stats;
use crate::version::Version;

/// What rows are grouped by besides the offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupKey {
    /// `pid`
    Pid,
    /// `tid`
    Tid,
    /// `iaddr`
    Code,
    /// `dso`
    File,
}

impl GroupKey {
    /// As `--coalesce` takes it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pid => "pid",
            Self::Tid => "tid",
            Self::Code => "iaddr",
            Self::File => "dso",
        }
    }
}

/// A running mean, rounded as perf's is: `update_stats()` of `tools/perf/util/stat.c`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mean {
    count: f64,
    mean: f64,
}

impl Mean {
    /// Takes one more.
    pub fn add(&mut self, value: u32) {
        self.count += 1.0;
        self.mean += (f64::from(value) - self.mean) / self.count;
    }

    /// Of how many.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count as u32
    }

    /// The mean; 0 of none.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.mean
    }
}

/// What was seen of physical memory: `c2c_he__set_node()`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Physical {
    last: u64,
    /// How often the address changed.
    pub changes: u32,
    /// The nodes.
    pub nodes: BTreeSet<u32>,
}

impl Physical {
    fn see(&mut self, address: u64, node: Option<u32>) {
        let Some(node) = node else { return };
        self.nodes.insert(node);
        if self.last != address {
            self.last = address;
            self.changes += 1;
        }
    }
}

/// A row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The site of its first sample.
    pub site: usize,
    /// The thread of its first sample.
    pub thread: usize,
    /// From the start of the line.
    pub offset_bytes: u64,
    /// Its counts.
    pub stats: Stats,
    /// Mean latency: remote HITM, local HITM, remote peer, local peer, other loads.
    pub means: [Mean; 5],
    /// CPUs seen.
    pub cpus: BTreeSet<u32>,
    /// Counts of each node.
    pub nodes: BTreeMap<u32, Stats>,
    /// Physical memory.
    pub physical: Physical,
    /// Indices of its samples.
    pub samples: Vec<usize>,
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    key: LineKey,
    /// Address of its first byte, as the first sample has it.
    pub address: u64,
    /// Its counts.
    pub stats: Stats,
    /// Physical memory.
    pub physical: Physical,
    /// Its rows, in perf's order.
    pub rows: Vec<Row>,
}

/// Lines of a recording.
#[derive(Debug, Clone)]
pub struct Tables {
    /// Every sample.
    pub all: Stats,
    /// Samples of lines with a HITM or a peer hit.
    pub shared: Stats,
    /// How many lines those are.
    pub shared_lines: u32,
    /// Before they are sorted: in the order of perf's tree.
    pub lines: Vec<Line>,
}

/// What to sort by, most first; rows by offset before.
pub type Heat = fn(&Stats) -> (u32, u32);

impl Tables {
    /// Builds them as perf c2c does.
    #[must_use]
    pub fn new(
        recording: &Recording,
        version: Version,
        group: &[GroupKey],
        line_bytes: u64,
    ) -> Self {
        Self::by(recording, version, group, line_bytes, |sample| {
            recording.line_key(sample, line_bytes)
        })
    }

    /// Builds them with lines told apart by a key.
    #[must_use]
    pub fn by(
        recording: &Recording,
        version: Version,
        group: &[GroupKey],
        line_bytes: u64,
        key_of: impl Fn(&crate::Sample) -> LineKey,
    ) -> Self {
        let mut tables = Self {
            all: Stats::default(),
            shared: Stats::default(),
            shared_lines: 0,
            lines: Vec::new(),
        };
        let mut line_index: HashMap<LineKey, usize> = HashMap::new();
        let mut row_index: HashMap<(usize, u64, Vec<RowKey>), usize> = HashMap::new();
        for (index, sample) in recording.samples.iter().enumerate() {
            let mapped = recording.mapped(sample);
            let stats = Stats::of(sample.source, sample.address, mapped, version);
            tables.all.add(&stats);
            let key = key_of(sample);
            let lines = &mut tables.lines;
            let at = *line_index.entry(key).or_insert_with(|| {
                lines.push(Line::new(key, sample.address & !(line_bytes - 1)));
                lines.len() - 1
            });
            let node = recording.scenario.machine.memory_node(sample.physical);
            let line = &mut tables.lines[at];
            line.stats.add(&stats);
            line.physical.see(sample.physical, node);
            let offset = sample.address & (line_bytes - 1);
            let row_key = RowKey::all(recording, sample, group);
            let rows = &mut line.rows;
            let row = *row_index.entry((at, offset, row_key)).or_insert_with(|| {
                rows.push(Row::new(sample.site, sample.thread, offset));
                rows.len() - 1
            });
            let row = &mut rows[row];
            row.stats.add(&stats);
            row.physical.see(sample.physical, node);
            row.cpus.insert(sample.cpu);
            let of_node = recording.scenario.machine.node_of(sample.cpu);
            row.nodes.entry(of_node).or_default().add(&stats);
            row.weigh(&stats, sample.weight);
            row.samples.push(index);
        }
        for line in &tables.lines {
            if line.stats.hitm() > 0 || line.stats.peer() > 0 {
                tables.shared_lines += 1;
                tables.shared.add(&line.stats);
            }
        }
        tables.lines.sort_by_key(|line| line.key);
        for line in &mut tables.lines {
            line.rows.sort_by_cached_key(|row| {
                let sample = &recording.samples[row.samples[0]];
                (row.offset_bytes, RowKey::all(recording, sample, group))
            });
        }
        tables
    }

    /// Sorts as `hists__output_resort_cb()` does: equal ones stay in the order of the tree.
    pub fn sort(&mut self, line_heat: Heat, row_heat: Heat) {
        self.lines.sort_by_key(|line| Reverse(line_heat(&line.stats)));
        for line in &mut self.lines {
            line.rows.sort_by_key(|row| (row.offset_bytes, Reverse(row_heat(&row.stats))));
        }
    }
}

/// A part of what tells rows apart, with perf's order: processes downwards, all else upwards.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum RowKey {
    Pid(Reverse<u32>),
    Tid(u32),
    Code(i64),
    File(String),
}

impl RowKey {
    fn all(recording: &Recording, sample: &crate::Sample, group: &[GroupKey]) -> Vec<Self> {
        let site = recording.site(sample);
        let thread = recording.thread(sample);
        let key = |key: &GroupKey| match key {
            GroupKey::Pid => Self::Pid(Reverse(thread.pid)),
            GroupKey::Tid => Self::Tid(thread.tid),
            // `sort__iaddr_cmp()` compares the difference as a signed number.
            GroupKey::Code => Self::Code(site.code as i64),
            GroupKey::File => Self::File(recording.file(site).short_name()),
        };
        group.iter().map(key).collect()
    }
}

impl Line {
    fn new(key: LineKey, address: u64) -> Self {
        let (stats, physical) = (Stats::default(), Physical::default());
        Self { key, address, stats, physical, rows: Vec::new() }
    }
}

impl Row {
    fn new(site: usize, thread: usize, offset_bytes: u64) -> Self {
        Self {
            site,
            thread,
            offset_bytes,
            stats: Stats::default(),
            means: [Mean::default(); 5],
            cpus: BTreeSet::new(),
            nodes: BTreeMap::new(),
            physical: Physical::default(),
            samples: Vec::new(),
        }
    }

    /// `compute_stats()`
    fn weigh(&mut self, stats: &Stats, weight: u32) {
        let classes = [stats.rmt_hitm, stats.lcl_hitm, stats.rmt_peer, stats.lcl_peer, stats.load];
        if let Some(class) = classes.iter().position(|count| *count > 0) {
            self.means[class].add(weight);
        }
    }
}
