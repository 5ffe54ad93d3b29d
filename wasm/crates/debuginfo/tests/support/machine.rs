//! A machine for sections that state none.

#![allow(dead_code)]

use facts::{Machine, Target};

/// A 64-bit little-endian one.
pub fn x86_64() -> Target {
    Target::new(Machine::X86_64, 8, false)
}

/// A 64-bit one of which no more is known.
pub fn unknown(big_endian: bool) -> Target {
    Target::unknown(true, big_endian, None)
}
