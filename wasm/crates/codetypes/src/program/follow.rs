//! One function followed, and what its instructions touch.

use std::cell::RefCell;

use debuginfo::dwarf::located::{Function, UnitAt};
use facts::{AccessFact, Confidence, ReachedBy};
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, OpKind};
use rustc_hash::FxHashMap;

use super::{Program, Sources};
use crate::answer::Unknown;
use crate::flow::Flow;
use crate::globals::Globals;
use crate::graph::{Graph, MAX_INSTRUCTIONS};
use crate::operand::operands;
use crate::reasons::Reasons;
use crate::seeds::Seeds;
use crate::state::{Later, Runtime, State};
use crate::symbols::containing;
use crate::visit::runs_with;

/// A function's code may have so many bytes: an instruction has 15 at most.
const MAX_FUNCTION_BYTES: u64 = (MAX_INSTRUCTIONS * 15) as u64;

/// What an instruction touches, or a function; the error is why there is nothing, as a sentence.
pub(super) type Answer = Result<Vec<AccessFact>, String>;

/// Which accesses of a function are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// All that do not touch its frame.
    All,
    /// Those of the instructions at these addresses.
    At(&'a [u64]),
    /// For each of the instructions at these addresses, those that run whenever it does.
    With(&'a [u64]),
}

impl Wanted<'_> {
    fn has(self, address: u64) -> bool {
        match self {
            Wanted::All | Wanted::With(_) => true,
            Wanted::At(addresses) => addresses.contains(&address),
        }
    }
}

impl Program {
    /// The accesses of the function that has an address, followed once for all that is wanted of it: one answer for
    /// each wanted instruction, in their order, or one for all. An error is why there are none.
    pub(super) fn accesses(
        &self,
        address: u64,
        wanted: Wanted<'_>,
        sources: Sources,
        notes: &mut Vec<String>,
    ) -> Result<Vec<Answer>, String> {
        let symbol = containing(&self.symbols.functions, address);
        let types = &*self.located.types();
        let unit = match self.located.unit_at(types, address) {
            Some(UnitAt::Split(file)) => {
                return Err(format!(
                    "the debug information of this address is in the split file {file}, which is not open"
                ));
            }
            Some(UnitAt::Unit(unit)) => Some(unit),
            None => None,
        };
        let table = unit.map(|unit| types.unit(unit));
        let function = table.and_then(|table| table.function_at(address));
        let (Some(unit), Some(table), Some(function)) = (unit, table, function) else {
            if self.code(address, address.saturating_add(1)).is_none() {
                return Err("there is no code at this address (is it of a module, or of a kernel \
                            that was moved when it was loaded?)"
                    .to_owned());
            }
            let name = symbol.map_or(String::new(), |symbol| format!(" in `{}`", symbol.name));
            return Err(format!(
                "no debug information covers this address{name}: it is assembly, or was compiled \
                 without -g"
            ));
        };
        let begin = function.ranges.first().map_or(address, |range| range.0);
        let parts = self.parts(function, address)?;
        let body = self.located.body(types, unit, function);
        let (symbols, located) = (&self.symbols, &self.located);
        let globals = Globals { symbols, located, types, unit, known: RefCell::default() };
        let never_returns = |call: &Instruction| {
            let stated = body.calls.get(&call.next_ip()).is_some_and(|call| call.is_noreturn);
            stated
                || is_direct(call)
                    && globals.function_at(call.near_branch_target()).is_some_and(|name| {
                        matches!(
                            &*name,
                            "__stack_chk_fail"
                                | "panic"
                                | "abort"
                                | "__fortify_fail"
                                | "fortify_panic"
                        )
                    })
        };
        let hidden = self.hidden_of(function);
        let graph = Graph::decode(&parts, hidden, &never_returns);
        if graph.is_too_large {
            return Err(format!(
                "the function is too large to be followed (more than {MAX_INSTRUCTIONS} instructions)"
            ));
        }
        let seeds = Seeds::spread(&body, &graph);
        if seeds.is_cut || table.is_cut {
            notes.push(
                "The debug information breaks off, or has more places of variables than are read: some are left out."
                    .to_owned(),
            );
        }
        let reasons = RefCell::new(Reasons::default());
        let mut flow = Flow {
            types,
            unit: table,
            body: &body,
            graph: &graph,
            seeds: &seeds,
            globals: &globals,
            reasons: &reasons,
            begin,
            later: Later::default(),
            only_parameters: sources == Sources::Flow,
            containers: RefCell::default(),
        };
        if sources != Sources::Flow {
            flow.later = flow.later(&mut InstructionInfoFactory::new());
        }
        let name = symbol
            .map(|symbol| symbol.name.clone())
            .or_else(|| function.name.clone())
            .unwrap_or_else(|| "a function without a name".into());
        let begin = symbol.map_or(begin, |symbol| symbol.address);
        let addresses = match wanted {
            Wanted::At(addresses) => addresses,
            Wanted::With(addresses) => {
                let list = self.list(&flow, wanted, sources, &name, begin);
                return Ok(with_each(&graph, &list, addresses));
            }
            Wanted::All => return Ok(vec![Ok(self.list(&flow, wanted, sources, &name, begin))]),
        };
        let before = addresses.iter().flat_map(|&address| graph.before(address));
        let all: Vec<u64> = addresses.iter().copied().chain(before).collect();
        let list = self.list(&flow, Wanted::At(&all), sources, &name, begin);
        let answers = addresses.iter().map(|&address| at_instruction(&graph, &list, address));
        Ok(answers.collect())
    }

