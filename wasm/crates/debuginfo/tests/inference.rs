//! What is inferred from BTF of C that gcc compiled. The compiler decides the offsets; the test
//! says which marks a person would find in the source, as far as the offsets prove them.

// A test that fails panics.
#![allow(clippy::panic)]

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use facts::{AlignmentSource, MemberRole, StructDesc, TypeShape};

/// Compiles `struct s` and writes down its marks, one a line: `packed`, `aligned 64`,
/// `x: aligned 8`, `x: packed`, `bits 4 at 12`, or `read-only: …`. The first line has the alignment.
fn check(source: &str, expected: &str) {
    let desc = describe(source, "s");
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    assert_eq!(lines(&marks(&desc)), lines(expected), "{source}");
}

fn describe(source: &str, name: &str) -> StructDesc {
    let mut btf = compile(source);
    let index = btf.index(&mut |_, _| {});
    let row = index.names.split('\n').position(|listed| listed == name).expect("the struct");
    btf.describe(row as u32).expect("a description")
}

fn compile(source: &str) -> Btf {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let stem = folder.join(format!("inference-{:016x}", hasher.finish()));
    let (c_file, object) = (stem.with_extension("c"), stem.with_extension("o"));
    std::fs::write(&c_file, format!("{source}\nstruct s instance;\n")).expect("a writable folder");
    let mut command = Command::new("gcc");
    judges::run(command.args(["-gbtf", "-w", "-c", "-o"]).args([&object, &c_file])).expect("gcc");
    let bytes = std::fs::read(object).expect("the object");
    let opened = container::identify(Rc::new(container::MemorySource::new(bytes))).expect("ELF");
    let section = opened.find(".BTF").expect("gcc 12 or later writes BTF");
    let section = opened.read_section(section).expect("the section");
    Btf::parse(section, opened.target().clone()).expect("BTF")
}

fn marks(desc: &StructDesc) -> String {
    let root = &desc.types[desc.root as usize];
    let TypeShape::Aggregate { members, packed, forced_align, read_only, .. } = &root.shape else {
        panic!("not a struct");
    };
    let mut text = format!("align {}\n", root.align.bytes);
    if let Some(reason) = read_only {
        let _ = writeln!(text, "read-only: {reason}");
    }
    if *packed {
        text.push_str("packed\n");
    }
    if let Some(align) = forced_align {
        assert_eq!(align.from, AlignmentSource::Inferred);
        let _ = writeln!(text, "aligned {}", align.bytes);
    }
    for member in members {
        let name = member.name.as_deref().unwrap_or("(anonymous)");
        if member.role == MemberRole::InferredBits {
            let width = member.bit_field.map_or(0, |bits| bits.width_bits);
            let _ = writeln!(text, "bits {width} at {}", member.offset_bits);
        }
        if member.packed {
            let _ = writeln!(text, "{name}: packed");
        }
        if let Some(align) = member.align {
            assert_eq!(align.from, AlignmentSource::Inferred);
            let _ = writeln!(text, "{name}: aligned {}", align.bytes);
        }
    }
    text
}

#[test]
fn natural_layouts_need_no_mark() {
    judges::needs!("gcc");
    check("struct s { char a; long b; short c; };", "align 8");
    check("struct s { int a:3; int b:30; char c; long long d:40; };", "align 8");
    check("struct s { long double a; char b; __int128 c; };", "align 16");
    check("struct s { char n; struct { short x; char y; } in[3]; int z[]; };", "align 4");
    check("struct s { union { char a[5]; int b; } u; char c; };", "align 4");
    check("struct s { int n; struct {} empty; char x[0]; };", "align 4");
    check("struct s { void (*call)(int); enum { A, B } e; _Bool f; };", "align 8");
    check("struct s {};", "align 1");
}

#[test]
fn a_hole_before_a_member_is_the_members_alignment() {
    judges::needs!("gcc");
    check(
        "struct s { char a; int b __attribute__((aligned(8))); };",
        "align 8
         b: aligned 8",
    );
    // Two lines, and the size follows from the member: no second mark.
    check(
        "struct s { long a; long b __attribute__((aligned(64))); char c; };",
        "align 64
         b: aligned 64",
    );
    // From byte 40, 64 is the next boundary of 32 as well; the size of 128 needs 64 and so tells.
    check(
        "struct s { long a[5]; long b __attribute__((aligned(64))); long c[3]; };",
        "align 64
         b: aligned 64",
    );
    // The size of 96 disproves 64.
    check(
        "struct s { long a[5]; long b __attribute__((aligned(32))); };",
        "align 32
         b: aligned 32",
    );
}

