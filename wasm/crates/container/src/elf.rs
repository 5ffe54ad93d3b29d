//! The ELF header and section table, of any class and byte order, by range.

use object::elf;

use crate::ints::Ints;
use crate::placed::{Loaded, Placed};
use crate::section::{Compression, Section};
use crate::{ContainerError, Source};

/// The header's facts.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    pub class64: bool,
    pub big_endian: bool,
    pub file_type: elf::FileType,
    pub machine: elf::Machine,
    section_offset: u64,
    section_entry_len: u64,
    section_count: u64,
    names_index: u32,
}

/// What of the section table could be used.
#[derive(Debug)]
pub struct Table {
    pub sections: Vec<Section>,
    /// Where a relocatable object's sections are placed.
    pub placed: Placed,
    /// Sections with content that lie (partly) outside the file.
    pub outside: Vec<Section>,
}

/// More sections than the largest objects have (one for each function of a big C++ program).
const MAX_SECTIONS: u64 = 4_000_000;
const MAX_NAMES_BYTES: u64 = 256 << 20;

/// What relocations need to know of the header.
#[derive(Debug, Clone, Copy)]
pub struct Machine {
    pub number: elf::Machine,
    pub class64: bool,
    pub big_endian: bool,
}

impl Machine {
    pub fn ints(self) -> Ints {
        Ints { class64: self.class64, big_endian: self.big_endian }
    }
}

/// Reads the header of a file that begins with the ELF magic.
pub fn read_header(source: &dyn Source) -> Result<Header, ContainerError> {
    let cut_off = |len: u64| ContainerError::TruncatedElf {
        what: "the ELF header".to_owned(),
        offset: 0,
        len,
        size: source.len(),
    };
    if source.len() < 16 {
        return Err(cut_off(52));
    }
    let ident = source.read(0, 16)?;
    let [_, _, _, _, class, order, ..] = ident.as_slice() else { return Err(cut_off(52)) };
    let class64 = match elf::FileClass(*class) {
        elf::ELFCLASS32 => false,
        elf::ELFCLASS64 => true,
        other => {
            return Err(ContainerError::BadElf(format!(
                "class {} is neither 32 nor 64 bit",
                other.0
            )));
        }
    };
    let big_endian = match elf::DataEncoding(*order) {
        elf::ELFDATA2LSB => false,
        elf::ELFDATA2MSB => true,
        other => {
            return Err(ContainerError::BadElf(format!("byte order {} is not known", other.0)));
        }
    };
    let header_len = if class64 { 64 } else { 52 };
    if source.len() < header_len {
        return Err(cut_off(header_len));
    }
    let bytes = source.read(0, header_len)?;
    let ints = Ints { class64, big_endian };
    let half = |at| ints.uint(&bytes, at, 2);
    let (section_offset, tail) =
        if class64 { (ints.uint(&bytes, 40, 8), 58) } else { (ints.uint(&bytes, 32, 4), 46) };
    Ok(Header {
        class64,
        big_endian,
        file_type: elf::FileType(half(16) as u16),
        machine: elf::Machine(half(18) as u16),
        section_offset,
        section_entry_len: half(tail),
        section_count: half(tail + 2),
        names_index: half(tail + 4) as u32,
    })
}

