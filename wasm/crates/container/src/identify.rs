use std::rc::Rc;

use facts::{Diagnostic, FileKind, Severity};
use object::elf;

use crate::opened::{Compression, Opened, Section};
use crate::placed::Placed;
use crate::{ContainerError, Source, elf as elf_file, packed, target};

const BTF_MAGIC: u16 = 0xeb9f;
const PROBE_BYTES: u64 = 4096;

/// Tells what a file is by its content, and opens it.
///
/// # Errors
/// A sentence of [`ContainerError`] where it holds nothing that can be used.
pub fn identify(source: Rc<dyn Source>) -> Result<Opened, ContainerError> {
    open(source, 0)
}

/// As `identify`, for what lies in `depth` layers of packing.
pub(crate) fn open(source: Rc<dyn Source>, depth: u32) -> Result<Opened, ContainerError> {
    if source.is_empty() {
        return Err(ContainerError::Empty);
    }
    let start = source.read(0, source.len().min(PROBE_BYTES))?;
    if start.starts_with(&elf::ELFMAG) {
        return open_elf(source);
    }
    if let Some(big_endian) = btf_byte_order(&start) {
        return Ok(open_btf(source, big_endian));
    }
    match packed::open_packed(&source, &start, depth) {
        Some(result) => result,
        None => Err(refuse(&start)),
    }
}

fn btf_byte_order(start: &[u8]) -> Option<bool> {
    let magic: [u8; 2] = start.get(..2)?.try_into().ok()?;
    // Version 1 follows at once: two bytes alone would take too many files for BTF.
    if *start.get(2)? != 1 {
        return None;
    }
    match magic {
        _ if u16::from_le_bytes(magic) == BTF_MAGIC => Some(false),
        _ if u16::from_be_bytes(magic) == BTF_MAGIC => Some(true),
        _ => None,
    }
}

pub(crate) fn open_btf(source: Rc<dyn Source>, big_endian: bool) -> Opened {
    let size = source.len();
    Opened {
        kind: FileKind::Btf,
        // Pointers are assumed to have 64 bits until the types say otherwise.
        target: target::unknown(true, big_endian),
        elf: None,
        placed: Placed::default(),
        sections: vec![Section {
            name: ".BTF".to_owned(),
            number: 0,
            kind: elf::SHT_PROGBITS,
            address: 0,
            is_code: false,
            offset: 0,
            stored_bytes: size,
            link: 0,
            info: 0,
            compression: Compression::None,
            size,
        }],
        source,
        diagnostics: Vec::new(),
    }
}

fn open_elf(source: Rc<dyn Source>) -> Result<Opened, ContainerError> {
    let header = elf_file::read_header(&*source)?;
    let kind = match header.file_type {
        elf::ET_CORE => return Err(ContainerError::CoreDump),
        elf::ET_REL => FileKind::ElfObject,
        _ => FileKind::Elf,
    };
    let table = elf_file::read_sections(&*source, &header)?;
    let opened = Opened {
        kind,
        target: target::target(header.machine, header.class64, header.big_endian),
        elf: Some(elf_file::Machine {
            number: header.machine,
            class64: header.class64,
            big_endian: header.big_endian,
        }),
        sections: table.sections,
        placed: table.placed,
        source,
        diagnostics: table
            .outside
            .iter()
            .filter(|section| holds_types(section))
            .map(lost)
            .collect(),
    };
    if opened.sections.iter().any(holds_types) {
        return Ok(opened);
    }
    if let Some(section) = table.outside.iter().find(|section| holds_types(section)) {
        return Err(ContainerError::TruncatedElf {
            what: format!("section {}", section.name),
            offset: section.offset,
            len: section.stored_bytes,
            size: opened.source.len(),
        });
    }
    Err(ContainerError::NoDebugInfo {
        machine: opened.target.machine.clone(),
        hint: debug_link(&opened),
    })
}

fn holds_types(section: &Section) -> bool {
    matches!(section.name.as_str(), ".BTF" | ".debug_info" | ".debug_info.dwo")
}

fn lost(section: &Section) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        message: format!(
            "section {} lies outside the file (offset {:#x}, {} bytes): the file is cut off, its types from there are missing",
            section.name, section.offset, section.stored_bytes
        ),
        place: section.name.clone(),
        count: 1,
    }
}

/// A stripped file may name the file that its debug information was moved to.
fn debug_link(opened: &Opened) -> String {
    let name = opened.find(".gnu_debuglink").and_then(|index| {
        let bytes = opened.read_section(index).ok()?;
        let end = memchr::memchr(0, &bytes)?;
        String::from_utf8(bytes[..end].to_vec()).ok()
    });
    match name {
        Some(name) if !name.is_empty() => format!("; this file says that it was moved to `{name}`"),
        _ => String::new(),
    }
}

/// Names what is known but cannot be used.
fn refuse(start: &[u8]) -> ContainerError {
    let begins = |magic: &[u8]| start.starts_with(magic);
    let packed = |format, remedy| ContainerError::Packed { format, remedy };
    if begins(b"PERFILE2") || begins(b"2ELIFREP") {
        return ContainerError::PerfData;
    }
    if begins(b"Microsoft C/C++ MSF") {
        return ContainerError::Pdb;
    }
    if begins(b"PK\x03\x04") {
        return packed("zip", "unzip FILE");
    }
    // Fat Mach-O shares its magic with Java classes, whose next word is a version above 40.
    let fat = begins(&[0xca, 0xfe, 0xba, 0xbe]) && start.get(7).is_some_and(|count| *count < 40);
    let thin = [[0xfe, 0xed, 0xfa, 0xce], [0xfe, 0xed, 0xfa, 0xcf]]
        .iter()
        .any(|magic| begins(magic) || begins(&[magic[3], magic[2], magic[1], magic[0]]));
    if fat || thin {
        return ContainerError::MachO;
    }
    // arch/arm/boot/compressed/head.S; with an EFI stub it begins as a PE file does.
    if start.get(0x24..0x28) == Some(&0x016f_2818u32.to_le_bytes()) {
        return packed("ARM zImage", "scripts/extract-vmlinux FILE > vmlinux");
    }
    if begins(b"MZ") {
        return ContainerError::Pe;
    }
    if is_text(start) {
        return ContainerError::Text;
    }
    let first: Vec<String> = start.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    ContainerError::Unknown { first: first.join(" ") }
}

/// Whether a file that begins so is text: UTF-8 without control characters.
pub fn is_text(start: &[u8]) -> bool {
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        // The probe may end in the midst of a character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}'))
}
