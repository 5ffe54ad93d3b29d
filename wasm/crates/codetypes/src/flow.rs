//! What each instruction does to what is known, over all paths of a function to a fixed point.

use std::cell::RefCell;
use std::collections::VecDeque;

use debuginfo::dwarf::located::{Body, Types, UnitTypes};
use facts::Confidence;
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, OpAccess, OpKind};

use crate::globals::Globals;
use crate::graph::Graph;
use crate::members::{element_sizes, holds};
use crate::operand::{Operand, operands};
use crate::reasons::{Reason, ReasonId, Reasons};
use crate::seeds::{Seeds, Stated};
use crate::state::{Base, Exact, Fact, Facts, Later, R11, R14, RAX, RDX, RSP, Runtime, State, add};

mod addresses;
mod containers;
mod instructions;

pub use containers::Containers;

/// A block that changes more often is left as it is.
const MAX_VISITS: u32 = 24;

/// One function, and all that its instructions are followed with.
pub struct Flow<'a> {
    pub types: &'a Types,
    /// Its unit.
    pub unit: &'a UnitTypes,
    pub body: &'a Body,
    pub graph: &'a Graph,
    pub seeds: &'a Seeds,
    pub globals: &'a Globals<'a>,
    pub reasons: &'a RefCell<Reasons>,
    /// Where the function begins.
    pub begin: u64,
    /// What registers will be used for.
    pub later: Later,
    /// Locations are used at the function's first instruction only: a check holds the rest against them.
    pub only_parameters: bool,
    /// What holds the objects of pointers that were cast, as far as it was asked.
    pub containers: RefCell<Containers>,
}

/// Numbers up to here are no addresses.
const SMALL: u64 = 4096;

/// What is known where each block begins; `None` where no path leads.
pub type BlockStates = Vec<Option<State>>;

