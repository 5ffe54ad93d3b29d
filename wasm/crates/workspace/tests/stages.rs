//! Which stage comes from what, and what is answered where one of two cannot be read.

mod support;

use std::path::{Path, PathBuf};

use facts::{Answer, IndexStage, Query};
use support::{bytes, compile, directory, index, open, source, tool};
use workspace::{Refusal, Workspace};

const SOURCE: &str = "struct inner { char tag; long value; };\n\
    struct outer { struct inner in[2]; int tail; };\n\
    struct outer object; int main(void) { return object.tail; }\n";

/// A program with DWARF and BTF.
fn both(test: &str) -> Result<PathBuf, String> {
    let at = directory(&format!("stages-{test}"));
    compile(&at, "unit", SOURCE, &[])?;
    tool(&at, "gcc", &["-g", "unit.o", "-o", "program"])?;
    tool(&at, "pahole", &["-J", "program"])?;
    Ok(at.join("program"))
}

/// The file with the bytes of a section overwritten.
fn damage(path: &Path, section: &str) -> Result<Workspace, String> {
    let directory = path.parent().expect("a directory");
    std::fs::write(directory.join("zeros"), [0; 64]).expect("a file");
    let update = format!("{section}=zeros");
    tool(directory, "objcopy", &["--update-section", &update, "program", "damaged"])?;
    Ok(open(&directory.join("damaged")).0)
}

#[test]
fn the_stages_of_a_file_with_both() {
    let path = match both("both") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    let (mut workspace, facts) = open(&path);
    assert_eq!(facts.stages, [IndexStage::Btf, IndexStage::Dwarf, IndexStage::Summaries]);
    assert!(matches!(workspace.ask(&Query::HeldCounts), Err(Refusal::NothingRead)));
    assert!(matches!(
        index(&mut workspace, IndexStage::Summaries),
        Err(Refusal::SummariesTooEarly)
    ));
    assert!(matches!(index(&mut workspace, IndexStage::Text), Err(Refusal::NoText)));

    let mut keys = Vec::new();
    for stage in facts.stages {
        let list = index(&mut workspace, stage).expect("a list");
        assert_eq!(list.diagnostics, []);
        let row = list.names.split('\n').position(|name| name == "outer").expect("its row");
        let Ok(Answer::Describe(desc)) = workspace.ask(&Query::Describe { row: row as u32 }) else {
            unreachable!("{stage:?}")
        };
        // The same struct has the same key in each stage, and is found by it.
        let found = workspace.ask(&Query::Find { key: desc.key.clone() }).expect("an answer");
        assert_eq!(found, Answer::Find(Some(row as u32)));
        keys.push(desc.key);
    }
    keys.dedup();
    assert_eq!(keys.len(), 1);
}

#[test]
fn questions_are_answered_by_their_own_kind() {
    let path = match both("questions") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    for stage in [IndexStage::Btf, IndexStage::Dwarf] {
        let (mut workspace, _) = open(&path);
        let list = index(&mut workspace, stage).expect("a list");
        let rows: Vec<u32> = (0..=list.kinds.len() as u32).collect();
        let Ok(Answer::DescribeAll(all)) = workspace.ask(&Query::DescribeAll { rows }) else {
            unreachable!()
        };
        let (last, described) = all.split_last().expect("structs");
        assert!(last.is_none() && described.iter().all(Option::is_some));

        let inner = vec!["inner".to_owned(), String::new()];
        let Ok(Answer::Embeddings(found)) = workspace.ask(&Query::Embeddings { inner }) else {
            unreachable!()
        };
        let [held] = &found[..] else { unreachable!("{found:?}") };
        assert_eq!((held.outer.as_str(), &held.offsets_bytes[..]), ("outer", &[0.0, 16.0][..]));

        let Ok(Answer::HeldCounts(held)) = workspace.ask(&Query::HeldCounts) else {
            unreachable!()
        };
        assert_eq!((held.names.as_str(), &held.counts[..]), ("inner", &[1][..]));

        let Ok(Answer::Symbols(Some(lines))) = workspace.ask(&Query::Symbols) else {
            unreachable!()
        };
        assert!(lines.lines().any(|line| line.ends_with(" T main")), "{lines}");

        let beyond = workspace.ask(&Query::Describe { row: u32::MAX });
        assert!(matches!(beyond, Err(Refusal::Describe(_))));
        let unknown = Query::Find { key: "struct:outer:1:0".to_owned() };
        assert_eq!(workspace.ask(&unknown).expect("an answer"), Answer::Find(None));
    }
}

