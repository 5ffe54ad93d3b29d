//! How a reader asks for the sections of a file. Whoever opens files implements it; the
//! readers never see a file.

/// One section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionInfo {
    /// As in the file, but `.zdebug_info` is called `.debug_info`. Not unique: a relocatable
    /// object has one `.debug_types` or `.debug_info` for each COMDAT group.
    pub name: String,
    /// Size in bytes, decompressed.
    pub size: u64,
    /// Where it is loaded; 0 where it is not.
    pub address: u64,
    /// Whether it holds instructions.
    pub is_code: bool,
    /// Whether [`Sections::read_range`] is cheap: stored as it is, neither compressed nor relocated.
    pub plain: bool,
}

/// A section could not be read; the sentence says which and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionError(pub String);

impl std::fmt::Display for SectionError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

/// The sections of one file.
pub trait Sections {
    /// All of them, in the file's order; an index into this list names a section.
    fn list(&self) -> &[SectionInfo];

    /// The whole section, decompressed, and relocated in a relocatable object.
    fn read(&self, index: usize) -> Result<Vec<u8>, SectionError>;

    /// `buf.len()` bytes from `offset` on. Where the section is not `plain`, this reads all of it.
    fn read_range(&self, index: usize, offset: u64, buf: &mut [u8]) -> Result<(), SectionError>;

    /// The first section of a name.
    fn find(&self, name: &str) -> Option<usize> {
        self.list().iter().position(|section| section.name == name)
    }
}
