//! Any bytes as a program: its code, the entries, locations and ranges of its debug information. Every function that
//! is found is followed, and places that may begin no instruction are asked for.
//!
//! The input is cut at lengths that it states, so that a change of one section leaves the others as they are; the
//! seed is a small program that gcc made.

#![no_main]

#[path = "../../crates/debuginfo/tests/support/memory.rs"]
mod memory;

use std::rc::Rc;

use codetypes::{Program, ProgramSymbol};
use facts::{Machine, Target};
use libfuzzer_sys::fuzz_target;
use memory::{CODE_ADDRESS, MemorySections};

/// In the order in which the input has them, after two bytes of length for each but the last.
const SECTIONS: [&str; 8] = [
    ".text",
    ".debug_info",
    ".debug_abbrev",
    ".debug_aranges",
    ".debug_loclists",
    ".debug_rnglists",
    ".debug_addr",
    ".debug_str",
];

fuzz_target!(|bytes: &[u8]| {
    let head = 2 * (SECTIONS.len() - 1);
    if bytes.len() < head {
        return;
    }
    let (lengths, mut rest) = bytes.split_at(head);
    let mut sections = Vec::new();
    for (number, name) in SECTIONS.iter().enumerate() {
        let length = match lengths.get(2 * number..2 * number + 2) {
            Some(word) => usize::from(u16::from_le_bytes([word[0], word[1]])),
            None => rest.len(),
        };
        let (own, after) = rest.split_at(length.min(rest.len()));
        sections.push(((*name).to_owned(), own.to_vec()));
        rest = after;
    }
    // DWARF before 5 has its lists elsewhere.
    sections.push((".debug_loc".to_owned(), sections[4].1.clone()));
    sections.push((".debug_ranges".to_owned(), sections[5].1.clone()));
    let code_bytes = sections[0].1.len() as u64;
    let target = Target::new(Machine::X86_64, 8, false);
    let symbol = |name: &str, address: u64, is_function: bool| ProgramSymbol {
        name: name.into(),
        address,
        size_bytes: 64,
        is_function,
        is_per_cpu: !is_function && address < CODE_ADDRESS,
    };
    let symbols = vec![
        symbol("work", CODE_ADDRESS, true),
        symbol("more", CODE_ADDRESS + 64, true),
        symbol("each", 0x40, false),
        symbol("global", CODE_ADDRESS + 0x1000, false),
    ];
    let sections = Rc::new(MemorySections::new(sections, true));
    let Ok(mut program) = Program::open(sections.clone(), &target, symbols) else { return };
    // Its own entries as those of dwz's file, and once more as those of a split file: references lead round and round.
    if code_bytes % 2 == 1 {
        program.give_supplementary(sections.clone());
        program.give_split(sections);
    }
    let mut asked = vec!["work".to_owned(), "more+3".to_owned(), "global".to_owned()];
    asked.extend((0..code_bytes.min(4)).map(|at| format!("0x{:x}", CODE_ADDRESS + at * 37)));
    for asked in asked {
        let answer = program.what(&asked);
        assert!(answer.accesses.is_empty() == answer.nothing.is_some());
        for access in &answer.accesses {
            assert!(access.objects.is_empty() == access.unknown.is_some());
        }
    }
});
