use facts::Machine;

use crate::ReadError;

facts::errors! { "file";
    /// Why a file cannot be used.
    pub enum ContainerError from Read(ReadError);

    /// No bytes at all.
    Empty "The file is empty (0 bytes).";
    /// Printable text.
    Text "This is a text file, not a program." => "Open an ELF file with debug information (vmlinux, a .ko, any program built with -g) or raw BTF (/sys/kernel/btf/vmlinux).";
    /// A macOS binary.
    MachO "This is a Mach-O file (macOS), and Hitmap reads ELF." => "Build for Linux, or open the ELF file that was built with -g.";
    /// A Windows binary.
    Pe "This is a PE file (Windows, EFI), and Hitmap reads ELF." => "Open the ELF file that was built with -g.";
    /// Windows debug information.
    Pdb "This is a PDB file (Windows debug information), and Hitmap reads ELF with DWARF or BTF.";
    /// A core dump.
    CoreDump "This is a core dump, which holds memory and no types." => "Open the program that made it, built with -g.";
    /// A recording of perf.
    PerfData "This is a perf.data file, a profile without types." => "Open the vmlinux or the program that it was recorded on.";
    /// Not known at all.
    Unknown {
        /// The first bytes as hex.
        first: String,
    } "This is no kind of file that Hitmap knows (it begins with {first})." => "Open an ELF file with debug information, or raw BTF.";
    /// Compressed or packed in a way that is not read.
    Packed {
        /// `gzip`, …
        format: &'static str,
        /// A command line.
        remedy: &'static str,
    } "This is a {format} file, which Hitmap does not unpack." => "Run `{remedy}` and open the result.";
    /// Compressed data are damaged.
    Damaged {
        /// `gzip`, `bzImage`, …
        format: &'static str,
        /// What is wrong.
        reason: String,
    } "The {format} data cannot be unpacked: {reason}." => "Copy or download the file again.";
    /// Compressed data are more than memory should hold for a file of its size, and could be opened by whoever trusts it
    /// (`Source::is_trusted`).
    TooMuch {
        /// `gzip`, `bzImage`, …
        format: &'static str,
        /// What they may.
        most_mb: u64,
    } "The {format} data unpack to more than {most_mb} MB, more than a file of this size may." => "Where you trust it, unpack it and open the result.";
    /// A file in a file in a file, more often than anyone packs.
    TooDeep(layers: usize) "This file is packed in more than {layers} layers." => "Unpack it and open the result.";
    /// A boot image whose kernel has no BTF.
    BootWithoutBtf(image: &'static str) "This {image} holds no BTF." => "Open the vmlinux with debug information of the same build (linux-image-*-dbg, kernel-debuginfo), or /sys/kernel/btf/vmlinux on the machine that runs it.";
    /// An archive without an object that can be used.
    Archive {
        /// How many there are.
        members: usize,
    } "None of the {members} members of this archive has debug information." => "Build with -g.";
    /// The ELF header is wrong or the file ends too early.
    TruncatedElf {
        /// What lies outside.
        what: String,
        /// Where it should lie.
        offset: u64,
        /// Its length.
        len: u64,
        /// Size of the file.
        size: u64,
    } "The ELF file is cut off: {what} should lie at {offset:#x}, {len} bytes, and the file has {size} bytes." => "Copy or download it again.";
    /// The ELF header has values that no ELF file has.
    BadElf(reason: String) "The ELF header is damaged: {reason}." => "Copy or download the file again.";
    /// No section with types.
    NoDebugInfo {
        /// Which machine it is for.
        machine: Machine,
    } "This {machine} file has no debug information." => "Build with -g, or use the debug package of your distribution (vmlinux-dbg, *-debuginfo), or for a kernel /sys/kernel/btf/vmlinux.";
    /// A section's bytes are damaged.
    Section {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    } "Section {name} cannot be read: {reason}.";
}
