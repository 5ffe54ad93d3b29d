//! Any bytes as `.debug_info`, abbreviations and strings: indexed, compared, every struct described.
//!
//! The input is cut in three: two bytes say where. Bits of the first say the byte order, whether
//! the units are those of `.debug_types`, whether the sections are a `.dwo` file's, whether two readers
//! share them, and whether these get them twice or read them again by need.

#![no_main]

#[path = "../support/cut.rs"]
mod cut;

use cut::{cut, describe_all, machine::unknown};
use debuginfo::TypeReader;
use debuginfo::dwarf::{Dwarf, Half};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [flags, first, second, rest @ ..] = bytes else { return };
    let target = unknown(flags & 1 != 0);
    let sections = cut([*flags, *first, *second], rest);
    let Ok(mut dwarf) = Dwarf::open(sections.clone(), target.clone()) else { return };
    describe_all(&mut dwarf);
    if flags & 16 == 0 {
        return;
    }
    for half in [Half::First, Half::Second] {
        let Ok(Some(mut dwarf)) = Dwarf::open_half(sections.clone(), target.clone(), half) else {
            return;
        };
        let Some((section, range)) = dwarf.half() else { return };
        // Cut off where the file is, and in two pieces.
        let all = &sections.data[section][range.start as usize..range.end as usize];
        let (front, back) = all.split_at(all.len() / 2);
        for piece in [front, back] {
            dwarf.incoming().extend(piece);
            dwarf.take_in();
        }
        if dwarf.end_half().is_some() {
            if flags & 32 != 0 {
                dwarf.rewind();
                dwarf.incoming().extend(all);
                dwarf.take_in_again();
            }
            let rows = dwarf.summaries().kinds.len() as u32;
            for row in 0..rows.min(64) {
                let _ = dwarf.describe(row);
            }
        }
    }
});
