//! Files that are in nothing else: ELF and raw BTF.

use std::rc::Rc;

use facts::{Diagnostic, FileKind, Target};
use object::elf;

use crate::messages;
use crate::opened::Opened;
use crate::placed::Placed;
use crate::section::{Compression, Section};
use crate::stored::Stored;
use crate::unpack::{Room, most_unpacked};
use crate::{ContainerError, Source, elf as elf_file, target};

/// Raw BTF, which is one section.
pub fn open_btf(source: Rc<dyn Source>, big_endian: bool) -> Opened {
    let size = source.len();
    Opened {
        kind: FileKind::Btf,
        // Pointers are assumed to have 64 bits until the types say otherwise.
        target: Target::unknown(true, big_endian, None),
        stored: Stored {
            source,
            room: Room::default(),
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
            placed: Placed::default(),
            elf: None,
            is_object: false,
        },
        diagnostics: Vec::new(),
    }
}

/// An ELF file with types in it.
///
/// # Errors
/// Where it is damaged, holds no types, or is a core dump.
pub fn open_elf(source: Rc<dyn Source>) -> Result<Opened, ContainerError> {
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
        stored: Stored {
            room: Room::of(most_unpacked(&*source)),
            source,
            sections: table.sections,
            placed: table.placed,
            elf: Some(elf_file::Machine {
                number: header.machine,
                class64: header.class64,
                big_endian: header.big_endian,
            }),
            is_object: kind == FileKind::ElfObject,
        },
        diagnostics: table
            .outside
            .iter()
            .filter(|section| section.holds_types())
            .map(lost)
            .collect(),
    };
    if opened.sections().iter().any(Section::holds_types) || opened.is_stripped() {
        return Ok(opened);
    }
    if let Some(section) = table.outside.iter().find(|section| section.holds_types()) {
        return Err(ContainerError::TruncatedElf {
            what: format!("section {}", section.name),
            offset: section.offset,
            len: section.stored_bytes,
            size: opened.stored.source.len(),
        });
    }
    Err(ContainerError::NoDebugInfo { machine: opened.target.machine })
}

fn lost(section: &Section) -> Diagnostic {
    let offset = format!("{:#x}", section.offset);
    messages::section_outside(&section.name, offset, section.stored_bytes).at(&section.name, 1)
}
