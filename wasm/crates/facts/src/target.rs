//! The machine that types are laid out for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The machine that a file's types are laid out for. Alignments of types are stated per type
/// (`TypeFact::align`); this holds what an engine needs beyond them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// `x86-64`, `i386`, `aarch64`, `arm`, `riscv64`, `ppc64le`, `ppc64`, `s390x`, …; `unknown-64le` and the like where no machine is stated.
    pub machine: String,
    /// Size of a pointer.
    pub pointer_bytes: u8,
    /// Whether the most significant byte comes first (and bit-fields fill from the top).
    pub big_endian: bool,
    /// The largest alignment that an ordinary scalar has in a struct (16 on x86-64, 4 on i386).
    pub max_scalar_align_bytes: u8,
    /// Cache line that the page starts with: 64; 128 on ppc64, 256 on s390x.
    pub line_bytes: u16,
    /// Whether unnamed bit-fields, zero-width ones too, raise their struct's alignment (AAPCS on arm and aarch64; not elsewhere).
    pub unnamed_bitfields_align: bool,
}
