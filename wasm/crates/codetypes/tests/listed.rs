//! A struct has one name: what the code touches is called as the list of all structs calls it, or nobody finds it there.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

mod support;

const CPP: &str = r#"
#define KEPT extern "C" __attribute__((noinline, used))
namespace app {
struct Stats { long first, hits; struct Part { long width, height; } part; class Late; Late *late; };
class Stats::Late { public: long when, where; };
template <typename T> struct Box { T *held; long uses; };
typedef struct { long low, high; } Pair;
namespace deep { union Both { long one; char bytes[8]; }; }
namespace { struct Hidden { long a, b; }; }
}
struct Plain { long x, y; };
KEPT long of_stats(app::Stats *it) { return it->hits; }
KEPT long of_part(app::Stats::Part *it) { return it->height; }
KEPT long of_late(app::Stats *it) { return it->late->where; }
KEPT long of_box(app::Box<app::Stats> *it) { return it->held->hits + it->uses; }
KEPT long of_pair(app::Pair *it) { return it->high; }
KEPT long of_both(app::deep::Both *it) { return it->one; }
KEPT long of_hidden(app::Hidden *it) { return it->b; }
KEPT long of_plain(Plain *it) { return it->y; }
KEPT long of_local(long n) { struct Local { long p, q; }; static Local own[9]; own[n].q += n; return own[n].q; }
int main(int argc, char **) {
  static app::Hidden hidden;
  return (int)(of_hidden(&hidden) + of_local(argc));
}
"#;

const FUNCTIONS: [&str; 9] = [
    "of_stats",
    "of_part",
    "of_late",
    "of_box",
    "of_pair",
    "of_both",
    "of_hidden",
    "of_plain",
    "of_local",
];

const RUST: &str = r#"
pub mod app {
    pub struct Stats { pub first: u64, pub hits: u64 }
    pub struct Holder<T> { pub held: T, pub uses: u64 }
    pub enum Shape { Circle { radius: u64, at: u64 }, Line(u64) }
}
#[unsafe(no_mangle)] #[inline(never)]
pub fn of_stats(it: &app::Stats) -> u64 { it.hits }
#[unsafe(no_mangle)] #[inline(never)]
pub fn of_holder(it: &mut app::Holder<app::Stats>) { it.uses += it.held.first; }
#[unsafe(no_mangle)] #[inline(never)]
pub fn of_shape(it: &app::Shape) -> u64 { match it { app::Shape::Circle { at, .. } => *at, app::Shape::Line(to) => *to } }
fn main() {
    let mut it = app::Holder { held: app::Stats { first: 1, hits: 2 }, uses: 3 };
    of_holder(&mut it);
    let line = app::Shape::Line(std::env::args().count() as u64);
    let circle = app::Shape::Circle { radius: 1, at: it.uses };
    std::process::exit((of_stats(&it.held) + of_shape(&line) + of_shape(&circle)) as i32);
}
"#;

/// Builds a text and asserts that every struct that its functions touch is listed by that name.
fn check(compiler: &str, flags: &[&str], text: &str, functions: &[&str]) -> bool {
    let name = format!("hitmap-listed-{}-{compiler}{}", std::process::id(), flags.concat());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let end = if compiler == "rustc" { "rs" } else { "cc" };
    let (source, path) = (folder.join(format!("made.{end}")), folder.join("made"));
    fs::write(&source, text).expect("a file");
    let built = Command::new(compiler).args(flags).arg("-o").arg(&path).arg(&source).status();
    let is_here = built.is_ok_and(|status| {
        assert!(status.success(), "{compiler}");
        let dwarf = support::files::dwarf(&path).expect("debug information");
        let (_, index) = support::files::read(dwarf);
        let listed: BTreeSet<&str> = index.names.lines().collect();
        let program = support::program(&path).expect("a program");
        for function in functions {
            let answer = program.what(function);
            let objects = answer.accesses.iter().flat_map(|access| &access.objects);
            let objects: Vec<_> = objects.filter(|object| object.is_aggregate).collect();
            assert!(!objects.is_empty(), "{compiler} {flags:?} {function}: {answer:?}");
            for object in objects {
                let chain = object.chain.iter().map(|part| &*part.name);
                let names = chain.chain([&*object.name]).filter(|name| !name.is_empty());
                for name in names {
                    assert!(listed.contains(name), "{compiler} {function}: {name} of {listed:?}");
                }
            }
        }
        true
    });
    fs::remove_dir_all(&folder).expect("it can be removed");
    is_here
}

#[test]
fn structs_of_cpp_have_the_names_of_the_list() {
    let mut were_any = false;
    for compiler in ["g++", "clang++"] {
        for level in ["-O0", "-O2"] {
            were_any |= check(compiler, &["-g", level], CPP, &FUNCTIONS);
        }
        were_any |= check(compiler, &["-g", "-O1", "-gdwarf-4"], CPP, &FUNCTIONS);
    }
    if !were_any {
        judges::skip!("neither g++ nor clang++ is here");
    }
}

#[test]
fn structs_of_rust_have_the_names_of_the_list() {
    for level in ["opt-level=0", "opt-level=2"] {
        let functions = ["of_stats", "of_holder", "of_shape"];
        if !check("rustc", &["-g", "-C", level], RUST, &functions) {
            judges::skip!("rustc is not here");
        }
    }
}
