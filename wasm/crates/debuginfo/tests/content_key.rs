//! The content key tells layouts apart that differ only in what an unnamed struct or union holds, and is the
//! same from DWARF, from BTF and from the facts themselves.

mod support;

use std::path::Path;
use std::process::Command;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use debuginfo::dwarf::Dwarf;
use facts::key::members_hash;
use facts::{StructDesc, TypeShape};

/// Three layouts of `struct s`, one for each unit: with `a` and `b` in either order in the innermost of its
/// unnamed aggregates, and once more as the first.
const UNITS: [(&str, &str); 3] =
    [("one", "int a; int b;"), ("two", "int b; int a;"), ("three", "int a; int b;")];

fn described(dwarf: &Dwarf, row: usize) -> StructDesc {
    dwarf.describe(row as u32).expect("a description")
}

fn hash_of(desc: &StructDesc) -> String {
    let TypeShape::Aggregate { members, .. } = &desc.types[desc.root as usize].shape else {
        unreachable!("{desc:?}")
    };
    format!(":{:016x}", members_hash(&desc.types, members))
}

#[test]
fn what_stands_in_an_unnamed_union_counts() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("content-key");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    let run = |program: &str, arguments: &[&str]| {
        judges::run(Command::new(program).args(arguments).current_dir(&directory))
    };
    for (name, inside) in UNITS {
        let text = format!(
            "struct s {{ long head; union {{ struct {{ {inside} }}; long both; }}; union {{ char c; }} named; }} {name};"
        );
        std::fs::write(directory.join(format!("{name}.c")), text).expect("a source");
        if let Err(reason) = run("gcc", &["-g", "-c", &format!("{name}.c")]) {
            judges::skip!(reason);
        }
    }
    run("gcc", &["-r", "one.o", "two.o", "three.o", "-o", "all.o"]).expect("gcc, as above");

    let mut dwarf = support::dwarf(&directory.join("all.o")).expect("DWARF");
    let _ = dwarf.index(&mut |_, _| {});
    let index = dwarf.summaries();
    assert_eq!(index.names, "s\ns");
    assert_eq!(index.variants, [1, 2]);
    let [first, second] = [described(&dwarf, 0), described(&dwarf, 1)];
    assert_ne!(first.key, second.key);
    for (row, desc) in [&first, &second].into_iter().enumerate() {
        assert_eq!(dwarf.find(&desc.key), Some(row as u32));
        assert!(desc.key.ends_with(&hash_of(desc)), "{}", desc.key);
    }

    match run("pahole", &["-J", "two.o"]) {
        Ok(_) => btf_has_the_key(&directory.join("two.o"), &second.key),
        Err(reason) => judges::skip_part!("BTF", reason),
    }
}

fn btf_has_the_key(object: &Path, key: &str) {
    let opened = support::open(object).expect("an object");
    let bytes = opened.read_section(opened.find(".BTF").expect("BTF")).expect("its bytes");
    let btf = Btf::parse(bytes, opened.target().clone()).expect("BTF");
    assert_eq!(btf.find(key), Some(0));
    assert_eq!(btf.describe(0).expect("a description").key, key);
}
