//! Skip plans: each abbreviation compiled to where its few interesting attributes lie and how far
//! it is to the next entry.
//!
//! Nine entries of ten hold only attributes of constant size, so that the next entry is one
//! addition away and an attribute one load. The others are a few *steps*: a constant distance, then
//! something that must be read to be skipped (a LEB128, a string, a block). A [`Place`] says after
//! how many steps, and how many bytes behind them, an attribute lies.

use gimli::constants as dw;
use rustc_hash::FxHashMap;

use super::bytes::Bytes;

/// What the sizes of forms depend on; a table is compiled for one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Format {
    pub is_dwarf64: bool,
    pub address_bytes: u8,
    pub version: u16,
}

/// What the indexer does with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing, and nothing that it looks for lies below.
    Skip,
    /// Struct, union or class: a row, and perhaps more of them below.
    Aggregate(facts::RowKind),
    /// A row where it names an unnamed aggregate.
    Typedef,
    /// Its name is part of the names of what it holds.
    Namespace,
    /// Types below it belong to the one above it (a unit, a Rust variant).
    Transparent,
    /// A function or a block in one: types below are local to it.
    Code,
    /// A data member.
    Member,
    /// A base class.
    Inheritance,
    /// `const`, `volatile`, `atomic` and the like: as large as what it qualifies.
    Qualifier,
    /// An array.
    Array,
    /// One dimension of an array.
    Subrange,
    /// An enumeration.
    Enumeration,
    /// A pointer or reference (or `nullptr_t`), of the unit's address size where it states none.
    Pointer,
    /// A pointer to a member: one address, or two for a function.
    MemberPointer,
    /// A function's type.
    Function,
}

fn class_of(tag: u64) -> Class {
    use facts::RowKind;
    match dw::DwTag(tag.min(0xffff) as u16) {
        dw::DW_TAG_structure_type => Class::Aggregate(RowKind::Struct),
        dw::DW_TAG_union_type => Class::Aggregate(RowKind::Union),
        dw::DW_TAG_class_type => Class::Aggregate(RowKind::Class),
        dw::DW_TAG_typedef => Class::Typedef,
        dw::DW_TAG_namespace | dw::DW_TAG_module => Class::Namespace,
        dw::DW_TAG_compile_unit
        | dw::DW_TAG_partial_unit
        | dw::DW_TAG_type_unit
        | dw::DW_TAG_variant_part
        | dw::DW_TAG_variant => Class::Transparent,
        dw::DW_TAG_subprogram
        | dw::DW_TAG_lexical_block
        | dw::DW_TAG_inlined_subroutine
        | dw::DW_TAG_try_block
        | dw::DW_TAG_catch_block => Class::Code,
        dw::DW_TAG_member => Class::Member,
        dw::DW_TAG_inheritance => Class::Inheritance,
        dw::DW_TAG_const_type
        | dw::DW_TAG_volatile_type
        | dw::DW_TAG_restrict_type
        | dw::DW_TAG_atomic_type
        | dw::DW_TAG_immutable_type
        | dw::DW_TAG_packed_type
        | dw::DW_TAG_shared_type
        | dw::DW_TAG_template_alias => Class::Qualifier,
        dw::DW_TAG_array_type => Class::Array,
        dw::DW_TAG_subrange_type | dw::DW_TAG_generic_subrange => Class::Subrange,
        dw::DW_TAG_enumeration_type => Class::Enumeration,
        dw::DW_TAG_pointer_type
        | dw::DW_TAG_reference_type
        | dw::DW_TAG_rvalue_reference_type
        | dw::DW_TAG_unspecified_type => Class::Pointer,
        dw::DW_TAG_ptr_to_member_type => Class::MemberPointer,
        dw::DW_TAG_subroutine_type => Class::Function,
        _ => Class::Skip,
    }
}

fn is_unit(tag: u16) -> bool {
    matches!(
        dw::DwTag(tag),
        dw::DW_TAG_compile_unit
            | dw::DW_TAG_partial_unit
            | dw::DW_TAG_type_unit
            | dw::DW_TAG_skeleton_unit
    )
}

/// The attributes that the indexer reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Name,
    ByteSize,
    Sibling,
    Declaration,
    Type,
    /// `DW_AT_data_member_location`
    Location,
    /// `DW_AT_data_bit_offset`
    DataBitOffset,
    /// `DW_AT_bit_offset`, of DWARF 2 and 3
    OldBitOffset,
    BitSize,
    /// `DW_AT_count` or `DW_AT_upper_bound`, told apart by [`Plan::bound_is_count`]
    Bound,
    External,
    /// `DW_AT_specification`: the declaration that holds the name.
    Specification,
    LowerBound,
    /// `DW_AT_GNU_vector`
    Vector,
    /// `DW_AT_signature`: the type unit that holds the definition.
    Signature,
}

const SLOTS: usize = 15;

