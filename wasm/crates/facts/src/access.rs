//! Who touched what: counts by line, offset and instruction.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What was sampled on a whole cache line, or in a whole recording.
///
/// A load is counted once: `records = loads + stores`, and `loads` is the sum of all that begin
/// with `loads`, `hitm` or `dram`. A peer hit is a mark on a load that is counted there already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AccessCounts {
    /// Loads and stores together.
    pub records: Option<u32>,
    /// Sampled loads.
    pub loads: Option<u32>,
    /// Sampled stores. Not on one scale with loads on Intel, where the two are separate events.
    pub stores: Option<u32>,
    /// Loads that hit a modified line in a cache of the same node.
    pub hitm_local: Option<u32>,
    /// Loads that hit a modified line in a cache of another node.
    pub hitm_remote: Option<u32>,
    /// Loads that a core of the same node served from its cache.
    pub peer_local: Option<u32>,
    /// Loads that a core of another node served from its cache.
    pub peer_remote: Option<u32>,
    /// Stores that hit the first-level cache.
    pub stores_l1_hit: Option<u32>,
    /// Stores that missed it.
    pub stores_l1_miss: Option<u32>,
    /// Stores for which the machine names no level (all of them on Arm).
    pub stores_no_level: Option<u32>,
    /// Loads that found their line on its way already (line fill buffer).
    pub loads_fill_buffer: Option<u32>,
    /// Loads from the first level.
    pub loads_l1: Option<u32>,
    /// Loads from the second level.
    pub loads_l2: Option<u32>,
    /// Loads from the last level, clean: without local HITM.
    pub loads_llc: Option<u32>,
    /// Loads from a remote cache, clean: without remote HITM.
    pub loads_remote: Option<u32>,
    /// Loads from the node's own memory.
    pub dram_local: Option<u32>,
    /// Loads from another node's memory.
    pub dram_remote: Option<u32>,
}

/// Mean load latency in core cycles (sample weight), by what answered. `None`: no such load was
/// sampled, or the source does not say. The kinds exclude each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Latencies {
    /// Loads with a remote HITM.
    pub hitm_remote_cycles: Option<f64>,
    /// Loads with a local HITM.
    pub hitm_local_cycles: Option<f64>,
    /// Loads with a remote peer hit.
    pub peer_remote_cycles: Option<f64>,
    /// Loads with a local peer hit.
    pub peer_local_cycles: Option<f64>,
    /// All other loads.
    pub other_cycles: Option<f64>,
}

/// The part of a row that one NUMA node had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowNode {
    /// NUMA node.
    pub node: u32,
    /// How many of its CPUs were seen; `None` where only the node is named.
    pub cpu_count: Option<u32>,
    /// Which of its CPUs were seen; empty where only their number or nothing is stated.
    pub cpus: Vec<u32>,
    /// The node's share of the row's HITM (peer hits in a peer report), in percent.
    pub snoop_percent: Option<f64>,
    /// The node's share of the row's stores, in percent.
    pub stores_percent: Option<f64>,
}

/// How often one CPU was seen in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CpuSamples {
    /// Logical CPU.
    pub cpu: u32,
    /// Its sampled loads.
    pub loads: u32,
    /// Its sampled stores.
    pub stores: u32,
}

/// Shares of a line's samples of one kind, in percent, as a c2c report prints them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RowShares {
    /// Of the line's remote HITM.
    pub hitm_remote_percent: Option<f64>,
    /// Of its local HITM.
    pub hitm_local_percent: Option<f64>,
    /// Of its remote peer hits.
    pub peer_remote_percent: Option<f64>,
    /// Of its local peer hits.
    pub peer_local_percent: Option<f64>,
    /// Of its stores that hit the first-level cache.
    pub stores_l1_hit_percent: Option<f64>,
    /// Of its stores that missed it.
    pub stores_l1_miss_percent: Option<f64>,
    /// Of its stores without a level.
    pub stores_no_level_percent: Option<f64>,
}

/// What a column of a report counts that no field here names, under the report's own words (`RmtFwd`, `LclHit`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NamedCount {
    /// The words above the column.
    pub name: String,
    /// Samples; `None` where only a share is stated.
    pub count: Option<u32>,
    /// A row's share of its line, in percent; `None` for a line.
    pub percent: Option<f64>,
}

