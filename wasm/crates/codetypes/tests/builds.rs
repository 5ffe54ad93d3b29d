//! One program, built in each way that puts its debug information elsewhere: what is named of the plain build is named of
//! the others. `objdump` and gdb are the judges.

#[path = "support/shown.rs"]
mod shown;
mod support;
#[path = "support/unique.rs"]
mod unique;

mod judged {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use codetypes::Program;
    use facts::Companion;

    use super::shown::{Count, judge};
    use super::support::program_with;
    use super::unique::{Made, make};

    const SEED: u64 = 91;
    /// Other builds may name so much less than the plain one.
    const MAX_LOSS: f64 = 0.05;

    /// A folder with two source files that declare the same structs.
    struct Sources {
        folder: PathBuf,
        made: Made,
    }

    impl Sources {
        fn new(name: &str) -> Sources {
            let folder =
                std::env::temp_dir().join(format!("hitmap-builds-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder");
            let made = make(SEED);
            let first = made.source.replace(
                "(void)words; long all = 0;",
                "(void)words; long all = task(count, words);",
            );
            let second = made
                .source
                .replace("int main(", "int task(")
                .replace("work", "second_work")
                .replace("get", "second_get")
                .replace("use", "second_use")
                .replace("global", "second_global");
            fs::write(folder.join("one.c"), format!("int task(int, char **);\n{first}"))
                .expect("one");
            fs::write(folder.join("two.c"), second).expect("two");
            Sources { folder, made }
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.join(name)
        }

        fn run(&self, command: &str, arguments: &[&str]) {
            let mut command = Command::new(command);
            let output =
                command.args(arguments).current_dir(&self.folder).output().expect("it runs");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{arguments:?}: {text}");
        }

        fn compile(&self, compiler: &str, flags: &[&str], name: &str) {
            let common = ["-g", "-O2", "-w", "-fno-strict-aliasing", "-o", name];
            self.run(compiler, &[&common[..], flags, &["one.c", "two.c"]].concat());
        }

        /// How much of a build is named right. What is wrong of it is wrong of the plain build, too: none.
        fn judge(&self, name: &str, companions: &[(Companion, &str)]) -> Count {
            let companions: Vec<(Companion, PathBuf)> =
                companions.iter().map(|(kind, name)| (*kind, self.path(name))).collect();
            let path = self.path(name);
            let program = program_with(&path, &companions).expect("a program");
            let mut count = Count::default();
            judge(&self.made, &program, &path, &mut count);
            println!(
                "{name}: {} accesses, {} right ({:.2} %), {} wrong, {} silent",
                count.all,
                count.right,
                count.recall() * 100.0,
                count.wrong.len(),
                count.silent.len()
            );
            assert!(count.all > 300, "{name}: only {} accesses with a truth", count.all);
            assert!(count.wrong.is_empty(), "{name}: {:#?}", count.wrong);
            count
        }
    }

    impl Drop for Sources {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    fn missing(tools: &[&str]) -> Option<String> {
        tools.iter().find_map(|tool| judges::run(Command::new(tool).arg("--version")).err())
    }

    /// A build: its name, its flags, and the commands that it goes through afterwards.
    type Build<'a> = (&'a str, &'a [&'a str], &'a [&'a [&'a str]]);

    fn check(name: &str, compiler: &str, builds: &[Build<'_>]) {
        if let Some(missing) = missing(&[compiler, "objdump", "dwz"]) {
            judges::skip!(missing);
        }
        let sources = Sources::new(name);
        sources.compile(compiler, &[], "plain");
        let plain = sources.judge("plain", &[]).recall();
        assert!(plain > 0.98, "{compiler}: {plain}");
        for (build, flags, after) in builds {
            sources.compile(compiler, flags, build);
            for command in *after {
                sources.run(command[0], &command[1..]);
            }
            let split: Vec<String> = split_files(&sources.folder, build);
            let companions: Vec<(Companion, &str)> =
                split.iter().map(|name| (Companion::Split, name.as_str())).collect();
            let found = sources.judge(build, &companions).recall();
            assert!(found > plain - MAX_LOSS, "{compiler} {build}: {found}, plain {plain}");
        }
    }

    /// What a build was split into, a package before all else.
    fn split_files(folder: &Path, build: &str) -> Vec<String> {
        let package = format!("{build}.dwp");
        if folder.join(&package).exists() {
            return vec![package];
        }
        let files = fs::read_dir(folder).expect("a folder").flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".dwo")).collect()
    }

