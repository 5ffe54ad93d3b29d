//! Compressed sections: `SHF_COMPRESSED` with zlib or zstd (gABI, "Section Compression") and the
//! older `.zdebug_*` of GNU.

use std::io::Read;

use object::elf;

use crate::ints::Ints;
use crate::section::{Compression, Section};
use crate::{ContainerError, ReadError, Source};

/// A section that unpacks to more is refused: what is left of a 32-bit address space after it
/// would not hold the types.
pub const MAX_UNPACKED_BYTES: u64 = 1 << 30;
/// Debug information, kernels and reports pack to a tenth, text that repeats to a hundredth. What is large and packs
/// better holds one thing over and over, and was made to take time and memory.
const MAX_LARGE_RATIO: u64 = 200;
const LARGE_BYTES: u64 = 64 << 20;

/// The most that so many packed bytes may unpack to.
pub(crate) fn most_unpacked(packed_bytes: u64) -> u64 {
    packed_bytes.saturating_mul(MAX_LARGE_RATIO).clamp(LARGE_BYTES, MAX_UNPACKED_BYTES)
}

/// Whether what was unpacked of `packed_len` bytes is not more than a kernel or a report would be.
pub(crate) fn bounded(unpacked_len: usize, packed_len: usize) -> Result<(), String> {
    let most = most_unpacked(packed_len as u64);
    if unpacked_len as u64 > most {
        return Err(format!(
            "its {packed_len} bytes unpack to more than {} MB, which is no kernel and no report",
            most >> 20
        ));
    }
    Ok(())
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
pub fn unpack(source: &dyn Source, section: &Section) -> Result<Vec<u8>, ContainerError> {
    let damaged = |reason: String| ContainerError::Section { name: section.name.clone(), reason };
    let is_packed = section.compression != Compression::None;
    if is_packed && section.size > most_unpacked(section.stored_bytes) {
        return Err(damaged(claim(section)));
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
        "{} bytes claim to unpack to {}, as no debug information does",
        section.stored_bytes, section.size
    )
}

/// Reads at most what the section says it holds. Memory grows with what is really there.
fn read_bounded(reader: impl Read, section: &Section) -> Result<Vec<u8>, String> {
    let mut reader = reader.take(section.size);
    let mut bytes = Vec::new();
    let mut room = section.size.min(section.stored_bytes.saturating_mul(16));
    // Never more room than twice what is there, nor than the section takes: left alone the last step takes a half more.
    loop {
        let wanted = room as usize - bytes.len();
        bytes.try_reserve_exact(wanted).map_err(|_| "there is not enough memory".to_owned())?;
        let read = (&mut reader).take(wanted as u64).read_to_end(&mut bytes);
        let read = read.map_err(|error| error.to_string())?;
        if read < wanted || room == section.size {
            break;
        }
        room = section.size.min(room * 2);
    }
    if bytes.len() as u64 == section.size {
        Ok(bytes)
    } else {
        Err(format!("they end after {} of {} bytes", bytes.len(), section.size))
    }
}
