//! The direct members of very many structs, by skip plans: where each lies and how large it is.
//!
//! This is the index's half of what `describe` does for one struct with gimli; both follow the
//! same rules (`place`), so that the content key of a row is that of its description.

use super::sizes::MAX_LONG_CHAIN;
use super::unit_plans::UnitPlans;
use crate::dwarf::place::{MemberPlace, Stated, member_place};
use crate::dwarf::plans::classes::{Class, Slot};
use crate::dwarf::plans::plan::Plan;
use crate::dwarf::resolve::{Resolver, TypeRef};
use crate::dwarf::store::StrPlace;

/// One direct member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShallowMember {
    pub name: Option<StrPlace>,
    pub place: MemberPlace,
    /// The base class, for a base class.
    pub base: Option<TypeRef>,
    /// The type of an unnamed member.
    pub inside: Option<TypeRef>,
    /// Its type.
    pub of: Option<TypeRef>,
}

impl<'a> UnitPlans<'a> {
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
            type_bytes: type_at.and_then(|at| self.size_of(resolver, at, MAX_LONG_CHAIN)),
        };
        let is_base = plan.class == Class::Inheritance;
        let name = if is_base { None } else { self.name(resolver, plan, attributes) };
        Some(ShallowMember {
            name,
            place: member_place(stated, self.info.big_endian),
            base: if is_base { type_at } else { None },
            inside: if is_base || name.is_some() { None } else { type_at },
            of: type_at,
        })
    }

    #[inline(always)]
    pub fn name(
        &self,
        resolver: &Resolver<'_>,
        plan: &Plan,
        attributes: usize,
    ) -> Option<StrPlace> {
        let place = plan.place(Slot::Name)?;
        let at = self.table.find(plan, place, self.info, attributes, self.unit.format)?;
        resolver.store().string_place(self.unit, place.form, at)
    }

    /// The name that the entry at an offset states itself.
    pub fn own_name(&self, resolver: &Resolver<'a>, offset: usize) -> Option<&'a [u8]> {
        let (plan, attributes) = self.entry(offset)?;
        let place = self.name(resolver, plan, attributes)?;
        resolver.store().string_at(self.unit, place)
    }
}
