//! Half of a large `.debug_info`, so that two readers share it.
//!
//! Units do not say where the middle is, and to walk there takes as long as to read them. So a
//! window around the middle is searched for what looks like the headers of several units one behind
//! the other. Both readers find the same place; the first one, which walks all units up to it, sees
//! whether a unit does begin there.

use std::ops::Range;
use std::rc::Rc;

use facts::{StructIndex, Target};

use crate::NothingUsable;
use crate::sections::{SectionInfo, Sections};

use crate::dwarf::bytes::Bytes;
use crate::dwarf::reader::Dwarf;

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
    only_info(list).is_some_and(|number| list[number].size >= MIN_BYTES)
}

impl Dwarf {
    /// As `open`, but for one half of the entries. `None` where they cannot be divided.
    ///
    /// The rows of both halves together are those of the whole file: the second half's that the
    /// first does not have come after the first half's.
    pub fn open_half(
        sections: Rc<dyn Sections>,
        target: Target,
        half: Half,
    ) -> Result<Option<Dwarf>, NothingUsable> {
        let mut dwarf = Dwarf::open(sections, target)?;
        let store = &mut dwarf.store;
        let abbrev_bytes = store.abbrev.len() as u64;
        let middle = find_middle(dwarf.sections.as_ref(), abbrev_bytes, store.is_big_endian);
        let (Some(middle), [number], None) = (middle, &dwarf.numbers[..], &dwarf.supplementary)
        else {
            return Ok(None);
        };
        let part = match half {
            Half::First => 0..middle,
            Half::Second => middle..dwarf.sections.list()[*number].size,
        };
        let total = usize::try_from(part.end - part.start).unwrap_or(usize::MAX);
        if store.infos[0].data.try_reserve_exact(total).is_err() {
            return Ok(None);
        }
        store.infos[0].base = part.start;
        dwarf.part = Some(part);
        Ok(Some(dwarf))
    }

    /// The bytes of a half: its section by its number, and where in it.
    pub fn half(&self) -> Option<(usize, Range<u64>)> {
        Some((*self.numbers.first()?, self.part.clone()?))
    }

    /// The bytes of a half that came so far; whoever reads them puts the next ones behind them, then
    /// calls [`Dwarf::take_in`].
    pub fn incoming(&mut self) -> &mut Vec<u8> {
        &mut self.store.infos[0].data
    }

    /// Indexes the units that are there now, of a half.
    pub fn take_in(&mut self) {
        let (next_unit, needed) = self.ahead;
        let have = self.store.infos[0].data.len();
        if have < needed || self.needs_whole {
            return;
        }
        let Some(part) = &self.part else { return };
        let total = (part.end - part.start) as usize;
        self.ahead = self.index_units(0, next_unit, have, total).unwrap_or((total, total));
    }

    /// The list of a half, once all of it came in. `None` where it is of no use: a unit lies across the
    /// middle, or types of one unit are used in another.
    pub fn end_half(&mut self) -> Option<StructIndex> {
        let (next_unit, _) = self.ahead;
        let part = self.part.as_ref()?;
        let is_complete = next_unit as u64 == part.end - part.start;
        if self.needs_whole || !is_complete {
            return None;
        }
        Some(self.list_found())
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
fn find_middle(sections: &dyn Sections, abbrev_bytes: u64, big_endian: bool) -> Option<u64> {
    let number = only_info(sections.list())?;
    let size = sections.list()[number].size;
    let start = size / 2;
    let mut window = vec![0; (size - start).min(WINDOW_BYTES) as usize];
    sections.read_range(number, start, &mut window).ok()?;
    let bytes = Bytes { data: &window, big_endian };
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
