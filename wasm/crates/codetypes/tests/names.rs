//! Functions by the names that reports have, whatever compilers and perf did to them.

mod support;

use std::fs;
use std::process::Command;

use codetypes::Program;

/// gcc's own suffixes cannot be written in C, but assembler names can.
const SOURCE: &str = r#"
struct counter { long before[3]; long value; };
long plain(struct counter *it) { return it->value; }
long cloned(struct counter *it) __asm__("cloned.constprop.0");
long cloned(struct counter *it) { return it->value; }
long part(struct counter *it) __asm__("split.part.0");
long part(struct counter *it) { return it->value; }
long __inner(struct counter *it) { return it->value; }
long a_name_that_perf_cuts_short(struct counter *it) { return it->value; }
int main(void) { return 0; }
"#;

fn program() -> Option<Program> {
    let folder = std::env::temp_dir().join(format!("hitmap-names-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (source, path) = (folder.join("names.c"), folder.join("names"));
    fs::write(&source, SOURCE).expect("a file");
    let built =
        Command::new("gcc").args(["-g", "-O1", "-o"]).arg(&path).arg(&source).status().ok()?;
    assert!(built.success());
    let program = support::program(&path).expect("a program");
    fs::remove_dir_all(&folder).expect("it can be removed");
    Some(program)
}

#[test]
fn a_report_names_functions_as_compilers_and_perf_leave_them() {
    let Some(program) = program() else { judges::skip!("gcc is not here") };
    let names = [
        "plain",
        "plain.isra.0",
        "__plain",
        "cloned",
        "cloned.constprop.0",
        "split",
        "split.part.0",
        "inner",
        "a_name_that_perf*",
        "plain*",
    ];
    let places = names.map(str::to_owned);
    for answer in program.touches(&places, false) {
        assert_eq!(answer.accesses.len(), 1, "{answer:?}");
        let object = answer.accesses[0].objects.first().expect("a struct");
        assert_eq!((&*object.name, object.offset_bytes), ("counter", 24.0), "{}", answer.query);
        assert!(object.reasons.is_empty(), "nobody query why");
    }
    for absent in ["plai", "a_name_that_no_one_has*", "*", ""] {
        let answer = &program.touches(&[absent.to_owned()], false)[0];
        assert!(answer.accesses.is_empty() && answer.nothing.is_some(), "{absent}");
    }
    let with = &program.touches(&["plain".to_owned()], true)[0];
    assert!(!with.accesses[0].objects[0].reasons.is_empty());
}

/// A place with two names, as kernels have `pcpu_hot` and `const_pcpu_hot`: each source file declares one of them.
#[test]
fn a_variable_of_several_names_is_told_by_the_one_that_the_source_file_has() {
    let folder = std::env::temp_dir().join(format!("hitmap-aliases-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let sources = [
        (
            "defined.c",
            "struct hot { long a, b; } hot;\nextern struct hot second __attribute__((alias(\"hot\")));\n",
        ),
        (
            "first.c",
            "extern struct hot { long a, b; } hot;\nlong by_first(void) { return hot.b; }\n",
        ),
        (
            "second.c",
            "extern const struct hot { long a, b; } second;\nlong by_second(void) { return second.b; }\nint main(void) { return 0; }\n",
        ),
    ];
    for (name, text) in sources {
        fs::write(folder.join(name), text).expect("a file");
    }
    let path = folder.join("aliases");
    let files = sources.map(|(name, _)| folder.join(name));
    let built = Command::new("gcc")
        .args(["-g", "-O1", "-no-pie", "-fno-pie", "-o"])
        .arg(&path)
        .args(&files)
        .status();
    let Ok(built) = built else { judges::skip!("gcc is not here") };
    assert!(built.success());
    let program = support::program(&path).expect("a program");
    fs::remove_dir_all(&folder).expect("it can be removed");
    for function in ["by_first", "by_second"] {
        let answer = program.what(function);
        let object = answer.accesses[0].objects.first();
        let object = object.unwrap_or_else(|| unreachable!("{function}: {answer:?}"));
        assert_eq!((&*object.name, &*object.path), ("hot", "b"), "{function}");
    }
}

/// The plus of an operator is no offset.
#[test]
fn an_operator_that_is_not_there_is_said_to_be_missing() {
    let Some(program) = support::built("gcc", "-O1", "int main(void) { return 0; }") else {
        judges::skip!("gcc is not here")
    };
    for name in ["app::Sum::operator+(int)", "app::Sum::operator+", "operator++"] {
        let wanted = format!("there is no function `{name}` in this file");
        assert_eq!(program.what(name).nothing, Some(wanted));
    }
}
