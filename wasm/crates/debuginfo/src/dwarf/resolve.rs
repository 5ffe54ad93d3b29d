//! From a reference to the entry that it means, in whichever unit that is.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::files::supplementary::wants_supplementary;
use super::list::found::{Found, Group};
use super::list::read_units::UnitsRead;
use super::list::rows::Rows;
use super::list::signed::{complete, is_signed};
use super::pick::unit_reader::UnitReader;
use super::store::Store;
use super::strings::NameId;
pub(crate) use super::type_ref::{Lookup, TypeRef};
use super::unit::{Unit, unit_at};

/// Units whose names are kept: those of one struct and its neighbours.
const MAX_NAMED_UNITS: usize = 64;

/// Names of aggregates by unit and offset, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct FullNames(RefCell<FxHashMap<u32, FxHashMap<u32, String>>>);

impl FullNames {
    /// To be called when the units are read anew: they may have other numbers.
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// What references are looked up in: the bytes, and what reading the units made of them.
#[derive(Clone, Copy)]
pub(crate) struct Resolver<'a> {
    store: &'a Store,
    read: &'a UnitsRead,
    rows: &'a Rows,
    full_names: &'a FullNames,
}

impl<'a> Resolver<'a> {
    /// Looks things up in these.
    pub fn new(
        store: &'a Store,
        read: &'a UnitsRead,
        rows: &'a Rows,
        full_names: &'a FullNames,
    ) -> Resolver<'a> {
        Resolver { store, read, rows, full_names }
    }

    /// The bytes.
    #[inline(always)]
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// All units, in the order of the sections.
    #[inline(always)]
    pub fn units(&self) -> &'a [Unit] {
        self.read.units()
    }

    /// Every row of the list: its name, kind and size, and where it is first.
    pub fn listed(&self) -> impl Iterator<Item = (&'a Group, TypeRef)> {
        let (rows, found) = (self.rows, self.read.found());
        rows.iter().map(move |row| (found.group(row.group), row.first))
    }

    /// The bytes of a name.
    pub fn name(&self, name: NameId) -> &'a [u8] {
        self.read.found().strings.get(name)
    }

    /// gimli's view of a unit.
    pub fn open(&self, unit: u32) -> gimli::Result<UnitReader<'a>> {
        let unit = self.units().get(unit as usize).ok_or(gimli::Error::MissingUnitDie)?;
        UnitReader::open(self.store, unit)
    }

    /// "`.debug_info` + 0x…", for a diagnostic.
    pub fn place(&self, at: TypeRef) -> String {
        match self.units().get(at.unit as usize) {
            Some(unit) => self.store.place(unit.section, unit.start + at.offset),
            None => String::new(),
        }
    }

    /// The definition of a struct or union of this name, where all of the file has just one.
    pub fn only_definition(&self, name: &str, is_union: bool) -> Option<TypeRef> {
        // Another one may be in the other half.
        if self.is_half() {
            return None;
        }
        self.rows.only_definition(self.read.found(), name, is_union)
    }

    /// Whether these are the units of half of a file.
    pub fn is_half(&self) -> bool {
        self.read.is_half()
    }

    /// The byte order of the target.
    pub fn is_big_endian(&self) -> bool {
        self.store.is_big_endian()
    }

    /// The sentence for a type that only a supplementary file has.
    pub fn wants_supplementary(&self) -> facts::Message {
        wants_supplementary(self.read.supplementary())
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
        let mut kept = self.full_names.0.borrow_mut();
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
        let Some(unit) = self.units().get(unit as usize) else {
            return names;
        };
        let table = self.store.table(unit);
        let mut found = Found::with_declarations();
        // Trouble was reported when the unit was indexed.
        let _ = found.scan_unit(self.store, unit.clone(), &table);
        let text = |name| String::from_utf8_lossy(found.strings.get(name)).into_owned();
        for &(group, offset) in &found.instances {
            let name = found.group(group).name;
            names.entry(offset).or_insert_with(|| text(name));
        }
        for &(offset, name) in found.declarations.iter().flatten() {
            names.entry(offset).or_insert_with(|| text(name));
        }
        names
    }
}

impl Lookup for Resolver<'_> {
    fn in_info(&self, unit: u32, offset: usize) -> Option<TypeRef> {
        let section = self.units().get(unit as usize)?.section;
        unit_at(self.units(), self.store.referred_section(section, false)?, offset)
    }

    fn in_alt(&self, offset: usize) -> Option<TypeRef> {
        unit_at(self.units(), self.store.referred_section(0, true)?, offset)
    }

    fn by_signature(&self, signature: u64) -> Option<TypeRef> {
        self.read.by_signature(signature)
    }

    #[inline(always)]
    fn unit_bytes(&self, unit: u32) -> usize {
        self.units().get(unit as usize).map_or(0, |unit| unit.end - unit.start)
    }
}
