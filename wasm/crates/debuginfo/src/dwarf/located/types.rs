//! One unit as flat tables: types by number, functions with their ranges, global variables.

use std::rc::Rc;

use gimli::constants as dw;
use gimli::{AttributeValue, DwAt};
use rustc_hash::FxHashMap;

use super::Located;
use super::location::{Location, read_expression};
use crate::dwarf::pick::unit_reader::{Entry, Slice, constant, flag, location};
use crate::dwarf::place::{
    MAX_DIMENSIONS, Stated, default_lower_bound, element_count, member_place, sane_bytes,
};

/// A type of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A type as far as following pointers needs it.
#[derive(Debug, Clone)]
pub struct Type {
    /// As the source writes it, without `struct`.
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
    /// Of a bit-field; others are as large as their type.
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
    all: Vec<Type>,
    by_entry: FxHashMap<usize, TypeId>,
    /// Those with code.
    pub functions: Vec<Function>,
    /// Of static storage.
    pub globals: Vec<Global>,
    /// Whether entries were left out since there are more than any unit has.
    pub is_cut: bool,
    /// What functions of a name return.
    returns: FxHashMap<Rc<str>, Option<TypeId>>,
}

/// How far typedefs and qualifiers are followed.
const MAX_ALIASES: usize = 64;
/// How far an entry refers to another for its name and type.
const MAX_ORIGINS: usize = 16;
const MAX_ENTRIES: usize = 8 << 20;
const MAX_NAME_BYTES: usize = 4096;
const MAX_FUNCTION_RANGES: usize = 4096;

impl Types {
    /// A type by its number.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.all[id.0 as usize]
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

    /// What functions of this name return here: `Some(None)` for `void`, `None` where there is no such function.
    pub fn returned_by(&self, name: &str) -> Option<Option<TypeId>> {
        self.returns.get(name).copied()
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

/// gimli's view of the unit that is read.
pub(super) struct Unit<'a> {
    pub dwarf: &'a gimli::Dwarf<Slice<'a>>,
    pub unit: &'a gimli::Unit<Slice<'a>>,
}

impl<'a> Unit<'a> {
    /// The entry that an attribute refers to, in this unit.
    pub fn referred(&self, entry: &Entry<'a>, name: DwAt) -> Option<usize> {
        match entry.attr_value(name)? {
            AttributeValue::UnitRef(offset) => Some(offset.0),
            _ => None,
        }
    }

    /// A text attribute.
    pub fn text(&self, entry: &Entry<'a>, name: DwAt) -> Option<Rc<str>> {
        let bytes = self.dwarf.attr_string(self.unit, entry.attr_value(name)?).ok()?;
        let bytes = bytes.slice();
        let cut = &bytes[..bytes.len().min(MAX_NAME_BYTES)];
        (!cut.is_empty()).then(|| String::from_utf8_lossy(cut).into())
    }

