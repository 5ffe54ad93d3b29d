//! One unit: where it is, and what reading its entries needs to know.

use std::rc::Rc;

use gimli::constants as dw;

use super::bytes::Bytes;
use super::files::split::Skeleton;
use super::plans::forms::Format;
use super::plans::plan::{Plan, Table};
use super::type_ref::TypeRef;

/// One unit of `.debug_info` or `.debug_types`.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// Which section it is in, by its number in the store.
    pub section: u32,
    /// Offset of its header in that section.
    pub start: usize,
    /// Where its first entry begins.
    pub entries: usize,
    /// Where it ends.
    pub end: usize,
    /// What the sizes of its forms depend on.
    pub format: Format,
    /// Where its abbreviations begin in `.debug_abbrev`.
    pub abbrev: usize,
    /// Signature, and offset from `start`, of the type that a type unit holds.
    pub type_unit: Option<(u64, usize)>,
    /// The id by which a skeleton and the unit that it stands for know each other; before DWARF 5 known once the
    /// unit's own entry is read.
    pub dwo_id: Option<u64>,
    /// `DW_AT_language`, 0 where not stated.
    pub language: u16,
    /// Where its part of `.debug_str_offsets` begins, behind the header.
    pub str_offsets: usize,
    /// Where its part of `.debug_line` begins: not at 0 in a package.
    pub line: usize,
    /// Where its file's part of `.debug_str` begins.
    pub str: usize,
    /// What stands for it in the program, where it comes from another file.
    pub skeleton: Option<Rc<Skeleton>>,
    /// The first of its entries in `Index::instances`.
    pub first_instance: u32,
}

/// The plan of the entry at `at`, and where its attributes begin. `None` at a null entry.
#[inline(always)]
pub(crate) fn entry<'t>(info: Bytes<'_>, at: usize, table: &'t Table) -> Option<(&'t Plan, usize)> {
    let (code, at) = info.uleb(at)?;
    Some((table.plan(code)?, at))
}

/// The entry at an offset of a section; units are in the order of the sections.
pub(crate) fn unit_at(units: &[Unit], section: u32, offset: usize) -> Option<TypeRef> {
    let after = units.partition_point(|unit| (unit.section, unit.start) <= (section, offset));
    let unit = units.get(after.checked_sub(1)?)?;
    if unit.section != section || offset < unit.entries || offset >= unit.end {
        return None;
    }
    Some(TypeRef { unit: after as u32 - 1, offset: offset - unit.start })
}

/// Whether a `DW_AT_language` is a version of C++ (DWARF 5, table 7.17, and its later entries).
pub(crate) fn is_cplusplus(language: u16) -> bool {
    matches!(
        dw::DwLang(language),
        dw::DW_LANG_C_plus_plus
            | dw::DW_LANG_C_plus_plus_03
            | dw::DW_LANG_C_plus_plus_11
            | dw::DW_LANG_C_plus_plus_14
            | dw::DW_LANG_C_plus_plus_17
            | dw::DW_LANG_C_plus_plus_20
            | dw::DW_LANG_ObjC_plus_plus
    )
}

/// Whether names of a language are global whatever they are declared in (C and its kin).
pub(crate) fn has_flat_names(language: u16) -> bool {
    matches!(
        dw::DwLang(language),
        dw::DW_LANG_C89
            | dw::DW_LANG_C
            | dw::DW_LANG_C99
            | dw::DW_LANG_C11
            | dw::DW_LANG_C17
            | dw::DW_LANG_ObjC
            | dw::DW_LANG_Mips_Assembler
    )
}
