//! No bytes break the BTF reader: whatever is handed in gives rows, a diagnostic or an error, soon.

// A test that fails panics.
#![allow(clippy::panic)]

#[path = "support/machine.rs"]
mod machine;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use machine::{unknown, x86_64};
use proptest::prelude::*;

/// Reads everything there is to read; bytes that are refused have nothing.
fn exhaust(bytes: &[u8]) {
    if let Ok(btf) = Btf::parse(bytes.to_vec(), x86_64()) {
        ask_everything(btf, bytes);
    }
}

fn ask_everything(mut btf: Btf, bytes: &[u8]) {
    let rows = btf.index(&mut |_, _| {}).sizes_bytes.len() as u32;
    for row in 0..rows.min(200) {
        if let Ok(desc) = btf.describe(row) {
            assert_eq!(btf.find(&desc.key).map(|_| ()), Some(()), "{}", desc.key);
        }
    }
    let _ = btf.held_counts();
    let _ = btf.per_cpu(&[]);
    let _ = Btf::parse_split(bytes.to_vec(), x86_64(), &btf);
}

/// Types as three words and what follows them, and a string section, under a sound header.
fn file(words: &[u32], strings: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x9f, 0xeb, 1, 0];
    let types_len = words.len() as u32 * 4;
    for word in [24, 0, types_len, types_len, strings.len() as u32] {
        bytes.extend(u32::to_le_bytes(word));
    }
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend(strings);
    bytes
}

const INT: u32 = 1 << 24;
const ARRAY: u32 = 3 << 24;
const STRUCT: u32 = 4 << 24;
const TYPEDEF: u32 = 8 << 24;
const FUNC_PROTO: u32 = 13 << 24;

/// int, struct s { int a; int b; }, typedef struct s t, int[4]: something to damage.
fn sound() -> Vec<u8> {
    let int = [1, INT, 4, 0x0100_0020];
    let structure = [5, STRUCT | 2, 8, 7, 1, 0, 9, 1, 32];
    let others = [11, TYPEDEF, 2, 0, ARRAY, 0, 1, 1, 4];
    file(&[&int[..], &structure, &others].concat(), b"\0int\0s\0a\0b\0t\0")
}

fn describe_only_row(bytes: Vec<u8>) -> facts::StructDesc {
    let btf = Btf::parse(bytes, x86_64()).expect("BTF");
    btf.describe(0).expect("a description")
}

#[test]
fn the_sound_file_is_read() {
    let desc = describe_only_row(sound());
    assert_eq!(desc.name, "s");
    assert_eq!(desc.types[desc.root as usize].size_bytes, Some(8.0));
}

#[test]
fn a_struct_that_holds_itself_becomes_a_type_of_unknown_size() {
    let bytes = file(&[1, STRUCT | 1, 8, 3, 1, 0], b"\0s\0a\0");
    let desc = describe_only_row(bytes);
    assert_eq!(desc.diagnostics.len(), 1);
    assert!(desc.diagnostics[0].text.contains("contains itself"));
}

/// What the list says of structs with one member each: `(size, number of the member's type)`.
fn said_in_list(structs: &[(u32, u32)]) -> Vec<(String, u32)> {
    let words: Vec<u32> =
        structs.iter().flat_map(|&(size, of)| [1, STRUCT | 1, size, 3, of, 0]).collect();
    // Behind them stands an int.
    let mut btf = Btf::parse(file(&[&words[..], &[1, INT, 4, 32]].concat(), b"\0s\0a\0"), x86_64())
        .expect("BTF");
    let diagnostics = btf.index(&mut |_, _| {}).diagnostics;
    diagnostics.into_iter().map(|said| (said.text, said.count)).collect()
}

#[test]
fn the_list_says_which_structs_hold_themselves() {
    let circles: [&[(u32, u32)]; 4] =
        [&[(4, 1)], &[(4, 2), (4, 1)], &[(24, 2), (16, 3), (8, 1)], &[(8, 2), (16, 3), (24, 1)]];
    for structs in circles {
        let said = said_in_list(structs);
        assert!(said.len() == 1 && said[0].0.contains("contains itself"), "{said:?}");
    }
    // A chain that ends, with members as large as what holds them.
    assert_eq!(said_in_list(&[(4, 2), (4, 3), (4, 4)]), []);
}

/// A struct of one member, whose type is a chain of so many typedefs that ends as said.
fn of_typedefs(count: u32, last: &[u32]) -> facts::StructDesc {
    let mut words = vec![1, STRUCT | 1, 4, 3, 2, 0];
    for number in 2..2 + count {
        words.extend([3, TYPEDEF, number + 1]);
    }
    words.extend(last);
    describe_only_row(file(&words, b"\0s\0a\0"))
}

