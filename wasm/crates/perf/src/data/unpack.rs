//! Compressed records (`perf record -z`): one zstd stream over all of them, flushed and never ended.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Bytes of input that may wait for the rest of their block; a zstd block is at most 128 KiB.
const MAX_WAITING: usize = 1 << 20;

/// Decompresses the payloads of the records, in their order.
#[derive(Default)]
pub struct Unpack {
    decoder: Option<FrameDecoder>,
    waiting: Vec<u8>,
    failed: bool,
}

impl std::fmt::Debug for Unpack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpack")
            .field("waiting", &self.waiting.len())
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

impl Unpack {
    /// Takes the payload of a record and appends what it unpacks to; false where the stream is damaged
    /// (also: several streams mixed, as threads write them).
    pub fn push(&mut self, payload: &[u8], out: &mut Vec<u8>) -> bool {
        if self.failed {
            return false;
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.extend_from_slice(payload);
        let mut at = 0;
        while let Some(used) = waiting.get(at..).and_then(|input| self.step(input, out)) {
            if used == 0 {
                self.failed = true;
                return false;
            }
            at += used;
        }
        waiting.drain(..at);
        self.failed = waiting.len() > MAX_WAITING;
        self.waiting = waiting;
        !self.failed
    }

    /// Gives out what the decoder holds back for later references. perf never ends its stream, so an
    /// empty last block ends it here.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        const EMPTY_LAST_BLOCK: [u8; 3] = [1, 0, 0];
        if self.decoder.is_some() && self.waiting.is_empty() {
            self.step(&EMPTY_LAST_BLOCK, out);
        }
    }

    /// Takes a frame header or a block off the front: how many bytes it had; 0 where it is damaged,
    /// `None` where it is not complete yet.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        let Some(decoder) = &mut self.decoder else {
            let header = header_bytes(input)?;
            let mut decoder = FrameDecoder::new();
            let mut source = input.get(..header)?;
            if decoder.reset(&mut source).is_err() {
                return Some(0);
            }
            self.decoder = Some(decoder);
            return Some(header);
        };
        // A block: last (1 bit), kind (2), size (21). Kind 1 repeats one byte.
        let [a, b, c] = *input.get(..3)?.first_chunk::<3>()?;
        let header = u32::from(a) | u32::from(b) << 8 | u32::from(c) << 16;
        let stored = if header >> 1 & 3 == 1 { 1 } else { (header >> 3) as usize };
        let block = input.get(..3 + stored)?;
        let mut source = block;
        if decoder.decode_blocks(&mut source, BlockDecodingStrategy::UptoBlocks(1)).is_err() {
            return Some(0);
        }
        if let Some(unpacked) = decoder.collect() {
            out.extend_from_slice(&unpacked);
        }
        if decoder.is_finished() {
            self.decoder = None;
        }
        Some(3 + stored)
    }
}

/// Length of a zstd frame header (RFC 8878, 3.1.1.1); `None` while it is not complete.
fn header_bytes(input: &[u8]) -> Option<usize> {
    let descriptor = *input.get(4)?;
    let single = descriptor >> 5 & 1;
    let dictionary = match descriptor & 3 {
        3 => 4,
        bytes => usize::from(bytes),
    };
    let content = match (descriptor >> 6, single) {
        (0, 0) => 0,
        (0, _) => 1,
        (1, _) => 2,
        (2, _) => 4,
        _ => 8,
    };
    let len = 5 + usize::from(1 - single) + dictionary + content;
    (input.len() >= len).then_some(len)
}
