//! What a report states twice, compared: sums against totals, perf's percentages against ours.

use facts::{AccessCounts, ProfileLine, SnoopDisplay, TraceStat};

use super::counts::Rounding;
use crate::messages;
use crate::notes::Notes;
use crate::stats;

/// A count that a line states and that the counters of all lines state too.
type Kind = (&'static str, fn(&AccessCounts) -> Option<u32>);
const KINDS: [Kind; 4] = [
    ("local HITM", |counts| counts.hitm_local),
    ("remote HITM", |counts| counts.hitm_remote),
    ("peer hits", |counts| Some(counts.peer_local? + counts.peer_remote?)),
    ("stores", |counts| counts.stores),
];

/// What the last digit of a share that was worked out again may differ by, in percent.
const PERCENT_ERROR: f64 = 0.006;

/// Says where a report contradicts itself: then it is made of two, or numbers of it are wrong.
pub fn say(
    notes: &mut Notes,
    lines: &[ProfileLine],
    stats: &[TraceStat],
    display: Option<SnoopDisplay>,
    peer: bool,
    rounding: Rounding,
) {
    let totals = &stats::totals(stats);
    if counters_agree(stats) == Some(false) {
        notes.add(messages::counters_of_two(), String::new);
    }
    for (kind, count) in KINDS {
        let of_lines = lines.iter().filter_map(|line| count(&line.counts)).map(u64::from);
        let (of_lines, all) = (of_lines.sum::<u64>(), count(totals).map(u64::from));
        if all.is_some_and(|all| of_lines > all) {
            notes.add(messages::more_than_counters(kind), String::new);
        }
    }
    for line in lines {
        let name = || line.address.clone().unwrap_or_else(|| "the first rows".to_owned());
        if agrees(line.snoop_percent, &line.counts, totals, display, peer, rounding) == Some(false)
        {
            notes.add(messages::share_disagrees(), name);
        }
    }
}

/// Whether both tables of counters count the same HITM: every line with a HITM is a shared one, and perf merges the
/// HITM and the stores of shared lines (`print_shared_cacheline_info()` of `tools/perf/builtin-c2c.c`).
fn counters_agree(stats: &[TraceStat]) -> Option<bool> {
    let count = |name: &str| stats.iter().find(|stat| stat.name == name).map(|stat| stat.count);
    let hitm = count("Load Local HITM")? + count("Load Remote HITM")?;
    let merged = count("Total Merged records")? - count("Store HITs on shared lines")?;
    Some(hitm == merged)
}

/// Whether the share that perf prints of a line is that of its count in the counters; `None` where one is not stated.
pub fn agrees(
    share: Option<f64>,
    counts: &AccessCounts,
    totals: &AccessCounts,
    display: Option<SnoopDisplay>,
    peer: bool,
    rounding: Rounding,
) -> Option<bool> {
    let total = snoops(totals, display, peer).filter(|total| *total > 0.0)?;
    let ours = snoops(counts, display, peer)? / total * 100.0;
    Some((ours - share?).abs() <= rounding.error_percent() + PERCENT_ERROR)
}

/// What the report sorts by.
fn snoops(counts: &AccessCounts, display: Option<SnoopDisplay>, peer: bool) -> Option<f64> {
    let both = |a: Option<u32>, b: Option<u32>| Some(f64::from(a?) + f64::from(b?));
    match display {
        Some(SnoopDisplay::LocalHitm) => counts.hitm_local.map(f64::from),
        Some(SnoopDisplay::RemoteHitm) => counts.hitm_remote.map(f64::from),
        Some(SnoopDisplay::Peer) => both(counts.peer_local, counts.peer_remote),
        _ if peer => both(counts.peer_local, counts.peer_remote),
        Some(SnoopDisplay::TotalHitm) => both(counts.hitm_local, counts.hitm_remote),
        None => None,
    }
}
