//! Units as flat tables: types by their entries, functions with their ranges, global variables. A unit is read when
//! something leads into it.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::entry::Opener;
use super::reading;
use super::units::Units;
use crate::dwarf::pick::unit_reader::Slice;
use crate::dwarf::place::sane_bytes;
pub use crate::dwarf::type_ref::{Lost, TypeRef as TypeId};

/// The unit that a type has whose reference leads nowhere; its offset says why.
const NOWHERE: u32 = u32::MAX;

impl TypeId {
    /// What a reference leads to that leads nowhere.
    pub(super) fn lost(why: Lost) -> TypeId {
        TypeId { unit: NOWHERE, offset: why as usize }
    }
}

/// A type as far as following pointers needs it.
#[derive(Debug, Clone)]
pub struct Type {
    /// Without `struct`; a struct's with its namespaces and classes, as the list of all structs has it.
    pub name: Option<Rc<str>>,
    /// `None` where it is only declared.
    pub size_bytes: Option<u64>,
    /// What it is made of.
    pub kind: Kind,
}

/// What a type is made of. `None` in it is `void`.
#[derive(Debug, Clone)]
pub enum Kind {
    /// A number, a character, an enumeration.
    Plain,
    /// A pointer or a reference.
    Pointer(Option<TypeId>),
    /// A typedef, or a qualifier.
    Alias(Option<TypeId>),
    /// A struct, union or class.
    Aggregate {
        /// Members may lie over each other.
        is_union: bool,
        /// In the order of their declaration, base classes too.
        members: Vec<Member>,
        /// Whether the members are elsewhere.
        is_declared_only: bool,
    },
    /// An array, one dimension; `None` elements where it has no bound.
    Array(Option<TypeId>, Option<u64>),
    /// A function.
    Function,
    /// It is not in what was opened.
    Lost(Lost),
}

/// A member of an aggregate.
#[derive(Debug, Clone)]
pub struct Member {
    /// `None` for an anonymous struct or union, and for a base class.
    pub name: Option<Rc<str>>,
    /// From the aggregate's begin, in bits.
    pub offset_bits: u64,
    /// The width of a bit-field; other members are as large as their type.
    pub width_bits: Option<u64>,
    /// What it is.
    pub of: Option<TypeId>,
}

/// A function that has code.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name; `None` where the unit does not state it.
    pub name: Option<Rc<str>>,
    /// Its code: the hot part first, if it has several.
    pub ranges: Vec<(u64, u64)>,
    /// Offset of its entry in the unit.
    pub(super) entry: usize,
}

/// A variable of static storage, or the declaration of one.
#[derive(Debug, Clone)]
pub struct Global {
    /// Its name.
    pub name: Rc<str>,
    /// `None` where it is only declared.
    pub address: Option<u64>,
    /// What it is.
    pub of: TypeId,
    /// Whether other source files see it by this name: a variable of a function has a name of its own.
    pub is_top: bool,
}

/// What a unit declares and defines.
#[derive(Debug, Default)]
pub struct UnitTypes {
    pub(super) all: Vec<Type>,
    pub(super) by_entry: FxHashMap<usize, u32>,
    /// Typedefs of what may be an unnamed struct in another unit.
    pub(super) far_names: Vec<(TypeId, Rc<str>)>,
    /// Those with code.
    pub functions: Vec<Function>,
    /// Variables of static storage.
    pub globals: Vec<Global>,
    /// Units whose declarations are this one's too, and those that its functions were first compiled in.
    pub related: Vec<u32>,
    /// Whether entries were left out since there are more than any unit has.
    pub is_cut: bool,
    /// `DW_AT_language`
    pub language: u16,
    /// What functions of a name return.
    pub(super) returns: FxHashMap<Rc<str>, Option<TypeId>>,
}

impl UnitTypes {
    /// What the function of this symbol returns here: `Some(None)` for `void`, `None` where there is no such function.
    pub fn returned_by(&self, symbol: &str) -> Option<Option<TypeId>> {
        self.returns.get(symbol).copied()
    }

    /// The function whose code has an address.
    pub fn function_at(&self, address: u64) -> Option<&Function> {
        self.functions
            .iter()
            .find(|each| each.ranges.iter().any(|&(begin, end)| begin <= address && address < end))
    }

    /// Whether it is compiled Go, whose calls keep no register.
    pub fn is_go(&self) -> bool {
        self.language == gimli::DW_LANG_Go.0
    }
}

/// How far typedefs and qualifiers are followed.
const MAX_ALIASES: usize = 64;
/// Arrays of arrays.
const MAX_ARRAYS: usize = 32;

/// The types of a file and its companions.
pub struct Types {
    units: Rc<Units>,
    /// The skeleton of each split unit that was asked for.
    skeletons: Rc<RefCell<FxHashMap<u32, u32>>>,
    bytes: Box<[OnceCell<Vec<u8>>]>,
    tables: Box<[OnceCell<UnitTypes>]>,
    /// Of unnamed structs: that of the typedef that leads there from another unit.
    far_names: RefCell<FxHashMap<TypeId, Rc<str>>>,
    none: UnitTypes,
    lost: [Type; 4],
    read_bytes: Cell<usize>,
    /// That of the unit of the last question: dwz leaves it out of units that are parts of such.
    pub(super) language: Cell<u16>,
}

impl std::fmt::Debug for Types {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Types")
            .field("read_bytes", &self.read_bytes)
            .finish_non_exhaustive()
    }
}

impl Types {
    /// None is read yet.
    pub(super) fn new(units: Rc<Units>, skeletons: Rc<RefCell<FxHashMap<u32, u32>>>) -> Types {
        let count = units.list().len();
        let lost = [Lost::Supplementary, Lost::TypeUnit, Lost::Outside, Lost::Form];
        Types {
            units,
            skeletons,
            bytes: (0..count).map(|_| OnceCell::new()).collect(),
            tables: (0..count).map(|_| OnceCell::new()).collect(),
            far_names: RefCell::default(),
            none: UnitTypes::default(),
            lost: lost.map(|why| Type { name: None, size_bytes: None, kind: Kind::Lost(why) }),
            read_bytes: Cell::new(0),
            language: Cell::new(0),
        }
    }

    pub(super) fn units(&self) -> &Units {
        &self.units
    }

    pub(super) fn skeleton_of(&self, unit: u32) -> Option<u32> {
        self.skeletons.borrow().get(&unit).copied()
    }

    /// How much of the entries was read.
    pub(super) fn read_bytes(&self) -> usize {
        self.read_bytes.get()
    }

    /// The bytes of a unit.
    pub(super) fn bytes(&self, unit: u32) -> Option<Slice<'_>> {
        let bytes = self.bytes.get(unit as usize)?.get_or_init(|| {
            let place = self.units.list().get(unit as usize);
            let bytes = place.and_then(|place| self.units.bytes(place)).unwrap_or_default();
            self.read_bytes.set(self.read_bytes.get() + bytes.len());
            bytes
        });
        Some(Slice::new(bytes, self.units.endian))
    }

    /// What a unit declares and defines. To read one reads no other.
    pub fn unit(&self, number: u32) -> &UnitTypes {
        let Some(cell) = self.tables.get(number as usize) else { return &self.none };
        if let Some(known) = cell.get() {
            return known;
        }
        let mut read = reading::read(&Opener::new(self), number).unwrap_or_default();
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
            match self.get(id) {
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
