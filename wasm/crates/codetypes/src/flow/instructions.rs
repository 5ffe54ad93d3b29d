//! What each instruction that moves or computes pointers makes of what is known.

use facts::Confidence;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

use super::Flow;
use super::addresses::Step;
use crate::operand::{Operand, Segment, computed};
use crate::reasons::ReasonId;
use crate::state::{Base, Exact, Fact, Facts, RAX, RBP, RSP, State, join};

impl Flow<'_> {
    /// Instructions that move or compute pointers; whether this is one.
    pub(super) fn move_or_compute(
        &self,
        number: usize,
        instruction: &Instruction,
        state: &mut State,
    ) -> bool {
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
                    if let Some(from) = from {
                        self.stored(number, &memory, from, state);
                    }
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
                let added_step = from.map_or(Step::BYTE, |from| Step::of(state, from, 1));
                let mine = state.registers[to].clone();
                let mut sum = Facts::new();
                if self.leads(&added) && !self.leads(&mine) {
                    self.indexed(&added, &mine, Step::of(state, to, 1), &mut sum);
                } else {
                    self.indexed(&mine, &added, added_step, &mut sum);
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

    /// What is put into a variable of the frame has its type: without optimization a parameter lies there alone, and its
    /// register is used further.
    fn stored(&self, number: usize, memory: &Operand, from: usize, state: &mut State) {
        if memory.bytes != 8 || !state.registers[from].is_empty() {
            return;
        }
        let mut address = self.address(state, memory);
        address.retain(|fact| fact.base == Base::Stack && fact.exact == Exact::Yes);
        let mut known = self.loaded(number, state, &address);
        known.iter_mut().for_each(|fact| fact.confidence = fact.confidence.max(Confidence::Must));
        state.registers[from] = known;
    }

    /// A number that is known is taken away; of anything else the difference is no pointer that is known.
    fn subtracted(&self, to: usize, from: Option<usize>, state: &mut State) -> bool {
        let known = from.and_then(|from| {
            let facts = &state.registers[from];
            facts.iter().find(|fact| fact.base == Base::Const && fact.exact == Exact::Yes).copied()
        });
        let Some(known) = known.filter(|fact| fact.confidence <= Confidence::Must) else {
            return false;
        };
        let by = known.offset.wrapping_neg();
        state.registers[to].iter_mut().for_each(|fact| *fact = fact.moved(by));
        true
    }

    /// What an instruction takes: a register, or the memory that it loads. Nothing of another operand.
    fn given(&self, number: usize, state: &State, from: Option<usize>) -> Option<Facts> {
        if let Some(from) = from {
            return Some(state.registers[from].clone());
        }
        let instruction = self.graph.instruction(number);
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
