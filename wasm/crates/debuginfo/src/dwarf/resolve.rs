//! From a reference to the entry that it means, in whichever unit that is.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::list::found::Found;
use super::list::signed::{complete, is_signed};
use super::pick::unit_reader::UnitReader;
use super::plans::tables::Tables;
use super::store::Store;
pub(crate) use super::type_ref::TypeRef;
use super::unit::Unit;

/// Units whose names are kept: those of one struct and its neighbours.
const MAX_NAMED_UNITS: usize = 64;

/// Names by unit and offset.
pub(crate) type FullNames = FxHashMap<u32, FxHashMap<u32, String>>;

/// What references are looked up in.
pub(crate) struct Resolver<'a> {
    pub store: &'a Store,
    pub units: &'a [Unit],
    /// Type units by their signature.
    pub signatures: &'a FxHashMap<u64, TypeRef>,
    pub tables: &'a RefCell<Tables>,
    /// Full names of the aggregates of some units, by their offset in the unit.
    pub full_names: &'a RefCell<FullNames>,
    /// The one definition of a name, where there is just one.
    pub definitions: &'a dyn Fn(&str, bool) -> Option<TypeRef>,
    /// The name of the supplementary file.
    pub supplementary: Option<&'a str>,
}

impl<'a> Resolver<'a> {
    /// gimli's view of a unit.
    pub fn open(&self, unit: u32) -> gimli::Result<UnitReader<'a>> {
        let unit = self.units.get(unit as usize).ok_or(gimli::Error::MissingUnitDie)?;
        UnitReader::open(self.store, unit)
    }

    /// "`.debug_info` + 0x…", for a diagnostic.
    pub fn place(&self, at: TypeRef) -> String {
        match self.units.get(at.unit as usize) {
            Some(unit) => self.store.place(unit.section, unit.start + at.offset),
            None => String::new(),
        }
    }

    /// The entry at an offset of the `.debug_info` that a unit of `section` refers into.
    pub fn in_info(&self, section: u32, offset: usize) -> Option<TypeRef> {
        unit_at(self.units, self.store.referred_section(section, false)?, offset)
    }

    /// The entry at an offset of the supplementary file.
    pub fn in_alt(&self, offset: usize) -> Option<TypeRef> {
        unit_at(self.units, self.store.referred_section(0, true)?, offset)
    }

    /// The type that a type unit of this signature holds.
    pub fn by_signature(&self, signature: u64) -> Option<TypeRef> {
        self.signatures.get(&signature).copied()
    }

    /// The definition of a struct or union of this name, where all of the file has just one.
    pub fn only_definition(&self, name: &str, is_union: bool) -> Option<TypeRef> {
        (self.definitions)(name, is_union)
    }

    /// The byte order of the target.
    pub fn is_big_endian(&self) -> bool {
        self.store.is_big_endian
    }

    /// The sentence for a type that only a supplementary file has.
    pub fn wants_supplementary(&self) -> String {
        wants_supplementary(self.supplementary)
    }

    /// The full name (`ns::Outer::Inner`) of the aggregate at a place, if it has one.
    pub fn full_name(&self, at: TypeRef) -> Option<String> {
        let name = self.scanned_name(at)?;
        if !is_signed(name.as_bytes()) {
            return Some(name);
        }
        let full = complete(name.as_bytes(), |signature| {
            self.scanned_name(self.by_signature(signature)?).map(String::into_bytes)
        });
        Some(String::from_utf8_lossy(&full).into_owned())
    }

    fn scanned_name(&self, at: TypeRef) -> Option<String> {
        let offset = u32::try_from(at.offset).ok()?;
        let mut kept = self.full_names.borrow_mut();
        if let Some(names) = kept.get(&at.unit) {
            return names.get(&offset).cloned();
        }
        if kept.len() >= MAX_NAMED_UNITS {
            kept.clear();
        }
        let names = self.read_full_names(at.unit);
        kept.entry(at.unit).or_insert(names).get(&offset).cloned()
    }

    /// Scans the unit again: entries do not know what they stand in.
    fn read_full_names(&self, unit: u32) -> FxHashMap<u32, String> {
        let mut names = FxHashMap::default();
        let Some(unit) = self.units.get(unit as usize) else {
            return names;
        };
        let table = self.tables.borrow_mut().get(self.store, unit);
        let mut found = Found::with_declarations();
        // Trouble was reported when the unit was indexed.
        let _ = found.scan_unit(self.store, unit.clone(), &table);
        let text = |name| String::from_utf8_lossy(found.strings.get(name)).into_owned();
        for &(group, offset) in &found.instances {
            let name = found.groups[group as usize].name;
            names.entry(offset).or_insert_with(|| text(name));
        }
        for &(offset, name) in found.declarations.iter().flatten() {
            names.entry(offset).or_insert_with(|| text(name));
        }
        names
    }
}

/// The entry at an offset of a section; units stand in the order of the sections.
pub(crate) fn unit_at(units: &[Unit], section: u32, offset: usize) -> Option<TypeRef> {
    let after = units.partition_point(|unit| (unit.section, unit.start) <= (section, offset));
    let unit = units.get(after.checked_sub(1)?)?;
    if unit.section != section || offset < unit.entries || offset >= unit.end {
        return None;
    }
    Some(TypeRef { unit: after as u32 - 1, offset: offset - unit.start })
}

/// The sentence for types that only a supplementary file has.
pub(crate) fn wants_supplementary(name: Option<&str>) -> String {
    match name {
        Some(name) => format!(
            "Some types stand in the supplementary file {name}, which dwz split off; they are missing here until that file is opened too."
        ),
        None => {
            "Some types stand in a supplementary file, which dwz split off; they are missing here."
                .to_owned()
        }
    }
}
