//! Small facts about where a file comes from: build-id, kernel release, compiler.

use memchr::memmem;
use object::elf;

use crate::ints::Ints;
use crate::section::{Compression, Section};
use crate::stored::Stored;

const MAX_NOTE_BYTES: u64 = 64 << 10;
const MAX_STRINGS_BYTES: u64 = 1 << 20;
/// `linux_banner` comes from `init/version.c`, which is linked early: it lies in the first
/// megabytes of `.rodata` or not at all.
const MAX_BANNER_SCAN_BYTES: u64 = 32 << 20;
const CHUNK_BYTES: u64 = 1 << 20;
const BANNER: &[u8] = b"Linux version ";
/// `__NEW_UTS_LEN` of the kernel: a release is never longer.
const MAX_RELEASE_BYTES: usize = 64;

/// The GNU build-id in lower-case hex.
pub fn build_id(stored: &Stored) -> Option<String> {
    let ints = stored.elf?.ints();
    let notes = stored
        .sections
        .iter()
        .filter(|section| section.kind == elf::SHT_NOTE && section.stored_bytes <= MAX_NOTE_BYTES);
    for section in notes {
        let Ok(bytes) = stored.source.read(section.offset, section.stored_bytes) else {
            continue;
        };
        if let Some(id) = build_id_in(&bytes, ints) {
            return Some(id);
        }
    }
    None
}

fn build_id_in(mut notes: &[u8], ints: Ints) -> Option<String> {
    while notes.len() >= 12 {
        let name_len = ints.uint(notes, 0, 4) as usize;
        let desc_len = ints.uint(notes, 4, 4) as usize;
        let kind = ints.uint(notes, 8, 4) as u32;
        let desc_at = 12usize.checked_add(name_len.checked_next_multiple_of(4)?)?;
        let desc = notes.get(desc_at..desc_at.checked_add(desc_len)?)?;
        if elf::NoteType(kind) == elf::NT_GNU_BUILD_ID
            && notes.get(12..12 + name_len) == Some(b"GNU\0")
        {
            return Some(desc.iter().map(|byte| format!("{byte:02x}")).collect());
        }
        notes = notes.get(desc_at + desc_len.checked_next_multiple_of(4)?..)?;
    }
    None
}

/// The kernel's release, from its banner, or from a module's `vermagic`.
pub fn release(stored: &Stored) -> Option<String> {
    if let Some(modinfo) = small(stored, ".modinfo") {
        let value = modinfo
            .split(|byte| *byte == 0)
            .find_map(|entry| entry.strip_prefix(b"vermagic=".as_slice()))?;
        return release_at(value);
    }
    let rodata = stored.sections.iter().filter(|section| {
        matches!(section.name.as_str(), ".rodata" | ".init.rodata")
            && section.compression == Compression::None
    });
    for section in rodata {
        if let Some(release) = scan_for_banner(stored, section) {
            return Some(release);
        }
    }
    None
}

fn scan_for_banner(stored: &Stored, section: &Section) -> Option<String> {
    let finder = memmem::Finder::new(BANNER);
    let end = section.stored_bytes.min(MAX_BANNER_SCAN_BYTES);
    let overlap = (BANNER.len() + MAX_RELEASE_BYTES) as u64;
    let mut at = 0;
    while at < end {
        let len = (CHUNK_BYTES + overlap).min(end - at);
        let bytes = stored.source.read(section.offset + at, len).ok()?;
        // The first hit may be a format string ("Linux version %s"): a release begins with a digit.
        for hit in finder.find_iter(&bytes) {
            let after = bytes.get(hit + BANNER.len()..);
            if let Some(release) = after.and_then(release_at) {
                return Some(release);
            }
        }
        at += CHUNK_BYTES;
    }
    None
}

fn release_at(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().take(MAX_RELEASE_BYTES + 1).position(|byte| *byte == b' ')?;
    let text = std::str::from_utf8(bytes.get(..end)?).ok()?;
    let plausible = text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains('.')
        && text.chars().all(|c| c.is_ascii_graphic());
    plausible.then(|| text.to_owned())
}

/// The compiler, from `.comment`: its strings without repetition, the first of them when several
/// compilers left one.
pub fn producer(stored: &Stored) -> Option<String> {
    let comment = small(stored, ".comment")?;
    let first = comment.split(|byte| *byte == 0).find(|entry| !entry.is_empty())?;
    Some(String::from_utf8_lossy(first).into_owned())
}

fn small(stored: &Stored, name: &str) -> Option<Vec<u8>> {
    let section = stored.sections.get(stored.find(name)?)?;
    if section.compression != Compression::None || section.stored_bytes > MAX_STRINGS_BYTES {
        return None;
    }
    stored.source.read(section.offset, section.stored_bytes).ok()
}
