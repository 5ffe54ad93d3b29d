//! [`Program`]: a file's code, symbols and types, asked by address or by name.

use std::cell::OnceCell;
use std::rc::Rc;

use debuginfo::NothingUsable;
use debuginfo::dwarf::located::{Located, UnitAt};
use debuginfo::sections::Sections;
use facts::{Machine, SplitFile, Target, TouchedAnswer};
use rustc_hash::FxHashMap;

use crate::symbols::{LOWEST_ADDRESS, ProgramSymbol, Symbols};
use follow::{Answer, Wanted};
use query::{Query, address_of};

mod follow;
mod hidden;
mod names;
mod query;

/// A file whose code can be asked.
pub struct Program {
    sections: Rc<dyn Sections>,
    located: Located,
    symbols: Symbols,
    /// Numbers of functions by their bare names; made when a name is asked for.
    by_name: OnceCell<FxHashMap<Rc<str>, Vec<u32>>>,
    /// Jumps that no branch shows (static keys, exception tables of kernels), sorted.
    hidden: Vec<(u64, u64)>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Program").field("symbols", &self.symbols).finish_non_exhaustive()
    }
}

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

facts::errors! { "code";
    /// Why no code of a file is followed.
    pub enum Unfollowed from Types(NothingUsable);

    /// Debug information alone.
    NoCode "This file has no machine code." => "Give the program or kernel itself, not BTF or what holds only its debug information.";
    /// Of another machine.
    OtherMachine {
        /// Which.
        machine: Machine,
    } "Instructions of {machine} are not read, only those of x86-64.";
}

impl Program {
    /// Reads the symbols' tables of hidden jumps, nothing else yet.
    pub fn open(
        sections: Rc<dyn Sections>,
        target: &Target,
        symbols: Vec<ProgramSymbol>,
    ) -> Result<Program, Unfollowed> {
        if !sections.list().iter().any(|section| section.is_code) {
            return Err(Unfollowed::NoCode);
        }
        if target.machine != Machine::X86_64 {
            return Err(Unfollowed::OtherMachine { machine: target.machine });
        }
        let located = Located::open(sections.clone(), target.big_endian)?;
        let mut code = sections.list().iter().filter(|section| section.is_code);
        let has_absolute = code.all(|section| section.address >= LOWEST_ADDRESS);
        let mut program = Program {
            symbols: Symbols::new(symbols, has_absolute),
            sections,
            located,
            by_name: OnceCell::new(),
            hidden: Vec::new(),
        };
        program.hidden = program.read_hidden();
        Ok(program)
    }

    /// Gives the file that dwz moved types to.
    pub fn give_supplementary(&mut self, sections: Rc<dyn Sections>) {
        self.located.give_supplementary(sections);
    }

    /// Gives a `.dwo` or `.dwp` file.
    pub fn give_split(&mut self, sections: Rc<dyn Sections>) {
        self.located.give_split(sections);
    }

    /// The files that its units were split into and that were not given.
    pub fn missing_split(&self) -> Vec<SplitFile> {
        self.located.missing_split()
    }

    /// What each of these places touches, as [`Program::what`] answers them. Addresses of one function that follow on
    /// each other are answered together, for following it takes the time. The reasons of a whole function are as long as
    /// its code: they are left out where nobody reads them.
    pub fn touches(&self, places: &[String], reasons: bool) -> Vec<TouchedAnswer> {
        let mut answers: Vec<TouchedAnswer> = Vec::with_capacity(places.len());
        while let Some(left @ [first, rest @ ..]) = places.get(answers.len()..) {
            match self.in_one_function(first, rest) {
                Some(addresses) => {
                    let wanted = Wanted::At(&addresses);
                    answers.extend(self.each(left, &addresses, wanted));
                }
                None => answers.push(self.what(first)),
            }
        }
        if !reasons {
            forget_reasons(&mut answers);
        }
        answers
    }

    /// For each of these addresses (`0x…`) the accesses of its function that happen whenever its instruction runs:
    /// those on every path to it, and those on every path from it out of the function. No reasons.
    pub fn visits(&self, places: &[String]) -> Vec<TouchedAnswer> {
        let mut answers: Vec<TouchedAnswer> = Vec::with_capacity(places.len());
        while let Some(left @ [first, rest @ ..]) = places.get(answers.len()..) {
            match self.in_one_function(first, rest) {
                Some(addresses) => {
                    let wanted = Wanted::With(&addresses);
                    answers.extend(self.each(left, &addresses, wanted));
                }
                None => {
                    let nothing = "no debug information covers this address".to_owned();
                    answers.push(answered(first, Err(nothing), Vec::new()));
                }
            }
        }
        forget_reasons(&mut answers);
        answers
    }

