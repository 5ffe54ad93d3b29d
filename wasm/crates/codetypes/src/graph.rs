//! A function's instructions, and which may follow which.

use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind};
use rustc_hash::FxHashSet;

/// A function that is larger is not followed.
pub const MAX_INSTRUCTIONS: usize = 20_000;

/// Instructions in the order of their addresses, cut into blocks.
#[derive(Debug, Default)]
pub struct Graph {
    pub instructions: Vec<Instruction>,
    pub blocks: Vec<Block>,
    /// There are more instructions than are followed.
    pub is_too_large: bool,
    /// Addresses at which what is there is no instruction.
    pub undecoded: Vec<u64>,
}

/// Instructions that run one after the other.
#[derive(Debug, Clone)]
pub struct Block {
    /// From this instruction on.
    pub first: usize,
    /// Up to before this one.
    pub end: usize,
    /// Blocks that may follow.
    pub next: Vec<usize>,
    /// It is left by a jump through a register or memory.
    pub jumps_anywhere: bool,
    /// No branch leads to it that the code shows.
    pub is_orphan: bool,
    /// The function may be left behind it: by a return, or a jump out of its code.
    pub is_left: bool,
}

/// Edges that no branch shows: from an instruction to another.
pub type HiddenEdges = [(u64, u64)];

impl Graph {
    /// Decodes the code of a function. `never_returns` tells of the address after a call.
    pub fn decode(
        parts: &[(u64, Vec<u8>)],
        hidden: &HiddenEdges,
        never_returns: &dyn Fn(&Instruction) -> bool,
    ) -> Graph {
        let mut graph = Graph::default();
        for (address, bytes) in parts {
            let mut decoder = Decoder::with_ip(64, bytes, *address, DecoderOptions::NONE);
            while decoder.can_decode() {
                if graph.instructions.len() >= MAX_INSTRUCTIONS {
                    graph.is_too_large = true;
                    return graph;
                }
                let instruction = decoder.decode();
                if instruction.code() == Code::INVALID {
                    graph.undecoded.push(instruction.ip());
                }
                graph.instructions.push(instruction);
            }
        }
        graph.instructions.sort_by_key(Instruction::ip);
        graph.instructions.dedup_by_key(|each| each.ip());
        graph.cut(hidden, never_returns);
        graph
    }

