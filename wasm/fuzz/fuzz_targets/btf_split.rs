//! A base, split BTF over it and a distilled base: any bytes as the three. Two bytes say where they are cut.

#![no_main]

#[path = "../support/describe_btf.rs"]
mod describe_btf;

use debuginfo::btf::Btf;
use describe_btf::{describe_all, machine::unknown};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [first, second, rest @ ..] = bytes else { return };
    let one = rest.len() * usize::from(*first) / 256;
    let two = one + (rest.len() - one) * usize::from(*second) / 256;
    let target = unknown(false);
    let (base, split, distilled) = (&rest[..one], &rest[one..two], &rest[two..]);
    let base = Btf::parse(base.to_vec(), target.clone()).ok();
    for base in [None, base.as_ref()] {
        for distilled in [None, Some(distilled.to_vec())] {
            if let Ok(mut btf) = Btf::open(split.to_vec(), distilled, base, target.clone()) {
                describe_all(&mut btf);
            }
        }
    }
});
