//! How large a type is and what it is behind typedefs, by skip plans: for the members of very many structs.

use facts::Keyword;

use super::unit_plans::UnitPlans;
use crate::dwarf::place::{MAX_DIMENSIONS, default_lower_bound, element_count};
use crate::dwarf::plans::classes::{Class, Slot};
use crate::dwarf::plans::plan::Plan;
use crate::dwarf::resolve::{Resolver, TypeRef};
use crate::dwarf::unit::has_flat_names;

/// Arrays of arrays, or ways into other units, that are followed.
const MAX_CHAIN: u32 = 64;
/// Typedefs and qualifiers after each other; more are taken for damage. Each is paid for (`UnitPlans::spend`), as a
/// hostile file may ask for one chain again and again.
pub(crate) const MAX_LONG_CHAIN: u32 = MAX_CHAIN * MAX_CHAIN;

/// What stands between a member and the struct, union or class that it holds; each but the last leads on.
pub(crate) enum HeldStep<'a> {
    /// A qualifier, or a declaration.
    Same(TypeRef),
    /// A typedef and its name.
    Alias(Option<&'a [u8]>, TypeRef),
    /// An array of so many elements.
    Array(u64, TypeRef),
    /// It is one, of this size.
    Aggregate { size_bytes: u64 },
}

impl<'a> UnitPlans<'a> {
    /// Size of the type at a place, in bytes; `None` where unknown.
    pub fn size_of(&self, resolver: &Resolver<'a>, at: TypeRef, fuel: u32) -> Option<u64> {
        let mut at = at;
        for fuel in (0..fuel).rev() {
            if at.unit != self.number {
                let fuel = fuel.checked_sub(MAX_CHAIN)?;
                return UnitPlans::open(resolver, at.unit)?.size_of(resolver, at, fuel);
            }
            let (plan, attributes) = self.entry(at.offset)?;
            let stated = self.integer(plan, Slot::ByteSize, attributes);
            let address_bytes = u64::from(self.unit.format.address_bytes);
            match plan.class {
                Class::Typedef | Class::Qualifier => {
                    self.spend(1)?;
                    at = self.referred(resolver, plan, Slot::Type, attributes)?;
                }
                Class::Aggregate(kind)
                    if (stated.is_none() && plan.has(Slot::Signature))
                        || self.flag(plan, Slot::Declaration, attributes) =>
                {
                    at = self.definition(resolver, plan, kind, attributes, at)?;
                }
                Class::Array => {
                    let fuel = fuel.checked_sub(MAX_CHAIN)?;
                    return self.array_size(resolver, plan, attributes, stated, fuel);
                }
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
    pub fn aggregate(&self, resolver: &Resolver<'a>, at: TypeRef, fuel: u32) -> Option<TypeRef> {
        let mut at = at;
        for fuel in (0..fuel).rev() {
            if at.unit != self.number {
                let fuel = fuel.checked_sub(MAX_CHAIN)?;
                return UnitPlans::open(resolver, at.unit)?.aggregate(resolver, at, fuel);
            }
            self.spend(1)?;
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

    /// One step towards the struct, union or class that a member holds.
    pub fn held_step(&self, resolver: &Resolver<'a>, at: TypeRef) -> Option<HeldStep<'a>> {
        let (plan, attributes) = self.entry(at.offset)?;
        let next = |slot| self.referred(resolver, plan, slot, attributes);
        Some(match plan.class {
            Class::Qualifier => HeldStep::Same(next(Slot::Type)?),
            Class::Typedef => {
                HeldStep::Alias(self.own_name(resolver, at.offset), next(Slot::Type)?)
            }
            Class::Array => {
                let (_, elements) = self.elements(plan, attributes, false);
                HeldStep::Array(elements?, next(Slot::Type)?)
            }
            Class::Aggregate(kind) => match self.integer(plan, Slot::ByteSize, attributes) {
                Some(size_bytes) if !self.flag(plan, Slot::Declaration, attributes) => {
                    HeldStep::Aggregate { size_bytes }
                }
                _ => HeldStep::Same(self.definition(resolver, plan, kind, attributes, at)?),
            },
            _ => return None,
        })
    }

    /// The definition of an aggregate that is only declared here.
    fn definition(
        &self,
        resolver: &Resolver<'a>,
        plan: &Plan,
        kind: Keyword,
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
                    let name = resolver.store().string_at(self.unit, place)?;
                    std::str::from_utf8(name).ok()?
                }
            };
            resolver.only_definition(name, kind == Keyword::Union)
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
        let is_vector = self.flag(plan, Slot::Vector, attributes);
        let (dimensions, elements) = self.elements(plan, attributes, is_vector);
        let Some(elements) = elements else {
            return Some(0);
        };
        if stated.is_some() && (is_vector || dimensions == 1) {
            return stated;
        }
        let element_at = self.referred(resolver, plan, Slot::Type, attributes)?;
        Some(self.size_of(resolver, element_at, fuel)?.saturating_mul(elements))
    }

    /// How many dimensions an array has, and how many elements in all; `None` where that is open.
    fn elements(&self, plan: &Plan, attributes: usize, is_vector: bool) -> (usize, Option<u64>) {
        let lower_by_default = default_lower_bound(self.unit.language);
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
        (dimensions, elements)
    }
}
