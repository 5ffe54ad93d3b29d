//! Any text and any bytes: a profile or a sentence, never a panic; and what is read adds up.

use facts::ProfileKind;
use proptest::prelude::*;

use crate::consistent::consistent;
use crate::sample;

const KINDS: [ProfileKind; 7] = [
    ProfileKind::C2cReport,
    ProfileKind::Script,
    ProfileKind::MemDump,
    ProfileKind::MemReport,
    ProfileKind::TypeReport,
    ProfileKind::AnnotatedTypes,
    ProfileKind::PerfData,
];

fn read_as(kind: ProfileKind, bytes: &[u8]) {
    let mut reader = perf::Reader::new(kind, perf::Options::default());
    reader.push(bytes);
    match reader.finish() {
        Ok(profiles) => profiles.iter().for_each(|named| consistent(&named.profile)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Words that the texts are made of, in any order.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,3}\\.[0-9]{2}%",
        "0x[0-9a-f]{1,16}",
        "[0-9]{1,10}",
        Just("[k]".to_owned()),
        Just("0{0-1,4}".to_owned()),
        Just("|OP LOAD|LVL L1 hit|SNP None|TLB N/A|LCK No|BLK  N/A".to_owned()),
        Just("+8 (lru.next)".to_owned()),
        Just("struct a {".to_owned()),
        Just("};".to_owned()),
        Just("# Overhead  Samples  Local Weight  Memory access  Snoop  Data Symbol".to_owned()),
        Just("\n".to_owned()),
        Just("  ".to_owned()),
        Just("=\n".to_owned()),
        "[a-z:%{}\\[\\]/+ |=>#-]{0,8}",
    ]
}

fn mutated(name: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let bytes = sample(name);
    let len = bytes.len();
    proptest::collection::vec((0..len, any::<u8>(), 0..4usize), 1..12).prop_map(move |changes| {
        let mut bytes = bytes.clone();
        for (at, byte, how) in changes {
            let at = at.min(bytes.len().saturating_sub(1));
            match how {
                0 => bytes[at] = byte,
                1 => drop(bytes.drain(at..(at + usize::from(byte)).min(bytes.len()))),
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(64)),
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(seeds::cases(64))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        perf::detect(&bytes);
        KINDS.iter().for_each(|kind| read_as(*kind, &bytes));
    }

    #[test]
    fn any_words(words in proptest::collection::vec(word(), 0..120)) {
        let text = words.join(" ");
        perf::detect(text.as_bytes());
        KINDS.iter().for_each(|kind| read_as(*kind, text.as_bytes()));
    }

    #[test]
    fn damaged_reports(bytes in mutated("report-NNN.txt")) {
        read_as(ProfileKind::C2cReport, &bytes);
    }

    #[test]
    fn damaged_scripts(bytes in mutated("script.txt")) {
        read_as(ProfileKind::Script, &bytes);
        read_as(ProfileKind::MemDump, &bytes);
    }

    #[test]
    fn damaged_recordings(bytes in mutated("wide.data")) {
        read_as(ProfileKind::PerfData, &bytes);
    }

    #[test]
    fn damaged_compression(bytes in mutated("packed.data")) {
        read_as(ProfileKind::PerfData, &bytes);
    }
}