    fn list(
        &self,
        flow: &Flow<'_>,
        wanted: Wanted<'_>,
        sources: Sources,
        name: &str,
        symbol_begin: u64,
    ) -> Vec<AccessFact> {
        let mut factory = InstructionInfoFactory::new();
        let states = flow.run(&mut factory);
        let mut list = Vec::new();
        for (block, state) in flow.graph.blocks.iter().zip(states) {
            let mut state = state.unwrap_or_default();
            for number in block.first..block.end {
                flow.seed(number, &mut state);
                let stated = (sources == Sources::Locations).then(|| {
                    let mut stated = State::default();
                    flow.seed_locations(number, &mut stated);
                    stated
                });
                let instruction = flow.graph.instruction(number);
                let address = instruction.ip();
                if wanted.has(address) {
                    let all = operands(&mut factory, instruction);
                    for operand in &all {
                        let touched =
                            flow.touched(number, stated.as_ref().unwrap_or(&state), operand);
                        // What a push or a call does to the stack is not what anybody asks for.
                        if touched.is_stack && (!matches!(wanted, Wanted::At(_)) || all.len() > 1) {
                            continue;
                        }
                        // A cold part is a symbol of its own.
                        let own = containing(&self.symbols.functions, address);
                        let begin = own.map_or(symbol_begin, |symbol| symbol.address);
                        list.push(AccessFact {
                            address: format!("{address:x}"),
                            function: own.map_or(name, |symbol| &symbol.name).to_owned(),
                            offset_bytes: address.wrapping_sub(begin) as i64 as f64,
                            operand: operand.text(),
                            bytes: operand.bytes as f64,
                            does: operand.does,
                            objects: touched.objects,
                            unknown: touched.unknown.map(|unknown| self.sentence(unknown)),
                        });
                    }
                }
                flow.step(number, &mut state, &mut factory);
            }
        }
        list.sort_by_key(|access| u64::from_str_radix(&access.address, 16).unwrap_or(0));
        list
    }

    /// What is said where nothing is known.
    fn sentence(&self, unknown: Unknown) -> String {
        match unknown {
            Unknown::Canary => "it is the stack canary".to_owned(),
            Unknown::Outside(name) => format!(
                "the offset lies outside `{name}`, which the pointer is declared to lead to: it was cast, or is part of what holds that"
            ),
            Unknown::Declared(name) => format!(
                "`{name}` is only declared in this source file, and the open files have no definition of it that other source files can mean"
            ),
            Unknown::Offset(name) => {
                format!("it is somewhere near a `{name}`; by how much is not known")
            }
            Unknown::Paths(name) => format!(
                "on some ways the register leads to a `{name}`, which has no member of this size there"
            ),
            Unknown::Cast(name) => format!(
                "the register is a `void *` as well as a `{name}`, which has no member of this size there: it may be cast to something else"
            ),
            Unknown::Scope(name) => format!(
                "a variable led to a `{name}` there, and its scope has ended: the pointer may be cast to something else by now"
            ),
            Unknown::Elsewhere(why) => format!("its type {}", self.located.why_lost(why)),
            Unknown::Stack => "it is on the stack, where no variable is stated".to_owned(),
            Unknown::Runtime(Runtime::Closure) => {
                "it is what a closure captured, no struct of the program".to_owned()
            }
            Unknown::Runtime(Runtime::WriteBuffer) => {
                "it is the buffer of Go's garbage collector, no struct of the program".to_owned()
            }
            Unknown::Thread => "it is the thread's own memory".to_owned(),
            Unknown::Table => "it is a table of virtual functions".to_owned(),
            Unknown::Untyped(name) => {
                format!(
                    "`{name}` is at this address: the debug information of this source file states no type of it"
                )
            }
            Unknown::Address(at) if self.is_linked(at) => {
                "it is the linker's table of addresses, through which other libraries are reached"
                    .to_owned()
            }
            Unknown::Address(_) => "no variable is known at this address".to_owned(),
            Unknown::Any(name) => {
                format!("`{name}` lies in the register, a `void *`: what it leads to is not stated")
            }
            Unknown::Register => "no variable is known to lie in the register".to_owned(),
        }
    }

