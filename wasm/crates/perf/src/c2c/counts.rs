//! Percentages of a line to counts.
//!
//! perf prints a row's share of its line's samples of a kind with two decimals. Up to 10,000 samples
//! of that kind only one count rounds to the printed share, so the count is exact. Above, several do;
//! then the counts of a whole (untrimmed) line are chosen so that they add up to the line's, and a
//! row that only stores takes its "Total records" as its count. No count ever leaves the interval
//! that rounds to what is printed.

/// Counts of one kind of sample: `total` on the line, each row's share in hundredths of a percent.
pub fn spread(total: u32, shares: &[u32], fixed: &[Option<u32>]) -> Vec<u32> {
    let total = u64::from(total);
    let mut counts: Vec<u64> = Vec::with_capacity(shares.len());
    for (row, share) in shares.iter().enumerate() {
        let fixed = fixed.get(row).copied().flatten();
        counts.push(fixed.map_or_else(|| nearest(total, *share), u64::from));
    }
    let printed: u64 = shares.iter().map(|share| u64::from(*share)).sum();
    let sum: u64 = counts.iter().sum();
    // A trimmed line has no sum to reach; more than rounding explains is not ours to mend.
    if printed >= 9_900 && sum != total {
        settle(total, shares, fixed, &mut counts, sum);
    }
    counts.into_iter().map(|count| count as u32).collect()
}

/// How far a row's count may be off, for a line with this many samples of a kind.
pub fn error(total: u32) -> u32 {
    if total <= 10_000 { 0 } else { ((u64::from(total) + 10_000) / 20_000) as u32 }
}

/// Whether this count is printed as this share.
pub fn fits(total: u32, share: u32, count: u32) -> bool {
    let (low, high) = interval(u64::from(total), share);
    (low..=high).contains(&u64::from(count))
}

/// Whether some count of so many is printed as this share: 54.23 % is none of 900.
pub fn is_share_of(total: u32, share: u32) -> bool {
    let (total, share) = (u64::from(total), u64::from(share) * 2);
    if total == 0 {
        return share == 0;
    }
    (total * share.saturating_sub(1)).div_ceil(20_000) <= total * (share + 1) / 20_000
}

fn nearest(total: u64, share: u32) -> u64 {
    (total * u64::from(share) + 5_000) / 10_000
}

/// The smallest and the largest count that rounds to the share.
fn interval(total: u64, share: u32) -> (u64, u64) {
    let near = nearest(total, share);
    let share = u64::from(share) * 2;
    let low = (total * share.saturating_sub(1)).div_ceil(20_000);
    let high = (total * (share + 1) / 20_000).min(total);
    (low.min(near), high.max(near))
}

/// Brings the sum to the total, evenly, beginning where there is most room.
fn settle(total: u64, shares: &[u32], fixed: &[Option<u32>], counts: &mut [u64], sum: u64) {
    let mut order: Vec<usize> = (0..shares.len())
        .filter(|row| shares[*row] > 0 && fixed.get(*row).copied().flatten().is_none())
        .collect();
    let up = sum < total;
    let room = |row: usize, count: u64| {
        let (low, high) = interval(total, shares[row]);
        if up { high.saturating_sub(count) } else { count.saturating_sub(low) }
    };
    order.sort_by_key(|row| std::cmp::Reverse(room(*row, counts[*row])));
    let mut missing = sum.abs_diff(total);
    let mut moved = true;
    while missing > 0 && moved {
        moved = false;
        let each = (missing / order.len().max(1) as u64).max(1);
        for row in &order {
            let step = each.min(missing).min(room(*row, counts[*row]));
            if step > 0 {
                counts[*row] = if up { counts[*row] + step } else { counts[*row] - step };
                missing -= step;
                moved = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_lines_are_exact() {
        for total in [1u32, 3, 7, 99, 1000, 9_999] {
            for count in 0..=total.min(500) {
                let share = (f64::from(count) * 10_000.0 / f64::from(total)).round() as u32;
                assert_eq!(spread(total, &[share], &[]), [count], "{count} of {total}");
            }
        }
    }

    #[test]
    fn large_lines_add_up_and_stay_within_what_is_printed() {
        // 149,904 records over three rows, printed as 0.01 %, 33.33 % and 66.66 %.
        let counts = spread(149_904, &[1, 3_333, 6_666], &[]);
        assert_eq!(counts.iter().sum::<u32>(), 149_904);
        for (count, share) in counts.iter().zip([1, 3_333, 6_666]) {
            assert!(fits(149_904, share, *count));
        }
    }

    #[test]
    fn what_is_printed_is_a_share() {
        for total in [1u32, 3, 7, 99, 900, 9_999, 123_456] {
            for count in (0..=total).step_by((total as usize / 500).max(1)) {
                let printed = format!("{:.2}", f64::from(count) * 100.0 / f64::from(total));
                let share = printed.replace('.', "").parse().expect("a number");
                assert!(is_share_of(total, share), "{count} of {total} is {printed}");
            }
        }
        assert!(!is_share_of(900, 5_423) && !is_share_of(0, 1) && is_share_of(0, 0));
    }

    #[test]
    fn a_row_without_a_share_never_gets_a_sample() {
        assert_eq!(spread(200_000, &[0, 9_999], &[])[0], 0);
    }

    #[test]
    fn the_error_is_what_rounding_leaves() {
        assert_eq!((error(10_000), error(10_001), error(149_904)), (0, 1, 7));
    }
}
