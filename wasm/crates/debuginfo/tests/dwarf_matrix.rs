//! One source of every shape, compiled in every way that this machine can: what is described must
//! equal what the compiled program says of itself, or a diagnostic must name what is missing.

// A helper of a test may fail the test.
#![allow(clippy::panic)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use facts::key::members_hash;
use facts::{MemberRole, StructDesc, StructIndex, TypeShape};

/// How a cell of the matrix is built.
struct Way {
    name: &'static str,
    flags: &'static [&'static str],
    /// Run on the result: program and arguments before the file.
    then: &'static [&'static str],
}

const WAYS: &[Way] = &[
    Way { name: "plain", flags: &[], then: &[] },
    Way { name: "optimised", flags: &["-O2"], then: &[] },
    Way { name: "type units", flags: &["-fdebug-types-section"], then: &[] },
    Way { name: "split", flags: &["-gsplit-dwarf"], then: &[] },
    Way { name: "split type units", flags: &["-gsplit-dwarf", "-fdebug-types-section"], then: &[] },
    Way { name: "zlib", flags: &["-gz=zlib"], then: &[] },
    Way { name: "old zlib", flags: &["-gz=zlib-gnu"], then: &[] },
    Way { name: "zstd", flags: &[], then: &["objcopy", "--compress-debug-sections=zstd"] },
    Way { name: "dwz", flags: &[], then: &["dwz"] },
    Way { name: "relocatable", flags: &["-c"], then: &[] },
    Way { name: "relocatable type units", flags: &["-c", "-fdebug-types-section"], then: &[] },
    Way { name: "64-bit", flags: &["-gdwarf64"], then: &[] },
    Way { name: "64-bit type units", flags: &["-gdwarf64", "-fdebug-types-section"], then: &[] },
    Way { name: "64-bit split", flags: &["-gdwarf64", "-gsplit-dwarf"], then: &[] },
];

/// What the compiled program prints of itself.
#[derive(Default)]
struct Truth {
    sizes: BTreeMap<String, u64>,
    /// Struct, path, offset, size; both in bits.
    members: Vec<(String, String, u64, u64)>,
}

/// Minutes of compiling: they run apart from the other tests (`npm test compilers`).
mod judged {
    use super::run_matrix;

    #[test]
    fn c_is_described_as_gcc_lays_it_out() {
        run_matrix("gcc", "shapes.c", &["-std=gnu11"]);
    }

    #[test]
    fn c_is_described_as_clang_lays_it_out() {
        run_matrix("clang", "shapes.c", &["-std=gnu11", "-fstandalone-debug"]);
    }

    #[test]
    fn cpp_is_described_as_gcc_lays_it_out() {
        run_matrix("g++", "shapes.cpp", &["-std=c++17"]);
    }

    #[test]
    fn cpp_is_described_as_clang_lays_it_out() {
        run_matrix("clang++", "shapes.cpp", &["-std=c++17", "-fstandalone-debug"]);
    }
}

fn run_matrix(compiler: &str, source: &str, flags: &[&str]) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("matrix-{compiler}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory for built files");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dwarf").join(source);
    let truth = match truth_of(compiler, &source, flags, &directory) {
        Ok(truth) => truth,
        Err(reason) => judges::skip!(reason),
    };
    assert!(truth.members.len() > 40, "the program printed {} members", truth.members.len());
    let mut failures = Vec::new();
    let mut checked = 0;
    for version in 2..=5 {
        for way in WAYS {
            let cell = format!("{compiler} -gdwarf-{version}, {}", way.name);
            match build(compiler, &source, flags, version, way, &directory) {
                Err(reason) => judges::skip_part!(cell, reason),
                Ok(file) => {
                    checked += 1;
                    let wrong = check_cell(&file, way, &truth);
                    println!("{cell}: {} differences", wrong.len());
                    failures.extend(wrong.into_iter().map(|one| format!("{cell}: {one}")));
                }
            }
        }
    }
    assert!(checked >= 20, "only {checked} cells could be built");
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
}

