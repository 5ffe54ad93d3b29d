//! A text of perf: the first byte says of which kind, the rest is the text. A profile that adds up, or a
//! sentence; and the same in chunks.

#![no_main]

#[path = "../../crates/perf/tests/support/consistent.rs"]
mod consistent;

use consistent::consistent;
use libfuzzer_sys::fuzz_target;
use perf::{NamedProfile, NothingUsable, Options, ProfileKind, Reader};

fuzz_target!(|bytes: &[u8]| {
    let [kind, text @ ..] = bytes else { return };
    // Letters for people who write seeds; every other byte is one of them too.
    let kind = match kind {
        b'c' => ProfileKind::C2cReport,
        b's' => ProfileKind::Script,
        b'd' => ProfileKind::MemDump,
        b'm' => ProfileKind::MemReport,
        b't' => ProfileKind::TypeReport,
        b'?' => {
            perf::detect(text);
            return;
        }
        other => [
            ProfileKind::C2cReport,
            ProfileKind::Script,
            ProfileKind::MemDump,
            ProfileKind::MemReport,
            ProfileKind::TypeReport,
        ][usize::from(other % 5)],
    };
    let whole = read(kind, text, text.len().max(1));
    // Small pieces and large ones, by the length: each text is cut in one way.
    assert_eq!(whole, read(kind, text, 1 + text.len() % 61), "chunks change nothing");
    match &whole {
        Ok(profiles) => profiles.iter().for_each(|named| consistent(&named.profile)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn read(kind: ProfileKind, text: &[u8], chunk: usize) -> Result<Vec<NamedProfile>, NothingUsable> {
    let mut reader = Reader::new(kind, Options { by_thread: text.len() % 2 == 1 });
    text.chunks(chunk).for_each(|chunk| reader.push(chunk));
    reader.finish()
}
