//! A sample that was counted late: its instruction touches no memory, the one before it does.

mod support;

use std::fs;
use std::process::Command;

use facts::Confidence;

const SOURCE: &str = r#"
struct counter { long before[3]; long value; };
long scaled(struct counter *it) { return it->value * 5 + 3; }
long nothing(long a) { return a * 5 + 3; }
int main(void) { return 0; }
"#;

#[test]
fn the_instruction_before_is_answered_less_surely_and_said_to_be() {
    let folder = std::env::temp_dir().join(format!("hitmap-late-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (source, path) = (folder.join("late.c"), folder.join("late"));
    fs::write(&source, SOURCE).expect("a file");
    let built = Command::new("gcc").args(["-g", "-O1", "-o"]).arg(&path).arg(&source).status();
    if built.is_err() {
        judges::skip!("gcc is not here");
    }
    let program = support::program(&path).expect("a program");
    fs::remove_dir_all(&folder).expect("it can be removed");
    let load = &program.what("scaled").accesses[0];
    let at = u64::from_str_radix(&load.address, 16).expect("an address");
    let next = (at + 1..at + 16)
        .map(|address| program.what(&format!("{address:#x}")))
        .find(|answer| !answer.nothing.as_deref().is_some_and(|text| text.contains("begins")))
        .expect("an instruction after it");
    let access = next.accesses.first().expect("the one before");
    assert_eq!(access.address, load.address);
    let object = &access.objects[0];
    assert_eq!(
        (&*object.name, &*object.path, object.confidence),
        ("counter", "value", Confidence::May)
    );
    assert!(object.reasons[0].contains("counted late"), "{object:?}");
    // Nothing comes before it that touches anything.
    let begin = program.functions().iter().find(|symbol| &*symbol.name == "nothing");
    let begin = begin.expect("a function").address;
    assert!(program.what(&format!("{begin:#x}")).nothing.is_some());
}
