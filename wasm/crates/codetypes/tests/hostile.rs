//! Debug information that no compiler writes: lists of locations that hardly end, that overlap, entries that come from
//! each other in a circle. Each is bounded, and what was left out is said.

mod support;

use std::rc::Rc;

use codetypes::{Program, ProgramSymbol};
use facts::{AccessFact, Confidence, Machine, Target, TouchedAnswer};
use support::files::memory::{CODE_ADDRESS, MemorySections};

/// `mov 0x8(%rdi),%rax`, `ret`.
const LOADS: [u8; 5] = [0x48, 0x8b, 0x47, 0x08, 0xc3];
const NOTHING: u8 = 0x90;
const IN_RDI: u8 = 0x55;

/// One location: from, to (counted from where the code begins), the register's operation.
type Place = (u64, u64, u8);

/// DWARF 4, section 7.5.3: the entries that the programs here are made of.
fn abbreviations() -> Vec<u8> {
    [
        &[1, 0x11, 1, 0x11, 0x01, 0x12, 0x07, 0, 0][..], // compile_unit: low_pc, high_pc
        &[2, 0x13, 1, 0x03, 0x08, 0x0b, 0x0b, 0, 0],     // structure_type: name, byte_size
        &[3, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x38, 0x0b, 0, 0], // member: name, type, location
        &[4, 0x24, 0, 0x03, 0x08, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0], // base_type: name, byte_size, encoding
        &[5, 0x0f, 0, 0x0b, 0x0b, 0x49, 0x13, 0, 0],             // pointer_type: byte_size, type
        &[6, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0], // subprogram: name, low_pc, high_pc
        &[7, 0x34, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x17, 0, 0], // variable: name, type, location
        &[8, 0x34, 0, 0x31, 0x13, 0x02, 0x17, 0, 0], // variable: abstract_origin, location
        &[9, 0x34, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x18, 0, 0], // variable: name, type, expression
        &[10, 0x3c, 1, 0, 0],                        // partial_unit
        &[11, 0x16, 0, 0x03, 0x08, 0x49, 0x10, 0, 0], // typedef: name, type in any unit (`DW_FORM_ref_addr`)
        &[12, 0x34, 0, 0x03, 0x08, 0x49, 0x10, 0x02, 0x18, 0, 0], // variable: likewise
        &[13, 0x34, 0, 0x03, 0x08, 0x49, 0xa0, 0x3e, 0x02, 0x18, 0, 0], // in dwz's file (`DW_FORM_GNU_ref_alt`)
        &[14, 0x34, 0, 0x03, 0x08, 0x49, 0x20, 0x02, 0x18, 0, 0], // in a type unit (`DW_FORM_ref_sig8`)
        &[15, 0x34, 0, 0x31, 0x10, 0x02, 0x18, 0, 0], // variable: abstract_origin in any unit, expression
        &[0],
    ]
    .concat()
}

/// What is asked of a program with one function, `work`, and one variable in it for each of its lists.
struct Made {
    code: Vec<u8>,
    lists: Vec<Vec<Place>>,
    /// The variables have no name and no type: each comes from the next, the last from the first.
    is_circle: bool,
    /// One more variable has this register, and no list.
    single: Option<u8>,
}

impl Made {
    fn of(code: Vec<u8>, lists: Vec<Vec<Place>>) -> Self {
        Self { code, lists, is_circle: false, single: None }
    }

