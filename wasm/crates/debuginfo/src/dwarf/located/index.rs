//! Which unit has the code at an address: `.debug_aranges`, and for units that it leaves out (clang writes none)
//! what their own entries state.

use rustc_hash::FxHashSet;

use super::entry::Unit;
use super::reading::address_of;
use super::types::TypeId;
use super::units::{UnitPlace, Units};
use crate::dwarf::bytes::Slice;
use crate::dwarf::pick::unit_reader::Entry;

/// More entries are not looked through for variables: it takes a second.
const MAX_VARIABLE_BYTES: u64 = 48 << 20;
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
    unit: u32,
}

impl Ranges {
    /// The unit of an address. Of overlapping ranges that which begins last counts.
    pub fn find(&self, address: u64) -> Option<u32> {
        /// Code of discarded functions may lie anywhere, mostly at 0: such ranges overlap.
        const MAX_OVERLAPS: usize = 64;
        let after = self.0.partition_point(|range| range.begin <= address);
        let mut before = self.0.iter().take(after).rev().take(MAX_OVERLAPS);
        before.find(|range| address < range.end).map(|range| range.unit)
    }
}

/// Reads those of the file's own units; of a split unit the skeleton has them.
pub(super) fn read(units: &Units) -> Ranges {
    let mut ranges = Vec::new();
    let mut known = FxHashSet::default();
    let Some(dwarf) = units.list().first().and_then(|first| units.dwarf(first)) else {
        return Ranges(ranges);
    };
    let mut headers = dwarf.debug_aranges.headers();
    while let Ok(Some(header)) = headers.next() {
        let Some(unit) = units.beginning_at(header.debug_info_offset().0 as u64) else { continue };
        let mut entries = header.entries();
        while let Ok(Some(entry)) = entries.next() {
            known.insert(unit);
            push(&mut ranges, entry.address(), entry.range().end, unit);
        }
    }
    for (number, place) in (0..).zip(units.list()) {
        if place.file == 0 && !place.is_type_unit() && !known.contains(&number) {
            read_root(units, number, place, &mut ranges);
        }
    }
    ranges.sort_unstable();
    Ranges(ranges)
}

fn push(ranges: &mut Vec<UnitRange>, begin: u64, end: u64, unit: u32) {
    // Linkers leave 0 (or 1, where 0 ends a list) for what they threw away.
    if begin > 1 && end > begin && ranges.len() < MAX_RANGES {
        ranges.push(UnitRange { begin, end, unit });
    }
}

fn read_root(
    units: &Units,
    number: u32,
    place: &UnitPlace,
    ranges: &mut Vec<UnitRange>,
) -> Option<()> {
    let mut bytes = units.head(place, ROOT_BYTES)?;
    // Only the first entry is read: a shorter unit saves reading what follows.
    let is_short = bytes.len() as u64 != place.length && !bytes.starts_with(&[0xff; 4]);
    if is_short {
        let short = bytes.len() as u32 - 4;
        let short = match units.endian {
            gimli::RunTimeEndian::Big => short.to_be_bytes(),
            gimli::RunTimeEndian::Little => short.to_le_bytes(),
        };
        *bytes.first_chunk_mut()? = short;
    } else if bytes.len() as u64 != place.length {
        bytes = units.bytes(place)?;
    }
    let dwarf = units.dwarf(place)?;
    let bytes = Slice::new(&bytes, units.endian);
    let unit = Unit::parse(number, dwarf, bytes, place.is_types, None)?;
    let root = unit.unit.entry(unit.unit.header.root_offset()).ok()?;
    if unit.ends_nowhere(&root) {
        return None;
    }
    let mut iterator = unit.dwarf.unit_ranges(&unit.unit).ok()?;
    while let Ok(Some(range)) = iterator.next() {
        push(ranges, range.begin, range.end, number);
    }
    Some(())
}

/// What is looked for in all units.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Entries of variables by their addresses, sorted.
    pub list: Vec<(u64, TypeId)>,
    /// The struct of a goroutine, of a program of Go.
    pub goroutine: Option<TypeId>,
}

/// Variables by their addresses: a function of one unit may use those of any other, and need not
/// declare them (Go, Rust, link-time optimization).
pub(super) fn read_variables(units: &Units) -> Variables {
    let mut found = Variables::default();
    let own = |place: &&UnitPlace| place.file == 0 && !place.is_type_unit();
    let bytes: u64 = units.list().iter().filter(own).map(|place| place.length).sum();
    if bytes > MAX_VARIABLE_BYTES {
        return found;
    }
    for (number, place) in (0..).zip(units.list()).filter(|(_, place)| own(place)) {
        let Some((bytes, dwarf)) = units.bytes(place).zip(units.dwarf(place)) else { continue };
        let bytes = Slice::new(&bytes, units.endian);
        let Some(unit) = Unit::parse(number, dwarf, bytes, place.is_types, None) else { continue };
        let Ok(mut raw) = unit.unit.entries_raw(None) else { continue };
        let mut entry = Entry::null();
        while !raw.is_empty() {
            match raw.read_entry(&mut entry) {
                Ok(true) if entry.tag() == gimli::DW_TAG_variable => {
                    let at = TypeId { unit: number, offset: entry.offset().0 };
                    found.list.extend(address_of(&unit, &entry).map(|address| (address, at)));
                }
                Ok(true)
                    if entry.tag() == gimli::DW_TAG_structure_type
                        && unit.text(&entry, gimli::DW_AT_name).as_deref() == Some("runtime.g") =>
                {
                    let at = TypeId { unit: number, offset: entry.offset().0 };
                    found.goroutine.get_or_insert(at);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
    found.list.sort_unstable();
    found
}
