//! Numbers to bytes, in the byte order of the recorded machine.

/// Bytes that are being written.
#[derive(Debug, Clone)]
pub struct Bytes {
    out: Vec<u8>,
    big: bool,
}

impl Bytes {
    pub fn new(big: bool) -> Self {
        Self { out: Vec::new(), big }
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    pub fn u16(&mut self, number: u16) {
        self.raw(&if self.big { number.to_be_bytes() } else { number.to_le_bytes() });
    }

    pub fn u32(&mut self, number: u32) {
        self.raw(&if self.big { number.to_be_bytes() } else { number.to_le_bytes() });
    }

    pub fn u64(&mut self, number: u64) {
        self.raw(&if self.big { number.to_be_bytes() } else { number.to_le_bytes() });
    }

    /// A text with its NUL, filled up to a multiple of this.
    pub fn text(&mut self, text: &str, multiple: usize) {
        self.raw(text.as_bytes());
        self.raw(&[0]);
        let length = text.len() + 1;
        self.raw(&vec![0; length.next_multiple_of(multiple) - length]);
    }

    /// The same after its length.
    pub fn counted_text(&mut self, text: &str, multiple: usize) {
        self.u32((text.len() + 1).next_multiple_of(multiple) as u32);
        self.text(text, multiple);
    }

    pub fn len(&self) -> usize {
        self.out.len()
    }

    pub fn done(self) -> Vec<u8> {
        self.out
    }
}
