//! Symbols of a program by address.

use std::rc::Rc;

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

/// All of them, each list sorted by address.
#[derive(Debug)]
pub struct Symbols {
    pub functions: Vec<ProgramSymbol>,
    pub variables: Vec<ProgramSymbol>,
    pub per_cpu: Vec<ProgramSymbol>,
    /// Whether the code is linked for the addresses that it has in the file.
    pub has_absolute: bool,
}

/// Linux maps nothing below (vm.mmap_min_addr); what may be loaded anywhere is linked from 0 on.
pub const LOWEST_ADDRESS: u64 = 0x1_0000;

impl Symbols {
    /// Sorts them.
    pub fn new(symbols: Vec<ProgramSymbol>, has_absolute: bool) -> Symbols {
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
        Symbols { functions, variables, per_cpu, has_absolute }
    }
}

/// The symbol that has an address; one without a size only where it begins.
pub fn containing(list: &[ProgramSymbol], address: u64) -> Option<&ProgramSymbol> {
    all_containing(list, address).next()
}

/// All of them, the last of the table first: one place may have several names.
pub fn all_containing(
    list: &[ProgramSymbol],
    address: u64,
) -> impl Iterator<Item = &ProgramSymbol> {
    const MAX_ALIASES: usize = 16;
    let after = list.partition_point(|symbol| symbol.address <= address);
    let before = list.iter().take(after).rev().take(MAX_ALIASES);
    before.filter(move |symbol| {
        let inside = address - symbol.address;
        inside < symbol.size_bytes || inside == 0
    })
}