    /// Calls `read` with an entry and those that it comes from, until one has what is wanted.
    pub fn inherited<T>(
        &self,
        entry: &Entry<'a>,
        read: impl Fn(&Entry<'a>) -> Option<T>,
    ) -> Option<T> {
        let mut current = entry.clone();
        for _ in 0..MAX_ORIGINS {
            if let Some(found) = read(&current) {
                return Some(found);
            }
            let next = self
                .referred(&current, dw::DW_AT_abstract_origin)
                .or_else(|| self.referred(&current, dw::DW_AT_specification))?;
            current = self.unit.entry(gimli::UnitOffset(next)).ok()?;
        }
        None
    }

    /// Whether an entry's code would end after the last address there is: gimli adds without looking.
    pub fn ends_nowhere(&self, entry: &Entry<'a>) -> bool {
        let low = entry.attr_value(dw::DW_AT_low_pc);
        let low = low.and_then(|value| self.dwarf.attr_address(self.unit, value).ok()?);
        let size = entry.attr(dw::DW_AT_high_pc).and_then(|attribute| attribute.udata_value());
        low.zip(size).is_some_and(|(low, size)| low.checked_add(size).is_none())
    }

    /// Ranges of an entry's code.
    pub fn ranges(&self, entry: &Entry<'a>) -> Vec<(u64, u64)> {
        let mut list = Vec::new();
        if self.ends_nowhere(entry) {
            return list;
        }
        if let Ok(mut ranges) = self.dwarf.die_ranges(self.unit, entry) {
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

/// Where the children of an entry go.
struct Open {
    depth: isize,
    /// The aggregate or array whose children these are.
    owner: Option<TypeId>,
    is_in_function: bool,
}

/// Reads a unit. References are kept as offsets until all entries are known.
pub(super) fn read(located: &Located, bytes: &[u8]) -> Option<Types> {
    let dwarf = located.sections();
    let gimli_unit = located.parse(&dwarf, bytes)?;
    let unit = Unit { dwarf: &dwarf, unit: &gimli_unit };
    let mut reading = Reading {
        unit: &unit,
        types: Types::default(),
        references: Vec::new(),
        member_references: Vec::new(),
        language: 0,
        returns: Vec::new(),
        globals: Vec::new(),
    };
    let mut open: Vec<Open> = Vec::new();
    let mut raw = gimli_unit.entries_raw(None).ok()?;
    let mut entry = Entry::null();
    let mut count = 0;
    while !raw.is_empty() {
        let depth = raw.next_depth();
        match raw.read_entry(&mut entry) {
            Ok(true) => {}
            Ok(false) => continue,
            // What was read stays: the rest of a cut unit has no types.
            Err(_) => {
                reading.types.is_cut = true;
                break;
            }
        }
        count += 1;
        if count > MAX_ENTRIES {
            reading.types.is_cut = true;
            break;
        }
        while open.last().is_some_and(|last| last.depth >= depth) {
            open.pop();
        }
        let owner = open.last().and_then(|last| last.owner);
        let is_in_function = open.last().is_some_and(|last| last.is_in_function);
        let made = reading.entry(&entry, owner, is_in_function);
        if entry.has_children() {
            open.push(Open {
                depth,
                owner: made,
                is_in_function: is_in_function || entry.tag() == dw::DW_TAG_subprogram,
            });
        }
    }
    Some(reading.finish())
}

struct Reading<'u, 'a> {
    unit: &'u Unit<'a>,
    types: Types,
    /// Types that refer to others, by the offset of that entry.
    references: Vec<(TypeId, usize)>,
    member_references: Vec<(TypeId, usize, usize)>,
    language: u16,
    returns: Vec<(Rc<str>, Option<usize>)>,
    globals: Vec<(Rc<str>, Option<u64>, usize, bool)>,
}

impl<'a> Reading<'_, 'a> {
    /// Takes an entry; the type that it is, if its children belong to it.
    fn entry(
        &mut self,
        entry: &Entry<'a>,
        owner: Option<TypeId>,
        is_in_function: bool,
    ) -> Option<TypeId> {
        match entry.tag() {
            dw::DW_TAG_compile_unit | dw::DW_TAG_partial_unit => {
                self.language = constant(entry, dw::DW_AT_language).unwrap_or(0) as u16;
                None
            }
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type => {
                let kind = Kind::Aggregate {
                    is_union: entry.tag() == dw::DW_TAG_union_type,
                    members: Vec::new(),
                    is_declared_only: flag(entry, dw::DW_AT_declaration),
                };
                Some(self.push(entry, kind, None))
            }
            dw::DW_TAG_pointer_type
            | dw::DW_TAG_reference_type
            | dw::DW_TAG_rvalue_reference_type => {
                let id = self.push(entry, Kind::Pointer(None), Some(8));
                self.refer(id, entry);
                None
            }
            dw::DW_TAG_typedef
            | dw::DW_TAG_const_type
            | dw::DW_TAG_volatile_type
            | dw::DW_TAG_restrict_type
            | dw::DW_TAG_atomic_type => {
                let id = self.push(entry, Kind::Alias(None), None);
                self.refer(id, entry);
                None
            }
            dw::DW_TAG_array_type => {
                let id = self.push(entry, Kind::Array(None, None), None);
                self.refer(id, entry);
                Some(id)
            }
            dw::DW_TAG_subrange_type => {
                self.dimension(entry, owner?);
                None
            }
            dw::DW_TAG_base_type | dw::DW_TAG_enumeration_type | dw::DW_TAG_unspecified_type => {
                self.push(entry, Kind::Plain, None);
                None
            }
            dw::DW_TAG_subroutine_type => {
                self.push(entry, Kind::Function, None);
                None
            }
            dw::DW_TAG_member | dw::DW_TAG_inheritance => {
                self.member(entry, owner?);
                None
            }
            // Alternatives lie over each other: their members stay with the enum that has them.
            dw::DW_TAG_variant_part | dw::DW_TAG_variant => owner,
            dw::DW_TAG_subprogram => {
                self.function(entry);
                None
            }
            dw::DW_TAG_variable => {
                self.global(entry, is_in_function);
                None
            }
            _ => None,
        }
    }

    fn push(&mut self, entry: &Entry<'a>, kind: Kind, size_bytes: Option<u64>) -> TypeId {
        let id = TypeId(self.types.all.len() as u32);
        self.types.by_entry.insert(entry.offset().0, id);
        self.types.all.push(Type {
            name: self.unit.text(entry, dw::DW_AT_name),
            size_bytes: constant(entry, dw::DW_AT_byte_size).map(sane_bytes).or(size_bytes),
            kind,
        });
        id
    }

    fn refer(&mut self, id: TypeId, entry: &Entry<'a>) {
        if let Some(to) = self.unit.referred(entry, dw::DW_AT_type) {
            self.references.push((id, to));
        }
    }

    fn member(&mut self, entry: &Entry<'a>, owner: TypeId) {
        // Static members of a class have no place in it, a virtual base none that is a number.
        if flag(entry, dw::DW_AT_external) || flag(entry, dw::DW_AT_declaration) {
            return;
        }
        let Ok(location_bytes) = location(entry) else { return };
        let bit_size = constant(entry, dw::DW_AT_bit_size);
        let place = member_place(
            Stated {
                location_bytes,
                data_bit_offset: constant(entry, dw::DW_AT_data_bit_offset),
                old_bit_offset: constant(entry, dw::DW_AT_bit_offset),
                bit_size,
                storage_bytes: constant(entry, dw::DW_AT_byte_size),
                type_bytes: None,
            },
            false,
        );
        let name = self.unit.text(entry, dw::DW_AT_name);
        let Kind::Aggregate { members, .. } = &mut self.types.all[owner.0 as usize].kind else {
            return;
        };
        let number = members.len();
        members.push(Member {
            name,
            offset_bits: place.offset_bits,
            width_bits: bit_size,
            of: None,
        });
        if let Some(to) = self.unit.referred(entry, dw::DW_AT_type) {
            self.member_references.push((owner, number, to));
        }
    }

    /// One more dimension: an array of arrays is one entry in DWARF, and several types here.
    fn dimension(&mut self, entry: &Entry<'a>, array: TypeId) {
        let lower = constant(entry, dw::DW_AT_lower_bound)
            .unwrap_or_else(|| default_lower_bound(self.language));
        let count = element_count(
            constant(entry, dw::DW_AT_count),
            constant(entry, dw::DW_AT_upper_bound),
            lower,
        );
        // The innermost so far.
        let mut at = array;
        for _ in 0..MAX_DIMENSIONS {
            match self.types.all[at.0 as usize].kind {
                Kind::Array(Some(inner), _) => at = inner,
                _ => break,
            }
        }
        let is_first = at == array && !self.types.all[at.0 as usize].is_counted();
        if is_first {
            self.types.all[at.0 as usize].kind = Kind::Array(None, Some(count.unwrap_or(0)));
            return;
        }
        let inner = TypeId(self.types.all.len() as u32);
        let kind = Kind::Array(None, Some(count.unwrap_or(0)));
        self.types.all.push(Type { name: None, size_bytes: None, kind });
        if let Kind::Array(element, _) = &mut self.types.all[at.0 as usize].kind {
            *element = Some(inner);
        }
        // What the outermost held is what the innermost holds.
        for (id, _) in self.references.iter_mut().rev() {
            if *id == at {
                *id = inner;
                break;
            }
        }
    }

    fn function(&mut self, entry: &Entry<'a>) {
        let unit = self.unit;
        let name = unit.inherited(entry, |each| unit.text(each, dw::DW_AT_name));
        if let Some(name) = &name {
            let returned = unit.inherited(entry, |each| unit.referred(each, dw::DW_AT_type));
            self.returns.push((name.clone(), returned));
        }
        let ranges = unit.ranges(entry);
        if !ranges.is_empty() {
            self.types.functions.push(Function { name, ranges, entry: entry.offset().0 });
        }
    }

    fn global(&mut self, entry: &Entry<'a>, is_in_function: bool) {
        let unit = self.unit;
        let expression = match entry.attr_value(dw::DW_AT_location) {
            Some(AttributeValue::Exprloc(expression)) => Some(expression),
            _ => None,
        };
        let address = expression.and_then(|expression| match read_expression(unit, expression)? {
            Location::Address(address) => Some(address),
            _ => None,
        });
        let is_declared = flag(entry, dw::DW_AT_declaration) || flag(entry, dw::DW_AT_external);
        if address.is_none() && (is_in_function || !is_declared) {
            return;
        }
        let name = unit.inherited(entry, |each| unit.text(each, dw::DW_AT_name));
        let of = unit.inherited(entry, |each| unit.referred(each, dw::DW_AT_type));
        if let (Some(name), Some(of)) = (name, of) {
            self.globals.push((name, address, of, !is_in_function));
        }
    }

    fn finish(self) -> Types {
        let mut types = self.types;
        for (id, to) in self.references {
            let to = types.by_entry.get(&to).copied();
            match &mut types.all[id.0 as usize].kind {
                Kind::Pointer(target) | Kind::Alias(target) | Kind::Array(target, _) => {
                    *target = to
                }
                _ => {}
            }
        }
        for (id, number, to) in self.member_references {
            let to = types.by_entry.get(&to).copied();
            if let Kind::Aggregate { members, .. } = &mut types.all[id.0 as usize].kind
                && let Some(member) = members.get_mut(number)
            {
                member.of = to;
            }
        }
        for (name, returned) in self.returns {
            let returned = returned.and_then(|at| types.by_entry.get(&at).copied());
            types.returns.entry(name).or_insert(returned);
        }
        for (name, address, of, is_top) in self.globals {
            if let Some(of) = types.by_entry.get(&of).copied() {
                types.globals.push(Global { name, address, of, is_top });
            }
        }
        name_by_typedef(&mut types);
        size_arrays(&mut types);
        types
    }
}

impl Type {
    fn is_counted(&self) -> bool {
        matches!(self.kind, Kind::Array(_, Some(_)))
    }
}

/// `typedef struct { … } spinlock_t`: the struct has the name of the typedef.
fn name_by_typedef(types: &mut Types) {
    for number in 0..types.all.len() {
        let Type { name: Some(name), kind: Kind::Alias(Some(to)), .. } = &types.all[number] else {
            continue;
        };
        let (name, to) = (name.clone(), to.0 as usize);
        let target = &mut types.all[to];
        if target.name.is_none() && matches!(target.kind, Kind::Aggregate { .. }) {
            target.name = Some(name);
        }
    }
}

/// Arrays rarely state their size. Elements of an array of arrays come after it, so from the last to the first
/// one pass sizes most; a second takes what was declared before.
fn size_arrays(types: &mut Types) {
    const PASSES: usize = 3;
    for _ in 0..PASSES {
        for number in (0..types.all.len()).rev() {
            let Type { size_bytes: None, kind: Kind::Array(Some(of), Some(count)), .. } =
                &types.all[number]
            else {
                continue;
            };
            let (of, count) = (*of, *count);
            if let Some(size) = types.size(of) {
                types.all[number].size_bytes = Some(sane_bytes(size.saturating_mul(count)));
            }
        }
    }
}
