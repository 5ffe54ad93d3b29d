//! All that is said of a file as a whole.

facts::messages! { "file";
    Note unpacked(what, packed, bytes) "Decompressed {what}: {packed} to {bytes} bytes.";
    Note btf_found(offset, what) "BTF found at {offset} of the {what}.";
    Note archive_member(member, others) "Types are read from `{member}` alone, the first object with debug information: `ar x FILE` takes out the {others} others.";
    Warning section_outside(section, offset, bytes) "Section {section} lies outside the file (offset {offset}, {bytes} bytes): the file is cut off, its types from there are missing.";
}
