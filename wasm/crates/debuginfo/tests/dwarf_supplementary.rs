//! What dwz moves to a file that several programs share: missing and named without that file, all there
//! with it.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use facts::{StructDesc, StructIndex};
use support::{FileSections, open, read, structs};

const HEADER: &str = "
struct list { struct list *next, *prev; };
enum state { RUNNING, SLEEPING };
typedef struct { int counter; } count_t;
struct inner { char tag; long value; enum state state; count_t count; short bits : 3, more : 5; };
union either { struct inner in; char bytes[40]; };
struct shared { struct list node; struct inner in; union either e; const char *name; int tail[]; };
struct also_shared { struct shared *up; struct inner many[3]; unsigned char last; };
";

/// Two programs that share the header, before and after dwz.
fn build(version: u32) -> Result<PathBuf, String> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("supplementary-{version}"));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    std::fs::write(directory.join("shared.h"), HEADER).expect("a header");
    let run = |program: &str, arguments: &[&str]| {
        judges::run(Command::new(program).args(arguments).current_dir(&directory))
    };
    for name in ["one", "two"] {
        let text = format!(
            "#include \"shared.h\"\nstruct own_{name} {{ struct shared *of; struct inner in; count_t c; }};\n\
             struct own_{name} object; struct also_shared a; union either e;\n\
             int main(void) {{ return sizeof(struct shared); }}\n"
        );
        std::fs::write(directory.join(format!("{name}.c")), text).expect("a source file");
        let flags = format!("-gdwarf-{version}");
        run("gcc", &["-o", name, &flags, &format!("{name}.c")])?;
        std::fs::copy(directory.join(name), directory.join(format!("{name}.whole")))
            .expect("a copy");
    }
    run("dwz", &["-m", "common.debug", "one", "two"]).map(|_| directory)
}

#[test]
fn with_the_supplementary_file_nothing_is_missing() {
    for version in [4, 5] {
        let directory = match build(version) {
            Ok(directory) => directory,
            Err(reason) => judges::skip!(reason),
        };
        let whole = read(support::dwarf(&directory.join("one.whole")).expect("DWARF"));
        let expected = structs(&whole);

        let alone = read(support::dwarf(&directory.join("one")).expect("DWARF"));
        let says = |index: &StructIndex| {
            index.diagnostics.iter().any(|diagnostic| diagnostic.text.contains("common.debug"))
        };
        assert!(says(&alone.1), "{:?}", alone.1.diagnostics);
        assert!(alone.1.kinds.len() < expected.len());

        let mut dwarf = support::dwarf(&directory.join("one")).expect("DWARF");
        let common = FileSections::new(open(&directory.join("common.debug")).expect("its file"));
        dwarf.give_supplementary(std::rc::Rc::new(common)).expect("its DWARF");
        let both = read(dwarf);
        assert_eq!(both.1.diagnostics, []);
        let found = structs(&both);
        let keys = |list: &[StructDesc]| list.iter().map(|one| one.key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&found), keys(&expected));
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.diagnostics, [], "{}", found.name);
            // A partial unit of DWARF 5 names its directory in full.
            let own = format!("{}/", directory.display());
            let facts = |desc: &StructDesc| format!("{:?}", desc.types).replace(&own, "");
            assert_eq!(facts(found), facts(expected), "{}", found.name);
        }
    }
}
