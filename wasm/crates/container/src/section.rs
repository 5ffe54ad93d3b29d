//! One section of a file.

use object::elf;

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

impl Section {
    /// Whether types of a program are in it.
    pub(crate) fn holds_types(&self) -> bool {
        matches!(self.name.as_str(), ".BTF" | ".debug_info" | ".debug_info.dwo")
    }
}
