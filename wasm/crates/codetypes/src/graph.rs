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

    /// The instructions that may have run just before the one at an address: where it begins a block, the last of each
    /// that leads there.
    pub fn before(&self, address: u64) -> Vec<u64> {
        let Some(at) = self.at(address) else { return Vec::new() };
        let Some(own) = self.block_of(at) else { return Vec::new() };
        let last = |number: usize| self.instructions.get(number).map(|each| each.ip());
        if at > self.blocks[own].first {
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
        for (number, instruction) in self.instructions.iter().enumerate() {
            let leaves = leaves(instruction, never_returns);
            if let Some(target) = branch_target(instruction) {
                targets.insert(target);
            }
            ends[number] = leaves;
            let follows = self.instructions.get(number + 1);
            let is_apart = follows.is_some_and(|next| next.ip() != instruction.next_ip());
            if (leaves.is_some() || is_apart)
                && let Some(leader) = leaders.get_mut(number + 1)
            {
                *leader = true;
            }
        }
        let inside = |address: u64| self.at(address);
        for &(from, to) in hidden {
            if let (Some(from), Some(to)) = (inside(from), inside(to)) {
                leaders[to] = true;
                leaders[from] = true;
                if let Some(after) = leaders.get_mut(from + 1) {
                    *after = true;
                }
            }
        }
        for target in &targets {
            if let Some(at) = inside(*target) {
                leaders[at] = true;
            }
        }
        let firsts: Vec<usize> = (0..count).filter(|&number| leaders[number]).collect();
        let block_of = |number: usize| firsts.binary_search(&number).ok();
        let mut blocks = Vec::with_capacity(firsts.len());
        for (order, &first) in firsts.iter().enumerate() {
            let end = firsts.get(order + 1).copied().unwrap_or(count);
            let last = &self.instructions[end - 1];
            let mut block = Block {
                first,
                end,
                next: Vec::new(),
                jumps_anywhere: false,
                is_orphan: true,
                is_left: is_left_at(last, |target| self.at(target).is_some()),
            };
            let follows = self.instructions.get(end).filter(|next| next.ip() == last.next_ip());
            let falls_through = match ends[end - 1] {
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
            let own = self.instructions[first].ip()..=last.ip();
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
        let is_filling: Vec<bool> =
            (0..self.blocks.len()).map(|number| number > 0 && self.is_filling(number)).collect();
        let mut is_led_to = vec![false; self.blocks.len()];
        for (block, _) in self.blocks.iter().zip(&is_filling).filter(|each| !each.1) {
            block.next.iter().for_each(|&next| is_led_to[next] = true);
        }
        for number in (0..self.blocks.len()).filter(|&number| is_filling[number]) {
            if is_led_to[number] {
                self.blocks[number].next.iter().for_each(|&next| is_led_to[next] = true);
            } else {
                self.blocks[number].next.clear();
            }
        }
        for (block, is_led_to) in self.blocks.iter_mut().zip(is_led_to) {
            block.is_orphan = !is_led_to;
        }
    }

    fn is_filling(&self, number: usize) -> bool {
        let Block { first, end, .. } = self.blocks[number];
        let mut all = self.instructions[first..end].iter();
        all.all(|each| matches!(each.mnemonic(), Mnemonic::Nop | Mnemonic::Int3))
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
