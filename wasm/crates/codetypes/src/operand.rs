//! The memory that an instruction touches.

use std::fmt::Write;

use facts::AccessKind;
use iced_x86::{Instruction, InstructionInfoFactory, OpAccess, Register, UsedMemory};

/// Which memory an address is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// The ordinary one.
    Flat,
    /// `%gs`: the CPU's own, in a kernel; elsewhere nothing uses it.
    Cpu,
    /// `%fs`: the thread's own.
    Thread,
}

/// An address as an instruction computes it, and what happens there.
#[derive(Debug, Clone, Copy)]
pub struct Operand {
    pub segment: Segment,
    pub base: Option<usize>,
    pub index: Option<usize>,
    pub scale: i64,
    pub displacement: i64,
    /// 0 where the instruction does not tell.
    pub bytes: u64,
    pub does: AccessKind,
}

/// All accesses of an instruction. Addresses that are only computed, and prefetches, are none.
pub fn operands(factory: &mut InstructionInfoFactory, instruction: &Instruction) -> Vec<Operand> {
    factory.info(instruction).used_memory().iter().filter_map(operand).collect()
}

fn operand(memory: &UsedMemory) -> Option<Operand> {
    let does = match memory.access() {
        OpAccess::Read | OpAccess::CondRead => AccessKind::Read,
        OpAccess::Write | OpAccess::CondWrite => AccessKind::Write,
        OpAccess::ReadWrite | OpAccess::ReadCondWrite => AccessKind::Both,
        OpAccess::None | OpAccess::NoMemAccess => return None,
    };
    Some(Operand {
        segment: match memory.segment() {
            Register::GS => Segment::Cpu,
            Register::FS => Segment::Thread,
            _ => Segment::Flat,
        },
        base: wide(memory.base())?,
        index: wide(memory.index())?,
        scale: i64::from(memory.scale()),
        displacement: memory.displacement() as i64,
        bytes: memory.memory_size().size() as u64,
        does,
    })
}

/// The address that an instruction like `lea` computes.
pub fn computed(instruction: &Instruction) -> Option<Operand> {
    let base = match instruction.memory_base() {
        Register::RIP => None,
        other => wide(other)?,
    };
    Some(Operand {
        segment: match instruction.memory_segment() {
            Register::GS => Segment::Cpu,
            Register::FS => Segment::Thread,
            _ => Segment::Flat,
        },
        base,
        index: wide(instruction.memory_index())?,
        scale: i64::from(instruction.memory_index_scale()),
        displacement: instruction.memory_displacement64() as i64,
        bytes: instruction.memory_size().size() as u64,
        does: AccessKind::Read,
    })
}

/// The number of a 64-bit register; `None` for one that takes no part in such an address.
fn wide(register: Register) -> Option<Option<usize>> {
    match register {
        Register::None => Some(None),
        register if register.is_gpr64() => Some(Some(register.number())),
        _ => None,
    }
}

const NAMES: [&str; 16] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];

impl Operand {
    /// As the GNU assembler writes it: `0x40(%rdi)`.
    pub fn text(&self) -> String {
        let mut text = match self.segment {
            Segment::Flat => String::new(),
            Segment::Cpu => "%gs:".to_owned(),
            Segment::Thread => "%fs:".to_owned(),
        };
        let sign = if self.displacement < 0 && self.base.is_some() { "-" } else { "" };
        let size = if sign.is_empty() {
            self.displacement as u64
        } else {
            self.displacement.unsigned_abs()
        };
        if size != 0 || (self.base.is_none() && self.index.is_none()) {
            let _ = write!(text, "{sign}{size:#x}");
        }
        let name = |register: usize| NAMES.get(register).copied().unwrap_or_default();
        let base = self.base.map(|base| format!("%{}", name(base)));
        match (base, self.index) {
            (None, None) => {}
            (Some(base), None) => {
                let _ = write!(text, "({base})");
            }
            (base, Some(index)) => {
                let base = base.unwrap_or_default();
                let _ = write!(text, "({base},%{},{})", name(index), self.scale);
            }
        }
        text
    }
}