fn slot_of(name: u64) -> Option<Slot> {
    Some(match dw::DwAt(name.min(0xffff) as u16) {
        dw::DW_AT_name => Slot::Name,
        dw::DW_AT_byte_size => Slot::ByteSize,
        dw::DW_AT_sibling => Slot::Sibling,
        dw::DW_AT_declaration => Slot::Declaration,
        dw::DW_AT_type => Slot::Type,
        dw::DW_AT_data_member_location => Slot::Location,
        dw::DW_AT_data_bit_offset => Slot::DataBitOffset,
        dw::DW_AT_bit_offset => Slot::OldBitOffset,
        dw::DW_AT_bit_size => Slot::BitSize,
        dw::DW_AT_count | dw::DW_AT_upper_bound => Slot::Bound,
        dw::DW_AT_external => Slot::External,
        dw::DW_AT_specification => Slot::Specification,
        dw::DW_AT_lower_bound => Slot::LowerBound,
        dw::DW_AT_GNU_vector => Slot::Vector,
        dw::DW_AT_signature => Slot::Signature,
        _ => return None,
    })
}

/// Where an attribute lies in its entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// `DW_FORM_*`; 0 where the entry has no such attribute.
    pub form: u16,
    /// Steps before it.
    step: u16,
    /// Bytes after those steps (after the abbreviation code where there are none); for
    /// `DW_FORM_implicit_const`, the index of its value.
    offset: u32,
}

const ABSENT: Place = Place { form: 0, step: 0, offset: 0 };

/// What has to be read to be skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variable {
    Leb,
    CStr,
    Block1,
    Block2,
    Block4,
    BlockLeb,
    /// The form stands in the entry itself.
    Indirect,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    /// Constant bytes before it.
    before: u32,
    what: Variable,
}

/// A reference into another unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FarReference {
    /// An offset in the `.debug_info` of the same file.
    Info(usize),
    /// An offset in that of the supplementary file.
    Alt(usize),
    /// The signature of a type unit.
    Signature(u64),
}

/// One abbreviation, compiled.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub class: Class,
    pub has_children: bool,
    /// Whether [`Slot::Bound`] is a `DW_AT_count`.
    pub bound_is_count: bool,
    /// `DW_TAG_*`.
    pub tag: u16,
    first_step: u32,
    step_count: u16,
    /// Where the attributes of a unit's own entry begin in [`Table::roots`], and how many there are.
    roots: (u32, u16),
    /// Constant bytes after the last step.
    tail: u32,
    places: [Place; SLOTS],
}

impl Plan {
    /// Where an attribute lies, or `None` where the entry has none.
    #[inline(always)]
    pub fn place(&self, slot: Slot) -> Option<Place> {
        let place = self.places[slot as usize];
        if place.form == 0 { None } else { Some(place) }
    }

    /// Whether the entry has an attribute.
    #[inline(always)]
    pub fn has(&self, slot: Slot) -> bool {
        self.places[slot as usize].form != 0
    }
}

/// More abbreviations in one table are taken for damage.
const MAX_PLANS: usize = 1 << 17;

