//! Samples to the tables of `perf c2c report`: lines, and rows by offset and instruction.

mod cpus;
mod finish;

use facts::{CodeLevel, CpuSamples};
use rustc_hash::FxHashMap;

use crate::counters::{Counter, Counters, Raised};
use cpus::Cpus;

/// Lines that a profile lists; the rest is in `AccessProfile::unlisted`. Lines with HITM come first.
pub const MAX_LINES: usize = 2_000;
/// Rows that a profile lists over all of its lines.
pub const MAX_ROWS: usize = 100_000;
/// Rows that are kept while reading; beyond these, samples count for their line only.
const MAX_OPEN_ROWS: usize = 2_000_000;
const PAGE_BITS: u32 = 12;
/// Physical pages that are kept of a line: it moves when its page migrates, which is rare.
const MAX_PAGES: usize = 16;

/// One memory sample, classified.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sample {
    /// What it counts as.
    pub raised: Raised,
    /// The accessed address, as sampled.
    pub address: u64,
    /// The address by which perf tells lines apart: file offset in a mapped file, else `address`.
    pub line_key: u64,
    /// What else tells lines apart: address space, file.
    pub space: u64,
    /// Address of the instruction.
    pub ip: Option<u64>,
    /// Logical CPU.
    pub cpu: Option<u32>,
    /// Process.
    pub pid: Option<u32>,
    /// Thread.
    pub tid: Option<u32>,
    /// Load latency in cycles.
    pub weight: Option<u64>,
    /// Events that it stands for.
    pub period: Option<u64>,
    /// Physical address, where it was sampled.
    pub physical: Option<u64>,
    /// Index of the symbol's name in [`Names`].
    pub symbol: Option<u32>,
    /// Index of the object's name in [`Names`].
    pub object: Option<u32>,
    /// Kernel or user code.
    pub level: Option<CodeLevel>,
}

impl Sample {
    /// A sample of this address, of which nothing else is known.
    pub fn of(raised: Raised, address: u64) -> Self {
        Self { raised, address, line_key: address, ..Self::default() }
    }
}

/// Names, each kept once.
#[derive(Debug, Default)]
pub struct Names {
    list: Vec<String>,
    by_name: FxHashMap<Box<[u8]>, u32>,
}

impl Names {
    /// The index of a name.
    pub fn intern(&mut self, name: &[u8]) -> u32 {
        if let Some(index) = self.by_name.get(name) {
            return *index;
        }
        let index = self.list.len() as u32;
        self.list.push(String::from_utf8_lossy(name).into_owned());
        self.by_name.insert(name.into(), index);
        index
    }

    /// Whether one of two names is the beginning of the other.
    fn is_beginning(&self, one: u32, other: u32) -> bool {
        let get = |index: u32| self.list.get(index as usize).map(String::as_str);
        get(one)
            .zip(get(other))
            .is_some_and(|(one, other)| one.starts_with(other) || other.starts_with(one))
    }

    /// The name at an index.
    pub fn get(&self, index: Option<u32>) -> Option<String> {
        index.and_then(|index| self.list.get(index as usize).cloned())
    }
}

#[derive(Debug, Default, Clone, Copy)]
struct Mean {
    sum: u64,
    count: u32,
}

impl Mean {
    fn add(&mut self, weight: u64) {
        self.sum = self.sum.saturating_add(weight);
        self.count = self.count.saturating_add(1);
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / f64::from(self.count))
    }
}

#[derive(Debug)]
struct OpenRow {
    line: u32,
    offset: u32,
    ip: Option<u64>,
    pid: Option<u32>,
    tid: Option<u32>,
    counters: Counters,
    // Remote HITM, local HITM, remote peer, local peer, other.
    latencies: [Mean; 5],
    /// Sum over all samples; `None` where one states none.
    period: Option<u64>,
    cpus: Cpus,
    symbol: Option<u32>,
    /// Another sample of it has the beginning of this name, or more of it.
    has_cut_name: bool,
    object: Option<u32>,
    level: Option<CodeLevel>,
}

