//! C made of its own tokens, once or thousands of times, and the same as pahole's text.

#![no_main]

#[path = "../../crates/csource/tests/support/words.rs"]
mod words;

use libfuzzer_sys::fuzz_target;
use words::words;

/// A text is repeated up to so often: what is nested grows deep.
const MOST_TIMES: usize = 4096;

fuzz_target!(|bytes: &[u8]| {
    let [high, low, bytes @ ..] = bytes else { return };
    let count = usize::from(u16::from_be_bytes([*high, *low]));
    // Most texts stand there once.
    let times = if count % 8 == 0 { count / 8 % MOST_TIMES } else { 1 };
    let words = words();
    let text: String = bytes.iter().map(|byte| words[usize::from(*byte) % words.len()]).collect();
    let text = text.repeat(times);
    let doc = csource::read_header(text.as_bytes());
    for record in &doc.records {
        assert!(record.open < record.close && (record.close as usize) < text.len());
    }
    csource::read_pahole(text.as_bytes());
});