impl Flow<'_> {
    /// Follows all paths until nothing changes.
    pub fn run(&self, factory: &mut InstructionInfoFactory) -> BlockStates {
        let blocks = &self.graph.blocks;
        let mut states: BlockStates = vec![None; blocks.len()];
        let mut visits = vec![0u32; blocks.len()];
        let mut waiting = VecDeque::new();
        let entry = self
            .graph
            .at(self.begin)
            .and_then(|at| blocks.iter().position(|block| block.first <= at && at < block.end));
        let orphans: Vec<usize> = (0..)
            .zip(blocks)
            .filter(|&(at, block)| block.is_orphan && Some(at) != entry)
            .map(|(at, _)| at)
            .collect();
        if let Some(entry) = entry
            && let Some(state) = states.get_mut(entry)
        {
            *state = Some(self.at_entry());
            waiting.push_back(entry);
        }
        // What only an indirect jump leads to has the state of such a jump; without one (landing pads of
        // exceptions) nothing is known there.
        let mut are_orphans_left = true;
        loop {
            while let Some(at) = waiting.pop_front() {
                let (Some(block), Some(visited)) = (blocks.get(at), visits.get_mut(at)) else {
                    continue;
                };
                *visited += 1;
                let Some(mut state) = states.get(at).cloned().flatten() else { continue };
                for number in block.first..block.end {
                    self.seed(number, &mut state);
                    self.step(number, &mut state, factory);
                }
                let follows = block.next.iter();
                let anywhere = if block.jumps_anywhere { &orphans[..] } else { &[] };
                for &next in follows.chain(anywhere) {
                    let changed = match states.get_mut(next) {
                        None => false,
                        Some(Some(known)) => {
                            let apart = |base, offset, bytes| self.apart(base, offset, bytes);
                            known.merge(&state, next, &apart)
                        }
                        Some(none) => {
                            *none = Some(state.clone());
                            true
                        }
                    };
                    if changed
                        && visits.get(next).is_some_and(|visited| *visited < MAX_VISITS)
                        && !waiting.contains(&next)
                    {
                        waiting.push_back(next);
                    }
                }
            }
            if !are_orphans_left {
                return states;
            }
            are_orphans_left = false;
            for &at in &orphans {
                if let Some(state @ None) = states.get_mut(at) {
                    *state = Some(State::default());
                    waiting.push_back(at);
                }
            }
        }
    }

    /// Takes in the locations of variables before an instruction, and what its registers will be used for.
    pub fn seed(&self, number: usize, state: &mut State) {
        if !self.only_parameters || self.graph.instruction(number).ip() == self.begin {
            self.seed_locations(number, state);
        }
        let Some(later) = self.later.agreed.get(number) else { return };
        let leads = |known: &Fact| {
            !matches!(known.base, Base::Const) || known.offset.unsigned_abs() >= SMALL
        };
        let mut unknown: Vec<(usize, Fact)> = Vec::new();
        for (register, fact) in later {
            let known = &state.registers[*register];
            let leads = known.iter().any(|known| leads(known) && !self.is_left(number, known));
            unknown.extend((!leads).then_some((*register, *fact)));
        }
        for (register, fact) in unknown {
            let known = &mut state.registers[register];
            known.retain(|known| !self.is_left(number, known));
            add(known, fact);
        }
    }

    /// Whether a variable alone says so, whose scope an instruction is not of. The same value may lead to a struct of
    /// another type there, as a `void *` that is cast again; its location list runs on all the same.
    pub fn is_left(&self, number: usize, fact: &Fact) -> bool {
        fact.by.is_some_and(|by| !self.seeds.is_in_scope(by, number))
    }

    /// Takes in the locations of variables before an instruction.
    pub fn seed_locations(&self, number: usize, state: &mut State) {
        // What a location list says no longer may still be so: nothing has written the register since.
        for list in state.registers.iter_mut() {
            list.iter_mut()
                .for_each(|fact| fact.confidence = fact.confidence.max(Confidence::Must));
        }
        let address = self.graph.instruction(number).ip();
        let mut reasons = self.reasons.borrow_mut();
        let seeds =
            self.seeds.registers(number, address, self.begin, self.body, self.types, &mut reasons);
        for Stated { register, fact, is_new, is_only } in seeds {
            let list = &mut state.registers[register];
            let is_same = |known: &Fact| (known.base, known.offset) == (fact.base, fact.offset);
            let is_exact = |known: &Fact| is_same(known) && known.exact == Exact::Yes;
            let is_lasting = list.iter().any(|known| is_exact(known) && known.is_lasting());
            let fact = Fact { by: fact.by.filter(|_| !is_lasting), ..fact };
            let stated =
                |known: &&mut Fact| is_exact(known) && known.confidence == Confidence::Direct;
            if let Some(known) = list.iter_mut().find(stated) {
                if fact.by.is_none() || self.is_left(number, known) {
                    known.by = fact.by;
                }
                continue;
            }
            let is_there = list.iter().any(is_same);
            if is_only
                && !is_new
                && !list.iter().any(|known| is_same(known) && known.confidence <= Confidence::Must)
            {
                // Nothing but this says so, and the register may have something else by now, or still.
                add(list, Fact { confidence: Confidence::May, ..fact });
                continue;
            }
            if !is_new && !is_there {
                // gcc lets a location run on over the instruction that overwrites the register.
                let is_certain = |known: &&Fact| {
                    known.confidence <= Confidence::Must && !self.is_left(number, known)
                };
                let mut certain = list.iter().filter(is_certain).peekable();
                if certain.peek().is_some() && certain.all(|known| !self.are_related(known, &fact))
                {
                    continue;
                }
            }
            list.retain(|known| known.confidence <= Confidence::Must && !is_same(known));
            list.insert(0, fact);
            list.truncate(crate::state::MAX_FACTS);
        }
    }

    /// Whether both can be true of one value: one object lies in the other.
    pub fn are_related(&self, a: &Fact, b: &Fact) -> bool {
        match (a.base, b.base) {
            (Base::Object(of), Base::Object(other)) => {
                let apart = a.offset.wrapping_sub(b.offset);
                let is_lost = |of| self.types.lost(of).is_some();
                is_lost(of)
                    || is_lost(other)
                    || holds(self.types, of, apart, other)
                    || holds(self.types, other, apart.wrapping_neg(), of)
            }
            // An address is of some object.
            (Base::Const, _) => a.offset.unsigned_abs() >= SMALL,
            _ => true,
        }
    }

    /// Whether values of one base, `bytes` apart, may be of elements of one array.
    pub fn apart(&self, base: Base, offset: i64, bytes: i64) -> Exact {
        let is_whole = |size: Option<u64>| {
            let size = size.and_then(|size| i64::try_from(size).ok()).filter(|size| *size > 0);
            size.is_some_and(|size| bytes % size == 0)
        };
        let elements = match base {
            Base::Object(of) if is_whole(self.types.size(of)) => return Exact::Element,
            Base::Object(of) => element_sizes(self.types, of),
            Base::Const => {
                let global = self.globals.at(offset as u64);
                return if is_whole(global.and_then(|global| global.element_bytes(self.types))) {
                    Exact::Element
                } else {
                    Exact::No
                };
            }
            Base::PerCpuAddress | Base::Stack | Base::PerCpu | Base::Runtime(_) => {
                return Exact::No;
            }
        };
        if elements.into_iter().any(|size| is_whole(Some(size))) {
            Exact::Within
        } else {
            Exact::No
        }
    }

    /// What an instruction does to what is known.
    pub fn step(&self, number: usize, state: &mut State, factory: &mut InstructionInfoFactory) {
        let instruction = self.graph.instruction(number);
        self.follow(number, instruction, state, factory);
        state.strides.step(number, instruction, factory);
    }

    fn follow(
        &self,
        number: usize,
        instruction: &Instruction,
        state: &mut State,
        factory: &mut InstructionInfoFactory,
    ) {
        if self.move_or_compute(number, instruction, state) {
            return;
        }
        if matches!(instruction.flow_control(), FlowControl::Call | FlowControl::IndirectCall) {
            self.call(instruction, state);
            return;
        }
        let stored: Vec<Operand> = operands(factory, instruction)
            .into_iter()
            .filter(|operand| operand.does != facts::AccessKind::Read)
            .collect();
        for operand in stored {
            self.store(state, &operand, Facts::new());
        }
        for used in factory.info(instruction).used_registers() {
            let is_written = matches!(
                used.access(),
                OpAccess::Write
                    | OpAccess::CondWrite
                    | OpAccess::ReadWrite
                    | OpAccess::ReadCondWrite
            );
            if is_written && used.register().is_gpr() {
                let register = used.register().full_register().number();
                // A call or push that is not known by itself moves the stack pointer back.
                if register != RSP {
                    state.registers[register].clear();
                }
            }
        }
        let moves_stack = instruction.stack_pointer_increment();
        if moves_stack != 0 {
            let moved = i64::from(moves_stack);
            state.registers[RSP].iter_mut().for_each(|fact| *fact = fact.moved(moved));
        }
    }

    fn store(&self, state: &mut State, operand: &Operand, facts: Facts) {
        let bytes = if operand.bytes == 0 { 64 } else { operand.bytes };
        for fact in self.address(state, operand) {
            if fact.base == Base::Stack && fact.exact == Exact::Yes {
                state.store(fact.offset, bytes, facts.clone());
            }
        }
    }

    /// What is known where the function begins.
    fn at_entry(&self) -> State {
        let mut state = State::at_entry();
        if self.unit.is_go() {
            let base = Base::Runtime(Runtime::Closure);
            let fact = Fact { base, ..Fact::constant(0, ReasonId::NONE) };
            state.registers[RDX] = vec![fact];
            if let Some(goroutine) = self.globals.goroutine() {
                state.registers[R14] = vec![Fact { base: Base::Object(goroutine), ..fact }];
            }
        }
        state
    }

    /// The registers that a call may change: Go keeps none of a caller's but the stack's, the frame's and the goroutine.
    pub fn changed_by_calls(&self) -> &'static [usize] {
        const SYSTEM_V: [usize; 9] = [0, 1, 2, 6, 7, 8, 9, 10, 11];
        const GO: [usize; 13] = [0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 15];
        if self.unit.is_go() { &GO } else { &SYSTEM_V }
    }

    fn call(&self, instruction: &Instruction, state: &mut State) {
        let is_direct = instruction.flow_control() == FlowControl::Call
            && instruction.op0_kind() == OpKind::NearBranch64;
        let callee = if is_direct {
            self.globals.function_at(instruction.near_branch_target())
        } else {
            None
        };
        if callee.as_deref().is_some_and(|name| matches!(name, "__fentry__" | "mcount")) {
            return;
        }
        if self.unit.is_go()
            && callee.as_deref().is_some_and(|name| name.starts_with("runtime.gcWriteBarrier"))
        {
            let base = Base::Runtime(Runtime::WriteBuffer);
            state.registers[R11] = vec![Fact { base, ..Fact::constant(0, ReasonId::NONE) }];
            return;
        }
        for &register in self.changed_by_calls() {
            state.registers[register].clear();
        }
        let stated = self.body.calls.get(&instruction.next_ip());
        let returned = match (stated, &callee) {
            (Some(call), _) => call.returns,
            (None, Some(name)) => self.unit.returned_by(name).flatten(),
            (None, None) => None,
        };
        if let Some(object) = returned.and_then(|of| self.types.pointee(of)) {
            let callee = callee.unwrap_or_else(|| "the function that is called".into());
            let at = instruction.next_ip().wrapping_sub(self.begin) as i64;
            let why = self.reasons.borrow_mut().add(Reason::Return { at, callee });
            let base = Base::Object(object);
            state.registers[RAX] = vec![Fact {
                base,
                offset: 0,
                exact: Exact::Yes,
                confidence: Confidence::Must,
                by: None,
                why,
            }];
        }
    }
}
