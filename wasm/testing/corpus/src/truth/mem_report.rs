//! What the tables of `perf mem report` say. Its words are the source: what no word calls remote is local, and
//! whether a row is of loads or of stores only the event can tell.

use std::collections::BTreeMap;

use facts::{
    AccessCounts, AccessProfile, AccessRow, CodeLevel, Latencies, ProfileKind, ProfileLine,
    ProfileVariable,
};

use super::empty;
use crate::data_text::DataText;
use crate::mem_report::{MemRow, rows};
use crate::recording::Recording;
use crate::scenario::Maker;
use crate::version::Version;

/// What an event samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Load,
    Store,
    /// Both: the table does not say which.
    Any,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Line(u64),
    Variable(String, Option<String>),
}

/// Place, byte of it, symbol and file of the code: what a row of the profile is.
type Key = (Place, u64, Option<String>, Option<String>);

#[derive(Debug, Default)]
struct Sum {
    kernel: bool,
    counts: AccessCounts,
    /// Weights and samples: HITM of other nodes and of the own, peer hits of both, all other loads.
    weights: [(u64, u64); 5],
}

/// The truth of the text.
#[must_use]
pub fn of_mem_report(recording: &Recording, version: Version) -> AccessProfile {
    let machine = &recording.scenario.machine;
    let mut profile = empty(ProfileKind::MemReport);
    let mut sums: BTreeMap<Key, Sum> = BTreeMap::new();
    for (event, name) in machine.events().into_iter().enumerate() {
        let operation = match (machine.maker, event) {
            (Maker::Intel, 0) => Operation::Load,
            (Maker::Intel, _) => Operation::Store,
            (Maker::Amd | Maker::Arm, _) => Operation::Any,
        };
        let rows = rows(recording, event);
        if !rows.is_empty() || version < Version::V5_15 {
            profile.events.push(name.to_owned());
        }
        for row in rows {
            let mut of_row = Sum::default();
            count(&mut of_row, &row, operation, version);
            add(&mut profile.totals, &of_row.counts);
            // A sample without an address is on no line.
            if row.first.address == 0 {
                continue;
            }
            let sum = sums.entry(key(&row)).or_default();
            sum.kernel = recording.in_kernel(&row.first);
            add(&mut sum.counts, &of_row.counts);
            for (mine, theirs) in sum.weights.iter_mut().zip(of_row.weights) {
                *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
            }
        }
    }
    let mut places: BTreeMap<Place, (AccessCounts, Vec<AccessRow>)> = BTreeMap::new();
    for ((place, offset, symbol, file), sum) in sums {
        let (counts, rows) = places.entry(place).or_default();
        add(counts, &sum.counts);
        rows.push(profile_row(offset, symbol, file, sum));
    }
    for (place, (counts, rows)) in places {
        match place {
            Place::Variable(name, object) => {
                profile.variables.push(ProfileVariable { name, object, counts, rows });
            }
            Place::Line(address) => profile.lines.push(ProfileLine {
                address: Some(format!("{address:#x}")),
                memory_nodes: Vec::new(),
                physical_changes: None,
                snoop_percent: None,
                counts,
                rows,
                row_error_samples: 0,
                named: Vec::new(),
                unplaced: Vec::new(),
                trimmed_percent: None,
                missing: None,
            }),
        }
    }
    profile
}

fn key(row: &MemRow) -> Key {
    let (place, offset) = match &row.variable {
        Some((name, offset)) => (Place::Variable(name.clone(), row.data_file.clone()), *offset),
        None => (Place::Line(row.first.address & !63), row.first.address % 64),
    };
    (place, offset, row.symbol.clone(), row.file.clone())
}

