//! Holes and padding as pahole counts them.

/// One direct member as stated, for counting holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Offset of its first bit in memory order.
    pub offset_bits: u64,
    /// Its width for a bit-field, its type's size otherwise; where that is unknown, what lies
    /// before the next member.
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
            hole_bits = hole_bits.saturating_add(start.saturating_sub(seen));
            in_bit_fields = true;
            if end > unit_end || member.unit_bits > unit_size || unit_size == 0 {
                unit_size = member.unit_bits;
                unit_end = unit_start.saturating_add(unit_size);
                if end > unit_end {
                    unit_end = unit_end.saturating_add(unit_size);
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

#[cfg(test)]
mod tests {
    use super::{Extent, Summary, of_struct};

    /// Members as `(offset, size, size of the declared type)` in bits, the last 0 for ordinary ones.
    fn check(size_bytes: u64, members: &[(u64, u64, u64)], expected: Summary) {
        let extents = members.iter().map(|&(offset_bits, size_bits, unit_bits)| Extent {
            offset_bits,
            size_bits,
            unit_bits,
        });
        assert_eq!(of_struct(size_bytes, extents), expected);
    }

    // What pahole 1.24 says of the struct above each, compiled by gcc for x86-64.

    #[test]
    fn holes_and_padding() {
        // struct { char a; int b; char c; long d; char e; }
        check(
            32,
            &[(0, 8, 0), (32, 32, 0), (64, 8, 0), (128, 64, 0), (192, 8, 0)],
            Summary { holes: 2, hole_bytes: 10, padding_bytes: 7, ..Summary::default() },
        );
    }

    #[test]
    fn what_is_left_of_a_unit_is_a_hole_of_bits() {
        // struct { char a; unsigned b:3; unsigned c:4; long d; unsigned e:5; }
        check(
            24,
            &[(0, 8, 0), (8, 3, 32), (11, 4, 32), (64, 64, 0), (128, 5, 32)],
            Summary {
                holes: 1,
                hole_bytes: 4,
                bit_holes: 1,
                hole_bits: 17,
                padding_bytes: 4,
                padding_bits: 27,
            },
        );
        // struct { unsigned a:3; unsigned :0; unsigned b:30; unsigned c:7; }
        check(
            12,
            &[(0, 3, 32), (32, 30, 32), (64, 7, 32)],
            Summary { bit_holes: 2, hole_bits: 31, padding_bits: 25, ..Summary::default() },
        );
        // struct { unsigned a:3; unsigned char b; short c; }
        check(
            4,
            &[(0, 3, 32), (8, 8, 0), (16, 16, 0)],
            Summary { bit_holes: 1, hole_bits: 5, ..Summary::default() },
        );
    }

    #[test]
    fn nonsense_is_counted_without_overflow() {
        let extent =
            |offset_bits, size_bits, unit_bits| Extent { offset_bits, size_bits, unit_bits };
        let most = u64::MAX;
        let summary = of_struct(most, [extent(most, most, most), extent(0, 0, 1), extent(1, 3, 0)]);
        assert_eq!(summary.holes, 1);
    }
}