    fn asked(&self) -> TouchedAnswer {
        let size = (self.code.len() as u64).to_le_bytes();
        let address = CODE_ADDRESS.to_le_bytes();
        let mut unit = UNIT_HEAD.to_vec();
        let mut add = |parts: &[&[u8]]| {
            let at = unit.len() as u32;
            parts.iter().for_each(|part| unit.extend_from_slice(part));
            at
        };
        add(&[&[1], &address, &size]);
        let long = add(&[&[4], b"long\0", &[8, 5]]).to_le_bytes();
        let record = add(&[&[2], b"record\0", &[16]]).to_le_bytes();
        add(&[&[3], b"first\0", &long, &[0]]);
        add(&[&[3], b"second\0", &long, &[8], &[0]]);
        let pointer = add(&[&[5, 8], &record]).to_le_bytes();
        let mut next = add(&[&[6], b"work\0", &address, &size]) + 1 + 5 + 8 + 8;
        let first = next;
        let mut lists = Vec::new();
        for (number, list) in self.lists.iter().enumerate() {
            let list_at = (lists.len() as u32).to_le_bytes();
            if self.is_circle {
                const ENTRY_BYTES: u32 = 9;
                let is_last = number + 1 == self.lists.len();
                next = if is_last { first } else { next + ENTRY_BYTES };
                add(&[&[8], &next.to_le_bytes(), &list_at]);
            } else {
                add(&[&[7], b"it\0", &pointer, &list_at]);
            }
            for (from, to, register) in list {
                lists.extend_from_slice(&from.to_le_bytes());
                lists.extend_from_slice(&to.to_le_bytes());
                lists.extend_from_slice(&[1, 0, *register]);
            }
            lists.extend_from_slice(&[0; 16]);
        }
        if let Some(register) = self.single {
            add(&[&[9], b"one\0", &pointer, &[1, register]]);
        }
        add(&[&[0, 0]]);
        asked(&self.code, unit_of(unit), lists)
    }
}

/// Of a unit of DWARF 4; the first four bytes are its length.
const UNIT_HEAD: [u8; 11] = [0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8];

fn unit_of(mut unit: Vec<u8>) -> Vec<u8> {
    let length = (unit.len() as u32 - 4).to_le_bytes();
    unit[..4].copy_from_slice(&length);
    unit
}

/// What is said of `work`, which has all of the code.
fn asked(code: &[u8], info: Vec<u8>, lists: Vec<u8>) -> TouchedAnswer {
    let sections = vec![
        (".text".to_owned(), code.to_vec()),
        (".debug_info".to_owned(), info),
        (".debug_abbrev".to_owned(), abbreviations()),
        (".debug_loc".to_owned(), lists),
    ];
    let symbol = ProgramSymbol {
        name: "work".into(),
        address: CODE_ADDRESS,
        size_bytes: code.len() as u64,
        is_function: true,
        is_per_cpu: false,
    };
    let target = Target::new(Machine::X86_64, 8, false);
    let sections = Rc::new(MemorySections::new(sections, true));
    Program::open(sections, &target, vec![symbol]).expect("a program").what("work")
}

fn only(answer: &TouchedAnswer) -> &AccessFact {
    assert_eq!(answer.accesses.len(), 1, "{answer:?}");
    &answer.accesses[0]
}

/// Struct, member and sureness of all that the one access may be of.
fn objects(answer: &TouchedAnswer) -> Vec<(&str, &str, Confidence)> {
    only(answer).objects.iter().map(|one| (&*one.name, &*one.path, one.confidence)).collect()
}

fn is_said_to_be_cut(answer: &TouchedAnswer) -> bool {
    answer.notes.iter().any(|note| note.contains("some are left out"))
}

const FOUND: (&str, &str, Confidence) = ("record", "second", Confidence::Direct);

#[test]
fn a_list_of_locations_that_ends_is_read_whole() {
    let answer = Made::of(LOADS.to_vec(), vec![vec![(0, 5, IN_RDI)]]).asked();
    assert_eq!(objects(&answer), [FOUND]);
    assert!(answer.notes.is_empty(), "{answer:?}");
}

#[test]
fn a_list_of_locations_that_hardly_ends_is_cut_and_said_to_be() {
    let mut list = vec![(0, 5, IN_RDI)];
    // They lie outside of the function, and are read all the same.
    list.extend(std::iter::repeat_n((100, 101, IN_RDI), 30_000));
    let answer = Made::of(LOADS.to_vec(), vec![list]).asked();
    assert_eq!(objects(&answer), [FOUND]);
    assert!(is_said_to_be_cut(&answer), "{answer:?}");
}

#[test]
fn locations_that_overlap_say_the_same_thing_once() {
    let list = vec![(0, 5, IN_RDI), (0, 4, IN_RDI), (0, 5, IN_RDI)];
    let answer = Made::of(LOADS.to_vec(), vec![list.clone(), list]).asked();
    assert_eq!(objects(&answer), [FOUND]);
    assert!(answer.notes.is_empty(), "{answer:?}");
}

