//! Half of a large `.debug_info`, so that two readers share it.
//!
//! Units do not say where the middle is, and to walk there takes as long as to read them. So a
//! window around the middle is searched for what looks like the headers of several units one behind
//! the other. Both readers find the same place; the first one, which walks all units up to it, sees
//! whether a unit does begin there.

use std::ops::Range;
use std::rc::Rc;

use super::read_units::UnitsRead;
use crate::dwarf::bytes::Bytes;
use crate::dwarf::store::Store;
use crate::sections::{SectionInfo, Sections};

/// Which half of the entries a reader is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// From the first unit on.
    First,
    /// Up to the last unit.
    Second,
}

/// Below this, to wake a second reader costs more than it brings.
const MIN_BYTES: u64 = 32 << 20;
/// Units of a kernel have 75 KB, of large C++ programs a few MB.
const WINDOW_BYTES: u64 = 2 << 20;
/// Headers in a row that are no accident: each fixes about four bytes.
const HEADERS: u32 = 4;

/// Whether two readers may share the entries: one large section that is stored as it is.
pub fn may_be_shared(list: &[SectionInfo]) -> bool {
    let section = only_info(list).and_then(|number| list.get(number));
    section.is_some_and(|section| section.size >= MIN_BYTES)
}

/// One half, while its bytes come in; in the store it is section 0.
#[derive(Debug)]
pub(crate) struct Part {
    /// Where it begins and ends in the section.
    range: Range<u64>,
    /// From its beginning: where the next unit begins, and up to where it has to be in memory.
    next_unit: usize,
    needed: usize,
}

impl Part {
    /// Prepares the store for a half; `None` where the entries cannot be divided.
    pub fn begin(sections: &Rc<dyn Sections>, store: &mut Store, half: Half) -> Option<Part> {
        let number = only_info(sections.list())?;
        let abbrev_bytes = store.abbrev().data.len() as u64;
        let big_endian = store.is_big_endian();
        let middle = find_middle(sections.as_ref(), number, abbrev_bytes, big_endian)?;
        let range = match half {
            Half::First => 0..middle,
            Half::Second => middle..sections.list().get(number)?.size,
        };
        store.begin_part(sections, number, range.start);
        Some(Part { range, next_unit: 0, needed: 0 })
    }

    /// Where it begins and ends in the section.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Indexes the units that are there now, and drops them.
    pub fn take_in(&mut self, store: &mut Store, read: &mut UnitsRead) {
        let have = store.have();
        if have < self.needed || read.needs_whole() {
            return;
        }
        let total = (self.range.end - self.range.start) as usize;
        let before = read.units().len();
        let ahead = read.index_units(store, 0, self.next_unit, have, total);
        (self.next_unit, self.needed) = ahead.unwrap_or((total, total));
        store.drop_before(self.next_unit, read.units().get(before..).unwrap_or_default());
    }

    /// Whether all of it came in.
    pub fn is_complete(&self) -> bool {
        self.next_unit as u64 == self.range.end - self.range.start
    }
}

/// The number of the only section with entries.
fn only_info(list: &[SectionInfo]) -> Option<usize> {
    let holds_entries =
        |name: &str| name.starts_with(".debug_info") || name.starts_with(".debug_types");
    let mut fitting = list.iter().enumerate().filter(|(_, section)| holds_entries(&section.name));
    let (number, section) = fitting.next()?;
    let is_alone = fitting.next().is_none() && section.name == ".debug_info";
    (is_alone && section.plain).then_some(number)
}

/// Where the second half begins; `None` where no place was found.
fn find_middle(
    sections: &dyn Sections,
    number: usize,
    abbrev_bytes: u64,
    big_endian: bool,
) -> Option<u64> {
    let size = sections.list().get(number)?.size;
    let start = size / 2;
    let mut window = vec![0; (size - start).min(WINDOW_BYTES) as usize];
    sections.read_range(number, start, &mut window).ok()?;
    let bytes = Bytes { data: &window, base: 0, big_endian };
    (0..window.len()).find(|&at| is_chain(bytes, at, abbrev_bytes)).map(|at| start + at as u64)
}

fn is_chain(bytes: Bytes<'_>, at: usize, abbrev_bytes: u64) -> bool {
    let mut at = at;
    for _ in 0..HEADERS {
        match next_unit(bytes, at, abbrev_bytes) {
            Some(next) => at = next,
            None => return false,
        }
    }
    true
}

/// Where the unit ends of which the header seems to stand at `at` (DWARF 5, 7.5.1; 32-bit format).
fn next_unit(bytes: Bytes<'_>, at: usize, abbrev_bytes: u64) -> Option<usize> {
    let length = bytes.u32(at)?;
    let (address_bytes, abbrev) = match bytes.u16(at + 4)? {
        2..=4 => (bytes.u8(at + 10)?, bytes.u32(at + 6)?),
        5 if matches!(bytes.u8(at + 6)?, 1..=6) => (bytes.u8(at + 7)?, bytes.u32(at + 8)?),
        _ => return None,
    };
    let fits = matches!(address_bytes, 4 | 8) && u64::from(abbrev) < abbrev_bytes && length > 12;
    if fits { at.checked_add(4)?.checked_add(length as usize) } else { None }
}