#[test]
fn thousands_of_typedefs_are_a_chain_unless_they_come_back() {
    for count in [1, 63, 64, 65, 66, 2_000] {
        let desc = of_typedefs(count, &[3, INT, 4, 32]);
        assert_eq!(desc.diagnostics, []);
        assert_eq!(desc.types[1].size_bytes, Some(4.0), "{count} typedefs");
        let circle = of_typedefs(count, &[3, TYPEDEF, 2]);
        assert!(circle.diagnostics[0].text.contains("in a circle"), "{count} typedefs");
    }
}

#[test]
fn the_key_of_members_that_double_with_each_level_takes_a_moment() {
    let levels = 30;
    let level = |number: u32| [0, STRUCT | 2, 8, 0, number + 2, 0, 0, number + 2, 0];
    let words = (0..levels).flat_map(level).collect::<Vec<_>>();
    let mut words = [&words[..], &[1, INT, 4, 32]].concat();
    words[0] = 1;
    let desc = describe_only_row(file(&words, b"\0s\0a\0"));
    let facts::TypeShape::Aggregate { members, .. } = &desc.types[desc.root as usize].shape else {
        panic!("{desc:?}")
    };
    let hash = facts::key::members_hash(&desc.types, members);
    assert!(desc.key.ends_with(&format!("{hash:016x}")), "{}", desc.key);
}

#[test]
fn structs_of_one_name_that_hold_each_other_are_found_by_their_keys() {
    let holds = |size, other| [1, STRUCT | 1, size, 0, other, 0];
    let words = [holds(8, 2), holds(16, 3), holds(24, 1)].concat();
    exhaust(&file(&words, b"\0a\0"));
}

#[test]
fn an_array_of_arrays_without_end_ends() {
    let bytes = file(&[1, STRUCT | 1, 8, 3, 2, 0, 0, ARRAY, 0, 2, 2, 9], b"\0s\0a\0");
    exhaust(&bytes);
}

/// A prototype that takes itself, twice, and returns itself: its name would never end.
#[test]
fn a_prototype_of_itself_is_cut() {
    let prototype = [0, FUNC_PROTO | 2, 2, 0, 2, 0, 2];
    let bytes = file(&[&[1, STRUCT | 1, 8, 3, 2, 0], &prototype[..]].concat(), b"\0s\0a\0");
    let desc = describe_only_row(bytes);
    let longest = desc.types.iter().map(|fact| fact.name.len()).max();
    assert!(desc.types.iter().any(|fact| fact.name.contains('…')));
    assert!(longest.is_some_and(|bytes| bytes < 20_000), "{longest:?}");
}

/// Each of very many members has one and the same very long name.
#[test]
fn names_without_end_are_none() {
    const MEMBERS: u32 = 60_000;
    let members = (0..MEMBERS).flat_map(|_| [3, 2, 0]);
    let head = [1, STRUCT | MEMBERS, 8];
    let words: Vec<u32> = head.into_iter().chain(members).chain([3, INT, 4, 32]).collect();
    let strings = [b"\0s\0".to_vec(), vec![b'x'; 1 << 20], vec![0]].concat();
    let desc = describe_only_row(file(&words, &strings));
    assert!(desc.types.iter().all(|fact| fact.name.len() < 100));
}

/// The machine is told by the members of this struct, and these lead to it again.
#[test]
fn registers_that_hold_themselves_end() {
    const MEMBERS: u32 = 2000;
    let members = (0..MEMBERS).flat_map(|_| [0, 1, 0]);
    let words: Vec<u32> = [1, STRUCT | MEMBERS, 8].into_iter().chain(members).collect();
    let btf = Btf::parse(file(&words, b"\0pt_regs\0"), unknown(false)).expect("BTF");
    assert_eq!(btf.target().machine.to_string(), "unknown-64le");
}

#[test]
fn a_size_beyond_what_json_numbers_hold_keeps_its_key() {
    // union u { char a[0xa3000005][0xffffff]; }: odd, and beyond 2^53.
    let words = [
        [1, 5 << 24 | 1, 8, 3, 2, 0],
        [0, ARRAY, 0, 3, 3, 0xa300_0005],
        [0, ARRAY, 0, 4, 4, 0x00ff_ffff],
    ];
    let int = [5, INT, 1, 8];
    exhaust(&file(&[words.as_flattened(), &int].concat(), b"\0u\0a\0i\0"));
}

