//! What pahole states of a whole struct at its end, beside what its members say: a member that the text lacks shows there.

use std::ops::Range;

use facts::{Keyword, RecordText};

use super::left_out::LEFT_OUT;
use super::page::{Page, Stated, number};
use crate::messages;

/// Figures of a struct's end, and those of the members that the text has of it, all of the outermost struct alone.
pub struct Balance {
    /// Stated and read. `None` where the text does not state it.
    pub members: Pair,
    /// Bytes of all members that are no bit-fields.
    pub member_bytes: Pair,
    /// Bits of bit-fields.
    pub bits: Pair,
    /// Bytes of padding that the text states; 0 where its other figures are there and this one is not.
    pub padding: Option<u64>,
    /// Bits that the text states are free at the end of the last storage unit, before the padding.
    pub bit_padding: Option<u64>,
    /// Bytes between members, where no remark on a hole is.
    unstated: Vec<Range<u64>>,
    /// Whether the text has such a remark anywhere.
    has_remarks: bool,
}

/// What is stated and what was read.
#[derive(Clone, Copy)]
pub struct Pair {
    pub stated: Option<u64>,
    pub read: u64,
}

impl Pair {
    /// How many are stated and were not read.
    pub fn lacks(self) -> u64 {
        self.stated.map_or(0, |stated| stated.saturating_sub(self.read))
    }

    fn agrees(self) -> bool {
        self.stated == Some(self.read)
    }
}

impl Balance {
    /// Of an outermost struct.
    pub fn of(page: &Page, record: &RecordText) -> Self {
        let summary = page.summary(record).unwrap_or_default();
        let of = |name: &str| summary.split(name).nth(1).and_then(number);
        let all = page.members(record);
        let is_read = |each: &&Stated| !named(each).is_some_and(|name| name.starts_with(LEFT_OUT));
        let members: Vec<&Stated> = all.iter().filter(is_read).collect();
        let whole = members.iter().filter(|each| !is_bits(each));
        let bits = members.iter().filter(|each| is_bits(each)).filter_map(|each| each.width());
        // "sum members: 44", and "sum bitfield members: 50 bits"; the oldest versions count both in bytes.
        let begins = |name: &str| of(&format!("/* {name}"));
        let bits = Pair { stated: begins("sum bitfield members: "), read: bits.sum() };
        let units = if bits.stated.is_none() { units(&members) } else { 0 };
        Self {
            members: Pair { stated: of(", members: "), read: members.len() as u64 },
            member_bytes: Pair {
                stated: begins("sum members: "),
                read: whole.map(|each| each.size_bytes).sum::<u64>() + units,
            },
            bits,
            bit_padding: begins("bit_padding: "),
            padding: begins("padding: ").or((!summary.is_empty()).then_some(0)),
            unstated: unstated(page, record, &all),
            has_remarks: page.body_text(record).contains(" hole, try to pack"),
        }
    }

    /// Whether what lies between two members of the outermost struct is not in the text: pahole states every hole, unless
    /// its figures say that all members are there, and somebody took the remarks out.
    pub fn gaps_are_lost(&self) -> bool {
        if self.members.stated.is_some() {
            !self.members.agrees()
        } else {
            !self.member_bytes.agrees()
        }
    }

    /// The same inside a struct or union of it, of which no figures are stated.
    pub fn gaps_inside_are_lost(&self) -> bool {
        self.gaps_are_lost() || self.has_remarks || self.unstated.is_empty()
    }

    /// What is not in the text, as a sentence; `None` where its figures agree, or it has none. `read`: members that
    /// could be used.
    pub fn said(&self, read: u64) -> Option<facts::Message> {
        let missing = Pair { read, ..self.members }.lacks();
        let bytes = match self.member_bytes.lacks() {
            0 => String::new(),
            lacks => format!("{lacks} bytes of members"),
        };
        let bits = match self.bits.lacks() {
            0 => String::new(),
            lacks => format!("{lacks} bits of bit-fields"),
        };
        let parts: Vec<String> =
            [bytes, bits].into_iter().filter(|part| !part.is_empty()).collect();
        let together = parts.join(" and ");
        match (missing, self.members.stated) {
            (1.., Some(stated)) if together.is_empty() => {
                Some(messages::members_lost(stated, read, missing))
            }
            (1.., Some(stated)) => {
                Some(messages::members_and_bytes_lost(stated, read, missing, together))
            }
            (_, Some(stated)) if stated < read => Some(messages::more_members(stated, read)),
            _ if !together.is_empty() => Some(messages::figures_disagree(together)),
            _ => None,
        }
    }
}

fn is_bits(each: &Stated) -> bool {
    each.member().declarators.first().is_some_and(|first| first.bit_width.is_some())
}

fn named<'a>(each: &'a Stated) -> Option<&'a str> {
    each.member().declarators.first()?.name.as_deref()
}

/// Bytes of the storage units of bit-fields.
fn units(members: &[&Stated]) -> u64 {
    let mut units: Vec<(u64, u64)> = members
        .iter()
        .filter(|each| is_bits(each))
        .map(|each| (each.offset_bytes, each.size_bytes))
        .collect();
    units.dedup();
    units.iter().map(|(_, bytes)| bytes).sum()
}

fn unstated(page: &Page, record: &RecordText, members: &[Stated]) -> Vec<Range<u64>> {
    let mut found = Vec::new();
    if record.keyword == Keyword::Union {
        return found;
    }
    let (mut end, mut text_end) = (0, record.open);
    for each in members {
        let is_stated = page.stated_hole(text_end, each.piece).is_some();
        text_end = each.piece.trailing_comment.map_or(text_end, |comment| comment.end);
        if each.offset_bytes > end && !is_stated {
            found.push(end..each.offset_bytes);
        }
        end = end.max(each.offset_bytes + each.size_bytes);
    }
    found
}
