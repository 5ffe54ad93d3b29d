//! Of what each register is a multiple: an index that was multiplied by the size of an element is one of elements, any
//! other may be of bytes.
//!
//! Compilers multiply by moves, shifts, `lea` and additions of the same number to itself, so that it has to be known
//! which number is multiplied: `3 * n + n` is a multiple of 4, `3 * n + m` of nothing.

use iced_x86::{
    FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, OpKind, Register,
};

use crate::operand::computed;

/// Of what a value is a multiple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stride {
    /// Which unknown number is multiplied: where it was made. `None` where several were added.
    of: Option<u32>,
    /// By how much; 0 is the number 0, which is a multiple of everything.
    factor: u64,
}

impl Stride {
    const ANY: Stride = Stride { of: None, factor: 1 };

    fn new(of: u32) -> Stride {
        Stride { of: Some(of), factor: 1 }
    }

    fn number(value: i64) -> Stride {
        Stride { of: None, factor: value.unsigned_abs() }
    }

    fn times(self, by: i64) -> Stride {
        let by = by.unsigned_abs();
        match self.factor.checked_mul(by) {
            Some(factor) => Stride { factor, ..self },
            None => Stride::ANY,
        }
    }

    fn plus(self, other: Stride) -> Stride {
        if self.of.is_some() && self.of == other.of {
            let factor = self.factor.saturating_add(other.factor);
            return Stride { factor, ..self };
        }
        Stride { of: None, factor: common(self.factor, other.factor) }
    }

    fn minus(self, other: Stride) -> Stride {
        if self.of.is_some() && self.of == other.of {
            return Stride { factor: self.factor.abs_diff(other.factor), ..self };
        }
        self.plus(other)
    }

    /// A number of which the value is a multiple; 0 where the value is 0.
    pub fn factor(self) -> u64 {
        self.factor
    }
}

/// The greatest common divisor.
fn common(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The strides of the sixteen registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strides([Stride; 16]);

impl Default for Strides {
    fn default() -> Strides {
        // No instruction has these numbers.
        Strides(std::array::from_fn(|register| Stride::new(u32::MAX - register as u32)))
    }
}

impl Strides {
    /// That of a register, by its number in encodings.
    pub fn of(&self, register: usize) -> Stride {
        self.0.get(register).copied().unwrap_or(Stride::ANY)
    }

    /// An instruction makes a number in a register of which nothing is known.
    fn make(&mut self, number: usize, register: usize) {
        let of = (number * 16 + register) as u32;
        // What an earlier round of a loop made here is another number.
        self.0.iter_mut().filter(|own| own.of == Some(of)).for_each(|own| own.of = None);
        self.set(register, Stride::new(of));
    }

    fn set(&mut self, register: usize, stride: Stride) {
        if let Some(own) = self.0.get_mut(register) {
            *own = stride;
        }
    }

    /// What is true where two paths meet, at the begin of a block; whether anything changed. A number that differs
    /// between them is one that the block makes. No other register brings that number along from an earlier round: it
    /// differs, too, from what the first path brought.
    pub fn merge(&mut self, other: &Strides, block: usize) -> bool {
        const OF_BLOCKS: u32 = 1 << 31;
        let mut changed = false;
        for (register, (mine, theirs)) in self.0.iter_mut().zip(&other.0).enumerate() {
            let joined = if mine == theirs {
                *mine
            } else {
                let of = Some(OF_BLOCKS | (block * 16 + register) as u32);
                Stride { of, factor: common(mine.factor, theirs.factor) }
            };
            changed |= joined != *mine;
            *mine = joined;
        }
        changed
    }

    /// Takes in what an instruction does; `number` tells it from the others of the function.
    pub fn step(
        &mut self,
        number: usize,
        instruction: &Instruction,
        factory: &mut InstructionInfoFactory,
    ) {
        const CALLER_SAVED: [usize; 9] = [0, 1, 2, 6, 7, 8, 9, 10, 11];
        let new = self.result(instruction);
        if matches!(instruction.flow_control(), FlowControl::Call | FlowControl::IndirectCall) {
            CALLER_SAVED.iter().for_each(|&register| self.make(number, register));
            return;
        }
        for used in factory.info(instruction).used_registers() {
            let is_read_only = matches!(used.access(), OpAccess::Read | OpAccess::CondRead);
            if !is_read_only && used.register().is_gpr() {
                self.make(number, used.register().full_register().number());
            }
        }
        if let (Some(new), Some(to)) = (new, whole(instruction, 0)) {
            self.set(to, new);
        }
    }

    /// What the first operand is a multiple of, of instructions that multiply.
    fn result(&self, instruction: &Instruction) -> Option<Stride> {
        let own = self.of(whole(instruction, 0)?);
        let given = whole(instruction, 1).map(|register| self.of(register));
        let constant = |operand: u32| {
            let is_there = operand < instruction.op_count();
            let is_constant = is_there
                && matches!(
                    instruction.op_kind(operand),
                    OpKind::Immediate8
                        | OpKind::Immediate32
                        | OpKind::Immediate64
                        | OpKind::Immediate8to32
                        | OpKind::Immediate8to64
                        | OpKind::Immediate32to64
                );
            is_constant.then(|| instruction.immediate(operand) as i64)
        };
        match instruction.mnemonic() {
            // The upper half of an index is its sign, or nothing.
            Mnemonic::Mov | Mnemonic::Movsxd => given.or_else(|| constant(1).map(Stride::number)),
            Mnemonic::Cdqe => Some(own),
            Mnemonic::Lea => {
                let memory = computed(instruction)?;
                let base = memory.base.map_or(Stride::number(0), |base| self.of(base));
                let index = memory.index.map_or(Stride::number(0), |index| self.of(index));
                let sum = base.plus(index.times(memory.scale));
                Some(if memory.displacement == 0 {
                    sum
                } else {
                    sum.plus(Stride::number(memory.displacement))
                })
            }
            Mnemonic::Add => match (given, constant(1)) {
                (Some(given), _) => Some(own.plus(given)),
                (None, Some(value)) => Some(own.plus(Stride::number(value))),
                (None, None) => None,
            },
            Mnemonic::Sub => match (given, constant(1)) {
                (Some(given), _) => Some(own.minus(given)),
                (None, Some(value)) => Some(own.plus(Stride::number(value))),
                (None, None) => None,
            },
            Mnemonic::Neg => Some(own),
            Mnemonic::Shl => {
                let by = constant(1).filter(|by| (0..=32).contains(by))?;
                Some(own.times(1 << by))
            }
            Mnemonic::Imul => match (given, constant(2)) {
                (Some(given), Some(by)) => Some(given.times(by)),
                (None, Some(by)) => Some(Stride::number(by)),
                _ => None,
            },
            Mnemonic::Xor if instruction.op1_kind() == OpKind::Register => {
                let is_zero = instruction.op0_register() == instruction.op1_register();
                is_zero.then_some(Stride::number(0))
            }
            _ => None,
        }
    }
}

/// The number of a register that is an operand, of 64 or 32 bits; `rax` of `cltq`.
fn whole(instruction: &Instruction, operand: u32) -> Option<usize> {
    if instruction.mnemonic() == Mnemonic::Cdqe {
        return Some(Register::RAX.number());
    }
    if operand >= instruction.op_count() || instruction.op_kind(operand) != OpKind::Register {
        return None;
    }
    let register = instruction.op_register(operand);
    let is_whole = register.is_gpr64() || register.is_gpr32();
    is_whole.then(|| register.full_register().number())
}
