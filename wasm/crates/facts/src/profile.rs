//! An access profile: who touched which bytes, as perf measured it.
//!
//! Counts are numbers of samples. A number that a source does not state is `None`, never 0.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Diagnostic;

/// What a profile was read from, told by content and never by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ProfileKind {
    /// Text of `perf c2c report --stdio`, whole or in part.
    C2cReport,
    /// Text of `perf script` with `addr` and `data_src`.
    Script,
    /// Text of `perf mem -D report`.
    MemDump,
    /// Text of `perf mem report --stdio`.
    MemReport,
    /// Text of `perf report -s type,typeoff --stdio`.
    TypeReport,
    /// Text of `perf annotate --data-type --stdio`.
    AnnotatedTypes,
    /// A `perf.data` file, as a file or as a pipe wrote it.
    PerfData,
}

/// What `perf c2c report` sorts lines by (`--display`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SnoopDisplay {
    /// `tot`: local and remote HITM together.
    TotalHitm,
    /// `lcl`: HITM from a cache of the same node.
    LocalHitm,
    /// `rmt`: HITM from a cache of another node.
    RemoteHitm,
    /// `peer`: loads that another core's cache served. On Arm this counts clean forwards too: it is not HITM.
    Peer,
}

/// One `key : value` line of perf's own statistics that is a count, with perf's wording of the key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TraceStat {
    /// Which table: `trace` ("Trace Event Information") or `shared` ("Global Shared Cache Line Event Information").
    pub table: TraceTable,
    /// As perf writes it: "Load Local HITM".
    pub name: String,
    /// The count.
    pub count: f64,
}

/// The two tables of statistics that open a c2c report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum TraceTable {
    /// "Trace Event Information": every sample of the recording.
    Trace,
    /// "Global Shared Cache Line Event Information": the samples on lines with a HITM or a peer hit.
    Shared,
}

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
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
    /// Loads without HITM and without a peer hit.
    pub other_loads: Option<u32>,
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
}

/// A cache line and who touched it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
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
    /// By offset; then by HITM.
    pub rows: Vec<AccessRow>,
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

/// What the values of a type profile count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum HeatUnit {
    /// Percent of the event's period (of all types; in an annotation: of the type).
    Percent,
    /// Samples.
    Samples,
    /// Sum of the samples' periods.
    Period,
}

/// One offset of a type, with a value for each event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TypeRow {
    /// From the start of the type.
    pub offset_bytes: f64,
    /// Size of the field, where stated.
    pub size_bytes: Option<f64>,
    /// Path with dots ("lru.next"); empty for the type as a whole and for an unnamed aggregate; `None` where perf knows no field.
    pub field: Option<String>,
    /// How deep it is nested: 0 is the type itself, 1 a direct member.
    pub depth: u32,
    /// Whether the row stands for all that it holds (an aggregate), so that it must not be added to its members.
    pub sums_members: bool,
    /// One for each of the profile's events (`TypeProfile::events`).
    pub values: Vec<f64>,
}

/// Samples of one type by offset, as perf's data type profiling gives them: no binding is needed, and there is no HITM in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TypeProfile {
    /// As DWARF names it: "struct page", "long unsigned int". perf's pseudo types keep their brackets: "(unknown)", "(stack operation)".
    pub name: String,
    /// Object in which it was found, where stated.
    pub object: Option<String>,
    /// Size of the type, where stated.
    pub size_bytes: Option<f64>,
    /// Samples of the type, where stated.
    pub samples: Option<u32>,
    /// What the values count.
    pub unit: HeatUnit,
    /// Events, one for each value of a row. May be empty where the text names none.
    pub events: Vec<String>,
    /// Values of the whole type.
    pub values: Vec<f64>,
    /// By offset.
    pub rows: Vec<TypeRow>,
}

/// The build-id of a file that was mapped during the recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MappedBuildId {
    /// Path, or `[kernel.kallsyms]`.
    pub object: String,
    /// Lower-case hex.
    pub build_id: String,
}

/// The CPUs of a NUMA node of the recorded machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NodeCpus {
    /// NUMA node.
    pub node: u32,
    /// Its logical CPUs.
    pub cpus: Vec<u32>,
}

/// Everything that a profile says, whatever it was read from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AccessProfile {
    /// What it was read from.
    pub kind: ProfileKind,
    /// perf that recorded it ("6.1.192"), where stated.
    pub perf_version: Option<String>,
    /// Kernel on which it was recorded.
    pub kernel_release: Option<String>,
    /// Machine, as `uname -m` says it.
    pub machine: Option<String>,
    /// Command line of the recording.
    pub command: Option<String>,
    /// Events, in perf's spelling.
    pub events: Vec<String>,
    /// What the report sorts by; `None` where it does not matter or is not stated.
    pub display: Option<SnoopDisplay>,
    /// What rows are grouped by, as `--coalesce` takes it ("offset", "iaddr"); empty where not stated.
    pub grouping: Vec<String>,
    /// Size of the lines of this profile: 64 unless stated or seen otherwise (128 for `--double-cl`).
    pub line_bytes: u32,
    /// NUMA nodes of the machine; empty where not stated.
    pub nodes: Vec<NodeCpus>,
    /// Logical CPUs of each core (they share their caches and make no HITM among them); empty where not stated.
    pub cores: Vec<Vec<u32>>,
    /// Build-ids of mapped files and of the kernel.
    pub build_ids: Vec<MappedBuildId>,
    /// perf's statistics, as far as they are in the text; from samples: the same, computed by perf's rules.
    pub stats: Vec<TraceStat>,
    /// All samples of the recording, where stated; `None` inside where not.
    pub totals: AccessCounts,
    /// Samples on lines that are not in `lines` because there are too many (from single samples only).
    pub unlisted: AccessCounts,
    /// Hottest first.
    pub lines: Vec<ProfileLine>,
    /// Variables that are named without an address, hottest first.
    pub variables: Vec<ProfileVariable>,
    /// Types, hottest first.
    pub types: Vec<TypeProfile>,
    /// What was skipped or guessed.
    pub diagnostics: Vec<Diagnostic>,
}
