//! What takes more than one file, another machine or another language: each compiled here, where
//! there is the compiler.

// A helper of a test may fail the test.
#![allow(clippy::panic)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use facts::{
    AlignmentSource, MemberFact, MemberRole, StructDesc, StructIndex, TypeFact, TypeShape,
};

/// A directory for one test's files.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("breadth-{name}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory for built files");
    directory
}

/// Writes files and runs commands among them; `Err` says which is not here.
fn build(directory: &Path, files: &[(&str, &str)], commands: &[&str]) -> Result<(), String> {
    for (name, text) in files {
        std::fs::write(directory.join(name), text).expect("a source file");
    }
    for command in commands {
        let mut words = command.split_whitespace();
        let program = words.next().expect("a program");
        judges::run(Command::new(program).args(words).current_dir(directory))?;
    }
    Ok(())
}

fn opened(path: &Path) -> (Dwarf, StructIndex) {
    let mut dwarf = support::dwarf(path).expect("a file with DWARF");
    let _ = dwarf.index(&mut |_, _| {});
    let index = dwarf.summaries();
    (dwarf, index)
}

fn rows(index: &StructIndex, name: &str) -> Vec<u32> {
    let named = index.names.lines().enumerate().filter(|(_, row)| *row == name);
    named.map(|(row, _)| row as u32).collect()
}

fn describe(dwarf: &Dwarf, index: &StructIndex, name: &str) -> StructDesc {
    let row = *rows(index, name).first().unwrap_or_else(|| panic!("{name} in {}", index.names));
    dwarf.describe(row).expect("a description")
}

fn root(desc: &StructDesc) -> (&TypeFact, &[MemberFact]) {
    let fact = &desc.types[desc.root as usize];
    match &fact.shape {
        TypeShape::Aggregate { members, .. } => (fact, members),
        other => panic!("a struct, not {other:?}"),
    }
}

fn type_of<'a>(desc: &'a StructDesc, member: &MemberFact) -> &'a TypeFact {
    &desc.types[member.type_index as usize]
}

