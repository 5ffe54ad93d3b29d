//! The scopes of one function: its variables and those of what is inlined in it, and its calls.

use std::rc::Rc;

use gimli::constants as dw;
use gimli::{AttributeValue, DwAt};
use rustc_hash::FxHashMap;

use super::entry::{Opener, Unit};
use super::location::{Frame, Location, Place, read_expression, read_parts};
use super::lookup::Types;
use super::types::{Function, Kind, TypeId};
use crate::dwarf::bytes::Slice;
use crate::dwarf::pick::unit_reader::{Entry, flag};

/// A variable or parameter of a function, or of one that is inlined in it.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: Rc<str>,
    /// What it is.
    pub of: TypeId,
    /// Where it is, and when.
    pub places: Vec<Place>,
    /// The code of its scope. Compilers let a location run on after it, over code that another scope has begun.
    pub scope: Rc<[(u64, u64)]>,
}

/// A struct that a function has a pointer to, whether or not it says where the pointer is.
#[derive(Debug, Clone)]
pub struct Pointee {
    /// The struct, behind typedefs and qualifiers.
    pub of: TypeId,
    /// The variable, or the inlined function that returns the pointer.
    pub name: Rc<str>,
    /// That function; `None` of a variable.
    pub result_of: Option<Inlined>,
}

/// Code of a function that is inlined in another one.
#[derive(Debug, Clone)]
pub struct Inlined {
    /// Where it lies.
    pub ranges: Rc<[(u64, u64)]>,
    /// What its parameters point to, behind typedefs and qualifiers.
    pub takes: Vec<TypeId>,
}

/// A call, by the address it returns to.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// What comes back in the register for results; `None` where that is not known, or `void`.
    pub returns: Option<TypeId>,
    /// It does not come back.
    pub is_noreturn: bool,
}

/// The scopes of a function.
#[derive(Debug, Default)]
pub struct Body {
    /// Variables with at least one place.
    pub variables: Vec<Variable>,
    /// Pointees in the order of their entries; variables of one name give no struct twice.
    pub pointees: Vec<Pointee>,
    /// Calls by the address after each.
    pub calls: FxHashMap<u64, Call>,
    /// What offsets of its frame count from.
    pub frame: Frame,
    /// Whether something was left out: there is more of it than any function has.
    pub is_cut: bool,
}

const MAX_ENTRIES: usize = 1 << 20;
const MAX_PLACES: usize = 200_000;
const MAX_POINTEES: usize = 2_000;
const MAX_PLACES_OF_ONE: usize = 20_000;

struct Scope {
    depth: isize,
    ranges: Rc<[(u64, u64)]>,
    /// The number among the pointees of what an inlined function returns, where that is a pointer to a struct.
    result: Option<usize>,
}

pub(super) fn read(types: &Types, number: u32, function: &Function) -> Option<Body> {
    let opener = &Opener::new(types.bytes());
    let unit = &*opener.open(number)?;
    let mut raw = unit.unit.entries_raw(Some(gimli::UnitOffset(function.entry))).ok()?;
    let mut body = Body::default();
    let mut scopes: Vec<Scope> = Vec::new();
    let (mut entries, mut places) = (0, 0);
    let mut entry = Entry::null();
    while !raw.is_empty() {
        let depth = raw.next_depth();
        if depth <= 0 && entries > 0 {
            break;
        }
        if !matches!(raw.read_entry(&mut entry), Ok(true)) {
            // A null entry ends children; an error ends what can be read.
            if raw.next_depth() <= 0 {
                break;
            }
            entries += 1;
            if entries > MAX_ENTRIES {
                break;
            }
            continue;
        }
        entries += 1;
        if entries > MAX_ENTRIES || places > MAX_PLACES {
            body.is_cut = true;
            break;
        }
        while scopes.last().is_some_and(|scope| scope.depth >= depth) {
            scopes.pop();
        }
        match entry.tag() {
            dw::DW_TAG_subprogram if scopes.is_empty() => {
                body.frame = frame(unit, &entry);
                let ranges = function.ranges.clone().into();
                scopes.push(Scope { depth, ranges, result: None });
            }
            // One that is declared in this has scopes of its own.
            dw::DW_TAG_subprogram => {
                scopes.push(Scope { depth, ranges: Rc::new([]), result: None });
            }
            dw::DW_TAG_lexical_block | dw::DW_TAG_inlined_subroutine | dw::DW_TAG_try_block => {
                let own = unit.ranges(&entry);
                let mut result = None;
                if entry.tag() == dw::DW_TAG_inlined_subroutine
                    && body.pointees.len() < MAX_POINTEES
                {
                    let ranges =
                        if own.is_empty() { entry_range(unit, &entry) } else { own.clone() };
                    let inlined = Inlined { ranges: ranges.into(), takes: Vec::new() };
                    if let Some(own) = pointee(types, opener, unit, &entry, Some(inlined)) {
                        result = Some(body.pointees.len());
                        body.pointees.push(own);
                    }
                }
                let ranges = match scopes.last() {
                    Some(outer) if own.is_empty() => outer.ranges.clone(),
                    _ => own.into(),
                };
                scopes.push(Scope { depth, ranges, result });
            }
            dw::DW_TAG_variable | dw::DW_TAG_formal_parameter => {
                let Some(scope) = scopes.last() else { continue };
                let own = pointee(types, opener, unit, &entry, None);
                if entry.tag() == dw::DW_TAG_formal_parameter
                    && let Some(Pointee { of, .. }) = &own
                    && let Some(inlined) = scope.result.and_then(|at| body.inlined(at))
                {
                    inlined.takes.push(*of);
                }
                if let Some(own) = own
                    && body.pointees.len() < MAX_POINTEES
                    && !body.pointees.iter().any(|known| known.is_like(&own))
                {
                    body.pointees.push(own);
                }
                let is_cut = &mut body.is_cut;
                if let Some(variable) = variable(opener, unit, &entry, &scope.ranges, is_cut) {
                    places += variable.places.len();
                    body.variables.push(variable);
                }
            }
            dw::DW_TAG_call_site | dw::DW_TAG_GNU_call_site => {
                if let Some((address, call)) = call(opener, unit, &entry) {
                    body.calls.insert(address, call);
                }
            }
            _ => {}
        }
    }
    Some(body)
}

