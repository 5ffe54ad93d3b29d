//! Members one after the other: where each would lie by the rules, and what it takes where it does not.

use facts::{Alignment, AlignmentSource};

use super::place::{Item, filler_width, place_bits, round_up};
use super::solution::{Mark, Solution};
use super::{Failure, Problem};

/// An aggregate whose members are explained one after the other.
pub(super) struct Walk<'a> {
    pub problem: &'a Problem<'a>,
    limit: u64,
    /// End of the members so far.
    pub end: u64,
    choices: Vec<Choice>,
    pub solution: Solution,
}

impl<'a> Walk<'a> {
    /// Before its first member.
    pub fn new(problem: &'a Problem<'a>, packed: bool) -> Self {
        let align = problem.forced.unwrap_or(Alignment { bytes: 1, from: AlignmentSource::Abi });
        Self {
            problem,
            limit: problem.align_limit_bits().max(8),
            end: 0,
            choices: Vec::new(),
            solution: Solution {
                packed,
                marks: Vec::new(),
                fillers: Vec::new(),
                forced: None,
                align,
            },
        }
    }

    /// The next member of a struct.
    pub fn member(&mut self, number: usize, item: &Item) -> Result<(), Failure> {
        let size = item.size.ok_or(Failure::UnknownSize { member: number })?;
        if item.offset < self.end {
            let before = number.checked_sub(1).and_then(|before| self.problem.items.get(before));
            let out_of_order = before.is_some_and(|before| item.offset < before.offset);
            return Err(if out_of_order {
                Failure::OutOfOrder { member: number }
            } else {
                Failure::Overlap { member: number }
            });
        }
        match item.unit {
            Some(unit) => self.bit_field(number, item, unit)?,
            None => self.ordinary(number, item)?,
        }
        self.end = item.offset.saturating_add(size);
        Ok(())
    }

    fn ordinary(&mut self, number: usize, item: &Item) -> Result<(), Failure> {
        let start = round_up(self.end, 8);
        if !item.offset.is_multiple_of(8) || item.offset < start {
            return Err(Failure::Overlap { member: number });
        }
        if item.stated_bits() > self.limit || !item.offset.is_multiple_of(item.stated_bits()) {
            return Err(Failure::Misaligned { member: number });
        }
        let natural = if self.solution.packed { 8 } else { item.natural_bits() };
        let wanted = natural.max(item.stated_bits());
        let expected = round_up(start, wanted);
        if wanted <= self.limit && expected == item.offset {
            self.raise_natural(item);
            return Ok(());
        }
        if wanted > self.limit || expected > item.offset {
            return self.pack(number, item, start);
        }
        if self.close_unit_before(number, item) {
            self.raise_natural(item);
            return Ok(());
        }
        self.align(number, item, start, wanted)
    }

    /// Less alignment than the type has: packed, with as little alignment as the offset needs.
    fn pack(&mut self, number: usize, item: &Item, start: u64) -> Result<(), Failure> {
        if self.solution.packed {
            return Err(Failure::Misaligned { member: number });
        }
        let gap = Failure::Gap { member: number, bits: item.offset - start };
        let align =
            smallest_align(start, item.offset, item.stated_bits(), self.limit).ok_or(gap)?;
        if align <= item.stated_bits() {
            self.solution.marks.push((number, Mark::Packed));
            self.raise(align, item.stated.map_or(AlignmentSource::Abi, |stated| stated.from));
        } else {
            self.solution.marks.push((number, Mark::PackedAlign(align)));
            self.raise(align, AlignmentSource::Inferred);
        }
        Ok(())
    }

    /// More alignment than the type has.
    fn align(
        &mut self,
        number: usize,
        item: &Item,
        start: u64,
        wanted: u64,
    ) -> Result<(), Failure> {
        let gap = Failure::Gap { member: number, bits: item.offset - start };
        let Some(align) = self.likely_align(start, item.offset, wanted * 2) else {
            let packed = self.solution.packed;
            let next = |end| item.place(round_up(end, 8), packed);
            // Like the member itself, or like the one before it.
            let like = if item.fill_unit.is_some() { number } else { number.wrapping_sub(1) };
            self.fill_units(number, like, item.offset, next).ok_or(gap)?;
            self.raise_natural(item);
            return Ok(());
        };
        self.choices.push(Choice { mark: self.solution.marks.len(), from: start, to: item.offset });
        self.solution.marks.push((number, Mark::Align(align)));
        self.raise(align, AlignmentSource::Inferred);
        Ok(())
    }

