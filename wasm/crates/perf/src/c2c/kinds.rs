//! The kinds of samples that a row has shares of, and how many samples of each a row has.

use facts::{AccessCounts, RowShares};

use super::counts::Rounding;
use super::row::Row;

/// HITM remote, local; peer remote, local; stores hit, miss, no level.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Kinds<T>(pub [Option<T>; 7]);

/// One kind, by its number in this order.
#[expect(
    clippy::indexing_slicing,
    reason = "columns and their tables give numbers below 7, and no text states one"
)]
impl<T> std::ops::Index<usize> for Kinds<T> {
    type Output = Option<T>;

    fn index(&self, kind: usize) -> &Option<T> {
        &self.0[kind]
    }
}

#[expect(clippy::indexing_slicing, reason = "as in `index`")]
impl<T> std::ops::IndexMut<usize> for Kinds<T> {
    fn index_mut(&mut self, kind: usize) -> &mut Option<T> {
        &mut self.0[kind]
    }
}

impl Kinds<u32> {
    /// Of a line.
    pub fn of(counts: &AccessCounts) -> Self {
        Self([
            counts.hitm_remote,
            counts.hitm_local,
            counts.peer_remote,
            counts.peer_local,
            counts.stores_l1_hit,
            counts.stores_l1_miss,
            counts.stores_no_level,
        ])
    }

    /// Stores of a line; `None` where one of their levels is not stated, as before perf 6.0, which leaves out those that
    /// have none.
    pub fn stores(&self) -> Option<u32> {
        let [.., hit, miss, none] = self.0;
        Some(hit?.saturating_add(miss?).saturating_add(none?))
    }

    /// Whether both state a kind, and not the same count of it.
    pub fn differ(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .any(|(mine, theirs)| mine.zip(theirs).is_some_and(|(a, b)| a != b))
    }

    /// Into a line or row.
    pub fn put(&self, counts: &mut AccessCounts) {
        let [hr, hl, pr, pl, hit, miss, none] = self.0;
        counts.hitm_remote = hr;
        counts.hitm_local = hl;
        counts.peer_remote = pr;
        counts.peer_local = pl;
        counts.stores_l1_hit = hit;
        counts.stores_l1_miss = miss;
        counts.stores_no_level = none;
    }
}

/// Sum of the kinds that are known; `None` where none is.
pub(super) fn sum(kinds: &[Option<u32>]) -> Option<u32> {
    let known = kinds.iter().any(Option::is_some);
    known.then(|| kinds.iter().flatten().fold(0u32, |sum, count| sum.saturating_add(*count)))
}

/// Fills in a row's loads where only its records and stores are stated, and gives those without a HITM or a peer hit: where
/// both of the local and the remote ones are known.
pub(super) fn split_loads(counts: &mut AccessCounts, of_row: &Kinds<u32>) -> Option<u32> {
    // Stores above the records can only come from rounding.
    counts.loads = counts.loads.or(match (counts.records, counts.stores) {
        (Some(records), Some(stores)) => Some(records.saturating_sub(stores)),
        _ => None,
    });
    let [remote, local, remote_peer, local_peer, ..] = of_row.0;
    remote.zip(local).or(remote_peer.zip(local_peer))?;
    Some(counts.loads?.saturating_sub(sum(&of_row.0[..4])?))
}

/// The kinds of so many shares that no name stands above: 4 to perf 5.19, 5 since, 6 in a draft of 2022 (with peer hits in
/// the third). Of fewer than perf prints, which are there is unknown.
pub(super) fn unnamed(width: usize, peer: bool) -> Vec<Option<usize>> {
    let (remote, local) = if peer { (2, 3) } else { (0, 1) };
    let kinds: &[usize] = match width {
        4 => &[remote, local, 4, 5],
        5 => &[remote, local, 4, 5, 6],
        6 => &[0, 1, 3, 4, 5, 6],
        _ => return vec![None; width],
    };
    kinds.iter().copied().map(Some).collect()
}

