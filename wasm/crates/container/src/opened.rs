use facts::{Companion, Diagnostic, FileFacts, FileKind, IndexStage, Target};

use crate::placed::CODE_START;
use crate::section::{Compression, Section};
use crate::stored::Stored;
use crate::{ContainerError, kernel, relocate, unpack};

/// A file whose kind is known.
pub struct Opened {
    pub(crate) kind: FileKind,
    pub(crate) target: Target,
    pub(crate) stored: Stored,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Opened")
            .field("kind", &self.kind)
            .field("target", &self.target)
            .field("sections", &self.stored.sections.len())
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
        &self.stored.sections
    }

    /// Where the first section of a name stands in `sections`.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.stored.find(name)
    }

    /// The bytes of a section, decompressed, and in a relocatable object relocated.
    pub fn read_section(&self, index: usize) -> Result<Vec<u8>, ContainerError> {
        let section = self.at(index)?;
        let mut bytes = unpack::unpack(&*self.stored.source, section, &self.stored.room)?;
        relocate::relocate(&self.stored, section, &mut bytes)?;
        Ok(bytes)
    }

    /// Whether a section can be read by range as it is: neither compressed nor to be relocated.
    pub fn is_plain(&self, index: usize) -> bool {
        self.stored.sections.get(index).is_some_and(|section| {
            section.compression == Compression::None
                && !relocate::is_relocated(&self.stored, section)
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
            return Ok(self.stored.source.read_at(section.offset + offset, buf)?);
        }
        let bytes = self.read_section(index)?;
        let range = bytes.get(offset as usize..end as usize).ok_or_else(outside)?;
        buf.copy_from_slice(range);
        Ok(())
    }

    /// Where a section begins in the file that the user gave; `None` where it is not there as it is.
    pub fn place_in_file(&self, index: usize) -> Option<u64> {
        if !self.is_plain(index) {
            return None;
        }
        self.stored.source.place_in_file(self.stored.sections.get(index)?.offset)
    }

    /// What is known of the file before its types are read.
    pub fn facts(&self) -> FileFacts {
        FileFacts {
            kind: self.kind,
            target: self.target.clone(),
            build_id: kernel::build_id(&self.stored),
            kernel_release: kernel::release(&self.stored),
            producer: kernel::producer(&self.stored),
            stages: self.stages(),
            needs: if self.is_stripped() { vec![Companion::Debug] } else { Vec::new() },
            debug_link: self.debug_link(),
            supplementary: None,
            gains: Vec::new(),
            is_split_dwarf: false,
            may_be_shared: false,
            code_shift_bytes: self.code_shift(),
            diagnostics: self.diagnostics.clone(),
        }
    }

    /// Whether it is a program without types, whose debug information is in another file of the same build-id.
    pub fn is_stripped(&self) -> bool {
        let sections = self.sections();
        self.kind == FileKind::Elf
            && sections.iter().any(|section| section.is_code)
            && !sections.iter().any(Section::holds_types)
            && kernel::build_id(&self.stored).is_some()
    }

    /// The name of the file that the debug information of a stripped one was moved to (`.gnu_debuglink`).
    fn debug_link(&self) -> Option<String> {
        let bytes = self.read_section(self.find(".gnu_debuglink")?).ok()?;
        let name = bytes.get(..memchr::memchr(0, &bytes)?)?;
        (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    }

    /// How far the code's addresses are from its places in the file.
    fn code_shift(&self) -> Option<f64> {
        const MOST: u64 = 1 << 48;
        // A module's mapping begins with its code.
        if self.kind == FileKind::ElfObject {
            return Some(CODE_START as f64);
        }
        let loaded =
            self.stored.sections.iter().filter(|section| section.is_code && section.address != 0);
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
        self.stored.sections.get(index).ok_or_else(|| ContainerError::Section {
            name: format!("number {index}"),
            reason: "there is no such section".to_owned(),
        })
    }
}
