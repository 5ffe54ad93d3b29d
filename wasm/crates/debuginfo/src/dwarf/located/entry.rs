//! Attributes of an entry, and of those that it comes from, in whichever unit these are.

use std::cell::RefCell;
use std::rc::Rc;

use gimli::constants as dw;
use gimli::{AttributeValue, DwAt};
use rustc_hash::FxHashMap;

use super::types::TypeId;
use super::units::UnitBytes;
use crate::dwarf::bytes::Slice;
use crate::dwarf::pick::unit_reader::Entry;
use crate::dwarf::type_ref::Lookup;
use crate::dwarf::unit::has_flat_names;

/// How far an entry refers to another for its name and type.
const MAX_ORIGINS: usize = 16;
const MAX_NAME_BYTES: usize = 4096;
const MAX_FUNCTION_RANGES: usize = 4096;
const MAX_SCOPES: usize = 32;
/// What a namespace without a name is called.
pub(super) const ANONYMOUS: &str = "(anonymous namespace)";

/// Opens units for one question.
pub(super) struct Opener<'a> {
    bytes: &'a UnitBytes,
    opened: RefCell<FxHashMap<u32, Option<Rc<Unit<'a>>>>>,
}

/// gimli's view of a unit, and how others are opened.
pub(super) struct Unit<'a> {
    pub number: u32,
    pub dwarf: gimli::Dwarf<Slice<'a>>,
    pub unit: gimli::Unit<Slice<'a>>,
    /// The name of the file that it was split into, where this is only its skeleton.
    pub split_into: Option<Rc<str>>,
}

impl<'a> Opener<'a> {
    pub fn new(bytes: &'a UnitBytes) -> Opener<'a> {
        Opener { bytes, opened: RefCell::default() }
    }

    /// What it opens.
    pub fn bytes(&self) -> &'a UnitBytes {
        self.bytes
    }

    /// A unit by its number.
    pub fn open(&self, number: u32) -> Option<Rc<Unit<'a>>> {
        if let Some(known) = self.opened.borrow().get(&number) {
            return known.clone();
        }
        let place = self.bytes.units.list().get(number as usize)?;
        let opened = self.bytes.get(number).and_then(|bytes| {
            let skeleton = self.bytes.skeleton_of(number).and_then(|skeleton| self.open(skeleton));
            let dwarf = self.bytes.units.dwarf(place)?;
            Unit::parse(number, dwarf, bytes, place.is_types, skeleton.as_deref())
        });
        let opened = opened.map(Rc::new);
        self.opened.borrow_mut().insert(number, opened.clone());
        opened
    }

    /// Where an attribute leads.
    pub fn referred(&self, unit: &Unit<'a>, entry: &Entry<'a>, name: DwAt) -> Option<TypeId> {
        let value = entry.attr_value(name)?;
        Some(self.bytes.units.follow(unit.number, &value).unwrap_or_else(TypeId::lost))
    }

    /// Calls `read` with an entry and those that it comes from, until one has what is wanted.
    pub fn inherited<T>(
        &self,
        unit: &Unit<'a>,
        entry: &Entry<'a>,
        read: impl Fn(&Unit<'a>, &Entry<'a>) -> Option<T>,
    ) -> Option<T> {
        if let Some(found) = read(unit, entry) {
            return Some(found);
        }
        let next = |unit: &Unit<'a>, entry: &Entry<'a>| {
            let origin = self.referred(unit, entry, dw::DW_AT_abstract_origin);
            origin.or_else(|| self.referred(unit, entry, dw::DW_AT_specification))
        };
        let mut at = next(unit, entry)?;
        for _ in 0..MAX_ORIGINS {
            let (unit, entry) = self.entry(at)?;
            if let Some(found) = read(&unit, &entry) {
                return Some(found);
            }
            at = next(&unit, &entry)?;
        }
        None
    }

    /// An entry by its place, with its unit.
    pub fn entry(&self, at: TypeId) -> Option<(Rc<Unit<'a>>, Entry<'a>)> {
        let unit = self.open(at.unit)?;
        let entry = unit.unit.entry(gimli::UnitOffset(at.offset)).ok()?;
        Some((unit, entry))
    }

    /// What an entry, or what it comes from, is.
    pub fn type_of(&self, unit: &Unit<'a>, entry: &Entry<'a>) -> Option<TypeId> {
        self.inherited(unit, entry, |unit, each| self.referred(unit, each, dw::DW_AT_type))
    }

    /// What an entry, or what it comes from, is called.
    pub fn name_of(&self, unit: &Unit<'a>, entry: &Entry<'a>) -> Option<Rc<str>> {
        self.inherited(unit, entry, |unit, each| unit.text(each, dw::DW_AT_name))
    }

    /// The whole name of a type in another unit, with the scopes that it is in there.
    pub fn scoped_name(&self, at: TypeId, language: u16) -> Option<Rc<str>> {
        let (unit, entry) = self.entry(at)?;
        let own = unit.text(&entry, dw::DW_AT_name)?;
        if has_flat_names(language) {
            return Some(own);
        }
        let mut scopes: Vec<(isize, Rc<str>)> = Vec::new();
        let mut raw = unit.unit.entries_raw(None).ok()?;
        let mut each = Entry::null();
        while !raw.is_empty() {
            let depth = raw.next_depth();
            if !raw.read_entry(&mut each).ok()? {
                continue;
            }
            while scopes.last().is_some_and(|(open, _)| *open >= depth) {
                scopes.pop();
            }
            if each.offset().0 == at.offset {
                let names = scopes.iter().map(|(_, name)| &**name).chain([&*own]);
                return Some(names.collect::<Vec<_>>().join("::").into());
            }
            let is_scope = matches!(
                each.tag(),
                dw::DW_TAG_namespace
                    | dw::DW_TAG_structure_type
                    | dw::DW_TAG_class_type
                    | dw::DW_TAG_union_type
            );
            if is_scope && each.has_children() && scopes.len() < MAX_SCOPES {
                let name = unit.text(&each, dw::DW_AT_name);
                scopes.push((depth, name.unwrap_or_else(|| ANONYMOUS.into())));
            }
        }
        None
    }
}