    /// Whether an address is of the global offset table.
    fn is_linked(&self, address: u64) -> bool {
        let sections = self.sections.list();
        let mut tables = sections.iter().filter(|section| section.name.starts_with(".got"));
        tables.any(|section| {
            address.checked_sub(section.address).is_some_and(|inside| inside < section.size)
        })
    }

    /// The code of a function, and with it a part that lies elsewhere.
    fn parts(&self, function: &Function, address: u64) -> Result<Vec<(u64, Vec<u8>)>, String> {
        let bytes: u64 = function.ranges.iter().map(|(begin, end)| end - begin).sum();
        if bytes > MAX_FUNCTION_BYTES {
            return Err(format!(
                "the function is too large to be followed ({bytes} bytes, at most {MAX_FUNCTION_BYTES})"
            ));
        }
        let parts: Vec<(u64, Vec<u8>)> = function
            .ranges
            .iter()
            .filter_map(|&(begin, end)| Some((begin, self.code(begin, end)?)))
            .collect();
        let has_address = parts
            .iter()
            .any(|(begin, code)| (*begin..begin + code.len() as u64).contains(&address));
        if has_address {
            Ok(parts)
        } else {
            Err("the file does not hold the code at this address: it may be cut".to_owned())
        }
    }
}

/// What is touched whenever the instruction at each address runs, of all that was found. Compilers copy the end of a
/// function to several places: bytes of a struct count that are touched on each way, by whichever instruction.
fn with_each(graph: &Graph, list: &[AccessFact], addresses: &[u64]) -> Vec<Answer> {
    let block_at = |address: u64| graph.at(address).and_then(|at| graph.block_of(at));
    let mut places: Vec<(Vec<usize>, Vec<&AccessFact>)> = Vec::new();
    let mut numbers = FxHashMap::default();
    for access in list {
        let address = u64::from_str_radix(&access.address, 16).unwrap_or(0);
        let Some(block) = block_at(address) else { continue };
        let bytes =
            access.objects.first().map(|object| (&object.name, object.offset_bytes.to_bits()));
        let key = bytes.ok_or(address);
        let number = *numbers.entry(key).or_insert(places.len());
        if number == places.len() {
            places.push((Vec::new(), Vec::new()));
        }
        if let Some((blocks, accesses)) = places.get_mut(number) {
            blocks.push(block);
            accesses.push(access);
        }
    }
    let with = |&address: &u64| {
        let block = block_at(address).ok_or_else(no_instruction)?;
        let certain = places.iter().filter(|(blocks, _)| runs_with(graph, block, blocks));
        let mut accesses: Vec<&AccessFact> =
            certain.flat_map(|(_, all)| all.iter().copied()).collect();
        accesses.sort_by_key(|access| u64::from_str_radix(&access.address, 16).unwrap_or(0));
        Ok(accesses.into_iter().cloned().collect())
    };
    addresses.iter().map(with).collect()
}

fn no_instruction() -> String {
    "it is not where an instruction begins: the address may come from a different build of this file"
        .to_owned()
}

/// The accesses of one instruction among all that was found.
fn at_instruction(graph: &Graph, list: &[AccessFact], address: u64) -> Answer {
    let at = graph.at(address).ok_or_else(no_instruction)?;
    if graph.undecoded.contains(&graph.instruction(at).ip()) {
        return Err("what is there is no instruction".to_owned());
    }
    let own = accesses_at(list, address);
    if !own.is_empty() {
        return Ok(own);
    }
    let before: Vec<AccessFact> = graph
        .before(address)
        .into_iter()
        .flat_map(|before| accesses_at(list, before))
        .filter(|access| access.objects.iter().all(|object| object.how != ReachedBy::Stack))
        .map(counted_late)
        .collect();
    if before.is_empty() {
        return Err(
            "the instruction there touches no memory, nor does the one before it: a sample \
                    may be counted at an instruction after the one that made it"
                .to_owned(),
        );
    }
    Ok(before)
}

fn accesses_at(list: &[AccessFact], address: u64) -> Vec<AccessFact> {
    let hex = format!("{address:x}");
    list.iter().filter(|access| access.address == hex).cloned().collect()
}

/// An access that may be the one that was sampled: the sample was counted at the instruction after it.
fn counted_late(mut access: AccessFact) -> AccessFact {
    for object in &mut access.objects {
        object.confidence = match object.confidence {
            Confidence::Direct | Confidence::Must => Confidence::May,
            Confidence::May | Confidence::Later => Confidence::Later,
        };
        object.reasons.insert(
            0,
            "The instruction itself touches no memory: it is taken for a sample of the one before it, counted late."
                .to_owned(),
        );
    }
    access
}

fn is_direct(call: &Instruction) -> bool {
    call.flow_control() == FlowControl::Call && call.op0_kind() == OpKind::NearBranch64
}