    #[test]
    fn gcc() {
        check(
            "gcc",
            "gcc",
            &[
                ("dwz", &[], &[&["dwz", "dwz"]]),
                ("lto", &["-flto"], &[]),
                ("lto-dwz", &["-flto"], &[&["dwz", "lto-dwz"]]),
                ("types", &["-fdebug-types-section"], &[]),
                ("types4", &["-gdwarf-4", "-fdebug-types-section"], &[]),
                ("types4-dwz", &["-gdwarf-4", "-fdebug-types-section"], &[&["dwz", "types4-dwz"]]),
                ("split", &["-gsplit-dwarf"], &[]),
                ("split4", &["-gdwarf-4", "-gsplit-dwarf"], &[]),
                ("package4", &["-gdwarf-4", "-gsplit-dwarf"], &[&["dwp", "-e", "package4"]]),
                ("packed", &["-gz"], &[]),
            ],
        );
    }

    #[test]
    fn clang() {
        check(
            "clang",
            "clang",
            &[
                ("types", &["-fdebug-types-section"], &[]),
                ("split", &["-gsplit-dwarf"], &[]),
                ("full", &["-flto=full"], &[]),
                ("thin", &["-flto=thin"], &[]),
                ("dwz", &["-gdwarf-4"], &[&["dwz", "dwz"]]),
            ],
        );
    }

    /// As distributions ship: link-time optimization, types of several programs in one file, the rest of the debug
    /// information in a file by build-id.
    #[test]
    fn apart() {
        if let Some(missing) = missing(&["gcc", "objdump", "dwz", "objcopy", "strip"]) {
            judges::skip!(missing);
        }
        let sources = Sources::new("apart");
        sources.compile("gcc", &["-flto", "-Wl,--build-id"], "whole");
        let plain = sources.judge("whole", &[]).recall();
        sources.compile("gcc", &["-fno-inline", "-Wl,--build-id"], "other");
        sources.run("dwz", &["-m", "common.dwz", "whole", "other"]);
        sources.run("objcopy", &["--only-keep-debug", "whole", "whole.debug"]);
        sources.run("strip", &["whole", "-o", "bare"]);
        let debug = (Companion::Debug, "whole.debug");
        let found = sources.judge("bare", &[debug, (Companion::Supplementary, "common.dwz")]);
        assert!(found.recall() > plain - MAX_LOSS, "{} of {plain}", found.recall());

        let without = program_with(&sources.path("bare"), &[(debug.0, sources.path(debug.1))]);
        let sentences = unnamed(&without.expect("a program"), &sources.made);
        assert!(
            sentences
                .iter()
                .any(|it| it.contains("supplementary file") && it.contains("common.dwz")),
            "{sentences:?}"
        );
        let other =
            program_with(&sources.path("bare"), &[(Companion::Debug, sources.path("other"))]);
        assert!(other.err().is_some_and(|it| it.contains("build-id")));
    }

