//! A program and a file that holds some of its types: any bytes as both. A supplementary file of dwz, or a
//! `.dwo` or `.dwp` that is given after a first index.
//!
//! The first byte says which, the second where the companion begins; each part is cut as in `dwarf`.

#![no_main]

#[path = "../support/cut.rs"]
mod cut;

use cut::{cut, describe_all, machine::unknown};
use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [which, at, flags, first, second, rest @ ..] = bytes else { return };
    let (own, other) = rest.split_at(rest.len() * usize::from(*at) / 256);
    let program = cut([flags & !4, *first, *second], own);
    let [first, second, other @ ..] = other else { return };
    let Ok(mut dwarf) = Dwarf::open(program, unknown(flags & 1 != 0)) else { return };
    if which & 1 != 0 {
        let _ = dwarf.give_supplementary(cut([flags & !4, *first, *second], other));
        describe_all(&mut dwarf);
        return;
    }
    let _ = dwarf.index(&mut |_, _| {});
    let package = if which & 2 != 0 { 32 } else { 0 };
    let companion = cut([flags | 4 | package, *first, *second], other);
    let _ = dwarf.give_split(companion, "part.dwo");
    describe_all(&mut dwarf);
});
