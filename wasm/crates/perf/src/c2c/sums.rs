//! Sums that perf prints in the rows of the table of lines, which tell whether the numbers of a row are those of its columns.

use super::columns::Shape;

/// Numbers after the percentage, before 5.11.
pub(super) const OLD_NUMBERS: usize = 15;

#[expect(
    clippy::indexing_slicing,
    reason = "a sum is looked at only in a row that has all of its columns"
)]
fn number(n: &[u32], column: usize) -> u64 {
    u64::from(n[column])
}

/// What the numbers of these columns add up to.
fn sum(n: &[u32], columns: std::ops::Range<usize>) -> u64 {
    n.iter().take(columns.end).skip(columns.start).map(|n| u64::from(*n)).sum()
}

/// perf adds these up itself, so a row whose sums are wrong lost digits. (The total of HITM is not looked at: it
/// counts other kinds in some versions.)
pub(super) fn old_adds_up(records: Option<u64>, n: &[u32]) -> bool {
    let loads = number(n, 9);
    loads == sum(n, 1..3) + sum(n, 6..8) + sum(n, 10..15)
        && records.is_none_or(|records| records == loads + sum(n, 4..6))
}

/// Whether the first numbers of a row that is not whole are not those of these columns: sums that are in them differ.
pub(super) fn old_contradicts(records: Option<u32>, n: &[u32]) -> bool {
    let differs = |at: usize, is: fn(&[u32], Option<u64>) -> bool| {
        n.len() > at && !is(n, records.map(u64::from))
    };
    n.len() >= OLD_NUMBERS
        || differs(5, |n, _| number(n, 3) == sum(n, 4..6))
        || differs(9, |n, records| {
            records.is_none_or(|records| records == number(n, 9) + number(n, 3))
        })
        || differs(10, |n, _| sum(n, 1..3) + sum(n, 6..8) + sum(n, 10..n.len()) <= number(n, 9))
}

/// Whether the first numbers of a row that is not whole are not those of these columns: sums that are in them differ, or
/// the two columns that a HITM stands in.
pub(super) fn new_contradicts(n: &[u32], shape: Shape) -> bool {
    let levels = usize::from(shape.no_level != Some(false));
    let is = |at: usize, holds: &dyn Fn() -> bool| n.len() <= at || holds();
    let holds = is(2, &|| shape.draft || number(n, 0) == sum(n, 1..3))
        && is(5, &|| number(n, 3) == sum(n, 4..6))
        && is(7, &|| sum(n, 6..8) <= number(n, 5));
    // After these, only the names of the columns tell which is which.
    let rest = shape.no_level.is_none()
        || is(7 + levels, &|| sum(n, 6..8 + levels) == number(n, 5))
            && is(8 + levels, &|| sum(n, 8 + levels..n.len()) <= number(n, 4))
            && (shape.peer
                || shape.draft
                || is(12 + levels, &|| number(n, 12 + levels) == number(n, 1))
                    && is(14 + levels, &|| number(n, 14 + levels) == number(n, 2)));
    !(holds && rest)
}

/// The same of perf since 5.11, whose stores have so many columns "N/A" (`levels`); in peer mode no HITM is in two columns.
pub(super) fn new_adds_up(n: &[u32], levels: usize, peer: bool) -> bool {
    let (records, loads) = (number(n, 3), number(n, 4));
    let has_both_hitm =
        || number(n, 12 + levels) == number(n, 1) && number(n, 14 + levels) == number(n, 2);
    loads == sum(n, 8 + levels..n.len())
        && records == loads + sum(n, 6..8 + levels)
        && (peer || has_both_hitm())
}
