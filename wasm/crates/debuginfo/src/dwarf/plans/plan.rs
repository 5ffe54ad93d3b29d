//! Skip plans: each abbreviation compiled to where its few interesting attributes lie and how far
//! it is to the next entry.
//!
//! Nine entries of ten hold only attributes of constant size, so that the next entry is one
//! addition away and an attribute one load. The others are a few *steps*: a constant distance, then
//! something that must be read to be skipped (a LEB128, a string, a block). A [`Place`] says after
//! how many steps, and how many bytes behind them, an attribute lies.

use gimli::constants as dw;
use rustc_hash::FxHashMap;

use super::classes::{Class, SLOTS, Slot};
use super::forms::{FormSize, Format, Variable, read_integer, size_of_form, skip};
use crate::dwarf::bytes::Bytes;

/// Where an attribute lies in its entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// `DW_FORM_*`; 0 where the entry has no such attribute.
    pub form: u16,
    /// Steps before it.
    pub step: u16,
    /// Bytes after those steps (after the abbreviation code where there are none); for
    /// `DW_FORM_implicit_const`, the index of its value.
    pub offset: u32,
}

/// Something that must be read to be skipped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// Constant bytes before it.
    pub before: u32,
    pub what: Variable,
}

/// One abbreviation, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub class: Class,
    pub has_children: bool,
    /// Whether [`Slot::Bound`] is a `DW_AT_count`.
    pub bound_is_count: bool,
    /// `DW_TAG_*`.
    pub tag: u16,
    pub first_step: u32,
    pub step_count: u16,
    /// Where the attributes of a unit's own entry begin in [`Table::roots`], and how many there are.
    pub roots: (u32, u16),
    /// Constant bytes after the last step.
    pub tail: u32,
    pub places: [Place; SLOTS],
}

impl Plan {
    /// Where an attribute lies, or `None` where the entry has none.
    #[inline(always)]
    pub fn place(&self, slot: Slot) -> Option<Place> {
        self.places.get(slot as usize).copied().filter(|place| place.form != 0)
    }

    /// Whether the entry has an attribute.
    #[inline(always)]
    pub fn has(&self, slot: Slot) -> bool {
        self.place(slot).is_some()
    }
}

/// A reference into another unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FarReference {
    /// An offset in the `.debug_info` of the same file.
    Info(usize),
    /// An offset in that of the supplementary file.
    Alt(usize),
    /// The signature of a type unit.
    Signature(u64),
}

/// The abbreviations of a unit, compiled.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Codes 1, 2, 3, … as compilers number them.
    pub dense: Vec<Plan>,
    /// Any other code.
    pub sparse: FxHashMap<u64, Plan>,
    pub steps: Vec<Step>,
    pub implicit: Vec<i64>,
    /// All attributes of the abbreviations of units: name, form, and for an implicit constant its index.
    pub roots: Vec<(u16, u16, u32)>,
    /// A form that is not known, the first one: entries that use it cannot be read.
    pub unknown_form: Option<u16>,
    /// Whether types may be referred to that stand in another unit.
    pub refers_far: bool,
    /// Its size in `.debug_abbrev`.
    pub bytes: usize,
}

impl Table {
    /// The plan of a code.
    #[inline(always)]
    pub fn plan(&self, code: u64) -> Option<&Plan> {
        match self.dense.get(code.wrapping_sub(1) as usize) {
            Some(plan) => Some(plan),
            None => self.sparse.get(&code),
        }
    }

    /// How many abbreviations there are.
    pub fn len(&self) -> usize {
        self.dense.len() + self.sparse.len()
    }

    /// Where the entry whose attributes start at `at` ends.
    #[inline(always)]
    pub fn end(&self, plan: &Plan, info: Bytes<'_>, at: usize, format: Format) -> Option<usize> {
        let at = match plan.step_count {
            0 => at,
            count => self.walk(plan, count, info, at, format)?,
        };
        at.checked_add(plan.tail as usize)
    }

