//! Names as compilers mangle and other tools print them.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;

use readable::Names;

/// A namespace, an overload, templates, operators, closures, what nobody sees outside, clones, and C beside it.
const CPP: &str = r#"
struct Before { long before[3]; };
namespace app {
struct Stats : Before {
    long value;
    Stats();
    void hit(int by);
    void hit(long by);
    long get() const;
    template <class T> void add(T by);
    Stats &operator+(int by);
    bool operator<(const Stats &other) const;
    long operator()(int by);
    operator long() const;
};
Stats::Stats() { value = 1; }
void Stats::hit(int by) { value += by; }
void Stats::hit(long by) { value -= by; }
long Stats::get() const { return value; }
template <class T> void Stats::add(T by) { value += (long)by; }
template void Stats::add<int>(int);
template void Stats::add<double>(double);
Stats &Stats::operator+(int by) { value += by; return *this; }
bool Stats::operator<(const Stats &other) const { return value < other.value; }
long Stats::operator()(int by) { return value + by; }
Stats::operator long() const { return value; }
}
namespace { __attribute__((noinline, used)) long hidden(app::Stats *it) { return it->value; } }
long run(app::Stats *it, long n) {
    auto more = [it](long by) __attribute__((noinline)) { return it->value + by; };
    return more(n);
}
extern "C" { __attribute__((noinline)) long plain(app::Stats *it) { return it->value; } }
long plain(long n) { return n; }
int main() { return 0; }
"#;