    /// The address of the first place and those of the next that are of the same function; `None` where it is no
    /// address of a function with debug information.
    fn in_one_function(&self, first: &str, rest: &[String]) -> Option<Vec<u64>> {
        let first = address_of(first)?;
        let types = self.located.types();
        let Some(UnitAt::Unit(unit)) = self.located.unit_at(&types, first) else { return None };
        let ranges = &types.unit(unit).function_at(first)?.ranges;
        let is_own = |at: &u64| ranges.iter().any(|(begin, end)| (*begin..*end).contains(at));
        let others = rest.iter().map_while(|place| address_of(place).filter(is_own));
        Some(std::iter::once(first).chain(others).collect())
    }

    /// What is wanted of instructions of one function, one answer for each.
    fn each(&self, places: &[String], addresses: &[u64], wanted: Wanted<'_>) -> Vec<TouchedAnswer> {
        let mut notes = Vec::new();
        #[expect(
            clippy::indexing_slicing,
            reason = "`in_one_function` gives the first place's at least"
        )]
        let answers = match self.accesses(addresses[0], wanted, Sources::Both, &mut notes) {
            Ok(answers) => answers,
            Err(sentence) => vec![Err(sentence); addresses.len()],
        };
        let answers = places.iter().zip(answers);
        answers.map(|(query, answer)| answered(query, answer, notes.clone())).collect()
    }

    /// Answers `0xADDRESS`, `SYMBOL+OFFSET` (in hex after `0x`, else decimal), or `SYMBOL`: all its accesses.
    pub fn what(&self, query: &str) -> TouchedAnswer {
        let places: Vec<(u64, bool)> = match self.parse(query) {
            Ok(Query::Address(address)) => vec![(address, true)],
            Ok(Query::Function(name)) => {
                self.named(&name).into_iter().map(|address| (address, false)).collect()
            }
            Ok(Query::Within(name, offset)) => {
                let begins = self.named(&name).into_iter();
                begins.map(|begin| (begin.wrapping_add(offset), true)).collect()
            }
            Err(sentence) => return answered(query, Err(sentence), Vec::new()),
        };
        if places.is_empty() {
            return answered(query, Err(self.no_such_function(query)), Vec::new());
        }
        let mut notes = Vec::new();
        let mut accesses = Vec::new();
        let mut reason = None;
        for (address, is_one) in places {
            let one = [address];
            let wanted = if is_one { Wanted::At(&one) } else { Wanted::All };
            match self.accesses(address, wanted, Sources::Both, &mut notes) {
                Ok(answers) => {
                    for answer in answers {
                        match answer {
                            Ok(list) => accesses.extend(list),
                            Err(sentence) => reason = reason.or(Some(sentence)),
                        }
                    }
                }
                Err(sentence) => reason = reason.or(Some(sentence)),
            }
        }
        let answer = match reason {
            Some(sentence) if accesses.is_empty() => Err(sentence),
            _ => Ok(accesses),
        };
        answered(query, answer, notes)
    }

    /// The accesses of the function at an address (`0x…`), by some of the sources of types.
    pub fn function(&self, query: &str, sources: Sources) -> TouchedAnswer {
        let mut notes = Vec::new();
        let address = address_of(query).unwrap_or_default();
        let found = self.accesses(address, Wanted::All, sources, &mut notes);
        let answer = found.and_then(|answers| answers.into_iter().next().unwrap_or(Ok(Vec::new())));
        answered(query, answer, notes)
    }

    fn code(&self, begin: u64, end: u64) -> Option<Vec<u8>> {
        self.bytes(begin, end, true)
    }

    fn bytes(&self, begin: u64, end: u64, is_code: bool) -> Option<Vec<u8>> {
        let list = self.sections.list();
        let (number, section) = list.iter().enumerate().find(|(_, section)| {
            section.is_code >= is_code
                && section.address != 0
                && section.address <= begin
                && section.address.checked_add(section.size).is_some_and(|last| end <= last)
        })?;
        let mut bytes = vec![0; usize::try_from(end.checked_sub(begin)?).ok()?];
        self.sections.read_range(number, begin - section.address, &mut bytes).ok()?;
        Some(bytes)
    }

    /// All functions of the symbol table, by address: for checks over many.
    pub fn functions(&self) -> &[ProgramSymbol] {
        &self.symbols.functions
    }
}

fn forget_reasons(answers: &mut [TouchedAnswer]) {
    let accesses = answers.iter_mut().flat_map(|answer| &mut answer.accesses);
    for object in accesses.flat_map(|access| &mut access.objects) {
        object.reasons.clear();
    }
}

fn answered(query: &str, answer: Answer, notes: Vec<String>) -> TouchedAnswer {
    let (accesses, nothing) = match answer {
        Ok(accesses) if accesses.is_empty() => {
            (accesses, Some("it touches no memory but its own frame".to_owned()))
        }
        Ok(accesses) => (accesses, None),
        Err(sentence) => (Vec::new(), Some(sentence)),
    };
    TouchedAnswer { query: query.to_owned(), accesses, nothing, notes }
}