    /// Where the attribute at `place` lies in `.debug_info`.
    #[inline(always)]
    pub fn find(
        &self,
        plan: &Plan,
        place: Place,
        info: Bytes<'_>,
        at: usize,
        format: Format,
    ) -> Option<usize> {
        let at = if place.step == 0 { at } else { self.walk(plan, place.step, info, at, format)? };
        at.checked_add(place.offset as usize)
    }

    fn walk(
        &self,
        plan: &Plan,
        count: u16,
        info: Bytes<'_>,
        mut at: usize,
        format: Format,
    ) -> Option<usize> {
        let first = plan.first_step as usize;
        for step in self.steps.get(first..first + usize::from(count))? {
            at = skip(step.what, info, at.checked_add(step.before as usize)?, format)?;
        }
        Some(at)
    }

    /// An integer attribute of the entry whose attributes start at `at`. `None` where it is absent
    /// or not an integer (an expression, say).
    #[inline(always)]
    pub fn integer(
        &self,
        plan: &Plan,
        slot: Slot,
        info: Bytes<'_>,
        at: usize,
        format: Format,
    ) -> Option<u64> {
        let place = plan.place(slot)?;
        if place.form == dw::DW_FORM_implicit_const.0 {
            return self.implicit.get(place.offset as usize).map(|&value| value as u64);
        }
        let at = self.find(plan, place, info, at, format)?;
        read_integer(place.form, info, at)
    }

    /// A reference attribute that leads into another unit.
    pub fn far_reference(
        &self,
        plan: &Plan,
        slot: Slot,
        info: Bytes<'_>,
        at: usize,
        format: Format,
    ) -> Option<FarReference> {
        let place = plan.place(slot)?;
        let at = self.find(plan, place, info, at, format)?;
        match dw::DwForm(place.form) {
            dw::DW_FORM_ref_addr => {
                let offset = match (format.version, format.address_bytes) {
                    (0..=2, 4) => u64::from(info.u32(at)?),
                    (0..=2, 8) => info.u64(at)?,
                    _ => info.offset(at, format.is_dwarf64)?,
                };
                usize::try_from(offset).ok().map(FarReference::Info)
            }
            dw::DW_FORM_ref_sig8 => info.u64(at).map(FarReference::Signature),
            dw::DW_FORM_GNU_ref_alt => {
                usize::try_from(info.offset(at, format.is_dwarf64)?).ok().map(FarReference::Alt)
            }
            dw::DW_FORM_ref_sup4 => info.u32(at).map(|at| FarReference::Alt(at as usize)),
            dw::DW_FORM_ref_sup8 => usize::try_from(info.u64(at)?).ok().map(FarReference::Alt),
            _ => None,
        }
    }

    /// Calls `each` with every attribute of a unit's own entry: its name, form, value where the
    /// abbreviation holds it, and where it lies in `.debug_info`.
    pub fn unit_attributes(
        &self,
        plan: &Plan,
        info: Bytes<'_>,
        mut at: usize,
        format: Format,
        mut each: impl FnMut(dw::DwAt, u16, Option<i64>, usize),
    ) -> Option<()> {
        let first = plan.roots.0 as usize;
        for &(name, form, index) in self.roots.get(first..first + usize::from(plan.roots.1))? {
            let implicit = if form == dw::DW_FORM_implicit_const.0 {
                self.implicit.get(index as usize).copied()
            } else {
                None
            };
            each(dw::DwAt(name), form, implicit, at);
            at = match size_of_form(form, format)? {
                FormSize::Constant(bytes) => at.checked_add(bytes as usize)?,
                FormSize::Variable(what) => skip(what, info, at, format)?,
            };
        }
        Some(())
    }

    /// A flag of the entry.
    #[inline(always)]
    pub fn flag(
        &self,
        plan: &Plan,
        slot: Slot,
        info: Bytes<'_>,
        at: usize,
        format: Format,
    ) -> bool {
        match plan.place(slot) {
            None => false,
            Some(place) if place.form == dw::DW_FORM_flag_present.0 => true,
            Some(place) => self
                .find(plan, place, info, at, format)
                .and_then(|at| info.u8(at))
                .is_some_and(|byte| byte != 0),
        }
    }
}
