//! Damaged sections never panic, hang or hide what is whole.

mod support;

use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::OnceLock;

use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use proptest::prelude::*;
use support::debug_sections;
use support::machine::x86_64;
use support::memory::MemorySections;

type Named = Vec<(String, Vec<u8>)>;

fn opened(sections: Named) -> Option<Dwarf> {
    Dwarf::open(Rc::new(MemorySections::new(sections, true)), x86_64()).ok()
}

/// The bytes of a section.
fn section<'a>(sections: &'a mut Named, name: &str) -> &'a mut Vec<u8> {
    &mut sections.iter_mut().find(|(own, _)| own == name).expect("the section").1
}

/// The sections of the shapes, as several compilers write them; empty where there is none.
fn samples() -> &'static [Named] {
    static SAMPLES: OnceLock<Vec<Named>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let ways: &[(&str, &str, &[&str])] = &[
            ("gcc", "shapes.c", &["-gdwarf-5"]),
            ("gcc", "shapes.c", &["-gdwarf-2"]),
            ("gcc", "shapes.c", &["-gdwarf-4", "-fdebug-types-section"]),
            ("g++", "shapes.cpp", &["-gdwarf-5", "-fdebug-types-section"]),
            ("clang++", "shapes.cpp", &["-gdwarf-5", "-std=c++17"]),
            ("clang", "shapes.c", &["-gdwarf-4"]),
        ];
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damage");
        std::fs::create_dir_all(&directory).expect("the directory for built files");
        let build = |(number, way): (usize, &(&str, &str, &[&str]))| {
            let (compiler, source, flags) = way;
            let file = directory.join(number.to_string());
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dwarf").join(source);
            let mut command = Command::new(compiler);
            command.args(*flags).arg("-w").arg("-o").arg(&file).arg(source);
            match judges::run(&mut command) {
                Ok(_) => Some(debug_sections(&file).expect("the compiler wrote DWARF")),
                Err(reason) => {
                    judges::skip_part!(format!("{compiler} {flags:?}"), reason);
                    None
                }
            }
        };
        ways.iter().enumerate().filter_map(build).collect()
    })
}

/// What a damaged section can do to a list: lose types with a warning, never without.
#[test]
fn no_type_is_lost_without_a_word() {
    let list = |sections| opened(sections).map(|mut dwarf| dwarf.index(&mut |_, _| {}));
    let (mut lost, mut silent) = (0, Vec::new());
    for sample in samples() {
        let whole = list(sample.clone()).expect("a list").kinds.len();
        for place in 0..sample.len() {
            let name = sample[place].0.as_str();
            for (how, damage) in [
                ("cleared", (|data| data.clear()) as fn(&mut Vec<u8>)),
                ("cut", |data| data.truncate(data.len() / 2)),
                ("zeros", |data| data.fill(0)),
                ("ones", |data| data.fill(0xff)),
            ] {
                // What holds nothing is whole, and where all names are one the types are one.
                if matches!(
                    (name, how),
                    (".debug_info" | ".debug_types", "cleared") | (".debug_str_offsets", "zeros")
                ) {
                    continue;
                }
                let mut sections = sample.clone();
                damage(&mut sections[place].1);
                // A file that cannot be opened at all says why.
                let Some(index) = list(sections) else { continue };
                if index.kinds.len() < whole {
                    lost += 1;
                    if index.diagnostics.is_empty() {
                        silent.push((name, how));
                    }
                }
            }
        }
    }
    assert!(silent.is_empty(), "nothing is said: {silent:?}");
    assert!(samples().is_empty() || lost > 20, "{lost} cases");
}

/// Where the bytes are that say whether entries of an abbreviation have children, in the tables of DWARF 2 to 4, whose
/// codes, tags and forms are a byte or two each.
fn children_flags(abbrev: &[u8]) -> Vec<usize> {
    let mut at = 0;
    let mut flags = Vec::new();
    let uleb = |at: &mut usize| {
        let mut value = 0u64;
        while let Some(&byte) = abbrev.get(*at) {
            *at += 1;
            value = value << 7 | u64::from(byte & 0x7f);
            if byte < 0x80 {
                break;
            }
        }
        value
    };
    while at < abbrev.len() {
        if uleb(&mut at) == 0 {
            continue;
        }
        uleb(&mut at);
        flags.push(at);
        at += 1;
        while (uleb(&mut at), uleb(&mut at)) != (0, 0) && at < abbrev.len() {}
    }
    flags
}

