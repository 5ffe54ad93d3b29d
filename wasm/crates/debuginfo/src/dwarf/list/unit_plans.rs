//! A unit through its skip plans: entries, attributes, children and references.

use std::cell::Cell;
use std::rc::Rc;

use gimli::constants as dw;

use crate::dwarf::bytes::Bytes;
use crate::dwarf::place::constant_location;
use crate::dwarf::plans::classes::Slot;
use crate::dwarf::plans::plan::{Plan, Table};
use crate::dwarf::resolve::{Lookup, Resolver, TypeRef};
use crate::dwarf::unit::{Unit, entry};

/// Variant parts in variant parts, deeper than any program has them.
const MAX_DEPTH: usize = 64;

/// A unit and its compiled abbreviations.
#[derive(Clone)]
pub(crate) struct UnitPlans<'a> {
    pub number: u32,
    pub unit: &'a Unit,
    pub table: Rc<Table>,
    pub info: Bytes<'a>,
    /// How many more children may be looked at. Each struct is read once or twice and each array
    /// once for each member; a damaged unit can let all its members refer to one long list.
    fuel: Cell<u64>,
    /// An entry whose children do not end where its sibling is, as an offset in the section.
    misnested: Cell<Option<usize>>,
}

impl<'a> UnitPlans<'a> {
    /// The plans of unit `number`.
    pub fn open(resolver: &Resolver<'a>, number: u32) -> Option<UnitPlans<'a>> {
        let unit = resolver.units().get(number as usize)?;
        let table = resolver.store().table(unit);
        // Ends at the unit's end, and with it every read past it.
        let info = resolver.store().unit(unit).until(unit.end);
        let fuel = Cell::new((unit.end - unit.start) as u64 * 8 + (1 << 16));
        Some(UnitPlans { number, unit, table, info, fuel, misnested: Cell::new(None) })
    }

    /// The plan of the entry at an offset from the unit's start, and where its attributes begin.
    #[inline(always)]
    pub fn entry(&self, offset: usize) -> Option<(&Plan, usize)> {
        let at = self.unit.start.checked_add(offset)?;
        if at < self.unit.entries {
            return None;
        }
        entry(self.info, at, &self.table)
    }

    /// An integer attribute.
    #[inline(always)]
    pub fn integer(&self, plan: &Plan, slot: Slot, attributes: usize) -> Option<u64> {
        self.table.integer(plan, slot, self.info, attributes, self.unit.format)
    }

    /// A flag attribute.
    #[inline(always)]
    pub fn flag(&self, plan: &Plan, slot: Slot, attributes: usize) -> bool {
        plan.has(slot) && self.table.flag(plan, slot, self.info, attributes, self.unit.format)
    }

    /// `DW_AT_data_member_location`, in bytes. `Err` where the location is not a constant (of a virtual base).
    #[inline(always)]
    pub fn location(&self, plan: &Plan, attributes: usize) -> Result<Option<u64>, ()> {
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
        info.range(at..at.checked_add(usize::try_from(len).ok()?)?)
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

    /// Where children were found that do not end where their parent's sibling is: one such place.
    pub fn misnested(&self) -> Option<usize> {
        self.misnested.get()
    }

    /// Calls `each` with the children of the entry whose attributes are at `attributes`, and with
    /// the children of those that it answers `true` for. Ends at damage.
    #[inline(always)]
    pub fn children(
        &self,
        plan: &Plan,
        attributes: usize,
        each: impl FnMut(&Plan, usize) -> bool,
    ) -> Option<()> {
        if !plan.has_children {
            return Some(());
        }
        let end = self.end_of_children(plan, attributes, each);
        let sibling = self.integer(plan, Slot::Sibling, attributes).map(|offset| offset as usize);
        let fits = |end: usize| sibling.is_none_or(|offset| offset == end - self.unit.start);
        if !end.is_some_and(fits) && !self.is_spent() {
            self.misnested.set(Some(attributes));
        }
        end.map(|_| ())
    }

    /// Where the list of children ends; `None` where it does not.
    #[inline(always)]
    fn end_of_children(
        &self,
        plan: &Plan,
        attributes: usize,
        mut each: impl FnMut(&Plan, usize) -> bool,
    ) -> Option<usize> {
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
                    return Some(attributes);
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
    pub fn referred(
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
        resolver.far(self.number, to).ok()
    }
}
