//! The machine's data model, from an ELF header.

use facts::{Machine, Target};
use object::elf;

/// The target of a machine. `class64` and `big_endian` are as the ELF header says them.
pub fn target(number: elf::Machine, class64: bool, big_endian: bool) -> Target {
    match machine(number, class64, big_endian) {
        Some(machine) => Target::new(machine, if class64 { 8 } else { 4 }, big_endian),
        None => Target::unknown(class64, big_endian, Some(number.0)),
    }
}

fn machine(number: elf::Machine, class64: bool, big_endian: bool) -> Option<Machine> {
    Some(match (number, class64, big_endian) {
        (elf::EM_X86_64, true, _) => Machine::X86_64,
        (elf::EM_X86_64, false, _) => Machine::X32,
        (elf::EM_386 | elf::EM_IAMCU, ..) => Machine::I386,
        (elf::EM_AARCH64, true, false) => Machine::Aarch64,
        (elf::EM_AARCH64, true, true) => Machine::Aarch64Be,
        (elf::EM_AARCH64, false, _) => Machine::Aarch64Ilp32,
        (elf::EM_ARM, _, false) => Machine::Arm,
        (elf::EM_ARM, _, true) => Machine::ArmBe,
        (elf::EM_RISCV, true, _) => Machine::Riscv64,
        (elf::EM_RISCV, false, _) => Machine::Riscv32,
        (elf::EM_PPC64, _, false) => Machine::Ppc64Le,
        (elf::EM_PPC64, _, true) => Machine::Ppc64,
        (elf::EM_PPC, ..) => Machine::Ppc,
        (elf::EM_S390, true, _) => Machine::S390x,
        (elf::EM_S390, false, _) => Machine::S390,
        (elf::EM_MIPS, true, true) => Machine::Mips64,
        (elf::EM_MIPS, true, false) => Machine::Mips64El,
        (elf::EM_MIPS, false, true) => Machine::Mips,
        (elf::EM_MIPS, false, false) => Machine::MipsEl,
        (elf::EM_LOONGARCH, true, _) => Machine::LoongArch64,
        (elf::EM_LOONGARCH, false, _) => Machine::LoongArch32,
        (elf::EM_SPARCV9, ..) => Machine::Sparc64,
        (elf::EM_SPARC | elf::EM_SPARC32PLUS, ..) => Machine::Sparc,
        (elf::EM_PARISC, true, _) => Machine::Parisc64,
        (elf::EM_PARISC, false, _) => Machine::Parisc,
        (elf::EM_ALPHA, ..) => Machine::Alpha,
        (elf::EM_IA_64, ..) => Machine::Ia64,
        (elf::EM_68K, ..) => Machine::M68k,
        (elf::EM_SH, ..) => Machine::Sh,
        (elf::EM_ARC_COMPACT | elf::EM_ARC_COMPACT2, ..) => Machine::Arc,
        (elf::EM_CSKY, ..) => Machine::Csky,
        (elf::EM_OPENRISC, ..) => Machine::OpenRisc,
        (elf::EM_MICROBLAZE, ..) => Machine::MicroBlaze,
        (elf::EM_ALTERA_NIOS2, ..) => Machine::Nios2,
        (elf::EM_XTENSA, ..) => Machine::Xtensa,
        (elf::EM_HEXAGON, ..) => Machine::Hexagon,
        (elf::EM_BPF, ..) => Machine::Bpf,
        _ => return None,
    })
}
