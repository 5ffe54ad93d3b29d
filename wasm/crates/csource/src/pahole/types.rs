//! The types of a struct of pahole's output: sizes as stated, alignments as the offsets allow.

use std::rc::Rc;

use facts::{
    Alignment, AlignmentSource, Diagnostic, Keyword, RecordText, Target, TypeFact, TypeShape,
};
use rustc_hash::FxHashMap;

use super::balance::Balance;
use super::left_out::is_left_out;
use super::page::{Page, Scalars, number};
use super::repair::Cut;
use crate::messages;

/// Types as they are gathered.
pub struct Builder<'a> {
    pub page: &'a Page<'a>,
    pub scalars: Rc<Scalars>,
    pub target: Target,
    pub types: Vec<TypeFact>,
    /// The largest alignment that every offset of a type's name allows.
    pub aligns: FxHashMap<String, u32>,
    pub doubts: Vec<Diagnostic>,
    /// Where each type is that is no aggregate: the same type once more is the same.
    known: FxHashMap<TypeKey, Vec<u32>>,
    /// What the text lacks of the outermost struct.
    pub cut: Option<&'a Cut>,
    /// The figures at its end.
    balance: Option<Balance>,
}

/// What equal types have in common.
type TypeKey = (String, Option<u64>, u32, Option<u32>);

impl<'a> Builder<'a> {
    pub fn new(page: &'a Page<'a>, target: Target) -> Self {
        Builder {
            page,
            scalars: page.scalars(&target),
            target,
            types: Vec::new(),
            aligns: FxHashMap::default(),
            doubts: Vec::new(),
            known: FxHashMap::default(),
            cut: None,
            balance: None,
        }
    }

    /// Learns what the text states of the outermost struct as a whole; before any type is made.
    pub fn learn_balance(&mut self, record: &RecordText) {
        self.balance = Some(Balance::of(self.page, record));
    }

    /// Learns what each type's offsets allow; before any type is made.
    pub fn learn_aligns(&mut self, record: &RecordText) {
        for each in self.page.members(record) {
            let member = each.member();
            if let Some(inner) = member.record {
                let record = self.page.record(inner);
                self.learn_aligns(record);
                continue;
            }
            let Some(declarator) = member.declarators.first() else {
                continue;
            };
            let declared = &declarator.declared_type;
            let elements = product(&declared.counts);
            let size = each.size_bytes / elements.max(1);
            let most = u64::from(self.target.pointer_bytes.max(8));
            let fits = (0..=most.trailing_zeros())
                .rev()
                .map(|power| 1u64 << power)
                .find(|align| (each.offset_bytes | size) & (align - 1) == 0)
                .unwrap_or(1) as u32;
            let name = element_name(&declared.text);
            let known = self.aligns.entry(name).or_insert(fits);
            *known = (*known).min(fits);
        }
    }

