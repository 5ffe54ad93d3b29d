//! What each instruction does to what is known, over all paths of a function to a fixed point.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use debuginfo::dwarf::located::{Body, Kind, TypeId, Types};
use facts::Sure;
use iced_x86::{
    FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, OpKind, Register,
};

use crate::graph::Graph;
use crate::later::Later;
use crate::members::{element_sizes, holds, pointers};
use crate::operand::{Operand, Segment, computed, operands};
use crate::program::Globals;
use crate::reasons::{Reason, ReasonId, Reasons};
use crate::seeds::Seeds;
use crate::state::{Base, Exact, Fact, Facts, RAX, RBP, RSP, State, add, join};

/// A block that changes more often is left as it is.
const MAX_VISITS: u32 = 24;

/// One function, and all that its instructions are followed with.
pub struct Flow<'a> {
    pub types: &'a Types,
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
        let orphans: Vec<usize> =
            (0..blocks.len()).filter(|&at| blocks[at].is_orphan && Some(at) != entry).collect();
        if let Some(entry) = entry {
            states[entry] = Some(State::at_entry());
            waiting.push_back(entry);
        }
        // What only an indirect jump leads to has the state of such a jump; without one (landing pads of
        // exceptions) nothing is known there.
        let mut are_orphans_left = true;
        loop {
            while let Some(at) = waiting.pop_front() {
                visits[at] += 1;
                let Some(mut state) = states[at].clone() else { continue };
                for number in blocks[at].first..blocks[at].end {
                    self.seed(number, &mut state);
                    self.step(number, &mut state, factory);
                }
                let follows = blocks[at].next.iter();
                let anywhere = if blocks[at].jumps_anywhere { &orphans[..] } else { &[] };
                for &next in follows.chain(anywhere) {
                    let changed = match &mut states[next] {
                        Some(known) => known
                            .merge(&state, &|base, offset, bytes| self.apart(base, offset, bytes)),
                        none => {
                            *none = Some(state.clone());
                            true
                        }
                    };
                    if changed && visits[next] < MAX_VISITS && !waiting.contains(&next) {
                        waiting.push_back(next);
                    }
                }
            }
            if !are_orphans_left {
                return states;
            }
            are_orphans_left = false;
            for &at in orphans.iter().filter(|&&at| states[at].is_none()).collect::<Vec<_>>() {
                states[at] = Some(State::default());
                waiting.push_back(at);
            }
        }
    }

    /// Takes in the locations of variables before an instruction, and what its registers will be used for.
    pub fn seed(&self, number: usize, state: &mut State) {
        if !self.only_parameters || self.graph.instructions[number].ip() == self.begin {
            self.seed_locations(number, state);
        }
        let Some(later) = self.later.get(number) else { return };
        let leads = |list: &Facts| {
            list.iter().any(|fact| {
                !matches!(fact.base, Base::Const) || fact.offset.unsigned_abs() >= SMALL
            })
        };
        let unknown: Vec<&(usize, Fact)> =
            later.iter().filter(|(register, _)| !leads(&state.registers[*register])).collect();
        for (register, fact) in unknown {
            add(&mut state.registers[*register], *fact);
        }
    }

    /// Takes in the locations of variables before an instruction.
    pub fn seed_locations(&self, number: usize, state: &mut State) {
        // What a location list says no longer may still be so: nothing has written the register since.
        for list in &mut state.registers {
            list.iter_mut().for_each(|fact| fact.sure = fact.sure.max(Sure::Must));
        }
        let address = self.graph.instructions[number].ip();
        let mut reasons = self.reasons.borrow_mut();
        let seeds =
            self.seeds.registers(number, address, self.begin, self.body, self.types, &mut reasons);
        for (register, fact, is_new) in seeds {
            let list = &mut state.registers[register];
            let same = list.iter().position(|known| {
                known.base == fact.base
                    && known.offset == fact.offset
                    && known.exact == Exact::Yes
                    && known.sure == Sure::Direct
            });
            if same.is_some() {
                continue;
            }
            let is_there =
                list.iter().any(|known| known.base == fact.base && known.offset == fact.offset);
            if !is_new && !is_there {
                // gcc lets a location run on over the instruction that overwrites the register.
                let mut sure = list.iter().filter(|known| known.sure <= Sure::Must).peekable();
                if sure.peek().is_some() && sure.all(|known| !self.are_related(known, &fact)) {
                    continue;
                }
            }
            list.retain(|known| {
                known.sure <= Sure::Must && (known.base, known.offset) != (fact.base, fact.offset)
            });
            list.insert(0, fact);
            list.truncate(crate::state::MAX_FACTS);
        }
    }

    /// Whether both can be true of one value: one object lies in the other.
    pub fn are_related(&self, a: &Fact, b: &Fact) -> bool {
        match (a.base, b.base) {
            (Base::Object(of), Base::Object(other)) => {
                let apart = a.offset.wrapping_sub(b.offset);
                holds(self.types, of, apart, other)
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
            Base::PerCpuAddress | Base::Stack | Base::PerCpu => return Exact::No,
        };
        if elements.into_iter().any(|size| is_whole(Some(size))) {
            Exact::Within
        } else {
            Exact::No
        }
    }

    /// What an address that an instruction computes may be.
    pub fn address(&self, state: &State, operand: &Operand) -> Facts {
        let displacement = operand.displacement;
        let mut found = Facts::new();
        if operand.segment == Segment::Thread {
            return found;
        }
        let plain = Fact::constant(displacement, ReasonId::NONE);
        match (operand.base, operand.index) {
            (None, None) => found.push(plain),
            (None, Some(index)) => {
                if operand.scale == 1 && !state.registers[index].is_empty() {
                    found
                        .extend(state.registers[index].iter().map(|fact| fact.moved(displacement)));
                } else {
                    self.indexed(&[plain], &state.registers[index], operand.scale, &mut found);
                }
            }
            (Some(base), None) => {
                found.extend(state.registers[base].iter().map(|fact| fact.moved(displacement)));
            }
            (Some(base), Some(index)) => {
                let moved = |list: &Facts| -> Facts {
                    list.iter().map(|fact| fact.moved(displacement)).collect()
                };
                let leads = |list: &Facts| {
                    list.iter().any(|fact| matches!(fact.base, Base::Object(_) | Base::Stack))
                };
                let (bases, indices) = (&state.registers[base], &state.registers[index]);
                if operand.scale == 1 && leads(indices) && !leads(bases) {
                    self.indexed(&moved(indices), bases, 1, &mut found);
                } else {
                    self.indexed(&moved(bases), indices, operand.scale, &mut found);
                }
            }
        }
        // `table(,%rax,8)`, and in kernels `table(%rax)`: the displacement is the address of a variable.
        let is_unknown =
            found.iter().all(|fact| fact.exact == Exact::No || fact.base == Base::Const);
        if is_unknown
            && (operand.base.is_some() || operand.index.is_some())
            && operand.segment == Segment::Flat
            && self.globals.is_absolute(displacement)
            && self.globals.at(displacement as u64).is_some()
        {
            let exact = Exact::Element;
            found = vec![Fact { exact, ..plain }];
        }
        if operand.segment == Segment::Cpu {
            // A pointer to what each CPU has its own of is declared as one to the object.
            found.retain(|fact| matches!(fact.base, Base::Const | Base::Object(_)));
            let addresses = found.iter_mut().filter(|fact| fact.base == Base::Const);
            addresses.for_each(|fact| fact.base = Base::PerCpuAddress);
        }
        found
    }

    /// Adds an index to bases.
    fn indexed(&self, bases: &[Fact], index: &[Fact], scale: i64, found: &mut Facts) {
        let constant = index.iter().find(|fact| {
            fact.base == Base::Const && fact.exact == Exact::Yes && fact.sure <= Sure::Must
        });
        let is_per_cpu = index.iter().any(|fact| fact.base == Base::PerCpu);
        for fact in bases {
            if let (Base::PerCpu, Some(constant)) = (fact.base, constant) {
                add(found, Fact { base: Base::PerCpuAddress, ..*constant }.moved(fact.offset));
            } else if let Some(constant) = constant {
                add(found, fact.moved(constant.offset.wrapping_mul(scale)));
            } else if is_per_cpu && scale == 1 {
                let base = match fact.base {
                    Base::Const => Base::PerCpuAddress,
                    other => other,
                };
                add(found, Fact { base, ..*fact });
            } else if fact.base != Base::PerCpu {
                add(found, Fact { exact: fact.exact.max(Exact::Element), ..*fact });
            }
        }
    }

    /// The offset within an object of a type: an element's, where any of several may be meant.
    pub fn within(&self, of: TypeId, fact: &Fact) -> Option<u64> {
        let offset = match (fact.exact, self.types.size(of)) {
            (Exact::No, _) => return None,
            (Exact::Element, Some(bytes)) if bytes > 0 => {
                let bytes = i64::try_from(bytes).ok()?;
                if (0..bytes).contains(&fact.offset) {
                    fact.offset
                } else {
                    fact.offset.rem_euclid(bytes)
                }
            }
            _ => fact.offset,
        };
        u64::try_from(offset).ok()
    }

    /// What eight bytes hold that are loaded from an address.
    fn loaded(&self, number: usize, state: &State, address: &[Fact]) -> Facts {
        let at = self.graph.instructions[number].ip().wrapping_sub(self.begin) as i64;
        let mut found = Facts::new();
        for fact in address {
            let is_element = matches!(fact.exact, Exact::Element | Exact::Within);
            // The object, the offset in it, its name, and how sure what is loaded can be at best.
            let (of, offset, name, best) = match fact.base {
                Base::Object(of) => {
                    let Some(offset) = self.within(of, fact) else { continue };
                    (of, offset, self.types.name(of), Sure::Must)
                }
                Base::Stack => {
                    let frame = self.seeds.frame_variable(
                        number,
                        fact.offset,
                        state,
                        self.body,
                        self.types,
                    );
                    if fact.exact == Exact::No {
                        continue;
                    }
                    if let Some(frame) = frame
                        && let Some(of) = self.types.strip(frame.variable.of)
                    {
                        let name = Some(frame.variable.name.clone());
                        self.through(
                            &mut found,
                            (of, frame.inside as u64, name, Sure::Direct),
                            (at, is_element, fact),
                        );
                    }
                    if fact.exact == Exact::Yes {
                        state.slot(fact.offset).iter().for_each(|kept| add(&mut found, *kept));
                    }
                    continue;
                }
                Base::Const | Base::PerCpuAddress => {
                    let global = if fact.base == Base::Const {
                        self.globals.at(fact.offset as u64)
                    } else {
                        self.globals.per_cpu_at(fact.offset as u64)
                    };
                    if let Some(name) = global.as_ref().map(|global| global.name.clone())
                        && matches!(&*name, "this_cpu_off" | "__per_cpu_offset")
                    {
                        let base = Base::PerCpu;
                        let why = ReasonId::NONE;
                        found.push(Fact {
                            base,
                            offset: 0,
                            exact: Exact::Yes,
                            sure: Sure::Must,
                            why,
                        });
                        continue;
                    }
                    let Some(global) = global else { continue };
                    let Some(of) = global.of else { continue };
                    (of, global.inside, Some(global.name), Sure::Must)
                }
                Base::PerCpu => continue,
            };
            self.through(&mut found, (of, offset, name, best), (at, is_element, fact));
        }
        found
    }

    /// The pointers that lie at an offset of an object.
    fn through(
        &self,
        found: &mut Facts,
        (of, offset, name, best): (TypeId, u64, Option<Rc<str>>, Sure),
        (at, is_element, fact): (i64, bool, &Fact),
    ) {
        for (target, path, is_union) in pointers(self.types, of, offset, is_element) {
            if fact.exact == Exact::Within && !path.contains('[') {
                continue;
            }
            let name = name.as_deref().unwrap_or("struct");
            let is_plain = !matches!(self.types.get(of).kind, Kind::Aggregate { .. });
            let why = if is_plain && best == Sure::Direct {
                Reason::Frame { name: name.into() }
            } else {
                let from = match path.as_str() {
                    "" => name.to_owned(),
                    path if path.starts_with('[') => format!("{name}{path}"),
                    path => format!("{name}.{path}"),
                };
                Reason::Load { at, from: from.into(), next: fact.why, is_union }
            };
            let why = self.reasons.borrow_mut().add(why);
            let sure = if is_union { Sure::Later } else { fact.sure.max(Sure::Must) };
            let base = Base::Object(target);
            add(found, Fact { base, offset: 0, exact: Exact::Yes, sure, why });
        }
    }

    /// What an instruction does to what is known.
    pub fn step(&self, number: usize, state: &mut State, factory: &mut InstructionInfoFactory) {
        let instruction = &self.graph.instructions[number];
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

    fn call(&self, instruction: &Instruction, state: &mut State) {
        const CALLER_SAVED: [usize; 9] = [0, 1, 2, 6, 7, 8, 9, 10, 11];
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
        for register in CALLER_SAVED {
            state.registers[register].clear();
        }
        let stated = self.body.calls.get(&instruction.next_ip());
        let returned = match (stated, &callee) {
            (Some(call), _) => call.returns,
            (None, Some(name)) => self.types.returned_by(name).flatten(),
            (None, None) => None,
        };
        if let Some(object) = returned.and_then(|of| self.types.pointee(of)) {
            let callee = callee.unwrap_or_else(|| "the function that is called".into());
            let at = instruction.next_ip().wrapping_sub(self.begin) as i64;
            let why = self.reasons.borrow_mut().add(Reason::Return { at, callee });
            let base = Base::Object(object);
            state.registers[RAX] =
                vec![Fact { base, offset: 0, exact: Exact::Yes, sure: Sure::Must, why }];
        }
    }

    /// Instructions that move or compute pointers; whether this is one.
    fn move_or_compute(&self, number: usize, instruction: &Instruction, state: &mut State) -> bool {
        let to = wide(instruction, 0);
        let from = wide(instruction, 1);
        let constant = immediate(instruction, 1);
        let is_load = instruction.op1_kind() == OpKind::Memory && instruction.op_count() == 2;
        let is_store = instruction.op0_kind() == OpKind::Memory;
        let memory = || computed(instruction);
        match instruction.mnemonic() {
            Mnemonic::Mov => match (to, from) {
                (Some(to), Some(from)) => state.registers[to] = state.registers[from].clone(),
                (Some(to), None) if constant.is_some() => {
                    let value = constant.unwrap_or_default();
                    state.registers[to] = vec![Fact::constant(value, ReasonId::NONE)];
                }
                (Some(to), None) if is_load => {
                    let address = memory().map(|memory| self.address(state, &memory));
                    state.registers[to] = self.loaded(number, state, &address.unwrap_or_default());
                }
                (None, _) if is_store => {
                    let Some(memory) = memory() else { return false };
                    let facts = match (from, constant) {
                        (Some(from), _) => state.registers[from].clone(),
                        (None, Some(value)) if memory.bytes == 8 => {
                            vec![Fact::constant(value, ReasonId::NONE)]
                        }
                        _ => Facts::new(),
                    };
                    self.store(state, &memory, facts);
                }
                _ => {
                    // To the lower half: the upper one becomes zero. Addresses of small programs fit.
                    let Some(to) = half(instruction, 0) else { return false };
                    state.registers[to] = match (half(instruction, 1), constant) {
                        (Some(from), _) => {
                            let known = state.registers[from].iter();
                            known.filter(|fact| fact.base == Base::Const).copied().collect()
                        }
                        (None, Some(value)) => {
                            vec![Fact::constant(i64::from(value as u32), ReasonId::NONE)]
                        }
                        _ => Facts::new(),
                    };
                }
            },
            Mnemonic::Lea => {
                let (Some(to), Some(memory)) = (to, memory()) else { return false };
                let plain = Operand { segment: Segment::Flat, ..memory };
                state.registers[to] = self.address(state, &plain);
            }
            Mnemonic::Add | Mnemonic::Sub => {
                let Some(to) = to else { return false };
                let is_sub = instruction.mnemonic() == Mnemonic::Sub;
                if let Some(value) = constant {
                    let value = if is_sub { value.wrapping_neg() } else { value };
                    state.registers[to].iter_mut().for_each(|fact| *fact = fact.moved(value));
                    return true;
                }
                if is_sub {
                    if from == Some(to) {
                        state.registers[to] = vec![Fact::constant(0, ReasonId::NONE)];
                        return true;
                    }
                    return self.subtracted(to, from, state);
                }
                let Some(added) = self.given(number, state, from) else { return false };
                let mine = state.registers[to].clone();
                let leads = |list: &Facts| {
                    list.iter().any(|fact| matches!(fact.base, Base::Object(_) | Base::Stack))
                };
                let mut sum = Facts::new();
                if leads(&added) && !leads(&mine) {
                    self.indexed(&added, &mine, 1, &mut sum);
                } else {
                    self.indexed(&mine, &added, 1, &mut sum);
                }
                state.registers[to] = sum;
            }
            Mnemonic::Inc | Mnemonic::Dec => {
                let Some(to) = to else { return false };
                let by = if instruction.mnemonic() == Mnemonic::Inc { 1 } else { -1 };
                state.registers[to].iter_mut().for_each(|fact| *fact = fact.moved(by));
            }
            Mnemonic::Xor if half(instruction, 0).is_some() || to.is_some() => {
                let first = instruction.op0_register();
                if instruction.op1_kind() != OpKind::Register || instruction.op1_register() != first
                {
                    return false;
                }
                let to = first.full_register().number();
                state.registers[to] = vec![Fact::constant(0, ReasonId::NONE)];
            }
            Mnemonic::And => {
                // Tag bits in a pointer, or an aligned stack.
                let (Some(to), Some(value)) = (to, constant) else { return false };
                if !(-64..0).contains(&value) {
                    return false;
                }
                if to == RSP {
                    state.registers[to].iter_mut().for_each(|fact| fact.exact = Exact::No);
                } else {
                    state.registers[to].retain(|fact| fact.base != Base::Const);
                }
            }
            Mnemonic::Push => {
                let facts = match (wide(instruction, 0), instruction.op0_kind()) {
                    (Some(from), _) => state.registers[from].clone(),
                    (None, OpKind::Memory) => {
                        let address = memory().map(|memory| self.address(state, &memory));
                        self.loaded(number, state, &address.unwrap_or_default())
                    }
                    _ => Facts::new(),
                };
                state.registers[RSP].iter_mut().for_each(|fact| *fact = fact.moved(-8));
                if let Some(top) = state.stack_offset(RSP) {
                    state.store(top, 8, facts);
                }
            }
            Mnemonic::Pop => {
                let Some(to) = to else { return false };
                let facts = match state.stack_offset(RSP) {
                    Some(top) => state.slot(top).to_vec(),
                    None => Facts::new(),
                };
                state.registers[RSP].iter_mut().for_each(|fact| *fact = fact.moved(8));
                state.registers[to] = facts;
            }
            Mnemonic::Leave => {
                state.registers[RSP] = state.registers[RBP].clone();
                let facts = match state.stack_offset(RSP) {
                    Some(top) => state.slot(top).to_vec(),
                    None => Facts::new(),
                };
                state.registers[RSP].iter_mut().for_each(|fact| *fact = fact.moved(8));
                state.registers[RBP] = facts;
            }
            Mnemonic::Xchg => match (to, from) {
                (Some(to), Some(from)) => state.registers.swap(to, from),
                (None, Some(from)) if is_store => self.exchanged(number, from, state, instruction),
                _ => return false,
            },
            Mnemonic::Xadd => match (is_store, from) {
                (true, Some(from)) => self.exchanged(number, from, state, instruction),
                _ => return false,
            },
            Mnemonic::Cmpxchg => {
                let (true, Some(from), Some(memory)) = (is_store, from, memory()) else {
                    return false;
                };
                let address = self.address(state, &memory);
                let loaded = self.loaded(number, state, &address);
                let kept = join(&state.registers[RAX], &loaded, &|base, offset, bytes| {
                    self.apart(base, offset, bytes)
                });
                let stored = join(&loaded, &state.registers[from], &|base, offset, bytes| {
                    self.apart(base, offset, bytes)
                });
                state.registers[RAX] = kept;
                self.store(state, &memory, stored);
            }
            _ if is_conditional_move(instruction) => {
                let Some(to) = to else { return false };
                let Some(moved) = self.given(number, state, from) else { return false };
                state.registers[to] = join(&state.registers[to], &moved, &|base, offset, bytes| {
                    self.apart(base, offset, bytes)
                });
            }
            _ => return false,
        }
        true
    }

    /// A number that is known is taken away; of anything else the difference is no pointer that is known.
    fn subtracted(&self, to: usize, from: Option<usize>, state: &mut State) -> bool {
        let known = from.and_then(|from| {
            let facts = &state.registers[from];
            facts.iter().find(|fact| fact.base == Base::Const && fact.exact == Exact::Yes).copied()
        });
        let Some(known) = known.filter(|fact| fact.sure <= Sure::Must) else { return false };
        let by = known.offset.wrapping_neg();
        state.registers[to].iter_mut().for_each(|fact| *fact = fact.moved(by));
        true
    }

    /// What an instruction takes: a register, or the memory that it loads. Nothing of another operand.
    fn given(&self, number: usize, state: &State, from: Option<usize>) -> Option<Facts> {
        if let Some(from) = from {
            return Some(state.registers[from].clone());
        }
        let instruction = &self.graph.instructions[number];
        let memory = computed(instruction).filter(|_| instruction.op1_kind() == OpKind::Memory)?;
        Some(self.loaded(number, state, &self.address(state, &memory)))
    }

    fn exchanged(&self, number: usize, from: usize, state: &mut State, instruction: &Instruction) {
        let Some(memory) = computed(instruction) else { return };
        let address = self.address(state, &memory);
        let loaded = self.loaded(number, state, &address);
        let is_swap = instruction.mnemonic() == Mnemonic::Xchg;
        let stored = if is_swap { state.registers[from].clone() } else { Facts::new() };
        self.store(state, &memory, stored);
        state.registers[from] = loaded;
    }
}

/// The number of a 64-bit register that is an operand.
fn wide(instruction: &Instruction, operand: u32) -> Option<usize> {
    register(instruction, operand).filter(|register| register.is_gpr64()).map(Register::number)
}

/// The number of a 32-bit one.
fn half(instruction: &Instruction, operand: u32) -> Option<usize> {
    register(instruction, operand).filter(|register| register.is_gpr32()).map(Register::number)
}

fn register(instruction: &Instruction, operand: u32) -> Option<Register> {
    if operand >= instruction.op_count() || instruction.op_kind(operand) != OpKind::Register {
        return None;
    }
    Some(instruction.op_register(operand))
}

fn immediate(instruction: &Instruction, operand: u32) -> Option<i64> {
    if operand >= instruction.op_count() {
        return None;
    }
    match instruction.op_kind(operand) {
        OpKind::Immediate8
        | OpKind::Immediate16
        | OpKind::Immediate32
        | OpKind::Immediate64
        | OpKind::Immediate8to16
        | OpKind::Immediate8to32
        | OpKind::Immediate8to64
        | OpKind::Immediate32to64 => Some(instruction.immediate(operand) as i64),
        _ => None,
    }
}

fn is_conditional_move(instruction: &Instruction) -> bool {
    matches!(
        instruction.mnemonic(),
        Mnemonic::Cmova
            | Mnemonic::Cmovae
            | Mnemonic::Cmovb
            | Mnemonic::Cmovbe
            | Mnemonic::Cmove
            | Mnemonic::Cmovg
            | Mnemonic::Cmovge
            | Mnemonic::Cmovl
            | Mnemonic::Cmovle
            | Mnemonic::Cmovne
            | Mnemonic::Cmovno
            | Mnemonic::Cmovnp
            | Mnemonic::Cmovns
            | Mnemonic::Cmovo
            | Mnemonic::Cmovp
            | Mnemonic::Cmovs
    )
}