/// Entries that have children and are said to have none, and the other way round: the tree is another then, which is
/// said, and every type that it hides is listed all the same.
#[test]
fn a_tree_that_is_nested_otherwise_is_said() {
    let list = |sections| opened(sections).map(|dwarf| support::read(dwarf).1);
    let (mut other, mut silent, mut hidden) = (0, Vec::new(), Vec::new());
    for number in [1, 5] {
        let Some(sample) = samples().get(number) else { continue };
        let whole = list(sample.clone()).expect("a list");
        assert_eq!(whole.diagnostics, []);
        for flag in children_flags(section(&mut sample.clone(), ".debug_abbrev")) {
            let mut sections = sample.clone();
            section(&mut sections, ".debug_abbrev")[flag] ^= 1;
            let Some(index) = list(sections) else { continue };
            if (&index.names, &index.member_counts) != (&whole.names, &whole.member_counts) {
                other += 1;
                if index.diagnostics.is_empty() {
                    silent.push((number, flag));
                }
            }
            let listed: Vec<&str> = index.names.lines().collect();
            let gone = whole.names.lines().filter(|name| !listed.contains(name));
            hidden.extend(gone.map(str::to_owned));
        }
    }
    assert!(hidden.is_empty(), "not listed: {hidden:?}");
    assert!(silent.is_empty(), "nothing is said: {silent:?}");
    assert!(samples().is_empty() || other > 10, "{other} cases");
}

/// A unit of nothing takes four bytes: millions of them are said once, and not looked at one by one.
#[test]
fn a_section_of_zeros_is_given_up() {
    for sample in samples().iter().take(1) {
        let mut sections = sample.clone();
        *section(&mut sections, ".debug_info") = vec![0; 64 << 20];
        let index = opened(sections).expect("a file").index(&mut |_, _| {});
        let said: Vec<_> = index.diagnostics.iter().map(|each| each.text.as_str()).collect();
        assert!(
            said.iter().any(|each| each.contains("too many of its compilation units")),
            "{said:?}"
        );
        let skipped: u32 = index.diagnostics.iter().map(|each| each.count).sum();
        assert!(skipped < 2000, "{skipped} units were looked at");
    }
}

/// Everything that can be asked of a file.
fn ask_everything(sections: Named) -> usize {
    let Some(mut dwarf) = opened(sections) else { return 0 };
    let first = dwarf.index(&mut |_, _| {});
    for row in 0..first.kinds.len().min(200) as u32 {
        let _ = dwarf.describe(row);
    }
    while let (done, total) = dwarf.summarize(1)
        && done < total
    {}
    let index = dwarf.summaries();
    let rows = index.kinds.len();
    assert_eq!(index.names.lines().count(), rows);
    assert_eq!(index.sizes_bytes.len(), rows);
    assert_eq!(index.member_counts.len(), rows);
    for row in 0..rows.min(200) as u32 {
        if let Ok(desc) = dwarf.describe(row) {
            let _ = dwarf.find(&desc.key);
        }
    }
    rows
}

#[derive(Debug, Clone)]
enum Damage {
    /// Other bytes.
    Bytes(Vec<u8>),
    /// The section ends here.
    Cut,
    /// Bytes of another place (of 65,536).
    Copy(u16),
}

/// In which section, at which place (of 65,536), and what.
fn damage() -> impl Strategy<Value = (prop::sample::Index, u16, Damage)> {
    // Such as lengths are made of.
    let words = prop_oneof![Just(0), Just(u32::MAX), Just(0x7fff_ffff), any::<u32>()];
    let how = prop_oneof![
        6 => any::<u8>().prop_map(|byte| Damage::Bytes(vec![byte])),
        3 => words.prop_map(|word| Damage::Bytes(word.to_le_bytes().to_vec())),
        1 => Just(Damage::Cut),
        1 => any::<u16>().prop_map(Damage::Copy),
    ];
    (any::<prop::sample::Index>(), any::<u16>(), how)
}

fn apply(data: &mut Vec<u8>, at: u16, damage: &Damage) {
    let len = data.len();
    let scale = |at: u16| usize::from(at) * len / 65_536;
    let at = scale(at);
    match damage {
        Damage::Bytes(bytes) => {
            if let Some(old) = data.get_mut(at..at + bytes.len()) {
                old.copy_from_slice(bytes);
            }
        }
        Damage::Cut => data.truncate(at),
        Damage::Copy(from) => {
            let from = scale(*from);
            data.copy_within(from..from + 16.min(len - from.max(at)), at);
        }
    }
}

