//! An access profile: who touched which bytes, as perf measured it.
//!
//! Counts are numbers of samples. A number that a source does not state is `None`, never 0.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{AccessCounts, Diagnostic, ProfileLine, ProfileVariable};

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
    /// Text of `perf report -s type,typeoff --stdio`, or the JSON of data types (`--data-type-json`).
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
    /// Events, one for each value of a row. May be empty where the text names none. "loads" and "stores" where the
    /// source distinguishes these and not its events.
    pub events: Vec<String>,
    /// Values of the whole type; empty where the text does not state them (a report without `--hierarchy`).
    pub values: Vec<f64>,
    /// By offset.
    pub rows: Vec<TypeRow>,
}

/// Where code of one file was mapped during a recording. Addresses and offsets are hex ("0x401000").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MappedCode {
    /// As rows name it.
    pub object: String,
    /// The first address.
    pub start: String,
    /// The address after the last.
    pub end: String,
    /// Which place in the file lies at `start`; with `symbol` the address that this symbol had.
    pub file_offset: String,
    /// What tells how far a kernel was moved (`_text`); `None` of a program.
    pub symbol: Option<String>,
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
    /// Machine, as `uname -m` says it: shown as it is, whatever it may be; of types the file itself states one (`Target`).
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
    /// Where the code that was sampled was mapped; empty where the source does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<MappedCode>>", optional)]
    pub mappings: Vec<MappedCode>,
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
    /// What the author of hand-made tables says of them, in `#` lines above; as written, without the `#`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub about: Vec<String>,
    /// What was skipped or guessed.
    pub diagnostics: Vec<Diagnostic>,
}

/// A profile and what its text calls it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NamedProfile {
    /// The heading above it ("Baseline", "With this change"); `None` where it has none.
    pub name: Option<String>,
    /// Which state of the code the heading speaks of; `None` where it does not say.
    pub state: Option<MeasuredState>,
    /// The profile.
    pub profile: AccessProfile,
}

/// What a report was measured on, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum MeasuredState {
    /// "Baseline", "before", "without the patch".
    Before,
    /// "With this change", "after", "v2".
    After,
}

impl From<AccessProfile> for NamedProfile {
    fn from(profile: AccessProfile) -> Self {
        Self { name: None, state: None, profile }
    }
}
