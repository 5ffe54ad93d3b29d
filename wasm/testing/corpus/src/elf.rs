//! Programs with symbols and source lines and no code, so that perf can name what a recording has addresses of.

use crate::recording::{LINKED_END, Recording};
use crate::scenario::{DATA_BYTES, File, KERNEL_BYTES, KERNEL_START, Memory, PAGE_BYTES};

/// The file of a program of a recording, as perf and addr2line read it.
#[must_use]
pub fn program(recording: &Recording, index: usize) -> Option<Vec<u8>> {
    let file = &recording.scenario.files[index];
    let File::Program { start, bytes, data, .. } = file else { return None };
    let linked = |address: u64| recording.linked_address(file, address);
    let functions: Vec<Symbol> = recording
        .scenario
        .functions
        .iter()
        .filter(|function| function.file == index)
        .map(|function| Symbol {
            name: function.name.clone(),
            address: linked(function.start),
            bytes: function.bytes,
            section: TEXT,
        })
        .collect();
    let objects = recording.scenario.objects.iter().enumerate();
    let variables = objects.filter(|(_, object)| object.memory == Memory::Variable(index));
    let variables: Vec<Symbol> = variables
        .filter_map(|(at, object)| {
            Some(Symbol {
                name: recording.variable(at)?,
                address: linked(object.base),
                bytes: object.bytes(),
                section: DATA,
            })
        })
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
    let data = data.filter(|_| !variables.is_empty()).map(|(start, _)| linked(start));
    let symbols = [functions, variables].concat();
    let text = Text { at: base + PAGE_BYTES, bytes: *bytes, linked: *start < LINKED_END };
    Some(write(&text, data, &symbols, &lines))
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

/// Numbers of the sections that symbols are in.
const TEXT: u8 = 1;
const DATA: u8 = 2;

/// The code of a program.
struct Text {
    at: u64,
    bytes: u64,
    /// It runs where it was linked.
    linked: bool,
}

#[derive(Clone)]
struct Symbol {
    name: String,
    address: u64,
    bytes: u64,
    section: u8,
}

fn write(text: &Text, data: Option<u64>, list: &[Symbol], lines: &[(u64, String, u32)]) -> Vec<u8> {
    let (symbols, names) = symbols(list);
    let (text_at, text_bytes) = (text.at, text.bytes);
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
    ];
    if let Some(address) = data {
        // Allocated and writable.
        let bytes = vec![0; DATA_BYTES as usize];
        sections.push(Section { flags: 3, address, ..section(".data", PROGRAM_BITS, bytes) });
    }
    let link = sections.len() as u32 + 1;
    sections.push(Section {
        link,
        info: 1,
        entry: SYMBOL_BYTES,
        ..section(".symtab", SYMBOLS, symbols)
    });
    sections.push(section(".strtab", STRINGS, names));
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
    let header = header(text, data, table_at, sections.len() as u16);
    out[..header.len()].copy_from_slice(&header);
    out
}

fn header(text: &Text, data: Option<u64>, table_at: u64, sections: u16) -> Vec<u8> {
    const X86_64: u16 = 62;
    let mut out = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let kind: u16 = if text.linked { 2 } else { 3 };
    out.extend_from_slice(&kind.to_le_bytes());
    out.extend_from_slice(&X86_64.to_le_bytes());
    out.extend_from_slice(&1u32.to_le_bytes());
    for number in [text.at, HEADER_BYTES, table_at] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&0u32.to_le_bytes());
    let segments = 1 + u16::from(data.is_some());
    for number in [HEADER_BYTES as u16, 56, segments, 64, sections, sections - 1] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    // Loaded segments: code is readable and executable, data readable and writable.
    let code = Some((5u32, PAGE_BYTES, text.at, text.bytes));
    let data = data.map(|address| (6, PAGE_BYTES + text.bytes, address, DATA_BYTES));
    for (flags, offset, address, bytes) in code.into_iter().chain(data) {
        out.extend_from_slice(&1u32.to_le_bytes());
        out.extend_from_slice(&flags.to_le_bytes());
        for number in [offset, address, address, bytes, bytes, PAGE_BYTES] {
            out.extend_from_slice(&number.to_le_bytes());
        }
    }
    out
}

fn symbols(list: &[Symbol]) -> (Vec<u8>, Vec<u8>) {
    const GLOBAL: u8 = 1 << 4;
    let (mut table, mut names) = (vec![0u8; SYMBOL_BYTES as usize], vec![0u8]);
    for Symbol { name, address, bytes, section } in list {
        // `STT_FUNC` or `STT_OBJECT`
        let kind = if *section == TEXT { 2 } else { 1 };
        table.extend_from_slice(&(names.len() as u32).to_le_bytes());
        table.extend_from_slice(&[GLOBAL | kind, 0, *section, 0]);
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
    for (at, object) in recording.scenario.objects.iter().enumerate() {
        if let (Memory::KernelVariable, Some(name)) = (object.memory, recording.variable(at)) {
            list.push((object.base, format!("D {name}")));
        }
    }
    // perf lets the kernel end where its last symbol does.
    list.push((KERNEL_START + KERNEL_BYTES - PAGE_BYTES, "B _end".to_owned()));
    list.sort();
    list.into_iter().map(|(address, name)| format!("{address:016x} {name}\n")).collect()
}
