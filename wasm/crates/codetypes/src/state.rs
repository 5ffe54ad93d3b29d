//! What is known of registers and of the slots of a frame at one instruction.

use std::collections::BTreeMap;

use debuginfo::dwarf::located::TypeId;
use facts::Confidence;

use crate::reasons::ReasonId;
use crate::strides::Strides;

/// What a value counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// The begin of an object of this type, which is neither typedef nor qualifier.
    Object(TypeId),
    /// Zero: a number, or an address in the file.
    Const,
    /// The canonical frame address: what the stack pointer was before the call of this function.
    Stack,
    /// What is added to the address of a variable of each CPU for that of one CPU.
    PerCpu,
    /// The address of a variable of each CPU, in the section where all are laid out.
    PerCpuAddress,
    /// Memory of Go's runtime that is no struct of the program.
    Runtime(Runtime),
}

/// What Go's compiler keeps beside the objects of a program (Go internal ABI specification).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runtime {
    /// What a closure has captured: RDX leads there where its function begins.
    Closure,
    /// Where the garbage collector is told of pointers: R11 leads there after a call for it.
    WriteBuffer,
}

/// Whether the offset is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exact {
    /// It is.
    Yes,
    /// But for a multiple of the size of an element.
    Element,
    /// But for a multiple of the size of an element of some array in the object: holds within such an array only.
    Within,
    /// But for a number of bytes that may be of elements, or of anything else: `(char *)header + length`.
    Indexed,
    /// It is not.
    No,
}

impl Exact {
    /// Whether an element of an array may be meant, whose index is not known.
    pub fn is_element(self) -> bool {
        matches!(self, Exact::Element | Exact::Within | Exact::Indexed)
    }
}

/// One thing that is true of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    pub base: Base,
    pub offset: i64,
    pub exact: Exact,
    pub confidence: Confidence,
    /// The variable that alone says so, by its number in the body, where its scope is less than the function.
    pub by: Option<u32>,
    pub why: ReasonId,
}

/// Several are true at once: a `list_head *` is also `inode + 0x98`.
pub type Facts = Vec<Fact>;

/// For each instruction, what will be known of the registers through which it touches memory.
#[derive(Debug, Default)]
pub struct Later {
    /// On each way that tells anything, the same.
    pub agreed: Vec<Vec<(usize, Fact)>>,
    /// On some ways one thing, on some another.
    pub contested: Vec<Vec<(usize, Fact)>>,
}

/// More are dropped: no code needs them.
pub const MAX_FACTS: usize = 8;
/// Slots of a frame that are followed.
const MAX_SLOTS: usize = 1024;
/// NULL, ERR_PTR and their like.
const SMALL: i64 = 4096;

pub const RAX: usize = 0;
pub const RDX: usize = 2;
pub const R11: usize = 11;
/// Where Go keeps the goroutine.
pub const R14: usize = 14;
pub const RSP: usize = 4;
pub const RBP: usize = 5;

/// What is known of each register, numbered as instructions encode them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registers([Facts; 16]);

#[expect(
    clippy::indexing_slicing,
    reason = "an instruction encodes numbers below 16, and `FROM_DWARF` holds no others"
)]
impl std::ops::Index<usize> for Registers {
    type Output = Facts;

    fn index(&self, register: usize) -> &Facts {
        &self.0[register]
    }
}

#[expect(clippy::indexing_slicing, reason = "as in `index`")]
impl std::ops::IndexMut<usize> for Registers {
    fn index_mut(&mut self, register: usize) -> &mut Facts {
        &mut self.0[register]
    }
}

impl Registers {
    /// Register by register.
    pub fn iter(&self) -> std::slice::Iter<'_, Facts> {
        self.0.iter()
    }

    /// As `iter`, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Facts> {
        self.0.iter_mut()
    }

    /// Exchanges what is known of two.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }
}

/// Everything that is known before an instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    pub registers: Registers,
    /// Of what each register is a multiple.
    pub strides: Strides,
    /// Slots of eight bytes, by offset from the canonical frame address.
    slots: BTreeMap<i64, Facts>,
}

impl Fact {
    /// A number or an address.
    pub fn constant(value: i64, why: ReasonId) -> Fact {
        Fact {
            base: Base::Const,
            offset: value,
            exact: Exact::Yes,
            confidence: Confidence::Must,
            by: None,
            why,
        }
    }

    /// The same value, moved by a number.
    pub fn moved(self, by: i64) -> Fact {
        Fact { offset: self.offset.wrapping_add(by), ..self }
    }

    /// Whether it is so wherever the code is, by more than a variable of a part of the function.
    pub fn is_lasting(&self) -> bool {
        self.by.is_none() && self.confidence <= Confidence::Must
    }

    fn is_small(&self) -> bool {
        self.base == Base::Const && self.offset > -SMALL && self.offset < SMALL
    }
}

/// Adds a fact, or makes the same one surer.
pub fn add(list: &mut Facts, fact: Fact) {
    let same = |known: &&mut Fact| known.base == fact.base && known.offset == fact.offset;
    if let Some(known) = list.iter_mut().find(same) {
        let is_lasting = known.is_lasting() || fact.is_lasting();
        if (fact.exact, fact.confidence) < (known.exact, known.confidence) {
            *known = fact;
        }
        known.by = known.by.filter(|_| !is_lasting);
    } else if list.len() < MAX_FACTS {
        list.push(fact);
    }
}

