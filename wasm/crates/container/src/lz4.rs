//! lz4 frames as `lz4` writes them (lz4_Frame_format, version 1.6.x). Checksums are not looked at: what
//! comes out is checked by whoever reads it.

use crate::magic::LZ4_MAGIC as MAGIC;
use crate::unpack::{UnpackError, bounded};

/// Blocks may refer to this much of what came before them.
const WINDOW_BYTES: usize = 64 << 10;

/// Unpacks one frame after another.
pub(crate) fn unpack(packed: &[u8], most: u64) -> Result<Vec<u8>, UnpackError> {
    let mut rest = packed;
    let mut bytes = Vec::new();
    while let Some(after_magic) = rest.strip_prefix(&MAGIC) {
        rest = frame(after_magic, &mut bytes, most)?;
        bounded(bytes.len(), most)?;
    }
    Ok(bytes)
}

/// Unpacks a frame behind its magic, and returns what follows it.
fn frame<'a>(packed: &'a [u8], bytes: &mut Vec<u8>, most: u64) -> Result<&'a [u8], UnpackError> {
    let cut_off = || UnpackError::from("it ends within a frame");
    let [flags, sizes, ..] = *packed else { return Err(cut_off()) };
    if flags >> 6 != 1 {
        return Err(format!("version {} of its frames is not known", flags >> 6).into());
    }
    let has = |bit: u8| flags >> bit & 1 != 0;
    if has(0) {
        return Err("it needs a dictionary".into());
    }
    let max_block = match sizes >> 4 & 7 {
        size @ 4..=7 => 1usize << (8 + 2 * size),
        size => return Err(format!("its block size {size} is not known").into()),
    };
    let are_linked = !has(5);
    let header_len = if has(3) { 8 } else { 0 } + 3;
    let mut rest = packed.get(header_len..).ok_or_else(cut_off)?;
    let frame_start = bytes.len();
    loop {
        let (size, tail) = rest.split_first_chunk::<4>().ok_or_else(cut_off)?;
        let size = u32::from_le_bytes(*size);
        if size == 0 {
            let checksum_len = if has(2) { 4 } else { 0 };
            return tail.get(checksum_len..).ok_or_else(cut_off);
        }
        let is_stored = size >> 31 != 0;
        let len = (size & 0x7fff_ffff) as usize;
        let block = tail.get(..len).ok_or_else(cut_off)?;
        if is_stored {
            bytes.extend_from_slice(block);
        } else {
            let start = bytes.len();
            bytes.resize(start + max_block, 0);
            let (before, room) = bytes.split_at_mut(start);
            let window = if are_linked {
                start.saturating_sub(WINDOW_BYTES).max(frame_start)
            } else {
                start
            };
            let window = before.get(window..).unwrap_or_default();
            let written = lz4_flex::block::decompress_into_with_dict(block, room, window)
                .map_err(|error| error.to_string())?;
            bytes.truncate(start + written);
        }
        // The bound of the whole comes after each frame; this one is of what a frame alone may make.
        bounded(bytes.len() - frame_start, most)?;
        rest = tail.get(len + if has(4) { 4 } else { 0 }..).ok_or_else(cut_off)?;
    }
}
