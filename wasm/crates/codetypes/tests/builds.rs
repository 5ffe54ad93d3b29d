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

    /// Each build by its flags, and what is done with it afterwards.
    fn check(name: &str, compiler: &str, builds: &[(&str, &[&str], &[&[&str]])]) {
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

    /// Why accesses are not named.
    fn unnamed(program: &Program, made: &Made) -> Vec<String> {
        let answers = made.functions.iter().map(|name| program.what(name));
        let accesses = answers.flat_map(|answer| answer.accesses);
        accesses.filter_map(|access| access.unknown).collect()
    }
}
