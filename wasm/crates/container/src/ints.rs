//! Numbers of a file by its class and byte order.

/// Integers of a class and byte order.
#[derive(Debug, Clone, Copy)]
pub struct Ints {
    pub class64: bool,
    pub big_endian: bool,
}

impl Ints {
    /// An unsigned number of `len` bytes (at most 8) at `at`; 0 where it lies outside.
    pub fn uint(self, bytes: &[u8], at: usize, len: usize) -> u64 {
        let Some(slice) = at.checked_add(len).and_then(|end| bytes.get(at..end)) else {
            return 0;
        };
        let push = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
        if self.big_endian { slice.iter().fold(0, push) } else { slice.iter().rev().fold(0, push) }
    }
}
