//! A file on disk as the readers see it: opened by the real container reader, section by section.

#![allow(dead_code)]

pub mod machine;
pub mod memory;

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::rc::Rc;

use container::{Opened, ReadError, Source};
use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use debuginfo::sections::Sections;
use facts::{StructDesc, StructIndex};
pub use workspace::FileSections;

/// A file that is read by range.
struct DiskSource {
    file: File,
    len: u64,
}

impl Source for DiskSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError> {
        self.file.read_exact_at(buf, offset).map_err(|error| ReadError::Failed(error.to_string()))
    }
}

/// A file, to be read by range; the error is a sentence.
pub fn source(path: &Path) -> Result<Rc<dyn Source>, String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let len = file.metadata().map_err(|error| error.to_string())?.len();
    Ok(Rc::new(DiskSource { file, len }))
}

/// Opens a file by what it holds; the error is a sentence.
pub fn open(path: &Path) -> Result<Rc<Opened>, String> {
    container::identify(source(path)?).map(Rc::new).map_err(|error| error.to_string())
}

/// The DWARF of a file on disk, not yet indexed.
pub fn dwarf(path: &Path) -> Result<Dwarf, String> {
    let opened = open(path)?;
    let target = opened.target().clone();
    Dwarf::open(Rc::new(FileSections::new(opened)), target).map_err(|error| error.to_string())
}

/// The sections of a file on disk.
pub fn sections(path: &Path) -> Result<Rc<FileSections>, String> {
    Ok(Rc::new(FileSections::new(open(path)?)))
}

/// The `.debug_*` sections of a file.
pub fn debug_sections(path: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let sections = FileSections::new(open(path)?);
    let debug = sections.list().iter().enumerate();
    debug
        .filter(|(_, section)| section.name.starts_with(".debug_"))
        .map(|(index, section)| {
            let data = sections.read(index).map_err(|error| error.to_string())?;
            Ok((section.name.clone(), data))
        })
        .collect()
}

/// Indexes, and compares all members.
pub fn read(mut dwarf: Dwarf) -> (Dwarf, StructIndex) {
    let _ = dwarf.index(&mut |_, _| {});
    let index = dwarf.summaries();
    (dwarf, index)
}

/// Every struct in the order of the keys, with the types that it holds and where they are declared.
pub fn structs((dwarf, index): &(Dwarf, StructIndex)) -> Vec<StructDesc> {
    let describe = |row| dwarf.describe(row as u32).expect("a description");
    let mut all: Vec<StructDesc> = (0..index.kinds.len()).map(describe).collect();
    all.sort_by(|a, b| a.key.cmp(&b.key));
    all
}
