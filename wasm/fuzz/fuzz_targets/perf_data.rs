//! Any bytes as perf.data, whole and in small chunks: what is listed and what is not adds up to the totals.

#![no_main]

#[path = "../../crates/perf/tests/support/consistent.rs"]
mod consistent;

use consistent::consistent;
use libfuzzer_sys::fuzz_target;
use perf::{NamedProfile, NothingUsable, Options, ProfileKind, Reader};

fuzz_target!(|bytes: &[u8]| {
    let whole = read(bytes, bytes.len().max(1));
    assert_eq!(whole, read(bytes, 509), "chunks change nothing");
    for named in whole.iter().flatten() {
        consistent(&named.profile);
    }
});

fn read(bytes: &[u8], chunk: usize) -> Result<Vec<NamedProfile>, NothingUsable> {
    let mut reader =
        Reader::new(ProfileKind::PerfData, Options { by_thread: bytes.len() % 2 == 1 });
    bytes.chunks(chunk).for_each(|chunk| reader.push(chunk));
    reader.finish()
}
