//! Numbers out of bytes, in the byte order of the recording machine.

/// Byte order of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The most significant byte comes first.
    pub big: bool,
}

/// A cursor; past the end it gives `None`.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    order: Order,
}

impl<'a> Cursor<'a> {
    /// From the beginning of these bytes.
    pub fn new(bytes: &'a [u8], order: Order) -> Self {
        Self { bytes, order }
    }

    /// The byte order.
    pub fn order(&self) -> Order {
        self.order
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next `len` bytes.
    pub fn take(&mut self, len: u64) -> Option<&'a [u8]> {
        let len = usize::try_from(len).ok()?;
        let (taken, rest) = self.bytes.split_at_checked(len)?;
        self.bytes = rest;
        Some(taken)
    }

    /// Passes over `len` bytes.
    pub fn skip(&mut self, len: u64) -> Option<()> {
        self.take(len).map(|_| ())
    }

    /// 16 bits.
    pub fn u16(&mut self) -> Option<u16> {
        let bytes = self.take(2)?.try_into().ok()?;
        Some(if self.order.big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    /// 32 bits.
    pub fn u32(&mut self) -> Option<u32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(if self.order.big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    /// 64 bits.
    pub fn u64(&mut self) -> Option<u64> {
        let bytes = self.take(8)?.try_into().ok()?;
        Some(if self.order.big { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) })
    }

    /// A string that fills the rest, up to its NUL.
    pub fn text(&self) -> String {
        text(self.bytes)
    }

    /// A string of a feature section: its length, then its bytes padded with NUL.
    pub fn string(&mut self) -> Option<String> {
        let len = self.u32()?;
        self.take(u64::from(len)).map(text)
    }
}

fn text(bytes: &[u8]) -> String {
    let text = memchr::memchr(0, bytes).map_or(bytes, |end| bytes.split_at(end).0);
    String::from_utf8_lossy(text).into_owned()
}
