//! Reduced debug information: types of other headers are only declared. A member of such a type has no
//! size, and what lies behind it is not a hole; offsets and sizes that are stated stay exact.

mod support;

use std::path::Path;
use std::process::Command;

use debuginfo::TypeReader;
use facts::TypeShape;

const HEADER: &str = "
struct inner { long a; char b[24]; };
union choice { int i; double d; };
";

/// 7 bytes behind `c` are a hole whatever `inner` is; all else is full.
const SOURCE: &str = "
#include \"elsewhere.h\"
struct outer { char c; struct inner in; int after; int more; union choice u; long last; };
struct outer object;
int size = sizeof(struct outer);
";

/// The class is described where its constructor is, which is nowhere here.
const CPP_HEADER: &str = "
struct inner { long a; char b[24]; inner(); virtual ~inner(); };
union choice { int i; double d; };
";

struct Way {
    compiler: &'static str,
    source: &'static str,
    header: &'static str,
    flags: &'static [&'static str],
}

const WAYS: &[Way] = &[
    Way {
        compiler: "gcc",
        source: "main.c",
        header: HEADER,
        flags: &["-femit-struct-debug-baseonly"],
    },
    Way {
        compiler: "gcc",
        source: "main.c",
        header: HEADER,
        flags: &["-femit-struct-debug-reduced"],
    },
    Way { compiler: "clang", source: "main.c", header: HEADER, flags: &["-flimit-debug-info"] },
    Way {
        compiler: "clang++",
        source: "main.cpp",
        header: CPP_HEADER,
        flags: &["-flimit-debug-info"],
    },
    Way {
        compiler: "g++",
        source: "main.cpp",
        header: CPP_HEADER,
        flags: &["-femit-struct-debug-baseonly"],
    },
];

#[test]
fn what_is_only_declared_has_no_size_and_makes_no_hole() {
    let mut unknown = 0;
    for (number, way) in WAYS.iter().enumerate() {
        for version in 2..=5 {
            let directory =
                Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reduced-{number}-{version}"));
            std::fs::create_dir_all(&directory).expect("a directory");
            std::fs::write(directory.join("elsewhere.h"), way.header).expect("a header");
            std::fs::write(directory.join(way.source), SOURCE).expect("a source file");
            let mut command = Command::new(way.compiler);
            command.current_dir(&directory).args([
                "-c",
                &format!("-gdwarf-{version}"),
                "-o",
                "out.o",
            ]);
            if let Err(reason) = judges::run(command.args(way.flags).arg(way.source)) {
                judges::skip_part!(format!("{:?} -gdwarf-{version}", way.flags), reason);
                continue;
            }
            let has_vtable = way.header == CPP_HEADER;
            unknown += check(&directory.join("out.o"), if has_vtable { 8 } else { 0 });
        }
    }
    if unknown == 0 {
        judges::skip!("no compiler here reduces anything");
    }
}

/// Returns how many members had no size. `inner` is larger by `vtable` bytes than in C.
fn check(file: &Path, vtable: u64) -> u32 {
    let mut dwarf = support::dwarf(file).expect("DWARF");
    let _ = dwarf.index(&mut |_, _| {});
    let index = dwarf.summaries();
    let row = index.names.lines().position(|name| name == "outer").expect("outer");
    assert_eq!(index.sizes_bytes[row], (64 + vtable) as f64, "{file:?}");
    assert_eq!((index.hole_counts[row], index.hole_bytes[row]), (1, 7), "{file:?}");
    assert_eq!(index.padding_bytes[row], 0, "{file:?}");
    let desc = dwarf.describe(row as u32).expect("a description");
    assert_eq!(dwarf.find(&desc.key), Some(row as u32), "{file:?}");
    let TypeShape::Aggregate { members, .. } = &desc.types[desc.root as usize].shape else {
        unreachable!("outer is a struct");
    };
    let expected = [
        ("c", 0, 1),
        ("in", 8, 32 + vtable),
        ("after", 40 + vtable, 4),
        ("more", 44 + vtable, 4),
        ("u", 48 + vtable, 8),
        ("last", 56 + vtable, 8),
    ];
    let mut unknown = 0;
    assert_eq!(members.len(), expected.len(), "{file:?}");
    for (member, (name, offset, size)) in members.iter().zip(expected) {
        assert_eq!(member.name.as_deref(), Some(name), "{file:?}");
        assert_eq!(member.offset_bits, (offset * 8) as f64, "{file:?} {name}");
        match member.size_bits {
            Some(bits) => assert_eq!(bits, (size * 8) as f64, "{file:?} {name}"),
            None => {
                assert!(matches!(name, "in" | "u"), "{file:?} {name}");
                assert!(desc.types[member.type_index as usize].size_bytes.is_none(), "{file:?}");
                unknown += 1;
            }
        }
    }
    unknown
}
