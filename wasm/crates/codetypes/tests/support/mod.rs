//! A file on disk as the program that is asked.

#![allow(dead_code)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use codetypes::{Program, ProgramSymbol};

#[path = "../../../debuginfo/tests/support/mod.rs"]
pub mod files;

/// Opens a program; the error is a sentence.
pub fn program(path: &Path) -> Result<Program, String> {
    let opened = files::open(path)?;
    let target = opened.target().clone();
    let symbols = container::symbols(&opened).into_iter().map(|symbol| ProgramSymbol {
        name: symbol.name.as_str().into(),
        address: symbol.address,
        size_bytes: symbol.size_bytes,
        is_function: symbol.is_function,
        is_per_cpu: symbol.is_per_cpu,
    });
    let symbols = symbols.collect();
    Program::open(Rc::new(files::FileSections::new(opened)), &target, symbols)
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
