//! The types of all units by their entries. A unit is read when something leads into it.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::entry::{ANONYMOUS, Opener};
use super::index::{self, Definitions};
use super::reading;
use super::types::{Kind, Lost, NOWHERE, Type, TypeId, UnitTypes};
use super::units::UnitBytes;
use crate::dwarf::place::sane_bytes;
use crate::dwarf::unit::has_flat_names;

/// How far typedefs and qualifiers are followed.
const MAX_ALIASES: usize = 64;
/// Arrays of arrays.
const MAX_ARRAYS: usize = 32;

/// The types of a file and its companions.
pub struct Types {
    bytes: UnitBytes,
    tables: Box<[OnceCell<UnitTypes>]>,
    /// Of unnamed structs: that of the typedef that leads there from another unit.
    far_names: RefCell<FxHashMap<TypeId, Rc<str>>>,
    /// Of the whole file, kept where the tables are not.
    definitions: Rc<OnceCell<Definitions>>,
    none: UnitTypes,
    lost: [Type; 4],
}

impl std::fmt::Debug for Types {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Types")
            .field("read_bytes", &self.bytes.read_bytes())
            .finish_non_exhaustive()
    }
}

impl Types {
    /// None is read yet.
    pub(super) fn new(bytes: UnitBytes, definitions: Rc<OnceCell<Definitions>>) -> Types {
        let count = bytes.units.list().len();
        let lost = [Lost::Supplementary, Lost::TypeUnit, Lost::Outside, Lost::Form];
        Types {
            bytes,
            tables: (0..count).map(|_| OnceCell::new()).collect(),
            far_names: RefCell::default(),
            definitions,
            none: UnitTypes::default(),
            lost: lost.map(|why| Type { name: None, size_bytes: None, kind: Kind::Lost(why) }),
        }
    }

    pub(super) fn bytes(&self) -> &UnitBytes {
        &self.bytes
    }

    /// What a unit declares and defines. To read one reads no other.
    pub fn unit(&self, number: u32) -> &UnitTypes {
        let Some(cell) = self.tables.get(number as usize) else { return &self.none };
        if let Some(known) = cell.get() {
            return known;
        }
        let mut read = reading::read(&Opener::new(&self.bytes), number).unwrap_or_default();
        for (to, name) in std::mem::take(&mut read.far_names) {
            self.far_names.borrow_mut().entry(to).or_insert(name);
        }
        cell.get_or_init(|| read)
    }

    /// A unit, and those that it is related to, the nearest first.
    pub fn with_related(&self, unit: u32) -> Vec<u32> {
        const MAX_UNITS: usize = 512;
        let mut all = vec![unit];
        let mut next = 0;
        while let Some(&unit) = all.get(next) {
            next += 1;
            for &other in &self.unit(unit).related {
                if all.len() < MAX_UNITS && !all.contains(&other) {
                    all.push(other);
                }
            }
        }
        all
    }

    /// A type by its entry.
    pub fn get(&self, id: TypeId) -> &Type {
        let [supplementary, type_unit, outside, form] = &self.lost;
        let lost = |why: usize| match why {
            0 => supplementary,
            1 => type_unit,
            3 => form,
            _ => outside,
        };
        if id.unit == NOWHERE {
            return lost(id.offset);
        }
        let unit = self.unit(id.unit);
        let found = unit.by_entry.get(&id.offset).and_then(|&at| unit.all.get(at as usize));
        found.unwrap_or_else(|| lost(Lost::Outside as usize))
    }

    /// Why a type is not there.
    pub fn lost(&self, id: TypeId) -> Option<Lost> {
        match self.get(id).kind {
            Kind::Lost(why) => Some(why),
            _ => None,
        }
    }

    /// The definition of a class that its unit only declares, of its whole name, in whichever unit it is; the type itself
    /// where there is none, or where definitions differ. The first question looks through all units.
    pub fn complete(&self, id: TypeId) -> TypeId {
        let declared = match self.get(id) {
            Type { kind: Kind::Aggregate { is_declared_only: true, .. }, name, .. } => name,
            _ => return id,
        };
        let is_everywhere = !has_flat_names(self.unit(id.unit).language);
        let name = declared.as_ref().filter(|name| is_everywhere && !name.contains(ANONYMOUS));
        let Some(name) = name else { return id };
        let all = self.definitions.get_or_init(|| index::read_definitions(&self.bytes.units));
        let found = all.find(name).filter(|&found| self.get(found).name.as_ref() == Some(name));
        found.unwrap_or(id)
    }

    /// What is behind typedefs and qualifiers.
    pub fn strip(&self, mut id: TypeId) -> Option<TypeId> {
        for _ in 0..MAX_ALIASES {
            match self.get(id).kind {
                Kind::Alias(next) => id = next?,
                _ => return Some(id),
            }
        }
        None
    }

    /// What a pointer leads to, behind typedefs and qualifiers on both sides.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(self.strip(id)?).kind {
            Kind::Pointer(to) => self.strip(to?),
            Kind::Lost(_) => Some(id),
            _ => None,
        }
    }

    /// Size in bytes. Arrays rarely state theirs.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        let mut id = self.strip(id)?;
        let mut elements = 1_u64;
        for _ in 0..MAX_ARRAYS {
            match self.get(self.complete(id)) {
                Type { size_bytes: Some(size), .. } => {
                    return Some(sane_bytes(size.saturating_mul(elements)));
                }
                Type { kind: Kind::Array(Some(of), Some(count)), .. } => {
                    elements = elements.saturating_mul(*count);
                    id = self.strip(*of)?;
                }
                _ => return None,
            }
        }
        None
    }

    /// The name of a struct: its own, else that of the typedef it was reached through.
    pub fn name(&self, id: TypeId) -> Option<Rc<str>> {
        let found = self.get(id);
        match (&found.name, &found.kind) {
            (None, Kind::Aggregate { .. }) => self.far_names.borrow().get(&id).cloned(),
            (name, _) => name.clone(),
        }
    }
}