proptest! {
    #![proptest_config(seeds::cases(200))]

    #[test]
    fn damaged_sections_never_panic_or_hang(
        sample in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..12),
    ) {
        if !samples().is_empty() {
            let mut sections = sample.get(samples()).clone();
            for (section, at, how) in &damages {
                apply(&mut section.get_mut(&mut sections).1, *at, how);
            }
            ask_everything(sections);
        }
    }
}

#[test]
fn one_odd_unit_hides_no_other() {
    let Some(sample) = samples().first() else {
        judges::skip!("no compiler has written a sample");
    };
    let whole = ask_everything(sample.clone());
    assert!(whole > 30, "{whole} rows");
    // A unit of version 9, of 12 bytes, before all others; and one cut off behind them.
    let mut sections = sample.clone();
    let info = section(&mut sections, ".debug_info");
    info.splice(0..0, [8, 0, 0, 0, 9, 0, 0, 0, 0, 0, 8, 0]);
    let behind = info.len();
    info.extend_from_slice(&[0xff, 0, 0, 0, 5, 0]);
    let index = opened(sections).expect("sections").index(&mut |_, _| {});
    assert_eq!(index.kinds.len(), whole);
    let places: Vec<&str> = index.diagnostics.iter().map(|one| one.location.as_str()).collect();
    assert_eq!(places, [".debug_info + 0x0", &format!(".debug_info + {behind:#x}")]);
}

/// What gcc makes of a source, read with the stack of WebAssembly: what a debug build takes here is more than what a
/// release build takes there.
fn on_a_small_stack(name: &str, source: &str, look: fn(Dwarf)) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damage");
    std::fs::create_dir_all(&directory).expect("the directory for built files");
    let (code, file) = (directory.join(format!("{name}.c")), directory.join(format!("{name}.o")));
    std::fs::write(&code, source).expect("the source");
    let compiled = judges::run(Command::new("gcc").args(["-g", "-c", "-o"]).arg(&file).arg(&code));
    if let Err(reason) = compiled {
        judges::skip!(reason);
    }
    let small = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || look(support::dwarf(&file).expect("a relocatable object")));
    small.expect("a thread").join().expect("no overflow");
}

#[test]
fn deep_nesting_fits_a_small_stack() {
    let mut source = "struct s0 { int i; };\n".to_owned();
    for depth in 1..400 {
        source +=
            &format!("typedef struct s{depth} {{ struct s{} in[1]; }} t{depth};\n", depth - 1);
    }
    source += "struct s399 v;\n";
    on_a_small_stack("deep", &source, |mut dwarf| {
        let index = dwarf.index(&mut |_, _| {});
        let row = index.names.lines().position(|name| name == "s399").expect("the outermost");
        let desc = dwarf.describe(row as u32).expect("a description");
        assert_eq!(desc.types[desc.root as usize].size_bytes, Some(4.0));
        assert!(!desc.diagnostics.is_empty(), "what is left out is said");
    });
}

#[test]
fn thousands_of_typedefs_are_a_chain() {
    let chain: String = (0..2_000).map(|at| format!("typedef t{at} t{};\n", at + 1)).collect();
    let source = format!("typedef int t0;\n{chain}struct s {{ t2000 a; int b; }} v;\n");
    on_a_small_stack("chain", &source, |dwarf| {
        let (dwarf, index) = support::read(dwarf);
        assert_eq!((&*index.hole_bytes, &*index.padding_bytes), (&[0][..], &[0][..]));
        let desc = dwarf.describe(0).expect("a description");
        let sizes: Vec<_> = desc.types.iter().map(|one| one.size_bytes).collect();
        assert_eq!((sizes, desc.diagnostics), (vec![Some(8.0), Some(4.0), Some(4.0)], vec![]));
    });
}

/// A file with one unit of DWARF 4; offsets in it count from byte 11 on.
fn made(abbreviations: Vec<u8>, entries: &[u8]) -> Dwarf {
    let header = [entries.len() as u8 + 7, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8];
    let info = [&header[..], entries].concat();
    opened(vec![(".debug_abbrev".to_owned(), abbreviations), (".debug_info".to_owned(), info)])
        .expect("DWARF")
}

