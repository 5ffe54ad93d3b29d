//! Sections of DWARF that hang together, made by what the input decides: abbreviations, trees of entries of them, and
//! references to entries that are there. Damage is what bytes alone seldom reach: the wrong form, a reference that
//! goes round, an attribute twice.

use std::rc::Rc;

use crate::cut::memory::MemorySections;

/// What is decided next; zeros after the end.
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }
}

const ENTRIES: usize = 48;
const ABBREVIATIONS: u8 = 12;

// Numbers are of the DWARF 5 standard, section 7.5: compile, partial and type units, structs and what is in them.
const TAGS: &[u8] = &[
    0x13, 0x13, 0x17, 0x02, 0x0d, 0x0d, 0x0d, 0x1c, 0x0f, 0x16, 0x24, 0x01, 0x21, 0x04, 0x28, 0x26,
    0x35, 0x15, 0x39, 0x33, 0x19, 0x3b, 0x42, 0x47, 0x10, 0x34, 0x2e, 0x0b,
];
const ATTRIBUTES: &[u16] = &[
    0x03, 0x03, 0x0b, 0x0b, 0x38, 0x38, 0x49, 0x49, 0x49, 0x3c, 0x0c, 0x0d, 0x6b, 0x88, 0x2f, 0x37,
    0x22, 0x3e, 0x47, 0x69, 0x3a, 0x3b, 0x1d, 0x34, 0x51, 0x13, 0x33, 0x15, 0x1c, 0x2107,
];
const FORMS: &[u8] = &[
    0x08, 0x08, 0x0b, 0x0b, 0x05, 0x06, 0x07, 0x0d, 0x0f, 0x13, 0x13, 0x13, 0x11, 0x14, 0x10, 0x15,
    0x0e, 0x1f, 0x1e, 0x19, 0x18, 0x0a, 0x20, 0x21, 0x25, 0x1a, 0x02, 0x1d, 0x17, 0x0c, 0x16, 0x7a,
];

struct Abbreviation {
    attributes: Vec<(u16, u8)>,
}

/// Where a reference to an entry has to be written once all are there: at, bytes, which, from its unit.
struct Reference {
    at: usize,
    bytes: usize,
    entry: u8,
    from: usize,
}

/// The sections, and whether they are big-endian.
pub fn made(choices: &mut Choices) -> (Rc<MemorySections>, bool) {
    let big_endian = choices.byte() % 8 == 0;
    let dwo = if choices.byte() % 8 == 0 { ".dwo" } else { "" };
    let (abbrev, abbreviations) = abbreviations(choices);
    let (mut info, mut entries, mut references) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..1 + choices.byte() % 3 {
        unit(choices, big_endian, &abbreviations, &mut info, &mut entries, &mut references);
    }
    for Reference { at, bytes, entry, from } in references {
        if entries.is_empty() {
            break;
        }
        let target: usize = entries[usize::from(entry) % entries.len()];
        put(&mut info, Some(at), target.wrapping_sub(from) as u64, bytes, big_endian);
    }
    let strings = b"\0a\0file\0f_lock\0int\0list_head\0x[3]\0struct a\0\xff\xfe\0";
    let mut offsets = vec![44, 0, 0, 0, 5, 0, 0, 0];
    offsets.extend((0..10u32).flat_map(|at| (at * 4).to_le_bytes()));
    let sections = [
        (".debug_info", info),
        (".debug_abbrev", abbrev),
        (".debug_str", strings.to_vec()),
        (".debug_line_str", strings.to_vec()),
        (".debug_str_offsets", offsets),
        (".debug_line", choices.0.to_vec()),
    ];
    let sections =
        sections.into_iter().map(|(name, data)| (format!("{name}{dwo}"), data)).collect();
    (Rc::new(MemorySections::new(sections, true)), big_endian)
}

