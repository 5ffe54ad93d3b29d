//! What members hold, by skip plans.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::embed::{Container, Containers, Held};

use super::found::Group;
use super::sizes::{HeldStep, MAX_LONG_CHAIN};
use super::unit_plans::UnitPlans;
use crate::dwarf::plans::classes::Slot;
use crate::dwarf::resolve::{Resolver, TypeRef};
use crate::dwarf::unit::has_flat_names;

/// All structs of a file, while they are asked who holds whom.
pub(crate) struct DwarfContainers<'a> {
    resolver: &'a Resolver<'a>,
    /// Units that were looked into: each may be read only so often.
    units: RefCell<FxHashMap<u32, Option<Rc<UnitPlans<'a>>>>>,
}

/// The aggregate that a type is, or is an array of.
struct Reached<'a> {
    unit: Rc<UnitPlans<'a>>,
    at: TypeRef,
    /// The name of the typedef on the way.
    alias: Option<&'a [u8]>,
    count: u64,
    size_bytes: u64,
}

impl<'a> DwarfContainers<'a> {
    /// Nothing walked yet.
    pub fn new(resolver: &'a Resolver<'a>) -> DwarfContainers<'a> {
        DwarfContainers { resolver, units: RefCell::new(FxHashMap::default()) }
    }

    fn unit(&self, number: u32) -> Option<Rc<UnitPlans<'a>>> {
        let open = || UnitPlans::open(self.resolver, number).map(Rc::new);
        self.units.borrow_mut().entry(number).or_insert_with(open).clone()
    }

    fn held(&self, of: TypeRef, offset_bytes: u64) -> Option<Held<'a, TypeRef>> {
        let Reached { unit, at, alias, count, size_bytes } = self.reached(of)?;
        let name = self.own_name(&unit, at).or(alias.map(Cow::Borrowed));
        Some(Held { node: at, name, offset_bytes, count, size_bytes })
    }

    /// What the members of an aggregate hold that are as large as it is; with `all`, what any member holds.
    pub fn held_in_full(&self, of: TypeRef, all: bool) -> Vec<TypeRef> {
        let mut types = Vec::new();
        if let Some(unit) = self.unit(of.unit)
            && let Some((plan, attributes)) = unit.entry(of.offset)
        {
            let own_bytes = unit.integer(plan, Slot::ByteSize, attributes).unwrap_or(0);
            unit.each_member(self.resolver, of.offset, &mut |member| {
                types.extend(member.of.filter(|_| all || member.place.fills(own_bytes)));
            });
        }
        types.into_iter().filter_map(|of| Some(self.reached(of)?.at)).collect()
    }

    fn reached(&self, of: TypeRef) -> Option<Reached<'a>> {
        let (mut at, mut count, mut alias) = (of, 1u64, None);
        for _ in 0..MAX_LONG_CHAIN {
            let unit = self.unit(at.unit)?;
            unit.spend(1)?;
            match unit.held_step(self.resolver, at)? {
                HeldStep::Same(next) => at = next,
                HeldStep::Alias(name, next) => (at, alias) = (next, name),
                HeldStep::Array(elements, next) => {
                    count = count.saturating_mul(elements);
                    (at, alias) = (next, None);
                }
                HeldStep::Aggregate { .. } if count == 0 => return None,
                HeldStep::Aggregate { size_bytes } => {
                    return Some(Reached { unit, at, alias, count, size_bytes });
                }
            }
        }
        None
    }

    /// As the list has it, scopes included.
    fn own_name(&self, unit: &UnitPlans<'a>, at: TypeRef) -> Option<Cow<'a, [u8]>> {
        let name = match has_flat_names(unit.unit.language) {
            true => None,
            false => self.resolver.full_name(at),
        };
        match name {
            Some(name) => Some(Cow::Owned(name.into_bytes())),
            None => unit.own_name(self.resolver, at.offset).map(Cow::Borrowed),
        }
        .filter(|name| !name.is_empty())
    }
}

impl Containers for DwarfContainers<'_> {
    type Node = TypeRef;

    fn rows(&self) -> Vec<Container<'_, TypeRef>> {
        let container = |(group, node): (&'_ Group, TypeRef)| Container {
            node,
            name: Cow::Borrowed(self.resolver.name(group.name)),
            kind: group.kind,
            size_bytes: group.size_bytes,
        };
        self.resolver.listed().map(container).collect()
    }

    fn each_held(&self, of: TypeRef, each: &mut dyn FnMut(Held<'_, TypeRef>)) {
        let Some(unit) = self.unit(of.unit) else { return };
        let mut members = Vec::new();
        unit.each_member(self.resolver, of.offset, &mut |member| {
            members.extend(member.of.map(|of| (of, member.place.offset_bits / 8)));
        });
        for (of, offset_bytes) in members {
            if let Some(held) = self.held(of, offset_bytes) {
                each(held);
            }
        }
    }
}