/// Values of columns by their kind.
pub(super) fn by_kind<T: Copy>(columns: &[Option<usize>], values: &[T]) -> Kinds<T> {
    let mut out = Kinds([const { None }; 7]);
    if values.len() == columns.len() {
        for (kind, value) in columns.iter().zip(values) {
            if let Some(kind) = *kind {
                out[kind] = Some(*value);
            }
        }
    }
    out
}

/// Counts of each row; where the rows miss over 1 % of a kind of sample, also what they miss of all kinds
/// together and of each.
pub(super) fn row_counts(
    rows: &[Row],
    totals: &Kinds<u32>,
    columns: &[Option<usize>],
    rounding: Rounding,
) -> (Vec<Kinds<u32>>, Option<(f64, RowShares)>) {
    let shares: Vec<Kinds<u32>> = rows.iter().map(|row| by_kind(columns, &row.shares)).collect();
    let pinned = pinned_stores(rows, &shares, totals, rounding);
    let mut out = vec![Kinds::default(); rows.len()];
    let (mut trimmed, mut missing_of) = (false, Kinds::default());
    let (mut stated_samples, mut missing_samples) = (0.0, 0.0);
    for kind in 0..7 {
        let Some(total) = totals[kind] else { continue };
        let of_kind: Vec<u32> = shares.iter().map(|share| share[kind].unwrap_or(0)).collect();
        if !shares.is_empty() && shares.iter().all(|share| share[kind].is_none()) {
            continue;
        }
        let sum: u64 = of_kind.iter().map(|share| u64::from(*share)).sum();
        let missing = 10_000u64.saturating_sub(sum) as u32;
        stated_samples += f64::from(total);
        missing_samples += f64::from(total) * f64::from(missing);
        missing_of[kind] = (total > 0).then(|| percent(missing));
        trimmed |= total > 0 && u64::from(missing) > 100 + rounding.slack(of_kind.len());
        let fixed: Vec<Option<u32>> = pinned.iter().map(|row| row[kind]).collect();
        let counts = rounding.spread(total, &of_kind, &fixed);
        for ((row, share), count) in out.iter_mut().zip(&shares).zip(counts) {
            // A row whose share is not known has an unknown number.
            row[kind] = share[kind].map(|_| count);
        }
    }
    let together = missing_samples / stated_samples / 100.0;
    (out, trimmed.then(|| (together, row_shares(missing_of))))
}

/// Under their names.
pub(super) fn row_shares(of: Kinds<f64>) -> RowShares {
    let [hr, hl, pr, pl, hit, miss, none] = of.0;
    RowShares {
        hitm_remote_percent: hr,
        hitm_local_percent: hl,
        peer_remote_percent: pr,
        peer_local_percent: pl,
        stores_l1_hit_percent: hit,
        stores_l1_miss_percent: miss,
        stores_no_level_percent: none,
    }
}

/// Rows that only store: "Total records" is their number of stores, exactly.
fn pinned_stores(
    rows: &[Row],
    shares: &[Kinds<u32>],
    totals: &Kinds<u32>,
    rounding: Rounding,
) -> Vec<Kinds<u32>> {
    let pin = |(row, share): (&Row, &Kinds<u32>)| -> Option<Kinds<u32>> {
        let records = u32::try_from(row.records?).ok()?;
        let no_load = share.0[..4].iter().all(|share| share.unwrap_or(0) == 0)
            && row.cycles.iter().take(3).all(|cycles| *cycles == Some(0));
        let stores: Vec<usize> = (4..7).filter(|kind| share[*kind].unwrap_or(0) > 0).collect();
        let [kind] = stores.as_slice() else { return None };
        let fits = rounding.fits(totals[*kind]?, share[*kind]?, records);
        let mut pinned = Kinds::default();
        pinned[*kind] = Some(records);
        (no_load && fits).then_some(pinned)
    };
    rows.iter().zip(shares).map(|pair| pin(pair).unwrap_or_default()).collect()
}

/// A share as it is stated elsewhere.
pub(super) fn percent(hundredths: u32) -> f64 {
    f64::from(hundredths) / 100.0
}
