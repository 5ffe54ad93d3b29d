//! Unaligned reads from a section, in its byte order; `None` past the end.

use std::ops::Range;

/// Longer strings are no names; to look for their end again and again would take forever.
const MAX_NAME_BYTES: usize = 1 << 16;

/// A section's bytes as gimli reads them.
pub(crate) type Slice<'a> = gimli::EndianSlice<'a, gimli::RunTimeEndian>;

/// A section's bytes and their order.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a> {
    /// What is in memory of the section.
    pub data: &'a [u8],
    /// Where that begins: all places are from the section's beginning.
    pub base: usize,
    /// Most significant byte first.
    pub big_endian: bool,
}

impl<'a> Bytes<'a> {
    /// The same up to `end`, where it has so many: a read past it answers `None`.
    pub fn until(self, end: usize) -> Bytes<'a> {
        let data = end.checked_sub(self.base).and_then(|end| self.data.get(..end));
        Bytes { data: data.unwrap_or(self.data), ..self }
    }

    /// The bytes at a range of places.
    #[inline(always)]
    pub fn range(&self, places: Range<usize>) -> Option<&'a [u8]> {
        self.data.get(places.start.checked_sub(self.base)?..places.end.checked_sub(self.base)?)
    }

    /// Where a place is in `data`; past its end for one before it.
    #[inline(always)]
    fn at(&self, place: usize) -> usize {
        place.wrapping_sub(self.base)
    }

    #[inline(always)]
    pub fn u8(&self, at: usize) -> Option<u8> {
        self.data.get(self.at(at)).copied()
    }

    #[inline(always)]
    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        let at = self.at(at);
        self.data.get(at..at.checked_add(N)?)?.try_into().ok()
    }

    #[inline(always)]
    pub fn u16(&self, at: usize) -> Option<u16> {
        let bytes = self.array(at)?;
        Some(if self.big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    #[inline(always)]
    pub fn u32(&self, at: usize) -> Option<u32> {
        let bytes = self.array(at)?;
        Some(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    #[inline(always)]
    pub fn u64(&self, at: usize) -> Option<u64> {
        let bytes = self.array(at)?;
        Some(if self.big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) })
    }

    /// A three-byte integer (`DW_FORM_strx3`).
    pub fn u24(&self, at: usize) -> Option<u32> {
        let [a, b, c] = self.array(at)?;
        Some(if self.big_endian {
            u32::from_be_bytes([0, a, b, c])
        } else {
            u32::from_le_bytes([a, b, c, 0])
        })
    }

    /// A section offset: 4 bytes, or 8 in the 64-bit format.
    #[inline(always)]
    pub fn offset(&self, at: usize, is_dwarf64: bool) -> Option<u64> {
        if is_dwarf64 { self.u64(at) } else { self.u32(at).map(u64::from) }
    }

    /// An unsigned LEB128 and where it ends. Bits past the 64th are dropped.
    #[inline(always)]
    pub fn uleb(&self, at: usize) -> Option<(u64, usize)> {
        let first = self.u8(at)?;
        if first < 0x80 {
            return Some((u64::from(first), at + 1));
        }
        self.uleb_slow(at)
    }

    fn uleb_slow(&self, mut at: usize) -> Option<(u64, usize)> {
        let mut value = 0u64;
        let mut shift = 0u32;
        loop {
            let byte = self.u8(at)?;
            at += 1;
            if shift < 64 {
                value |= u64::from(byte & 0x7f) << shift;
            }
            if byte < 0x80 {
                return Some((value, at));
            }
            shift = shift.saturating_add(7);
        }
    }

    /// A signed LEB128 and where it ends. Bits past the 64th are dropped.
    pub fn sleb(&self, mut at: usize) -> Option<(i64, usize)> {
        let mut value = 0i64;
        let mut shift = 0u32;
        loop {
            let byte = self.u8(at)?;
            at += 1;
            if shift < 64 {
                value |= i64::from(byte & 0x7f) << shift;
            }
            shift = shift.saturating_add(7);
            if byte < 0x80 {
                if byte & 0x40 != 0 && shift < 64 {
                    value |= -1i64 << shift;
                }
                return Some((value, at));
            }
        }
    }

    /// Where the LEB128 at `at` ends.
    #[inline(always)]
    pub fn skip_leb(&self, mut at: usize) -> Option<usize> {
        while self.u8(at)? >= 0x80 {
            at += 1;
        }
        Some(at + 1)
    }

    /// A zero-terminated string, without its zero; `None` where it is longer than any name.
    pub fn name(&self, at: usize) -> Option<&'a [u8]> {
        let rest = self.data.get(self.at(at)..)?;
        let rest = rest.get(..MAX_NAME_BYTES).unwrap_or(rest);
        rest.get(..memchr::memchr(0, rest)?)
    }

    /// Where the zero-terminated string at `at` ends, its zero included.
    pub fn skip_cstr(&self, at: usize) -> Option<usize> {
        Some(at + memchr::memchr(0, self.data.get(self.at(at)..)?)? + 1)
    }
}
