//! Where a member goes by the natural rules: as small as inference needs it.

use facts::{Alignment, AlignmentSource, Encoding, MemberFact, TypeFact, TypeShape};

/// A member as it is to be explained. Offsets and sizes in bits.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    pub offset: u64,
    /// `None` where unknown.
    pub size: Option<u64>,
    /// Alignment of its type.
    pub natural: Alignment,
    /// Alignment stated on the member itself.
    pub stated: Option<Alignment>,
    /// Size of its declared type, for a bit-field.
    pub unit: Option<u64>,
    /// Size of its type, where an unnamed bit-field may have that type: an integer.
    pub fill_unit: Option<u64>,
}

impl Item {
    /// From a member and the table of types, which knows its type already.
    pub fn new(member: &MemberFact, types: &[TypeFact]) -> Self {
        let fact = types.get(member.type_index as usize);
        let size = member.size_bits.map(|bits| bits as u64);
        let unit = member.bit_field.map(|bits| u64::from(bits.unit_bits));
        let is_integer = fact.is_some_and(
            |fact| matches!(&fact.shape, TypeShape::Scalar { encoding } if *encoding != Encoding::Float),
        );
        let natural =
            fact.map_or(Alignment { bytes: 1, from: AlignmentSource::Abi }, |fact| fact.align);
        Self {
            offset: member.offset_bits as u64,
            size,
            natural,
            stated: member.align,
            unit,
            fill_unit: unit.or(size.filter(|_| is_integer)).filter(|unit| *unit >= 8),
        }
    }

    /// One past its last bit.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.size.unwrap_or(0))
    }

    /// Alignment of its type in bits.
    pub fn natural_bits(&self) -> u64 {
        u64::from(self.natural.bytes.max(1)) * 8
    }

    /// Alignment stated on the member in bits; 8 where none is.
    pub fn stated_bits(&self) -> u64 {
        self.stated.map_or(8, |align| u64::from(align.bytes.max(1)) * 8)
    }

    /// Where it goes when the members before it end at `at`. `packed`: by its own mark or its
    /// struct's.
    pub fn place(&self, at: u64, packed: bool) -> u64 {
        match self.unit {
            None => {
                let natural = if packed { 8 } else { self.natural_bits() };
                round_up(at, natural.max(self.stated_bits()))
            }
            Some(unit) => {
                let at = if self.stated.is_some() { round_up(at, self.stated_bits()) } else { at };
                place_bits(at, self.size.unwrap_or(0), unit, self.natural_bits(), packed)
            }
        }
    }
}

/// A bit-field may not touch more units of its type's alignment than its type has (GCC,
/// `excess_unit_span` in stor-layout.c); where the alignment is the size, that is: it may not
/// cross a boundary of its declared type.
pub fn place_bits(at: u64, width: u64, unit: u64, align: u64, packed: bool) -> u64 {
    if packed {
        return at;
    }
    let touched = (at % align).saturating_add(width).div_ceil(align);
    if touched > unit / align { round_up(at, align) } else { at }
}

/// To the next multiple; `multiple` is a power of two and not 0.
pub fn round_up(value: u64, multiple: u64) -> u64 {
    value.checked_next_multiple_of(multiple).unwrap_or(u64::MAX)
}

/// Width of the unnamed bit-field that takes what follows it from `at` to `to`: 0 where closing
/// the unit does it (`int :0`), else the bits between, if one unit holds them.
pub fn filler_width(
    at: u64,
    to: u64,
    unit: u64,
    align: u64,
    packed: bool,
    next: impl Fn(u64) -> u64,
) -> Option<u64> {
    let closed = round_up(at, align);
    if closed != at && next(closed) == to {
        return Some(0);
    }
    let width = to.checked_sub(at).filter(|width| *width > 0 && *width <= unit)?;
    let fits = place_bits(at, width, unit, align, packed) == at;
    (fits && next(to) == to).then_some(width)
}
