//! Which variables lie where at each instruction.

use std::rc::Rc;

use debuginfo::dwarf::located::{Body, Frame, Kind, Location, Place, TypeId, Types, Variable};
use facts::Confidence;
use rustc_hash::FxHashMap;

use crate::graph::Graph;
use crate::members::pointers;
use crate::reasons::{Reason, ReasonId, Reasons};
use crate::state::{Base, Exact, Fact, RBP, RSP, State};

/// One place of a variable, while it holds.
#[derive(Debug, Clone, Copy)]
pub struct Seed {
    variable: u32,
    place: Place,
}

/// What a location says of a register at an instruction.
pub struct Stated {
    pub register: usize,
    pub fact: Fact,
    /// The variable comes to lie there just now.
    pub is_new: bool,
    /// The location is the only one that is stated for the scope of a variable that is no parameter.
    pub is_only: bool,
}

/// Places by the instructions at which they hold.
#[derive(Debug, Default)]
pub struct Seeds {
    all: Vec<Seed>,
    active: Vec<Vec<u32>>,
    /// By variable; `None` where its scope is the whole function.
    scopes: Vec<Option<Rc<Scope>>>,
    /// More were left out.
    pub is_cut: bool,
}

/// The instructions of a scope, from each first one to before each end, in order.
type Scope = Vec<(usize, usize)>;

/// A variable of the frame that has the bytes at an offset.
pub struct FrameVariable<'a> {
    pub variable: &'a Variable,
    /// How far into the variable.
    pub inside: i64,
}

/// Instructions times variables: no function has more.
const MAX_ACTIVE: usize = 2_000_000;

/// System V ABI for AMD64, figure 3.36: DWARF's numbers to those of the encoding.
const FROM_DWARF: [usize; 16] = [0, 2, 1, 3, 6, 7, 5, 4, 8, 9, 10, 11, 12, 13, 14, 15];
const DWARF_RBP: u16 = 6;
const DWARF_RSP: u16 = 7;

impl Seeds {
    /// Spreads the places of a function's variables over its instructions.
    pub fn spread(body: &Body, graph: &Graph) -> Seeds {
        let mut seeds = Seeds {
            active: vec![Vec::new(); graph.instructions.len()],
            is_cut: body.is_cut,
            scopes: scopes(body, graph),
            ..Seeds::default()
        };
        let mut count = 0;
        for (number, variable) in body.variables.iter().enumerate() {
            for place in &variable.places {
                let (first, end) = (graph.from(place.begin), graph.from(place.end));
                if first >= end {
                    continue;
                }
                count += end - first;
                if count > MAX_ACTIVE {
                    seeds.is_cut = true;
                    return seeds;
                }
                let id = seeds.all.len() as u32;
                seeds.all.push(Seed { variable: number as u32, place: *place });
                seeds.active.iter_mut().take(end).skip(first).for_each(|list| list.push(id));
            }
        }
        seeds
    }

    /// Whether an instruction is of a variable's scope.
    pub fn is_in_scope(&self, variable: u32, instruction: usize) -> bool {
        let Some(Some(scope)) = self.scopes.get(variable as usize) else { return true };
        let after = scope.partition_point(|(first, _)| *first <= instruction);
        let range = after.checked_sub(1).and_then(|at| scope.get(at));
        range.is_some_and(|(_, end)| instruction < *end)
    }

    /// The variable, where its scope is less than the function.
    fn limited(&self, variable: u32) -> Option<u32> {
        matches!(self.scopes.get(variable as usize), Some(Some(_))).then_some(variable)
    }

    fn at(&self, instruction: usize) -> impl Iterator<Item = &Seed> {
        let active = self.active.get(instruction).map_or(&[][..], |list| list);
        active.iter().filter_map(|id| self.all.get(*id as usize))
    }

