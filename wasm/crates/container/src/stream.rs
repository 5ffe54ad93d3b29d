//! Compressed streams: a whole file, or the kernel within a boot image.

use std::io::{BufRead, Read};

#[cfg(feature = "images")]
use crate::lz4;
use crate::lzo;
use crate::magic::{LZ4_LEGACY_MAGIC, LZ4_MAGIC, ZSTD_MAGIC};
#[cfg(feature = "images")]
use crate::unpack::bounded;
use crate::unpack::{UnpackError, read_within};

/// A compression that is told by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Gzip,
    Xz,
    Zstd,
    Bzip2,
    /// The frames that the kernel's build and `lz4 -l` write.
    Lz4Legacy,
    /// The frames that `lz4` writes.
    Lz4,
    /// What `lzop` writes.
    Lzo,
    /// `.lzma`, without a container.
    Lzma,
}

/// Windows and dictionaries up to what `zstd --ultra` and `xz -9` ask for, twice.
const MAX_WINDOW_BYTES: u64 = 256 << 20;
#[cfg(feature = "images")]
const MAX_WINDOW_KB: u32 = (MAX_WINDOW_BYTES >> 10) as u32;
/// A block of `bzip2 -1`; one of `-9` has nine times as many bytes.
#[cfg(feature = "images")]
const BZIP2_BLOCK_BYTES: u64 = 100_000;
/// Each block of a legacy lz4 frame unpacks to at most this (lz4_Frame_format, "Legacy frame").
#[cfg(feature = "images")]
const LZ4_LEGACY_BLOCK_BYTES: usize = 8 << 20;

impl Format {
    /// The format of data that begin so.
    pub fn of(start: &[u8]) -> Option<Self> {
        let begins = |magic: &[u8]| start.starts_with(magic);
        Some(match () {
            () if begins(&[0x1f, 0x8b, 8]) => Self::Gzip,
            () if begins(&[0xfd, b'7', b'z', b'X', b'Z', 0]) => Self::Xz,
            () if begins(&ZSTD_MAGIC) => Self::Zstd,
            () if begins(b"BZh") => Self::Bzip2,
            () if begins(&LZ4_LEGACY_MAGIC) => Self::Lz4Legacy,
            () if begins(&LZ4_MAGIC) => Self::Lz4,
            () if begins(&lzo::MAGIC) => Self::Lzo,
            () if begins(&[0x5d, 0, 0]) => Self::Lzma,
            () => return None,
        })
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Bzip2 => "bzip2",
            Self::Lz4Legacy | Self::Lz4 => "lz4",
            Self::Lzo => "lzo",
            Self::Lzma => "lzma",
        }
    }

    /// The first bytes of what data that begin so unpack to, `len` at most: enough to tell what it is.
    pub fn head(self, start: &[u8], len: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        // What came before the data break off is there.
        let mut rest = start;
        let _ = self.members(&mut rest, &mut |reader| {
            let len = len.saturating_sub(bytes.len() as u64);
            reader.take(len).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
            // Enough is known, or the member has its end.
            if len == 0 { Err("".into()) } else { Ok(()) }
        });
        bytes
    }

    /// Unpacks; what follows the compressed data is ignored (boot images put the size there).
    /// Memory grows with what really comes out, and no further than `most` bytes.
    pub(crate) fn unpack(self, packed: &[u8], most: u64) -> Result<Vec<u8>, UnpackError> {
        let mut bytes = Vec::new();
        let mut rest = packed;
        let mut read = |reader: &mut dyn Read| read_within(reader, &mut bytes, most);
        if let Some(done) = self.members(&mut rest, &mut read) {
            return done.map(|()| bytes);
        }
        match self {
            #[cfg(feature = "images")]
            Self::Lzma => {
                let reader = lzma_rust2::LzmaReader::new_mem_limit(packed, MAX_WINDOW_KB, None)
                    .map_err(|error| error.to_string())?;
                read_all(reader, most)
            }
            #[cfg(feature = "images")]
            Self::Bzip2 => unpack_bzip2(packed, most),
            #[cfg(feature = "images")]
            Self::Lz4Legacy => unpack_lz4(packed, most),
            #[cfg(feature = "images")]
            Self::Lz4 => lz4::unpack(packed, most),
            Self::Lzo => lzo::unpack(packed, most),
            _ => Err(format!("{} is not unpacked here: unpack the file first", self.name()).into()),
        }
    }
}

