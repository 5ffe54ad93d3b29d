//! Where a member lies, from the attributes that any version of DWARF states it with. The indexer
//! and the describer both count by these, so that they agree.

/// No size is larger: a damaged one stays a number that JSON and sums of bits can hold.
const MAX_BYTES: u64 = 1 << 49;

/// A stated size or location, made safe to count with.
pub(crate) fn sane_bytes(bytes: u64) -> u64 {
    bytes.min(MAX_BYTES)
}

/// What a member's entry states of its place.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stated {
    /// `DW_AT_data_member_location`, in bytes.
    pub location_bytes: Option<u64>,
    /// `DW_AT_data_bit_offset`
    pub data_bit_offset: Option<u64>,
    /// `DW_AT_bit_offset`: from the most significant bit of the storage unit to that of the field.
    pub old_bit_offset: Option<u64>,
    /// `DW_AT_bit_size`: it is a bit-field.
    pub bit_size: Option<u64>,
    /// `DW_AT_byte_size`: of the storage unit.
    pub storage_bytes: Option<u64>,
    /// Size of its type, where known.
    pub type_bytes: Option<u64>,
}

/// Offset and size in bits, in memory order (see [`facts::MemberFact::offset_bits`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemberPlace {
    pub offset_bits: u64,
    /// `None` where the type's size is unknown.
    pub size_bits: Option<u64>,
    /// Size of the declared type of a bit-field; 0 for another member.
    pub unit_bits: u64,
}

impl MemberPlace {
    /// Whether it takes at least so many bytes.
    pub fn fills(self, bytes: u64) -> bool {
        self.size_bits.is_some_and(|bits| bits >= sane_bytes(bytes) * 8)
    }
}

/// DWARF 2, 5.5.4 (`DW_AT_bit_offset`) and DWARF 5, 5.7.6 (`DW_AT_data_bit_offset`).
pub(crate) fn member_place(stated: Stated, is_big_endian: bool) -> MemberPlace {
    let sane_bits = |bits: u64| bits.min(MAX_BYTES * 8);
    let base_bits = sane_bytes(stated.location_bytes.unwrap_or(0)) * 8;
    let type_bits = stated.type_bytes.map(|bytes| sane_bytes(bytes) * 8);
    let Some(width_bits) = stated.bit_size else {
        let offset_bits = sane_bits(stated.data_bit_offset.unwrap_or(base_bits));
        return MemberPlace { offset_bits, size_bits: type_bits, unit_bits: 0 };
    };
    let storage_bits = match stated.storage_bytes {
        Some(bytes) => sane_bytes(bytes) * 8,
        None => type_bits.unwrap_or(0),
    };
    let offset_bits = if let Some(offset) = stated.data_bit_offset {
        offset
    } else if let Some(offset) = stated.old_bit_offset {
        if is_big_endian {
            base_bits.wrapping_add(offset)
        } else {
            // Negative where a packed bit-field reaches past its storage unit.
            base_bits.wrapping_add(storage_bits).wrapping_sub(offset).wrapping_sub(width_bits)
        }
    } else {
        base_bits
    };
    MemberPlace {
        offset_bits: sane_bits(offset_bits),
        size_bits: Some(sane_bits(width_bits)),
        unit_bits: type_bits.unwrap_or(storage_bits),
    }
}

/// The constant that a location expression adds to the address of the whole, where it is one:
/// DWARF 2 states every offset as `DW_OP_plus_uconst N`. Any other (of a virtual base) is `None`.
pub(crate) fn constant_location(expression: &[u8]) -> Option<u64> {
    const CONSTU: u8 = 0x10;
    const PLUS: u8 = 0x22;
    const PLUS_UCONST: u8 = 0x23;
    let (&operation, operand) = expression.split_first()?;
    let bytes = super::bytes::Bytes { data: operand, base: 0, big_endian: false };
    let (value, end) = bytes.uleb(0)?;
    match (operation, operand.get(end..)?) {
        (PLUS_UCONST, []) | (CONSTU, [PLUS]) => Some(value),
        _ => None,
    }
}

/// Dimensions of an array beyond this are left out: no language has more.
pub(crate) const MAX_DIMENSIONS: usize = 32;

/// How many elements one dimension has. `None`: it states no bound (`[]`), or none that is a number.
///
/// An upper bound of -1 is `[0]`, whatever width it was written with.
pub(crate) fn element_count(count: Option<u64>, upper: Option<u64>, lower: u64) -> Option<u64> {
    if let Some(count) = count {
        return Some(sane_bytes(count));
    }
    let upper = upper?;
    if upper == u64::from(u32::MAX) && lower == 0 {
        return Some(0);
    }
    Some(sane_bytes(upper.wrapping_add(1).wrapping_sub(lower)))
}

/// The lower bound that a language's arrays have where none is stated (DWARF 5, table 7.17).
pub(crate) fn default_lower_bound(language: u16) -> u64 {
    use gimli::constants as dw;
    match dw::DwLang(language) {
        dw::DW_LANG_Ada83
        | dw::DW_LANG_Ada95
        | dw::DW_LANG_Ada2005
        | dw::DW_LANG_Ada2012
        | dw::DW_LANG_Cobol74
        | dw::DW_LANG_Cobol85
        | dw::DW_LANG_Fortran77
        | dw::DW_LANG_Fortran90
        | dw::DW_LANG_Fortran95
        | dw::DW_LANG_Fortran03
        | dw::DW_LANG_Fortran08
        | dw::DW_LANG_Fortran18
        | dw::DW_LANG_Pascal83
        | dw::DW_LANG_Modula2
        | dw::DW_LANG_Modula3
        | dw::DW_LANG_PLI
        | dw::DW_LANG_Julia => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_encodings_of_a_bit_field_alike() {
        // unsigned a:3, b:5 in 4 bytes at byte 4; b starts at bit 3 of memory order.
        let width = Stated { bit_size: Some(5), type_bytes: Some(4), ..Stated::default() };
        let new = Stated { data_bit_offset: Some(35), ..width };
        let old_little = Stated {
            location_bytes: Some(4),
            storage_bytes: Some(4),
            old_bit_offset: Some(24),
            ..width
        };
        let old_big = Stated { old_bit_offset: Some(3), ..old_little };
        assert_eq!(member_place(new, false).offset_bits, 35);
        assert_eq!(member_place(old_little, false).offset_bits, 35);
        assert_eq!(member_place(old_big, true).offset_bits, 35);
    }

    #[test]
    fn reads_locations_of_dwarf_2() {
        assert_eq!(constant_location(&[0x23, 0x80, 0x01]), Some(128));
        assert_eq!(constant_location(&[0x10, 0x08, 0x22]), Some(8));
        // DW_OP_dup, DW_OP_deref, …: a virtual base.
        assert_eq!(constant_location(&[0x12, 0x06, 0x48]), None);
        assert_eq!(constant_location(&[]), None);
    }

    #[test]
    fn counts_elements() {
        assert_eq!(element_count(None, Some(15), 0), Some(16));
        assert_eq!(element_count(None, Some(10), 1), Some(10));
        assert_eq!(element_count(None, Some(u64::MAX), 0), Some(0));
        assert_eq!(element_count(None, Some(0xffff_ffff), 0), Some(0));
        assert_eq!(element_count(None, None, 0), None);
        assert_eq!(element_count(Some(0), None, 0), Some(0));
    }
}
