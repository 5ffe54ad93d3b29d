//! Any bytes as each text of perf: a profile that adds up, or a sentence; and the same in two chunks.

#![no_main]

use libfuzzer_sys::fuzz_target;
use perf::{Options, ProfileKind, Reader};

const KINDS: [ProfileKind; 5] = [
    ProfileKind::C2cReport,
    ProfileKind::Script,
    ProfileKind::MemDump,
    ProfileKind::MemReport,
    ProfileKind::TypeReport,
];

fuzz_target!(|bytes: &[u8]| {
    perf::detect(bytes);
    for kind in KINDS {
        let whole = read(kind, &[bytes]);
        let (front, back) = bytes.split_at(bytes.len() / 2);
        assert_eq!(whole, read(kind, &[front, back]), "chunks change nothing");
    }
});

fn read(kind: ProfileKind, chunks: &[&[u8]]) -> Result<perf::AccessProfile, perf::NothingUsable> {
    let mut reader = Reader::new(kind, Options::default());
    chunks.iter().for_each(|chunk| reader.push(chunk));
    let profile = reader.finish();
    for line in profile.iter().flat_map(|profile| &profile.lines) {
        for row in &line.rows {
            assert!(row.counts.loads <= row.counts.records || row.counts.records.is_none());
        }
    }
    profile
}
