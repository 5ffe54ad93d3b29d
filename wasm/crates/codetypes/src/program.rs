//! [`Program`]: a file's code, symbols and types, asked by address or by name.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use debuginfo::dwarf::located::{Function, Located};
use debuginfo::sections::Sections;
use facts::{AccessFact, Target, TouchedAnswer};
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, OpKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::Unknown;
use crate::flow::Flow;
use crate::graph::{Graph, MAX_INSTRUCTIONS};
use crate::operand::operands;
use crate::reasons::Reasons;
use crate::seeds::Seeds;
use crate::state::State;

mod globals;

pub use globals::Globals;

/// A symbol of the file.
#[derive(Debug, Clone)]
pub struct ProgramSymbol {
    /// As the file has it.
    pub name: Rc<str>,
    /// Where it begins.
    pub address: u64,
    /// 0 where that is not stated.
    pub size_bytes: u64,
    /// Whether it is a function.
    pub is_function: bool,
    /// Whether each CPU has its own.
    pub is_per_cpu: bool,
}

/// A file whose code can be asked.
pub struct Program {
    sections: Rc<dyn Sections>,
    located: Located,
    /// Sorted by address.
    functions: Vec<ProgramSymbol>,
    variables: Vec<ProgramSymbol>,
    per_cpu: Vec<ProgramSymbol>,
    /// Numbers of functions by their bare names; made when a name is asked for.
    by_name: OnceCell<FxHashMap<Rc<str>, Vec<u32>>>,
    /// Whether the code is linked for the addresses that it has in the file.
    has_absolute: bool,
    /// Jumps that no branch shows (static keys, exception tables of kernels), sorted.
    hidden: Vec<(u64, u64)>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Program")
            .field("functions", &self.functions.len())
            .field("variables", &self.variables.len())
            .finish_non_exhaustive()
    }
}

/// A function's code may have so many bytes: an instruction has 15 at most.
const MAX_FUNCTION_BYTES: u64 = (MAX_INSTRUCTIONS * 15) as u64;
/// What types are taken from: a check asks for one alone, to hold the others against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sources {
    /// All there is.
    Both,
    /// Only what location lists say at the instruction itself.
    Locations,
    /// What follows from the parameters where the function begins, from calls and from global variables: no other
    /// location of a register is used.
    Flow,
}

/// Linux maps nothing below (vm.mmap_min_addr); what may be loaded anywhere is linked from 0 on.
const LOWEST_ADDRESS: u64 = 0x1_0000;
/// Functions of one name that are answered.
const MAX_INSTANCES: usize = 16;
/// Functions that a name that was cut may stand for.
const MAX_CUT_NAMES: usize = 3;

/// What is asked.
enum Asked {
    Address(u64),
    Function(String),
    Within(String, u64),
}

impl Program {
    /// Reads the symbols' tables of hidden jumps, nothing else yet. The error is a sentence.
    pub fn open(
        sections: Rc<dyn Sections>,
        target: &Target,
        symbols: Vec<ProgramSymbol>,
    ) -> Result<Program, String> {
        if !sections.list().iter().any(|section| section.is_code) {
            return Err(
                "this file has no code: give the program or kernel itself, not BTF or what \
                        holds only its debug information"
                    .to_owned(),
            );
        }
        if target.machine != "x86-64" {
            return Err(format!(
                "instructions of {} are not read yet, only those of x86-64",
                target.machine
            ));
        }
        let located = Located::open(sections.clone(), target.big_endian)
            .map_err(|error| error.to_string())?;
        let (mut functions, mut variables, mut per_cpu) = (Vec::new(), Vec::new(), Vec::new());
        for symbol in symbols {
            if symbol.is_function {
                functions.push(symbol);
            } else if symbol.is_per_cpu {
                per_cpu.push(symbol);
            } else {
                variables.push(symbol);
            }
        }
        for list in [&mut functions, &mut variables, &mut per_cpu] {
            list.sort_by_key(|symbol| symbol.address);
        }
        let mut code = sections.list().iter().filter(|section| section.is_code);
        let has_absolute = code.all(|section| section.address >= LOWEST_ADDRESS);
        let mut program = Program {
            sections,
            has_absolute,
            located,
            functions,
            variables,
            per_cpu,
            by_name: OnceCell::new(),
            hidden: Vec::new(),
        };
        program.hidden = program.read_hidden();
        Ok(program)
    }

