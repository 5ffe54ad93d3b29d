//! Two workspaces that share the DWARF of one file, each with half of it.

mod support;

use std::path::{Path, PathBuf};

use facts::{Answer, Companion, IndexStage, Query};
use support::{bytes, directory, index, open, source, tool};
use workspace::{Half, Refusal, Workspace};

const UNITS: usize = 24;

/// A program of many units, each with a struct of its own, and one that all have.
fn program(test: &str) -> Result<PathBuf, String> {
    let at = directory(&format!("halves-{test}"));
    let mut words = vec!["-g".to_owned(), "-shared".to_owned(), "-fPIC".to_owned()];
    for unit in 0..UNITS {
        let name = format!("u{unit}.c");
        let text = format!(
            "struct common {{ char a; long b; }};\n\
             struct own_{unit} {{ struct common c; int x[{}]; }} o{unit};\n",
            unit + 1
        );
        std::fs::write(at.join(&name), text).expect("a source file");
        words.push(name);
    }
    words.extend(["-o".to_owned(), "program".to_owned()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    tool(&at, "gcc", &words)?;
    Ok(at.join("program"))
}

/// Half of the file, read.
fn half(path: &Path, half: Half) -> Workspace {
    let (mut workspace, _) = open(path);
    let range = workspace.begin_half(half).expect("DWARF").expect("it can be divided");
    let file = bytes(path);
    for piece in file[range.start as usize..range.end as usize].chunks(977) {
        workspace.feed(|before| before.extend_from_slice(piece));
    }
    assert!(workspace.end_half().is_some());
    workspace
}

#[test]
fn a_question_about_the_whole_file_is_not_answered_for_half_of_it() {
    let path = match program("whole") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    for which in [Half::First, Half::Second] {
        let mut workspace = half(&path, which);
        let (functions, variables) = (Vec::new(), vec!["o1".to_owned()]);
        for query in [
            Query::HeldCounts,
            Query::PerCpu,
            Query::Embeddings { inner: vec!["common".to_owned()] },
            Query::Code { functions, variables },
        ] {
            let refused = workspace.ask(&query);
            assert!(matches!(refused, Err(Refusal::HalfOnly)), "{query:?}: {refused:?}");
        }
        let split = workspace.give(Companion::Split, "a.dwo", source(bytes(&path)));
        assert!(matches!(split, Err(Refusal::HalfOnly)));
        // A row is its own, and the stage that follows keeps it.
        assert!(matches!(workspace.ask(&Query::Describe { row: 0 }), Ok(Answer::Describe(_))));
        assert!(index(&mut workspace, IndexStage::Summaries).is_ok());
        // Read whole it answers.
        let list = index(&mut workspace, IndexStage::Dwarf).expect("all of it");
        assert_eq!(list.kinds.len(), UNITS + 1);
        let Ok(Answer::HeldCounts(held)) = workspace.ask(&Query::HeldCounts) else {
            unreachable!()
        };
        assert_eq!(held.counts, [UNITS as u32]);
    }
}

#[test]
fn with_btf_beside_it_half_of_a_file_answers_for_all() {
    let path = match program("btf") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    let directory = path.parent().expect("a directory");
    if let Err(reason) = tool(directory, "pahole", &["-J", "program"]) {
        judges::skip!(reason);
    }
    let mut workspace = half(&path, Half::Second);
    let Ok(Answer::HeldCounts(held)) = workspace.ask(&Query::HeldCounts) else { unreachable!() };
    assert_eq!((held.names.as_str(), &held.counts[..]), ("common", &[UNITS as u32][..]));
}

#[test]
fn a_half_that_does_not_come_leaves_what_there_was() {
    let path = match program("cut") {
        Ok(path) => path,
        Err(reason) => judges::skip!(reason),
    };
    let (mut workspace, _) = open(&path);
    assert!(workspace.end_half().is_none());
    workspace.feed(|before| before.push(1));
    let range = workspace.begin_half(Half::First).expect("DWARF").expect("it can be divided");
    let file = bytes(&path);
    let early = range.start as usize..range.end as usize - 40;
    workspace.feed(|before| before.extend_from_slice(&file[early]));
    assert!(workspace.end_half().is_none());
    assert!(matches!(workspace.ask(&Query::HeldCounts), Err(Refusal::NothingRead)));
    assert_eq!(index(&mut workspace, IndexStage::Dwarf).expect("all of it").kinds.len(), UNITS + 1);
}
