//! What functions are handed and which structs hold which, from DWARF and BTF, against the compiler's
//! own offsets and `nm`.

#![allow(clippy::panic)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use debuginfo::TypeReader;
use debuginfo::btf::Btf;
use support::{dwarf, open};

/// Runs a program; `Err` says that it is not installed.
fn run(program: &str, arguments: &[&str], directory: &Path) -> Result<String, String> {
    let output = judges::run(Command::new(program).args(arguments).current_dir(directory))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn build() -> Result<PathBuf, String> {
    let directory = std::env::temp_dir().join(format!("hitmap-held-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for the build");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dwarf/held.c");
    let source = source.to_str().expect("a path");
    // Else the linker would put it into `.data`.
    let apart = "-Wl,--unique=.data..percpu";
    run("gcc", &["-g", "-w", "-O0", apart, "-o", "held", source], &directory)?;
    Ok(directory)
}

fn check(reader: &mut dyn TypeReader, truth: &str, per_cpu: &[(String, u64)], what: &str) {
    reader.index(&mut |_, _| {});
    let names = ["lock", "tree", "atom", "space"];
    let mut found: Vec<String> = reader
        .embeddings(&names)
        .iter()
        .map(|one| {
            let offsets: Vec<String> =
                one.offsets_bytes.iter().map(|offset| offset.to_string()).collect();
            let direct = one.outer != "node" || one.inner == "space";
            assert_eq!(one.direct, direct, "{one:?}");
            format!("{} {} {}", one.outer, one.inner, offsets.join(" "))
        })
        .collect();
    let mut expected: Vec<String> = truth.lines().map(str::to_owned).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{what}");

    let counts = reader.held_counts();
    let mut held: Vec<String> = (counts.names.lines().zip(&counts.counts))
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    held.sort();
    assert_eq!(held, ["atom 2", "lock 3", "space 1", "tree 2"], "{what}");

    let words: Vec<String> = reader
        .per_cpu(per_cpu)
        .iter()
        .map(|one| {
            format!("{} {} {} {}", one.name, one.size_bytes, one.variables.join(" "), one.count)
        })
        .collect();
    assert_eq!(words, ["atom 4 ticks 1", "space 72 area_b areas 2"], "{what}");

    let code = reader.code(&["take", "find", "taker_t*", "absent", "tak"], &["nodes", "counters"]);
    let mut prototypes: Vec<String> = code
        .prototypes
        .iter()
        .map(|prototype| {
            let parameters: Vec<String> = prototype
                .parameters
                .iter()
                .map(|of| {
                    let aggregate = of.aggregate.as_deref().unwrap_or("-");
                    format!("{} ({aggregate}, {})", of.name, of.pointers)
                })
                .collect();
            let returns = prototype.returns.as_ref().map_or("void", |of| &of.name);
            format!("{}: {} -> {returns}", prototype.query, parameters.join(", "))
        })
        .collect();
    prototypes.sort();
    assert_eq!(
        prototypes,
        [
            "find: unsigned int (-, 0) -> struct node *",
            "take: struct lock * (lock, 1), const atom * (atom, 1) -> int",
            "taker_t*: struct lock * (lock, 1) -> int",
        ],
        "{what}"
    );
}

#[test]
fn dwarf_and_btf_answer_as_the_compiler_does() {
    let directory = match build() {
        Ok(directory) => directory,
        Err(reason) => judges::skip!(reason),
    };
    let program = directory.join("held");
    let truth = run("./held", &[], &directory).expect("the program that prints the truth");
    let mut reader = dwarf(&program).expect("DWARF");
    let per_cpu = container::per_cpu_variables(&open(&program).expect("the program"));
    check(&mut reader, &truth, &per_cpu, "DWARF");
    let variables = reader.code(&[], &["nodes", "counters"]).variables;
    let mut words: Vec<String> = variables
        .iter()
        .map(|one| format!("{} {} {:?} {:?}", one.name, one.of.name, one.of.count, one.size_bytes))
        .collect();
    words.sort();
    // 80 bytes: a long and a space of 72.
    assert_eq!(
        words,
        [
            "counters long int[16] Some(16.0) Some(128.0)",
            "nodes struct node[4] Some(4.0) Some(320.0)"
        ]
    );

    match run("pahole", &["-J", "held"], &directory) {
        Ok(_) => {
            let opened = open(&program).expect("the program");
            let section = opened.find(".BTF").expect("BTF that pahole has put in");
            let bytes = opened.read_section(section).expect("the section");
            let mut btf = Btf::parse(bytes, opened.target().clone()).expect("BTF");
            check(&mut btf, &truth, &[], "BTF");
        }
        Err(reason) => judges::skip_part!("BTF", reason),
    }
    match run("nm", &["-S", "held"], &directory) {
        Ok(nm) => symbols_are_those_of_nm(&nm, &program),
        Err(reason) => judges::skip_part!("symbols", reason),
    }
    std::fs::remove_dir_all(&directory).expect("the directory");
}

fn symbols_are_those_of_nm(nm: &str, program: &Path) {
    let lines = container::symbol_lines(&open(program).expect("the program")).expect("symbols");
    for (name, letter) in [("take", 'T'), ("taker_two", 'T'), ("nodes", 'D'), ("counters", 'D')] {
        let said = nm
            .lines()
            .map(|line| line.split(' ').collect::<Vec<_>>())
            .find(|words| words.last() == Some(&name))
            .expect("nm knows it");
        let hex = |word: &str| u64::from_str_radix(word, 16).expect("hex");
        let expected = format!("{:x} {:x} {letter} {name}", hex(said[0]), hex(said[1]));
        assert!(lines.lines().any(|line| line == expected), "{expected}");
    }
}
