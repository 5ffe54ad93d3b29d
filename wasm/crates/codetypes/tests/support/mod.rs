//! A file on disk as the program that is asked.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use codetypes::{Program, ProgramSymbol};
use facts::Companion;
use workspace::CodeFiles;

#[path = "../../../debuginfo/tests/support/mod.rs"]
pub mod files;

/// Opens a program; the error is a sentence.
pub fn program(path: &Path) -> Result<Program, String> {
    program_with(path, &[])
}

/// Opens a program with other files that have some of its types.
pub fn program_with(path: &Path, companions: &[(Companion, PathBuf)]) -> Result<Program, String> {
    let mut files = CodeFiles::open(files::source(path)?).map_err(|error| error.to_string())?;
    for (companion, path) in companions {
        files.give(*companion, files::source(path)?).map_err(|error| error.to_string())?;
    }
    let opened = files.symbols();
    let symbols = container::symbols(opened).into_iter().map(|symbol| ProgramSymbol {
        name: symbol.name.as_str().into(),
        address: symbol.address,
        size_bytes: symbol.size_bytes,
        is_function: symbol.is_function,
        is_per_cpu: symbol.is_per_cpu,
    });
    let mut program = Program::open(files.sections(), opened.target(), symbols.collect())
        .map_err(|error| error.to_string())?;
    if let Some(supplementary) = files.supplementary() {
        program.give_supplementary(supplementary.clone());
    }
    files.split().iter().for_each(|split| program.give_split(split.clone()));
    Ok(program)
}

/// The program that a compiler makes of C with debug information; `None` where that compiler is not here.
pub fn built(compiler: &str, level: &str, source: &str) -> Option<Program> {
    static BUILT: AtomicU32 = AtomicU32::new(0);
    let number = BUILT.fetch_add(1, Ordering::Relaxed);
    let name = format!("hitmap-built-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let (text, path) = (folder.join("made.c"), folder.join("made"));
    fs::write(&text, source).expect("a file");
    let status = Command::new(compiler).args(["-g", level, "-o"]).arg(&path).arg(&text).status();
    let made = status.ok().map(|status| {
        assert!(status.success(), "{compiler}");
        program(&path).expect("a program")
    });
    fs::remove_dir_all(&folder).expect("it can be removed");
    made
}
