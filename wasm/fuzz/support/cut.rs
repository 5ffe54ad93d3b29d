//! Bytes cut into the sections of a file with DWARF.

#[path = "../../crates/debuginfo/tests/support/machine.rs"]
pub mod machine;
#[path = "../../crates/debuginfo/tests/support/memory.rs"]
pub mod memory;

use std::rc::Rc;

use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;

use memory::MemorySections;

/// The input cut in three, entries, abbreviations and strings; the first three bytes say where and how.
// Of the two targets that share this file one makes its sections itself.
#[allow(dead_code)]
pub fn cut([flags, first, second]: [u8; 3], rest: &[u8]) -> Rc<MemorySections> {
    let suffix = if flags & 4 != 0 { ".dwo" } else { "" };
    let info = if flags & 2 != 0 { ".debug_types" } else { ".debug_info" };
    let one = rest.len() * usize::from(first) / 256;
    let two = one + (rest.len() - one) * usize::from(second) / 256;
    let strings = &rest[two..];
    let sections = [
        // There is always a `.debug_info`, or the file would not count as one with DWARF.
        (".debug_info", if flags & 2 != 0 { &[0][..] } else { &rest[..one] }),
        (info, &rest[..one]),
        (".debug_abbrev", &rest[one..two]),
        (".debug_str", strings),
        (".debug_line_str", strings),
        (".debug_str_offsets", strings),
        (".debug_line", strings),
    ];
    let sections = if flags & 2 != 0 { &sections[..] } else { &sections[1..] };
    let mut sections: Vec<(String, Vec<u8>)> =
        sections.iter().map(|(name, data)| (format!("{name}{suffix}"), data.to_vec())).collect();
    if flags & 4 != 0 && flags & 32 != 0 {
        // A package: its indexes are taken from the end of the strings.
        sections.push((".debug_cu_index".to_owned(), strings[strings.len() / 2..].to_vec()));
        sections.push((".debug_tu_index".to_owned(), strings[strings.len() / 2..].to_vec()));
    }
    Rc::new(MemorySections::new(sections, flags & 8 != 0))
}

/// Indexes, compares, describes what is listed, and asks who holds whom and what is per CPU.
pub fn describe_all(dwarf: &mut Dwarf) {
    let rows = dwarf.index(&mut |_, _| {}).kinds.len() as u32;
    for row in 0..rows.min(64) {
        let _ = dwarf.describe(row);
    }
    let rows = dwarf.summaries().kinds.len() as u32;
    for row in 0..rows.min(64) {
        if let Ok(desc) = dwarf.describe(row) {
            let _ = dwarf.find(&desc.key);
        }
    }
    let _ = dwarf.held_counts();
    let _ = dwarf.embeddings(&["a*"]);
    let _ = dwarf.per_cpu(&[("a".to_owned(), 4)]);
}