    fn bit_field(&mut self, number: usize, item: &Item, unit: u64) -> Result<(), Failure> {
        let packed = self.solution.packed;
        let width = item.size.unwrap_or(0);
        let place = |at: u64, packed: bool| item.place(at, packed);
        if item.natural_bits() > self.limit && !packed {
            if place(self.end, true) != item.offset {
                return Err(Failure::Gap { member: number, bits: item.offset - self.end });
            }
            self.solution.marks.push((number, Mark::Packed));
            return Ok(());
        }
        let expected = place(self.end, packed);
        if expected == item.offset {
            self.raise_natural(item);
            return Ok(());
        }
        if expected > item.offset {
            if place(self.end, true) != item.offset {
                return Err(Failure::Gap { member: number, bits: item.offset - self.end });
            }
            self.solution.marks.push((number, Mark::Packed));
            return Ok(());
        }
        let align = item.natural_bits();
        if let Some(filler) =
            filler_width(self.end, item.offset, unit, align, packed, |end| place(end, packed))
        {
            self.fill(number, number, filler);
            self.raise_natural(item);
            return Ok(());
        }
        if item.offset.is_multiple_of(8) && item.stated.is_none() {
            let raised = |candidate: u64| {
                let at = round_up(self.end, candidate);
                place_bits(at, width, unit, align, packed) == item.offset && at == item.offset
            };
            let fits = std::iter::successors(Some(8u64), |align| align.checked_mul(2))
                .take_while(|candidate| *candidate <= self.limit)
                .find(|candidate| raised(*candidate));
            if let Some(align) = fits {
                self.solution.marks.push((number, Mark::Align(align)));
                self.raise_natural(item);
                self.raise(align, AlignmentSource::Inferred);
                return Ok(());
            }
        }
        let gap = Failure::Gap { member: number, bits: item.offset - self.end };
        self.fill_units(number, number, item.offset, |end| place(end, packed)).ok_or(gap)?;
        self.raise_natural(item);
        Ok(())
    }

    /// The next member of a union.
    pub fn union_member(&mut self, number: usize, item: &Item) -> Result<(), Failure> {
        let size = item.size.ok_or(Failure::UnknownSize { member: number })?;
        if item.offset != 0 {
            return Err(Failure::UnionOffset { member: number });
        }
        if item.stated_bits() > self.limit {
            return Err(Failure::Misaligned { member: number });
        }
        if !self.solution.packed && item.natural_bits() > self.limit {
            self.solution.marks.push((number, Mark::Packed));
        } else {
            self.raise_natural(item);
        }
        self.end = self.end.max(size);
        Ok(())
    }

    /// The size: of what the members give, else of a larger alignment that one of them may have as
    /// well, else of an alignment of the whole.
    pub fn finish(mut self, size: u64) -> Result<Solution, Failure> {
        let align = |walk: &Self| u64::from(walk.solution.align.bytes) * 8;
        if align(&self) > self.limit {
            return Err(Failure::Size { end_bits: self.end });
        }
        if round_up(self.end, align(&self)) == size {
            return Ok(self.solution);
        }
        if round_up(self.end, align(&self)) > size {
            return Err(Failure::Size { end_bits: self.end });
        }
        let needed = self.likely_align(self.end, size, align(&self) * 2);
        if let Some(needed) = needed {
            let choice = self.choices.iter().find(|choice| {
                choice.to % needed == 0 && round_up(choice.from, needed) == choice.to
            });
            match choice.and_then(|choice| self.solution.marks.get_mut(choice.mark)) {
                Some((_, mark)) => *mark = Mark::Align(needed),
                None => self.solution.forced = Some(needed),
            }
            self.raise(needed, AlignmentSource::Inferred);
            return Ok(self.solution);
        }
        self.fill_tail(size)
    }

    /// The alignment that takes `from` to `to`: the smallest that does, but a whole cache line
    /// where 16 bytes or more are needed and nothing speaks against the line. Offsets alone
    /// cannot tell 16 or 32 from 64 half of the time, and what people write is the line: on a
    /// kernel whose DWARF tells, this is right for 52 structs and members and wrong for 3.
    fn likely_align(&self, from: u64, to: u64, least: u64) -> Option<u64> {
        const LEAST_BITS: u64 = 16 * 8;
        let smallest = smallest_align(from, to, least, self.limit)?;
        let line = u64::from(self.problem.target.line_bytes) * 8;
        let fits = line > smallest
            && line <= self.limit.min(self.problem.embedded_limit)
            && round_up(from, line) == to;
        Some(if smallest >= LEAST_BITS && fits { line } else { smallest })
    }

    /// The whole is at least as aligned as a member.
    pub fn raise_natural(&mut self, item: &Item) {
        if !self.solution.packed {
            self.raise(item.natural_bits(), item.natural.from);
        }
        if let Some(stated) = item.stated {
            self.raise(item.stated_bits(), stated.from);
        }
    }

    /// The whole is at least so aligned.
    pub fn raise(&mut self, bits: u64, from: AlignmentSource) {
        let bytes = u32::try_from(bits / 8).unwrap_or(1 << 31);
        if bytes > self.solution.align.bytes {
            self.solution.align = Alignment { bytes, from };
        }
    }
}

/// An inferred alignment that could be larger as well.
struct Choice {
    mark: usize,
    /// Where the members before end, and where the member lies.
    from: u64,
    to: u64,
}

/// The smallest power of two, from `least` to `limit`, that takes `from` just to `to`.
fn smallest_align(from: u64, to: u64, least: u64, limit: u64) -> Option<u64> {
    std::iter::successors(Some(least.max(8)), |align| align.checked_mul(2))
        .take_while(|align| *align <= limit)
        .find(|align| round_up(from, *align) == to)
}
