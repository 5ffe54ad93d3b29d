//! Relocatable objects: their sections have no addresses, and calls none to lead to, before they are placed.

mod support;

use std::fs;
use std::process::Command;

const SOURCE: &str = r#"
struct part { long width, height; };
struct shelf { long number; struct part *top; struct part own; };
struct shelf *found_shelf(long number);
struct shelf known_shelf;
static struct shelf hidden_shelf __attribute__((used));
long first(struct shelf *it) { return it->number; }
long second(struct shelf *it) { return it->top->height; }
long third(void) { return known_shelf.own.width + hidden_shelf.own.height; }
long fourth(void) { return found_shelf(4)->own.height; }
void fifth(void) { hidden_shelf.own.height = found_shelf(5)->number; }
__attribute__((section(".init.text"))) long at_start(struct shelf *it) { return it->own.width; }
"#;

#[test]
fn code_of_objects_is_followed_in_every_section() {
    let folder = std::env::temp_dir().join(format!("hitmap-object-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let source = folder.join("shelf.c");
    fs::write(&source, SOURCE).expect("a file");
    let mut were_any = false;
    for compiler in ["gcc", "clang"] {
        for more in ["-fno-function-sections", "-ffunction-sections", "-mcmodel=kernel", "-pg"] {
            let path = folder.join("shelf.o");
            let built = Command::new(compiler)
                .args(["-g", "-O2", "-fno-pic", "-mno-red-zone", "-c", more, "-o"])
                .arg(&path)
                .arg(&source)
                .status();
            if !built.is_ok_and(|status| status.success()) {
                continue;
            }
            were_any = true;
            let program = support::program(&path).expect("an object");
            for (function, paths) in [
                ("first", vec!["number"]),
                ("second", vec!["top", "height"]),
                ("third", vec!["own.width", "own.height"]),
                ("fourth", vec!["own.height"]),
                ("fifth", vec!["number", "own.height"]),
                ("at_start", vec!["own.width"]),
            ] {
                let answer = program.what(function);
                let mut found: Vec<String> = answer
                    .accesses
                    .iter()
                    .filter_map(|access| access.objects.first())
                    .map(|object| object.path.clone())
                    .collect();
                let mut wanted = paths.clone();
                found.sort();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{function} by {compiler} {more}: {answer:?}");
            }
        }
        let path = folder.join("guarded.o");
        let built = Command::new(compiler)
            .args(["-g", "-O2", "-mcmodel=kernel", "-fstack-protector-all", "-c", "-o"])
            .arg(&path)
            .arg(&source)
            .status();
        if built.is_ok_and(|status| status.success()) {
            let answer = support::program(&path).expect("an object").what("first");
            let unknown: Vec<&str> =
                answer.accesses.iter().filter_map(|access| access.unknown.as_deref()).collect();
            assert!(!unknown.is_empty(), "{compiler}: {answer:?}");
            assert!(
                unknown.iter().all(|sentence| *sentence == "it is the stack canary"),
                "{compiler}: {unknown:?}"
            );
        }
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
    if !were_any {
        judges::skip!("neither gcc nor clang is here");
    }
}
