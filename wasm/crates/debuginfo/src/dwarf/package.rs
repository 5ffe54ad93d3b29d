//! `.dwp` packages: which part of each section belongs to which unit (DWARF 5, 7.3.5; GNU version 2
//! before it).

use gimli::{EndianSlice, IndexSectionId, UnitIndex};

use crate::sections::Sections;

/// Rows of an index that are read at most; a damaged one can claim any number.
const MAX_ROWS: u32 = 1 << 22;

/// One unit of a package, and where its part of the other sections begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contribution {
    /// `.debug_types.dwo` rather than `.debug_info.dwo`.
    pub is_types: bool,
    /// Where the unit begins.
    pub start: usize,
    pub abbrev: usize,
    pub str_offsets: usize,
    pub line: usize,
}

/// The units of a package, by section and start; none where it is no package.
pub(super) fn read_contributions(
    sections: &dyn Sections,
    endian: gimli::RunTimeEndian,
) -> Vec<Contribution> {
    let read = |name| sections.read(sections.find(name)?).ok();
    let mut list = Vec::new();
    if let Some(data) = read(".debug_cu_index")
        && let Ok(index) = gimli::DebugCuIndex::new(&data, endian).index()
    {
        collect(&index, &mut list);
    }
    if let Some(data) = read(".debug_tu_index")
        && let Ok(index) = gimli::DebugTuIndex::new(&data, endian).index()
    {
        collect(&index, &mut list);
    }
    list.sort_unstable_by_key(|one| (one.is_types, one.start));
    list
}

fn collect(index: &UnitIndex<EndianSlice<'_, gimli::RunTimeEndian>>, list: &mut Vec<Contribution>) {
    for row in 1..=index.unit_count().min(MAX_ROWS) {
        let Ok(parts) = index.sections(row) else {
            continue;
        };
        let mut one =
            Contribution { is_types: false, start: 0, abbrev: 0, str_offsets: 0, line: 0 };
        for part in parts {
            let offset = part.offset as usize;
            match part.section {
                IndexSectionId::DebugInfo => one.start = offset,
                IndexSectionId::DebugTypes => (one.start, one.is_types) = (offset, true),
                IndexSectionId::DebugAbbrev => one.abbrev = offset,
                IndexSectionId::DebugStrOffsets => one.str_offsets = offset,
                IndexSectionId::DebugLine => one.line = offset,
                _ => {}
            }
        }
        list.push(one);
    }
}
