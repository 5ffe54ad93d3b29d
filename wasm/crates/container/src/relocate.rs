//! Relocations of debug sections in relocatable objects (`.o`, `.ko`).
//!
//! Only `ET_REL` needs them: a linked file keeps them applied, even where it keeps them at all.
//! Debug sections use few kinds: a word of 4 or 8 bytes set to symbol plus addend, and on RISC-V
//! and LoongArch, whose linkers relax code, sums and differences.

use object::elf;

use crate::ContainerError;
use crate::elf::Machine;
use crate::placed::{Placed, symbol_value};
use crate::section::Section;
use crate::stored::Stored;

/// What a relocation does to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Set(usize),
    /// What code has: the distance from here.
    Relative(usize),
    Add(usize),
    Subtract(usize),
}

/// Where the section lies whose bytes are changed.
struct Place<'a> {
    section: u64,
    placed: &'a Placed,
}

/// Whether a section has relocations that must be applied.
pub fn is_relocated(stored: &Stored, section: &Section) -> bool {
    relocations(stored, section).next().is_some()
}

fn relocations<'a>(
    stored: &'a Stored,
    section: &'a Section,
) -> impl Iterator<Item = &'a Section> + 'a {
    stored.sections.iter().filter(move |candidate| {
        stored.is_object
            && matches!(candidate.kind, elf::SHT_REL | elf::SHT_RELA)
            && candidate.info == section.number
            && candidate.stored_bytes > 0
    })
}

/// Applies what relocations the section has.
pub fn relocate(
    stored: &Stored,
    section: &Section,
    bytes: &mut [u8],
) -> Result<(), ContainerError> {
    for table in relocations(stored, section) {
        let machine = stored.elf.ok_or_else(|| damaged(section, "it has no machine"))?;
        let symbols = stored
            .sections
            .iter()
            .find(|candidate| candidate.number == table.link)
            .ok_or_else(|| damaged(section, "its relocations name no symbol table"))?;
        if actions(machine).is_empty() {
            return Err(damaged(
                section,
                "relocations of this machine are not known; link the object and open the program",
            ));
        }
        let entries = stored.source.read(table.offset, table.stored_bytes)?;
        let symbols = stored.source.read(symbols.offset, symbols.stored_bytes)?;
        let place = Place { section: section.address, placed: &stored.placed };
        apply(machine, table.kind == elf::SHT_RELA, &entries, &symbols, &place, bytes);
    }
    Ok(())
}

fn damaged(section: &Section, reason: &str) -> ContainerError {
    ContainerError::Section { name: section.name.clone(), reason: reason.to_owned() }
}

/// Places outside the section and kinds that debug sections do not need are passed over.
fn apply(
    machine: Machine,
    has_addend: bool,
    entries: &[u8],
    symbols: &[u8],
    at: &Place<'_>,
    bytes: &mut [u8],
) {
    let ints = machine.ints();
    let word = if ints.class64 { 8 } else { 4 };
    let entry_len = if has_addend { 3 * word } else { 2 * word };
    let actions = actions(machine);
    for entry in entries.chunks_exact(entry_len) {
        let Ok(place) = usize::try_from(ints.uint(entry, 0, word)) else { continue };
        let (symbol, kind) = symbol_and_kind(machine, entry, word);
        let Some((_, action)) = actions.iter().find(|(known, _)| *known == kind) else {
            continue;
        };
        let len = match action {
            Action::Set(len) | Action::Relative(len) | Action::Add(len) | Action::Subtract(len) => {
                *len
            }
        };
        let Some(slot) = place.checked_add(len).and_then(|end| bytes.get_mut(place..end)) else {
            continue;
        };
        let found = ints.uint(slot, 0, len);
        let addend = if has_addend {
            sign_extend(ints.uint(entry, 2 * word, word), word)
        } else if matches!(action, Action::Set(_) | Action::Relative(_)) {
            found
        } else {
            0
        };
        let value = symbol_value(ints, symbols, symbol, at.placed).wrapping_add(addend);
        let result = match action {
            Action::Set(_) => value,
            Action::Relative(_) => value.wrapping_sub(at.section.wrapping_add(place as u64)),
            Action::Add(_) => found.wrapping_add(value),
            Action::Subtract(_) => found.wrapping_sub(value),
        };
        write(slot, result, ints.big_endian);
    }
}

