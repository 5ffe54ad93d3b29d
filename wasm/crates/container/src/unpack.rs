//! Compressed sections: `SHF_COMPRESSED` with zlib or zstd (gABI, "Section Compression") and the
//! older `.zdebug_*` of GNU.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::Read;

use object::elf;

use crate::ints::Ints;
use crate::section::{Compression, Section};
use crate::{ContainerError, ReadError, Source};

/// More of one file is refused, its layers and sections together: what is left of a 32-bit address space after it
/// would not hold the types.
pub const MAX_UNPACKED_BYTES: u64 = 1 << 30;
/// Debug information and kernels pack to a tenth at best. What is large and packs better holds one thing over and over,
/// and was made to take time and memory; a report that does is unpacked by whoever trusts it.
const MAX_LARGE_RATIO: u64 = 16;
const LARGE_BYTES: u64 = 256 << 20;

/// What a file that is trusted may unpack to: what is left of the address space holds the types of one.
const MAX_TRUSTED_BYTES: u64 = 5 << 29;

/// The most that a packed file may unpack to.
pub(crate) fn most_unpacked(source: &dyn Source) -> u64 {
    if source.is_trusted() {
        return MAX_TRUSTED_BYTES;
    }
    source.len().saturating_mul(MAX_LARGE_RATIO).clamp(LARGE_BYTES, MAX_UNPACKED_BYTES)
}

/// Why packed data do not become bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UnpackError {
    /// What is wrong with them.
    Damaged(String),
    /// They are more than so many bytes.
    TooMuch(u64),
}

impl From<String> for UnpackError {
    fn from(reason: String) -> Self {
        UnpackError::Damaged(reason)
    }
}

impl From<&str> for UnpackError {
    fn from(reason: &str) -> Self {
        UnpackError::Damaged(reason.to_owned())
    }
}

/// Whether what was unpacked so far is not more than it may be.
pub(crate) fn bounded(unpacked_len: usize, most: u64) -> Result<(), UnpackError> {
    if unpacked_len as u64 > most { Err(UnpackError::TooMuch(most)) } else { Ok(()) }
}

/// Adds what `reader` gives, up to one byte more than `most` in all. Memory grows with what is really there, and by a
/// half at a time: left alone it doubles.
pub(crate) fn read_within(
    reader: impl Read,
    bytes: &mut Vec<u8>,
    most: u64,
) -> Result<(), UnpackError> {
    const LEAST_ROOM: u64 = 1 << 16;
    let mut reader = reader.take((most + 1).saturating_sub(bytes.len() as u64));
    loop {
        let have = bytes.len() as u64;
        let left = (most + 1).saturating_sub(have);
        // Of many members each finds the room that the one before left.
        if bytes.capacity() == bytes.len() {
            bytes
                .try_reserve_exact((have / 2).max(LEAST_ROOM).min(left) as usize)
                .map_err(|_| "there is not enough memory for them".to_owned())?;
        }
        let room = left.min(bytes.capacity() as u64 - have);
        let read =
            (&mut reader).take(room).read_to_end(bytes).map_err(|error| error.to_string())?;
        if (read as u64) < room || room == 0 {
            return bounded(bytes.len(), most);
        }
    }
}

/// How much of a file may still be unpacked. Each section counts once, however often it is read.
#[derive(Debug, Default)]
pub(crate) struct Room {
    left: Cell<u64>,
    counted: RefCell<BTreeSet<u32>>,
}

impl Room {
    /// Of so many bytes.
    pub fn of(bytes: u64) -> Room {
        Room { left: Cell::new(bytes), counted: RefCell::default() }
    }

    fn take(&self, section: &Section) -> Result<(), UnpackError> {
        let mut counted = self.counted.borrow_mut();
        if counted.contains(&section.number) {
            return Ok(());
        }
        let left = self.left.get();
        let rest = left.checked_sub(section.size).ok_or(UnpackError::TooMuch(left))?;
        self.left.set(rest);
        counted.insert(section.number);
        Ok(())
    }
}

