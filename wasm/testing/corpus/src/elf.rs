//! Programs with symbols and source lines and no code, so that perf can name what a recording has addresses of.

use crate::recording::{LINKED_END, Recording};
use crate::scenario::{File, KERNEL_BYTES, KERNEL_START, Memory, PAGE_BYTES};

/// The file of a program of a recording, as perf and addr2line read it.
#[must_use]
pub fn program(recording: &Recording, index: usize) -> Option<Vec<u8>> {
    let File::Program { start, bytes, .. } = &recording.scenario.files[index] else { return None };
    let linked = |address: u64| recording.linked_address(&recording.scenario.files[index], address);
    let functions: Vec<(String, u64, u64)> = recording
        .scenario
        .functions
        .iter()
        .filter(|function| function.file == index)
        .map(|function| (function.name.clone(), linked(function.start), function.bytes))
        .collect();
    let mut lines: Vec<(u64, String, u32)> = recording
        .scenario
        .sites
        .iter()
        .filter(|site| site.file == index)
        .filter_map(|site| {
            let (file, line) = site.source_line.clone()?;
            Some((linked(site.code), file, line))
        })
        .collect();
    lines.sort();
    lines.dedup_by_key(|line| line.0);
    let base = if *start < LINKED_END { start - PAGE_BYTES } else { 0 };
    Some(write(base, *bytes, *start < LINKED_END, &functions, &lines))
}

struct Section {
    name: &'static str,
    kind: u32,
    flags: u64,
    address: u64,
    bytes: Vec<u8>,
    link: u32,
    info: u32,
    entry: u64,
}

const PROGRAM_BITS: u32 = 1;
const SYMBOLS: u32 = 2;
const STRINGS: u32 = 3;
const HEADER_BYTES: u64 = 64;
const SYMBOL_BYTES: u64 = 24;

fn write(
    base: u64,
    text_bytes: u64,
    linked: bool,
    functions: &[(String, u64, u64)],
    lines: &[(u64, String, u32)],
) -> Vec<u8> {
    let (symbols, names) = symbols(functions);
    let text_at = base + PAGE_BYTES;
    let section = |name, kind, bytes| Section {
        name,
        kind,
        flags: 0,
        address: 0,
        bytes,
        link: 0,
        info: 0,
        entry: 0,
    };
    let mut sections = vec![
        section("", 0, Vec::new()),
        Section {
            // Allocated and executable.
            flags: 6,
            address: text_at,
            ..section(".text", PROGRAM_BITS, vec![0x90; text_bytes as usize])
        },
        Section { link: 3, info: 1, entry: SYMBOL_BYTES, ..section(".symtab", SYMBOLS, symbols) },
        section(".strtab", STRINGS, names),
    ];
    if !lines.is_empty() {
        sections.push(section(".debug_abbrev", PROGRAM_BITS, abbreviations()));
        sections.push(section(".debug_info", PROGRAM_BITS, unit(text_at, text_bytes)));
        sections.push(section(".debug_line", PROGRAM_BITS, line_program(lines)));
    }
    let mut names = vec![0u8];
    let mut name_at = Vec::new();
    for name in sections.iter().map(|section| section.name).chain([".shstrtab"]) {
        name_at.push(if name.is_empty() { 0 } else { names.len() as u32 });
        if !name.is_empty() {
            names.extend_from_slice(name.as_bytes());
            names.push(0);
        }
    }
    sections.push(section(".shstrtab", STRINGS, names));
    let mut out = vec![0u8; PAGE_BYTES as usize];
    let mut table = Vec::new();
    for (section, name) in sections.iter().zip(name_at) {
        let at = if section.kind == 0 { 0 } else { out.len() as u64 };
        table.extend_from_slice(&name.to_le_bytes());
        table.extend_from_slice(&section.kind.to_le_bytes());
        let length = section.bytes.len() as u64;
        for number in [section.flags, section.address, at, length] {
            table.extend_from_slice(&number.to_le_bytes());
        }
        table.extend_from_slice(&section.link.to_le_bytes());
        table.extend_from_slice(&section.info.to_le_bytes());
        for number in [8, section.entry] {
            table.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&section.bytes);
        out.resize(out.len().next_multiple_of(8), 0);
    }
    let table_at = out.len() as u64;
    out.extend(table);
    let header = header(linked, text_at, text_bytes, table_at, sections.len() as u16);
    out[..header.len()].copy_from_slice(&header);
    out
}

fn header(linked: bool, text_at: u64, text_bytes: u64, table_at: u64, sections: u16) -> Vec<u8> {
    const X86_64: u16 = 62;
    let mut out = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let kind: u16 = if linked { 2 } else { 3 };
    out.extend_from_slice(&kind.to_le_bytes());
    out.extend_from_slice(&X86_64.to_le_bytes());
    out.extend_from_slice(&1u32.to_le_bytes());
    for number in [text_at, HEADER_BYTES, table_at] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&0u32.to_le_bytes());
    for number in [HEADER_BYTES as u16, 56, 1, 64, sections, sections - 1] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    // One loaded segment, readable and executable.
    out.extend_from_slice(&1u32.to_le_bytes());
    out.extend_from_slice(&5u32.to_le_bytes());
    for number in [PAGE_BYTES, text_at, text_at, text_bytes, text_bytes, PAGE_BYTES] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out
}