#[test]
fn a_name_has_a_row_for_each_of_its_layouts() {
    let directory = directory("layouts");
    let files = [
        // `twice` is the same in both; `other` and `types` have the same size and offsets in both.
        ("a.c", "struct twice { int i; }; struct other { int a; int b; }; struct types { short s; long l; };
                 struct twice t; struct other o; struct types y;"),
        ("b.c", "struct twice { int i; }; struct other { int b; int a; }; struct types { char s; long l; };
                 struct twice u; struct other p; struct types z; int main(void) { return 0; }"),
    ];
    if let Err(reason) = build(&directory, &files, &["gcc -g -o out a.c b.c"]) {
        judges::skip!(reason);
    }
    let (dwarf, index) = opened(&directory.join("out"));
    assert_eq!(rows(&index, "twice").len(), 1);
    for (name, members) in [("other", ["a", "b"]), ("types", ["s", "s"])] {
        let of_name = rows(&index, name);
        assert_eq!(of_name.len(), 2, "{name}");
        let variants: Vec<u16> = of_name.iter().map(|&row| index.variants[row as usize]).collect();
        assert_eq!(variants, [1, 2]);
        for (row, first) in of_name.iter().zip(members) {
            let desc = dwarf.describe(*row).expect("a description");
            assert_eq!(root(&desc).1[0].name.as_deref(), Some(first));
        }
    }
}

#[test]
fn a_declared_member_takes_its_one_definition() {
    let directory = directory("declared");
    // clang leaves a class out where its constructor is defined elsewhere.
    let header = "namespace far { struct Homed { Homed(); long l; char c; }; }
                  struct Holder { char c; far::Homed h; int after; };";
    let files = [
        ("h.h", header),
        ("a.cpp", "#include \"h.h\"\nHolder *holder; long f(Holder *x) { return x->h.l; }"),
        ("b.cpp", "#include \"h.h\"\nfar::Homed::Homed() { l = 0; }"),
    ];
    if let Err(reason) =
        build(&directory, &files, &["clang++ -g -c a.cpp b.cpp", "ld -r -o both.o a.o b.o"])
    {
        judges::skip!(reason);
    }
    let (dwarf, index) = opened(&directory.join("both.o"));
    let desc = describe(&dwarf, &index, "Holder");
    let (_, members) = root(&desc);
    assert_eq!(type_of(&desc, &members[1]).name, "far::Homed");
    assert_eq!(members[1].size_bits, Some(128.0));
    assert_eq!(desc.diagnostics.len(), 1, "it is said that another unit has it");

    let (dwarf, index) = opened(&directory.join("a.o"));
    let desc = describe(&dwarf, &index, "Holder");
    let (_, members) = root(&desc);
    assert_eq!(members[1].size_bits, None, "unknown, not zero");
    assert!(matches!(type_of(&desc, &members[1]).shape, TypeShape::Declared { .. }));
}

#[test]
fn a_supplementary_file_is_asked_for_by_name() {
    let directory = directory("dwz");
    // dwz moves what is shared only where that is smaller.
    let mut shared =
        "struct holds_common { char c; struct common_0 *in; struct common_7 *other; } a;\n"
            .to_owned();
    for number in 0..60 {
        shared += &format!(
            "struct common_{number} {{ int number_of_things; char letter; long more; }} v{number};\n"
        );
    }
    let user = "#include \"h.h\"\nint main(void) { return 0; }\n";
    let files = [("h.h", shared.as_str()), ("a.c", user), ("b.c", user)];
    let commands = ["gcc -g -o a a.c", "gcc -g -o b b.c", "dwz -m common.debug a b"];
    if let Err(reason) = build(&directory, &files, &commands) {
        judges::skip!(reason);
    }
    let (_, index) = opened(&directory.join("a"));
    assert!(rows(&index, "common_0").is_empty());
    assert!(
        index.diagnostics.iter().any(|one| one.text.contains("common.debug")),
        "not said: {:?}",
        index.diagnostics
    );
    let (dwarf, index) = opened(&directory.join("common.debug"));
    for name in ["common_0", "common_59", "holds_common"] {
        let desc = describe(&dwarf, &index, name);
        assert!(root(&desc).0.size_bytes.is_some());
    }
}

#[test]
fn partial_units_are_followed() {
    let directory = directory("partial");
    let shared =
        "struct everywhere { int number_of_things; char letter_of_thing; long more_of_it; };
                  typedef struct { int first_of_unnamed; long second_of_unnamed; } named_by_typedef;
                  struct holds { char c; struct everywhere in; named_by_typedef n[2]; };";
    let files = [
        ("h.h", shared),
        ("a.c", "#include \"h.h\"\nstruct holds a; int main(void) { return 0; }"),
        ("b.c", "#include \"h.h\"\nstruct holds b;"),
        ("c.c", "#include \"h.h\"\nstruct holds c; struct own { struct everywhere e; } o;"),
    ];
    if let Err(reason) = build(&directory, &files, &["gcc -g -o out a.c b.c c.c", "dwz out"]) {
        judges::skip!(reason);
    }
    let (dwarf, index) = opened(&directory.join("out"));
    assert!(index.diagnostics.is_empty(), "{:?}", index.diagnostics);
    for (name, offsets) in [
        ("everywhere", &[0.0, 32.0, 64.0][..]),
        ("named_by_typedef", &[0.0, 64.0]),
        ("holds", &[0.0, 64.0, 192.0]),
        ("own", &[0.0]),
    ] {
        assert_eq!(rows(&index, name).len(), 1, "{name}");
        let desc = describe(&dwarf, &index, name);
        let stated: Vec<f64> = root(&desc).1.iter().map(|member| member.offset_bits).collect();
        assert_eq!(stated, offsets, "{name}");
        assert_eq!(dwarf.find(&desc.key), Some(rows(&index, name)[0]));
    }
    let desc = describe(&dwarf, &index, "holds");
    assert_eq!(type_of(&desc, &root(&desc).1[2]).name, "named_by_typedef[2]");
}

#[test]
fn big_endian_bit_fields_count_from_the_top() {
    let directory = directory("big-endian");
    // Each object has one bit-field all ones; its bytes in `.data` are the truth.
    let source = "struct bits { unsigned a : 3; unsigned b : 9; char c; unsigned long long d : 40; short e : 5; };
                  struct bits set_a = { .a = 7 }, set_b = { .b = 511 }, set_d = { .d = 0xffffffffffULL }, set_e = { .e = -1 };";
    for version in [2, 4, 5] {
        let compile = format!("s390x-linux-gnu-gcc -gdwarf-{version} -c -o bits{version}.o bits.c");
        let dump =
            format!("s390x-linux-gnu-objcopy -O binary --only-section=.data bits{version}.o data");
        if let Err(reason) = build(&directory, &[("bits.c", source)], &[&compile, &dump]) {
            judges::skip!(reason);
        }
        let (dwarf, index) = opened(&directory.join(format!("bits{version}.o")));
        let desc = describe(&dwarf, &index, "bits");
        assert!(desc.target.big_endian);
        let (fact, members) = root(&desc);
        let size = fact.size_bytes.expect("a size") as usize;
        let data = std::fs::read(directory.join("data")).expect("the data");
        for (object, name) in data.chunks(size).zip(["a", "b", "d", "e"]) {
            let set: Vec<usize> =
                (0..size * 8).filter(|bit| object[bit / 8] << (bit % 8) & 0x80 != 0).collect();
            let member = members.iter().find(|member| member.name.as_deref() == Some(name));
            let member = member.expect("the bit-field");
            assert_eq!(member.offset_bits as usize, set[0], "{name}, DWARF {version}");
            assert_eq!(member.size_bits, Some(set.len() as f64), "{name}, DWARF {version}");
        }
    }
}

#[test]
fn places_alignments_and_names_are_as_written() {
    let directory = directory("stated");
    std::fs::create_dir_all(directory.join("include")).expect("a folder");
    let header = "struct later;
struct stated {
	int first;
	char own_line __attribute__((aligned(64)));
	const char *const *names[4][2];
	int (*callback)(struct later *, const char *, ...);
	volatile unsigned long flags;
} __attribute__((aligned(128)));
";
    let files = [("include/h.h", header), ("a.c", "#include \"h.h\"\nstruct stated s;")];
    if let Err(reason) = build(&directory, &files, &["gcc -gdwarf-5 -Iinclude -c a.c"]) {
        judges::skip!(reason);
    }
    let (dwarf, index) = opened(&directory.join("a.o"));
    let desc = describe(&dwarf, &index, "stated");
    let (fact, members) = root(&desc);
    let declared = fact.declared.as_ref().expect("a place");
    assert_eq!((declared.file.as_str(), declared.line, declared.column), ("include/h.h", 2, 8));
    let declared = members[1].declared.as_ref().expect("a place");
    assert_eq!((declared.file.as_str(), declared.line, declared.column), ("include/h.h", 4, 7));
    let align = members[1].align.expect("an alignment");
    assert_eq!((align.bytes, align.from), (64, AlignmentSource::Stated));
    let TypeShape::Aggregate { forced_align: Some(forced), .. } = &fact.shape else {
        panic!("an alignment of the struct: {:?}", fact.shape);
    };
    assert_eq!((forced.bytes, forced.from), (128, AlignmentSource::Stated));
    let names: Vec<&str> =
        members.iter().map(|member| type_of(&desc, member).name.as_str()).collect();
    assert_eq!(
        names,
        [
            "int",
            "char",
            "const char *const *[4][2]",
            "int (*)(struct later *, const char *, ...)",
            "volatile long unsigned int",
        ]
    );
}

#[test]
fn virtual_bases_are_said_to_have_no_place() {
    let directory = directory("virtual");
    let source = "struct Base { long l; }; struct Shape { virtual ~Shape() {} int a; };
                  struct Virtual : virtual Base { int own; }; struct Derived : Base { char c; };
                  Virtual v; Derived d; Shape s;";
    if let Err(reason) = build(&directory, &[("a.cpp", source)], &["g++ -g -c a.cpp"]) {
        judges::skip!(reason);
    }
    let (dwarf, index) = opened(&directory.join("a.o"));
    let desc = describe(&dwarf, &index, "Virtual");
    let (fact, members) = root(&desc);
    assert!(matches!(&fact.shape, TypeShape::Aggregate { read_only: Some(_), .. }));
    assert!(members.iter().all(|member| member.role != MemberRole::Base));
    assert!(desc.diagnostics.iter().any(|one| one.text.contains("virtual")));
    let desc = describe(&dwarf, &index, "Derived");
    let (fact, members) = root(&desc);
    assert!(matches!(&fact.shape, TypeShape::Aggregate { read_only: Some(_), .. }));
    assert_eq!((members[0].role, members[0].name.as_deref()), (MemberRole::Base, Some("Base")));
    let desc = describe(&dwarf, &index, "Shape");
    assert_eq!(root(&desc).1[0].role, MemberRole::Vtable);
}

#[test]
fn the_language_of_the_unit_that_declares_it_is_told() {
    let directory = directory("language");
    let source = "struct plain { int a; char b; }; struct plain p;";
    let compilers = ["g++ -g -c a.cpp -o x.o", "gcc -g -c a.c -o y.o"];
    if let Err(reason) = build(&directory, &[("a.cpp", source), ("a.c", source)], &compilers) {
        judges::skip!(reason);
    }
    for (object, language) in [("x.o", Some(true)), ("y.o", None)] {
        let (dwarf, index) = opened(&directory.join(object));
        assert_eq!(describe(&dwarf, &index, "plain").cplusplus, language, "{object}");
    }
}

fn why_read_only(fact: &TypeFact) -> &str {
    match &fact.shape {
        TypeShape::Aggregate { read_only: Some(why), .. } => why,
        shape => panic!("{shape:?} is not read-only"),
    }
}

#[test]
fn rust_types_are_shown_for_reading() {
    let directory = directory("rust");
    let source = "#![crate_type = \"lib\"]
        pub mod inner { #[repr(C)] pub struct Kept { pub a: u8, pub b: u64, pub c: u16 } pub struct Plain { pub a: u8, pub b: u64, pub c: u16 } pub enum Choice { One(u32), Two { x: u64, y: u8 }, None } }
        #[no_mangle] pub fn keep(k: &inner::Kept, p: &inner::Plain, c: &inner::Choice) -> u64 { k.b + match c { inner::Choice::Two { x, .. } => *x + p.b, _ => 0 } }";
    if let Err(reason) =
        build(&directory, &[("lib.rs", source)], &["rustc -g --emit=obj -o lib.o lib.rs"])
    {
        judges::skip!(reason);
    }
    let (dwarf, index) = opened(&directory.join("lib.o"));
    let desc = describe(&dwarf, &index, "lib::inner::Plain");
    let (fact, members) = root(&desc);
    assert!(why_read_only(fact).starts_with("Rust chose the order of its fields"));
    let kept = describe(&dwarf, &index, "lib::inner::Kept");
    assert!(
        why_read_only(root(&kept).0)
            .starts_with("Its fields lie in the order in which they are declared")
    );
    // Sizes and offsets of u64, u16, u8 whatever order rustc chose: none overlap, all fit.
    let mut bytes: Vec<(u64, u64)> = members
        .iter()
        .map(|member| (member.offset_bits as u64 / 8, member.size_bits.expect("a size") as u64 / 8))
        .collect();
    bytes.sort_unstable();
    assert_eq!(bytes.iter().map(|(_, size)| size).sum::<u64>(), 11);
    assert!(bytes.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
    // The list counts what lies between them, though rustc states them as they are declared: 16 bytes have 11 in fields.
    let row = index.names.lines().position(|name| name == "lib::inner::Plain").expect("listed");
    assert_eq!(index.hole_bytes[row] + index.padding_bytes[row], 5);
    let desc = describe(&dwarf, &index, "lib::inner::Choice");
    let variants = root(&desc).1.iter().filter(|member| member.role == MemberRole::Variant).count();
    assert!(variants >= 3, "{:?}", root(&desc).1);
}

#[test]
fn a_package_of_split_files_is_read() {
    let directory = directory("dwp");
    let files = [
        ("a.c", "struct in_a { char c; long l; } a; int main(void) { return a.c; }"),
        ("b.c", "struct in_b { short s[3]; int i; } b;"),
    ];
    for (version, tool) in [(4, "dwp"), (5, "llvm-dwp")] {
        let compile = format!("gcc -gdwarf-{version} -gsplit-dwarf -c a.c b.c");
        let pack = format!("{tool} -o out.dwp a.dwo b.dwo");
        if let Err(reason) = build(&directory, &files, &[&compile, &pack]) {
            judges::skip_part!(format!("DWARF {version}"), reason);
            continue;
        }
        let (dwarf, index) = opened(&directory.join("out.dwp"));
        assert!(index.diagnostics.is_empty(), "DWARF {version}: {:?}", index.diagnostics);
        for (name, offset) in [("in_a", 64.0), ("in_b", 64.0)] {
            let desc = describe(&dwarf, &index, name);
            assert_eq!(root(&desc).1[1].offset_bits, offset, "{name}, DWARF {version}");
        }
    }
}