/// The abbreviations of a unit, compiled.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Codes 1, 2, 3, … as compilers number them.
    dense: Vec<Plan>,
    /// Any other code.
    sparse: FxHashMap<u64, Plan>,
    steps: Vec<Step>,
    implicit: Vec<i64>,
    /// All attributes of the abbreviations of units: name, form, and for an implicit constant its index.
    roots: Vec<(u16, u16, u32)>,
    /// A form that is not known, the first one: entries that use it cannot be read.
    pub unknown_form: Option<u16>,
    /// Whether types may be referred to that stand in another unit.
    pub refers_far: bool,
    /// Its size in `.debug_abbrev`.
    pub bytes: usize,
}

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
            // Behind an unknown form nothing can be found, what stands before it can.
            if !known {
                continue;
            }
            if is_unit(plan.tag) && plan.roots.1 < u16::MAX {
                self.roots.push((name.min(0xffff) as u16, form, offset));
                plan.roots.1 += 1;
            }
            if let Some(slot) = slot_of(name) {
                self.refers_far |= leads_far(slot, form);
                let place = &mut plan.places[slot as usize];
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

#[inline(always)]
pub(super) fn read_integer(form: u16, info: Bytes<'_>, at: usize) -> Option<u64> {
    match dw::DwForm(form) {
        dw::DW_FORM_data1 | dw::DW_FORM_ref1 => info.u8(at).map(u64::from),
        dw::DW_FORM_data2 | dw::DW_FORM_ref2 => info.u16(at).map(u64::from),
        dw::DW_FORM_data4 | dw::DW_FORM_ref4 => info.u32(at).map(u64::from),
        dw::DW_FORM_data8 | dw::DW_FORM_ref8 => info.u64(at),
        dw::DW_FORM_udata | dw::DW_FORM_ref_udata => info.uleb(at).map(|(value, _)| value),
        dw::DW_FORM_sdata => info.sleb(at).map(|(value, _)| value as u64),
        _ => None,
    }
}

/// Whether an attribute of this form leads out of the unit to a type.
fn leads_far(slot: Slot, form: u16) -> bool {
    matches!(slot, Slot::Type | Slot::Specification | Slot::Signature)
        && matches!(
            dw::DwForm(form),
            dw::DW_FORM_ref_addr
                | dw::DW_FORM_ref_sig8
                | dw::DW_FORM_ref_sup4
                | dw::DW_FORM_ref_sup8
                | dw::DW_FORM_GNU_ref_alt
                | dw::DW_FORM_indirect
        )
}

enum FormSize {
    Constant(u32),
    Variable(Variable),
}

/// DWARF 5, 7.5.6; the GNU forms as in binutils' `dwarf2.def`.
fn size_of_form(form: u16, format: Format) -> Option<FormSize> {
    use FormSize::{Constant, Variable as Var};
    let offset_bytes = if format.is_dwarf64 { 8 } else { 4 };
    Some(match dw::DwForm(form) {
        dw::DW_FORM_implicit_const | dw::DW_FORM_flag_present => Constant(0),
        dw::DW_FORM_data1
        | dw::DW_FORM_ref1
        | dw::DW_FORM_flag
        | dw::DW_FORM_strx1
        | dw::DW_FORM_addrx1 => Constant(1),
        dw::DW_FORM_data2 | dw::DW_FORM_ref2 | dw::DW_FORM_strx2 | dw::DW_FORM_addrx2 => {
            Constant(2)
        }
        dw::DW_FORM_strx3 | dw::DW_FORM_addrx3 => Constant(3),
        dw::DW_FORM_data4
        | dw::DW_FORM_ref4
        | dw::DW_FORM_strx4
        | dw::DW_FORM_addrx4
        | dw::DW_FORM_ref_sup4 => Constant(4),
        dw::DW_FORM_data8 | dw::DW_FORM_ref8 | dw::DW_FORM_ref_sig8 | dw::DW_FORM_ref_sup8 => {
            Constant(8)
        }
        dw::DW_FORM_data16 => Constant(16),
        dw::DW_FORM_addr => Constant(u32::from(format.address_bytes)),
        // DWARF 2 made it as large as an address, DWARF 3 as an offset.
        dw::DW_FORM_ref_addr if format.version <= 2 => Constant(u32::from(format.address_bytes)),
        dw::DW_FORM_ref_addr
        | dw::DW_FORM_strp
        | dw::DW_FORM_line_strp
        | dw::DW_FORM_strp_sup
        | dw::DW_FORM_sec_offset
        | dw::DW_FORM_GNU_ref_alt
        | dw::DW_FORM_GNU_strp_alt => Constant(offset_bytes),
        dw::DW_FORM_udata
        | dw::DW_FORM_sdata
        | dw::DW_FORM_ref_udata
        | dw::DW_FORM_strx
        | dw::DW_FORM_addrx
        | dw::DW_FORM_loclistx
        | dw::DW_FORM_rnglistx
        | dw::DW_FORM_GNU_addr_index
        | dw::DW_FORM_GNU_str_index => Var(Variable::Leb),
        dw::DW_FORM_string => Var(Variable::CStr),
        dw::DW_FORM_block1 => Var(Variable::Block1),
        dw::DW_FORM_block2 => Var(Variable::Block2),
        dw::DW_FORM_block4 => Var(Variable::Block4),
        dw::DW_FORM_block | dw::DW_FORM_exprloc => Var(Variable::BlockLeb),
        dw::DW_FORM_indirect => Var(Variable::Indirect),
        _ => return None,
    })
}

fn skip(what: Variable, info: Bytes<'_>, at: usize, format: Format) -> Option<usize> {
    match what {
        Variable::Leb => info.skip_leb(at),
        Variable::CStr => info.skip_cstr(at),
        Variable::Block1 => at.checked_add(1 + usize::from(info.u8(at)?)),
        Variable::Block2 => at.checked_add(2 + usize::from(info.u16(at)?)),
        Variable::Block4 => at.checked_add(4)?.checked_add(info.u32(at)? as usize),
        Variable::BlockLeb => {
            let (length, at) = info.uleb(at)?;
            at.checked_add(usize::try_from(length).ok()?)
        }
        Variable::Indirect => {
            let (form, at) = info.uleb(at)?;
            match size_of_form(form.min(0xffff) as u16, format)? {
                FormSize::Constant(bytes) => at.checked_add(bytes as usize),
                // An indirect form that is indirect again has no meaning, and would have no end.
                FormSize::Variable(Variable::Indirect) => None,
                FormSize::Variable(what) => skip(what, info, at, format),
            }
        }
    }
}
