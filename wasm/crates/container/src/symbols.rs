//! The symbol table of a file: as text, and the variables of each CPU.

use std::fmt::Write;

use object::elf;

use crate::Opened;
use crate::ints::Ints;
use crate::placed::Placed;

/// Larger tables are left alone: a kernel's has some 200,000 symbols.
const MAX_SYMBOLS: usize = 4_000_000;

/// The symbols of `.symtab`, or of `.dynsym` where it was stripped, one to a line: address and size
/// in hex, `T` for functions, `D` for variables, `P` for variables of which each CPU has its own, `N`
/// for what states no kind; then the name. Of a relocatable object functions alone, from where its code begins: nobody
/// knows how far from it the rest was loaded. `None` where there are none.
pub fn symbol_lines(opened: &Opened) -> Option<String> {
    let is_object = opened.kind() == facts::FileKind::ElfObject;
    let table = Table::read(opened)?;
    let mut lines = String::with_capacity(table.names.len() * 2);
    table.each(|symbol, name| {
        let letter = match symbol.kind {
            _ if table.is_per_cpu(symbol.section) => 'P',
            kind if kind == u64::from(elf::STT_FUNC.0) => 'T',
            kind if kind == u64::from(elf::STT_OBJECT.0) => 'D',
            _ => 'N',
        };
        if is_object && letter != 'T' {
            return;
        }
        let name = String::from_utf8_lossy(name);
        // A line break in a name would be a symbol more.
        let name = facts::visible_name(&name);
        let _ = writeln!(lines, "{:x} {:x} {letter} {name}", symbol.address, symbol.size_bytes);
    });
    (!lines.is_empty()).then_some(lines)
}

/// One symbol that is defined in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// As the file has it.
    pub name: String,
    /// Where it begins.
    pub address: u64,
    /// 0 where that is not stated.
    pub size_bytes: u64,
    /// Whether it is a function.
    pub is_function: bool,
    /// Whether each CPU has its own.
    pub is_per_cpu: bool,
}

/// Functions, variables and what states no kind, of `.symtab`, or of `.dynsym` where it was stripped; of a relocatable
/// object also what it calls elsewhere, which has no size.
pub fn symbols(opened: &Opened) -> Vec<Symbol> {
    let mut list = Vec::new();
    if let Some(table) = Table::read(opened) {
        table.each(|symbol, name| {
            list.push(Symbol {
                name: String::from_utf8_lossy(name).into_owned(),
                address: symbol.address,
                size_bytes: symbol.size_bytes,
                is_function: symbol.kind == u64::from(elf::STT_FUNC.0),
                is_per_cpu: table.is_per_cpu(symbol.section),
            });
        });
        table.outside(|address, name| {
            list.push(Symbol {
                name: String::from_utf8_lossy(name).into_owned(),
                address,
                size_bytes: 0,
                is_function: true,
                is_per_cpu: false,
            });
        });
    }
    list
}

/// Variables of which each CPU has its own: names and sizes in bytes. A name that other variables have
/// too is left out: static variables of several source files may share one.
pub fn per_cpu_variables(opened: &Opened) -> Vec<(String, u64)> {
    let Some(table) = Table::read(opened).filter(|table| !table.per_cpu.is_empty()) else {
        return Vec::new();
    };
    let mut variables: Vec<(&[u8], u64, bool)> = Vec::new();
    table.each(|symbol, name| {
        if symbol.kind == u64::from(elf::STT_OBJECT.0) {
            variables.push((name, symbol.size_bytes, table.is_per_cpu(symbol.section)));
        }
    });
    variables.sort_unstable();
    let of_one_name = variables.chunk_by(|a, b| a.0 == b.0);
    of_one_name
        .filter_map(|same| match same {
            [(name, bytes, true)] => Some((String::from_utf8_lossy(name).into_owned(), *bytes)),
            _ => None,
        })
        .collect()
}

/// The symbol table of a file, in memory.
struct Table {
    entries: Vec<u8>,
    names: Vec<u8>,
    ints: Ints,
    /// Sections of which each CPU has a copy, by their numbers in the file.
    per_cpu: Vec<u64>,
    placed: Placed,
}

impl Table {
    fn read(opened: &Opened) -> Option<Table> {
        let ints = opened.stored.elf?.ints();
        let number = opened.find(".symtab").or_else(|| opened.find(".dynsym"))?;
        let link = opened.stored.sections.get(number)?.link;
        let names = opened.stored.sections.iter().position(|section| section.number == link)?;
        // Objects may still have what linking gathers: `.data..percpu..read_mostly`.
        let is_per_cpu = |name: &str| {
            name.strip_prefix(".data..percpu")
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(".."))
        };
        let per_cpu = opened.stored.sections.iter().filter(|section| is_per_cpu(&section.name));
        Some(Table {
            entries: opened.read_section(number).ok()?,
            names: opened.read_section(names).ok()?,
            ints,
            placed: opened.stored.placed.clone(),
            per_cpu: per_cpu.map(|section| u64::from(section.number)).collect(),
        })
    }

    fn is_per_cpu(&self, section: u64) -> bool {
        self.per_cpu.contains(&section)
    }

    /// Calls `each` with the made-up addresses and the names of what a relocatable object has not.
    fn outside<'a>(&'a self, mut each: impl FnMut(u64, &'a [u8])) {
        let size = if self.ints.class64 { 24 } else { 16 };
        let entries = self.entries.chunks_exact(size).take(MAX_SYMBOLS);
        for (number, entry) in (0..).zip(entries) {
            let symbol = read(entry, self.ints);
            let address = self.placed.symbol(number, symbol.section, 0);
            let name = self.name(symbol.name);
            if symbol.section == 0 && address != 0 && !name.is_empty() {
                each(address, name);
            }
        }
    }

    fn name(&self, at: u64) -> &[u8] {
        let rest = self.names.get(at as usize..).unwrap_or_default();
        memchr::memchr(0, rest).and_then(|end| rest.get(..end)).unwrap_or_default()
    }

    /// Calls `each` with what is defined here and has a name.
    fn each<'a>(&'a self, mut each: impl FnMut(&Entry, &'a [u8])) {
        let size = if self.ints.class64 { 24 } else { 16 };
        for entry in self.entries.chunks_exact(size).take(MAX_SYMBOLS) {
            let mut symbol = read(entry, self.ints);
            symbol.address = self.placed.symbol(0, symbol.section, symbol.address);
            // Undefined, or absolute without being an address (a file's name, for one).
            if symbol.section == 0 || matches!(symbol.kind, 3 | 4 | 6) {
                continue;
            }
            let name = self.name(symbol.name);
            if !name.is_empty() && !name.contains(&b'\n') {
                each(&symbol, name);
            }
        }
    }
}

struct Entry {
    name: u64,
    address: u64,
    size_bytes: u64,
    /// `STT_*`
    kind: u64,
    section: u64,
}

/// gABI, "Symbol Table": the two classes have their words in another order.
fn read(entry: &[u8], ints: Ints) -> Entry {
    let word = |at, len| ints.uint(entry, at, len);
    let (address, size_bytes, info, section) = if ints.class64 {
        (word(8, 8), word(16, 8), word(4, 1), word(6, 2))
    } else {
        (word(4, 4), word(8, 4), word(12, 1), word(14, 2))
    };
    Entry { name: word(0, 4), address, size_bytes, kind: info & 0xf, section }
}
