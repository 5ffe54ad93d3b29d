//! Numbers of samples.

use facts::{AccessCounts, AccessProfile, Latencies, RowShares};

use super::findings::Findings;

/// How far apart two ways to compute one mean or share may be.
const FLOAT_ERROR: f64 = 1e-6;

/// What a number may differ by.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slack {
    /// What rounding leaves open of a kind of sample; a sum has up to four of them.
    pub error: u32,
    /// Of less text it is smaller.
    pub fewer: bool,
}

type Count = (&'static str, fn(&AccessCounts) -> Option<u32>, u32);

/// Each count with its name, and how many kinds are summed up in it.
const COUNTS: [Count; 17] = [
    ("records", |c| c.records, 0),
    ("loads", |c| c.loads, 4),
    ("stores", |c| c.stores, 4),
    ("local HITM", |c| c.hitm_local, 1),
    ("remote HITM", |c| c.hitm_remote, 1),
    ("local peer hits", |c| c.peer_local, 1),
    ("remote peer hits", |c| c.peer_remote, 1),
    ("stores L1 hit", |c| c.stores_l1_hit, 1),
    ("stores L1 miss", |c| c.stores_l1_miss, 1),
    ("stores without level", |c| c.stores_no_level, 1),
    ("fill buffer hits", |c| c.loads_fill_buffer, 0),
    ("L1 hits", |c| c.loads_l1, 0),
    ("L2 hits", |c| c.loads_l2, 0),
    ("LLC hits", |c| c.loads_llc, 0),
    ("remote hits", |c| c.loads_remote, 0),
    ("local DRAM", |c| c.dram_local, 0),
    ("remote DRAM", |c| c.dram_remote, 0),
];

/// Compares each count.
pub(super) fn counts(
    of: &str,
    clean: &AccessCounts,
    read: &AccessCounts,
    slack: Slack,
    found: &mut Findings,
) {
    if clean != read {
        numbers(of, &each(clean), &each(read), slack, found);
    }
}

/// One for each of [`COUNTS`].
pub(super) type Numbers = [Option<u32>; COUNTS.len()];

/// The counts as a list.
pub(super) fn each(counts: &AccessCounts) -> Numbers {
    COUNTS.map(|(_, get, _)| get(counts))
}

/// Compares lists of them.
pub(super) fn numbers(
    of: &str,
    clean: &Numbers,
    read: &Numbers,
    slack: Slack,
    found: &mut Findings,
) {
    for ((name, _, kinds), (clean, read)) in COUNTS.into_iter().zip(clean.iter().zip(read)) {
        let error = slack.error * kinds;
        count(&format!("{of}{name}"), *clean, *read, error, slack.fewer, found);
    }
}

/// Compares one.
pub(super) fn count(
    name: &str,
    clean: Option<u32>,
    read: Option<u32>,
    error: u32,
    fewer: bool,
    found: &mut Findings,
) {
    match (clean, read) {
        (Some(clean), Some(read)) if clean.abs_diff(read) <= error => {}
        (Some(clean), Some(read)) if fewer && read < clean => {
            found.is_missing(|| format!("{name} {read} of {clean}"));
        }
        _ => found.optional(name, clean.as_ref(), read.as_ref()),
    }
}

/// Numbers that are computed.
pub(super) fn near(name: &str, clean: Option<f64>, read: Option<f64>, found: &mut Findings) {
    match (clean, read) {
        (Some(a), Some(b)) if (a - b).abs() <= FLOAT_ERROR => {}
        _ => found.optional(name, clean.as_ref(), read.as_ref()),
    }
}

/// Compares mean latencies; those of fewer samples are others.
pub(super) fn latencies(clean: &Latencies, read: &Latencies, fewer: bool, found: &mut Findings) {
    for (name, clean, read) in [
        ("cycles of remote HITM", clean.hitm_remote_cycles, read.hitm_remote_cycles),
        ("cycles of local HITM", clean.hitm_local_cycles, read.hitm_local_cycles),
        ("cycles of remote peer hits", clean.peer_remote_cycles, read.peer_remote_cycles),
        ("cycles of local peer hits", clean.peer_local_cycles, read.peer_local_cycles),
        ("cycles of other loads", clean.other_cycles, read.other_cycles),
    ] {
        if fewer && clean.is_some() && read.is_some() {
            if clean != read {
                found.is_missing(|| format!("{name} are of fewer samples"));
            }
        } else {
            near(name, clean, read, found);
        }
    }
}

/// Compares printed shares.
pub(super) fn shares(clean: Option<&RowShares>, read: Option<&RowShares>, found: &mut Findings) {
    let (Some(clean), Some(read)) = (clean, read) else {
        return found.optional("shares", clean, read);
    };
    for (name, clean, read) in [
        ("share of remote HITM", clean.hitm_remote_percent, read.hitm_remote_percent),
        ("share of local HITM", clean.hitm_local_percent, read.hitm_local_percent),
        ("share of remote peer hits", clean.peer_remote_percent, read.peer_remote_percent),
        ("share of local peer hits", clean.peer_local_percent, read.peer_local_percent),
        ("share of stores L1 hit", clean.stores_l1_hit_percent, read.stores_l1_hit_percent),
        ("share of stores L1 miss", clean.stores_l1_miss_percent, read.stores_l1_miss_percent),
        (
            "share of stores without level",
            clean.stores_no_level_percent,
            read.stores_no_level_percent,
        ),
    ] {
        near(name, clean, read, found);
    }
}

/// Sums of the counts of several.
pub(super) fn sum<'a>(all: impl Iterator<Item = &'a AccessCounts>) -> Numbers {
    let add = |a: Option<u32>, b: Option<u32>| match (a, b) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (a, b) => a.or(b),
    };
    all.map(each)
        .fold(Numbers::default(), |sum, mine| std::array::from_fn(|at| add(sum[at], mine[at])))
}

/// It counts lines, and how many lines samples make depends on whether the text has physical addresses.
const SHARED_LINES: &str = "Total Shared Cache Lines";

/// Compares perf's statistics.
pub(super) fn stats(
    clean: &AccessProfile,
    read: &AccessProfile,
    fewer: bool,
    found: &mut Findings,
) {
    for stat in &read.stats {
        let known = clean.stats.iter().find(|s| (s.table, &s.name) == (stat.table, &stat.name));
        match known {
            None => found.is_wrong(|| format!("statistic {:?} is invented", stat.name)),
            Some(known) if known.count == stat.count => {}
            Some(known) if fewer && (stat.count < known.count || stat.name == SHARED_LINES) => {
                found.is_missing(|| format!("{} {} of {}", stat.name, stat.count, known.count));
            }
            Some(known) => found.is_wrong(|| {
                format!("{:?} is {} instead of {}", stat.name, stat.count, known.count)
            }),
        }
    }
    if read.stats.len() > clean.stats.len() {
        found.is_wrong(|| "statistics are there twice".to_owned());
    }
    if read.stats.len() < clean.stats.len() {
        found.is_missing(|| format!("statistics: {} of {}", read.stats.len(), clean.stats.len()));
    }
}
