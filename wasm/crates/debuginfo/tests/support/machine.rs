//! A machine for sections that state none.

#![allow(dead_code)]

use facts::Target;

/// A 64-bit little-endian one.
pub fn x86_64() -> Target {
    Target { machine: "x86-64".to_owned(), ..unknown(false) }
}

/// A 64-bit one of which no more is known.
pub fn unknown(big_endian: bool) -> Target {
    Target {
        machine: "unknown-64le".to_owned(),
        pointer_bytes: 8,
        big_endian,
        max_scalar_align_bytes: 16,
        line_bytes: 64,
        unnamed_bitfields_align: false,
    }
}
