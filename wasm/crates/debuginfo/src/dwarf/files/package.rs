//! `.dwp` packages: which part of each section belongs to which unit (DWARF 5, 7.3.5; GNU version 2
//! before it).

use gimli::{EndianSlice, IndexSectionId, UnitIndex};

use crate::sections::Sections;

/// Rows of an index that are read at most; a damaged one can claim any number.
const MAX_ROWS: u32 = 1 << 22;

const UNITS: &str = ".debug_cu_index";
const TYPE_UNITS: &str = ".debug_tu_index";

/// One unit of a package, and where its part of the other sections begins.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Contribution {
    /// `.debug_types.dwo` rather than `.debug_info.dwo`.
    pub is_types: bool,
    /// Where the unit begins.
    pub start: usize,
    pub abbrev: usize,
    pub str_offsets: usize,
    pub line: usize,
    pub loc: usize,
    pub loclists: usize,
    pub rnglists: usize,
}

/// The units of a package, by section and start; none where it is no package.
pub(crate) fn read_contributions(
    sections: &dyn Sections,
    endian: gimli::RunTimeEndian,
) -> Vec<Contribution> {
    let mut list = Vec::new();
    for name in [UNITS, TYPE_UNITS] {
        if let Some(data) = read(sections, name)
            // Both indexes have the same form.
            && let Ok(index) = gimli::DebugCuIndex::new(&data, endian).index()
        {
            collect(&index, &mut list);
        }
    }
    list.sort_unstable_by_key(|one| (one.is_types, one.start));
    list
}

/// Whether a package has a unit of one of these ids; `None` where the file is no package.
pub(crate) fn has_unit<I: Iterator<Item = u64>>(
    sections: &dyn Sections,
    endian: gimli::RunTimeEndian,
    ids: impl FnOnce() -> I,
) -> Option<bool> {
    let data = read(sections, UNITS)?;
    let index = gimli::DebugCuIndex::new(&data, endian).index().ok()?;
    Some(ids().any(|id| index.find(id).is_some()))
}

/// What belongs to the unit at a place, of those in their order.
pub(crate) fn contribution(
    list: &[Contribution],
    is_types: bool,
    start: usize,
) -> Option<Contribution> {
    let key = (is_types, start);
    let found = list.binary_search_by_key(&key, |one| (one.is_types, one.start));
    list.get(found.ok()?).copied()
}

fn read(sections: &dyn Sections, name: &str) -> Option<Vec<u8>> {
    sections.read(sections.find(name)?).ok()
}

fn collect(index: &UnitIndex<EndianSlice<'_, gimli::RunTimeEndian>>, list: &mut Vec<Contribution>) {
    for row in 1..=index.unit_count().min(MAX_ROWS) {
        let Ok(parts) = index.sections(row) else {
            continue;
        };
        let mut one = Contribution::default();
        for part in parts {
            let offset = part.offset as usize;
            match part.section {
                IndexSectionId::DebugInfo => one.start = offset,
                IndexSectionId::DebugTypes => (one.start, one.is_types) = (offset, true),
                IndexSectionId::DebugAbbrev => one.abbrev = offset,
                IndexSectionId::DebugStrOffsets => one.str_offsets = offset,
                IndexSectionId::DebugLine => one.line = offset,
                IndexSectionId::DebugLoc => one.loc = offset,
                IndexSectionId::DebugLocLists => one.loclists = offset,
                IndexSectionId::DebugRngLists => one.rnglists = offset,
                _ => {}
            }
        }
        list.push(one);
    }
}
