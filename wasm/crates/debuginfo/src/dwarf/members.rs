//! The direct members of very many structs, by skip plans: where each lies and how large it is.
//!
//! This is the index's half of what `describe` does for one struct with gimli; both follow the
//! same rules (`place`), so that the content key of a row is that of its description.

use std::cell::Cell;
use std::rc::Rc;

use facts::RowKind;
use gimli::constants as dw;

use super::bytes::Bytes;
use super::place::{
    MAX_DIMENSIONS, MemberPlace, Stated, constant_location, default_lower_bound, element_count,
    member_place,
};
use super::plan::{Class, FarReference, Plan, Slot, Table};
use super::resolve::{Resolver, TypeRef};
use super::store::StrPlace;
use super::unit::{Unit, entry, has_flat_names};

/// Typedefs, qualifiers and arrays of arrays, longer than this are taken for damage.
const MAX_CHAIN: u32 = 64;
/// Variant parts in variant parts, deeper than any program has them.
const MAX_DEPTH: usize = 64;

/// One direct member.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShallowMember {
    pub name: Option<StrPlace>,
    pub place: MemberPlace,
    /// The base class, for a base class.
    pub base: Option<TypeRef>,
    /// The type of an unnamed member.
    pub inside: Option<TypeRef>,
}

/// A unit and its compiled abbreviations.
#[derive(Clone)]
pub(super) struct UnitPlans<'a> {
    pub number: u32,
    pub unit: &'a Unit,
    pub table: Rc<Table>,
    info: Bytes<'a>,
    /// How many more children may be looked at. Each struct is read once or twice and each array
    /// once for each member; a damaged unit can let all its members refer to one long list.
    fuel: Cell<u64>,
}

