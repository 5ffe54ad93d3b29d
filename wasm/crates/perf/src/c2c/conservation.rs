//! What a report states twice, compared: sums against totals, perf's percentages against ours.

use facts::{AccessCounts, ProfileLine, SnoopDisplay};

use crate::notes::Notes;

/// Rounding of a printed percentage.
const PERCENT_ERROR: f64 = 0.011;

/// Says where a report contradicts itself: then it is made of two, or numbers of it are wrong.
pub fn say(
    notes: &mut Notes,
    lines: &[ProfileLine],
    totals: &AccessCounts,
    display: Option<SnoopDisplay>,
    peer: bool,
) {
    for line in lines {
        let name = || line.address.clone().unwrap_or_else(|| "the first rows".to_owned());
        if agrees(line.snoop_percent, &line.counts, totals, display, peer) == Some(false) {
            notes.warn(
                "the share that perf prints of a line is not that of its count in the statistics: the text holds parts of different reports",
                name,
            );
        }
    }
}

/// Whether the share that perf prints of a line is that of its count in the counters; `None` where one is not stated.
pub fn agrees(
    share: Option<f64>,
    counts: &AccessCounts,
    totals: &AccessCounts,
    display: Option<SnoopDisplay>,
    peer: bool,
) -> Option<bool> {
    let total = snoops(totals, display, peer).filter(|total| *total > 0.0)?;
    let ours = snoops(counts, display, peer)? / total * 100.0;
    Some((ours - share?).abs() <= PERCENT_ERROR)
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
