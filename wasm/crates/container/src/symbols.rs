//! The symbol table of a linked file, as text.

use std::fmt::Write;

use object::elf;

use crate::Opened;
use crate::elf::Ints;

/// Larger tables are left alone: a kernel's has some 200,000 symbols.
const MAX_SYMBOLS: usize = 4_000_000;

/// The symbols of `.symtab`, or of `.dynsym` where it was stripped, one to a line: address and size
/// in hex, `T` for functions, `D` for variables, `P` for variables of which each CPU has its own, `N`
/// for what states no kind; then the name. `None` where there are none, and in a relocatable object, whose
/// symbols have no addresses yet.
pub fn symbol_lines(opened: &Opened) -> Option<String> {
    let machine = opened.elf?;
    if opened.kind() == facts::FileKind::ElfObject {
        return None;
    }
    let number = opened.find(".symtab").or_else(|| opened.find(".dynsym"))?;
    let table = opened.read_section(number).ok()?;
    let link = opened.sections[number].link;
    let names = opened.sections.iter().position(|section| section.number == link)?;
    let names = opened.read_section(names).ok()?;
    let per_cpu = opened
        .sections
        .iter()
        .find(|section| section.name == ".data..percpu")
        .map(|section| u64::from(section.number));
    let ints = machine.ints();
    let mut lines = String::with_capacity(names.len() * 2);
    for entry in table.chunks_exact(if ints.class64 { 24 } else { 16 }).take(MAX_SYMBOLS) {
        let symbol = read(entry, ints);
        // Undefined, or absolute without being an address (a file's name, for one).
        if symbol.section == 0 || matches!(symbol.kind, 3 | 4 | 6) {
            continue;
        }
        let rest = names.get(symbol.name as usize..).unwrap_or_default();
        let name = &rest[..memchr::memchr(0, rest).unwrap_or(0)];
        if name.is_empty() || name.contains(&b'\n') {
            continue;
        }
        let letter = match symbol.kind {
            _ if Some(symbol.section) == per_cpu => 'P',
            kind if kind == u64::from(elf::STT_FUNC.0) => 'T',
            kind if kind == u64::from(elf::STT_OBJECT.0) => 'D',
            _ => 'N',
        };
        let name = String::from_utf8_lossy(name);
        let _ = writeln!(lines, "{:x} {:x} {letter} {name}", symbol.address, symbol.size_bytes);
    }
    (!lines.is_empty()).then_some(lines)
}

struct Symbol {
    name: u64,
    address: u64,
    size_bytes: u64,
    /// `STT_*`
    kind: u64,
    section: u64,
}

/// gABI, "Symbol Table": the two classes have their words in another order.
fn read(entry: &[u8], ints: Ints) -> Symbol {
    let word = |at, len| ints.uint(entry, at, len);
    let (address, size_bytes, info, section) = if ints.class64 {
        (word(8, 8), word(16, 8), word(4, 1), word(6, 2))
    } else {
        (word(4, 4), word(8, 4), word(12, 1), word(14, 2))
    };
    Symbol { name: word(0, 4), address, size_bytes, kind: info & 0xf, section }
}
