//! The machine that types are laid out for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Machine, UnknownMachine};

/// The machine that a file's types are laid out for. Alignments of types are stated per type
/// (`TypeFact::align`); this holds what an engine needs beyond them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// Which one; `unknown-64le` and the like where none is stated.
    pub machine: Machine,
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

impl Target {
    /// What a machine's C compilers and caches give.
    ///
    /// Largest scalar alignments are those of GCC's `BIGGEST_ALIGNMENT` for scalars in structs: 4 for `long long` on
    /// i386 (System V ABI, i386 supplement), 8 for `__int128` on s390x (ELF ABI s390x supplement, 1.1.2.2), 16 where
    /// `__int128` or `long double` has 16.
    pub fn new(machine: Machine, pointer_bytes: u8, big_endian: bool) -> Target {
        let max_scalar_align_bytes = match machine {
            Machine::M68k => 2,
            Machine::I386
            | Machine::Sh
            | Machine::Arc
            | Machine::Csky
            | Machine::OpenRisc
            | Machine::MicroBlaze
            | Machine::Nios2 => 4,
            Machine::Arm
            | Machine::ArmBe
            | Machine::S390x
            | Machine::S390
            | Machine::Mips
            | Machine::MipsEl
            | Machine::Sparc
            | Machine::Parisc
            | Machine::Xtensa
            | Machine::Hexagon => 8,
            // What holds for the most machines of that width.
            Machine::Unknown(_) if pointer_bytes < 8 => 8,
            _ => 16,
        };
        let line_bytes = match machine {
            Machine::Ppc64 | Machine::Ppc64Le => 128,
            Machine::S390x | Machine::S390 => 256,
            _ => 64,
        };
        // AAPCS32 (8.1.8.2) and AAPCS64 (10.1.8.2): an unnamed bit-field's container type contributes to the alignment
        // of its struct as any other's does.
        let unnamed_bitfields_align = matches!(
            machine,
            Machine::Arm
                | Machine::ArmBe
                | Machine::Aarch64
                | Machine::Aarch64Be
                | Machine::Aarch64Ilp32
        );
        Target {
            machine,
            pointer_bytes,
            big_endian,
            max_scalar_align_bytes,
            line_bytes,
            unnamed_bitfields_align,
        }
    }

    /// Where no machine is stated, or one that is not known: `number` of an ELF header.
    pub fn unknown(is_64bit: bool, big_endian: bool, number: Option<u16>) -> Target {
        let machine = Machine::Unknown(UnknownMachine { is_64bit, big_endian, number });
        Target::new(machine, if is_64bit { 8 } else { 4 }, big_endian)
    }
}
