//! One unit as flat tables: types by number, functions with their ranges, global variables.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// A type of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

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

/// What a type is made of. `None` in it is `void`, or a type that this unit has not.
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
pub struct Types {
    pub(super) all: Vec<Type>,
    pub(super) by_entry: FxHashMap<usize, TypeId>,
    /// Those with code.
    pub functions: Vec<Function>,
    /// Variables of static storage.
    pub globals: Vec<Global>,
    /// Whether entries were left out since there are more than any unit has.
    pub is_cut: bool,
    /// What functions of a name return.
    pub(super) returns: FxHashMap<Rc<str>, Option<TypeId>>,
}

/// How far typedefs and qualifiers are followed.
const MAX_ALIASES: usize = 64;

impl Types {
    /// A type by its number.
    #[expect(
        clippy::indexing_slicing,
        reason = "reading a unit gives the numbers, and its table keeps every type"
    )]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.all[id.0 as usize]
    }

    pub(super) fn kind_mut(&mut self, id: TypeId) -> Option<&mut Kind> {
        self.all.get_mut(id.0 as usize).map(|each| &mut each.kind)
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
            _ => None,
        }
    }

    /// Size in bytes.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        self.get(self.strip(id)?).size_bytes
    }

    /// The name of a struct: its own, else that of the typedef it was reached through.
    pub fn name(&self, id: TypeId) -> Option<Rc<str>> {
        self.get(id).name.clone()
    }

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

    /// The type of an entry.
    pub(super) fn of_entry(&self, offset: usize) -> Option<TypeId> {
        self.by_entry.get(&offset).copied()
    }
}

impl Type {
    pub(super) fn is_counted(&self) -> bool {
        matches!(self.kind, Kind::Array(_, Some(_)))
    }
}