/// Reads the section table. A section with content that lies outside the file is listed apart.
pub fn read_sections(source: &dyn Source, header: &Header) -> Result<Table, ContainerError> {
    let mut table = Table { sections: Vec::new(), placed: Placed::default(), outside: Vec::new() };
    if header.section_offset == 0 {
        return Ok(table);
    }
    let ints = Ints { class64: header.class64, big_endian: header.big_endian };
    let entry_len: u64 = if header.class64 { 64 } else { 40 };
    if header.section_entry_len != entry_len {
        return Err(ContainerError::BadElf(format!(
            "a section table entry is said to have {} bytes and not {entry_len}",
            header.section_entry_len
        )));
    }
    let read_entries = |count: u64| -> Result<Vec<u8>, ContainerError> {
        let len = count.saturating_mul(entry_len);
        source.read(header.section_offset, len).map_err(|error| match error {
            crate::ReadError::Outside { .. } => ContainerError::TruncatedElf {
                what: "the section table".to_owned(),
                offset: header.section_offset,
                len,
                size: source.len(),
            },
            other => ContainerError::Read(other),
        })
    };
    // With 65,280 sections or more the true count and index stand in section 0 (gABI, "Section Header").
    let mut count = header.section_count;
    let mut names_index = header.names_index;
    let first = read_entries(1)?;
    if count == 0 {
        count = parse(&first, 0, ints).size;
    }
    if names_index == u32::from(elf::SHN_XINDEX.0) {
        names_index = parse(&first, 0, ints).link;
    }
    if count > MAX_SECTIONS {
        return Err(ContainerError::BadElf(format!("{count} sections are more than any file has")));
    }
    let bytes = read_entries(count)?;
    let raw: Vec<RawSection> =
        bytes.chunks_exact(entry_len as usize).map(|entry| parse(entry, 0, ints)).collect();
    let names = match raw.get(names_index as usize) {
        Some(section) if section.size <= MAX_NAMES_BYTES => {
            source.read(section.offset, section.size).map_err(|_| ContainerError::TruncatedElf {
                what: "the table of section names".to_owned(),
                offset: section.offset,
                len: section.size,
                size: source.len(),
            })?
        }
        _ => {
            return Err(ContainerError::BadElf("it has no table of section names".to_owned()));
        }
    };
    if header.file_type == elf::ET_REL {
        let loaded: Vec<Loaded> = raw.iter().map(|entry| loaded(entry, &names)).collect();
        table.placed = Placed::new(&loaded);
    }
    for (number, entry) in raw.iter().enumerate() {
        if entry.kind == elf::SHT_NULL || entry.kind == elf::SHT_NOBITS {
            continue;
        }
        let mut section = Section {
            name: name_at(&names, entry.name),
            number: number as u32,
            kind: entry.kind,
            address: match header.file_type {
                elf::ET_REL => table.placed.section(number as u64),
                _ => entry.address,
            },
            is_code: entry.flags & elf::SHF_EXECINSTR.0 != 0,
            offset: entry.offset,
            stored_bytes: entry.size,
            link: entry.link,
            info: entry.info,
            compression: Compression::None,
            size: entry.size,
        };
        let inside = entry.offset.checked_add(entry.size).is_some_and(|end| end <= source.len());
        if !inside {
            table.outside.push(section);
            continue;
        }
        crate::unpack::note_compression(source, &mut section, entry.flags, ints)?;
        table.sections.push(section);
    }
    Ok(table)
}

fn loaded(entry: &RawSection, names: &[u8]) -> Loaded {
    let name = name_at(names, entry.name);
    Loaded {
        is_loaded: entry.flags & elf::SHF_ALLOC.0 != 0,
        is_code: entry.flags & elf::SHF_EXECINSTR.0 != 0,
        is_init: name.starts_with(".init"),
        bytes: entry.size,
        align: entry.align,
    }
}

struct RawSection {
    align: u64,
    name: u32,
    kind: elf::SectionType,
    flags: u64,
    address: u64,
    offset: u64,
    size: u64,
    link: u32,
    info: u32,
}

fn parse(entry: &[u8], at: usize, ints: Ints) -> RawSection {
    let word = |offset: usize| ints.uint(entry, at + offset, 4) as u32;
    if ints.class64 {
        RawSection {
            name: word(0),
            kind: elf::SectionType(word(4)),
            flags: ints.uint(entry, at + 8, 8),
            align: ints.uint(entry, at + 48, 8),
            address: ints.uint(entry, at + 16, 8),
            offset: ints.uint(entry, at + 24, 8),
            size: ints.uint(entry, at + 32, 8),
            link: word(40),
            info: word(44),
        }
    } else {
        RawSection {
            name: word(0),
            kind: elf::SectionType(word(4)),
            flags: u64::from(word(8)),
            align: u64::from(word(32)),
            address: u64::from(word(12)),
            offset: u64::from(word(16)),
            size: u64::from(word(20)),
            link: word(24),
            info: word(28),
        }
    }
}

fn name_at(names: &[u8], offset: u32) -> String {
    let rest = names.get(offset as usize..).unwrap_or_default();
    let name = memchr::memchr(0, rest).and_then(|end| rest.get(..end)).unwrap_or(rest);
    String::from_utf8_lossy(name).into_owned()
}
