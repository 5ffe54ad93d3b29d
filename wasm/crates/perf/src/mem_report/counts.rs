//! What the words of a row count as.

use facts::AccessCounts;

/// What the event of a table samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Operation {
    Load,
    Store,
}

/// What answered, as a row names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer<'a> {
    /// `None` where the table has no such column, or the row is cut before it.
    pub access: Option<&'a str>,
    pub hitm: bool,
    pub peer: bool,
    /// Whether it is of another node; `None` where the access is.
    pub remote: Option<bool>,
    /// The row names a snoop.
    pub snooped: bool,
}

/// Counts `n` samples whose memory access and snoop the row names, as `c2c_decode_stats()` of
/// `tools/perf/util/mem-events.c` counts the bits that these are the words of: the level of a load, and what is local,
/// only where it hit.
pub(super) fn count(
    counts: &mut AccessCounts,
    operation: Option<Operation>,
    n: u32,
    answer: &Answer<'_>,
) {
    let Answer { access, hitm, peer, remote, snooped } = *answer;
    raise(&mut counts.records, n);
    let access = access.unwrap_or_default();
    let missed = access.contains("miss");
    match operation {
        Some(Operation::Store) => {
            raise(&mut counts.stores, n);
            if access.contains("L1") {
                let hit =
                    if missed { &mut counts.stores_l1_miss } else { &mut counts.stores_l1_hit };
                raise(hit, n);
            } else if access == "N/A" {
                raise(&mut counts.stores_no_level, n);
            }
            return;
        }
        Some(Operation::Load) => raise(&mut counts.loads, n),
        None => {}
    }
    // A HITM is a load, whatever the event.
    match remote {
        Some(true) if hitm => raise(&mut counts.hitm_remote, n),
        Some(true) if peer => raise(&mut counts.peer_remote, n),
        Some(false) if hitm && !missed => raise(&mut counts.hitm_local, n),
        Some(false) if peer && !missed => raise(&mut counts.peer_local, n),
        _ => {}
    }
    let remote = remote == Some(true);
    if operation == Some(Operation::Load) && !hitm && !missed {
        // What answers another cache's line is a HITM or not: only the snoop tells.
        let may_be_hitm = access.contains("L3") || access.contains("Cache");
        if !snooped && may_be_hitm {
            return;
        }
        let level = match access {
            a if a.contains("LFB") => &mut counts.loads_fill_buffer,
            a if a.contains("L1") => &mut counts.loads_l1,
            a if a.contains("L2") => &mut counts.loads_l2,
            a if a.contains("L3") => &mut counts.loads_llc,
            a if a.contains("RAM") && remote => &mut counts.dram_remote,
            a if a.contains("RAM") => &mut counts.dram_local,
            a if a.contains("Cache") && remote => &mut counts.loads_remote,
            _ => return,
        };
        raise(level, n);
    }
}

/// The sum of two.
pub(super) fn add(mut sum: AccessCounts, other: &AccessCounts) -> AccessCounts {
    let pairs: [(&mut Option<u32>, Option<u32>); 17] = [
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
    ];
    for (mine, theirs) in pairs {
        if let Some(theirs) = theirs {
            raise(mine, theirs);
        }
    }
    sum
}

fn raise(count: &mut Option<u32>, by: u32) {
    *count = Some(count.unwrap_or(0).saturating_add(by));
}