impl Format {
    /// Hands over a reader of what each member of a stream unpacks to; `None` for a format that is no stream here.
    /// Parallel compressors write several members; what follows the last one is ignored.
    pub(crate) fn members(
        self,
        packed: &mut dyn BufRead,
        read: &mut dyn FnMut(&mut dyn Read) -> Result<(), UnpackError>,
    ) -> Option<Result<(), UnpackError>> {
        let magic = match self {
            Self::Gzip => 0x1f,
            Self::Zstd => ZSTD_MAGIC[0],
            #[cfg(feature = "images")]
            Self::Xz => {
                let reader = &mut lzma_rust2::XzReader::new_mem_limit(packed, false, MAX_WINDOW_KB);
                return Some(read(reader));
            }
            _ => return None,
        };
        let mut each = || -> Result<(), UnpackError> {
            while packed.fill_buf().map_err(|error| error.to_string())?.first() == Some(&magic) {
                match self {
                    Self::Gzip => read(&mut flate2::bufread::GzDecoder::new(&mut *packed))?,
                    _ => read(&mut zstd_decoder(&mut *packed)?)?,
                }
            }
            Ok(())
        };
        Some(each())
    }

    /// Unpacks a stream piece by piece; `None` for a format that is none.
    pub(crate) fn in_parts(
        self,
        packed: &mut dyn BufRead,
        most: u64,
        take: &mut dyn FnMut(&[u8]),
    ) -> Option<Result<(), UnpackError>> {
        let mut part = Vec::new();
        let mut left = most;
        self.members(packed, &mut |reader| loop {
            part.clear();
            let end = (&mut *reader).take(PART_BYTES).read_to_end(&mut part);
            // What came before the data break off is there.
            if !part.is_empty() {
                take(&part);
            }
            end.map_err(|error| error.to_string())?;
            if part.is_empty() {
                return Ok(());
            }
            left = left.checked_sub(part.len() as u64).ok_or(UnpackError::TooMuch(most))?;
        })
    }
}

/// Each as large as is worth a call.
const PART_BYTES: u64 = 4 << 20;

#[cfg(feature = "images")]
fn read_all(reader: impl Read, most: u64) -> Result<Vec<u8>, UnpackError> {
    let mut bytes = Vec::new();
    read_within(reader, &mut bytes, most)?;
    Ok(bytes)
}

/// Parallel compressors write a stream for each block. Whatever it holds, a stream takes the memory of a whole block, so
/// it counts as one.
#[cfg(feature = "images")]
fn unpack_bzip2(packed: &[u8], most: u64) -> Result<Vec<u8>, UnpackError> {
    let mut rest = packed;
    let mut bytes = Vec::new();
    let mut blocks_bytes = 0;
    while let [b'B', b'Z', b'h', level @ b'1'..=b'9', ..] = rest {
        blocks_bytes += u64::from(level - b'0') * BZIP2_BLOCK_BYTES;
        if blocks_bytes > most {
            return Err("it is cut into more streams than a kernel or a report is".into());
        }
        read_within(bzip2::bufread::BzDecoder::new(&mut rest), &mut bytes, most)?;
    }
    if blocks_bytes == 0 { Err("its block size is not 1 to 9".into()) } else { Ok(bytes) }
}

fn zstd_decoder<'a>(packed: impl Read + 'a) -> Result<impl Read + 'a, String> {
    let mut frame = ruzstd::decoding::FrameDecoder::new();
    frame.set_max_window_size(MAX_WINDOW_BYTES);
    ruzstd::decoding::StreamingDecoder::new_with_decoder(packed, frame)
        .map_err(|error| error.to_string())
}

#[cfg(feature = "images")]
fn unpack_lz4(packed: &[u8], most: u64) -> Result<Vec<u8>, UnpackError> {
    let mut rest = packed.get(4..).unwrap_or_default();
    let mut bytes = Vec::new();
    while let Some((head, tail)) = rest.split_first_chunk::<4>() {
        if *head == LZ4_LEGACY_MAGIC {
            rest = tail;
            continue;
        }
        let len = u32::from_le_bytes(*head) as usize;
        // The size of the whole, at the end of a boot image's payload, is no block.
        let Some((block, after)) =
            tail.split_at_checked(len).filter(|(block, _)| !block.is_empty())
        else {
            break;
        };
        let start = bytes.len();
        bytes.resize(start + LZ4_LEGACY_BLOCK_BYTES, 0);
        let (_, room) = bytes.split_at_mut(start);
        let written =
            lz4_flex::block::decompress_into(block, room).map_err(|error| error.to_string())?;
        bytes.truncate(start + written);
        bounded(bytes.len(), most)?;
        rest = after;
    }
    if bytes.is_empty() { Err("no block of it is whole".into()) } else { Ok(bytes) }
}
