//! Any bytes as perf.data, whole and in small chunks: what is listed and what is not adds up to the totals.

#![no_main]

use libfuzzer_sys::fuzz_target;
use perf::{Options, ProfileKind, Reader};

fuzz_target!(|bytes: &[u8]| {
    let whole = read(bytes, bytes.len().max(1));
    assert_eq!(whole, read(bytes, 509), "chunks change nothing");
    if let Ok(profile) = whole {
        let listed = profile.lines.iter().filter_map(|line| line.counts.hitm_local);
        let listed: u64 = listed.map(u64::from).sum();
        let unlisted = u64::from(profile.unlisted.hitm_local.unwrap_or(0));
        assert_eq!(Some(listed + unlisted), profile.totals.hitm_local.map(u64::from));
    }
});

fn read(bytes: &[u8], chunk: usize) -> Result<perf::AccessProfile, perf::NothingUsable> {
    let mut reader =
        Reader::new(ProfileKind::PerfData, Options { by_thread: bytes.len() % 2 == 1 });
    bytes.chunks(chunk).for_each(|chunk| reader.push(chunk));
    reader.finish()
}