    /// What registers hold at an instruction by the variables in whose scope it is: the register, the variable, DWARF's
    /// number of the register, the fact.
    pub fn named<'a>(
        &'a self,
        instruction: usize,
        body: &'a Body,
        types: &'a Types,
    ) -> impl Iterator<Item = (usize, Rc<str>, u16, Fact)> {
        let seeds = self.at(instruction);
        seeds.filter(move |seed| self.is_in_scope(seed.variable, instruction)).filter_map(
            move |seed| {
                let variable = body.variables.get(seed.variable as usize)?;
                let (dwarf, object, offset) = pointed(seed.place.location, variable.of, types)?;
                let register = *FROM_DWARF.get(usize::from(dwarf))?;
                let by = self.limited(seed.variable);
                let (base, why) = (Base::Object(object), ReasonId::NONE);
                let fact = Fact {
                    base,
                    offset,
                    exact: Exact::Yes,
                    confidence: Confidence::Direct,
                    by,
                    why,
                };
                Some((register, variable.name.clone(), dwarf, fact))
            },
        )
    }

    /// What registers hold at an instruction by the locations of variables.
    pub fn registers<'a>(
        &'a self,
        instruction: usize,
        address: u64,
        function: u64,
        body: &'a Body,
        types: &'a Types,
        reasons: &'a mut Reasons,
    ) -> impl Iterator<Item = Stated> {
        self.at(instruction).filter_map(move |seed| {
            let variable = body.variables.get(seed.variable as usize)?;
            let (dwarf, object, offset) = pointed(seed.place.location, variable.of, types)?;
            let register = *FROM_DWARF.get(usize::from(dwarf))?;
            let why = reasons.add(Reason::Variable {
                name: variable.name.clone(),
                register: dwarf,
                at: seed.place.begin.wrapping_sub(function) as i64,
            });
            let (base, by) = (Base::Object(object), self.limited(seed.variable));
            let fact =
                Fact { base, offset, exact: Exact::Yes, confidence: Confidence::Direct, by, why };
            let Place { begin, is_first, is_only, .. } = seed.place;
            // No variable that is not handed over is there where the function begins.
            let is_early = is_only && by.is_none();
            let is_new = is_first && begin == address && !is_early;
            Some(Stated { register, fact, is_new, is_only })
        })
    }

    /// The `void *` that is a variable of the code at an instruction and lies in a register.
    pub fn any<'a>(
        &self,
        instruction: usize,
        register: usize,
        body: &'a Body,
        types: &Types,
    ) -> Option<&'a Rc<str>> {
        let is_void = |of: TypeId| {
            let kind = types.strip(of).map(|of| &types.get(of).kind);
            matches!(kind, Some(Kind::Pointer(None)))
        };
        self.at(instruction).find_map(|seed| {
            let Location::Register(dwarf) = seed.place.location else { return None };
            let variable = body.variables.get(seed.variable as usize)?;
            let is_there = FROM_DWARF.get(usize::from(dwarf)) == Some(&register)
                && self.is_in_scope(seed.variable, instruction);
            (is_there && is_void(variable.of)).then_some(&variable.name)
        })
    }

    /// The variable that has the bytes at an offset from the canonical frame address.
    pub fn frame_variable<'a>(
        &self,
        instruction: usize,
        offset: i64,
        state: &State,
        body: &'a Body,
        types: &Types,
    ) -> Option<FrameVariable<'a>> {
        // clang keeps RBP as the frame pointer where it says so: two words below the canonical frame address.
        let rbp = || state.stack_offset(RBP).unwrap_or(-16);
        let found = self.at(instruction).filter_map(|seed| {
            let begin = match seed.place.location {
                Location::Frame(at) => match body.frame {
                    Frame::Cfa => at,
                    Frame::Register(DWARF_RBP, more) => rbp().checked_add(more)?.checked_add(at)?,
                    Frame::Register(DWARF_RSP, more) => {
                        state.stack_offset(RSP)?.checked_add(more)?.checked_add(at)?
                    }
                    _ => return None,
                },
                Location::Memory(DWARF_RBP, at) => rbp().checked_add(at)?,
                Location::Memory(DWARF_RSP, at) => state.stack_offset(RSP)?.checked_add(at)?,
                _ => return None,
            };
            let variable = body.variables.get(seed.variable as usize)?;
            let bytes = i64::try_from(types.size(variable.of)?).ok()?;
            let inside = offset.checked_sub(begin)?;
            (0..bytes).contains(&inside).then_some((bytes, FrameVariable { variable, inside }))
        });
        // The smallest of variables that overlap.
        found.min_by_key(|(bytes, _)| *bytes).map(|(_, variable)| variable)
    }
}

/// The scope of each variable, in instructions.
fn scopes(body: &Body, graph: &Graph) -> Vec<Option<Rc<Scope>>> {
    let all = graph.instructions.len();
    let mut known: FxHashMap<*const (u64, u64), Option<Rc<Scope>>> = FxHashMap::default();
    let scope = |ranges: &[(u64, u64)]| {
        let numbers = ranges.iter().map(|&(begin, end)| (graph.from(begin), graph.from(end)));
        let mut sorted: Scope = numbers.filter(|(first, end)| first < end).collect();
        sorted.sort_unstable();
        let mut scope = Scope::new();
        for (first, end) in sorted {
            match scope.last_mut() {
                Some((_, before)) if first <= *before => *before = end.max(*before),
                _ => scope.push((first, end)),
            }
        }
        (scope != [(0, all)]).then(|| Rc::new(scope))
    };
    // Variables of one scope share its ranges.
    let of = |variable: &Variable| {
        known.entry(variable.scope.as_ptr()).or_insert_with(|| scope(&variable.scope)).clone()
    };
    body.variables.iter().map(of).collect()
}

/// The object that a location leads to: the register (DWARF's number), its type, and where in it the register points.
fn pointed(location: Location, of: TypeId, types: &Types) -> Option<(u16, TypeId, i64)> {
    match location {
        Location::Register(register) => Some((register, held(of, 0, types)?, 0)),
        Location::Part(register, begin) => Some((register, held(of, begin, types)?, 0)),
        Location::Value(register, more) => {
            Some((register, types.pointee(of)?, more.checked_neg()?))
        }
        Location::Memory(register, more) if register != DWARF_RBP && register != DWARF_RSP => {
            let object = types.strip(of)?;
            let is_aggregate = matches!(types.get(object).kind, Kind::Aggregate { .. });
            is_aggregate.then_some((register, object, more.checked_neg()?))
        }
        _ => None,
    }
}

/// What a register points to that holds 8 bytes of a variable: the variable itself, or a member of it.
fn held(of: TypeId, begin: u64, types: &Types) -> Option<TypeId> {
    if begin == 0
        && let Some(target) = types.pointee(of)
    {
        return Some(target);
    }
    let object = types.strip(of)?;
    if !matches!(types.get(object).kind, Kind::Aggregate { .. }) {
        return None;
    }
    match pointers(types, object, begin, false).as_slice() {
        [(target, _, false), ..] => Some(*target),
        _ => None,
    }
}
