//! What explains an aggregate.

use facts::Alignment;

/// What a member needs beyond its type. Alignments in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `__aligned(n)` on the member, more than its type has.
    Align(u64),
    /// `__packed` on the member.
    Packed,
    /// Both: less than its type has, but more than a byte.
    PackedAlign(u64),
}

/// An unnamed bit-field before a member, or at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filler {
    /// The member that it stands before; the number of members for one at the end.
    pub before: usize,
    pub offset: u64,
    /// 0 closes the unit.
    pub width: u64,
    /// The member whose declared type it has.
    pub like: usize,
}

/// An explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    pub packed: bool,
    pub marks: Vec<(usize, Mark)>,
    pub fillers: Vec<Filler>,
    /// Alignment of the whole, in bits, that no member gives.
    pub forced: Option<u64>,
    /// The resulting alignment.
    pub align: Alignment,
}

impl Solution {
    /// How many things have to be assumed: the fewest are the likeliest.
    pub fn cost(&self) -> usize {
        let marks: usize = self
            .marks
            .iter()
            .map(|(_, mark)| if matches!(mark, Mark::PackedAlign(_)) { 2 } else { 1 })
            .sum();
        usize::from(self.packed) + usize::from(self.forced.is_some()) + marks + self.fillers.len()
    }

    /// Whether a member has less alignment than its type.
    pub fn packs_members(&self) -> bool {
        self.marks.iter().any(|(_, mark)| !matches!(mark, Mark::Align(_)))
    }
}
