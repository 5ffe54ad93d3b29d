//! Attributes of an entry, and of those that it comes from.

use std::rc::Rc;

use gimli::constants as dw;
use gimli::{AttributeValue, DwAt};

use crate::dwarf::pick::unit_reader::{Entry, Slice};

/// How far an entry refers to another for its name and type.
const MAX_ORIGINS: usize = 16;
const MAX_NAME_BYTES: usize = 4096;
const MAX_FUNCTION_RANGES: usize = 4096;

/// gimli's view of the unit that is read.
pub(super) struct Unit<'a> {
    pub dwarf: &'a gimli::Dwarf<Slice<'a>>,
    pub unit: &'a gimli::Unit<Slice<'a>>,
}

impl<'a> Unit<'a> {
    /// The entry that an attribute refers to, in this unit.
    pub fn referred(&self, entry: &Entry<'a>, name: DwAt) -> Option<usize> {
        match entry.attr_value(name)? {
            AttributeValue::UnitRef(offset) => Some(offset.0),
            _ => None,
        }
    }

    /// A text attribute.
    pub fn text(&self, entry: &Entry<'a>, name: DwAt) -> Option<Rc<str>> {
        let bytes = self.dwarf.attr_string(self.unit, entry.attr_value(name)?).ok()?;
        let bytes = bytes.slice();
        let cut = bytes.get(..MAX_NAME_BYTES).unwrap_or(bytes);
        (!cut.is_empty()).then(|| String::from_utf8_lossy(cut).into())
    }

    /// Calls `read` with an entry and those that it comes from, until one has what is wanted.
    pub fn inherited<T>(
        &self,
        entry: &Entry<'a>,
        read: impl Fn(&Entry<'a>) -> Option<T>,
    ) -> Option<T> {
        let mut current = entry.clone();
        for _ in 0..MAX_ORIGINS {
            if let Some(found) = read(&current) {
                return Some(found);
            }
            let next = self
                .referred(&current, dw::DW_AT_abstract_origin)
                .or_else(|| self.referred(&current, dw::DW_AT_specification))?;
            current = self.unit.entry(gimli::UnitOffset(next)).ok()?;
        }
        None
    }

    /// Whether an entry's code would end after the last address there is: gimli adds without looking.
    pub fn ends_nowhere(&self, entry: &Entry<'a>) -> bool {
        let low = entry.attr_value(dw::DW_AT_low_pc);
        let low = low.and_then(|value| self.dwarf.attr_address(self.unit, value).ok()?);
        let size = entry.attr(dw::DW_AT_high_pc).and_then(|attribute| attribute.udata_value());
        low.zip(size).is_some_and(|(low, size)| low.checked_add(size).is_none())
    }

    /// Ranges of an entry's code.
    pub fn ranges(&self, entry: &Entry<'a>) -> Vec<(u64, u64)> {
        let mut list = Vec::new();
        if self.ends_nowhere(entry) {
            return list;
        }
        if let Ok(mut ranges) = self.dwarf.die_ranges(self.unit, entry) {
            while let Ok(Some(range)) = ranges.next() {
                if list.len() >= MAX_FUNCTION_RANGES {
                    break;
                }
                if range.begin > 1 && range.begin < range.end {
                    list.push((range.begin, range.end));
                }
            }
        }
        list
    }
}
