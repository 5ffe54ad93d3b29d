//! Few bytes that become very much: types that hold each other, chains, files that unpack to far more than they are.
//! The input says which, how much of it, and which bytes of it are damaged.

#![no_main]

#[path = "../support/describe_btf.rs"]
mod describe_btf;

use std::io::Write;
use std::rc::Rc;

use container::{MemorySource, identify};
use debuginfo::btf::Btf;
use describe_btf::{describe_all, machine::unknown};
use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;

/// Levels, and in a packed file mebibytes.
const MOST: usize = 4096;

fuzz_target!(|bytes: &[u8]| {
    let [class, high, low, rest @ ..] = bytes else { return };
    let count = usize::from(u16::from_be_bytes([*high, *low])) % MOST;
    let (pattern, damage) = rest.split_at(rest.len().min(4));
    if class % 2 == 0 {
        let file = damaged(types(count, pattern), damage);
        if let Ok(mut btf) = Btf::parse(file, unknown(false)) {
            describe_all(&mut btf);
        }
    } else {
        let file = damaged(packed(count, pattern), damage);
        if let Ok(opened) = identify(Rc::new(MemorySource::new(file))) {
            let _ = opened.facts();
        }
    }
});

/// Each three bytes are a place, as a share of all, and what is there.
fn damaged(mut file: Vec<u8>, damage: &[u8]) -> Vec<u8> {
    for each in damage.chunks_exact(3) {
        let at = usize::from(u16::from_be_bytes([each[0], each[1]])) * file.len() >> 16;
        if let Some(byte) = file.get_mut(at) {
            *byte = each[2];
        }
    }
    file
}

fn turn(pattern: &[u8], level: usize) -> u8 {
    pattern.get(level % pattern.len().max(1)).copied().unwrap_or(0)
}

/// BTF in which each type is made of the one before: structs of two of it, typedefs, arrays, qualifiers.
fn types(count: usize, pattern: &[u8]) -> Vec<u8> {
    let mut words: Vec<u32> = vec![1, 1 << 24, 4, 32];
    for level in 0..=count {
        let (of, size) = (level as u32 + 1, 1 << (level + 3).min(29));
        let is_last = level == count;
        match turn(pattern, level) % 6 {
            0 if !is_last => words.extend([0, 4 << 24 | 2, size, 0, of, 0, 0, of, size * 4]),
            1 if !is_last => words.extend([1, 4 << 24 | 2, size, 1, of, 0, 3, of, size * 4]),
            2 if !is_last => words.extend([3, 8 << 24, of]),
            3 if !is_last => words.extend([0, 3 << 24, 0, of, 1, 2]),
            4 if !is_last => words.extend([0, 10 << 24, of]),
            _ => words.extend([1, 4 << 24 | 1, size, 3, of, 0]),
        }
    }
    let len = words.len() as u32 * 4;
    let head = [0x0001_eb9f, 24, 0, len, len, 5];
    let words = head.iter().chain(&words).flat_map(|word| word.to_le_bytes());
    words.chain(*b"\0s\0a\0").collect()
}

/// A mebibyte of zeros as gzip, so often, packed again as often as the pattern says.
fn packed(count: usize, pattern: &[u8]) -> Vec<u8> {
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let _ = encoder.write_all(bytes);
        encoder.finish().unwrap_or_default()
    };
    let mut file = gzip(&vec![0; 1 << 20]).repeat(count);
    for _ in 0..turn(pattern, 0) % 6 {
        file = gzip(&file);
    }
    file
}