#[test]
fn hundreds_of_thousands_of_layouts_of_one_name_end() {
    const EACH: u32 = 150_000;
    // struct a of 1, 2, … bytes, all of them twice; `a` is at 1.
    let words: Vec<u32> = (0..2 * EACH).flat_map(|number| [1, STRUCT, 1 + number % EACH]).collect();
    let mut btf = Btf::parse(file(&words, b"\0a\0"), x86_64()).unwrap_or_else(|e| panic!("{e}"));
    let index = btf.index(&mut |_, _| {});
    let sizes: Vec<f64> = (1..=EACH).map(f64::from).collect();
    assert!(index.sizes_bytes == sizes, "each once, in the order of the file");
    assert_eq!(index.variants[..2], [1, 2]);
    assert_eq!(index.variants.last(), Some(&u16::MAX));
}

#[test]
fn hundreds_of_thousands_of_typedefs_of_a_long_struct_end() {
    const MEMBERS: u32 = 60_000;
    // An unnamed struct of MEMBERS × char `a`, then typedefs `a` of it.
    let mut words = vec![1, INT, 1, 8, 0, STRUCT | MEMBERS, MEMBERS];
    words.extend((0..MEMBERS).flat_map(|at| [1, 1, at * 8]));
    words.extend((0..200_000).flat_map(|_| [1, TYPEDEF, 2]));
    let mut btf = Btf::parse(file(&words, b"\0a\0"), x86_64()).unwrap_or_else(|e| panic!("{e}"));
    let index = btf.index(&mut |_, _| {});
    assert_eq!((index.sizes_bytes, index.hole_bytes), (vec![f64::from(MEMBERS)], vec![0]));
}

#[test]
fn a_kind_that_is_not_known_is_named() {
    let mut words = vec![1, STRUCT, 8];
    words.extend([1, 31 << 24, 0]);
    let mut btf = Btf::parse(file(&words, b"\0s\0"), x86_64()).expect("BTF");
    let index = btf.index(&mut |_, _| {});
    assert_eq!(index.names, "s");
    assert_eq!(
        index.diagnostics[0].text,
        "The BTF types after number 1 could not be read: type kind 31 is not known."
    );
}

#[test]
fn headers_that_lie_get_their_sentence() {
    let error = |bytes: &[u8]| match Btf::parse(bytes.to_vec(), x86_64()) {
        Ok(_) => panic!("it was read"),
        Err(error) => error.to_string(),
    };
    assert!(error(&sound()[..20]).contains("too short for its header"));
    assert!(error(&sound()[..40]).contains("lies outside the 16 bytes of data"));
    assert!(error(b"\x7fELF\x02\x01\x01\x00").starts_with("This is not BTF"));
    let mut version = sound();
    version[2] = 9;
    assert!(error(&version).starts_with("BTF version 9"));
    // Strings that do not begin with the empty one continue those of a base.
    assert!(error(&file(&[], b"s\0")).contains("split BTF"));
}

#[test]
fn split_types_continue_those_of_their_base() {
    let base = Btf::parse(sound(), x86_64()).expect("the base");
    // struct m { t x; }: its type is number 3 of the base, its name lies behind the base's strings.
    let strings_len = b"\0int\0s\0a\0b\0t\0".len() as u32;
    let module = file(&[strings_len, STRUCT | 1, 8, strings_len + 2, 3, 0], b"m\0x\0");
    let mut split = Btf::parse_split(module.clone(), x86_64(), &base).expect("split BTF");
    assert_eq!(split.index(&mut |_, _| {}).names, "m");
    let desc = split.describe(0).expect("a description");
    assert_eq!(
        desc.types.iter().map(|fact| fact.name.as_str()).collect::<Vec<_>>(),
        ["struct m", "t", "int"]
    );
    let smaller = Btf::parse(file(&[1, INT, 4, 0x20], b"\0int\0"), x86_64()).expect("a base");
    let error = match Btf::parse_split(module, x86_64(), &smaller) {
        Ok(_) => panic!("it was read"),
        Err(error) => error.to_string(),
    };
    assert!(error.contains("does not belong to this split BTF"), "{error}");
}

proptest! {
    #![proptest_config(seeds::cases(512))]

    #[test]
    fn arbitrary_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        exhaust(&bytes);
    }

    #[test]
    fn arbitrary_types_under_a_sound_header(
        words in proptest::collection::vec(
            prop_oneof![0..40u32, (0..20u32, 0..4u32, any::<bool>()).prop_map(|(kind, len, flag)| {
                kind << 24 | len | u32::from(flag) << 31
            })],
            0..200,
        ),
        strings in proptest::collection::vec(prop_oneof![Just(0u8), 97..100u8], 0..40),
    ) {
        let mut all = vec![0];
        all.extend(strings);
        exhaust(&file(&words, &all));
    }

    #[test]
    fn damaged_bytes(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = sound();
        for (place, value) in places {
            let len = bytes.len();
            bytes[place.index(len)] = value;
        }
        exhaust(&bytes);
    }
}
