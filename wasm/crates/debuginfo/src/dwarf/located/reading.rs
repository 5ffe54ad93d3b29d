//! Reads a unit's entries into tables.

use std::rc::Rc;

use gimli::constants as dw;
use gimli::{AttributeValue, DwAt};
use rustc_hash::FxHashSet;

use super::entry::{ANONYMOUS, Opener, Unit};
use super::location::{Location, read_expression};
use super::types::{Function, Global, Kind, Member, Type, TypeId, UnitTypes};
use crate::dwarf::list::found::MAX_SCOPE_BYTES;
use crate::dwarf::pick::unit_reader::{Entry, constant, flag, location};
use crate::dwarf::place::{
    MAX_DIMENSIONS, Stated, default_lower_bound, element_count, member_place, sane_bytes,
};
use crate::dwarf::plans::classes::qualifier;
use crate::dwarf::unit::has_flat_names;

const MAX_ENTRIES: usize = 8 << 20;
/// Units that a unit imports, or has functions of.
const MAX_RELATED: usize = 4096;
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

/// Reads a unit.
pub(super) fn read(opener: &Opener<'_>, number: u32) -> Option<UnitTypes> {
    let opened = opener.open(number)?;
    let mut reading = Reading {
        opener,
        unit: &opened,
        types: UnitTypes::default(),
        symbol: None,
        dimensions: FxHashSet::default(),
        scoped_bytes: 0,
    };
    let mut open: Vec<Open> = Vec::new();
    let outermost: Rc<str> = "".into();
    let mut raw = opened.unit.entries_raw(None).ok()?;
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
    opener: &'u Opener<'a>,
    unit: &'u Unit<'a>,
    types: UnitTypes,
    /// The function of Go whose parameters come next.
    symbol: Option<Rc<str>>,
    /// Arrays in arrays: an array of arrays is one entry in DWARF.
    dimensions: FxHashSet<TypeId>,
    /// Of names with their scopes, so far.
    scoped_bytes: usize,
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
            dw::DW_TAG_compile_unit | dw::DW_TAG_partial_unit | dw::DW_TAG_type_unit => {
                let asked = &self.opener.bytes().language;
                let own = constant(entry, dw::DW_AT_language).map(|language| language as u16);
                self.types.language = own.unwrap_or_else(|| asked.get());
                asked.set(self.types.language);
                None
            }
            dw::DW_TAG_imported_unit => {
                self.relate(self.referred(entry, dw::DW_AT_import));
                None
            }
            // What is declared so is defined in a type unit.
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type
                if entry.has_attr(dw::DW_AT_signature) =>
            {
                let to = self.referred(entry, dw::DW_AT_signature);
                Some(self.push(entry, Kind::Alias(to), None))
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
                self.push(entry, Kind::Pointer(self.of(entry)), Some(8));
                None
            }
            tag if tag == dw::DW_TAG_typedef || qualifier(tag).is_some() => {
                let id = self.push(entry, Kind::Alias(self.of(entry)), None);
                self.name(id, None, scope);
                None
            }
            dw::DW_TAG_array_type => {
                Some(self.push(entry, Kind::Array(self.of(entry), None), None))
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
            // Go states results among the parameters; the first comes back where C's does.
            dw::DW_TAG_formal_parameter if flag(entry, dw::DW_AT_variable_parameter) => {
                let returned = self.opener.type_of(self.unit, entry);
                if let Some(symbol) = self.symbol.take() {
                    self.types.returns.insert(symbol, returned);
                }
                None
            }
            dw::DW_TAG_variable => {
                self.global(entry, is_in_function);
                None
            }
            _ => None,
        }
    }

    /// Where an attribute leads.
    fn referred(&self, entry: &Entry<'a>, name: DwAt) -> Option<TypeId> {
        self.opener.referred(self.unit, entry, name)
    }

    /// What an entry is of.
    fn of(&self, entry: &Entry<'a>) -> Option<TypeId> {
        self.referred(entry, dw::DW_AT_type)
    }

    fn relate(&mut self, to: Option<TypeId>) {
        if let Some(TypeId { unit, .. }) = to
            && unit != self.unit.number
            && !self.types.related.contains(&unit)
            && self.types.related.len() < MAX_RELATED
        {
            self.types.related.push(unit);
        }
    }

    fn push(&mut self, entry: &Entry<'a>, kind: Kind, size_bytes: Option<u64>) -> TypeId {
        let name = self.unit.text(entry, dw::DW_AT_name);
        let size_bytes = constant(entry, dw::DW_AT_byte_size).map(sane_bytes).or(size_bytes);
        self.push_at(entry.offset().0, Type { name, size_bytes, kind })
    }

    fn push_at(&mut self, offset: usize, made: Type) -> TypeId {
        self.types.by_entry.insert(offset, self.types.all.len() as u32);
        self.types.all.push(made);
        TypeId { unit: self.unit.number, offset }
    }

    /// A type of this unit that was read already.
    fn own(&self, id: TypeId) -> Option<&Type> {
        let at = self.types.by_entry.get(&id.offset).filter(|_| id.unit == self.unit.number)?;
        self.types.all.get(*at as usize)
    }

    fn own_mut(&mut self, id: TypeId) -> Option<&mut Type> {
        let at = self.types.by_entry.get(&id.offset).filter(|_| id.unit == self.unit.number)?;
        self.types.all.get_mut(*at as usize)
    }

    /// The whole name of the declaration that a definition completes: a class in a class is often defined outside.
    fn declared_name(&self, entry: &Entry<'a>) -> Option<Rc<str>> {
        let declaration = self.referred(entry, dw::DW_AT_specification)?;
        match self.own(declaration) {
            Some(known) => known.name.clone(),
            None => self.opener.scoped_name(declaration, self.types.language),
        }
    }

    /// Gives a type its whole name: that of its declaration, else its own in its scope.
    fn name(&mut self, id: TypeId, declared: Option<Rc<str>>, scope: &str) {
        let room = self.scoped_bytes < MAX_SCOPED_BYTES && !scope.is_empty();
        let Some(each) = self.own_mut(id) else { return };
        let mut scoped = 0;
        if declared.is_some() {
            each.name = declared;
        } else if let Some(name) = each.name.as_ref().filter(|_| room) {
            let whole = format!("{scope}{name}");
            scoped = whole.len();
            each.name = Some(whole.into());
        }
        self.scoped_bytes += scoped;
    }

    /// What the names of types in an entry begin with, where those around it begin so.
    fn scope_in(&self, entry: &Entry<'a>, outer: Rc<str>) -> Rc<str> {
        let whole = match entry.tag() {
            dw::DW_TAG_namespace | dw::DW_TAG_module => {
                let own = self.unit.text(entry, dw::DW_AT_name);
                format!("{outer}{}::", own.as_deref().unwrap_or(ANONYMOUS))
            }
            dw::DW_TAG_structure_type | dw::DW_TAG_class_type | dw::DW_TAG_union_type
                if !has_flat_names(self.types.language) =>
            {
                let own = TypeId { unit: self.unit.number, offset: entry.offset().0 };
                match self.own(own) {
                    Some(Type { kind: Kind::Alias(Some(whole)), .. }) => {
                        match self.opener.scoped_name(*whole, self.types.language) {
                            Some(name) => format!("{name}::"),
                            None => return outer,
                        }
                    }
                    Some(Type { name: Some(name), .. }) => format!("{name}::"),
                    _ => return outer,
                }
            }
            _ => return outer,
        };
        if whole.len() > MAX_SCOPE_BYTES { outer } else { whole.into() }
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
        let member = Member {
            name: self.unit.text(entry, dw::DW_AT_name),
            offset_bits: place.offset_bits,
            width_bits: bit_size,
            of: self.of(entry),
        };
        if let Some(Type { kind: Kind::Aggregate { members, .. }, .. }) = self.own_mut(owner) {
            members.push(member);
        }
    }

    /// One more dimension: an array of arrays is one entry in DWARF, and several types here.
    fn dimension(&mut self, entry: &Entry<'a>, array: TypeId) {
        let lower = constant(entry, dw::DW_AT_lower_bound)
            .unwrap_or_else(|| default_lower_bound(self.types.language));
        let count = element_count(
            constant(entry, dw::DW_AT_count),
            constant(entry, dw::DW_AT_upper_bound),
            lower,
        );
        // The innermost so far.
        let mut at = array;
        for _ in 0..MAX_DIMENSIONS {
            match self.own(at).map(|own| &own.kind) {
                Some(Kind::Array(Some(inner), _))
                    if inner.unit == at.unit && self.dimensions.contains(inner) =>
                {
                    at = *inner
                }
                _ => break,
            }
        }
        let count = Some(count.unwrap_or(0));
        let Some(Type { kind: Kind::Array(of, own), .. }) = self.own_mut(at) else { return };
        if own.is_none() {
            *own = count;
            return;
        }
        // What the outermost held is what the innermost holds.
        let inner = TypeId { unit: at.unit, offset: entry.offset().0 };
        let kind = Kind::Array(of.replace(inner), count);
        self.push_at(inner.offset, Type { name: None, size_bytes: None, kind });
        self.dimensions.insert(inner);
    }

    fn function(&mut self, entry: &Entry<'a>) {
        let (opener, unit) = (self.opener, self.unit);
        let name = opener.name_of(unit, entry);
        // Many functions of C++ and Rust share a name; the linker has one of its own for each.
        let linked =
            opener.inherited(unit, entry, |unit, each| unit.text(each, dw::DW_AT_linkage_name));
        if let Some(symbol) = linked.or_else(|| name.clone()) {
            let returned = opener.type_of(unit, entry);
            self.symbol = self.types.is_go().then(|| symbol.clone());
            self.types.returns.entry(symbol).or_insert(returned);
        }
        let ranges = unit.ranges(entry);
        if !ranges.is_empty() {
            // What its first unit declares, it uses: link-time optimization moves the code alone.
            self.relate(self.referred(entry, dw::DW_AT_abstract_origin));
            self.types.functions.push(Function { name, ranges, entry: entry.offset().0 });
        }
    }

    fn global(&mut self, entry: &Entry<'a>, is_in_function: bool) {
        let (opener, unit) = (self.opener, self.unit);
        let address = address_of(unit, entry);
        let is_declared = flag(entry, dw::DW_AT_declaration) || flag(entry, dw::DW_AT_external);
        if address.is_none() && (is_in_function || !is_declared) {
            return;
        }
        if let (Some(name), Some(of)) = (opener.name_of(unit, entry), opener.type_of(unit, entry)) {
            self.types.globals.push(Global { name, address, of, is_top: !is_in_function });
        }
    }

    fn finish(self) -> UnitTypes {
        let mut types = self.types;
        // `typedef struct { … } spinlock_t`: the struct has the name of the typedef.
        for number in 0..types.all.len() {
            let Some(Type { name: Some(name), kind: Kind::Alias(Some(to)), .. }) =
                types.all.get(number)
            else {
                continue;
            };
            let (name, to) = (name.clone(), *to);
            if to.unit != self.unit.number {
                types.far_names.push((to, name));
            } else if let Some(&at) = types.by_entry.get(&to.offset)
                && let Some(target) = types.all.get_mut(at as usize)
                && target.name.is_none()
                && matches!(target.kind, Kind::Aggregate { .. })
            {
                target.name = Some(name);
            }
        }
        types
    }
}

/// Where a variable of static storage lies.
pub(super) fn address_of<'a>(unit: &Unit<'a>, entry: &Entry<'a>) -> Option<u64> {
    let Some(AttributeValue::Exprloc(expression)) = entry.attr_value(dw::DW_AT_location) else {
        return None;
    };
    match read_expression(unit, expression)? {
        Location::Address(address) => Some(address),
        _ => None,
    }
}
