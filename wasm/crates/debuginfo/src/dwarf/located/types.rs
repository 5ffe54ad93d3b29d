//! Units as flat tables: types by their entries, functions with their ranges, global variables.

use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use crate::dwarf::type_ref::{Lost, TypeRef as TypeId};

/// The unit that a type has whose reference leads nowhere; its offset says why.
pub(super) const NOWHERE: u32 = u32::MAX;

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
