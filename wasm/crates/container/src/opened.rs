use std::rc::Rc;

use facts::{Diagnostic, FileFacts, FileKind, IndexStage, Target};

use object::elf;

use crate::elf::Machine;
use crate::placed::{CODE_START, Placed};
use crate::{ContainerError, Source, kernel, relocate, unpack};

/// How a section is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Stored as it is.
    None,
    /// zlib, by `SHF_COMPRESSED` or in an old `.zdebug_*` section.
    Zlib,
    /// zstd, by `SHF_COMPRESSED`.
    Zstd,
    /// A compression type that is not known.
    Unknown(u32),
}

/// A section with content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Name; `.zdebug_info` is called `.debug_info`.
    pub name: String,
    /// Its number in the file's section table.
    pub number: u32,
    /// `sh_type`.
    pub(crate) kind: elf::SectionType,
    /// Where it is loaded; 0 where it is not. In a relocatable object a place that it might have.
    pub address: u64,
    /// Whether it holds instructions.
    pub is_code: bool,
    /// Where its data begin in the file (after a compression header).
    pub offset: u64,
    /// How many bytes they take there.
    pub stored_bytes: u64,
    /// `sh_link`.
    pub link: u32,
    /// `sh_info`.
    pub info: u32,
    /// How they are compressed.
    pub compression: Compression,
    /// Size in bytes once decompressed.
    pub size: u64,
}

/// A file whose kind is known.
pub struct Opened {
    pub(crate) kind: FileKind,
    pub(crate) target: Target,
    /// `None` for raw BTF.
    pub(crate) elf: Option<Machine>,
    pub(crate) sections: Vec<Section>,
    /// Addresses in a relocatable object, which has none of its own.
    pub(crate) placed: Placed,
    pub(crate) source: Rc<dyn Source>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Opened")
            .field("kind", &self.kind)
            .field("target", &self.target)
            .field("sections", &self.sections.len())
            .finish_non_exhaustive()
    }
}

impl Opened {
    /// What it is.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The machine.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Sections with content that lie within the file. Raw BTF has one, `.BTF`.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Where the first section of a name stands in `sections`.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.sections.iter().position(|section| section.name == name)
    }

    /// The bytes of a section, decompressed, and in a relocatable object relocated.
    pub fn read_section(&self, index: usize) -> Result<Vec<u8>, ContainerError> {
        let section = self.at(index)?;
        let mut bytes = unpack::unpack(&*self.source, section)?;
        relocate::relocate(self, section, &mut bytes)?;
        Ok(bytes)
    }

    /// Whether a section can be read by range as it is: neither compressed nor to be relocated.
    pub fn is_plain(&self, index: usize) -> bool {
        self.sections.get(index).is_some_and(|section| {
            section.compression == Compression::None && !relocate::is_relocated(self, section)
        })
    }

    /// Part of a section. One that is not plain is read whole for it.
    pub fn read_range(
        &self,
        index: usize,
        offset: u64,
        buf: &mut [u8],
    ) -> Result<(), ContainerError> {
        let section = self.at(index)?;
        let outside = || ContainerError::Section {
            name: section.name.clone(),
            reason: format!(
                "{} bytes at {offset:#x} lie outside its {} bytes",
                buf.len(),
                section.size
            ),
        };
        let end = offset.checked_add(buf.len() as u64).filter(|end| *end <= section.size);
        let end = end.ok_or_else(outside)?;
        if self.is_plain(index) {
            return Ok(self.source.read_at(section.offset + offset, buf)?);
        }
        let bytes = self.read_section(index)?;
        buf.copy_from_slice(&bytes[offset as usize..end as usize]);
        Ok(())
    }

    /// Where a section begins in the file that the user gave; `None` where it is not there as it is.
    pub fn place_in_file(&self, index: usize) -> Option<u64> {
        if !self.is_plain(index) {
            return None;
        }
        self.source.place_in_file(self.sections[index].offset)
    }

    /// What is known of the file before its types are read.
    pub fn facts(&self) -> FileFacts {
        FileFacts {
            kind: self.kind,
            target: self.target.clone(),
            build_id: kernel::build_id(self),
            kernel_release: kernel::release(self),
            producer: kernel::producer(self),
            stages: self.stages(),
            needs: Vec::new(),
            supplementary: None,
            gains: Vec::new(),
            is_split_dwarf: false,
            may_be_shared: false,
            code_shift_bytes: self.code_shift(),
            diagnostics: self.diagnostics.clone(),
        }
    }

    /// How far the code's addresses are from its places in the file.
    fn code_shift(&self) -> Option<f64> {
        const MOST: u64 = 1 << 48;
        // A module's mapping begins with its code.
        if self.kind == FileKind::ElfObject {
            return Some(CODE_START as f64);
        }
        let loaded = self.sections.iter().filter(|section| section.is_code && section.address != 0);
        let mut shifts = loaded.map(|section| section.address.checked_sub(section.offset));
        let first = shifts.next()??;
        let is_one = shifts.all(|shift| shift == Some(first));
        (is_one && first < MOST).then_some(first as f64)
    }

    /// BTF first where there is any; what DWARF needs two passes for, BTF gives in one.
    fn stages(&self) -> Vec<IndexStage> {
        let mut stages = Vec::new();
        if self.find(".BTF").is_some() {
            stages.push(IndexStage::Btf);
        }
        if self.has_dwarf() {
            stages.extend([IndexStage::Dwarf, IndexStage::Summaries]);
        }
        stages
    }

    /// Whether there is any DWARF with types.
    pub fn has_dwarf(&self) -> bool {
        [".debug_info", ".debug_info.dwo"].iter().any(|name| self.find(name).is_some())
    }

    fn at(&self, index: usize) -> Result<&Section, ContainerError> {
        self.sections.get(index).ok_or_else(|| ContainerError::Section {
            name: format!("number {index}"),
            reason: "there is no such section".to_owned(),
        })
    }
}
