//! One sort for all types.

use std::cmp::Ordering;

/// Sorts; what is equal keeps its order, and nothing is copied. The standard sort is compiled anew for each type and order, at 7
/// KB each, which a page has to load.
///
/// ```
/// let mut names = ["bb", "a", "cc", "d"];
/// facts::sort_by(&mut names, |a, b| a.len().cmp(&b.len()));
/// assert_eq!(names, ["a", "d", "bb", "cc"]);
/// ```
#[expect(clippy::indexing_slicing, reason = "the order has each place of the items once")]
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &mut |a, b| compare(&items[a], &items[b]).is_gt());
    for start in 0..items.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// The places of so many items in their order, by merging runs that are twice as long each time.
fn order(length: usize, is_after: &mut dyn FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..length).collect();
    let mut run = 1;
    while run < length {
        let mut merged = Vec::with_capacity(length);
        for pair in sorted.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            // Most items are in order already.
            if let (Some(last), Some(first)) = (left.last(), right.first())
                && !is_after(*last, *first)
            {
                merged.extend_from_slice(pair);
                continue;
            }
            while let ([first, others @ ..], [second, rest @ ..]) = (left, right) {
                if is_after(*first, *second) {
                    merged.push(*second);
                    right = rest;
                } else {
                    merged.push(*first);
                    left = others;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        sorted = merged;
        run *= 2;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_sort() {
        let mut seed = 1u32;
        for length in 0..200 {
            let next = |_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 28, seed)
            };
            let mut items: Vec<(u32, u32)> = (0..length).map(next).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by(&mut items, |a, b| a.0.cmp(&b.0));
            assert_eq!(items, expected);
        }
    }
}
