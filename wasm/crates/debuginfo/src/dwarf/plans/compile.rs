//! Abbreviations to plans.

use gimli::constants as dw;

use super::classes::{SLOTS, class_of, is_unit, leads_far, slot_of};
use super::forms::{FormSize, Format, size_of_form};
use super::plan::{Place, Plan, Step, Table};
use crate::dwarf::bytes::Bytes;

/// More abbreviations in one table are taken for damage.
const MAX_PLANS: usize = 1 << 17;

const ABSENT: Place = Place { form: 0, step: 0, offset: 0 };

impl Table {
    /// Compiles the table at `offset` of `.debug_abbrev`. Best effort: a table that breaks off has
    /// the abbreviations that stand before that.
    pub fn compile(abbrev: Bytes<'_>, offset: usize, format: Format) -> Table {
        let mut table = Table::default();
        let mut at = offset;
        while table.len() < MAX_PLANS
            && let Some(next) = table.compile_one(abbrev, at, format)
        {
            at = next;
        }
        table.bytes = at - offset;
        table
    }

    fn compile_one(&mut self, abbrev: Bytes<'_>, at: usize, format: Format) -> Option<usize> {
        let (code, at) = abbrev.uleb(at)?;
        if code == 0 {
            return None;
        }
        let (tag, at) = abbrev.uleb(at)?;
        let has_children = abbrev.u8(at)? != 0;
        let mut at = at + 1;
        let mut plan = Plan {
            class: class_of(tag),
            has_children,
            bound_is_count: false,
            tag: tag.min(0xffff) as u16,
            first_step: self.steps.len() as u32,
            step_count: 0,
            roots: (self.roots.len() as u32, 0),
            tail: 0,
            places: [ABSENT; SLOTS],
        };
        let mut known = true;
        loop {
            let (name, next) = abbrev.uleb(at)?;
            let (form, next) = abbrev.uleb(next)?;
            at = next;
            if name == 0 && form == 0 {
                break;
            }
            let form = form.min(0xffff) as u16;
            let mut offset = plan.tail;
            if form == dw::DW_FORM_implicit_const.0 {
                let (value, next) = abbrev.sleb(at)?;
                at = next;
                offset = self.implicit.len() as u32;
                self.implicit.push(value);
            }
            // Nothing after an unknown form can be found; what comes before it can.
            if !known {
                continue;
            }
            if is_unit(plan.tag) && plan.roots.1 < u16::MAX {
                self.roots.push((name.min(0xffff) as u16, form, offset));
                plan.roots.1 += 1;
            }
            if let Some(slot) = slot_of(name)
                && let Some(place) = plan.places.get_mut(slot as usize)
            {
                self.refers_far |= leads_far(slot, form);
                // A count is better than a bound where an entry has both.
                let is_count = name == u64::from(dw::DW_AT_count.0);
                if place.form == 0 || is_count {
                    *place = Place { form, step: plan.step_count, offset };
                    plan.bound_is_count |= is_count;
                }
            }
            match size_of_form(form, format) {
                Some(FormSize::Constant(bytes)) => plan.tail = plan.tail.saturating_add(bytes),
                Some(FormSize::Variable(what)) => {
                    plan.step_count = plan.step_count.checked_add(1)?;
                    self.steps.push(Step { before: plan.tail, what });
                    plan.tail = 0;
                }
                None => {
                    known = false;
                    self.unknown_form.get_or_insert(form);
                }
            }
        }
        if known {
            if code == self.dense.len() as u64 + 1 {
                self.dense.push(plan);
            } else {
                self.sparse.entry(code).or_insert(plan);
            }
        }
        Some(at)
    }
}