fn truth_of(
    compiler: &str,
    source: &Path,
    flags: &[&str],
    directory: &Path,
) -> Result<Truth, String> {
    let program = directory.join("truth");
    let mut command = Command::new(compiler);
    judges::run(command.args(flags).args(["-w", "-O0", "-o"]).arg(&program).arg(source))?;
    let output = Command::new(&program).output().expect("the program that prints the truth");
    let mut truth = Truth::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["struct", name, size] => {
                truth.sizes.insert(normal(name), size.parse().expect("a size"));
            }
            ["member", name, path, offset, size] => truth.members.push((
                normal(name),
                path.to_owned(),
                offset.parse().expect("an offset"),
                size.parse().expect("a size"),
            )),
            _ => panic!("what is this line of the truth: {line}"),
        }
    }
    Ok(truth)
}

/// Compilers space template arguments differently.
fn normal(name: &str) -> String {
    name.replace([' ', '_'], "").replace("shortint", "short")
}

fn build(
    compiler: &str,
    source: &Path,
    flags: &[&str],
    version: u32,
    way: &Way,
    directory: &Path,
) -> Result<PathBuf, String> {
    let cell = directory.join(format!("{version}-{}", way.name.replace(' ', "-")));
    std::fs::create_dir_all(&cell).map_err(|error| error.to_string())?;
    let mut command = Command::new(compiler);
    command.current_dir(&cell).args(flags).args(["-w", &format!("-gdwarf-{version}")]);
    judges::run_if_able(command.args(way.flags).args(["-o", "out"]).arg(source))?;
    if let [program, arguments @ ..] = way.then {
        let mut command = Command::new(program);
        judges::run_if_able(command.current_dir(&cell).args(arguments).arg("out"))?;
    }
    Ok(cell.join("out"))
}

fn check_cell(file: &Path, way: &Way, truth: &Truth) -> Vec<String> {
    if !way.name.contains("split") {
        return match support::dwarf(file) {
            Ok(dwarf) => check_dwarf(dwarf, truth),
            Err(error) => vec![error],
        };
    }
    check_split(file, truth).unwrap_or_else(|error| vec![error])
}

/// The `.dwo` alone, the program alone, and the program with its `.dwo` and with packages of it.
fn check_split(file: &Path, truth: &Truth) -> Result<Vec<String>, String> {
    let directory = file.parent().expect("the cell's directory");
    let dwo = std::fs::read_dir(directory)
        .expect("the cell's directory")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "dwo"))
        .ok_or("no .dwo was written")?;
    let name = dwo.file_name().expect("a name").to_string_lossy().into_owned();
    let mut wrong = check_dwarf(support::dwarf(&dwo)?, truth);

    let mut alone = support::dwarf(file)?;
    let index = alone.index(&mut |_, _| {});
    let names_it = |one: &facts::Diagnostic| one.text.contains(&name) && one.count == 1;
    if !index.diagnostics.iter().any(names_it) {
        wrong.push(format!("no diagnostic names {name}: {:?}", index.diagnostics));
    }
    if !index.split_files.iter().any(|file| file.name.ends_with(&name)) {
        wrong.push(format!("{name} is not asked for: {:?}", index.split_files));
    }

    let mut companions = vec![(dwo.clone(), name.clone())];
    let cell = directory.file_name().expect("a name").to_string_lossy();
    for packager in ["dwp", "llvm-dwp"] {
        // GNU's (2.40) writes packages of DWARF 5 without entries, LLVM's (14) never ends on 64-bit DWARF.
        let works =
            if packager == "dwp" { !cell.starts_with('5') } else { !cell.contains("64-bit") };
        if !works {
            continue;
        }
        let package = directory.join(format!("{packager}.dwp"));
        let mut command = Command::new(packager);
        command.current_dir(directory).arg(&dwo).arg("-o").arg(&package);
        match judges::run_if_able(&mut command) {
            Ok(_) => companions.push((package, format!("by {packager}"))),
            Err(reason) => judges::skip_part!(cell, reason),
        }
    }
    for (companion, label) in companions {
        let mut dwarf = support::dwarf(file)?;
        let _ = dwarf.index(&mut |_, _| {});
        match dwarf.give_split(support::sections(&companion)?, &label) {
            Ok(true) => {}
            other => wrong.push(format!("{label} is not taken: {other:?}")),
        }
        wrong.extend(check_dwarf(dwarf, truth).into_iter().map(|one| format!("{label}: {one}")));
    }
    Ok(wrong)
}