/// Whether values of one base, so many bytes apart, may be of elements of one array: its whole, or within.
pub type Apart<'a> = &'a dyn Fn(Base, i64, i64) -> Exact;

/// What is true where two paths meet.
pub fn join(a: &[Fact], b: &[Fact], apart: Apart<'_>) -> Facts {
    let is_neutral = |list: &[Fact]| !list.is_empty() && list.iter().all(Fact::is_small);
    if is_neutral(a) && !is_neutral(b) && !b.is_empty() {
        return b.to_vec();
    }
    if is_neutral(b) && !is_neutral(a) && !a.is_empty() {
        return a.to_vec();
    }
    let mut joined = Facts::new();
    let mut matched = vec![false; b.len()];
    for fact in a {
        let exact =
            b.iter().position(|other| other.base == fact.base && other.offset == fact.offset);
        let near = exact.or_else(|| b.iter().position(|other| other.base == fact.base));
        let pair = near.and_then(|at| Some((b.get(at)?, matched.get_mut(at)?)));
        let Some((other, is_matched)) = pair else {
            add(&mut joined, Fact { confidence: fact.confidence.max(Confidence::May), ..*fact });
            continue;
        };
        *is_matched = true;
        let (exact, confidence) =
            (fact.exact.max(other.exact), fact.confidence.max(other.confidence));
        let mut both = Fact { exact, confidence, by: fact.by.or(other.by), ..*fact };
        if fact.offset != other.offset {
            let bytes = fact.offset.wrapping_sub(other.offset);
            both.exact = both.exact.max(apart(fact.base, fact.offset, bytes));
            both.offset = fact.offset.min(other.offset);
        }
        add(&mut joined, both);
    }
    for (fact, _) in b.iter().zip(matched).filter(|(_, matched)| !matched) {
        // A number of one path is no pointer of both.
        if joined.iter().any(|known| known.base == fact.base) {
            continue;
        }
        add(&mut joined, Fact { confidence: fact.confidence.max(Confidence::May), ..*fact });
    }
    joined.retain(|fact| !(fact.base == Base::Const && fact.exact == Exact::No));
    joined
}

impl State {
    /// What holds where a function begins: the stack pointer leads to the return address.
    pub fn at_entry() -> State {
        let mut state = State::default();
        let why = ReasonId::NONE;
        let confidence = Confidence::Must;
        let stack =
            Fact { base: Base::Stack, offset: -8, exact: Exact::Yes, confidence, by: None, why };
        state.registers[RSP] = vec![stack];
        state
    }

    /// The distance of a register from the canonical frame address.
    pub fn stack_offset(&self, register: usize) -> Option<i64> {
        let found = self.registers[register].iter().find(|fact| fact.base == Base::Stack)?;
        (found.exact == Exact::Yes).then_some(found.offset)
    }

    /// What a slot holds.
    pub fn slot(&self, offset: i64) -> &[Fact] {
        self.slots.get(&offset).map_or(&[], |facts| facts)
    }

    /// What is stored over `bytes` from `offset` on; only whole slots keep facts.
    pub fn store(&mut self, offset: i64, bytes: u64, facts: Facts) {
        let end = offset.saturating_add(bytes.clamp(1, 1 << 16) as i64);
        let over: Vec<i64> =
            self.slots.range(offset.saturating_sub(7)..end).map(|(&slot, _)| slot).collect();
        for slot in over {
            self.slots.remove(&slot);
        }
        if bytes == 8 && !facts.is_empty() && self.slots.len() < MAX_SLOTS {
            self.slots.insert(offset, facts);
        }
    }

    /// Takes in what another path brings to the begin of a block; whether anything changed.
    pub fn merge(&mut self, other: &State, block: usize, apart: Apart<'_>) -> bool {
        let mut changed = self.strides.merge(&other.strides, block);
        for (mine, theirs) in self.registers.iter_mut().zip(other.registers.iter()) {
            changed |= merge_facts(mine, theirs, apart);
        }
        let mut gone = Vec::new();
        for (slot, mine) in &mut self.slots {
            changed |= merge_facts(mine, other.slot(*slot), apart);
            if mine.is_empty() {
                gone.push(*slot);
            }
        }
        for slot in gone {
            self.slots.remove(&slot);
        }
        for (slot, theirs) in &other.slots {
            if !self.slots.contains_key(slot) && self.slots.len() < MAX_SLOTS {
                let joined = join(&[], theirs, apart);
                changed |= !joined.is_empty();
                self.slots.insert(*slot, joined);
            }
        }
        changed
    }
}

fn merge_facts(mine: &mut Facts, theirs: &[Fact], apart: Apart<'_>) -> bool {
    if mine.as_slice() == theirs {
        return false;
    }
    let joined = join(mine, theirs, apart);
    let same = joined.len() == mine.len()
        && joined.iter().zip(mine.iter()).all(|(a, b)| Fact { why: b.why, ..*a } == *b);
    if !same {
        *mine = joined;
    }
    !same
}
