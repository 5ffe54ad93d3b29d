//! Programs whose instructions name their fields by themselves, built by gcc and clang: what `objdump` shows of an
//! instruction is held against what is said of it.

#[path = "support/shown.rs"]
mod shown;
mod support;
#[path = "support/unique.rs"]
mod unique;

mod judged {
    use std::fs;
    use std::process::Command;

    use super::shown::{Count, judge};
    use super::support::program;
    use super::unique::make;

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
            judge(&made, &program(&built).expect("a program"), &built, &mut count);
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
