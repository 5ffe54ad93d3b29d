//! Percentages of a line to counts.
//!
//! perf prints a row's share of its line's samples of a kind with two decimals. Up to 10,000 samples
//! of that kind only one count rounds to the printed share, so the count is exact. Above, several do;
//! then the counts of a whole (untrimmed) line are chosen so that they add up to the line's, and a
//! row that only stores takes its "Total records" as its count. No count ever leaves the interval
//! that rounds to what is printed.
//!
//! People round what perf printed: [`Rounding`] is how far, and the interval is as much wider.

/// Hundredths of a percent in one percent.
const PERCENT: u32 = 100;

/// How the shares of a report are rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounding {
    /// Between two neighbouring shares, in hundredths of a percent: 1 as perf prints them, 10 with one decimal.
    step: u32,
}

impl Default for Rounding {
    fn default() -> Self {
        Self { step: 1 }
    }
}

impl Rounding {
    /// Of shares with so many decimals at most; `None` where no share tells.
    pub fn of(decimals: Option<u32>) -> Self {
        Self {
            step: match decimals {
                Some(0) => PERCENT,
                Some(1) => PERCENT / 10,
                _ => 1,
            },
        }
    }

    /// Whether somebody rounded the shares that perf printed.
    pub fn is_coarse(self) -> bool {
        self.step > 1
    }

    /// How far so many shares together may be off by rounding, in hundredths of a percent; 0 for perf's own.
    pub fn slack(self, shares: usize) -> u64 {
        let coarse = u64::from(self.step) * shares as u64 / 2;
        if self.is_coarse() { coarse } else { 0 }
    }

    /// How far a share may be off, in percent.
    pub fn error_percent(self) -> f64 {
        f64::from(self.step) / f64::from(PERCENT) / 2.0
    }

    /// Counts of one kind of sample: `total` on the line, each row's share in hundredths of a percent.
    pub fn spread(self, total: u32, shares: &[u32], fixed: &[Option<u32>]) -> Vec<u32> {
        let total = u64::from(total);
        let mut counts: Vec<u64> = Vec::with_capacity(shares.len());
        for (row, share) in shares.iter().enumerate() {
            let fixed = fixed.get(row).copied().flatten();
            counts.push(fixed.map_or_else(|| nearest(total, *share), u64::from));
        }
        let printed: u64 = shares.iter().map(|share| u64::from(*share)).sum();
        let sum: u64 = counts.iter().sum();
        // A trimmed line has no sum to reach; more than rounding explains is not ours to mend.
        if printed + self.slack(shares.len()) >= 9_900 && sum != total {
            self.settle(total, shares, fixed, &mut counts, sum);
        }
        counts.into_iter().map(|count| count as u32).collect()
    }

    /// How far a row's count may be off, for a line with this many samples of a kind.
    pub fn error(self, total: u32) -> u32 {
        let half = u64::from(self.step) + u64::from(self.is_coarse());
        let twice = u64::from(total) * half;
        if twice <= 10_000 { 0 } else { ((twice + 10_000) / 20_000) as u32 }
    }

    /// Whether this count is printed as this share.
    pub fn fits(self, total: u32, share: u32, count: u32) -> bool {
        let (low, high) = self.interval(u64::from(total), share);
        (low..=high).contains(&u64::from(count))
    }

    /// Whether some count of so many is printed as this share: 54.23 % is none of 900.
    pub fn is_share_of(self, total: u32, share: u32) -> bool {
        if total == 0 {
            return share == 0;
        }
        let (low, high) = self.bounds(u64::from(total), share);
        low <= high
    }

    /// The first and the last count that are printed as the share; the first is larger where none is.
    fn bounds(self, total: u64, share: u32) -> (u64, u64) {
        // What somebody rounded perf had rounded before.
        let half = u64::from(self.step) + u64::from(self.is_coarse());
        let twice = u64::from(share) * 2;
        ((total * twice.saturating_sub(half)).div_ceil(20_000), total * (twice + half) / 20_000)
    }

    /// The smallest and the largest count that rounds to the share.
    fn interval(self, total: u64, share: u32) -> (u64, u64) {
        let near = nearest(total, share);
        let (low, high) = self.bounds(total, share);
        (low.min(near), high.min(total).max(near))
    }