fn check_dwarf(mut dwarf: Dwarf, truth: &Truth) -> Vec<String> {
    let first = dwarf.index(&mut |_, _| {});
    let index = dwarf.summaries();
    let mut wrong = Vec::new();
    if first.kinds.len() > index.kinds.len() {
        wrong.push("the second stage lost rows".to_owned());
    }
    for diagnostic in &index.diagnostics {
        wrong.push(format!("{} {}", diagnostic.location, diagnostic.text));
    }
    check_keys(&dwarf, &index, &mut wrong);
    let row_of = |name: &str| index.names.lines().position(|row| normal(row) == name);
    for (name, &size) in &truth.sizes {
        match row_of(name) {
            None => wrong.push(format!("{name} is not in the list")),
            Some(row) if index.sizes_bytes[row] != size as f64 => {
                wrong.push(format!("{name} has {} bytes, not {size}", index.sizes_bytes[row]));
            }
            Some(_) => {}
        }
    }
    for (name, path, offset, size) in &truth.members {
        let Some(row) = row_of(name) else {
            continue;
        };
        let desc = match dwarf.describe(row as u32) {
            Ok(desc) => desc,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        let found = find_member(&desc, path);
        if found != Some((*offset, Some(*size))) {
            wrong.push(format!("{name}.{path} is at {found:?}, not at {offset} of {size} bits"));
        }
    }
    wrong
}

/// The list and the description must count members alike, or an open struct would be lost.
fn check_keys(dwarf: &Dwarf, index: &StructIndex, wrong: &mut Vec<String>) {
    for (row, name) in index.names.lines().enumerate() {
        match dwarf.describe(row as u32) {
            Ok(desc) if dwarf.find(&desc.key) == Some(row as u32) => {
                if !desc.key.ends_with(&format!(":{:016x}", hash_of(&desc))) {
                    wrong.push(format!("{name}: {} is not the key of what is described", desc.key));
                }
            }
            Ok(desc) => wrong.push(format!("{name}: {} is no key of the list", desc.key)),
            Err(error) => wrong.push(error.to_string()),
        }
    }
}

fn hash_of(desc: &StructDesc) -> u64 {
    match &desc.types[desc.root as usize].shape {
        TypeShape::Aggregate { members, .. } => members_hash(&desc.types, members),
        other => unreachable!("{other:?}"),
    }
}

/// Offset and size in bits of the member at a path; unnamed aggregates are passed through.
fn find_member(desc: &StructDesc, path: &str) -> Option<(u64, Option<u64>)> {
    let mut container = desc.root;
    let mut base = 0;
    let mut size = None;
    for name in path.split('.') {
        let (type_index, offset, bits) = find_in(desc, container, name)?;
        container = type_index;
        base += offset;
        size = bits;
    }
    Some((base, size))
}

fn find_in(desc: &StructDesc, container: u32, name: &str) -> Option<(u32, u64, Option<u64>)> {
    let TypeShape::Aggregate { members, .. } = &desc.types[container as usize].shape else {
        return None;
    };
    for member in members {
        let offset = member.offset_bits as u64;
        let is_named = match &member.name {
            Some(own) => own == name,
            None => false,
        };
        if is_named || (name == "<vtable>" && member.role == MemberRole::Vtable) {
            return Some((member.type_index, offset, member.size_bits.map(|bits| bits as u64)));
        }
        if member.name.is_none()
            && let Some((at, inner, bits)) = find_in(desc, member.type_index, name)
        {
            return Some((at, offset + inner, bits));
        }
    }
    None
}