#[test]
fn pointers_lead_to_the_structs_that_c_says() {
    let at = directory("stages-pointers");
    let source = "struct list { struct list *next, **prev; };\n\
        typedef struct { int n; } *hidden_t; union both { int i; };\n\
        struct elsewhere;\n\
        struct holder { struct list in; const struct elsewhere *far; hidden_t h; union both *u[2];\n\
        void *p; char *name; struct list (*call)(struct list *); };\n\
        struct holder object;\n";
    let built =
        compile(&at, "unit", source, &[]).and_then(|()| tool(&at, "pahole", &["-J", "unit.o"]));
    if let Err(reason) = built {
        judges::skip!(reason);
    }
    for stage in [IndexStage::Btf, IndexStage::Dwarf] {
        let (mut workspace, _) = open(&at.join("unit.o"));
        let list = index(&mut workspace, stage).expect("a list");
        let row = list.names.split('\n').position(|name| name == "holder").expect("its row");
        let Ok(Answer::Describe(desc)) = workspace.ask(&Query::Describe { row: row as u32 }) else {
            unreachable!()
        };
        let Ok(Answer::PointsTo(Some(all))) = workspace.ask(&Query::PointsTo { key: desc.key })
        else {
            unreachable!()
        };
        let mut said: Vec<String> = all
            .iter()
            .map(|one| {
                let pointer = &desc.types[one.type_index as usize].name;
                format!("{pointer} -> {}{}", "*".repeat(one.pointers as usize), one.name)
            })
            .collect();
        said.sort();
        let expected = [
            "const struct elsewhere * -> *elsewhere",
            "struct list * -> *list",
            "struct list ** -> **list",
            "union both * -> *both",
        ];
        assert_eq!(said, expected, "{stage:?}");
        let unknown = Query::PointsTo { key: "struct:holder:1:0".to_owned() };
        assert_eq!(workspace.ask(&unknown).expect("an answer"), Answer::PointsTo(None));
    }
}

#[test]
fn damaged_btf_beside_dwarf_costs_a_warning_and_no_struct() {
    let path = match both("btf") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    let mut workspace = match damage(&path, ".BTF") {
        Ok(workspace) => workspace,
        Err(reason) => judges::skip!(reason),
    };
    let refused = index(&mut workspace, IndexStage::Btf).expect_err("zeros are no BTF");
    assert!(refused.to_string().starts_with("This is not BTF"), "{refused}");
    for stage in [IndexStage::Dwarf, IndexStage::Summaries] {
        let list = index(&mut workspace, stage).expect("a list");
        assert_eq!(list.names, "inner\nouter");
        let [missing] = &list.diagnostics[..] else { unreachable!("{:?}", list.diagnostics) };
        assert_eq!(missing.location, ".BTF");
        let said = "The BTF of this file cannot be used, so its types are from DWARF alone. This is not BTF";
        assert!(missing.text.starts_with(said), "{}", missing.text);
    }
    // What BTF would have answered, DWARF does.
    let Ok(Answer::HeldCounts(held)) = workspace.ask(&Query::HeldCounts) else { unreachable!() };
    assert_eq!(held.names, "inner");
}

#[test]
fn damaged_dwarf_beside_btf_leaves_its_list() {
    let path = match both("dwarf") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    let directory = path.parent().expect("a directory");
    let without = ["--remove-section", ".debug_abbrev", "program", "damaged"];
    if let Err(reason) = tool(directory, "objcopy", &without) {
        judges::skip!(reason);
    }
    let (mut workspace, _) = open(&directory.join("damaged"));
    assert!(index(&mut workspace, IndexStage::Btf).expect("a list").diagnostics.is_empty());
    assert!(index(&mut workspace, IndexStage::Dwarf).is_err());
    let answer = workspace.ask(&Query::HeldCounts).expect("BTF is still there");
    assert!(matches!(answer, Answer::HeldCounts(held) if held.names == "inner"));
    let list = index(&mut workspace, IndexStage::Btf).expect("a list");
    let [missing] = &list.diagnostics[..] else { unreachable!("{:?}", list.diagnostics) };
    let said = "The DWARF of this file cannot be used, so its types are from BTF. ";
    assert!(missing.text.starts_with(said), "{}", missing.text);
}

#[test]
fn a_file_that_ends_early_is_refused_at_each_of_its_ends() {
    let path = match both("cut") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    let whole = bytes(&path);
    for end in (0..whole.len()).step_by(whole.len() / 97) {
        let Ok((mut workspace, facts)) = Workspace::open(source(whole[..end].to_vec())) else {
            continue;
        };
        for stage in facts.stages {
            // Whatever it gives, it answers about afterwards.
            let _ = index(&mut workspace, stage);
            let _ = workspace.ask(&Query::HeldCounts);
            let _ = workspace.ask(&Query::Describe { row: 0 });
            let _ = workspace.ask(&Query::Symbols);
        }
    }
}
