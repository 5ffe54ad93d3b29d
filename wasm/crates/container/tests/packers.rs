//! What lzop and lz4 pack, the readers of their formats unpack, where the two are installed; and damaged data
//! end in a sentence.

use std::io::Write;
use std::process::{Command, Stdio};

use container::{MemorySource, unpack_file, unpack_in_parts};

/// Text that repeats near and far, noise that cannot be packed, long runs: each kind of instruction.
fn samples() -> Vec<Vec<u8>> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let noise: Vec<u8> = (0..300_000).map(|_| random() as u8).collect();
    let mut mixed = Vec::new();
    while mixed.len() < 1_500_000 {
        let len = (random() % 600) as usize + 1;
        match random() % 4 {
            0 => mixed.extend((0..len).map(|at| (at % 7) as u8)),
            1 => mixed.extend_from_slice(&noise[..len]),
            2 => {
                let back = (random() as usize % 60_000 + 1).min(mixed.len());
                let from = mixed.len() - back;
                let copied: Vec<u8> = mixed[from..from + len.min(back)].to_vec();
                mixed.extend(copied);
            }
            _ => mixed.resize(mixed.len() + len, b'x'),
        }
    }
    vec![b"a".to_vec(), b"abcabcabcabcabcabcabcabc".to_vec(), vec![0; 700_000], noise, mixed]
}

/// What the program writes of these bytes; `Err` says that it is not installed.
fn pack(program: &str, arguments: &[&str], bytes: &[u8]) -> Result<Vec<u8>, String> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.map_err(|_| judges::missing(program))?;
    let mut input = child.stdin.take().expect("a pipe to the program");
    let bytes = bytes.to_vec();
    let writing = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().expect("the end of the program");
    writing.join().expect("the writer").expect("all of the input");
    assert!(output.status.success(), "{program} {arguments:?}");
    Ok(output.stdout)
}

fn check(program: &str, ways: &[&[&str]]) {
    for (arguments, sample) in
        ways.iter().flat_map(|way| samples().into_iter().map(move |s| (*way, s)))
    {
        let packed = match pack(program, arguments, &sample) {
            Ok(packed) => packed,
            Err(reason) => judges::skip!(reason),
        };
        let mut parts = Vec::new();
        let source = MemorySource::new(packed.clone());
        unpack_in_parts(&source, &mut |part| parts.extend_from_slice(part)).expect("its parts");
        let unpacked = unpack_file(&MemorySource::new(packed)).expect("what the program wrote");
        let expected = unpacked == sample && parts == sample;
        assert!(expected, "{program} {arguments:?}: {} bytes", sample.len());
    }
}

#[test]
fn lzop_files_unpack_to_what_was_packed() {
    check("lzop", &[&["-1", "-c"], &["-9", "-c"], &["-9", "-c", "--crc32"], &["-F", "-c"]]);
}

#[test]
fn bzip2_files_unpack_to_what_was_packed() {
    check("bzip2", &[&["-1", "-c"], &["-9", "-c"]]);
    let bomb = match pack("bzip2", &["-9", "-c"], &vec![0; 300 << 20]) {
        Ok(bomb) => MemorySource::new(bomb),
        Err(reason) => judges::skip!(reason),
    };
    let error = unpack_file(&bomb).expect_err("a bomb").to_string();
    assert!(error.contains("unpack to more than 256 MB"), "{error}");
}

#[test]
fn the_streams_of_parallel_compressors_are_one_file() {
    let (first, second) = (b"struct a {};\n".repeat(5_000), b"struct b {};\n".repeat(5_000));
    let packed: Result<Vec<_>, _> =
        [&first, &second].map(|part| pack("bzip2", &["-1", "-c"], part)).into_iter().collect();
    let mut packed = match packed {
        Ok(parts) => parts.concat(),
        Err(reason) => judges::skip!(reason),
    };
    // What follows them is no part of it: in a boot image, the size.
    packed.extend(4u32.to_le_bytes());
    let unpacked = unpack_file(&MemorySource::new(packed)).expect("two streams");
    assert!(unpacked == [first, second].concat());
}

#[test]
fn lz4_frames_unpack_to_what_was_packed() {
    check(
        "lz4",
        &[
            &["-1", "-c"],
            &["-9", "-BD", "-B4", "-c"],
            &["-9", "-BI", "-B7", "-BX", "-c"],
            &["-1", "--no-frame-crc", "--content-size", "-c"],
        ],
    );
}

#[test]
fn damaged_data_end_in_a_sentence() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.btf");
    for extension in ["lzo", "frame.lz4", "lz4", "bz2"] {
        let whole = std::fs::read(format!("{data}.{extension}")).expect("the test data");
        for at in 4..whole.len() {
            for flipped in [0xff, 0x01, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= flipped;
                // Any answer will do, so long as there is one.
                let _ = unpack_file(&MemorySource::new(bytes));
            }
            if extension != "lz4" {
                let cut = unpack_file(&MemorySource::new(whole[..at].to_vec()));
                assert!(cut.is_err(), "{extension} cut at {at} of {}", whole.len());
            }
        }
    }
}