/// Where a sampled instruction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CodeLevel {
    /// `[k]`
    Kernel,
    /// `[.]`
    User,
    /// `[g]`, `[u]`: a guest's kernel or user code.
    Guest,
    /// `[H]`
    Hypervisor,
}

/// One instruction (or thread, or object: whatever the report groups by) that touched one offset of a line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AccessRow {
    /// The byte that was touched, from the start of the line (or of the data symbol). It may lie inside a field.
    pub offset_bytes: f64,
    /// Of the instruction, as hex ("0x401150").
    pub code_address: Option<String>,
    /// Process.
    pub pid: Option<u32>,
    /// Thread.
    pub tid: Option<u32>,
    /// Name of the thread.
    pub thread_name: Option<String>,
    /// What was sampled. From a c2c report these are derived: see `ProfileLine::row_error_samples`.
    pub counts: AccessCounts,
    /// The row's shares of its line, as the report prints them; `None` where the source has counts.
    pub shares: Option<RowShares>,
    /// Columns of the report that count something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamedCount>>")]
    pub named: Vec<NamedCount>,
    /// Loads without HITM and without a peer hit.
    pub other_loads: Option<u32>,
    /// Sum of its samples' periods: the events that they stand for. `None` where the source has no single samples, or does not state them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub period: Option<f64>,
    /// Mean latencies.
    pub latencies: Latencies,
    /// How many CPUs were seen in this row.
    pub cpu_count: Option<u32>,
    /// The nodes of these CPUs.
    pub nodes: Vec<RowNode>,
    /// Samples of each CPU; empty unless the source has single samples.
    pub cpus: Vec<CpuSamples>,
    /// Function, as perf writes it (compiler suffixes kept). `None` where perf printed only an address.
    pub symbol: Option<String>,
    /// Whether `symbol` has just the length to which perf cuts names without `--full-symbols`, so that its end may be missing.
    pub symbol_may_be_cut: bool,
    /// Kernel or user code.
    pub level: Option<CodeLevel>,
    /// Executable, library or `[kernel.kallsyms]`.
    pub object: Option<String>,
    /// Source file and line ("fs.h:123"), or what perf prints where it knows none ("func+18").
    pub source_line: Option<String>,
    /// What the author of a hand-made table wrote behind the row ("the writer", "180 machines").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub remark: Option<String>,
}

/// A cache line and who touched it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProfileLine {
    /// Virtual address of its first byte, as hex ("0xffff883ffb6a7e80"). `None` for rows that were pasted without the line above them.
    pub address: Option<String>,
    /// Memory nodes of the physical addresses seen; empty where not stated.
    pub memory_nodes: Vec<u32>,
    /// How often the physical address changed from one sample to the next (perf's "PA cnt"; not a number of addresses).
    pub physical_changes: Option<u32>,
    /// Its share of all HITM (or peer hits) of the kind that the report sorts by, in percent.
    pub snoop_percent: Option<f64>,
    /// What was sampled on it.
    pub counts: AccessCounts,
    /// Columns of the report that count something else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamedCount>>")]
    pub named: Vec<NamedCount>,
    /// By offset; then by HITM.
    pub rows: Vec<AccessRow>,
    /// Rows of a table that has no column of offsets: their `offset_bytes` says nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AccessRow>>")]
    pub unplaced: Vec<AccessRow>,
    /// The largest error of a row's count, in samples: a c2c report prints percentages of the line with two
    /// decimals, so counts are exact on lines with up to 10,000 samples of a kind, and otherwise this far off at most.
    pub row_error_samples: u32,
    /// Where the rows miss more than 1 % of a kind of sample, the report was trimmed: how much of all HITM,
    /// peer hits and stores of the line together is not in the rows, in percent.
    pub trimmed_percent: Option<f64>,
    /// The same for each kind.
    pub missing: Option<RowShares>,
}

/// A global variable and who touched it, where the source names variables and no addresses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProfileVariable {
    /// Name of the variable.
    pub name: String,
    /// What holds it.
    pub object: Option<String>,
    /// What was sampled on it.
    pub counts: AccessCounts,
    /// By offset from the start of the variable.
    pub rows: Vec<AccessRow>,
}