impl<'a> Unit<'a> {
    /// gimli's view of a unit's bytes. Its own constructor wants `.debug_line`, which nothing here needs.
    pub fn parse(
        number: u32,
        dwarf: gimli::Dwarf<Slice<'a>>,
        bytes: Slice<'a>,
        is_types: bool,
        skeleton: Option<&Unit<'a>>,
    ) -> Option<Unit<'a>> {
        let header = if is_types {
            gimli::DebugTypes::from(bytes).units().next()
        } else {
            gimli::DebugInfo::from(bytes).units().next()
        };
        let header = header.ok()??;
        let (encoding, file_type) = (header.encoding(), dwarf.file_type);
        let mut unit = gimli::Unit {
            abbreviations: dwarf.abbreviations(&header).ok()?,
            name: None,
            comp_dir: None,
            low_pc: skeleton.map_or(0, |skeleton| skeleton.unit.low_pc),
            str_offsets_base: gimli::DebugStrOffsetsBase::default_for_encoding_and_file(
                encoding, file_type,
            ),
            addr_base: skeleton.map_or(gimli::DebugAddrBase(0), |skeleton| skeleton.unit.addr_base),
            loclists_base: gimli::DebugLocListsBase::default_for_encoding_and_file(
                encoding, file_type,
            ),
            rnglists_base: gimli::DebugRngListsBase::default_for_encoding_and_file(
                encoding, file_type,
            ),
            line_program: None,
            dwo_id: match header.type_() {
                gimli::UnitType::Skeleton(id) | gimli::UnitType::SplitCompilation(id) => Some(id),
                _ => None,
            },
            header,
        };
        // Ranges of DWARF 4 count from a base that the skeleton states.
        if let Some(skeleton) = skeleton.filter(|_| encoding.version < 5) {
            unit.rnglists_base = skeleton.unit.rnglists_base;
        }
        let root = unit.entry(unit.header.root_offset()).ok()?;
        for attribute in root.attrs() {
            match attribute.value() {
                AttributeValue::DebugStrOffsetsBase(base) => unit.str_offsets_base = base,
                AttributeValue::DebugAddrBase(base) => unit.addr_base = base,
                AttributeValue::DebugLocListsBase(base) => unit.loclists_base = base,
                AttributeValue::DebugRngListsBase(base) => unit.rnglists_base = base,
                AttributeValue::DwoId(id) => unit.dwo_id = unit.dwo_id.or(Some(id)),
                _ => {}
            }
        }
        let low = root.attr_value(dw::DW_AT_low_pc);
        let split = root
            .attr_value(dw::DW_AT_dwo_name)
            .or_else(|| root.attr_value(dw::DW_AT_GNU_dwo_name))
            .filter(|_| file_type == gimli::DwarfFileType::Main);
        let mut whole = Unit { number, dwarf, unit, split_into: None };
        if let Some(low) = low {
            whole.unit.low_pc = whole.dwarf.attr_address(&whole.unit, low).ok()?.unwrap_or(0);
        }
        whole.split_into = split.and_then(|value| whole.string(value));
        Some(whole)
    }

    /// A text attribute.
    pub fn text(&self, entry: &Entry<'a>, name: DwAt) -> Option<Rc<str>> {
        self.string(entry.attr_value(name)?)
    }

    fn string(&self, value: AttributeValue<Slice<'a>>) -> Option<Rc<str>> {
        self.text_bytes(value).map(|bytes| String::from_utf8_lossy(bytes).into())
    }

    /// The bytes of a text that is not empty.
    pub fn text_bytes(&self, value: AttributeValue<Slice<'a>>) -> Option<&'a [u8]> {
        let bytes = self.dwarf.attr_string(&self.unit, value).ok()?.slice();
        Some(bytes.get(..MAX_NAME_BYTES).unwrap_or(bytes)).filter(|cut| !cut.is_empty())
    }

    /// Whether an entry's code would end after the last address there is: gimli adds without looking.
    pub fn ends_nowhere(&self, entry: &Entry<'a>) -> bool {
        let low = entry.attr_value(dw::DW_AT_low_pc);
        let low = low.and_then(|value| self.dwarf.attr_address(&self.unit, value).ok()?);
        let size = entry.attr(dw::DW_AT_high_pc).and_then(|attribute| attribute.udata_value());
        low.zip(size).is_some_and(|(low, size)| low.checked_add(size).is_none())
    }

    /// Ranges of an entry's code.
    pub fn ranges(&self, entry: &Entry<'a>) -> Vec<(u64, u64)> {
        let mut list = Vec::new();
        if self.ends_nowhere(entry) {
            return list;
        }
        if let Ok(mut ranges) = self.dwarf.die_ranges(&self.unit, entry) {
            while let Ok(Some(range)) = ranges.next() {
                if list.len() >= MAX_FUNCTION_RANGES {
                    break;
                }
                if range.begin > 1 && range.begin < range.end {
                    list.push((range.begin, range.end));
                }
            }
        }
        list
    }
}
