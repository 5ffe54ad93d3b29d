//! Holes and padding as pahole counts them.

/// One direct member as stated, for counting holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Offset of its first bit in memory order.
    pub offset_bits: u64,
    /// Its width for a bit-field, its type's size otherwise; 0 where unknown.
    pub size_bits: u64,
    /// Size of the declared type of a bit-field, 0 for any other member.
    pub unit_bits: u64,
}

/// Holes and padding of one struct.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Holes of whole bytes between members (and before the first).
    pub holes: u32,
    /// Bytes in them.
    pub hole_bytes: u32,
    /// Holes of bits between bit-fields, counted apart.
    pub bit_holes: u32,
    /// Bits in them.
    pub hole_bits: u32,
    /// Bytes after the last member.
    pub padding_bytes: u32,
    /// Bits after the last bit-field in its storage unit.
    pub padding_bits: u32,
}

/// Counts as `pahole` does (dwarves, `class__find_holes`), so that the list agrees with it: a
/// bit-field's storage unit belongs to it, and what is left of the unit is a hole of bits, not of
/// bytes. A union has no holes.
pub fn of_struct(size_bytes: u64, members: impl IntoIterator<Item = Extent>) -> Summary {
    let mut summary = Summary::default();
    // End, in bits, of what the members so far cover.
    let mut seen = 0u64;
    // Storage of the bit-fields before, while in a run of them.
    let mut in_bit_fields = false;
    let mut unit_end = size_bytes.saturating_mul(8);
    let mut unit_size = 0u64;
    for member in members {
        let start = member.offset_bits;
        let end = start.saturating_add(member.size_bits);
        let mut hole_bits = 0u64;
        let hole_bytes;
        if in_bit_fields {
            let limit = start.min(unit_end);
            hole_bits = limit.saturating_sub(seen);
            seen = seen.max(limit);
        }
        if let Some(units_before) = start.checked_div(member.unit_bits) {
            let unit_start = units_before * member.unit_bits;
            let mut bytes = 0;
            if seen < unit_start {
                bytes = unit_start / 8 - seen / 8;
                seen = unit_start;
            }
            hole_bytes = bytes;
            hole_bits += start.saturating_sub(seen);
            in_bit_fields = true;
            if end > unit_end || member.unit_bits > unit_size || unit_size == 0 {
                unit_size = member.unit_bits;
                unit_end = unit_start + unit_size;
                if end > unit_end {
                    unit_end += unit_size;
                }
            }
        } else {
            hole_bytes = (start / 8).saturating_sub(seen / 8);
            in_bit_fields = false;
            unit_size = 0;
            unit_end = end;
        }
        seen = end;
        if hole_bytes > 0 {
            summary.holes += 1;
            summary.hole_bytes = summary.hole_bytes.saturating_add(clamp(hole_bytes));
        }
        if hole_bits > 0 {
            summary.bit_holes += 1;
            summary.hole_bits = summary.hole_bits.saturating_add(clamp(hole_bits));
        }
    }
    let size_bits = size_bytes.saturating_mul(8);
    if in_bit_fields {
        let limit = unit_end.min(size_bits);
        summary.padding_bits = clamp(limit.saturating_sub(seen));
        seen = seen.max(limit);
    }
    summary.padding_bytes = clamp(size_bytes.saturating_sub(seen / 8));
    summary
}

fn clamp(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