    /// In which register gdb has a parameter, from where to where: of each function of a program, with the struct that it
    /// points to.
    fn parameters(path: &Path, functions: &[String]) -> Vec<(String, String, u64, u64, String)> {
        let mut command = Command::new("gdb");
        command.args(["-batch", "-nx"]);
        for name in functions {
            for ask in ["echo \\n@", "info scope ", "whatis "] {
                command.args(["-ex", &format!("{ask}{name}")]);
            }
        }
        let output = command.arg(path).output().expect("gdb runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut found = Vec::new();
        for part in text.split("\n@").skip(1) {
            let name = part.lines().next().unwrap_or_default().trim_end_matches("Scope for");
            let name = functions.iter().find(|each| name.starts_with(each.as_str()));
            let (Some(name), Some((_, types))) = (name, part.split_once("type = long (")) else {
                continue;
            };
            let types: Vec<&str> = types.split([',', ')']).map(str::trim).collect();
            for (place, parameter) in ["p", "q"].iter().enumerate() {
                let of = types.get(place).and_then(|of| of.strip_prefix("struct "));
                let Some(of) = of.and_then(|of| of.strip_suffix(" *")) else { continue };
                let begin = format!("Symbol {parameter} is multi-location:");
                let Some((_, ranges)) = part.split_once(&begin) else { continue };
                for line in ranges.lines().skip(1).take_while(|line| line.contains("Range ")) {
                    let words: Vec<&str> = line.split([' ', '-', ':', ',']).collect();
                    let hex = |word: &&str| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok();
                    let numbers: Vec<u64> = words.iter().filter_map(hex).collect();
                    let register = line.split("a variable in $").nth(1);
                    if let ([from, to], Some(register)) = (&numbers[..], register) {
                        let register = register.split([',', ' ']).next().unwrap_or_default();
                        let (name, of) = (name.clone(), of.to_owned());
                        found.push((name, register.to_owned(), *from, *to, of));
                    }
                }
            }
        }
        found
    }

    /// Where gdb has a parameter in a register, what is touched through it is of the struct that gdb says.
    #[test]
    fn as_gdb_says() {
        if let Some(missing) = missing(&["gcc", "dwz", "gdb"]) {
            judges::skip!(missing);
        }
        let sources = Sources::new("gdb");
        for (build, flags) in [
            ("plain", &[][..]),
            ("types", &["-fdebug-types-section"]),
            ("lto", &["-flto"]),
            ("dwz", &[]),
        ] {
            sources.compile("gcc", flags, build);
            if build == "dwz" {
                sources.run("dwz", &["dwz"]);
            }
            let path = sources.path(build);
            let program = program_with(&path, &[]).expect("a program");
            let stated = parameters(&path, &sources.made.functions);
            let (mut all, mut same) = (0, 0);
            for name in &sources.made.functions {
                for access in program.what(name).accesses {
                    let address = u64::from_str_radix(&access.address, 16).expect("an address");
                    let is_base =
                        |register: &str| access.operand.ends_with(&format!("(%{register})"));
                    let by = stated.iter().find(|(of, register, from, to, _)| {
                        of == name && is_base(register) && (*from..*to).contains(&address)
                    });
                    let Some((.., of)) = by else { continue };
                    all += 1;
                    same += usize::from(access.objects.iter().any(|object| {
                        object.name == *of || object.chain.iter().any(|part| part.name == *of)
                    }));
                }
            }
            println!("{build}: gdb knows {all}, {same} are the same");
            assert!(all > 30, "{build}: gdb knows only {all}");
            assert!(same * 100 >= all * 98, "{build}: {same} of {all}");
        }
    }

    const CLASSES: &str = r#"
namespace app {
struct Part { Part(); ~Part(); long first; char gap[152]; long hits; };
struct Shape { Shape(); virtual ~Shape(); virtual long area() const; char gap[312]; long uses; };
struct Square : Shape { Square(); long area() const override; long side; };
struct Pool { Pool(); struct Node; Node *head; char gap[480]; Part part; };
struct Twice; struct Hidden;
}
"#;
    const DEFINING: &str = r#"
#include "classes.h"
using namespace app;
namespace { struct Hidden { long gap[80]; long own; }; Hidden hidden; }
struct app::Pool::Node { char gap[640]; long value; };
Part::Part() : first(1), hits(2) {} Part::~Part() {}
Shape::Shape() : uses(hidden.own) {} Shape::~Shape() {} long Shape::area() const { return uses; }
Square::Square() : side(4) {} long Square::area() const { return side * side; }
Pool::Pool() : head(new Node{}) {}
struct app::Twice { char gap[720]; long one; }; Twice twice;
"#;
    const USING: &str = r#"
#include "classes.h"
using namespace app;
#ifdef DEFINED
struct app::Twice { char gap[720]; long other, more; }; Twice twice_too;
#else
struct app::Twice { char gap[720]; long other, more; Twice(); };
#define KEPT extern "C" __attribute__((noinline, used))
KEPT long of_part(Part *it) { return ++it->hits; }
KEPT long of_shape(Shape *it) { ++it->uses; return it->area(); }
KEPT long of_square(Square *it) { return it->side; }
KEPT long of_pool(Pool *it) { return ++it->part.hits; }
KEPT long of_twice(Twice *it) { return it->other; }
int main() { Part p; Square s; Pool o; return of_part(&p) + of_shape(&s) + of_square(&s) + of_pool(&o); }
#endif
"#;

    /// A class that its unit only declares is defined in the unit that has its constructor or virtual functions; two that
    /// share a name and differ are no definition of each other.
    #[test]
    fn classes_that_are_declared() {
        if let Some(missing) = missing(&["g++", "clang++", "dwz", "objdump"]) {
            judges::skip!(missing);
        }
        let sources = Sources::new("classes");
        let third = format!("#define DEFINED{USING}");
        for (name, text) in
            [("classes.h", CLASSES), ("one.cc", DEFINING), ("two.cc", USING), ("three.cc", &third)]
        {
            fs::write(sources.path(name), text).expect("a file");
        }
        let truth = [
            ("of_part", "0xa0(%", "app::Part", "hits"),
            ("of_shape", "0x140(%", "app::Shape", "uses"),
            ("of_square", "0x148(%", "app::Square", "side"),
            ("of_pool", "0x288(%", "app::Pool", "part.hits"),
        ];
        for (compiler, build, flags) in [
            ("g++", "g-plain", &[][..]),
            ("g++", "g-types", &["-fdebug-types-section"]),
            ("g++", "g-dwz", &[]),
            ("clang++", "c-plain", &[]),
            ("clang++", "c-types", &["-fdebug-types-section"]),
            ("clang++", "c-split", &["-gsplit-dwarf"]),
        ] {
            let common = ["-g", "-O2", "-w", "-o", build, "one.cc", "two.cc", "three.cc"];
            sources.run(compiler, &[&common[..], flags].concat());
            if build.ends_with("dwz") {
                sources.run("dwz", &[build]);
            }
            let split = |name: &str| (Companion::Split, sources.path(name));
            let companions = match build.ends_with("split") {
                true => ["one.dwo", "two.dwo", "three.dwo"].map(split).to_vec(),
                false => Vec::new(),
            };
            let program = program_with(&sources.path(build), &companions).expect("a program");
            for (function, operand, of, path) in truth {
                let accesses = program.what(function).accesses;
                let access = accesses.iter().find(|access| access.operand.starts_with(operand));
                let access =
                    access.unwrap_or_else(|| unreachable!("{build} {function}: {accesses:?}"));
                let object = access.objects.first();
                let found = object.map(|object| (&*object.name, &*object.path));
                assert_eq!(found, Some((of, path)), "{build} {function}: {:?}", access.unknown);
            }
            let table = program.what("of_shape").accesses.pop().and_then(|access| access.unknown);
            assert_eq!(table.as_deref(), Some("it is a table of virtual functions"), "{build}");
            // clang numbers a type unit by the name alone: the linker keeps one of the two.
            if build == "c-types" {
                continue;
            }
            let twice = program.what("of_twice").accesses;
            let paths = twice.iter().flat_map(|access| &access.objects).map(|it| &*it.path);
            assert!(paths.eq(["other"].iter().copied().filter(|_| compiler == "g++")), "{build}");
        }
    }

    const GO: &str = r#"
package main

import ("fmt"; "os"; "sync/atomic")

type Inner struct { _ [16]byte; Word uint64; Flag uint32 }
type Item struct { _ [1024]byte; Count uint64; Hits atomic.Uint64; In Inner; Next *Item; Name string; Tags []int }
type Shelf[T any] struct { _ [2048]byte; Uses uint64; First *T; Held [4]Inner }

var Global Item
var Top *Shelf[Item]

//go:noinline
func (i *Item) Touch(n uint64) uint64 { i.Count += n; i.Hits.Add(1); i.In.Flag = 7; return i.In.Word }
//go:noinline
func Walk(i *Item) (n uint64) { for ; i != nil; i = i.Next { n += i.Count + uint64(len(i.Name)) }; return n }
//go:noinline
func (s *Shelf[T]) Take() *T { s.Uses++; return s.First }
//go:noinline
func Chain(s *Shelf[Item]) uint64 { it := s.Take(); if it == nil { return s.Held[2].Word }; it.Count++; return it.In.Word + it.Touch(1) }
//go:noinline
func OfGlobal(n uint64) uint64 { Global.Count += n; Top.Uses += n; return Global.In.Word }

func main() {
	s := &Shelf[Item]{First: &Item{Name: os.Args[0], Tags: []int{1}}}
	Top = s
	fmt.Println(s.First.Touch(1), Walk(s.First), Chain(s), OfGlobal(uint64(len(os.Args))))
}
"#;

    /// Fields of Go by displacements that no other field has: of parameters, results of calls, generic types, and variables
    /// of the package by address.
    #[test]
    fn go() {
        if judges::run(Command::new("go").arg("version")).is_err() {
            judges::skip!(judges::missing("go"));
        }
        let sources = Sources::new("go");
        fs::write(sources.path("go.mod"), "module made\n").expect("a file");
        fs::write(sources.path("main.go"), GO).expect("a file");
        sources.run("go", &["build", "-o", "made", "main.go"]);
        let program = program_with(&sources.path("made"), &[]).expect("a program");
        let truth: [(&str, &str, &str); 9] = [
            ("0x400(%", "main.Item", "Count"),
            ("0x408(%", "main.Item", "Hits.v"),
            ("0x420(%", "main.Item", "In.Word"),
            ("0x428(%", "main.Item", "In.Flag"),
            ("0x430(%", "main.Item", "Next"),
            ("0x440(%", "main.Item", "Name.len"),
            ("0x800(%", "main.Shelf[main.Item]", "Uses"),
            ("0x808(%", "main.Shelf[main.Item]", "First"),
            ("0x860(%", "main.Shelf[main.Item]", "Held[2].Word"),
        ];
        let functions = ["main.(*Item).Touch", "main.Walk", "main.Chain", "main.OfGlobal"];
        let generic = program.functions().iter().map(|symbol| symbol.name.to_string());
        let generic = generic.filter(|name| name.starts_with("main.(*Shelf["));
        let (mut all, mut right) = (0, 0);
        let names = functions.iter().map(|name| (*name).to_owned()).chain(generic);
        let accesses = names.flat_map(|name| program.what(&name).accesses);
        for access in accesses {
            let known = truth.iter().find(|(shown, ..)| access.operand.starts_with(shown));
            let Some((_, of, path)) = known else { continue };
            all += 1;
            let first = access.objects.first();
            let is_of = |name: &str| {
                name == *of || name.starts_with("main.Shelf[") && of.starts_with("main.Shelf[")
            };
            let is_right = first.is_some_and(|object| is_of(&object.name) && object.path == *path);
            right += usize::from(is_right);
            assert!(
                is_right || first.is_none(),
                "{}+{:#x} {}: {first:?}",
                access.function,
                access.offset_bytes as i64,
                access.operand
            );
        }
        println!("go: {right} of {all}");
        assert!(all >= 12, "only {all} accesses have a truth");
        assert!(right * 10 >= all * 9, "{right} of {all}");
        let globals = program.what("main.OfGlobal").accesses;
        let is_global = |path: &str| {
            globals.iter().flat_map(|access| access.objects.first()).any(|object| {
                object.variable.as_deref() == Some("main.Global") && object.path == path
            })
        };
        assert!(is_global("Count") && is_global("In.Word"), "{globals:?}");
    }

    /// Why accesses are not named.
    fn unnamed(program: &Program, made: &Made) -> Vec<String> {
        let answers = made.functions.iter().map(|name| program.what(name));
        let accesses = answers.flat_map(|answer| answer.accesses);
        accesses.filter_map(|access| access.unknown).collect()
    }
}
