use std::rc::Rc;

use container::Opened;
use debuginfo::sections::{SectionError, SectionInfo, Sections};

/// The sections of an opened file, as the readers of debug information ask for them.
#[derive(Debug)]
pub struct FileSections {
    /// The file of each section, and its number there.
    places: Vec<(Rc<Opened>, usize)>,
    list: Vec<SectionInfo>,
}

impl FileSections {
    /// Lists the sections once.
    pub fn new(opened: Rc<Opened>) -> Self {
        Self::of(&[opened], |_, _| true)
    }

    /// What a stripped program has in memory, and all else of the file with its debug information.
    pub fn joined(program: Rc<Opened>, debug: Rc<Opened>) -> Self {
        Self::of(&[program, debug], |at, is_loaded| (at == 0) == is_loaded)
    }

    fn of(files: &[Rc<Opened>], is_wanted: impl Fn(usize, bool) -> bool) -> Self {
        let (mut places, mut list) = (Vec::new(), Vec::new());
        for (at, opened) in files.iter().enumerate() {
            for (index, section) in opened.sections().iter().enumerate() {
                if !is_wanted(at, section.address != 0) {
                    continue;
                }
                places.push((Rc::clone(opened), index));
                list.push(SectionInfo {
                    name: section.name.clone(),
                    size: section.size,
                    address: section.address,
                    is_code: section.is_code,
                    plain: opened.is_plain(index),
                });
            }
        }
        Self { places, list }
    }

    fn place(&self, index: usize) -> Result<&(Rc<Opened>, usize), SectionError> {
        self.places.get(index).ok_or_else(|| SectionError("there is no such section".to_owned()))
    }
}

impl Sections for FileSections {
    fn list(&self) -> &[SectionInfo] {
        &self.list
    }

    fn read(&self, index: usize) -> Result<Vec<u8>, SectionError> {
        let (opened, index) = self.place(index)?;
        opened.read_section(*index).map_err(|error| SectionError(error.to_string()))
    }

    fn read_range(&self, index: usize, offset: u64, buf: &mut [u8]) -> Result<(), SectionError> {
        let (opened, index) = self.place(index)?;
        opened.read_range(*index, offset, buf).map_err(|error| SectionError(error.to_string()))
    }
}
