//! Any bytes as BTF, alone and over themselves as a base: indexed, and every struct described.

#![no_main]

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use facts::Target;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let target = Target {
        machine: "unknown-64le".to_owned(),
        pointer_bytes: 8,
        big_endian: false,
        max_scalar_align_bytes: 16,
        line_bytes: 64,
        unnamed_bitfields_align: bytes.len() % 2 == 1,
    };
    let Ok(mut btf) = Btf::parse(bytes.to_vec(), target.clone()) else { return };
    describe_all(&mut btf);
    if let Ok(mut split) = Btf::parse_split(bytes.to_vec(), target, &btf) {
        describe_all(&mut split);
    }
});

fn describe_all(btf: &mut Btf) {
    let rows = btf.index(&mut |_, _| {}).sizes_bytes.len() as u32;
    for row in 0..rows.min(256) {
        if let Ok(desc) = btf.describe(row) {
            assert!(btf.find(&desc.key).is_some(), "{} is not found", desc.key);
        }
    }
}
