facts::errors! { "types";
    /// Why no type at all can be read.
    pub enum NothingUsable;

    /// The BTF header is shorter than its own fields.
    BtfTooShort {
        /// Bytes that there are.
        len: u64,
        /// Bytes that the header takes.
        needed: u64,
    } "The BTF data is {len} bytes long, too short for its header of {needed}: the file is cut off." => "Copy it again.";
    /// Neither byte order gives the magic number.
    BtfMagic {
        /// The first two bytes, little-endian.
        found: u16,
    } "This is not BTF: it begins with {found:#06x} and not with 0xeb9f.";
    /// A version that does not exist yet.
    BtfVersion(version: u8) "BTF version {version} is not known, only version 1." => "A newer Hitmap may read it.";
    /// A section of the BTF data lies outside of it.
    BtfSectionOutside {
        /// `type` or `string`.
        section: &'static str,
        /// From the end of the header.
        offset: u32,
        /// Stated length.
        len: u32,
        /// Bytes after the header.
        available: u64,
    } "The BTF {section} section (offset {offset:#x}, {len} bytes) lies outside the {available} bytes of data: the file is cut off or damaged." => "Copy it again.";
    /// Types refer to a base that was not given.
    BtfNeedsBase "This is split BTF: its types continue those of a base, usually /sys/kernel/btf/vmlinux or the vmlinux that the module belongs to." => "Open that file first.";
    /// The base that was given is not the one that the types continue.
    BtfWrongBase {
        /// What does not fit.
        reason: String,
    } "The base BTF does not belong to this split BTF: {reason}." => "Use the vmlinux of the same build.";
    /// A `.dwo` or `.dwp` that is called as one that a program names and is not that one.
    SplitMismatch "This split DWARF comes from a different build: the program names a file of this name, but with other ids (dwo_id)." => "Build both together, or open the file that was built with the program.";
    /// DWARF that cannot be read at all.
    Dwarf(reason: String) "The DWARF debug information cannot be read: {reason}.";
}

facts::errors! { "types";
    /// Why one struct cannot be shown.
    pub enum DescribeError;

    /// The row is not one of the index.
    NoSuchRow {
        /// Asked for.
        row: u32,
        /// How many there are.
        rows: u32,
    } "Row {row} is not in the list of structs, which has {rows}.";
    /// The debug information of this struct is damaged.
    Damaged {
        /// The struct.
        name: String,
        /// What is wrong and where.
        reason: String,
    } "`{name}` cannot be shown: {reason}.";
    /// Its entries were to be read again, and could not be.
    Unread(reason: String) "The file could not be read again: {reason}." => "Open it again.";
    /// More types or members than any program has.
    TooLarge {
        /// The struct.
        name: String,
        /// `types` or `members`.
        what: &'static str,
        /// The bound.
        limit: u32,
    } "`{name}` cannot be shown: it holds more than {limit} {what} by value, more than can be laid out during a drag.";
}
