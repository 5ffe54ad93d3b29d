//! Split DWARF of several units: missing and named without the files, all there with them, and never those
//! of another build.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use debuginfo::dwarf::Dwarf;
use debuginfo::{NothingUsable, TypeReader};
use support::{dwarf, read, sections, structs};

const HEADER: &str = "
struct list { struct list *next, *prev; };
typedef struct { int counter; } count_t;
struct shared { struct list node; count_t count; char name[20]; };
";

/// The program `whole`, and `parts` of `one.dwo` and `two.dwo`, in a directory of the test's own.
fn build(test: &str, compiler: &str, version: u32) -> Result<PathBuf, String> {
    let directory =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("split-{test}-{compiler}-{version}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("src")).expect("a directory");
    std::fs::write(directory.join("src/shared.h"), HEADER).expect("a header");
    let unit = |name: &str, extra: &str| {
        let text = format!(
            "#include \"shared.h\"\nstruct own_{name} {{ struct shared in; count_t c; {extra} }} object_{name};\n"
        );
        std::fs::write(directory.join(format!("src/{name}.c")), text).expect("a source file");
    };
    unit("one", "");
    unit("two", "long more[3];");
    std::fs::write(directory.join("src/main.c"), "int main(void) { return 0; }\n").expect("a main");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(compiler);
        command.arg(format!("-gdwarf-{version}")).args(arguments).current_dir(&directory);
        judges::run(&mut command)
    };
    for name in ["one", "two"] {
        let source = format!("src/{name}.c");
        run(&["-c", &source, "-o", &format!("{name}.whole.o")])?;
        run(&["-gsplit-dwarf", "-c", &source, "-o", &format!("{name}.o")])?;
    }
    // The main unit has no debug information, so that all there is comes from the two.
    run(&["-g0", "src/main.c", "one.o", "two.o", "-o", "parts"])?;
    run(&["-g0", "src/main.c", "one.whole.o", "two.whole.o", "-o", "whole"])?;
    // Another build of one file: its unit has another id.
    unit("two", "long more[4];");
    std::fs::create_dir_all(directory.join("other")).expect("a directory");
    run(&["-gsplit-dwarf", "-c", "src/two.c", "-o", "other/two.o"])?;
    Ok(directory)
}

fn give(dwarf: &mut Dwarf, path: &Path) -> Result<bool, NothingUsable> {
    let name = path.file_name().expect("a name").to_string_lossy();
    dwarf.give_split(sections(path).expect("its sections"), &name)
}

#[test]
fn with_its_files_nothing_is_missing() {
    for (compiler, version) in [("gcc", 4), ("gcc", 5), ("clang", 4), ("clang", 5)] {
        let directory = match build("all", compiler, version) {
            Ok(directory) => directory,
            Err(reason) => {
                judges::skip_part!(format!("-gdwarf-{version}"), reason);
                continue;
            }
        };
        let at = |name: &str| directory.join(name);
        let expected = structs(&read(dwarf(&at("whole")).expect("DWARF")));
        assert_eq!(expected.len(), 5);

        let (mut parts, index) = read(dwarf(&at("parts")).expect("DWARF"));
        let [missing] = &index.diagnostics[..] else { unreachable!("{:?}", index.diagnostics) };
        assert_eq!(missing.count, 2);
        assert!(missing.text.contains("one.dwo") && missing.text.contains("two.dwo"));
        assert_eq!(index.split_files.len(), 2, "{:?}", index.split_files);
        let own = directory.to_string_lossy();
        assert!(index.split_files.iter().all(|file| file.directory == own));

        assert_eq!(give(&mut parts, &at("one.dwo")), Ok(true));
        let (mut parts, index) = read(parts);
        assert_eq!(index.split_files.len(), 1);
        assert_eq!(structs(&(parts, index)).len(), 4);

        parts = dwarf(&at("parts")).expect("DWARF");
        let _ = parts.index(&mut |_, _| {});
        for name in ["two.dwo", "one.dwo"] {
            assert_eq!(give(&mut parts, &at(name)), Ok(true), "{name}");
        }
        let both = read(parts);
        assert_eq!(both.1.diagnostics, []);
        assert_eq!(both.1.split_files, []);
        assert_eq!(structs(&both), expected, "{compiler} -gdwarf-{version}");
        // Once more changes nothing.
        let mut both = both.0;
        assert_eq!(give(&mut both, &at("one.dwo")), Ok(false));
        assert_eq!(structs(&read(both)), expected);
    }
}

#[test]
fn a_package_brings_all_at_once() {
    for (packager, compiler, version) in [
        ("dwp", "gcc", 4),
        ("llvm-dwp", "gcc", 5),
        ("llvm-dwp", "clang", 4),
        ("llvm-dwp", "clang", 5),
    ] {
        let packed = build("package", compiler, version).and_then(|directory| {
            let mut command = Command::new(packager);
            command.args(["one.dwo", "two.dwo", "-o", "parts.dwp"]).current_dir(&directory);
            judges::run(&mut command).map(|_| directory)
        });
        let directory = match packed {
            Ok(directory) => directory,
            Err(reason) => {
                judges::skip_part!(format!("-gdwarf-{version}"), reason);
                continue;
            }
        };
        let at = |name: &str| directory.join(name);
        let expected = structs(&read(dwarf(&at("whole")).expect("DWARF")));
        let mut parts = dwarf(&at("parts")).expect("DWARF");
        let _ = parts.index(&mut |_, _| {});
        assert_eq!(give(&mut parts, &at("parts.dwp")), Ok(true));
        let both = read(parts);
        assert_eq!(both.1.diagnostics, []);
        assert_eq!(structs(&both), expected, "{packager}, {compiler} -gdwarf-{version}");
        // Opened by itself it lists the same.
        let alone = read(dwarf(&at("parts.dwp")).expect("DWARF"));
        assert_eq!(alone.1.diagnostics, []);
        assert_eq!(structs(&alone).len(), expected.len());
    }
}

#[test]
fn files_of_another_build_are_refused() {
    for version in [4, 5] {
        let directory = match build("refused", "gcc", version) {
            Ok(directory) => directory,
            Err(reason) => judges::skip!(reason),
        };
        let at = |name: &str| directory.join(name);
        let mut parts = dwarf(&at("parts")).expect("DWARF");
        let before = parts.index(&mut |_, _| {});
        // By its name it would be one of them.
        assert_eq!(give(&mut parts, &at("other/two.dwo")), Err(NothingUsable::SplitMismatch));
        // A file that nothing here names is no mistake: it may be another program's.
        std::fs::copy(at("other/two.dwo"), at("else.dwo")).expect("a copy");
        assert_eq!(give(&mut parts, &at("else.dwo")), Ok(false));
        assert_eq!(give(&mut parts, &at("whole")), Ok(false));
        assert_eq!(parts.index(&mut |_, _| {}), before);
        // The right one is still taken.
        assert_eq!(give(&mut parts, &at("two.dwo")), Ok(true));
    }
}
