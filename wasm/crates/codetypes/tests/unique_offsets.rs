//! Programs whose instructions name their fields by themselves, built by gcc and clang: what `objdump` shows of an
//! instruction is held against what is said of it.

mod support;
#[path = "support/unique.rs"]
mod unique;

mod judged {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use facts::AccessFact;

    use super::support::program;
    use super::unique::{Made, make};

    /// What was found of accesses whose truth is known.
    #[derive(Default)]
    struct Count {
        all: usize,
        right: usize,
        wrong: Vec<String>,
        silent: Vec<String>,
    }

    impl Count {
        fn recall(&self) -> f64 {
            self.right as f64 / self.all.max(1) as f64
        }
    }

    /// What an instruction shows of the place that it touches.
    struct Shown {
        displacement: i64,
        /// It walks numbers of eight bytes. A loop that is unrolled has them at displacements of its own, past the end of
        /// a short array too.
        is_walk: bool,
    }

    impl Shown {
        /// The struct and the field that have the displacement, if that is a field's own.
        fn truth<'a>(&self, made: &'a Made) -> Option<&'a (String, String)> {
            let found = made.truth.get(&self.displacement)?;
            let is_array = || made.truth.values().filter(|each| *each == found).count() > 1;
            (!self.is_walk || is_array()).then_some(found)
        }
    }

    /// `objdump -d`: each instruction that touches memory through a register, by address.
    fn displacements(path: &Path) -> BTreeMap<u64, Shown> {
        let mut command = Command::new("objdump");
        let output = command.arg("-d").arg("--no-show-raw-insn").arg(path).output();
        let text = String::from_utf8(output.expect("objdump runs").stdout).expect("text");
        let mut found = BTreeMap::new();
        let mut moved = BTreeSet::new();
        for line in text.lines() {
            let Some((address, rest)) = line.trim().split_once(":\t") else {
                moved.clear();
                continue;
            };
            let Ok(address) = u64::from_str_radix(address, 16) else { continue };
            let uses_moved =
                |after: &str| moved.contains(after.split([',', ')']).next().unwrap_or(after));
            let is_moved = rest.split_once("(%").is_some_and(|(_, after)| uses_moved(after));
            if let Some(to) = last_register(rest) {
                note_moved(rest, to, &mut moved);
            }
            let is_access = !["lea", "nop", "prefetch"].iter().any(|word| rest.starts_with(word));
            let Some((before, after)) = rest.split_once("(%") else { continue };
            if !is_access || is_moved || after.starts_with("rip") || after.starts_with("rsp") {
                continue;
            }
            let digits = before.rsplit([' ', ',', '*']).next().unwrap_or_default();
            if let Some(displacement) =
                digits.strip_prefix("0x").and_then(|d| i64::from_str_radix(d, 16).ok())
            {
                let is_walk = after.contains(",8)");
                found.insert(address, Shown { displacement, is_walk });
            }
        }
        found
    }

    /// The operand that AT&T syntax has last, if that ends in a register's name: it is written, or only compared.
    fn last_register(instruction: &str) -> Option<&str> {
        let code = instruction.split('#').next().unwrap_or_default().trim();
        code.rsplit_once(",%").map(|(_, to)| to)
    }

    /// Which registers have been moved by a number since they were loaded: a displacement from such is no field's offset.
    /// gcc does so where several accesses are near each other.
    fn note_moved(instruction: &str, to: &str, moved: &mut BTreeSet<String>) {
        let is_sum = ["add ", "sub "].iter().any(|word| instruction.starts_with(word));
        let by = instruction.split_whitespace().nth(1).unwrap_or_default();
        let is_moved = match instruction.starts_with("lea ") {
            true => by.starts_with("0x") || by.starts_with('-'),
            false => is_sum && by.starts_with('$'),
        };
        if is_moved {
            moved.insert(to.to_owned());
        } else if !to.contains(')')
            && !["cmp", "test"].iter().any(|word| instruction.starts_with(word))
        {
            moved.remove(to);
        }
    }

    fn without_indices(path: &str) -> String {
        let mut text = String::new();
        let mut is_inside = false;
        for letter in path.chars() {
            match letter {
                '[' => is_inside = true,
                ']' => is_inside = false,
                _ if !is_inside => text.push(letter),
                _ => {}
            }
        }
        text
    }

    fn is_right(access: &AccessFact, of: &str, path: &str) -> bool {
        access.objects.first().is_some_and(|object| {
            let found = without_indices(&object.path);
            // Of a field in a nested struct the holder may be known, too: its path ends alike.
            (object.name == of && found == path)
                || (found.ends_with(&format!(".{path}"))
                    && object.chain.iter().any(|part| part.name == of))
        })
    }

    fn judge(made: &Made, path: &Path, count: &mut Count) {
        let program = program(path).expect("a program");
        let shown = displacements(path);
        assert!(shown.len() > 100, "objdump shows code");
        for name in &made.functions {
            let answer = program.what(name);
            assert!(answer.notes.is_empty(), "{name}: {:?}", answer.notes);
            for access in &answer.accesses {
                let address = u64::from_str_radix(&access.address, 16).expect("an address");
                let truth = shown.get(&address).and_then(|shown| shown.truth(made));
                let Some((of, field)) = truth else { continue };
                count.all += 1;
                let said = || {
                    let first = access.objects.first();
                    let first = first.map(|object| {
                        format!(
                            "{}.{} {:?} {:?}",
                            object.name, object.path, object.sure, object.reasons
                        )
                    });
                    format!(
                        "{name}+{:#x} is {of}.{field}: {first:?} {:?}",
                        access.offset_bytes as i64, access.unknown
                    )
                };
                if is_right(access, of, field) {
                    count.right += 1;
                } else if access.objects.iter().any(|object| object.is_aggregate) {
                    count.wrong.push(said());
                } else {
                    count.silent.push(said());
                }
            }
        }
    }

    /// Recall that is asked for, and how many wrong of all levels, by compiler and level. `None`: not a wrong one.
    fn check(compiler: &str, level: &str, seeds: &[u64], recall: f64, wrong_share: f64) {
        if let Err(missing) = judges::run(Command::new(compiler).arg("--version")) {
            judges::skip!(missing);
        }
        if let Err(missing) = judges::run(Command::new("objdump").arg("--version")) {
            judges::skip!(missing);
        }
        let given = given_seeds();
        let seeds = given.as_deref().unwrap_or(seeds);
        let folder = std::env::temp_dir().join(format!(
            "hitmap-unique-{}-{compiler}{level}-{}",
            std::process::id(),
            seeds[0]
        ));
        fs::create_dir_all(&folder).expect("a folder");
        let mut count = Count::default();
        for &seed in seeds {
            let made = make(seed);
            let (source, built) =
                (folder.join(format!("{seed}.c")), folder.join(format!("{seed}")));
            fs::write(&source, &made.source).expect("written");
            let output = Command::new(compiler)
                .args(["-g", "-w", "-fno-strict-aliasing", level, "-o"])
                .arg(&built)
                .arg(&source)
                .output()
                .expect("a compiler");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            judge(&made, &built, &mut count);
        }
        let kept = std::env::var_os("HITMAP_KEEP").is_some();
        if !kept {
            fs::remove_dir_all(&folder).expect("removed");
        }
        println!(
            "{compiler} {level}: {} accesses, {} right ({:.2} %), {} wrong, {} silent",
            count.all,
            count.right,
            count.recall() * 100.0,
            count.wrong.len(),
            count.silent.len()
        );
        for line in count.wrong.iter().chain(&count.silent).take(12) {
            println!("  {line}");
        }
        assert!(count.all > 500, "{compiler} {level}: only {} accesses with a truth", count.all);
        assert!(count.recall() >= recall, "{compiler} {level}: {:.4} right", count.recall());
        let wrong = count.wrong.len() as f64 / count.all as f64;
        assert!(wrong <= wrong_share, "{compiler} {level}: {:#?}", count.wrong);
    }

    /// `HITMAP_SEEDS=41,42` asks other programs than those that rules were written over.
    fn given_seeds() -> Option<Vec<u64>> {
        let text = std::env::var("HITMAP_SEEDS").ok()?;
        Some(text.split(',').map(|seed| seed.parse().expect("numbers of seeds")).collect())
    }

    const SEEDS: [u64; 2] = [21, 22];

    #[test]
    fn gcc_0() {
        check("gcc", "-O0", &SEEDS, 1.0, 0.0);
    }
    #[test]
    fn gcc_1() {
        check("gcc", "-O1", &SEEDS, 0.99, 0.0);
    }
    #[test]
    fn gcc_2() {
        check("gcc", "-O2", &SEEDS, 0.985, 0.0);
    }
    /// One has an access that was moved before the ways on which its pointer is one struct or another; in the others a
    /// location list runs on over code in which the pointer is cast to another struct.
    #[test]
    fn gcc_2_parted() {
        check("gcc", "-O2", &[45, 67, 76], 0.97, 0.0);
    }
    #[test]
    fn gcc_3() {
        check("gcc", "-O3", &SEEDS, 0.98, 0.0);
    }
    #[test]
    fn clang_0() {
        check("clang", "-O0", &SEEDS, 1.0, 0.0);
    }
    #[test]
    fn clang_1() {
        check("clang", "-O1", &SEEDS, 0.995, 0.0);
    }
    #[test]
    fn clang_2() {
        check("clang", "-O2", &SEEDS, 0.995, 0.0);
    }
    /// Two branches in which a pointer is the same struct are one, and of neither's scope; code of two branches is said to
    /// be of the second alone.
    #[test]
    fn clang_2_joined() {
        check("clang", "-O2", &[75, 211], 0.99, 0.0);
    }
    #[test]
    fn clang_3() {
        check("clang", "-O3", &SEEDS, 0.99, 0.0);
    }
}
