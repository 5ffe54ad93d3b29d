//! A section whose units were all looked at, and which is read again by need, some neighbours at a time: what a kernel's
//! `.debug_info` weighs would stay in memory for good otherwise, since that of WASM never shrinks.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::rc::Rc;

use crate::dwarf::bytes::Bytes;
use crate::dwarf::unit::Unit;
use crate::sections::Sections;

/// Units that are read together have about so many bytes: each reading has its price, in a browser some 2 ms.
const GROUP_BYTES: usize = 2 << 20;
/// So much may be in memory between two questions.
const KEPT_BYTES: usize = 8 << 20;

const CHANGED: &str = "the file has changed since it was opened; open it again";

/// Neighbours. All places are from where the part begins.
struct Group {
    start: usize,
    /// Where each of its units ends, and the fingerprint of its bytes when it was first read.
    units: Vec<(usize, u64)>,
    data: OnceCell<Vec<u8>>,
}

/// The units of one section, or of a part of it.
pub(crate) struct ReadAgain {
    sections: Rc<dyn Sections>,
    number: usize,
    /// Where the part begins in the section.
    base: u64,
    groups: Vec<Group>,
    kept_bytes: Cell<usize>,
    /// Where the group begins that was read last: it is what is asked for next, too.
    last: Cell<usize>,
    /// Why some of it could not be read again.
    failure: OnceCell<String>,
}

impl fmt::Debug for ReadAgain {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ReadAgain").field("groups", &self.groups.len()).finish()
    }
}

impl ReadAgain {
    /// A part of section `number`, from byte `base` on, of which nothing was looked at yet.
    pub fn new(sections: Rc<dyn Sections>, number: usize, base: u64) -> ReadAgain {
        ReadAgain {
            sections,
            number,
            base,
            groups: Vec::new(),
            kept_bytes: Cell::new(0),
            last: Cell::new(0),
            failure: OnceCell::new(),
        }
    }

    /// Takes in where the next units lie, and what they are now.
    pub fn note(&mut self, units: &[Unit], info: Bytes<'_>) {
        for &Unit { start, end, .. } in units {
            let unit = (end, fingerprint(info.range(start..end).unwrap_or_default()));
            match self.groups.last_mut() {
                Some(last) if last.end() == start && start - last.start < GROUP_BYTES => {
                    last.units.push(unit);
                }
                _ => self.groups.push(Group { start, units: vec![unit], data: OnceCell::new() }),
            }
        }
    }

    /// The bytes of the unit at `start` and of its neighbours, and where they begin; none where they cannot be read.
    pub fn get(&self, start: usize) -> (&[u8], usize) {
        let Some(group) = self.group(start) else { return (&[], start) };
        (group.data.get_or_init(|| self.read(group)), group.start)
    }

    fn group(&self, start: usize) -> Option<&Group> {
        let after = self.groups.partition_point(|group| group.start <= start);
        self.groups.get(after.checked_sub(1)?)
    }

    fn read(&self, group: &Group) -> Vec<u8> {
        let mut data = vec![0; group.end() - group.start];
        let place = self.base + group.start as u64;
        let failure = match self.sections.read_range(self.number, place, &mut data) {
            Err(error) => error.to_string(),
            Ok(()) if !group.is_same(&data) => CHANGED.to_owned(),
            Ok(()) => {
                self.kept_bytes.set(self.kept_bytes.get() + data.len());
                self.last.set(group.start);
                return data;
            }
        };
        let _ = self.failure.set(failure);
        Vec::new()
    }

    /// Whether a unit that came in again is what it was; else that is the failure.
    pub fn is_same(&self, unit: &Unit, info: Bytes<'_>) -> bool {
        let units = self.group(unit.start).map_or(&[][..], |group| &group.units);
        let known = units.iter().find(|(end, _)| *end == unit.end).map(|(_, print)| *print);
        let is_same = known == info.range(unit.start..unit.end).map(fingerprint);
        if !is_same {
            let _ = self.failure.set(CHANGED.to_owned());
        }
        is_same
    }

    /// Before a question: what the last ones read is dropped where it is much, and what failed may be tried again.
    pub fn drop_much(&mut self) {
        if self.kept_bytes.get() <= KEPT_BYTES && self.failure.get().is_none() {
            return;
        }
        let has_failed = self.failure.take().is_some();
        let mut kept_bytes = 0;
        for group in &mut self.groups {
            match group.start == self.last.get() && !has_failed {
                true => kept_bytes = group.data.get().map_or(0, Vec::len),
                false => drop(group.data.take()),
            }
        }
        self.kept_bytes.set(kept_bytes);
    }

    /// Why what was asked for since `drop_much` could not be read.
    pub fn failure(&self) -> Option<&String> {
        self.failure.get()
    }
}

impl Group {
    fn end(&self) -> usize {
        self.units.last().map_or(self.start, |(end, _)| *end)
    }

    fn is_same(&self, data: &[u8]) -> bool {
        let mut start = 0;
        self.units.iter().all(|(end, print)| {
            let unit = data.get(start..end - self.start);
            start = end - self.start;
            unit.map(fingerprint) == Some(*print)
        })
    }
}

/// What tells a unit from that of another build: a quarter of its bytes, for nearly nothing.
fn fingerprint(unit: &[u8]) -> u64 {
    unit.chunks(32).fold(unit.len() as u64, |print, chunk| {
        let word = chunk.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        (print.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
