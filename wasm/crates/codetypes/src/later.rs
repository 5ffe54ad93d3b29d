//! From what registers are used for afterwards: a register that nothing writes until a variable lies in it had that
//! value before. Compilers load through a pointer before they say that it is a variable.

use facts::Confidence;
use iced_x86::{FlowControl, InstructionInfoFactory, Mnemonic, OpAccess, OpKind};

use crate::flow::Flow;
use crate::operand::operands;
use crate::reasons::Reason;
use crate::state::{Base, Fact, Later, Registers, add};

/// How often what follows a block is carried to what comes before it.
const ROUNDS: usize = 3;

impl Flow<'_> {
    /// Goes through the function backwards.
    pub fn later(&self, factory: &mut InstructionInfoFactory) -> Later {
        let blocks = &self.graph.blocks;
        let mut begins: Vec<Registers> = vec![Registers::default(); blocks.len()];
        let none = vec![Vec::new(); self.graph.instructions.len()];
        let mut later = Later { agreed: none.clone(), contested: none };
        for round in 0..ROUNDS {
            for (at, block) in blocks.iter().enumerate().rev() {
                let mut known = Registers::default();
                for begin in block.next.iter().filter_map(|&next| begins.get(next)) {
                    for (mine, theirs) in known.iter_mut().zip(begin.iter()) {
                        theirs.iter().for_each(|fact| add(mine, *fact));
                    }
                }
                for number in (block.first..block.end).rev() {
                    self.before(number, &mut known, factory);
                    if round + 1 == ROUNDS {
                        let used = operands(factory, self.graph.instruction(number));
                        let used = used.iter().flat_map(|operand| [operand.base, operand.index]);
                        for register in used.flatten() {
                            let facts = &known[register];
                            let agree = facts.first().is_none_or(|first| {
                                facts.iter().all(|fact| self.are_related(first, fact))
                            });
                            let list = if agree { &mut later.agreed } else { &mut later.contested };
                            if let Some(list) = list.get_mut(number) {
                                list.extend(facts.iter().map(|fact| (register, *fact)));
                            }
                        }
                    }
                }
                if let Some(begin) = begins.get_mut(at) {
                    *begin = known;
                }
            }
        }
        later
    }

    /// From what is known after an instruction to what was true before it.
    fn before(&self, number: usize, known: &mut Registers, factory: &mut InstructionInfoFactory) {
        let instruction = self.graph.instruction(number);
        let is_copy = instruction.mnemonic() == Mnemonic::Mov
            && instruction.op0_kind() == OpKind::Register
            && instruction.op1_kind() == OpKind::Register
            && instruction.op0_register().is_gpr64()
            && instruction.op1_register().is_gpr64();
        if is_copy {
            let (to, from) =
                (instruction.op0_register().number(), instruction.op1_register().number());
            if to != from {
                let copied = std::mem::take(&mut known[to]);
                copied.into_iter().for_each(|fact| add(&mut known[from], fact));
            }
        } else {
            for used in factory.info(instruction).used_registers() {
                let is_read_only = matches!(used.access(), OpAccess::Read | OpAccess::CondRead);
                if !is_read_only && used.register().is_gpr() {
                    known[used.register().full_register().number()].clear();
                }
            }
            if matches!(instruction.flow_control(), FlowControl::Call | FlowControl::IndirectCall) {
                self.changed_by_calls().iter().for_each(|register| known[*register].clear());
            }
        }
        let address = instruction.ip();
        let mut reasons = self.reasons.borrow_mut();
        let seeds = self.seeds.named(number, self.body, self.types);
        for (register, name, dwarf, mut fact) in seeds {
            if !matches!(fact.base, Base::Object(_)) {
                continue;
            }
            let at = address.wrapping_sub(self.begin) as i64;
            fact.confidence = Confidence::Later;
            let same = |mine: &&Fact| mine.base == fact.base && mine.offset == fact.offset;
            if known[register].iter().any(|mine| same(&mine)) {
                continue;
            }
            fact.why = reasons.add(Reason::Later { name, register: dwarf, at });
            add(&mut known[register], fact);
        }
    }
}