#[test]
fn a_size_beyond_the_members_is_the_structs_alignment() {
    judges::needs!("gcc");
    check(
        "struct s { char a[136]; } __attribute__((aligned(64)));",
        "align 64
         aligned 64",
    );
    check(
        "union u { char a; } __attribute__((aligned(4))); struct s { char x; union u y; };",
        "align 4",
    );
}

#[test]
fn where_it_is_embedded_an_alignment_is_disproved() {
    judges::needs!("gcc");
    // 96 bytes at byte 32: `in` alone could be aligned to 32; as it lies there it cannot be to 64.
    check(
        "struct in { char a[70]; int b __attribute__((aligned(32))); };
         struct s { char a[32]; struct in in; };",
        "align 32",
    );
}

#[test]
fn packed_is_said_with_the_fewest_marks() {
    judges::needs!("gcc");
    check(
        "struct s { char a; int b; char c; long d; } __attribute__((packed));",
        "align 1\npacked",
    );
    check("struct s { char a; int b; } __attribute__((packed));", "align 1\npacked");
    // One member packed among many that lie naturally and give the size its tail.
    check(
        "struct s { long a; char b; int c __attribute__((packed)); };",
        "align 8
         c: packed",
    );
    // A packed struct within one that is not, and the reverse.
    check(
        "struct in { char a; int b; } __attribute__((packed)); struct s { struct in x; long y; };",
        "align 8",
    );
    check(
        "struct in { char a; long b; }; struct s { char x; struct in y; } __attribute__((packed));",
        "align 1
         packed",
    );
    check(
        "struct s { char a; int b; } __attribute__((packed, aligned(16)));",
        "align 16
         packed
         aligned 16",
    );
}

#[test]
fn unnamed_bit_fields_are_found() {
    judges::needs!("gcc");
    check(
        "struct s { unsigned a:3; unsigned :0; unsigned b:5; };",
        "align 4
         bits 0 at 3",
    );
    check(
        "struct s { unsigned a:3; unsigned :4; unsigned b:5; };",
        "align 4
         bits 4 at 3",
    );
    check(
        "struct s { unsigned a:4; unsigned :0; unsigned char b; };",
        "align 4
         bits 0 at 4",
    );
    check(
        "struct s { unsigned char a; unsigned char :8; unsigned char b; };",
        "align 1
         bits 8 at 8",
    );
    check(
        "struct s { int a; int :32; int :32; };",
        "align 4
         bits 32 at 32
         bits 32 at 64",
    );
}

#[test]
fn packed_bit_fields_are_tight() {
    judges::needs!("gcc");
    check(
        "struct s { unsigned a:30; unsigned b:30; unsigned c:4; } __attribute__((packed));",
        "align 1
         packed",
    );
}

#[test]
fn all_places_of_a_type_together_tell_its_own_alignment() {
    judges::needs!("gcc");
    let held = "struct held { long a[16]; } __attribute__((aligned(64)));
         struct first { int n; struct held h; };";
    // In `s` alone it might as well lie by chance: no gap is before it.
    check(
        &format!(
            "{held} struct second {{ long m; struct held h; }}; struct first f; struct second g;
         struct s {{ long a[8]; struct held h; }};"
        ),
        "align 64",
    );
    // A place that it could not have with an alignment of its own: then it is the member's, elsewhere.
    check(
        "struct held { long a[16]; };
         struct first { int n; struct held h __attribute__((aligned(64))); };
         struct second { long m; struct held h; }; struct first f; struct second g;
         struct s { long a[8]; struct held h; };",
        "align 8",
    );
    // One place has nobody to agree with.
    check(
        &format!("{held} struct s {{ long a; struct held h; }};"),
        "align 64
         h: aligned 64",
    );
}

#[test]
fn types_of_the_kernel_are_known_by_name_where_no_offset_speaks_against_it() {
    judges::needs!("gcc");
    check(
        "struct sched_avg { long load[8]; }; struct s { struct sched_avg avg; long after[8]; };",
        "align 64",
    );
    check(
        "struct sched_avg { long load[8]; }; struct s { long n; struct sched_avg avg; };",
        "align 8",
    );
    check(
        "struct sched_avg { long load[7]; }; struct s { struct sched_avg avg; long n; };",
        "align 8",
    );
}