    /// An instruction by its number.
    #[expect(
        clippy::indexing_slicing,
        reason = "blocks and `at` give the numbers, and no instruction is taken out"
    )]
    pub fn instruction(&self, number: usize) -> &Instruction {
        &self.instructions[number]
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "`block_of` gives the number, and no block is taken out"
    )]
    fn block(&self, number: usize) -> &Block {
        &self.blocks[number]
    }

    /// The instructions that may have run just before the one at an address: where it begins a block, the last of each
    /// that leads there.
    pub fn before(&self, address: u64) -> Vec<u64> {
        let Some(at) = self.at(address) else { return Vec::new() };
        let Some(own) = self.block_of(at) else { return Vec::new() };
        let last = |number: usize| self.instructions.get(number).map(|each| each.ip());
        if at > self.block(own).first {
            return last(at - 1).into_iter().collect();
        }
        let leading = self.blocks.iter().filter(|block| block.next.contains(&own));
        leading.filter_map(|block| last(block.end.checked_sub(1)?)).collect()
    }

    /// The instruction that begins at an address.
    pub fn at(&self, address: u64) -> Option<usize> {
        self.instructions.binary_search_by_key(&address, Instruction::ip).ok()
    }

    /// The block that an instruction is of.
    pub fn block_of(&self, number: usize) -> Option<usize> {
        self.blocks.iter().position(|block| (block.first..block.end).contains(&number))
    }

    /// The first instruction that begins at an address or after it.
    pub fn from(&self, address: u64) -> usize {
        self.instructions.partition_point(|each| each.ip() < address)
    }

    fn cut(&mut self, hidden: &HiddenEdges, never_returns: &dyn Fn(&Instruction) -> bool) {
        let count = self.instructions.len();
        let mut leaders = vec![false; count];
        if let Some(first) = leaders.first_mut() {
            *first = true;
        }
        let mut targets = FxHashSet::default();
        let mut ends = vec![None; count];
        for ((number, instruction), end) in self.instructions.iter().enumerate().zip(&mut ends) {
            let leaves = leaves(instruction, never_returns);
            if let Some(target) = branch_target(instruction) {
                targets.insert(target);
            }
            let follows = self.instructions.get(number + 1);
            let is_apart = follows.is_some_and(|next| next.ip() != instruction.next_ip());
            if (leaves.is_some() || is_apart)
                && let Some(leader) = leaders.get_mut(number + 1)
            {
                *leader = true;
            }
            *end = leaves;
        }
        let inside = |address: u64| self.at(address);
        for &(from, to) in hidden {
            if let (Some(from), Some(to)) = (inside(from), inside(to)) {
                mark(&mut leaders, &[to, from, from + 1]);
            }
        }
        for target in &targets {
            mark(&mut leaders, inside(*target).as_slice());
        }
        let firsts: Vec<usize> =
            (0..).zip(leaders).filter(|each| each.1).map(|each| each.0).collect();
        let block_of = |number: usize| firsts.binary_search(&number).ok();
        let mut blocks = Vec::with_capacity(firsts.len());
        for (order, &first) in firsts.iter().enumerate() {
            let end = firsts.get(order + 1).copied().unwrap_or(count);
            let last = self.instruction(end - 1);
            let mut block = Block {
                first,
                end,
                next: Vec::new(),
                jumps_anywhere: false,
                is_orphan: true,
                is_left: is_left_at(last, |target| self.at(target).is_some()),
            };
            let follows = self.instructions.get(end).filter(|next| next.ip() == last.next_ip());
            let falls_through = match ends.get(end - 1).and_then(Option::as_ref) {
                None | Some(Leaves::Maybe) => true,
                Some(Leaves::Anywhere) => {
                    block.jumps_anywhere = true;
                    false
                }
                // WARN goes on, BUG does not: what follows BUG is where something else jumps to.
                Some(Leaves::Trap) => follows.is_some_and(|next| !targets.contains(&next.ip())),
                Some(Leaves::Always) => false,
            };
            if falls_through && follows.is_some() {
                block.next.extend(block_of(end));
            }
            if let Some(target) = branch_target(last) {
                block.next.extend(self.at(target).and_then(block_of));
            }
            let own = self.instruction(first).ip()..=last.ip();
            for &(from, to) in hidden.iter().filter(|(from, _)| own.contains(from)) {
                if self.at(from).is_some() {
                    block.next.extend(self.at(to).and_then(block_of));
                }
            }
            block.next.sort_unstable();
            block.next.dedup();
            blocks.push(block);
        }
        self.blocks = blocks;
        self.find_orphans();
    }

    /// What fills the gap up to the next branch target runs into it, and is never run itself.
    fn find_orphans(&mut self) {
        let is_filling: Vec<bool> = (0..)
            .zip(&self.blocks)
            .map(|(number, block)| number > 0 && self.is_filling(block))
            .collect();
        let mut is_led_to = vec![false; self.blocks.len()];
        for (block, _) in self.blocks.iter().zip(&is_filling).filter(|each| !each.1) {
            mark(&mut is_led_to, &block.next);
        }
        let filling = (0..).zip(&mut self.blocks).zip(is_filling).filter(|each| each.1);
        for ((number, block), _) in filling {
            if is_led_to.get(number) == Some(&true) {
                mark(&mut is_led_to, &block.next);
            } else {
                block.next.clear();
            }
        }
        for (block, is_led_to) in self.blocks.iter_mut().zip(is_led_to) {
            block.is_orphan = !is_led_to;
        }
    }

    fn is_filling(&self, block: &Block) -> bool {
        let mut all = self.instructions.get(block.first..block.end).unwrap_or_default().iter();
        all.all(|each| matches!(each.mnemonic(), Mnemonic::Nop | Mnemonic::Int3))
    }
}

/// Says of these numbers that it is so; one past the end is passed over.
fn mark(list: &mut [bool], numbers: &[usize]) {
    for &number in numbers {
        if let Some(is_so) = list.get_mut(number) {
            *is_so = true;
        }
    }
}

/// How an instruction ends a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaves {
    Maybe,
    Always,
    Anywhere,
    Trap,
}

fn leaves(
    instruction: &Instruction,
    never_returns: &dyn Fn(&Instruction) -> bool,
) -> Option<Leaves> {
    match instruction.flow_control() {
        FlowControl::ConditionalBranch | FlowControl::XbeginXabortXend => Some(Leaves::Maybe),
        FlowControl::UnconditionalBranch | FlowControl::Return => Some(Leaves::Always),
        FlowControl::IndirectBranch => Some(Leaves::Anywhere),
        FlowControl::Exception if instruction.mnemonic() == Mnemonic::Ud2 => Some(Leaves::Trap),
        FlowControl::Call | FlowControl::IndirectCall if never_returns(instruction) => {
            Some(Leaves::Always)
        }
        _ => None,
    }
}

/// Whether the function ends with an instruction, or may: it returns, or jumps to code that is not its own.
fn is_left_at(instruction: &Instruction, is_inside: impl Fn(u64) -> bool) -> bool {
    match instruction.flow_control() {
        FlowControl::Return | FlowControl::IndirectBranch => true,
        _ => branch_target(instruction).is_some_and(|target| !is_inside(target)),
    }
}

fn branch_target(instruction: &Instruction) -> Option<u64> {
    match instruction.flow_control() {
        FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch => {
            let is_near = matches!(
                instruction.op0_kind(),
                OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64
            );
            is_near.then(|| instruction.near_branch_target())
        }
        _ => None,
    }
}