#[derive(Debug)]
struct OpenLine {
    address: u64,
    counters: Counters,
    physical: u64,
    physical_changes: u32,
    /// Physical pages that the line was seen in.
    pages: Vec<u64>,
    space: u64,
    /// First byte, by the address that tells lines apart.
    start: u64,
}

/// Collects samples. Memory grows with the number of different lines and rows, not of samples.
#[derive(Debug)]
pub struct Tables {
    line_bytes: u64,
    by_thread: bool,
    lines: Vec<OpenLine>,
    line_index: FxHashMap<(u64, u64), u32>,
    rows: Vec<OpenRow>,
    row_index: FxHashMap<(u32, u32, u64, u32), u32>,
    all: Counters,
    samples_without_row: u64,
    /// Samples that name another function than the first one of their row, which has the same instruction.
    renamed: u64,
    /// Those of them that name the beginning of it, or of which it is the beginning.
    cut_names: u64,
    cpus_seen: bool,
    /// Names of symbols and objects.
    pub names: Names,
}

impl Tables {
    /// Empty tables. `by_thread`: rows of different threads stay apart (`--coalesce tid,iaddr`).
    pub fn new(line_bytes: u32, by_thread: bool) -> Self {
        Self {
            line_bytes: u64::from(line_bytes.max(1)),
            by_thread,
            lines: Vec::new(),
            line_index: FxHashMap::default(),
            rows: Vec::new(),
            row_index: FxHashMap::default(),
            all: Counters::default(),
            samples_without_row: 0,
            renamed: 0,
            cut_names: 0,
            cpus_seen: false,
            names: Names::default(),
        }
    }

    /// Whether no sample came.
    pub fn is_empty(&self) -> bool {
        self.all.get(Counter::Entries) == 0
    }

