//! The DWARF reader.