/// Structs of eight bytes in a language, with one member each of the type at an offset, and a block for its location
/// that says how long it is.
fn structs_of_one_member(language: u8, location_bytes: u8, types: &[u8]) -> Dwarf {
    let abbreviations = [
        &[1, 0x11, 1, 0x13, 0x0b, 0, 0][..], // compile_unit: language
        &[2, 0x13, 1, 0x03, 0x08, 0x0b, 0x0b, 0x01, 0x13, 0, 0], // structure_type: name, byte_size, sibling
        &[3, 0x0d, 0, 0x49, 0x13, 0x38, 0x0a, 0, 0],             // member: type, location (a block)
        &[0],
    ]
    .concat();
    let mut entries = vec![1, language];
    for (number, of) in (0..).zip(types) {
        let next = 13 + 17 * (number + 1);
        entries.extend([2, b'a' + number, 0, 8, next, 0, 0, 0]);
        entries.extend([3, *of, 0, 0, 0, location_bytes, 0x23, 0, 0]);
    }
    entries.push(0);
    made(abbreviations, &entries)
}

const C99: u8 = 0x0c;
const CPLUSPLUS: u8 = 0x04;

/// Where names may lie within types their members are walked, and a damaged one leads out of its own.
#[test]
fn a_damaged_member_hides_no_type_that_follows() {
    for location_bytes in [2, 20, 30, 50, 255] {
        let mut dwarf = structs_of_one_member(CPLUSPLUS, location_bytes, &[0, 0, 0]);
        let index = dwarf.index(&mut |_, _| {});
        assert_eq!(index.names, "a\nb\nc", "{location_bytes}: {:?}", index.diagnostics);
        assert_eq!(index.diagnostics.is_empty(), location_bytes == 2);
    }
}

#[test]
fn the_list_says_which_structs_hold_themselves() {
    const A: u8 = 13;
    const B: u8 = A + 17;
    const C: u8 = B + 17;
    // The last is a chain that ends.
    let lists: [(&[u8], &[u32]); 6] = [
        (&[A], &[1]),
        (&[B, A], &[1]),
        (&[B, C, A], &[1]),
        (&[A, B], &[2]),
        (&[B, C, C], &[1]),
        (&[B, C, 0], &[]),
    ];
    for (types, counts) in lists {
        let said = support::read(structs_of_one_member(C99, 2, types)).1.diagnostics;
        assert!(said.iter().all(|one| one.text.contains("contains itself")), "{said:?}");
        assert_eq!(said.iter().map(|one| one.count).collect::<Vec<_>>(), counts, "{types:?}");
    }
}

/// A prototype that takes itself, twice, and returns itself: its name would never end.
#[test]
fn a_prototype_of_itself_is_cut() {
    let abbreviations = [
        &[1, 0x11, 1, 0x13, 0x0b, 0, 0][..], // compile_unit: language
        &[2, 0x13, 1, 0x03, 0x08, 0x0b, 0x0b, 0, 0], // structure_type: name, byte_size
        &[3, 0x0d, 0, 0x03, 0x08, 0x49, 0x13, 0x38, 0x0b, 0, 0], // member: name, type, location
        &[4, 0x15, 1, 0x49, 0x13, 0, 0],     // subroutine_type: type
        &[5, 0x05, 0, 0x49, 0x13, 0, 0],     // formal_parameter: type
        &[0],
    ]
    .concat();
    const PROTOTYPE: u8 = 26;
    let entries = [
        &[1, 0x0c][..], // in C99
        &[2, b's', 0, 8],
        &[3, b'a', 0, PROTOTYPE, 0, 0, 0, 0],
        &[0],
        &[4, PROTOTYPE, 0, 0, 0],
        &[5, PROTOTYPE, 0, 0, 0],
        &[5, PROTOTYPE, 0, 0, 0],
        &[0, 0],
    ]
    .concat();
    let mut dwarf = made(abbreviations, &entries);
    assert_eq!(dwarf.index(&mut |_, _| {}).names, "s");
    let desc = dwarf.describe(0).expect("a description");
    let longest = desc.types.iter().map(|fact| fact.name.len()).max();
    assert!(desc.types.iter().any(|fact| fact.name.contains('…')));
    assert!(longest.is_some_and(|bytes| bytes < 20_000), "{longest:?}");
}
