//! Which unit has the code at an address: `.debug_aranges`, and for units that it leaves out (clang writes none)
//! what their own entries state.

use std::hash::{BuildHasher, BuildHasherDefault};

use gimli::constants as dw;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::entry::Unit;
use super::reading::address_of;
use super::types::TypeId;
use super::units::{UnitPlace, Units};
use crate::dwarf::bytes::Slice;
use crate::dwarf::pick::unit_reader::{Entry, constant, flag};
use crate::dwarf::unit::has_flat_names;

/// More entries are not looked through for variables: it takes a second.
const MAX_VARIABLE_BYTES: u64 = 48 << 20;
/// As much is looked through for definitions, where a question needs one: entries of functions are passed over.
const MAX_DEFINITION_BYTES: u64 = 512 << 20;
const MAX_DEFINITIONS: usize = 4 << 20;
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

/// Classes by the hash of their whole names: a unit of C++ may only declare what it uses, and leave the definition to
/// the unit that has the constructor or the virtual functions (clang and gcc, without `-fstandalone-debug`).
#[derive(Debug, Default)]
pub(super) struct Definitions(FxHashMap<u64, Definition>);

#[derive(Debug)]
struct Definition {
    size_bytes: u64,
    /// `None` where another one of this name has another size.
    at: Option<TypeId>,
}

impl Definitions {
    /// The definition of a class, if all of its whole name are alike. Whether it has that name is still to be seen.
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.0.get(&hash(name.as_bytes()))?.at
    }
}

fn hash(name: &[u8]) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(name)
}

/// Finds the definitions in all units but those of C, whose compilers define what they use.
pub(super) fn read_definitions(units: &Units) -> Definitions {
    let mut found = Definitions::default();
    let bytes: u64 = units.list().iter().map(|place| place.length).sum();
    if bytes > MAX_DEFINITION_BYTES {
        return found;
    }
    for (number, place) in (0..).zip(units.list()) {
        let Some((bytes, dwarf)) = units.bytes(place).zip(units.dwarf(place)) else { continue };
        let bytes = Slice::new(&bytes, units.endian);
        let unit = Unit::parse(number, dwarf, bytes, place.is_types, None);
        if let Some(unit) = unit {
            read_defined(&unit, &mut found);
        }
    }
    found
}

fn read_defined<'a>(unit: &Unit<'a>, found: &mut Definitions) -> Option<()> {
    let root = unit.unit.entry(unit.unit.header.root_offset()).ok()?;
    let language = constant(&root, dw::DW_AT_language).unwrap_or_default();
    if has_flat_names(language as u16) {
        return None;
    }
    let mut raw = unit.unit.entries_raw(None).ok()?;
    let mut entry = Entry::null();
    // The scopes that are open: how deep each is, and how much of the name was there before it.
    let (mut depth, mut scopes, mut name) = (0_usize, Vec::new(), Vec::new());
    let mut declared = FxHashMap::default();
    while !raw.is_empty() {
        if !raw.read_entry(&mut entry).ok()? {
            depth = depth.checked_sub(1)?;
            if let Some((_, before)) = scopes.pop_if(|(begun, _)| *begun == depth) {
                name.truncate(before);
            }
            continue;
        }
        let before = name.len();
        let text = entry.attr_value(dw::DW_AT_name).and_then(|value| unit.text_bytes(value));
        name.extend_from_slice(text.unwrap_or_default());
        let is_class = matches!(
            entry.tag(),
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type
        );
        if is_class {
            let origin = entry.attr_value(dw::DW_AT_specification).and_then(unit_offset);
            let whole = match origin {
                Some(origin) => declared.get(&origin).copied(),
                None => text.map(|_| hash(&name)),
            };
            if let Some(whole) = whole.filter(|_| found.0.len() < MAX_DEFINITIONS) {
                if flag(&entry, dw::DW_AT_declaration) {
                    declared.insert(entry.offset().0, whole);
                } else if let Some(size_bytes) = constant(&entry, dw::DW_AT_byte_size) {
                    let at = Some(TypeId { unit: unit.number, offset: entry.offset().0 });
                    let known = found.0.entry(whole).or_insert(Definition { size_bytes, at });
                    known.at = known.at.filter(|_| known.size_bytes == size_bytes);
                }
            }
        }
        // What is in a function, or in a namespace without a name, other units cannot mean.
        let is_open = is_class || entry.tag() == dw::DW_TAG_namespace;
        if !entry.has_children() {
            name.truncate(before);
            continue;
        }
        let is_unit = depth == 0;
        if is_unit || (is_open && text.is_some()) {
            name.truncate(if is_unit { before } else { name.len() });
            if !is_unit {
                name.extend_from_slice(b"::");
            }
            scopes.push((depth, before));
            depth += 1;
            continue;
        }
        name.truncate(before);
        match entry.attr_value(dw::DW_AT_sibling).and_then(unit_offset) {
            Some(next) if next > entry.offset().0 => {
                raw = unit.unit.entries_raw(Some(gimli::UnitOffset(next))).ok()?;
            }
            _ => pass_over(&mut raw)?,
        }
    }
    Some(())
}

/// An entry of the same unit.
fn unit_offset(value: gimli::AttributeValue<Slice<'_>>) -> Option<usize> {
    match value {
        gimli::AttributeValue::UnitRef(offset) => Some(offset.0),
        _ => None,
    }
}

/// Passes over the children of the entry that was read last.
fn pass_over(raw: &mut gimli::EntriesRaw<'_, Slice<'_>>) -> Option<()> {
    let mut depth = 1_usize;
    let mut entry = Entry::null();
    while depth > 0 && !raw.is_empty() {
        if !raw.read_entry(&mut entry).ok()? {
            depth -= 1;
        } else if entry.has_children() {
            depth += 1;
        }
    }
    Some(())
}