    /// What each of these places touches, as [`Program::what`] answers them. The reasons of a whole function are as
    /// long as its code: they are left out where nobody reads them.
    pub fn touches(&self, places: &[String], reasons: bool) -> Vec<TouchedAnswer> {
        let mut answers: Vec<TouchedAnswer> = places.iter().map(|place| self.what(place)).collect();
        if !reasons {
            let accesses = answers.iter_mut().flat_map(|answer| &mut answer.accesses);
            for object in accesses.flat_map(|access| &mut access.objects) {
                object.reasons.clear();
            }
        }
        answers
    }

    /// Answers `0xADDRESS`, `SYMBOL+OFFSET` (in hex after `0x`, else decimal), or `SYMBOL`: all its accesses.
    pub fn what(&self, asked: &str) -> TouchedAnswer {
        let mut answer = TouchedAnswer {
            asked: asked.to_owned(),
            accesses: Vec::new(),
            nothing: None,
            notes: Vec::new(),
        };
        let places = match self.parse(asked) {
            Ok(Asked::Address(address)) => vec![(address, Some(address))],
            Ok(Asked::Function(name)) => {
                self.named(&name).into_iter().map(|address| (address, None)).collect()
            }
            Ok(Asked::Within(name, offset)) => {
                let begins = self.named(&name).into_iter();
                begins.map(|begin| (begin, Some(begin.wrapping_add(offset)))).collect()
            }
            Err(sentence) => {
                answer.nothing = Some(sentence);
                return answer;
            }
        };
        if places.is_empty() {
            answer.nothing = Some(self.no_such_function(asked));
            return answer;
        }
        let mut reasons: Vec<String> = Vec::new();
        for (function, only) in places {
            match self.accesses(only.unwrap_or(function), only, Sources::Both, &mut answer.notes) {
                Ok(accesses) => answer.accesses.extend(accesses),
                Err(sentence) if reasons.contains(&sentence) => {}
                Err(sentence) => reasons.push(sentence),
            }
        }
        if answer.accesses.is_empty() {
            answer.nothing = Some(
                reasons
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| "it touches no memory but its own frame".to_owned()),
            );
        }
        answer
    }

    /// The accesses of the function at an address (`0x…`), by some of the sources of types.
    pub fn function(&self, asked: &str, sources: Sources) -> TouchedAnswer {
        let mut answer = TouchedAnswer {
            asked: asked.to_owned(),
            accesses: Vec::new(),
            nothing: None,
            notes: Vec::new(),
        };
        if let Ok(Asked::Address(address)) = self.parse(asked) {
            match self.accesses(address, None, sources, &mut answer.notes) {
                Ok(accesses) => answer.accesses = accesses,
                Err(sentence) => answer.nothing = Some(sentence),
            }
        }
        answer
    }

    fn parse(&self, asked: &str) -> Result<Asked, String> {
        const SHORTEST_BARE_ADDRESS: usize = 8;
        let asked = asked.trim();
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        if let Some(digits) = asked.strip_prefix("0x") {
            let address = hex(digits).ok_or_else(|| format!("`{asked}` is no address"))?;
            return Ok(Asked::Address(address));
        }
        if asked.len() >= SHORTEST_BARE_ADDRESS
            && let Some(address) = hex(asked)
            && self.named(asked).is_empty()
        {
            return Ok(Asked::Address(address));
        }
        if let Some((name, offset)) = asked.rsplit_once('+')
            && !name.is_empty()
            && self.functions.iter().all(|symbol| &*symbol.name != asked)
        {
            // The kernel prints `symbol+0x1a/0x40`.
            let offset = offset.split('/').next().unwrap_or(offset);
            let number = match offset.strip_prefix("0x") {
                Some(digits) => hex(digits),
                None => offset.parse().ok(),
            };
            let number = number.ok_or_else(|| {
                format!("`{offset}` is no offset: write it in decimal, or in hex after 0x")
            })?;
            return Ok(Asked::Within(name.to_owned(), number));
        }
        Ok(Asked::Function(asked.to_owned()))
    }

    /// Where functions of a name begin. A name counts up to its first `.` (`.isra.0`, `.cold`) where none is the
    /// same, and with or without leading underscores where none is the same up to there. A part that was split off
    /// stands for the function only where nothing else does. `name*` is the beginning of a name.
    fn named(&self, name: &str) -> Vec<u64> {
        let addresses = |numbers: &mut dyn Iterator<Item = usize>| {
            let mut list: Vec<u64> =
                numbers.filter_map(|at| Some(self.functions.get(at)?.address)).collect();
            list.dedup();
            list.truncate(MAX_INSTANCES);
            list
        };
        if let Some(begin) = name.strip_suffix('*') {
            let whole = self.named(begin);
            if !whole.is_empty() || begin.is_empty() {
                return whole;
            }
            let found = self.functions.iter().enumerate();
            let found = found.filter(|(_, symbol)| symbol.name.starts_with(begin));
            let found: Vec<usize> = found.map(|(at, _)| at).collect();
            let stems: FxHashSet<&str> =
                found.iter().map(|&at| stem(&self.functions[at].name)).collect();
            let is_one = stems.len() <= MAX_CUT_NAMES;
            return if is_one { addresses(&mut found.into_iter()) } else { Vec::new() };
        }
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: FxHashMap<Rc<str>, Vec<u32>> = FxHashMap::default();
            for (at, symbol) in (0u32..).zip(&self.functions) {
                by_name.entry(bare(&symbol.name).into()).or_default().push(at);
            }
            by_name
        });
        let none = Vec::new();
        let alike = by_name.get(bare(name)).unwrap_or(&none);
        let is_part = |found: &str| found.contains(".cold") || found.contains(".part");
        let ways: [&dyn Fn(&str) -> bool; 5] = [
            &|found| found == name,
            &|found| stem(found) == stem(name) && !is_part(found),
            &|found| stem(found) == stem(name),
            &|found| !is_part(found),
            &|_| true,
        ];
        for matches in ways {
            let found = alike.iter().map(|&at| at as usize);
            let found =
                &mut found.filter(|&at| self.functions.get(at).is_some_and(|f| matches(&f.name)));
            let list = addresses(found);
            if !list.is_empty() {
                return list;
            }
        }
        Vec::new()
    }

    fn no_such_function(&self, asked: &str) -> String {
        if self.functions.is_empty() {
            return "this file has no symbol table: ask by address, 0x…".to_owned();
        }
        let name = asked.rsplit_once('+').map_or(asked, |(name, _)| name);
        format!("there is no function `{name}` in this file")
    }

    /// The accesses of the function that has an address: all that do not touch its frame, or those of one
    /// instruction. The error is why there are none.
    fn accesses(
        &self,
        address: u64,
        only: Option<u64>,
        sources: Sources,
        notes: &mut Vec<String>,
    ) -> Result<Vec<AccessFact>, String> {
        let symbol = containing(&self.functions, address);
        let unit = self.located.unit_at(address);
        let function = unit.as_ref().and_then(|unit| unit.types.function_at(address));
        let (Some(unit), Some(function)) = (&unit, function) else {
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
        let body = self.located.body(unit, function);
        let globals = Globals { program: self, unit };
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
        if seeds.is_cut || unit.types.is_cut {
            notes.push(
                "The debug information breaks off, or has more places of variables than are read: some are left out."
                    .to_owned(),
            );
        }
        if let Some(only) = only {
            match graph.at(only) {
                None => {
                    return Err("it is not where an instruction begins: the address may be of \
                                another build of this file"
                        .to_owned());
                }
                Some(at) if graph.undecoded.contains(&graph.instructions[at].ip()) => {
                    return Err("what is there is no instruction".to_owned());
                }
                Some(_) => {}
            }
        }
        let reasons = RefCell::new(Reasons::default());
        let mut flow = Flow {
            types: &unit.types,
            body: &body,
            graph: &graph,
            seeds: &seeds,
            globals: &globals,
            reasons: &reasons,
            begin,
            later: Vec::new(),
            only_parameters: sources == Sources::Flow,
        };
        if sources != Sources::Flow {
            flow.later = flow.later(&mut InstructionInfoFactory::new());
        }
        let name = symbol
            .map(|symbol| symbol.name.clone())
            .or_else(|| function.name.clone())
            .unwrap_or_else(|| "a function without a name".into());
        Ok(self.list(&flow, only, sources, &name, symbol.map_or(begin, |symbol| symbol.address)))
            .and_then(|list| match (list.is_empty(), only) {
                (true, Some(_)) => {
                    Err("the instruction there touches no memory: a sample may be counted at an \
                         instruction after the one that made it"
                        .to_owned())
                }
                _ => Ok(list),
            })
    }

    fn list(
        &self,
        flow: &Flow<'_>,
        only: Option<u64>,
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
                let instruction = &flow.graph.instructions[number];
                let address = instruction.ip();
                if only.is_none_or(|only| only == address) {
                    let all = operands(&mut factory, instruction);
                    for operand in &all {
                        let touched =
                            flow.touched(number, stated.as_ref().unwrap_or(&state), operand);
                        // What a push or a call does to the stack is not what anybody asks for.
                        if touched.is_stack && (only.is_none() || all.len() > 1) {
                            continue;
                        }
                        // A cold part is a symbol of its own.
                        let own = containing(&self.functions, address);
                        let begin = own.map_or(symbol_begin, |symbol| symbol.address);
                        list.push(AccessFact {
                            address: format!("{address:x}"),
                            function: own.map_or(name, |symbol| &symbol.name).to_owned(),
                            offset_bytes: address.wrapping_sub(begin) as i64 as f64,
                            operand: operand.text(),
                            bytes: operand.bytes as f64,
                            does: operand.does,
                            objects: touched.objects,
                            unknown: touched.unknown.map(sentence),
                        });
                    }
                }
                flow.step(number, &mut state, &mut factory);
            }
        }
        list.sort_by_key(|access| u64::from_str_radix(&access.address, 16).unwrap_or(0));
        list
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

    fn code(&self, begin: u64, end: u64) -> Option<Vec<u8>> {
        self.bytes(begin, end, true)
    }

    fn bytes(&self, begin: u64, end: u64, is_code: bool) -> Option<Vec<u8>> {
        let list = self.sections.list();
        let number = list.iter().position(|section| {
            section.is_code >= is_code
                && section.address != 0
                && section.address <= begin
                && section.address.checked_add(section.size).is_some_and(|last| end <= last)
        })?;
        let mut bytes = vec![0; usize::try_from(end.checked_sub(begin)?).ok()?];
        self.sections.read_range(number, begin - list[number].address, &mut bytes).ok()?;
        Some(bytes)
    }

    /// include/linux/jump_label.h and arch/x86/include/asm/extable.h: entries count from themselves.
    fn read_hidden(&self) -> Vec<(u64, u64)> {
        let mut hidden = Vec::new();
        for (name, entry_bytes) in [("jump_table", 16), ("ex_table", 12)] {
            let symbol = |end: &str| {
                let wanted = format!("__{end}___{name}");
                self.variables.iter().find(|symbol| *symbol.name == *wanted).map(|at| at.address)
            };
            const MAX_TABLE_BYTES: u64 = 16 << 20;
            let (Some(start), Some(stop)) = (symbol("start"), symbol("stop")) else { continue };
            if stop <= start || stop - start > MAX_TABLE_BYTES {
                continue;
            }
            let Some(bytes) = self.bytes(start, stop, false) else { continue };
            for (number, entry) in bytes.chunks_exact(entry_bytes).enumerate() {
                let at = start + (number * entry_bytes) as u64;
                let relative = |from: usize| {
                    let word = entry.get(from..from + 4)?.try_into().ok()?;
                    let place = at.wrapping_add(from as u64);
                    Some(place.wrapping_add_signed(i64::from(i32::from_le_bytes(word))))
                };
                hidden.extend(relative(0).zip(relative(4)));
            }
        }
        hidden.sort_unstable();
        hidden
    }

    /// Those that begin in a function: the range of its hot part is what static keys are in.
    fn hidden_of(&self, function: &Function) -> &[(u64, u64)] {
        let begin = function.ranges.iter().map(|range| range.0).min().unwrap_or(0);
        let end = function.ranges.iter().map(|range| range.1).max().unwrap_or(0);
        let first = self.hidden.partition_point(|edge| edge.0 < begin);
        let last = self.hidden.partition_point(|edge| edge.0 < end);
        // A cold part far away would take in those of everything between.
        const MAX_EDGES: usize = 4096;
        if last.saturating_sub(first) <= MAX_EDGES {
            return &self.hidden[first..last];
        }
        let (begin, end) = function.ranges.first().copied().unwrap_or_default();
        let first = self.hidden.partition_point(|edge| edge.0 < begin);
        let last = self.hidden.partition_point(|edge| edge.0 < end);
        &self.hidden[first..last.min(first + MAX_EDGES)]
    }

    /// All functions of the symbol table, by address: for checks over many.
    pub fn functions(&self) -> &[ProgramSymbol] {
        &self.functions
    }
}

