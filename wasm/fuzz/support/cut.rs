//! Bytes cut into the sections of a file with DWARF.

use std::rc::Rc;

use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use debuginfo::sections::{SectionError, SectionInfo, Sections};
use facts::Target;

/// Sections in memory.
pub struct Cut {
    list: Vec<SectionInfo>,
    pub data: Vec<Vec<u8>>,
}

impl Sections for Cut {
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

/// The input cut in three, entries, abbreviations and strings; the first three bytes say where and how.
pub fn cut([flags, first, second]: [u8; 3], rest: &[u8]) -> Rc<Cut> {
    let suffix = if flags & 4 != 0 { ".dwo" } else { "" };
    let info = if flags & 2 != 0 { ".debug_types" } else { ".debug_info" };
    let one = rest.len() * usize::from(first) / 256;
    let two = one + (rest.len() - one) * usize::from(second) / 256;
    let strings = &rest[two..];
    let sections = [
        // There is always a `.debug_info`, or the file would not count as one with DWARF.
        (".debug_info", if flags & 2 != 0 { &[0][..] } else { &rest[..one] }),
        (info, &rest[..one]),
        (".debug_abbrev", &rest[one..two]),
        (".debug_str", strings),
        (".debug_line_str", strings),
        (".debug_str_offsets", strings),
        (".debug_line", strings),
    ];
    let sections = if flags & 2 != 0 { &sections[..] } else { &sections[1..] };
    let mut sections: Vec<(String, &[u8])> =
        sections.iter().map(|(name, data)| (format!("{name}{suffix}"), *data)).collect();
    if flags & 4 != 0 && flags & 32 != 0 {
        // A package: its indexes are taken from the end of the strings.
        sections.push((".debug_cu_index".to_owned(), &strings[strings.len() / 2..]));
        sections.push((".debug_tu_index".to_owned(), &strings[strings.len() / 2..]));
    }
    Rc::new(Cut {
        list: sections
            .iter()
            .map(|(name, data)| SectionInfo {
                name: name.clone(),
                size: data.len() as u64,
                plain: flags & 8 != 0,
            })
            .collect(),
        data: sections.iter().map(|(_, data)| data.to_vec()).collect(),
    })
}

/// A 64-bit machine.
pub fn target(big_endian: bool) -> Target {
    Target {
        machine: "unknown-64le".to_owned(),
        pointer_bytes: 8,
        big_endian,
        max_scalar_align_bytes: 16,
        line_bytes: 64,
        unnamed_bitfields_align: false,
    }
}

/// Indexes, compares, and describes what is listed.
pub fn describe_all(dwarf: &mut Dwarf) {
    let rows = dwarf.index(&mut |_, _| {}).kinds.len() as u32;
    for row in 0..rows.min(64) {
        let _ = dwarf.describe(row);
    }
    let rows = dwarf.summaries().kinds.len() as u32;
    for row in 0..rows.min(64) {
        if let Ok(desc) = dwarf.describe(row) {
            let _ = dwarf.find(&desc.key);
        }
    }
}
