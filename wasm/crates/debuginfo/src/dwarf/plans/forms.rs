//! How large an attribute of each form is, and how an integer of it is read.

use gimli::constants as dw;

use crate::dwarf::bytes::Bytes;

/// What the sizes of forms depend on; a table is compiled for one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Format {
    pub is_dwarf64: bool,
    pub address_bytes: u8,
    pub version: u16,
}

/// How far it is to the attribute behind one.
pub(crate) enum FormSize {
    /// Bytes.
    Constant(u32),
    Variable(Variable),
}

/// `None` for a form that is not known. DWARF 5, 7.5.6; the GNU forms as in binutils' `dwarf2.def`.
pub(crate) fn size_of_form(form: u16, format: Format) -> Option<FormSize> {
    use FormSize::{Constant, Variable as Var};
    let offset_bytes = if format.is_dwarf64 { 8 } else { 4 };
    Some(match dw::DwForm(form) {
        dw::DW_FORM_implicit_const | dw::DW_FORM_flag_present => Constant(0),
        dw::DW_FORM_data1
        | dw::DW_FORM_ref1
        | dw::DW_FORM_flag
        | dw::DW_FORM_strx1
        | dw::DW_FORM_addrx1 => Constant(1),
        dw::DW_FORM_data2 | dw::DW_FORM_ref2 | dw::DW_FORM_strx2 | dw::DW_FORM_addrx2 => {
            Constant(2)
        }
        dw::DW_FORM_strx3 | dw::DW_FORM_addrx3 => Constant(3),
        dw::DW_FORM_data4
        | dw::DW_FORM_ref4
        | dw::DW_FORM_strx4
        | dw::DW_FORM_addrx4
        | dw::DW_FORM_ref_sup4 => Constant(4),
        dw::DW_FORM_data8 | dw::DW_FORM_ref8 | dw::DW_FORM_ref_sig8 | dw::DW_FORM_ref_sup8 => {
            Constant(8)
        }
        dw::DW_FORM_data16 => Constant(16),
        dw::DW_FORM_addr => Constant(u32::from(format.address_bytes)),
        // DWARF 2 made it as large as an address, DWARF 3 as an offset.
        dw::DW_FORM_ref_addr if format.version <= 2 => Constant(u32::from(format.address_bytes)),
        dw::DW_FORM_ref_addr
        | dw::DW_FORM_strp
        | dw::DW_FORM_line_strp
        | dw::DW_FORM_strp_sup
        | dw::DW_FORM_sec_offset
        | dw::DW_FORM_GNU_ref_alt
        | dw::DW_FORM_GNU_strp_alt => Constant(offset_bytes),
        dw::DW_FORM_udata
        | dw::DW_FORM_sdata
        | dw::DW_FORM_ref_udata
        | dw::DW_FORM_strx
        | dw::DW_FORM_addrx
        | dw::DW_FORM_loclistx
        | dw::DW_FORM_rnglistx
        | dw::DW_FORM_GNU_addr_index
        | dw::DW_FORM_GNU_str_index => Var(Variable::Leb),
        dw::DW_FORM_string => Var(Variable::CStr),
        dw::DW_FORM_block1 => Var(Variable::Block1),
        dw::DW_FORM_block2 => Var(Variable::Block2),
        dw::DW_FORM_block4 => Var(Variable::Block4),
        dw::DW_FORM_block | dw::DW_FORM_exprloc => Var(Variable::BlockLeb),
        dw::DW_FORM_indirect => Var(Variable::Indirect),
        _ => return None,
    })
}

/// What has to be read to be skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variable {
    Leb,
    CStr,
    Block1,
    Block2,
    Block4,
    BlockLeb,
    /// The form stands in the entry itself.
    Indirect,
}

/// Where what lies at `at` ends.
pub(crate) fn skip(what: Variable, info: Bytes<'_>, at: usize, format: Format) -> Option<usize> {
    match what {
        Variable::Leb => info.skip_leb(at),
        Variable::CStr => info.skip_cstr(at),
        Variable::Block1 => at.checked_add(1 + usize::from(info.u8(at)?)),
        Variable::Block2 => at.checked_add(2 + usize::from(info.u16(at)?)),
        Variable::Block4 => at.checked_add(4)?.checked_add(info.u32(at)? as usize),
        Variable::BlockLeb => {
            let (length, at) = info.uleb(at)?;
            at.checked_add(usize::try_from(length).ok()?)
        }
        Variable::Indirect => {
            let (form, at) = info.uleb(at)?;
            match size_of_form(form.min(0xffff) as u16, format)? {
                FormSize::Constant(bytes) => at.checked_add(bytes as usize),
                // An indirect form that is indirect again has no meaning, and would have no end.
                FormSize::Variable(Variable::Indirect) => None,
                FormSize::Variable(what) => skip(what, info, at, format),
            }
        }
    }
}

/// An integer or a reference within the unit; `None` for any other form.
#[inline(always)]
pub(crate) fn read_integer(form: u16, info: Bytes<'_>, at: usize) -> Option<u64> {
    match dw::DwForm(form) {
        dw::DW_FORM_data1 | dw::DW_FORM_ref1 => info.u8(at).map(u64::from),
        dw::DW_FORM_data2 | dw::DW_FORM_ref2 => info.u16(at).map(u64::from),
        dw::DW_FORM_data4 | dw::DW_FORM_ref4 => info.u32(at).map(u64::from),
        dw::DW_FORM_data8 | dw::DW_FORM_ref8 => info.u64(at),
        dw::DW_FORM_udata | dw::DW_FORM_ref_udata => info.uleb(at).map(|(value, _)| value),
        dw::DW_FORM_sdata => info.sleb(at).map(|(value, _)| value as u64),
        _ => None,
    }
}