    /// Brings the sum to the total, evenly, beginning where there is most room.
    fn settle(
        self,
        total: u64,
        shares: &[u32],
        fixed: &[Option<u32>],
        counts: &mut [u64],
        sum: u64,
    ) {
        let is_fixed = |row: usize| fixed.get(row).copied().flatten().is_some();
        let rows = shares.iter().copied().zip(counts).enumerate();
        let free = rows.filter(|(row, (share, _))| *share > 0 && !is_fixed(*row));
        let mut free: Vec<(u32, &mut u64)> = free.map(|(_, row)| row).collect();
        let up = sum < total;
        let room = |share: u32, count: u64| {
            let (low, high) = self.interval(total, share);
            if up { high.saturating_sub(count) } else { count.saturating_sub(low) }
        };
        let room_of = |(share, count): &(u32, &mut u64)| room(*share, **count);
        facts::sort_by(&mut free, |a, b| room_of(b).cmp(&room_of(a)));
        let mut missing = sum.abs_diff(total);
        let mut moved = true;
        while missing > 0 && moved {
            moved = false;
            let each = (missing / free.len().max(1) as u64).max(1);
            for (share, count) in &mut free {
                let step = each.min(missing).min(room(*share, **count));
                if step > 0 {
                    **count = if up { **count + step } else { **count - step };
                    missing -= step;
                    moved = true;
                }
            }
        }
    }
}

fn nearest(total: u64, share: u32) -> u64 {
    (total * u64::from(share) + 5_000) / 10_000
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERFS: Rounding = Rounding { step: 1 };

    #[test]
    fn small_lines_are_exact() {
        for total in [1u32, 3, 7, 99, 1000, 9_999] {
            for count in 0..=total.min(500) {
                let share = (f64::from(count) * 10_000.0 / f64::from(total)).round() as u32;
                assert_eq!(PERFS.spread(total, &[share], &[]), [count], "{count} of {total}");
            }
        }
    }

    #[test]
    fn large_lines_add_up_and_stay_within_what_is_printed() {
        // 149,904 records over three rows, printed as 0.01 %, 33.33 % and 66.66 %.
        let counts = PERFS.spread(149_904, &[1, 3_333, 6_666], &[]);
        assert_eq!(counts.iter().sum::<u32>(), 149_904);
        for (count, share) in counts.iter().zip([1, 3_333, 6_666]) {
            assert!(PERFS.fits(149_904, share, *count));
        }
    }

    #[test]
    fn what_is_printed_is_a_share() {
        for total in [1u32, 3, 7, 99, 900, 9_999, 123_456] {
            for count in (0..=total).step_by((total as usize / 500).max(1)) {
                let printed = format!("{:.2}", f64::from(count) * 100.0 / f64::from(total));
                let share = printed.replace('.', "").parse().expect("a number");
                assert!(PERFS.is_share_of(total, share), "{count} of {total} is {printed}");
            }
        }
        assert!(
            !PERFS.is_share_of(900, 5_423) && !PERFS.is_share_of(0, 1) && PERFS.is_share_of(0, 0)
        );
    }

    #[test]
    fn a_row_without_a_share_never_gets_a_sample() {
        assert_eq!(PERFS.spread(200_000, &[0, 9_999], &[])[0], 0);
    }

    #[test]
    fn the_error_is_what_rounding_leaves() {
        assert_eq!((PERFS.error(10_000), PERFS.error(10_001), PERFS.error(149_904)), (0, 1, 7));
    }

    #[test]
    fn rounded_shares_leave_more_counts() {
        let (tenths, whole) = (Rounding::of(Some(1)), Rounding::of(Some(0)));
        assert_eq!((tenths.error(1_000), tenths.error(10_000), whole.error(1_000)), (1, 6, 5));
        // 333, 333 and 334 of 1,000 as 33 %, 33 % and 33 %.
        assert_eq!(whole.spread(1_000, &[3_300, 3_300, 3_300], &[]).iter().sum::<u32>(), 1_000);
        assert!(tenths.is_share_of(900, 5_420) && tenths.fits(900, 5_420, 488));
        assert_eq!(Rounding::of(Some(2)), PERFS);
    }
}
