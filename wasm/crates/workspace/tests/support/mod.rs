//! Files that compilers and pahole make, opened as the page opens them.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use container::{MemorySource, ReadError, Source};
use facts::{FileFacts, IndexStage, StructIndex};
use workspace::{Refusal, Workspace};

/// An empty directory of a test's own.
pub fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// Compiles C source to `NAME.o`, with debug information.
///
/// # Errors
/// Where there is no gcc.
pub fn compile(directory: &Path, name: &str, source: &str, flags: &[&str]) -> Result<(), String> {
    std::fs::write(directory.join(format!("{name}.c")), source).expect("a source file");
    let (from, to) = (format!("{name}.c"), format!("{name}.o"));
    tool(directory, "gcc", &[&["-g", "-c", &from, "-o", &to], flags].concat())
}

/// Runs a program there.
///
/// # Errors
/// Where it is not installed.
pub fn tool(directory: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    judges::run(Command::new(program).args(arguments).current_dir(directory)).map(|_| ())
}

/// The bytes of a file.
pub fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

/// A file that is read by range, as the user's own.
#[derive(Debug)]
struct FileBytes(MemorySource);

impl Source for FileBytes {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError> {
        self.0.read_at(offset, buf)
    }

    fn place_in_file(&self, offset: u64) -> Option<u64> {
        Some(offset)
    }
}

/// A file that is read by range.
pub fn source(bytes: Vec<u8>) -> Rc<dyn Source> {
    Rc::new(FileBytes(MemorySource::new(bytes)))
}

/// An opened file.
pub fn open(path: &Path) -> (Workspace, FileFacts) {
    Workspace::open(source(bytes(path))).expect("a file with types")
}

/// One stage of its index.
///
/// # Errors
/// Where the workspace refuses it.
pub fn index(workspace: &mut Workspace, stage: IndexStage) -> Result<StructIndex, Refusal> {
    workspace.index(stage, &mut |_, _| {})
}
