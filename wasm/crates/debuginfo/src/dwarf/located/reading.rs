//! Reads a unit's entries into tables.

use std::rc::Rc;

use gimli::AttributeValue;
use gimli::constants as dw;

use super::Located;
use super::complete::{name_by_typedef, size_arrays};
use super::entry::Unit;
use super::location::{Location, read_expression};
use super::types::{Function, Global, Kind, Member, Type, TypeId, Types};
use crate::dwarf::list::found::MAX_SCOPE_BYTES;
use crate::dwarf::pick::unit_reader::{Entry, constant, flag, location};
use crate::dwarf::place::{
    MAX_DIMENSIONS, Stated, default_lower_bound, element_count, member_place, sane_bytes,
};
use crate::dwarf::unit::has_flat_names;

const MAX_ENTRIES: usize = 8 << 20;
/// More than any unit has: a long scope that holds many types would fill any memory.
const MAX_SCOPED_BYTES: usize = 64 << 20;

/// Where the children of an entry go.
struct Open {
    depth: isize,
    /// The aggregate or array whose children these are.
    owner: Option<TypeId>,
    is_in_function: bool,
    /// What the names of types in it begin with, as the list of all structs has them: `app::`.
    scope: Rc<str>,
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
        scoped_bytes: 0,
        returns: Vec::new(),
        globals: Vec::new(),
    };
    let mut open: Vec<Open> = Vec::new();
    let outermost: Rc<str> = "".into();
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
        let scope = open.last().map_or(&outermost, |last| &last.scope).clone();
        let made = reading.entry(&entry, owner, is_in_function, &scope);
        if entry.has_children() {
            let scope = reading.scope_in(&entry, scope);
            open.push(Open {
                depth,
                owner: made,
                is_in_function: is_in_function || entry.tag() == dw::DW_TAG_subprogram,
                scope,
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
    /// Of names with their scopes, so far.
    scoped_bytes: usize,
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
        scope: &str,
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
                let id = self.push(entry, kind, None);
                let name = self.declared_name(entry);
                self.name(id, name, scope);
                Some(id)
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
                self.name(id, None, scope);
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

    /// The whole name of the declaration that a definition completes: a class in a class is often defined outside.
    fn declared_name(&self, entry: &Entry<'a>) -> Option<Rc<str>> {
        let declaration = self.unit.referred(entry, dw::DW_AT_specification)?;
        self.types.get(self.types.of_entry(declaration)?).name.clone()
    }

    /// Gives a type its whole name: that of its declaration, else its own in its scope.
    fn name(&mut self, id: TypeId, declared: Option<Rc<str>>, scope: &str) {
        let Some(each) = self.types.all.get_mut(id.0 as usize) else { return };
        if declared.is_some() {
            each.name = declared;
        } else if let Some(name) = &each.name
            && !scope.is_empty()
            && self.scoped_bytes < MAX_SCOPED_BYTES
        {
            let whole = format!("{scope}{name}");
            self.scoped_bytes += whole.len();
            each.name = Some(whole.into());
        }
    }

    /// What the names of types in an entry begin with, where those around it begin so.
    fn scope_in(&self, entry: &Entry<'a>, outer: Rc<str>) -> Rc<str> {
        let whole = match entry.tag() {
            dw::DW_TAG_namespace | dw::DW_TAG_module => {
                let own = self.unit.text(entry, dw::DW_AT_name);
                format!("{outer}{}::", own.as_deref().unwrap_or("(anonymous namespace)"))
            }
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type
                if !has_flat_names(self.language) =>
            {
                let own = self.types.of_entry(entry.offset().0);
                match own.and_then(|id| self.types.name(id)) {
                    Some(name) => format!("{name}::"),
                    None => return outer,
                }
            }
            _ => return outer,
        };
        if whole.len() > MAX_SCOPE_BYTES { outer } else { whole.into() }
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
        let Some(Kind::Aggregate { members, .. }) = self.types.kind_mut(owner) else { return };
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
            match self.types.get(at).kind {
                Kind::Array(Some(inner), _) => at = inner,
                _ => break,
            }
        }
        let is_first = at == array && !self.types.get(at).is_counted();
        let kind = Kind::Array(None, Some(count.unwrap_or(0)));
        if is_first {
            if let Some(first) = self.types.kind_mut(at) {
                *first = kind;
            }
            return;
        }
        let inner = TypeId(self.types.all.len() as u32);
        self.types.all.push(Type { name: None, size_bytes: None, kind });
        if let Some(Kind::Array(element, _)) = self.types.kind_mut(at) {
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
        // Many functions of C++ and Rust share a name; the linker has one of its own for each.
        let linked = unit.inherited(entry, |each| unit.text(each, dw::DW_AT_linkage_name));
        if let Some(symbol) = linked.or_else(|| name.clone()) {
            let returned = unit.inherited(entry, |each| unit.referred(each, dw::DW_AT_type));
            self.returns.push((symbol, returned));
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
            if let Some(Kind::Pointer(target) | Kind::Alias(target) | Kind::Array(target, _)) =
                types.kind_mut(id)
            {
                *target = to;
            }
        }
        for (id, number, to) in self.member_references {
            let to = types.by_entry.get(&to).copied();
            if let Some(Kind::Aggregate { members, .. }) = types.kind_mut(id)
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