fn symbols(functions: &[(String, u64, u64)]) -> (Vec<u8>, Vec<u8>) {
    const GLOBAL_FUNCTION: u8 = 1 << 4 | 2;
    let (mut table, mut names) = (vec![0u8; SYMBOL_BYTES as usize], vec![0u8]);
    for (name, address, bytes) in functions {
        table.extend_from_slice(&(names.len() as u32).to_le_bytes());
        table.extend_from_slice(&[GLOBAL_FUNCTION, 0, 1, 0]);
        table.extend_from_slice(&address.to_le_bytes());
        table.extend_from_slice(&bytes.to_le_bytes());
        names.extend_from_slice(name.as_bytes());
        names.push(0);
    }
    (table, names)
}

/// One kind of DIE: a compilation unit with its line program and its addresses.
fn abbreviations() -> Vec<u8> {
    const COMPILE_UNIT: u8 = 0x11;
    let (stmt_list, low_pc, high_pc, name) = (0x10, 0x11, 0x12, 0x03);
    let (sec_offset, addr, data8, string) = (0x17, 0x01, 0x07, 0x08);
    vec![
        1,
        COMPILE_UNIT,
        0,
        stmt_list,
        sec_offset,
        low_pc,
        addr,
        high_pc,
        data8,
        name,
        string,
        0,
        0,
        0,
    ]
}

fn unit(text_at: u64, text_bytes: u64) -> Vec<u8> {
    let mut body = Vec::new();
    body.extend_from_slice(&4u16.to_le_bytes());
    body.extend_from_slice(&0u32.to_le_bytes());
    body.extend_from_slice(&[8, 1]);
    body.extend_from_slice(&0u32.to_le_bytes());
    body.extend_from_slice(&text_at.to_le_bytes());
    body.extend_from_slice(&text_bytes.to_le_bytes());
    body.extend_from_slice(b"unit\0");
    let mut out = (body.len() as u32).to_le_bytes().to_vec();
    out.extend(body);
    out
}

/// A line program of DWARF 4: for each row its address, file and line are set and a row is made.
fn line_program(lines: &[(u64, String, u32)]) -> Vec<u8> {
    let mut files: Vec<&str> = lines.iter().map(|line| line.1.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    let mut header = vec![1, 1, 1, 0xfb, 14, 13];
    // Operands of the twelve standard opcodes, then no folder.
    header.extend_from_slice(&[0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0]);
    for file in &files {
        header.extend_from_slice(file.as_bytes());
        header.extend_from_slice(&[0, 0, 0, 0]);
    }
    header.push(0);
    let mut body = Vec::new();
    let set_address = |body: &mut Vec<u8>, address: u64| {
        body.extend_from_slice(&[0, 9, 2]);
        body.extend_from_slice(&address.to_le_bytes());
    };
    for (address, file, line) in lines {
        // A sequence for each instruction: what lies between has no line.
        set_address(&mut body, *address);
        let number = files.iter().position(|known| known == file).unwrap_or(0) as i64 + 1;
        body.push(4);
        leb128(&mut body, number, false);
        body.push(3);
        leb128(&mut body, i64::from(*line) - 1, true);
        body.push(1);
        set_address(&mut body, address + 1);
        body.extend_from_slice(&[0, 1, 1]);
    }
    let mut out = Vec::new();
    let length = 2 + 4 + header.len() + body.len();
    out.extend_from_slice(&(length as u32).to_le_bytes());
    out.extend_from_slice(&4u16.to_le_bytes());
    out.extend_from_slice(&(header.len() as u32).to_le_bytes());
    out.extend(header);
    out.extend(body);
    out
}

fn leb128(out: &mut Vec<u8>, mut value: i64, signed: bool) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        let done = if signed {
            (value == 0 && byte & 0x40 == 0) || (value == -1 && byte & 0x40 != 0)
        } else {
            value == 0
        };
        out.push(if done { byte } else { byte | 0x80 });
        if done {
            return;
        }
    }
}

/// The kernel's symbols as `/proc/kallsyms` prints them.
#[must_use]
pub fn kernel_symbols(recording: &Recording) -> String {
    let mut list = vec![(KERNEL_START, "T _text".to_owned())];
    for function in &recording.scenario.functions {
        match &recording.scenario.files[function.file] {
            File::Kernel => list.push((function.start, format!("T {}", function.name))),
            File::Module { name, .. } => {
                list.push((function.start, format!("t {}\t[{name}]", function.name)));
            }
            File::Program { .. } | File::Nowhere => {}
        }
    }
    for object in &recording.scenario.objects {
        if object.memory == Memory::KernelVariable {
            list.push((object.base, format!("D {}", object.type_name)));
        }
    }
    // perf lets the kernel end where its last symbol does.
    list.push((KERNEL_START + KERNEL_BYTES - PAGE_BYTES, "B _end".to_owned()));
    list.sort();
    list.into_iter().map(|(address, name)| format!("{address:016x} {name}\n")).collect()
}