fn symbol_and_kind(machine: Machine, entry: &[u8], word: usize) -> (u64, u32) {
    let ints = machine.ints();
    // Little-endian MIPS64 has the symbol first and then four bytes, the kind last (MIPS64 ELF
    // object file specification, 2.9).
    if machine.number == elf::EM_MIPS && ints.class64 && !ints.big_endian {
        return (ints.uint(entry, 8, 4), ints.uint(entry, 15, 1) as u32);
    }
    let info = ints.uint(entry, word, word);
    match (ints.class64, machine.number) {
        // The upper 24 bits of SPARC64's kind are data.
        (true, elf::EM_SPARCV9 | elf::EM_MIPS) => (info >> 32, info as u32 & 0xff),
        (true, _) => (info >> 32, info as u32),
        (false, _) => (info >> 8, info as u32 & 0xff),
    }
}

fn sign_extend(value: u64, bytes: usize) -> u64 {
    if bytes == 4 { value as u32 as i32 as i64 as u64 } else { value }
}

fn write(slot: &mut [u8], value: u64, big_endian: bool) {
    let len = slot.len();
    for (index, byte) in slot.iter_mut().enumerate() {
        let shift = if big_endian { len - 1 - index } else { index };
        *byte = (value >> (8 * shift)) as u8;
    }
}

/// The kinds that occur in debug sections, from each processor's ELF supplement. TLS offsets are
/// left out: they place variables, not types.
fn actions(machine: Machine) -> &'static [(u32, Action)] {
    use Action::{Add, Relative, Set, Subtract};
    match machine.number {
        elf::EM_X86_64 => {
            &[(1, Set(8)), (2, Relative(4)), (4, Relative(4)), (10, Set(4)), (11, Set(4))]
        }
        elf::EM_386 | elf::EM_IAMCU => &[(1, Set(4))],
        elf::EM_AARCH64 if machine.class64 => &[(257, Set(8)), (258, Set(4))],
        elf::EM_AARCH64 => &[(1, Set(4))],
        elf::EM_ARM => &[(2, Set(4))],
        elf::EM_PPC64 => &[(1, Set(4)), (38, Set(8))],
        elf::EM_PPC => &[(1, Set(4))],
        elf::EM_S390 => &[(4, Set(4)), (22, Set(8))],
        elf::EM_MIPS => &[(2, Set(4)), (18, Set(8))],
        elf::EM_SPARCV9 | elf::EM_SPARC | elf::EM_SPARC32PLUS => {
            &[(3, Set(4)), (23, Set(4)), (32, Set(8)), (54, Set(8))]
        }
        elf::EM_RISCV => &[
            (1, Set(4)),
            (2, Set(8)),
            (33, Add(1)),
            (34, Add(2)),
            (35, Add(4)),
            (36, Add(8)),
            (37, Subtract(1)),
            (38, Subtract(2)),
            (39, Subtract(4)),
            (40, Subtract(8)),
            (54, Set(1)),
            (55, Set(2)),
            (56, Set(4)),
        ],
        elf::EM_LOONGARCH => &[
            (1, Set(4)),
            (2, Set(8)),
            (47, Add(1)),
            (48, Add(2)),
            (50, Add(4)),
            (51, Add(8)),
            (52, Subtract(1)),
            (53, Subtract(2)),
            (55, Subtract(4)),
            (56, Subtract(8)),
        ],
        elf::EM_BPF => &[(2, Set(8)), (3, Set(4)), (4, Set(4))],
        elf::EM_ALPHA => &[(1, Set(4)), (2, Set(8))],
        elf::EM_PARISC => &[(1, Set(4)), (80, Set(8))],
        elf::EM_68K | elf::EM_SH | elf::EM_CSKY | elf::EM_XTENSA | elf::EM_MICROBLAZE => {
            &[(1, Set(4))]
        }
        elf::EM_ARC_COMPACT | elf::EM_ARC_COMPACT2 => &[(4, Set(4))],
        elf::EM_HEXAGON => &[(6, Set(4))],
        _ => &[],
    }
}
