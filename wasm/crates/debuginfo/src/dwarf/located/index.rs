//! Which unit has the code at an address: `.debug_aranges`, and for units that it leaves out (clang writes none)
//! what their own entries state.

use rustc_hash::FxHashSet;

use super::Located;
use super::entry::Unit;

/// No program has more; a damaged one may claim so.
const MAX_UNITS: usize = 1 << 20;
const MAX_RANGES: usize = 1 << 23;
/// Enough for a unit's own entry.
const ROOT_BYTES: u64 = 4096;

/// Ranges of code, sorted by where they begin.
#[derive(Debug, Default)]
pub(super) struct Ranges(Vec<UnitRange>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct UnitRange {
    begin: u64,
    end: u64,
    unit: u64,
}

impl Ranges {
    /// Where the unit of an address begins in `.debug_info`. Of overlapping ranges that which begins last counts.
    pub fn find(&self, address: u64) -> Option<u64> {
        /// Code of discarded functions may lie anywhere, mostly at 0: such ranges overlap.
        const MAX_OVERLAPS: usize = 64;
        let after = self.0.partition_point(|range| range.begin <= address);
        let mut before = self.0.iter().take(after).rev().take(MAX_OVERLAPS);
        before.find(|range| address < range.end).map(|range| range.unit)
    }
}

/// Reads them all.
pub(super) fn read(located: &Located) -> Ranges {
    let mut ranges = Vec::new();
    let mut known = FxHashSet::default();
    let dwarf = located.sections();
    let mut headers = dwarf.debug_aranges.headers();
    while let Ok(Some(header)) = headers.next() {
        let unit = header.debug_info_offset().0 as u64;
        let mut entries = header.entries();
        while let Ok(Some(entry)) = entries.next() {
            known.insert(unit);
            push(&mut ranges, entry.address(), entry.range().end, unit);
        }
    }
    let mut offset = 0;
    for _ in 0..MAX_UNITS {
        let Some(length) = located.unit_length(offset) else { break };
        if !known.contains(&offset) {
            read_root(located, offset, length, &mut ranges);
        }
        offset += length;
    }
    ranges.sort_unstable();
    Ranges(ranges)
}

fn push(ranges: &mut Vec<UnitRange>, begin: u64, end: u64, unit: u64) {
    // Linkers leave 0 (or 1, where 0 ends a list) for what they threw away.
    if begin > 1 && end > begin && ranges.len() < MAX_RANGES {
        ranges.push(UnitRange { begin, end, unit });
    }
}

fn read_root(
    located: &Located,
    offset: u64,
    length: u64,
    ranges: &mut Vec<UnitRange>,
) -> Option<()> {
    let mut bytes = located.bytes(offset, length.min(ROOT_BYTES))?;
    // Only the first entry is read: a shorter unit saves reading what follows.
    let is_short = bytes.len() as u64 != length && !bytes.starts_with(&[0xff; 4]);
    if is_short {
        let short = bytes.len() as u32 - 4;
        let short = match located.endian {
            gimli::RunTimeEndian::Big => short.to_be_bytes(),
            gimli::RunTimeEndian::Little => short.to_le_bytes(),
        };
        *bytes.first_chunk_mut()? = short;
    } else if bytes.len() as u64 != length {
        bytes = located.bytes(offset, length)?;
    }
    let dwarf = located.sections();
    let unit = located.parse(&dwarf, &bytes)?;
    let root = unit.entry(unit.header.root_offset()).ok()?;
    if (Unit { dwarf: &dwarf, unit: &unit }).ends_nowhere(&root) {
        return None;
    }
    let mut iterator = dwarf.unit_ranges(&unit).ok()?;
    while let Ok(Some(range)) = iterator.next() {
        push(ranges, range.begin, range.end, offset);
    }
    Some(())
}
