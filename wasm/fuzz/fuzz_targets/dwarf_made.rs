//! DWARF of sound form and any sense: indexed, compared, every struct described.

#![no_main]

#[path = "../support/cut.rs"]
mod cut;
#[path = "../support/made_dwarf.rs"]
mod made_dwarf;

use cut::{describe_all, machine::unknown};
use debuginfo::dwarf::Dwarf;
use libfuzzer_sys::fuzz_target;
use made_dwarf::{Choices, made};

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let (sections, big_endian) = made(&mut choices);
    let Ok(mut dwarf) = Dwarf::open(sections, unknown(big_endian)) else { return };
    describe_all(&mut dwarf);
});