/// Counts a row as its words say.
fn count(sum: &mut Sum, row: &MemRow, operation: Operation, version: Version) {
    let words = DataText { word: row.first.source, version };
    let (level, snoop) = (words.level(), words.snoop());
    let has = |word: &str| level.contains(word);
    let (remote, hitm, peer) = (has("Remote"), snoop.contains("HitM"), snoop.contains("Peer"));
    let counts = &mut sum.counts;
    counts.records = Some(row.count);
    let mut kinds: Vec<&mut Option<u32>> = Vec::new();
    match operation {
        Operation::Store => {
            kinds.push(&mut counts.stores);
            if has("L1") && has("miss") {
                kinds.push(&mut counts.stores_l1_miss);
            } else if has("L1") {
                kinds.push(&mut counts.stores_l1_hit);
            } else if level == "N/A" {
                kinds.push(&mut counts.stores_no_level);
            }
        }
        Operation::Load | Operation::Any => {
            match (hitm, peer, remote) {
                (true, _, true) => kinds.push(&mut counts.hitm_remote),
                (true, _, false) => kinds.push(&mut counts.hitm_local),
                (false, true, true) => kinds.push(&mut counts.peer_remote),
                (false, true, false) => kinds.push(&mut counts.peer_local),
                (false, false, _) => {}
            }
            let weighed = match (hitm, peer, remote) {
                (true, _, true) => Some(0),
                (true, _, false) => Some(1),
                (false, true, true) => Some(2),
                (false, true, false) => Some(3),
                // Among all else there may be stores, which have no latency.
                (false, false, _) => (operation == Operation::Load).then_some(4),
            };
            if let Some(class) = weighed {
                let weight = u64::from(row.first.weight) * u64::from(row.count);
                sum.weights[class] = (weight, u64::from(row.count));
            }
            if operation == Operation::Load {
                kinds.push(&mut counts.loads);
                let by_level: [(bool, &mut Option<u32>); 7] = [
                    (has("LFB"), &mut counts.loads_fill_buffer),
                    (has("L1"), &mut counts.loads_l1),
                    (has("L2"), &mut counts.loads_l2),
                    (has("L3"), &mut counts.loads_llc),
                    (has("RAM") && remote, &mut counts.dram_remote),
                    (has("RAM"), &mut counts.dram_local),
                    (has("Cache") && remote, &mut counts.loads_remote),
                ];
                let answered = by_level.into_iter().find(|(is, _)| *is && !hitm);
                kinds.extend(answered.map(|(_, kind)| kind));
            }
        }
    }
    for kind in kinds {
        *kind = Some(row.count);
    }
}

fn add(sum: &mut AccessCounts, other: &AccessCounts) {
    for (mine, theirs) in [
        (&mut sum.records, other.records),
        (&mut sum.loads, other.loads),
        (&mut sum.stores, other.stores),
        (&mut sum.hitm_local, other.hitm_local),
        (&mut sum.hitm_remote, other.hitm_remote),
        (&mut sum.peer_local, other.peer_local),
        (&mut sum.peer_remote, other.peer_remote),
        (&mut sum.stores_l1_hit, other.stores_l1_hit),
        (&mut sum.stores_l1_miss, other.stores_l1_miss),
        (&mut sum.stores_no_level, other.stores_no_level),
        (&mut sum.loads_fill_buffer, other.loads_fill_buffer),
        (&mut sum.loads_l1, other.loads_l1),
        (&mut sum.loads_l2, other.loads_l2),
        (&mut sum.loads_llc, other.loads_llc),
        (&mut sum.loads_remote, other.loads_remote),
        (&mut sum.dram_local, other.dram_local),
        (&mut sum.dram_remote, other.dram_remote),
    ] {
        if let Some(count) = theirs {
            *mine = Some(mine.unwrap_or(0) + count);
        }
    }
}

fn profile_row(offset: u64, symbol: Option<String>, object: Option<String>, sum: Sum) -> AccessRow {
    let mean = |class: usize| {
        let (weights, samples) = sum.weights[class];
        (samples > 0).then(|| weights as f64 / samples as f64)
    };
    let counts = sum.counts;
    let snooped = [counts.hitm_local, counts.hitm_remote, counts.peer_local, counts.peer_remote];
    let snooped: u32 = snooped.into_iter().flatten().sum();
    AccessRow {
        remark: None,
        offset_bytes: offset as f64,
        code_address: None,
        pid: None,
        tid: None,
        thread_name: None,
        other_loads: counts.loads.map(|loads| loads - snooped),
        counts,
        shares: None,
        named: Vec::new(),
        period: None,
        latencies: Latencies {
            hitm_remote_cycles: mean(0),
            hitm_local_cycles: mean(1),
            peer_remote_cycles: mean(2),
            peer_local_cycles: mean(3),
            other_cycles: mean(4),
        },
        cpu_count: None,
        nodes: Vec::new(),
        cpus: Vec::new(),
        symbol,
        symbol_may_be_cut: false,
        level: Some(if sum.kernel { CodeLevel::Kernel } else { CodeLevel::User }),
        object,
        source_line: None,
    }
}