/// A name without what compilers put behind it.
fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// The same without leading underscores: compilers and versions rename so. All of a name that has nothing else.
fn bare(name: &str) -> &str {
    let bare = stem(name).trim_start_matches('_');
    if bare.is_empty() { name } else { bare }
}

fn is_direct(call: &Instruction) -> bool {
    call.flow_control() == FlowControl::Call && call.op0_kind() == OpKind::NearBranch64
}

/// The symbol that has an address; one without a size only where it begins.
fn containing(list: &[ProgramSymbol], address: u64) -> Option<&ProgramSymbol> {
    const MAX_ALIASES: usize = 16;
    let after = list.partition_point(|symbol| symbol.address <= address);
    let before = list[..after].iter().rev().take(MAX_ALIASES);
    let mut found = before.filter(|symbol| {
        let inside = address - symbol.address;
        inside < symbol.size_bytes || inside == 0
    });
    found.next()
}

/// What is said where nothing is known.
fn sentence(unknown: Unknown) -> String {
    match unknown {
        Unknown::Canary => "it is the stack canary".to_owned(),
        Unknown::Outside(name) => format!(
            "the offset lies outside `{name}`, which the pointer is declared to lead to: it was cast, or is part of what holds that"
        ),
        Unknown::Declared(name) => {
            format!("`{name}` is only declared in this source file")
        }
        Unknown::Offset(name) => {
            format!("it is somewhere near a `{name}`; by how much is not known")
        }
        Unknown::Stack => "it is on the stack, where no variable is stated".to_owned(),
        Unknown::Thread => "it is the thread's own memory".to_owned(),
        Unknown::Address => "no variable is known at this address".to_owned(),
        Unknown::Register => "no variable is known to lie in the register".to_owned(),
    }
}
