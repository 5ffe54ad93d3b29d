//! Files of `lzop`, which kernels may be packed by: the format as `lib/decompress_unlzo.c` of Linux reads
//! it, the data as its `Documentation/staging/lzo.rst` describes them. Checksums are not looked at.

use crate::unpack::{UnpackError, bounded};

pub const MAGIC: [u8; 9] = [0x89, b'L', b'Z', b'O', 0, 0x0d, 0x0a, 0x1a, 0x0a];

/// A block unpacks to at most this (`lzop` takes 256 KB).
const MAX_BLOCK_BYTES: u32 = 64 << 20;
/// From this version on a header has three more fields.
const VERSION_OF_LONG_HEADERS: u16 = 0x0940;
const HAS_FILTER: u32 = 0x800;
/// Adler or CRC of what is unpacked, and of what is packed.
const CHECKSUMS_UNPACKED: [u32; 2] = [1, 0x100];
const CHECKSUMS_PACKED: [u32; 2] = [2, 0x200];

/// Unpacks; what follows the last block is ignored.
pub(crate) fn unpack(packed: &[u8], most: u64) -> Result<Vec<u8>, UnpackError> {
    let cut_off = || "it ends early".to_owned();
    let mut rest = Reader { bytes: packed, at: MAGIC.len() };
    let flags = read_header(&mut rest).ok_or_else(cut_off)?;
    let count = |bits: [u32; 2]| bits.iter().filter(|bit| flags & **bit != 0).count() * 4;
    let mut bytes = Vec::new();
    loop {
        let unpacked_len = rest.u32().ok_or_else(cut_off)?;
        if unpacked_len == 0 {
            return Ok(bytes);
        }
        let packed_len = rest.u32().ok_or_else(cut_off)?;
        if unpacked_len > MAX_BLOCK_BYTES || packed_len > unpacked_len {
            return Err("the sizes of a block cannot be".into());
        }
        rest.at += count(CHECKSUMS_UNPACKED);
        // What did not become smaller is stored, and its checksum is the one above.
        let is_stored = packed_len == unpacked_len;
        if !is_stored {
            rest.at += count(CHECKSUMS_PACKED);
        }
        let block = rest.take(packed_len as usize).ok_or_else(cut_off)?;
        if is_stored {
            bytes.extend_from_slice(block);
        } else {
            let end = bytes.len() + unpacked_len as usize;
            unpack_block(block, &mut bytes, end).ok_or("a block is damaged")?;
        }
        bounded(bytes.len(), most)?;
    }
}

fn read_header(header: &mut Reader<'_>) -> Option<u32> {
    let version = header.u16()?;
    // The library's version; with newer ones the version that is needed to unpack.
    header.u16()?;
    let is_long = version >= VERSION_OF_LONG_HEADERS;
    if is_long {
        header.u16()?;
    }
    // The method, and with newer versions its level.
    header.take(if is_long { 2 } else { 1 })?;
    let flags = header.u32()?;
    if flags & HAS_FILTER != 0 {
        header.u32()?;
    }
    // Mode and time of the file.
    header.take(if is_long { 12 } else { 8 })?;
    let name_len = *header.take(1)?.first()?;
    // The name, and the header's checksum.
    header.take(usize::from(name_len) + 4)?;
    Some(flags)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        Some(taken)
    }

    fn u8(&mut self) -> Option<usize> {
        self.take(1)?.first().map(|byte| usize::from(*byte))
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    /// A little-endian 16-bit word.
    fn word(&mut self) -> Option<usize> {
        self.take(2)?.try_into().ok().map(|bytes| usize::from(u16::from_le_bytes(bytes)))
    }

    /// A length that did not fit its bits: 255 for each zero, then the first byte that is none.
    fn long_length(&mut self, base: usize) -> Option<usize> {
        let mut length = base;
        loop {
            match self.u8()? {
                0 => length = length.checked_add(255)?,
                byte => return length.checked_add(byte),
            }
        }
    }
}

/// LZO1X: instructions that copy from what was written, each followed by 0 to 3 literal bytes.
/// Writes up to `end`, exactly.
fn unpack_block(packed: &[u8], bytes: &mut Vec<u8>, end: usize) -> Option<()> {
    let start = bytes.len();
    let mut input = Reader { bytes: packed, at: 0 };
    /// After a run of literals of its own, an instruction below 16 copies from further back.
    const AFTER_RUN: usize = 4;
    // How many literals the instruction before copied.
    let mut state = 0;
    if *packed.first()? > 17 {
        let literals = input.u8()? - 17;
        bytes.extend_from_slice(input.take(literals)?);
        state = literals.min(AFTER_RUN);
    }
    loop {
        let code = input.u8()?;
        let (length, distance, literals) = match code {
            0..=15 if state == 0 => {
                let length = match code {
                    0 => input.long_length(18)?,
                    _ => code + 3,
                };
                bytes.extend_from_slice(input.take(length)?);
                state = AFTER_RUN;
                if bytes.len() > end {
                    return None;
                }
                continue;
            }
            0..=15 => {
                let near = (input.u8()? << 2) + (code >> 2);
                if state == AFTER_RUN {
                    (3, near + 2049, code & 3)
                } else {
                    (2, near + 1, code & 3)
                }
            }
            16..=31 => {
                let length = match code & 7 {
                    0 => input.long_length(9)?,
                    bits => bits + 2,
                };
                let word = input.word()?;
                let distance = 16384 + ((code & 8) << 11) + (word >> 2);
                if distance == 16384 {
                    return (bytes.len() == end).then_some(());
                }
                (length, distance, word & 3)
            }
            32..=63 => {
                let length = match code & 31 {
                    0 => input.long_length(33)?,
                    bits => bits + 2,
                };
                let word = input.word()?;
                (length, (word >> 2) + 1, word & 3)
            }
            64..=127 => {
                let distance = (input.u8()? << 3) + (code >> 2 & 7) + 1;
                ((code >> 5 & 1) + 3, distance, code & 3)
            }
            _ => {
                let distance = (input.u8()? << 3) + (code >> 2 & 7) + 1;
                ((code >> 5 & 3) + 5, distance, code & 3)
            }
        };
        let from = bytes.len().checked_sub(distance).filter(|from| *from >= start)?;
        if length > end.checked_sub(bytes.len())? {
            return None;
        }
        // What is copied may be what this instruction writes.
        for at in from..from + length {
            bytes.push(*bytes.get(at)?);
        }
        bytes.extend_from_slice(input.take(literals)?);
        state = literals;
        if bytes.len() > end {
            return None;
        }
    }
}
