use std::rc::Rc;

use container::Opened;
use debuginfo::sections::{SectionError, SectionInfo, Sections};

/// The sections of an opened file, as the readers of debug information ask for them.
#[derive(Debug)]
pub struct FileSections {
    opened: Rc<Opened>,
    list: Vec<SectionInfo>,
}

impl FileSections {
    /// Lists the sections once.
    pub fn new(opened: Rc<Opened>) -> Self {
        let list = opened
            .sections()
            .iter()
            .enumerate()
            .map(|(index, section)| SectionInfo {
                name: section.name.clone(),
                size: section.size,
                address: section.address,
                is_code: section.is_code,
                plain: opened.is_plain(index),
            })
            .collect();
        Self { opened, list }
    }
}

impl Sections for FileSections {
    fn list(&self) -> &[SectionInfo] {
        &self.list
    }

    fn read(&self, index: usize) -> Result<Vec<u8>, SectionError> {
        self.opened.read_section(index).map_err(|error| SectionError(error.to_string()))
    }

    fn read_range(&self, index: usize, offset: u64, buf: &mut [u8]) -> Result<(), SectionError> {
        self.opened.read_range(index, offset, buf).map_err(|error| SectionError(error.to_string()))
    }
}