impl<'a> UnitPlans<'a> {
    /// The plans of unit `number`.
    pub fn open(resolver: &Resolver<'a>, number: u32) -> Option<UnitPlans<'a>> {
        let unit = resolver.units.get(number as usize)?;
        let table = resolver.tables.borrow_mut().get(resolver.store, unit);
        let all = resolver.store.info(unit.section);
        // Ends at the unit's end, and with it every read past it.
        let info = Bytes { data: &all.data[..unit.end], ..all };
        let fuel = Cell::new((unit.end - unit.start) as u64 * 8 + (1 << 16));
        Some(UnitPlans { number, unit, table, info, fuel })
    }

    /// The plan of the entry at an offset from the unit's start, and where its attributes begin.
    #[inline(always)]
    fn entry(&self, offset: usize) -> Option<(&Plan, usize)> {
        let at = self.unit.start.checked_add(offset)?;
        if at < self.unit.entries {
            return None;
        }
        entry(self.info, at, &self.table)
    }

    #[inline(always)]
    fn integer(&self, plan: &Plan, slot: Slot, attributes: usize) -> Option<u64> {
        self.table.integer(plan, slot, self.info, attributes, self.unit.format)
    }

    #[inline(always)]
    fn flag(&self, plan: &Plan, slot: Slot, attributes: usize) -> bool {
        plan.has(slot) && self.table.flag(plan, slot, self.info, attributes, self.unit.format)
    }

    /// `Err` where the location is not a constant (of a virtual base).
    #[inline(always)]
    fn location(&self, plan: &Plan, attributes: usize) -> Result<Option<u64>, ()> {
        let Some(place) = plan.place(Slot::Location) else {
            return Ok(None);
        };
        if let Some(value) = self.integer(plan, Slot::Location, attributes) {
            return Ok(Some(value));
        }
        let at = self.table.find(plan, place, self.info, attributes, self.unit.format);
        let expression = at.and_then(|at| self.block(place.form, at)).ok_or(())?;
        constant_location(expression).map(Some).ok_or(())
    }

    fn block(&self, form: u16, at: usize) -> Option<&[u8]> {
        let info = self.info;
        let (len, at) = match dw::DwForm(form) {
            dw::DW_FORM_block1 => (u64::from(info.u8(at)?), at + 1),
            dw::DW_FORM_block2 => (u64::from(info.u16(at)?), at + 2),
            dw::DW_FORM_block4 => (u64::from(info.u32(at)?), at + 4),
            dw::DW_FORM_block | dw::DW_FORM_exprloc => info.uleb(at)?,
            _ => return None,
        };
        info.data.get(at..at.checked_add(usize::try_from(len).ok()?)?)
    }

    /// Takes from what may be looked at; `None` where nothing is left.
    #[inline(always)]
    pub fn spend(&self, amount: u64) -> Option<()> {
        let left = self.fuel.get().checked_sub(amount);
        self.fuel.set(left.unwrap_or(0));
        left.map(|_| ())
    }

    /// May look at no more than `lender` may; returns how much that is.
    pub fn lend(&self, lender: &UnitPlans<'_>) -> u64 {
        let fuel = self.fuel.get().min(lender.fuel.get());
        self.fuel.set(fuel);
        fuel
    }

    /// Whether the unit asked for more than any honest one does.
    pub fn is_spent(&self) -> bool {
        self.fuel.get() == 0
    }

    /// Calls `each` with the children of the entry whose attributes are at `attributes`, and with
    /// the children of those that it answers `true` for. Ends at damage.
    #[inline(always)]
    fn children(
        &self,
        plan: &Plan,
        attributes: usize,
        mut each: impl FnMut(&Plan, usize) -> bool,
    ) -> Option<()> {
        if !plan.has_children {
            return Some(());
        }
        let (info, format) = (self.info, self.unit.format);
        let mut at = self.table.end(plan, info, attributes, format)?;
        // For each list of children that is open, whether its entries count.
        let mut depth = 0usize;
        // Lists deeper than this one do not count.
        let mut counts_to = 0usize;
        while at < self.unit.end {
            let (code, attributes) = info.uleb(at)?;
            if code == 0 {
                if depth == 0 {
                    return Some(());
                }
                depth -= 1;
                counts_to = counts_to.min(depth);
                at = attributes;
                continue;
            }
            let plan = self.table.plan(code)?;
            self.spend(1)?;
            let enters = depth == counts_to && each(plan, attributes);
            if plan.has_children {
                if !enters && let Some(next) = self.integer(plan, Slot::Sibling, attributes) {
                    let next = usize::try_from(next).ok()?.checked_add(self.unit.start)?;
                    if next > attributes && next <= self.unit.end {
                        at = next;
                        continue;
                    }
                }
                depth += 1;
                if enters && depth < MAX_DEPTH {
                    counts_to = depth;
                }
            }
            at = self.table.end(plan, info, attributes, format)?;
        }
        None
    }

    /// What an attribute refers to; `None` where it is absent or leads nowhere.
    #[inline(always)]
    fn referred(
        &self,
        resolver: &Resolver<'_>,
        plan: &Plan,
        slot: Slot,
        attributes: usize,
    ) -> Option<TypeRef> {
        if let Some(offset) = self.integer(plan, slot, attributes) {
            let offset = usize::try_from(offset).ok()?;
            let is_inside = offset < self.unit.end - self.unit.start;
            return is_inside.then_some(TypeRef { unit: self.number, offset });
        }
        let to = self.table.far_reference(plan, slot, self.info, attributes, self.unit.format)?;
        match to {
            FarReference::Info(offset) => resolver.in_info(self.unit.section, offset),
            FarReference::Alt(offset) => resolver.in_alt(offset),
            FarReference::Signature(signature) => resolver.by_signature(signature),
        }
    }

    /// Calls `each` with every direct member of the aggregate at an offset from the unit's start,
    /// in order, and returns how it is to be counted.
    #[inline(always)]
    pub fn members(
        &self,
        resolver: &Resolver<'a>,
        offset: usize,
        mut each: impl FnMut(ShallowMember),
    ) -> Option<()> {
        let (plan, attributes) = self.entry(offset)?;
        self.children(plan, attributes, |child, attributes| match child.class {
            Class::Member | Class::Inheritance => {
                if let Some(member) = self.member(resolver, child, attributes) {
                    each(member);
                }
                false
            }
            Class::Transparent => true,
            _ => false,
        })
    }

    /// As `members`, where it is not for very many of them: once in the module.
    pub fn each_member(
        &self,
        resolver: &Resolver<'a>,
        offset: usize,
        each: &mut dyn FnMut(ShallowMember),
    ) {
        let _ = self.members(resolver, offset, each);
    }

    #[inline(always)]
    fn member(
        &self,
        resolver: &Resolver<'a>,
        plan: &Plan,
        attributes: usize,
    ) -> Option<ShallowMember> {
        if self.flag(plan, Slot::External, attributes)
            || self.flag(plan, Slot::Declaration, attributes)
        {
            return None;
        }
        let location_bytes = self.location(plan, attributes).ok()?;
        let type_at = self.referred(resolver, plan, Slot::Type, attributes);
        let stated = Stated {
            location_bytes,
            data_bit_offset: self.integer(plan, Slot::DataBitOffset, attributes),
            old_bit_offset: self.integer(plan, Slot::OldBitOffset, attributes),
            bit_size: self.integer(plan, Slot::BitSize, attributes),
            storage_bytes: self.integer(plan, Slot::ByteSize, attributes),
            type_bytes: type_at.and_then(|at| self.size_of(resolver, at, MAX_CHAIN)),
        };
        let is_base = plan.class == Class::Inheritance;
        let name = if is_base { None } else { self.name(resolver, plan, attributes) };
        Some(ShallowMember {
            name,
            place: member_place(stated, self.info.big_endian),
            base: if is_base { type_at } else { None },
            inside: if is_base || name.is_some() { None } else { type_at },
        })
    }

    #[inline(always)]
    fn name(&self, resolver: &Resolver<'_>, plan: &Plan, attributes: usize) -> Option<StrPlace> {
        let place = plan.place(Slot::Name)?;
        let at = self.table.find(plan, place, self.info, attributes, self.unit.format)?;
        resolver.store.string_place(self.unit, place.form, at)
    }

    /// The name that the entry at an offset states itself.
    pub fn own_name(&self, resolver: &Resolver<'a>, offset: usize) -> Option<&'a [u8]> {
        let (plan, attributes) = self.entry(offset)?;
        let place = self.name(resolver, plan, attributes)?;
        resolver.store.string_at(self.unit.section, place)
    }

    /// Size of the type at a place, in bytes; `None` where unknown.
    fn size_of(&self, resolver: &Resolver<'a>, at: TypeRef, fuel: u32) -> Option<u64> {
        let mut at = at;
        for fuel in (0..fuel).rev() {
            if at.unit != self.number {
                return UnitPlans::open(resolver, at.unit)?.size_of(resolver, at, fuel);
            }
            let (plan, attributes) = self.entry(at.offset)?;
            let stated = self.integer(plan, Slot::ByteSize, attributes);
            let address_bytes = u64::from(self.unit.format.address_bytes);
            match plan.class {
                Class::Typedef | Class::Qualifier => {
                    at = self.referred(resolver, plan, Slot::Type, attributes)?;
                }
                Class::Aggregate(kind)
                    if (stated.is_none() && plan.has(Slot::Signature))
                        || self.flag(plan, Slot::Declaration, attributes) =>
                {
                    at = self.definition(resolver, plan, kind, attributes, at)?;
                }
                Class::Array => return self.array_size(resolver, plan, attributes, stated, fuel),
                Class::Pointer => return Some(stated.unwrap_or(address_bytes)),
                Class::MemberPointer => {
                    return Some(stated.unwrap_or_else(|| {
                        let to = self.referred(resolver, plan, Slot::Type, attributes);
                        let is_function =
                            to.is_some_and(|to| self.is_function(resolver, to, MAX_CHAIN));
                        address_bytes * if is_function { 2 } else { 1 }
                    }));
                }
                Class::Enumeration if stated.is_none() => {
                    at = [Slot::Signature, Slot::Type]
                        .into_iter()
                        .find_map(|slot| self.referred(resolver, plan, slot, attributes))?;
                }
                Class::Subrange if stated.is_none() => {
                    at = self.referred(resolver, plan, Slot::Type, attributes)?;
                }
                _ => return stated,
            }
        }
        None
    }

    /// The aggregate with members that a type is, typedefs and qualifiers taken off.
    pub fn aggregate(&self, resolver: &Resolver<'a>, at: TypeRef) -> Option<TypeRef> {
        let mut at = at;
        for _ in 0..MAX_CHAIN {
            if at.unit != self.number {
                return UnitPlans::open(resolver, at.unit)?.aggregate(resolver, at);
            }
            let (plan, attributes) = self.entry(at.offset)?;
            at = match plan.class {
                Class::Typedef | Class::Qualifier => {
                    self.referred(resolver, plan, Slot::Type, attributes)?
                }
                Class::Aggregate(kind) => {
                    let is_whole = plan.has(Slot::ByteSize) || !plan.has(Slot::Signature);
                    if is_whole && !self.flag(plan, Slot::Declaration, attributes) {
                        return Some(at);
                    }
                    self.definition(resolver, plan, kind, attributes, at)?
                }
                _ => return None,
            };
        }
        None
    }

    /// The definition of an aggregate that is only declared here.
    fn definition(
        &self,
        resolver: &Resolver<'a>,
        plan: &Plan,
        kind: RowKind,
        attributes: usize,
        at: TypeRef,
    ) -> Option<TypeRef> {
        let definition = if plan.has(Slot::Signature) {
            self.referred(resolver, plan, Slot::Signature, attributes)
        } else {
            let full = match has_flat_names(self.unit.language) {
                true => None,
                false => resolver.full_name(at),
            };
            let name = match &full {
                Some(full) => full.as_str(),
                None => {
                    let place = self.name(resolver, plan, attributes)?;
                    let name = resolver.store.string_at(self.unit.section, place)?;
                    std::str::from_utf8(name).ok()?
                }
            };
            resolver.only_definition(name, kind == RowKind::Union)
        };
        definition.filter(|&definition| definition != at)
    }

    /// What a signature stands for; the place itself where there is none.
    pub fn signed_definition(&self, resolver: &Resolver<'a>, at: TypeRef) -> TypeRef {
        let definition = self.entry(at.offset).and_then(|(plan, attributes)| {
            self.referred(resolver, plan, Slot::Signature, attributes)
        });
        definition.unwrap_or(at)
    }

    fn is_function(&self, resolver: &Resolver<'a>, at: TypeRef, fuel: u32) -> bool {
        let mut at = at;
        for fuel in (0..fuel).rev() {
            if at.unit != self.number {
                return UnitPlans::open(resolver, at.unit)
                    .is_some_and(|other| other.is_function(resolver, at, fuel));
            }
            let Some((plan, attributes)) = self.entry(at.offset) else {
                return false;
            };
            match plan.class {
                Class::Function => return true,
                Class::Typedef | Class::Qualifier => {
                    match self.referred(resolver, plan, Slot::Type, attributes) {
                        Some(next) => at = next,
                        None => return false,
                    }
                }
                _ => return false,
            }
        }
        false
    }

    fn array_size(
        &self,
        resolver: &Resolver<'a>,
        plan: &Plan,
        attributes: usize,
        stated: Option<u64>,
        fuel: u32,
    ) -> Option<u64> {
        let lower_by_default = default_lower_bound(self.unit.language);
        let is_vector = self.flag(plan, Slot::Vector, attributes);
        let mut dimensions = 0;
        let mut elements = Some(1u64);
        let _ = self.children(plan, attributes, |child, attributes| {
            if child.class == Class::Subrange && dimensions < MAX_DIMENSIONS {
                dimensions += 1;
                let bound = self.integer(child, Slot::Bound, attributes);
                let (count, upper) =
                    if child.bound_is_count { (bound, None) } else { (None, bound) };
                let lower = self.integer(child, Slot::LowerBound, attributes);
                let count = element_count(count, upper, lower.unwrap_or(lower_by_default));
                elements = match (elements, count, is_vector) {
                    (Some(elements), Some(count), _) => Some(elements.saturating_mul(count)),
                    (Some(elements), None, true) => Some(elements),
                    _ => None,
                };
            }
            false
        });
        if dimensions == 0 && !is_vector {
            elements = None;
        }
        let Some(elements) = elements else {
            return Some(0);
        };
        if stated.is_some() && (is_vector || dimensions == 1) {
            return stated;
        }
        let element_at = self.referred(resolver, plan, Slot::Type, attributes)?;
        Some(self.size_of(resolver, element_at, fuel)?.saturating_mul(elements))
    }
}