/// Looks whether and how a section is compressed, and notes where its data begin, how it is
/// called and how large it will be.
pub fn note_compression(
    source: &dyn Source,
    section: &mut Section,
    flags: u64,
    ints: Ints,
) -> Result<(), ReadError> {
    if flags & elf::SHF_COMPRESSED.0 != 0 {
        let header_len = if ints.class64 { 24 } else { 12 };
        if section.stored_bytes < header_len {
            section.compression = Compression::Unknown(0);
            return Ok(());
        }
        let header = source.read(section.offset, header_len)?;
        section.compression = match elf::CompressionType(ints.uint(&header, 0, 4) as u32) {
            elf::ELFCOMPRESS_ZLIB => Compression::Zlib,
            elf::ELFCOMPRESS_ZSTD => Compression::Zstd,
            other => Compression::Unknown(other.0),
        };
        section.size =
            if ints.class64 { ints.uint(&header, 8, 8) } else { ints.uint(&header, 4, 4) };
        section.offset += header_len;
        section.stored_bytes -= header_len;
    } else if let Some(rest) = section.name.strip_prefix(".zdebug_")
        && section.stored_bytes >= 12
    {
        let header = source.read(section.offset, 12)?;
        if header.starts_with(b"ZLIB") {
            section.name = format!(".debug_{rest}");
            section.compression = Compression::Zlib;
            section.size = header.last_chunk().copied().map_or(0, u64::from_be_bytes);
            section.offset += 12;
            section.stored_bytes -= 12;
        }
    }
    Ok(())
}

/// The section's bytes as the linker would see them.
pub fn unpack(
    source: &dyn Source,
    section: &Section,
    room: &Room,
) -> Result<Vec<u8>, ContainerError> {
    let damaged = |reason: String| ContainerError::Section { name: section.name.clone(), reason };
    if section.compression != Compression::None {
        room.take(section).map_err(|_| damaged(claim(section)))?;
    }
    match section.compression {
        Compression::None => Ok(source.read(section.offset, section.stored_bytes)?),
        Compression::Unknown(kind) => {
            Err(damaged(format!("it is compressed in a way that is not known (type {kind})")))
        }
        Compression::Zlib => {
            let packed = source.read(section.offset, section.stored_bytes)?;
            read_bounded(flate2::read::ZlibDecoder::new(packed.as_slice()), section)
                .map_err(|reason| damaged(format!("its zlib data are damaged: {reason}")))
        }
        Compression::Zstd => {
            let packed = source.read(section.offset, section.stored_bytes)?;
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed.as_slice())
                .map_err(|error| damaged(format!("its zstd data are damaged: {error}")))?;
            read_bounded(decoder, section)
                .map_err(|reason| damaged(format!("its zstd data are damaged: {reason}")))
        }
    }
}

fn claim(section: &Section) -> String {
    format!(
        "its {} bytes unpack to {}, more in all than a file of this size may; where you trust it, `objcopy --decompress-debug-sections` unpacks it for you",
        section.stored_bytes, section.size
    )
}

/// Reads what the section says it holds, no more.
fn read_bounded(reader: impl Read, section: &Section) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match read_within(reader.take(section.size), &mut bytes, section.size) {
        Ok(()) if bytes.len() as u64 == section.size => Ok(bytes),
        Err(UnpackError::Damaged(reason)) => Err(reason),
        _ => Err(format!("they end after {} of {} bytes", bytes.len(), section.size)),
    }
}

#[cfg(test)]
mod tests {
    use super::read_within;

    #[test]
    fn many_members_are_moved_as_seldom_as_one() {
        let mut bytes = Vec::new();
        let mut moves = 0;
        for _ in 0..10_000 {
            let before = bytes.capacity();
            read_within(&[7; 1024][..], &mut bytes, 1 << 30).expect("room");
            moves += usize::from(bytes.capacity() != before);
        }
        assert_eq!(bytes.len(), 10_000 << 10);
        assert!(moves < 40, "{moves}");
    }
}
