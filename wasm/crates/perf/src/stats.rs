//! perf's own statistics: from counters to its wording, and from its wording to totals.

use facts::{AccessCounts, TraceStat, TraceTable};

use crate::counters::{Counter, Counters};
use crate::tokens::decimal;

const NO_MAP: &str = "No Page Map Rejects";

/// The statistics that `perf c2c report` would print of these counters: `print_c2c__display_stats()`
/// and `print_shared_cacheline_info()` of `tools/perf/builtin-c2c.c`. `shared` are the samples on
/// lines with a HITM or a peer hit. A source that does not say what was mapped (`knows_maps`) has no number of
/// samples without a map.
pub fn from_counters(
    all: &Counters,
    shared: &Counters,
    shared_lines: u32,
    knows_maps: bool,
) -> Vec<TraceStat> {
    use Counter::*;
    let misses = [DramLocal, DramRemote, RemoteHit, HitmRemote];
    let misses = misses.iter().map(|c| u64::from(all.get(*c))).sum::<u64>();
    let sum = |of: &Counters, a: Counter, b: Counter| u64::from(of.get(a)) + u64::from(of.get(b));
    let one = |of: &Counters, counter: Counter| u64::from(of.get(counter));
    let trace = [
        ("Total records", one(all, Entries)),
        ("Locked Load/Store Operations", one(all, Locks)),
        ("Load Operations", one(all, Load)),
        ("Loads - uncacheable", one(all, LoadUncached)),
        ("Loads - IO", one(all, LoadIo)),
        ("Loads - Miss", one(all, LoadMiss)),
        ("Loads - no mapping", one(all, LoadNoAddress)),
        ("Load Fill Buffer Hit", one(all, LoadFillBuffer)),
        ("Load L1D hit", one(all, LoadL1)),
        ("Load L2D hit", one(all, LoadL2)),
        ("Load LLC hit", sum(all, LoadLlc, HitmLocal)),
        ("Load Local HITM", one(all, HitmLocal)),
        ("Load Remote HITM", one(all, HitmRemote)),
        ("Load Remote HIT", one(all, RemoteHit)),
        ("Load Local DRAM", one(all, DramLocal)),
        ("Load Remote DRAM", one(all, DramRemote)),
        ("Load MESI State Exclusive", one(all, LoadExclusive)),
        ("Load MESI State Shared", one(all, LoadShared)),
        ("Load LLC Misses", misses),
        ("Load access blocked by data", one(all, BlockedData)),
        ("Load access blocked by address", one(all, BlockedAddress)),
        ("Load HIT Local Peer", one(all, PeerLocal)),
        ("Load HIT Remote Peer", one(all, PeerRemote)),
        ("Store Operations", one(all, Store)),
        ("Store - uncacheable", one(all, StoreUncached)),
        ("Store - no mapping", one(all, StoreNoAddress)),
        ("Store L1D Hit", one(all, StoreL1Hit)),
        ("Store L1D Miss", one(all, StoreL1Miss)),
        ("Store No available memory level", one(all, StoreNoLevel)),
        (NO_MAP, one(all, Unmapped)),
        ("Unable to parse data source", one(all, Unparsed)),
    ];
    let hitm = sum(shared, HitmLocal, HitmRemote);
    let shared = [
        ("Total Shared Cache Lines", u64::from(shared_lines)),
        ("Load HITs on shared lines", one(shared, Load)),
        ("Fill Buffer Hits on shared lines", one(shared, LoadFillBuffer)),
        ("L1D hits on shared lines", one(shared, LoadL1)),
        ("L2D hits on shared lines", one(shared, LoadL2)),
        ("LLC hits on shared lines", sum(shared, LoadLlc, HitmLocal)),
        ("Load hits on peer cache or nodes", sum(shared, PeerLocal, PeerRemote)),
        ("Locked Access on shared lines", one(shared, Locks)),
        ("Blocked Access on shared lines", sum(shared, BlockedData, BlockedAddress)),
        ("Store HITs on shared lines", one(shared, Store)),
        ("Store L1D hits on shared lines", one(shared, StoreL1Hit)),
        ("Store No available memory level", one(shared, StoreNoLevel)),
        ("Total Merged records", hitm + one(shared, Store)),
    ];
    let named = |table: TraceTable| {
        move |(name, count): (&str, u64)| TraceStat {
            table,
            name: name.to_owned(),
            count: count as f64,
        }
    };
    trace
        .into_iter()
        .filter(|(name, _)| knows_maps || *name != NO_MAP)
        .map(named(TraceTable::Trace))
        .chain(shared.into_iter().map(named(TraceTable::Shared)))
        .collect()
}

/// Counters of the first table that every perf since 4.10 prints.
const IN_EVERY_VERSION: [&str; 26] = [
    "Total records",
    "Locked Load/Store Operations",
    "Load Operations",
    "Loads - uncacheable",
    "Loads - IO",
    "Loads - Miss",
    "Loads - no mapping",
    "Load Fill Buffer Hit",
    "Load L1D hit",
    "Load L2D hit",
    "Load LLC hit",
    "Load Local HITM",
    "Load Remote HITM",
    "Load Remote HIT",
    "Load Local DRAM",
    "Load Remote DRAM",
    "Load MESI State Exclusive",
    "Load MESI State Shared",
    "Load LLC Misses",
    "Store Operations",
    "Store - uncacheable",
    "Store - no mapping",
    "Store L1D Hit",
    "Store L1D Miss",
    NO_MAP,
    "Unable to parse data source",
];

