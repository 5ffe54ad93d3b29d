//! Sections that a test or a fuzz target makes up.

#![allow(dead_code)]

use debuginfo::sections::{SectionError, SectionInfo, Sections};

/// The one section that holds instructions, and where they are loaded.
const CODE: &str = ".text";
pub const CODE_ADDRESS: u64 = 0x40_1000;

/// Sections in memory.
pub struct MemorySections {
    list: Vec<SectionInfo>,
    pub data: Vec<Vec<u8>>,
}

impl MemorySections {
    /// Names and contents; whether they are stored as they are (`SectionInfo::plain`).
    pub fn new(sections: Vec<(String, Vec<u8>)>, plain: bool) -> MemorySections {
        let info = |(name, data): &(String, Vec<u8>)| SectionInfo {
            name: name.clone(),
            size: data.len() as u64,
            address: if name == CODE { CODE_ADDRESS } else { 0 },
            is_code: name == CODE,
            plain,
        };
        let list = sections.iter().map(info).collect();
        MemorySections { list, data: sections.into_iter().map(|(_, data)| data).collect() }
    }
}

impl Sections for MemorySections {
    fn list(&self) -> &[SectionInfo] {
        &self.list
    }

    fn read(&self, index: usize) -> Result<Vec<u8>, SectionError> {
        Ok(self.data[index].clone())
    }

    fn read_range(&self, index: usize, offset: u64, buf: &mut [u8]) -> Result<(), SectionError> {
        let start = offset as usize;
        let bytes = self.data[index].get(start..start + buf.len());
        buf.copy_from_slice(bytes.ok_or_else(|| SectionError("outside".to_owned()))?);
        Ok(())
    }
}
