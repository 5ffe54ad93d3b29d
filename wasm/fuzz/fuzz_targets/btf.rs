//! Any bytes as BTF, alone and over themselves as a base: indexed, and every struct described.

#![no_main]

#[path = "../support/describe_btf.rs"]
mod describe_btf;

use debuginfo::btf::Btf;
use describe_btf::{describe_all, machine::unknown};
use facts::Target;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let unnamed_bitfields_align = bytes.len() % 2 == 1;
    let target = Target { unnamed_bitfields_align, ..unknown(false) };
    let Ok(mut btf) = Btf::parse(bytes.to_vec(), target.clone()) else { return };
    describe_all(&mut btf);
    if let Ok(mut split) = Btf::parse_split(bytes.to_vec(), target, &btf) {
        describe_all(&mut split);
    }
});