fn frame(unit: &Unit<'_>, entry: &Entry<'_>) -> Frame {
    let Some(AttributeValue::Exprloc(expression)) = entry.attr_value(dw::DW_AT_frame_base) else {
        return Frame::Unknown;
    };
    let mut operations = expression.operations(unit.unit.encoding());
    match operations.next() {
        Ok(Some(gimli::Operation::CallFrameCFA)) => Frame::Cfa,
        Ok(Some(gimli::Operation::Register { register })) => Frame::Register(register.0, 0),
        Ok(Some(gimli::Operation::RegisterOffset { register, offset, .. })) => {
            Frame::Register(register.0, offset)
        }
        _ => Frame::Unknown,
    }
}

impl Inlined {
    /// Whether an address is of its code.
    pub fn has(&self, address: u64) -> bool {
        self.ranges.iter().any(|&(begin, end)| (begin..end).contains(&address))
    }
}

impl Body {
    fn inlined(&mut self, pointee: usize) -> Option<&mut Inlined> {
        self.pointees.get_mut(pointee)?.result_of.as_mut()
    }
}

impl Pointee {
    fn is_like(&self, other: &Pointee) -> bool {
        self.result_of.is_none() && self.of == other.of && self.name == other.name
    }
}

/// The struct that a variable, or what an inlined function returns, points to.
fn pointee<'a>(
    types: &Types,
    opener: &Opener<'a>,
    unit: &Unit<'a>,
    entry: &Entry<'a>,
    result_of: Option<Inlined>,
) -> Option<Pointee> {
    let target = types.pointee(opener.type_of(unit, entry)?)?;
    if !matches!(types.get(target).kind, Kind::Aggregate { is_declared_only: false, .. }) {
        return None;
    }
    let name = opener.name_of(unit, entry)?;
    Some(Pointee { of: target, name, result_of })
}

/// Where an inlined function begins whose range is empty: gcc writes that where its code is one instruction.
fn entry_range<'a>(unit: &Unit<'a>, entry: &Entry<'a>) -> Vec<(u64, u64)> {
    let value = entry.attr_value(dw::DW_AT_entry_pc);
    let at = value.and_then(|value| unit.dwarf.attr_address(&unit.unit, value).ok()?);
    at.and_then(|at| Some((at, at.checked_add(1)?))).into_iter().collect()
}

fn variable<'a>(
    opener: &Opener<'a>,
    unit: &Unit<'a>,
    entry: &Entry<'a>,
    scope: &Rc<[(u64, u64)]>,
    is_cut: &mut bool,
) -> Option<Variable> {
    let value = entry.attr_value(dw::DW_AT_location)?;
    let name = opener.name_of(unit, entry)?;
    let of = opener.type_of(unit, entry)?;
    let mut places = Vec::new();
    let is_parameter = entry.tag() == dw::DW_TAG_formal_parameter;
    if let AttributeValue::Exprloc(expression) = value {
        for (number, &(begin, end)) in scope.iter().take(MAX_PLACES_OF_ONE).enumerate() {
            let is_first = number == 0;
            let place = |location| Place { begin, end, is_first, is_only: !is_parameter, location };
            places.extend(locations(unit, expression).into_iter().map(place));
        }
    } else if let Ok(Some(mut list)) = unit.dwarf.attr_locations(&unit.unit, value) {
        // Entries that say nothing count too: a list of them must end.
        for _ in 0..MAX_PLACES_OF_ONE {
            let Ok(Some(found)) = list.next() else { break };
            let (begin, end) = (found.range.begin, found.range.end);
            if begin < end {
                let (is_first, is_only) = (true, false);
                let place = |location| Place { begin, end, is_first, is_only, location };
                places.extend(locations(unit, found.data).into_iter().map(place));
            }
        }
        *is_cut |= matches!(list.next(), Ok(Some(_)));
    }
    (!places.is_empty()).then_some(Variable { name, of, places, scope: scope.clone() })
}

fn locations<'a>(unit: &Unit<'a>, expression: gimli::Expression<Slice<'a>>) -> Vec<Location> {
    match read_expression(unit, expression) {
        Some(whole) => vec![whole],
        None => read_parts(unit, expression),
    }
}

fn call<'a>(opener: &Opener<'a>, unit: &Unit<'a>, entry: &Entry<'a>) -> Option<(u64, Call)> {
    let address = |name: DwAt| unit.dwarf.attr_address(&unit.unit, entry.attr_value(name)?).ok()?;
    let at = address(dw::DW_AT_call_return_pc).or_else(|| address(dw::DW_AT_low_pc))?;
    let origin = opener
        .referred(unit, entry, dw::DW_AT_call_origin)
        .or_else(|| opener.referred(unit, entry, dw::DW_AT_abstract_origin))?;
    let (unit, callee) = opener.entry(origin)?;
    let noreturn = |_: &Unit<'a>, each: &Entry<'a>| flag(each, dw::DW_AT_noreturn).then_some(());
    let is_noreturn = opener.inherited(&unit, &callee, noreturn).is_some();
    Some((at, Call { returns: opener.type_of(&unit, &callee), is_noreturn }))
}
