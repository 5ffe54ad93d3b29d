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

/// Neighbours. All places are from where the part begins.
struct Group {
    start: usize,
    /// Where each of its units ends.
    ends: Vec<usize>,
    /// What their bytes were when they were first read.
    print: u64,
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
        let (groups, kept_bytes, failure) = (Vec::new(), Cell::new(0), OnceCell::new());
        ReadAgain { sections, number, base, groups, kept_bytes, failure }
    }

    /// Takes in where the next units lie, and what they are now.
    pub fn note(&mut self, units: &[Unit], info: Bytes<'_>) {
        for &Unit { start, end, .. } in units {
            let print = fingerprint(info.range(start..end).unwrap_or_default());
            let last = self.groups.last_mut().filter(|group| {
                group.ends.last() == Some(&start) && start - group.start < GROUP_BYTES
            });
            match last {
                Some(group) => {
                    group.ends.push(end);
                    group.print = together(group.print, print);
                }
                None => {
                    let (ends, print) = (vec![end], together(0, print));
                    self.groups.push(Group { start, ends, print, data: OnceCell::new() });
                }
            }
        }
    }

    /// The bytes of the unit at `start` and of its neighbours, and where they begin; none where they cannot be read.
    pub fn get(&self, start: usize) -> (&[u8], usize) {
        let after = self.groups.partition_point(|group| group.start <= start);
        let group = after.checked_sub(1).and_then(|at| self.groups.get(at));
        group.map_or((&[], start), |group| {
            (group.data.get_or_init(|| self.read(group)), group.start)
        })
    }

    fn read(&self, group: &Group) -> Vec<u8> {
        let bytes = group.ends.last().map_or(0, |end| end - group.start);
        let mut data = vec![0; bytes];
        let place = self.base + group.start as u64;
        let failure = match self.sections.read_range(self.number, place, &mut data) {
            Err(error) => error.to_string(),
            Ok(()) if group.print_of(&data) != group.print => {
                "the file has changed since it was opened; open it again".to_owned()
            }
            Ok(()) => {
                self.kept_bytes.set(self.kept_bytes.get() + bytes);
                return data;
            }
        };
        let _ = self.failure.set(failure);
        Vec::new()
    }

    /// Before a question: what the last ones read is dropped where it is much.
    pub fn drop_much(&mut self) {
        if self.kept_bytes.get() <= KEPT_BYTES && self.failure.get().is_none() {
            return;
        }
        for group in &mut self.groups {
            group.data.take();
        }
        self.kept_bytes.set(0);
        self.failure.take();
    }

    /// Why what was asked for since `drop_much` could not be read.
    pub fn failure(&self) -> Option<&String> {
        self.failure.get()
    }
}

impl Group {
    fn print_of(&self, data: &[u8]) -> u64 {
        let mut start = self.start;
        self.ends.iter().fold(0, |print, &end| {
            let unit = data.get(start - self.start..end - self.start).unwrap_or_default();
            start = end;
            together(print, fingerprint(unit))
        })
    }
}

fn together(print: u64, next: u64) -> u64 {
    (print.rotate_left(5) ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What tells a unit from that of another build: a quarter of its bytes, for nearly nothing.
fn fingerprint(unit: &[u8]) -> u64 {
    unit.chunks(32).fold(unit.len() as u64, |print, chunk| {
        let word = chunk.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        together(print, word)
    })
}
