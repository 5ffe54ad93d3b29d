//! What the first columns of a report count that does not name them: HITM, or the peer snoops of an Arm machine.

use super::{Block, Report};
use crate::stats;

/// What the first two shares of a row are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Snoops {
    /// The text says so, or has none.
    Stated,
    /// HITM, by the counters, the table or the number of shares.
    Hitm,
    /// Peer snoops, by the counters.
    Peer,
    /// Peer snoops, as it seems: Arm has no HITM and no levels of stores.
    LikePeer,
    /// Unknown; they are read as HITM.
    Unknown,
}

impl Snoops {
    pub fn of(report: &Report) -> Self {
        let columns = &report.columns;
        let has_none = report.blocks.is_empty() && report.table.is_empty();
        if has_none || columns.peer || columns.hitm || columns.display.is_some() {
            return Self::Stated;
        }
        let totals = stats::totals(&report.stats);
        let some = |counts: [Option<u32>; 2]| counts.into_iter().flatten().any(|count| count > 0);
        let hitm = some([totals.hitm_local, totals.hitm_remote]);
        let peer = some([totals.peer_local, totals.peer_remote]);
        // A row of the table has its HITM twice: one of peer snoops would have been seen.
        let listed =
            report.table.iter().any(|row| some([row.counts.hitm_local, row.counts.hitm_remote]));
        let rows = || report.blocks.iter().flat_map(|block| &block.rows);
        match (hitm, peer) {
            (true, false) => Self::Hitm,
            (false, true) => Self::Peer,
            _ if listed => Self::Hitm,
            // perf before 6.0 knew no peer snoops, and prints no stores without a level.
            _ if rows().any(|row| row.shares.len() == 4) => Self::Hitm,
            _ if looks_like_peer(report) => Self::LikePeer,
            _ => Self::Unknown,
        }
    }
}

/// Whether no line has a store of a level, and one has stores.
fn looks_like_peer(report: &Report) -> bool {
    let stores = |numbers: &[u64]| match numbers {
        [.., hit, miss, none] => Some((hit + miss, *none)),
        _ => None,
    };
    let of_five = |block: &Block| block.rows.first().is_some_and(|row| row.shares.len() == 5);
    let mut any = false;
    report.blocks.iter().filter(|block| of_five(block)).all(|block| {
        let Some((by_level, none)) = stores(&block.numbers) else { return false };
        any |= none > 0;
        by_level == 0
    }) && any
}
