//! Rows under a line that are another line's: theirs above them is missing.

use super::Block;
use super::counts::Rounding;
use super::row::Row;

/// A block, parted where the rows of another line begin: those whose own line above them is missing.
pub fn at_seam(mut block: Block, rounding: Rounding) -> Vec<Block> {
    block.seam = block.seam.filter(|seam| *seam < block.rows.len());
    let at = block.seam.filter(|_| is_mixed(&block, rounding)).or_else(|| restart(&block.rows));
    let Some(at) = at else { return vec![block] };
    let rows = block.rows.split_off(at);
    vec![Block { seam: None, ..block }, Block { rows, ..Block::default() }]
}

/// The row at which the offsets begin again: perf prints the rows of a line by their offset. Rows that somebody sorted
/// by one of their shares have none.
fn restart(rows: &[Row]) -> Option<usize> {
    let columns = rows.first().map_or(0, |row| row.shares.len());
    let sorted = |at: usize| {
        let share = |row: &Row| row.shares.get(at).copied().unwrap_or(0);
        rows.first().is_some_and(|row| share(row) > 0)
            && rows.is_sorted_by_key(|row| std::cmp::Reverse(share(row)))
    };
    let pairs = (1..).zip(rows.array_windows());
    let mut restarts = pairs.filter(|(_, [before, row])| row.offset < before.offset);
    let first = restarts.next().map(|(at, _)| at);
    first.filter(|_| restarts.next().is_none() && !(0..columns).any(sorted))
}

/// Whether the rows of a line have more than 100 % of a kind of its samples: rows of another line are among them.
pub fn is_mixed(block: &Block, rounding: Rounding) -> bool {
    let columns = block.rows.iter().map(|row| row.shares.len()).max().unwrap_or(0);
    // Each row's share is rounded.
    let rows = block.rows.len();
    let most = 10_050 + rows as u64 + rounding.slack(rows);
    (0..columns).any(|at| {
        let shares = block.rows.iter().filter_map(|row| row.shares.get(at));
        shares.map(|share| u64::from(*share)).sum::<u64>() > most
    })
}
