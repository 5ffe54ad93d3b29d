use facts::Machine;
use thiserror::Error;

use crate::ReadError;

/// Why a file cannot be used, as a sentence for the person who opened it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContainerError {
    /// No bytes at all.
    #[error("the file is empty (0 bytes)")]
    Empty,
    /// Printable text.
    #[error(
        "this is a text file, not a program: open an ELF file with debug information (vmlinux, a .ko, any program built with -g) or raw BTF (/sys/kernel/btf/vmlinux)"
    )]
    Text,
    /// A macOS binary.
    #[error(
        "this is a Mach-O file (macOS): Hitmap reads ELF; build for Linux, or open the ELF file that was built with -g"
    )]
    MachO,
    /// A Windows binary.
    #[error(
        "this is a PE file (Windows, EFI): Hitmap reads ELF; open the ELF file that was built with -g"
    )]
    Pe,
    /// Windows debug information.
    #[error("this is a PDB file (Windows debug information): Hitmap reads ELF with DWARF or BTF")]
    Pdb,
    /// A core dump.
    #[error(
        "this is a core dump, which holds memory and no types: open the program that made it, built with -g"
    )]
    CoreDump,
    /// A recording of perf.
    #[error(
        "this is a perf.data file, a profile without types: open the vmlinux or the program that it was recorded on"
    )]
    PerfData,
    /// Not known at all.
    #[error(
        "this is no kind of file that Hitmap knows (it begins with {first}): open an ELF file with debug information or raw BTF"
    )]
    Unknown {
        /// The first bytes as hex.
        first: String,
    },
    /// Compressed or packed in a way that is not read.
    #[error(
        "this is a {format} file, which is not unpacked here: run `{remedy}` and open the result"
    )]
    Packed {
        /// `gzip`, …
        format: &'static str,
        /// A command line.
        remedy: &'static str,
    },
    /// Compressed data are damaged.
    #[error("the {format} data cannot be unpacked: {reason}; copy or download the file again")]
    Damaged {
        /// `gzip`, `bzImage`, …
        format: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// Compressed data are more than memory should hold for a file of its size.
    #[error(
        "the {format} data unpack to more than {most_mb} MB, more than a file of this size may: where you trust it, unpack it and open the result"
    )]
    TooMuch {
        /// `gzip`, `bzImage`, …
        format: &'static str,
        /// What they may.
        most_mb: u64,
    },
    /// A file in a file in a file, more often than anyone packs.
    #[error("this file is packed in more than {0} layers: unpack it and open the result")]
    TooDeep(usize),
    /// A boot image whose kernel has no BTF.
    #[error(
        "this {0} holds no BTF: open the vmlinux with debug information of the same build (linux-image-*-dbg, kernel-debuginfo), or /sys/kernel/btf/vmlinux on the machine that runs it"
    )]
    BootWithoutBtf(&'static str),
    /// An archive without an object that can be used.
    #[error("none of the {members} members of this archive has debug information: build with -g")]
    Archive {
        /// How many there are.
        members: usize,
    },
    /// The ELF header is wrong or the file ends too early.
    #[error(
        "the ELF file is cut off: {what} should lie at {offset:#x}, {len} bytes, and the file has {size} bytes; copy or download it again"
    )]
    TruncatedElf {
        /// What lies outside.
        what: String,
        /// Where it should lie.
        offset: u64,
        /// Its length.
        len: u64,
        /// Size of the file.
        size: u64,
    },
    /// The ELF header has values that no ELF file has.
    #[error("the ELF header is damaged: {0}")]
    BadElf(String),
    /// No section with types.
    #[error(
        "no debug information in this {machine} file: build with -g, or use the debug package of your distribution (vmlinux-dbg, *-debuginfo), or for a kernel /sys/kernel/btf/vmlinux"
    )]
    NoDebugInfo {
        /// Which machine it is for.
        machine: Machine,
    },
    /// A section's bytes are damaged.
    #[error("section {name} cannot be read: {reason}")]
    Section {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl ContainerError {
    /// Whether it could be used by whoever trusts it (`Source::is_trusted`).
    pub fn is_of_trust(&self) -> bool {
        matches!(self, ContainerError::TooMuch { .. })
    }
}
