//! A base, split BTF over it and a distilled base: any bytes as the three. Two bytes say where they are cut.

#![no_main]

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use facts::Target;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [first, second, rest @ ..] = bytes else { return };
    let one = rest.len() * usize::from(*first) / 256;
    let two = one + (rest.len() - one) * usize::from(*second) / 256;
    let target = Target {
        machine: "unknown-64le".to_owned(),
        pointer_bytes: 8,
        big_endian: false,
        max_scalar_align_bytes: 16,
        line_bytes: 64,
        unnamed_bitfields_align: false,
    };
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

fn describe_all(btf: &mut Btf) {
    let rows = btf.index(&mut |_, _| {}).sizes_bytes.len() as u32;
    for row in 0..rows.min(256) {
        if let Ok(desc) = btf.describe(row) {
            assert!(btf.find(&desc.key).is_some(), "{} is not found", desc.key);
        }
    }
}
