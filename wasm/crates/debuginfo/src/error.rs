use thiserror::Error;

/// Why no type at all can be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NothingUsable {
    /// The BTF header is shorter than its own fields.
    #[error(
        "the BTF data is {len} bytes long, too short for its header of {needed}: the file is cut off"
    )]
    BtfTooShort {
        /// Bytes that there are.
        len: u64,
        /// Bytes that the header takes.
        needed: u64,
    },
    /// Neither byte order gives the magic number.
    #[error("not BTF: it begins with {found:#06x} and not with 0xeb9f")]
    BtfMagic {
        /// The first two bytes, little-endian.
        found: u16,
    },
    /// A version that does not exist yet.
    #[error("BTF version {0} is not known (only 1 is): a newer Hitmap may read it")]
    BtfVersion(u8),
    /// A section of the BTF data lies outside of it.
    #[error(
        "the BTF {section} section (offset {offset:#x}, {len} bytes) lies outside the {available} bytes of data: the file is cut off or damaged"
    )]
    BtfSectionOutside {
        /// `type` or `string`.
        section: &'static str,
        /// From the end of the header.
        offset: u32,
        /// Stated length.
        len: u32,
        /// Bytes after the header.
        available: u64,
    },
    /// Types refer to a base that was not given.
    #[error(
        "this is split BTF: its types continue those of a base, usually /sys/kernel/btf/vmlinux or the vmlinux that the module belongs to; open that file first"
    )]
    BtfNeedsBase,
    /// The base that was given is not the one that the types continue.
    #[error(
        "the base does not belong to this split BTF: {reason}; use the vmlinux of the same build"
    )]
    BtfWrongBase {
        /// What does not fit.
        reason: String,
    },
    /// A `.dwo` or `.dwp` that is called as one that a program names and is not that one.
    #[error(
        "it comes from a different build: the program names a file of this name, but with other ids (dwo_id); build both together, or open the file that was built with it"
    )]
    SplitMismatch,
    /// DWARF that cannot be read at all.
    #[error("the DWARF debug information cannot be read: {0}")]
    Dwarf(String),
}

/// Why one struct cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DescribeError {
    /// The row is not one of the index.
    #[error("row {row} is not in the list, which has {rows}")]
    NoSuchRow {
        /// Asked for.
        row: u32,
        /// How many there are.
        rows: u32,
    },
    /// The debug information of this struct is damaged.
    #[error("`{name}` cannot be shown: {reason}")]
    Damaged {
        /// The struct.
        name: String,
        /// What is wrong and where.
        reason: String,
    },
    /// Its entries were to be read again, and could not be.
    #[error("the file could not be read again: {0}")]
    Unread(String),
    /// More types or members than any program has.
    #[error(
        "`{name}` cannot be shown: it holds more than {limit} {what} by value, more than can be laid out during a drag"
    )]
    TooLarge {
        /// The struct.
        name: String,
        /// `types` or `members`.
        what: &'static str,
        /// The bound.
        limit: u32,
    },
}