fn abbreviations(choices: &mut Choices) -> (Vec<u8>, Vec<Abbreviation>) {
    let mut bytes = Vec::new();
    let mut all = Vec::new();
    for number in 1..=1 + choices.byte() % ABBREVIATIONS {
        let tag = if number == 1 {
            choices.of(&[0x11, 0x11, 0x3c, 0x41, 0x4a])
        } else {
            choices.of(TAGS)
        };
        let mut attributes = Vec::new();
        for _ in 0..choices.byte() % 7 {
            attributes.push((choices.of(ATTRIBUTES), choices.of(FORMS)));
        }
        bytes.extend([number, tag, u8::from(number == 1 || choices.byte() % 2 == 0)]);
        for (name, form) in &attributes {
            uleb(&mut bytes, u64::from(*name));
            bytes.push(*form);
            if *form == 0x21 {
                bytes.push(choices.byte() & 0x7f);
            }
        }
        bytes.extend([0, 0]);
        all.push(Abbreviation { attributes });
    }
    bytes.push(0);
    (bytes, all)
}

fn unit(
    choices: &mut Choices,
    big_endian: bool,
    abbreviations: &[Abbreviation],
    info: &mut Vec<u8>,
    entries: &mut Vec<usize>,
    references: &mut Vec<Reference>,
) {
    let start = info.len();
    let version = choices.of(&[5, 4, 5, 3, 2, 6]);
    put(info, None, 0, 4, big_endian);
    put(info, None, version, 2, big_endian);
    if version == 5 {
        info.extend([choices.of(&[1, 1, 3, 2, 4, 5]), 8]);
        put(info, None, 0, 4, big_endian);
    } else {
        put(info, None, 0, 4, big_endian);
        info.push(8);
    }
    for number in 0..1 + usize::from(choices.byte()) % ENTRIES {
        let code = if number == 0 { 1 } else { choices.byte() % (abbreviations.len() as u8 + 1) };
        entries.push(info.len());
        info.push(code);
        let Some(abbreviation) =
            usize::from(code).checked_sub(1).and_then(|at| abbreviations.get(at))
        else {
            continue;
        };
        for (_, form) in &abbreviation.attributes {
            let bytes = match form {
                0x0b | 0x0c | 0x11 | 0x25 => 1,
                0x05 | 0x12 => 2,
                0x06 | 0x13 | 0x0e | 0x1f | 0x17 | 0x10 | 0x1d => 4,
                0x07 | 0x14 | 0x20 => 8,
                0x1e => 16,
                _ => 0,
            };
            match form {
                0x11 | 0x13 | 0x14 | 0x10 => {
                    let from = if *form == 0x10 { 0 } else { start };
                    references.push(Reference {
                        at: info.len(),
                        bytes,
                        entry: choices.byte(),
                        from,
                    });
                    put(info, None, 0, bytes, big_endian);
                }
                0x0e | 0x1f => put(info, None, u64::from(choices.byte() % 48), 4, big_endian),
                0x08 => info.extend_from_slice(choices.of(&[b"a\0", b"b\0", b"\0\0", b"c\0"])),
                0x0d | 0x0f | 0x15 | 0x1a => {
                    let value = choices.of(&[0u64, 1, 4, 8, 64, u64::MAX, 1 << 40]);
                    uleb(info, value ^ u64::from(choices.byte() & 3));
                }
                0x18 | 0x0a => info.extend([2, 0x23, choices.byte() & 0x7f]),
                0x16 => info.extend([0x0b, choices.byte()]),
                _ => {
                    let value = choices.of(&[0u64, 1, 4, 8, 16, u64::MAX, 1 << 31]);
                    put(info, None, value, bytes, big_endian);
                }
            }
        }
    }
    info.extend([0; 4]);
    let length = (info.len() - start - 4) as u64;
    // Seldom one that is not true.
    let length = if choices.byte() == 255 { length * 3 } else { length };
    put(info, Some(start), length, 4, big_endian);
}

/// Writes a number, over what is at `at` or at the end.
fn put(bytes: &mut Vec<u8>, at: Option<usize>, value: u64, count: usize, big_endian: bool) {
    let mut all: Vec<u8> =
        (0..count).map(|i| if i < 8 { (value >> (i * 8)) as u8 } else { 0 }).collect();
    if big_endian {
        all.reverse();
    }
    match at {
        Some(at) => bytes[at..at + count].copy_from_slice(&all),
        None => bytes.extend(all),
    }
}

fn uleb(bytes: &mut Vec<u8>, mut value: u64) {
    loop {
        let low = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            return bytes.push(low);
        }
        bytes.push(low | 0x80);
    }
}
