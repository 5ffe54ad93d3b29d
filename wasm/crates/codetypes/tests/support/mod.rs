//! A file on disk as the program that is asked.

#![allow(dead_code)]

use std::path::Path;
use std::rc::Rc;

use codetypes::{Program, ProgramSymbol};

#[path = "../../../debuginfo/tests/support/mod.rs"]
mod files;

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
