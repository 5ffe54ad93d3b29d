//! The machine's data model, from an ELF header.

use facts::Target;
use object::elf;

/// The target of a machine. `class64` and `big_endian` are as the ELF header says them.
///
/// Largest scalar alignments are those of GCC's `BIGGEST_ALIGNMENT` for scalars in structs:
/// 4 for `long long` on i386 (System V ABI, i386 supplement), 8 for `__int128` on s390x
/// (ELF ABI s390x supplement, 1.1.2.2), 16 where `__int128` or `long double` has 16.
pub fn target(machine: elf::Machine, class64: bool, big_endian: bool) -> Target {
    let pointer = if class64 { 8 } else { 4 };
    // name, largest scalar alignment, cache line
    let (name, max_align, line): (&str, u8, u16) = match (machine, class64, big_endian) {
        (elf::EM_X86_64, true, _) => ("x86-64", 16, 64),
        (elf::EM_X86_64, false, _) => ("x32", 16, 64),
        (elf::EM_386 | elf::EM_IAMCU, ..) => ("i386", 4, 64),
        (elf::EM_AARCH64, true, false) => ("aarch64", 16, 64),
        (elf::EM_AARCH64, true, true) => ("aarch64be", 16, 64),
        (elf::EM_AARCH64, false, _) => ("aarch64-ilp32", 16, 64),
        (elf::EM_ARM, _, false) => ("arm", 8, 64),
        (elf::EM_ARM, _, true) => ("armeb", 8, 64),
        (elf::EM_RISCV, true, _) => ("riscv64", 16, 64),
        (elf::EM_RISCV, false, _) => ("riscv32", 16, 64),
        (elf::EM_PPC64, _, false) => ("ppc64le", 16, 128),
        (elf::EM_PPC64, _, true) => ("ppc64", 16, 128),
        (elf::EM_PPC, ..) => ("ppc", 16, 64),
        (elf::EM_S390, true, _) => ("s390x", 8, 256),
        (elf::EM_S390, false, _) => ("s390", 8, 256),
        (elf::EM_MIPS, true, true) => ("mips64", 16, 64),
        (elf::EM_MIPS, true, false) => ("mips64el", 16, 64),
        (elf::EM_MIPS, false, true) => ("mips", 8, 64),
        (elf::EM_MIPS, false, false) => ("mipsel", 8, 64),
        (elf::EM_LOONGARCH, true, _) => ("loongarch64", 16, 64),
        (elf::EM_LOONGARCH, false, _) => ("loongarch32", 16, 64),
        (elf::EM_SPARCV9, ..) => ("sparc64", 16, 64),
        (elf::EM_SPARC | elf::EM_SPARC32PLUS, ..) => ("sparc", 8, 64),
        (elf::EM_PARISC, true, _) => ("parisc64", 16, 64),
        (elf::EM_PARISC, false, _) => ("parisc", 8, 64),
        (elf::EM_ALPHA, ..) => ("alpha", 16, 64),
        (elf::EM_IA_64, ..) => ("ia64", 16, 64),
        (elf::EM_68K, ..) => ("m68k", 2, 64),
        (elf::EM_SH, ..) => ("sh", 4, 64),
        (elf::EM_ARC_COMPACT | elf::EM_ARC_COMPACT2, ..) => ("arc", 4, 64),
        (elf::EM_CSKY, ..) => ("csky", 4, 64),
        (elf::EM_OPENRISC, ..) => ("openrisc", 4, 64),
        (elf::EM_MICROBLAZE, ..) => ("microblaze", 4, 64),
        (elf::EM_ALTERA_NIOS2, ..) => ("nios2", 4, 64),
        (elf::EM_XTENSA, ..) => ("xtensa", 8, 64),
        (elf::EM_HEXAGON, ..) => ("hexagon", 8, 64),
        (elf::EM_BPF, ..) => ("bpf", 16, 64),
        _ => return unknown(class64, big_endian),
    };
    Target {
        machine: name.to_owned(),
        pointer_bytes: pointer,
        big_endian,
        max_scalar_align_bytes: max_align,
        line_bytes: line,
        unnamed_bitfields_align: is_aapcs(machine),
    }
}

/// Where no machine is stated, as in raw BTF: what holds for the most machines of that width.
pub fn unknown(class64: bool, big_endian: bool) -> Target {
    Target {
        machine: format!(
            "unknown-{}{}",
            if class64 { 64 } else { 32 },
            if big_endian { "be" } else { "le" }
        ),
        pointer_bytes: if class64 { 8 } else { 4 },
        big_endian,
        max_scalar_align_bytes: if class64 { 16 } else { 8 },
        line_bytes: 64,
        unnamed_bitfields_align: false,
    }
}

/// AAPCS32 (8.1.8.2) and AAPCS64 (10.1.8.2): an unnamed bit-field's container type contributes to
/// the alignment of its struct as any other's does.
fn is_aapcs(machine: elf::Machine) -> bool {
    matches!(machine, elf::EM_ARM | elf::EM_AARCH64)
}
