//! Gaps that unnamed bit-fields explain.

use super::Failure;
use super::place::{Item, filler_width, round_up};
use super::solution::{Filler, Solution};
use super::walk::Walk;

impl Walk<'_> {
    /// After a bit-field, what is left of its unit is more likely an unnamed bit-field than an
    /// alignment of the member that follows.
    pub fn close_unit_before(&mut self, number: usize, item: &Item) -> bool {
        let Some(like) = number.checked_sub(1) else { return false };
        let Some(before) = self.problem.items.get(like) else { return false };
        let (Some(unit), false) = (before.unit, self.solution.packed) else { return false };
        let Some(width) =
            filler_width(self.end, item.offset, unit, before.natural_bits(), false, |end| {
                item.place(round_up(end, 8), false)
            })
        else {
            return false;
        };
        self.fill(number, like, width);
        true
    }

    /// A gap that nothing else explains: unnamed bit-fields like a neighbour, as many as it takes.
    pub fn fill_units(
        &mut self,
        before: usize,
        like: usize,
        to: u64,
        next: impl Fn(u64) -> u64,
    ) -> Option<()> {
        /// More than this are no explanation.
        const MOST: usize = 16;
        let unit = self.problem.items.get(like)?.fill_unit?;
        for _ in 0..MOST {
            if self.end >= to {
                return None;
            }
            let boundary = self.end.saturating_add(1).checked_next_multiple_of(unit)?;
            let width = boundary.min(to) - self.end;
            self.fill(before, like, width);
            self.end += width;
            if next(self.end) == to {
                return Some(());
            }
        }
        None
    }

    /// Unnamed bits after the last member.
    pub fn fill_tail(mut self, size: u64) -> Result<Solution, Failure> {
        let failure = Failure::Size { end_bits: self.end };
        let like = self.problem.items.len().checked_sub(1).ok_or(failure)?;
        if self.problem.is_union {
            return Err(failure);
        }
        let align = u64::from(self.solution.align.bytes) * 8;
        self.fill_units(like + 1, like, size, |end| round_up(end, align)).ok_or(failure)?;
        Ok(self.solution)
    }

    /// An unnamed bit-field of so many bits, of the declared type of a member.
    pub fn fill(&mut self, before: usize, like: usize, width: u64) {
        self.solution.fillers.push(Filler { before, offset: self.end, width, like });
        // AAPCS lets an unnamed bit-field raise the alignment as a named one does.
        if self.problem.target.unnamed_bitfields_align
            && !self.solution.packed
            && let Some(Item { natural, .. }) = self.problem.items.get(like)
        {
            self.raise(u64::from(natural.bytes) * 8, natural.from);
        }
    }
}
