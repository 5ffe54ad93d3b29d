//! Any bytes as `.debug_info`, abbreviations and strings: indexed, compared, every struct described.
//!
//! The input is cut in three: two bytes say where. Bits of the first say the byte order, whether
//! the units are those of `.debug_types`, and whether the sections are a `.dwo` file's.

#![no_main]

use std::rc::Rc;

use debuginfo::TypeReader;
use debuginfo::dwarf::Dwarf;
use debuginfo::sections::{SectionError, SectionInfo, Sections};
use facts::Target;
use libfuzzer_sys::fuzz_target;

struct Cut {
    list: Vec<SectionInfo>,
    data: Vec<Vec<u8>>,
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

fuzz_target!(|bytes: &[u8]| {
    let [flags, first, second, rest @ ..] = bytes else { return };
    let suffix = if flags & 4 != 0 { ".dwo" } else { "" };
    let info = if flags & 2 != 0 { ".debug_types" } else { ".debug_info" };
    let one = rest.len() * usize::from(*first) / 256;
    let two = one + (rest.len() - one) * usize::from(*second) / 256;
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
    let sections: Vec<_> = if flags & 2 != 0 { &sections[..] } else { &sections[1..] }.to_vec();
    let cut = Cut {
        list: sections
            .iter()
            .map(|(name, data)| SectionInfo {
                name: format!("{name}{suffix}"),
                size: data.len() as u64,
                plain: flags & 8 != 0,
            })
            .collect(),
        data: sections.iter().map(|(_, data)| data.to_vec()).collect(),
    };
    let target = Target {
        machine: "unknown-64le".to_owned(),
        pointer_bytes: 8,
        big_endian: flags & 1 != 0,
        max_scalar_align_bytes: 16,
        line_bytes: 64,
        unnamed_bitfields_align: false,
    };
    let Ok(mut dwarf) = Dwarf::open(Rc::new(cut), target) else { return };
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
});
