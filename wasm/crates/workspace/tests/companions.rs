//! Files that have some of another file's types: given too early, to the wrong one, to each other.

mod support;

use std::path::{Path, PathBuf};

use facts::{Companion, IndexStage};
use support::{bytes, compile, directory, index, open, source, tool};
use workspace::{Refusal, Workspace};

const DEVICE: &str = "struct list { struct list *next, *prev; };\nstruct device { struct list node; int id; char name[20]; };\n";

/// The BTF of a kernel, of another, and of two modules of the first, each alone.
fn kernel(test: &str) -> Result<PathBuf, String> {
    let at = directory(&format!("companions-{test}"));
    compile(&at, "kernel", &format!("{DEVICE}struct device d;"), &[])?;
    compile(&at, "other", "struct unrelated { int x; } u;", &[])?;
    for module in ["module", "second"] {
        let own = format!("{DEVICE}struct {module}_driver {{ struct device dev; long n; }} drv;");
        compile(&at, module, &own, &[])?;
    }
    let dump = |name: &str| {
        let to = format!(".BTF={name}.btf");
        tool(&at, "objcopy", &["--dump-section", &to, &format!("{name}.o")])
    };
    for name in ["kernel", "other"] {
        tool(&at, "pahole", &["-J", &format!("{name}.o")])?;
        dump(name)?;
    }
    for name in ["module", "second"] {
        tool(&at, "pahole", &["-J", "--btf_base", "kernel.btf", &format!("{name}.o")])?;
        dump(name)?;
    }
    Ok(at)
}

fn give_base(workspace: &mut Workspace, path: &Path) -> Result<bool, Refusal> {
    workspace.give(Companion::BaseBtf, "vmlinux", source(bytes(path)))
}

#[test]
fn a_module_is_read_over_its_kernel_and_no_other() {
    let at = match kernel("base") {
        Ok(at) => at,
        Err(reason) => judges::skip!(reason),
    };
    let (mut module, facts) = open(&at.join("module.btf"));
    assert_eq!(facts.needs, [Companion::BaseBtf]);
    assert!(matches!(index(&mut module, IndexStage::Btf), Err(Refusal::Unusable(_))));

    give_base(&mut module, &at.join("other.btf")).expect("it stands alone");
    let refused = index(&mut module, IndexStage::Btf).expect_err("another kernel's");
    assert!(refused.to_string().contains("does not belong to this split BTF"), "{refused}");

    give_base(&mut module, &at.join("kernel.btf")).expect("its kernel");
    let list = index(&mut module, IndexStage::Btf).expect("its own types");
    assert_eq!(list.names, "module_driver");
}

#[test]
fn two_files_that_need_each_other_are_told_so_and_take_their_kernel_after() {
    let at = match kernel("circle") {
        Ok(at) => at,
        Err(reason) => judges::skip!(reason),
    };
    for (one, other) in [("module", "second"), ("second", "module")] {
        let (mut workspace, _) = open(&at.join(format!("{one}.btf")));
        let refused = give_base(&mut workspace, &at.join(format!("{other}.btf")))
            .expect_err("it has no types alone");
        assert!(matches!(refused, Refusal::BaseIsSplit), "{refused}");
        give_base(&mut workspace, &at.join("kernel.btf")).expect("their kernel");
        assert!(index(&mut workspace, IndexStage::Btf).is_ok());
    }
}

#[test]
fn what_is_no_companion_leaves_what_there_was() {
    let at = match kernel("none") {
        Ok(at) => at,
        Err(reason) => judges::skip!(reason),
    };
    let (mut module, _) = open(&at.join("module.btf"));
    give_base(&mut module, &at.join("kernel.btf")).expect("its kernel");
    for text in ["", "hello\n", "\u{7f}ELF"] {
        assert!(
            module.give(Companion::BaseBtf, "a", source(text.as_bytes().to_vec())).is_err(),
            "{text}"
        );
    }
    assert_eq!(index(&mut module, IndexStage::Btf).expect("its types").names, "module_driver");
    assert!(matches!(
        module.give(Companion::Supplementary, "a", source(bytes(&at.join("kernel.o")))),
        Err(Refusal::NamesNoSupplementary)
    ));
    // It has no DWARF that could be in other files.
    let split = module.give(Companion::Split, "a.dwo", source(bytes(&at.join("kernel.o"))));
    assert!(matches!(split, Ok(false)));
}

#[test]
fn split_dwarf_is_taken_once_its_program_is_read() {
    let at = directory("companions-split");
    let text = format!("{DEVICE}struct device d;");
    if let Err(reason) = compile(&at, "unit", &text, &["-gsplit-dwarf"]) {
        judges::skip!(reason);
    }
    let (mut program, facts) = open(&at.join("unit.o"));
    assert_eq!(facts.stages, [IndexStage::Dwarf, IndexStage::Summaries]);
    let give = |program: &mut Workspace| {
        program.give(Companion::Split, "unit.dwo", source(bytes(&at.join("unit.dwo"))))
    };
    // Before its file it says so, and is taken after.
    assert!(matches!(give(&mut program), Err(Refusal::SplitTooEarly)));
    let list = index(&mut program, IndexStage::Dwarf).expect("a list");
    assert_eq!((list.names.as_str(), list.split_files.len()), ("", 1));
    assert!(give(&mut program).expect("its own part"));
    let list = index(&mut program, IndexStage::Dwarf).expect("a list");
    assert_eq!(list.names, "list\ndevice");
    assert!(list.split_files.is_empty());
}