    /// A type by its number.
    #[expect(
        clippy::indexing_slicing,
        reason = "making a type gives its number, and no type is taken out"
    )]
    pub fn made(&self, index: u32) -> &TypeFact {
        &self.types[index as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "as in `made`")]
    fn made_mut(&mut self, index: u32) -> &mut TypeFact {
        &mut self.types[index as usize]
    }

    pub fn push(&mut self, fact: TypeFact) -> u32 {
        let element = match fact.shape {
            TypeShape::Array { element, .. } => Some(element),
            _ => None,
        };
        let size = fact.size_bytes.map(f64::to_bits);
        let key = (fact.name.clone(), size, fact.align.bytes, element);
        let same = self.known.entry(key).or_default();
        if let Some(index) =
            same.iter().find(|index| self.types.get(**index as usize) == Some(&fact))
        {
            return *index;
        }
        let index = self.types.len() as u32;
        same.push(index);
        self.types.push(fact);
        index
    }

    /// `start` is the offset of the aggregate, `size` what its own comment states.
    pub fn aggregate(
        &mut self,
        record: &RecordText,
        name: &str,
        start: u64,
        size: Option<u64>,
    ) -> u32 {
        let root = self.types.len();
        let keyword = record.keyword;
        // The place is taken before the parts are: a struct comes before what it holds.
        self.types.push(TypeFact {
            name: if name.is_empty() { keyword.to_string() } else { format!("{keyword} {name}") },
            size_bytes: None,
            align: inferred(1),
            shape: TypeShape::Other,
            declared: None,
        });
        let union = keyword == Keyword::Union;
        let mut members = Vec::new();
        let mut end = 0u64;
        let mut align = 1u32;
        let mut read_only = None;
        let mut packed = record.layout.as_ref().is_some_and(|layout| layout.packed);
        let mut text_end = record.open;
        let (mut unit_end, mut end_bits) = (0, 0);
        let is_root = root == 0;
        let lost = record.keyword != Keyword::Class && self.is_lost(is_root);
        for each in self.page.members(record) {
            let Some(offset) = each.offset_bytes.checked_sub(start) else {
                continue;
            };
            let (mut fact, own) = self.member(&each, offset);
            let stated = self.page.stated_hole(text_end, each.piece);
            let stated_bits = self.page.stated_bit_hole(text_end, each.piece);
            text_end = each.piece.trailing_comment.map_or(text_end, |comment| comment.end);
            // pahole states bits that no field has; with the bytes of a hole that follows, where there is one.
            let room = (fact.offset_bits as u64).saturating_sub(end_bits);
            // What is free in the storage unit of bit-fields is no hole of bytes. Where members are missing, it is free by
            // pahole's own word alone; where that leaves a part of the room, which part is unknown.
            let is_free = room <= stated_bits.unwrap_or(0) + 8 * stated.unwrap_or(0);
            let (from, at) = match lost {
                true if is_free => (offset, offset),
                true => (end, fact.offset_bits as u64 / 8),
                false => (end.max(unit_end), offset),
            };
            let gap = at.saturating_sub(from);
            let explained = match stated_bits {
                Some(bits) => bits + 8 * stated.unwrap_or(0),
                None if lost => room - room % 8,
                None => room,
            };
            if !union && room > explained {
                let field = fact.name.clone().unwrap_or_default();
                let said = messages::bits_missing(field, room - explained);
                read_only.get_or_insert_with(|| said.clone());
                self.doubt(said, name);
            }
            // After a bit-field versions differ in where the hole begins.
            let from_bits = offset.saturating_sub(end);
            let is_stated = stated.is_some_and(|bytes| (gap..=from_bits.max(gap)).contains(&bytes));
            let bits_before = each.bit.filter(|bit| *bit > 0 && end <= offset && unit_end == 0);
            unit_end = each.bit.map_or(0, |_| unit_end.max(offset + each.size_bytes));
            // The oldest versions state no bits at all.
            let no_bits = each.bit.is_none() && each.width().is_some();
            if no_bits || (bits_before.is_some() && !self.page.knows_bit_order) {
                let field = fact.name.clone().unwrap_or_default();
                self.doubt(messages::bits_unknown(field), name);
                continue;
            }
            if !union && gap > 0 && !is_stated && lost {
                members.push(self.left_out(from, gap));
                end = at;
                let field = fact.name.clone().unwrap_or_default();
                let hole = match stated {
                    Some(_) => "the hole that pahole states there is smaller",
                    None => "pahole states no hole there",
                };
                let said = messages::members_missing(from, at - 1, field, hole);
                read_only.get_or_insert_with(|| said.clone());
                self.doubt(said, name);
            } else if !union && ((gap > 0 && !is_stated) || bits_before.is_some()) {
                let field = fact.name.clone().unwrap_or_default();
                self.doubt(messages::unstated_bytes(field, end, offset), name);
            }
            if fact.bit_field.is_none() {
                let natural = end.next_multiple_of(u64::from(own));
                if offset & u64::from(own - 1) != 0 {
                    packed = true;
                } else if !union && natural != offset && !packed && fact.align.is_none() {
                    // pahole states every hole: without one something is missing, and no alignment is made up. Of a
                    // struct that is cut no order is computed, so that none is asked for.
                    match forced(end, offset, own).filter(|_| is_stated) {
                        _ if self.cut.is_some_and(|_| root == 0) => {}
                        Some(bytes) => fact.align = Some(inferred(bytes)),
                        None => {
                            let name = fact.name.clone().unwrap_or_default();
                            read_only = Some(messages::offset_unexplained(name, offset));
                        }
                    }
                }
                align = align.max(own).max(fact.align.map_or(1, |align| align.bytes));
            } else {
                align = align.max(own);
            }
            let bits = fact.offset_bits + fact.size_bits.unwrap_or(0.0);
            end_bits = end_bits.max(bits as u64);
            end = end.max((bits / 8.0).ceil() as u64);
            members.push(fact);
        }
        let cut = self.cut.filter(|_| is_root);
        let stated = match cut {
            // The last summary may be of a nested class.
            Some(cut) if !cut.has_summary => None,
            _ if size.is_some() => None,
            _ => self.stated_size(record),
        };
        let whole = size.or(stated).unwrap_or_else(|| match cut {
            Some(_) => end,
            None => end.next_multiple_of(u64::from(align)),
        });
        let tail = if lost && is_root { end } else { end.max(unit_end) };
        let padding_start = match self.balance.as_ref().filter(|_| lost) {
            Some(balance) if is_root => balance.padding.and_then(|bytes| {
                // The last bits of the last storage unit come before it.
                let bits = 8 * bytes + balance.bit_padding.unwrap_or(0);
                (8 * whole).checked_sub(bits).map(|bits| bits.div_ceil(8))
            }),
            // Of a nested struct none is stated: what its own alignment asks for is some.
            Some(_) if size.is_some() && self.is_lost(true) => {
                whole.checked_sub(tail.next_multiple_of(u64::from(align)) - tail)
            }
            _ => None,
        };
        let missing = padding_start.and_then(|start| start.checked_sub(tail)).filter(|_| !union);
        if let Some(missing @ 1..) = missing {
            members.push(self.left_out(tail, missing));
            end = tail + missing;
            let said = messages::end_missing(tail, end - 1);
            read_only.get_or_insert_with(|| said.clone());
            self.doubt(said, name);
        }
        if let Some(cut) = cut {
            read_only = Some(cut.reason.clone());
            self.doubt(cut.reason.clone(), name);
        }
        if is_root && size.or(stated).is_none() {
            let said = if cut.is_some() {
                messages::size_of_cut(whole)
            } else {
                messages::size_unstated(whole)
            };
            self.doubt(said, name);
        }
        let align = if packed { 1 } else { align };
        let mut forced_align = None;
        if cut.is_none() && end.next_multiple_of(u64::from(align)) != whole {
            match forced(end, whole, align).filter(|bytes| whole & u64::from(*bytes - 1) == 0) {
                Some(bytes) => {
                    forced_align = Some(inferred(bytes));
                    self.doubt(messages::alignment_guessed(bytes), name);
                }
                None => {
                    read_only.get_or_insert_with(|| messages::size_unexplained(whole));
                }
            }
        }
        if let Some(reason) = read_only.as_ref().filter(|_| !is_root) {
            // That of the outermost struct is shown where its order is.
            self.doubt(reason.clone(), name);
        }
        let is_unknown = cut.is_some() && size.or(stated).is_none();
        let made = self.made_mut(root as u32);
        made.size_bytes = (!is_unknown).then_some(whole as f64);
        made.align = inferred(align.max(forced_align.map_or(1, |align| align.bytes)));
        let read_only = read_only.map(|message| message.text);
        made.shape = TypeShape::Aggregate { keyword, members, packed, forced_align, read_only };
        root as u32
    }

    fn stated_size(&self, record: &RecordText) -> Option<u64> {
        // The summary is the last one: nested bodies, which have none, come before.
        self.page.summary(record).as_deref().and_then(number)
    }

    /// Says what the figures at the end of the outermost struct have and its members do not.
    pub fn compare_summary(&mut self, record: &RecordText, name: &str, root: u32) {
        let TypeShape::Aggregate { members, .. } = &self.made(root).shape else {
            return;
        };
        // Base classes are members to pahole, and have no name.
        if record.keyword == Keyword::Class {
            return;
        }
        let read = members.iter().filter(|member| !is_left_out(member)).count() as u64;
        let Some(said) = self.balance.as_ref().and_then(|balance| balance.said(read)) else {
            return;
        };
        if let TypeShape::Aggregate { read_only, .. } = &mut self.made_mut(root).shape {
            read_only.get_or_insert_with(|| said.text.clone());
        }
        self.doubt(said, name);
    }

    /// Whether bytes that no remark explains are members that the text lacks: of the outermost struct, or inside it.
    fn is_lost(&self, is_root: bool) -> bool {
        let Some(balance) = &self.balance else { return false };
        // Where the text says that lines are missing, or ends early, nothing is a hole that is not said to be one.
        let is_cut = self.cut.is_some_and(|cut| !cut.only_brace);
        is_cut || if is_root { balance.gaps_are_lost() } else { balance.gaps_inside_are_lost() }
    }

    fn doubt(&mut self, message: facts::Message, location: &str) {
        self.doubts.push(message.at(location, 1));
    }
}

/// The alignment that lifts `end` to `offset`, above what the type asks for.
fn forced(end: u64, offset: u64, above: u32) -> Option<u32> {
    (above.trailing_zeros() + 1..=16)
        .map(|power| 1u32 << power)
        .find(|align| end.next_multiple_of(u64::from(*align)) == offset)
}

pub fn product(counts: &[facts::ArrayCount]) -> u64 {
    counts.iter().fold(1u64, |product, count| {
        product.saturating_mul(count.value.filter(|value| *value >= 0.0).unwrap_or(0.0) as u64)
    })
}

/// `unsigned long` of `unsigned long[4]`.
pub fn element_name(text: &str) -> String {
    text.split('[').next().unwrap_or_default().trim().to_owned()
}

pub fn inferred(bytes: u32) -> Alignment {
    Alignment { bytes, from: AlignmentSource::Inferred }
}