/// The last counters are no choice of a person where there are so many.
const FEWEST_OF_END: usize = 4;

/// The counters that a text lacks which has most of them, or all behind one; none where it has only some, as people quote them.
pub fn lacking(stats: &[TraceStat]) -> Vec<&'static str> {
    let is_there =
        |name: &str| stats.iter().any(|stat| stat.table == TraceTable::Trace && stat.name == name);
    let lacking: Vec<&str> = IN_EVERY_VERSION.into_iter().filter(|name| !is_there(name)).collect();
    // A text that begins in the middle of them has all others.
    let is_end = lacking.as_slice() == IN_EVERY_VERSION.get(..lacking.len()).unwrap_or_default()
        && IN_EVERY_VERSION.len() - lacking.len() >= FEWEST_OF_END;
    if is_end || lacking.len() * 2 < IN_EVERY_VERSION.len() { lacking } else { Vec::new() }
}

/// The table that a key of perf's statistics belongs to, however the key is reached; `None` where it
/// is no such key. perf writes one key ("Store No available memory level") in both: it is the
/// second table's once that one has begun.
pub fn table_of(key: &str) -> Option<TraceTable> {
    const TRACE_STARTS: [&str; 8] = [
        "Total records",
        "Locked Load/Store",
        "Load Operations",
        "Loads - ",
        "Load ",
        "LLC Misses to",
        "Store ",
        "Unable to parse",
    ];
    const SHARED_STARTS: [&str; 8] =
        ["Load HITs", "Fill ", "L1D ", "L2D ", "LLC ", "Locked ", "Blocked ", "Store "];
    if key.ends_with("on shared lines") && SHARED_STARTS.iter().any(|start| key.starts_with(start))
        || key == "Total Shared Cache Lines"
        || key == "Total Merged records"
        || key == "Load hits on peer cache or nodes"
    {
        return Some(TraceTable::Shared);
    }
    let known =
        TRACE_STARTS.iter().any(|start| key.starts_with(start)) || key.starts_with("No Page Map");
    known.then_some(TraceTable::Trace)
}

/// The count that stands behind a counter's name: perf prints bare digits, and people group them (`1,423`, `1 423`) or
/// write a word after them (`10 high`, `6【normal】`). `None` where it is not one count: a share, `1.4K`, or several figures.
pub fn count(value: &str) -> Option<u64> {
    let value = value.trim();
    let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let (digits, mut rest) = value.split_at(end);
    let mut whole = digits.to_owned();
    if (1..=3).contains(&digits.len()) {
        while let Some((group, behind)) = group_of_three(rest) {
            whole.push_str(group);
            rest = behind;
        }
    }
    let remark = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == '【');
    let figure = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_alone = remark && !rest.split_whitespace().any(figure);
    decimal(whole.as_bytes()).filter(|_| is_alone)
}

/// Three digits behind a sign that groups digits, and what follows them.
fn group_of_three(text: &str) -> Option<(&str, &str)> {
    let sign = text.chars().next().filter(|c| ",.'_ \u{a0}\u{2009}\u{202f}".contains(*c))?;
    let rest = &text[sign.len_utf8()..];
    let group = rest.get(..3).filter(|group| group.bytes().all(|b| b.is_ascii_digit()))?;
    let behind = &rest[3..];
    (!behind.starts_with(|c: char| c.is_ascii_digit())).then_some((group, behind))
}

/// The recording's totals, from its statistics.
pub fn totals(stats: &[TraceStat]) -> AccessCounts {
    let find = |name: &str| {
        stats
            .iter()
            .find(|stat| stat.table == TraceTable::Trace && stat.name == name)
            .map(|stat| stat.count as u32)
    };
    let hitm_local = find("Load Local HITM");
    AccessCounts {
        records: find("Total records"),
        loads: find("Load Operations"),
        stores: find("Store Operations"),
        hitm_local,
        hitm_remote: find("Load Remote HITM"),
        peer_local: find("Load HIT Local Peer"),
        peer_remote: find("Load HIT Remote Peer"),
        stores_l1_hit: find("Store L1D Hit"),
        stores_l1_miss: find("Store L1D Miss"),
        stores_no_level: find("Store No available memory level"),
        loads_fill_buffer: find("Load Fill Buffer Hit"),
        loads_l1: find("Load L1D hit"),
        loads_l2: find("Load L2D hit"),
        // perf's "Load LLC hit" holds the local HITM too.
        loads_llc: find("Load LLC hit").and_then(|llc| llc.checked_sub(hitm_local?)),
        loads_remote: find("Load Remote HIT"),
        dram_local: find("Load Local DRAM"),
        dram_remote: find("Load Remote DRAM"),
    }
}