#[test]
fn locations_that_overlap_everywhere_are_bounded_and_said_to_be() {
    let mut code = LOADS[..4].to_vec();
    code.extend([NOTHING; 300]);
    let end = code.len() as u64;
    let list = vec![(0, end, IN_RDI); 10_000];
    let answer = Made::of(code, vec![list]).asked();
    assert_eq!(objects(&answer), [FOUND]);
    assert!(is_said_to_be_cut(&answer), "{answer:?}");
}

#[test]
fn entries_that_come_from_each_other_in_a_circle_have_no_type() {
    for variables in [1, 2, 40] {
        let lists = vec![vec![(0, 5, IN_RDI)]; variables];
        let answer = Made { is_circle: true, ..Made::of(LOADS.to_vec(), lists) }.asked();
        assert_eq!(
            only(&answer).unknown.as_deref(),
            Some("no variable is known to lie in the register"),
            "{variables}"
        );
    }
}

/// gcc states the one register that a variable ever lies in for all of the function.
#[test]
fn a_single_location_is_not_sure_before_anything_else_says_so() {
    // `mov 0x8(%rsi),%rdi`, then the load.
    let code = [&[0x48, 0x8b, 0x7e, 0x08][..], &LOADS].concat();
    let answer = Made { single: Some(IN_RDI), ..Made::of(code, Vec::new()) }.asked();
    let load = answer.accesses.last().expect("two accesses");
    let confidence: Vec<Confidence> = load.objects.iter().map(|one| one.confidence).collect();
    assert_eq!(confidence, [Confidence::May], "{answer:?}");
}

/// A unit with a variable of `work` in RDI, and another with a typedef of itself.
fn far(variable: &[u8]) -> TouchedAnswer {
    let size = (LOADS.len() as u64).to_le_bytes();
    let address = CODE_ADDRESS.to_le_bytes();
    let unit = |entries: &[&[u8]]| unit_of([&UNIT_HEAD[..], &entries.concat()].concat());
    let work: [&[u8]; 5] = [&[1], &address, &size, &[6], b"work\0"];
    let first = unit(&[&work.concat(), &address, &size, variable, &[1, IN_RDI], &[0, 0]]);
    let to = (first.len() + UNIT_HEAD.len() + 1) as u32;
    let second = unit(&[&[10], &[11], b"round\0", &to.to_le_bytes(), &[0]]);
    asked(&LOADS, [first, second].concat(), Vec::new())
}

fn why(answer: &TouchedAnswer) -> &str {
    only(answer).unknown.as_deref().unwrap_or_default()
}

#[test]
fn references_into_other_units_that_lead_nowhere_say_so() {
    const HEAD: u32 = 11;
    let of = |tag: u8, to: &[u8]| [&[tag][..], b"it\0", to].concat();
    // Where the typedef of the second unit is, behind the first one of this length.
    let first_bytes = HEAD + 1 + 16 + 1 + 5 + 16 + (1 + 3 + 4 + 2) + 2;
    let second = (first_bytes + HEAD + 1).to_le_bytes();
    let beyond = "beyond the end of the debug information";
    for (what, variable, said) in [
        ("a typedef of itself in another unit", of(12, &second), "no variable is known"),
        ("past the end", of(12, &0xffff_fff0_u32.to_le_bytes()), beyond),
        ("into a header", of(12, &(first_bytes + 2).to_le_bytes()), beyond),
        ("dwz's file that is not named", of(13, &second), "supplementary file"),
        ("a type unit that is not there", of(14, &7_u64.to_le_bytes()), "type unit"),
    ] {
        let answer = far(&variable);
        assert!(why(&answer).contains(said), "{what}: {answer:?}");
    }
    // What the variable comes from is itself.
    let own = (HEAD + 1 + 16 + 1 + 5 + 16).to_le_bytes();
    let circle = far(&[&[15][..], &own].concat());
    assert!(why(&circle).contains("no variable is known"), "{circle:?}");
}