const RUST: &str = r#"
pub mod app {
    pub struct Stats { pub value: u64 }
    impl Stats {
        #[inline(never)]
        pub fn hit(&mut self, by: u64) { self.value += by; }
    }
    pub trait Seen { fn seen(&self) -> u64; }
    impl Seen for Stats {
        #[inline(never)]
        fn seen(&self) -> u64 { self.value }
    }
    #[inline(never)]
    pub fn both<T: Seen>(one: &T, other: &T) -> u64 { one.seen() + other.seen() }
}
fn main() {
    use app::Seen;
    let mut one = app::Stats { value: std::env::args().count() as u64 };
    let other = app::Stats { value: 2 };
    one.hit(3);
    std::process::exit((one.seen() + app::both(&one, &other)) as i32);
}
"#;

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("hitmap-readable-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The symbols of a file, as the question `symbols` answers them.
fn lines_of(path: &std::path::Path) -> String {
    let source = container::MemorySource::new(fs::read(path).expect("a file"));
    let opened = container::identify(Rc::new(source)).expect("a program");
    container::symbol_lines(&opened).expect("symbols")
}

/// The functions of what a compiler makes of a text.
fn built(compiler: &str, text: &str, end: &str, flags: &[&str]) -> Option<Names> {
    let folder = folder(&format!("{compiler}-{}", flags.concat().replace(['/', '='], "")));
    let (source, program) = (folder.join(format!("made.{end}")), folder.join("made"));
    fs::write(&source, text).expect("a file");
    let status =
        Command::new(compiler).args(flags).arg("-o").arg(&program).arg(&source).status().ok()?;
    assert!(status.success(), "{compiler}");
    let names = Names::of(&lines_of(&program));
    fs::remove_dir_all(&folder).expect("it can be removed");
    Some(names)
}

#[test]
fn functions_of_cpp_have_the_names_that_perf_prints() {
    for compiler in ["g++", "clang++"] {
        let Some(names) = built(compiler, CPP, "cpp", &["-g", "-O1"]) else {
            judges::skip!(format!("{compiler} is not here"))
        };
        for (name, symbol) in [
            ("app::Stats::get", "_ZNK3app5Stats3getEv"),
            ("app::Stats::get() const", "_ZNK3app5Stats3getEv"),
            ("app::Stats::hit(int)", "_ZN3app5Stats3hitEi"),
            ("app::Stats::hit(long)", "_ZN3app5Stats3hitEl"),
            ("void app::Stats::add<double>(double)", "_ZN3app5Stats3addIdEEvT_"),
            ("app::Stats::add<double>(double)", "_ZN3app5Stats3addIdEEvT_"),
            ("app::Stats::add<int>", "_ZN3app5Stats3addIiEEvT_"),
            ("app::Stats::operator+", "_ZN3app5StatsplEi"),
            ("app::Stats::operator+(int)", "_ZN3app5StatsplEi"),
            ("app::Stats::operator<", "_ZNK3app5StatsltERKS0_"),
            ("app::Stats::operator<(app::Stats const&) const", "_ZNK3app5StatsltERKS0_"),
            ("app::Stats::operator()", "_ZN3app5StatsclEi"),
            ("app::Stats::operator()(int)", "_ZN3app5StatsclEi"),
            ("app::Stats::operator long", "_ZNK3app5StatscvlEv"),
            ("(anonymous namespace)::hidden", "_ZN12_GLOBAL__N_16hiddenEPN3app5StatsE"),
            ("run", "_Z3runPN3app5StatsEl"),
            ("run(app::Stats*, long)", "_Z3runPN3app5StatsEl"),
            ("run(app::Stats *, long)", "_Z3runPN3app5StatsEl"),
            ("app::Stats::ge*", "_ZNK3app5Stats3getEv"),
        ] {
            let found = names.symbols(name);
            let stems: Vec<&str> =
                found.iter().map(|symbol| symbol.split('.').next().unwrap_or(symbol)).collect();
            assert_eq!(stems, [symbol], "{compiler} {name}");
        }
        // Without parameters each of its functions is meant, and what C has beside it.
        assert_eq!(names.symbols("app::Stats::hit").len(), 2);
        let mut both = names.symbols("plain");
        both.sort_unstable();
        assert_eq!(both, ["_Z5plainl", "plain"]);
        // One that stands alone and one that is a base's are one place in the code.
        assert_eq!(names.symbols("app::Stats::Stats").len(), 1);
        for absent in [
            "app::Stats::hit(char)",
            "app::Stats",
            "Stats::hit",
            "app::Stats::operator",
            "hit",
            "run(",
            "main",
            "app::*",
            "*",
            "",
        ] {
            assert!(names.symbols(absent).is_empty(), "{absent}");
        }
    }
}

#[test]
fn closures_have_the_names_that_perf_prints() {
    for (compiler, closure) in [("g++", "{lambda(long)#1}"), ("clang++", "$_0")] {
        let Some(names) = built(compiler, CPP, "cpp", &["-g", "-O0"]) else {
            judges::skip!(format!("{compiler} is not here"))
        };
        for parameters in ["", "(long) const"] {
            let name = format!("run(app::Stats*, long)::{closure}::operator(){parameters}");
            assert_eq!(names.symbols(&name).len(), 1, "{compiler} {name}");
        }
    }
}

#[test]
fn functions_of_rust_have_the_names_that_perf_prints() {
    for (mangling, hit) in [("legacy", "made::app::Stats::hit"), ("v0", "<made::app::Stats>::hit")]
    {
        let version = format!("symbol-mangling-version={mangling}");
        // The older form is nightly's alone where the compiler has left it.
        let flags: &[&str] = if mangling == "v0" { &["-g", "-C", &version] } else { &["-g"] };
        let Some(names) = built("rustc", RUST, "rs", flags) else {
            judges::skip!("rustc is not here")
        };
        let seen = "<made::app::Stats as made::app::Seen>::seen";
        for name in [hit, seen, "made::main"] {
            assert_eq!(names.symbols(name).len(), 1, "{mangling} {name}");
        }
        assert!(names.symbols("made::app::Stats::miss").is_empty());
    }
}

/// What another demangler prints of all functions of a library leads back to each.
#[test]
fn names_of_a_whole_library_lead_to_its_functions() {
    let Ok(found) = Command::new("g++").arg("-print-file-name=libstdc++.so").output() else {
        judges::skip!("g++ is not here")
    };
    judges::needs!("c++filt");
    judges::needs!("nm");
    let library = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    // It has no debug information, so that another tool lists its symbols.
    let flags = ["-D", "-S", "--defined-only", "--without-symbol-versions"];
    let table = Command::new("nm").args(flags).arg(&library).output().expect("nm");
    let table = String::from_utf8(table.stdout).expect("text");
    let lines = table.replace(" W ", " T ").replace(" t ", " T ");
    let names = Names::of(&lines);
    let functions: Vec<&str> = lines
        .lines()
        .filter_map(|line| line.split_once(" T ").map(|(_, symbol)| symbol))
        .filter(|symbol| symbol.starts_with("_Z"))
        .collect();
    assert!(functions.len() > 1000, "{}", functions.len());
    // cpp_demangle takes the first parameter of a template's constructor for what it returns, and writes some numbers
    // otherwise.
    for (flags, lost_of_thousand) in [(&["-i", "-p"][..], 1), (&["-i"], 10)] {
        let printed = filtered(flags, &functions);
        let lost: Vec<(&str, &str)> = functions
            .iter()
            .zip(printed.lines())
            .map(|(symbol, name)| (*symbol, name))
            .filter(|(_, name)| names.symbols(name).is_empty())
            .collect();
        assert!(
            lost.len() * 1000 < functions.len() * lost_of_thousand,
            "{flags:?}: {} of {}: {:#?}",
            lost.len(),
            functions.len(),
            &lost[..lost.len().min(20)]
        );
    }
}

/// What c++filt makes of these symbols, a line each.
fn filtered(flags: &[&str], symbols: &[&str]) -> String {
    let mut filter = Command::new("c++filt")
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("c++filt");
    let mut given = filter.stdin.take().expect("its input");
    let text = symbols.join("\n");
    let writing = std::thread::spawn(move || given.write_all(text.as_bytes()));
    let output = filter.wait_with_output().expect("its output");
    writing.join().expect("no panic").expect("it is written");
    String::from_utf8(output.stdout).expect("text")
}