    /// Counts one sample.
    pub fn add(&mut self, sample: &Sample) {
        self.all.count(sample.raised);
        let line = self.line_of(sample);
        let open = self.line_mut(line);
        open.counters.count(sample.raised);
        if let Some(physical) = sample.physical.filter(|physical| *physical != 0) {
            // `c2c_he__set_node()` of builtin-c2c.c: counts changes, not addresses.
            if open.physical != physical {
                open.physical = physical;
                open.physical_changes = open.physical_changes.saturating_add(1);
            }
            let page = physical >> PAGE_BITS;
            if open.pages.len() < MAX_PAGES && !open.pages.contains(&page) {
                open.pages.push(page);
            }
        }
        match self.row_of(sample, line) {
            None => self.samples_without_row += 1,
            Some(at) => {
                let row = self.row_mut(at);
                let names = row.symbol.zip(sample.symbol).filter(|_| sample.ip.is_some());
                let other = names.filter(|(known, name)| known != name);
                row.count(sample);
                if other.is_some_and(|(known, name)| self.names.is_beginning(known, name)) {
                    self.row_mut(at).has_cut_name = true;
                    self.cut_names += 1;
                } else {
                    self.renamed += u64::from(other.is_some());
                }
            }
        }
        self.cpus_seen |= sample.cpu.is_some();
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "`line_of` gives the numbers, and who moves lines numbers those of rows anew"
    )]
    fn line(&self, number: u32) -> &OpenLine {
        &self.lines[number as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "as in `line`")]
    fn line_mut(&mut self, number: u32) -> &mut OpenLine {
        &mut self.lines[number as usize]
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "`row_of` gives the numbers, and no row is taken out"
    )]
    fn open_row(&self, number: u32) -> &OpenRow {
        &self.rows[number as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "as in `open_row`")]
    fn row_mut(&mut self, number: u32) -> &mut OpenRow {
        &mut self.rows[number as usize]
    }

    fn line_of(&mut self, sample: &Sample) -> u32 {
        let lines = &mut self.lines;
        let start = sample.line_key - sample.line_key % self.line_bytes;
        *self.line_index.entry((sample.space, start)).or_insert_with(|| {
            lines.push(OpenLine {
                address: sample.address - sample.address % self.line_bytes,
                counters: Counters::default(),
                physical: 0,
                physical_changes: 0,
                pages: Vec::new(),
                space: sample.space,
                start,
            });
            lines.len() as u32 - 1
        })
    }

    fn row_of(&mut self, sample: &Sample, line: u32) -> Option<u32> {
        let offset = (sample.line_key % self.line_bytes) as u32;
        let tid = if self.by_thread { sample.tid } else { None };
        let key = (line, offset, sample.ip.unwrap_or(u64::MAX), tid.unwrap_or(u32::MAX));
        if let Some(row) = self.row_index.get(&key) {
            return Some(*row);
        }
        if self.rows.len() >= MAX_OPEN_ROWS {
            return None;
        }
        let row = self.rows.len() as u32;
        self.row_index.insert(key, row);
        self.rows.push(OpenRow {
            line,
            offset,
            ip: sample.ip,
            pid: if self.by_thread { sample.pid } else { None },
            tid,
            counters: Counters::default(),
            latencies: [Mean::default(); 5],
            period: Some(0),
            cpus: Cpus::default(),
            symbol: sample.symbol,
            has_cut_name: false,
            object: sample.object,
            level: sample.level,
        });
        Some(row)
    }

    /// Makes lines larger, once the machine's line size is known (a file states it at its end).
    pub fn widen(&mut self, line_bytes: u32) {
        let wide = u64::from(line_bytes);
        if wide <= self.line_bytes || !wide.is_multiple_of(self.line_bytes) {
            return;
        }
        self.line_bytes = wide;
        let lines = std::mem::take(&mut self.lines);
        self.line_index.clear();
        // Where each line went, and how far into the wide one.
        let mut moved: Vec<(u32, u32)> = Vec::with_capacity(lines.len());
        for line in lines {
            let start = line.start - line.start % wide;
            let shift = (line.start - start) as u32;
            let at = *self.line_index.entry((line.space, start)).or_insert(self.lines.len() as u32);
            moved.push((at, shift));
            match self.lines.get_mut(at as usize) {
                None => self.lines.push(OpenLine {
                    address: line.address.saturating_sub(u64::from(shift)),
                    start,
                    ..line
                }),
                Some(known) => {
                    known.counters.add(&line.counters);
                    known.physical_changes =
                        known.physical_changes.saturating_add(line.physical_changes);
                    known.pages.extend(line.pages);
                    known.pages.dedup();
                }
            }
        }
        self.row_index.clear();
        for row in &mut self.rows {
            #[expect(clippy::indexing_slicing, reason = "each line of before is in `moved`")]
            let (line, shift) = moved[row.line as usize];
            row.line = line;
            row.offset += shift;
        }
    }
}

impl OpenRow {
    fn count(&mut self, sample: &Sample) {
        let raised = sample.raised;
        self.counters.count(raised);
        self.period = self.period.zip(sample.period).map(|(sum, own)| sum.saturating_add(own));
        // `compute_stats()` of builtin-c2c.c: the first that fits; stores have no latency.
        let [hitm_remote, hitm_local, peer_remote, peer_local, other] = &mut self.latencies;
        let latency = if raised.has(Counter::HitmRemote) {
            hitm_remote
        } else if raised.has(Counter::HitmLocal) {
            hitm_local
        } else if raised.has(Counter::PeerRemote) {
            peer_remote
        } else if raised.has(Counter::PeerLocal) {
            peer_local
        } else {
            other
        };
        if let Some(weight) = sample.weight.filter(|_| raised.has(Counter::Load)) {
            latency.add(weight);
        }
        let Some(cpu) = sample.cpu else { return };
        if raised.has(Counter::Store) {
            self.cpus.add(CpuSamples { cpu, loads: 0, stores: 1 });
        } else {
            self.cpus.add(CpuSamples {
                cpu,
                loads: u32::from(raised.has(Counter::Load)),
                stores: 0,
            });
        }
    }
}
