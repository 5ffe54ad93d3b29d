//! The types of a struct of pahole's output: sizes as stated, alignments as the offsets allow.

use std::rc::Rc;

use facts::{
    Alignment, AlignmentSource, BitField, Diagnostic, Keyword, MemberFact, MemberRole, RecordText,
    Severity, Target, TypeFact, TypeShape,
};
use rustc_hash::FxHashMap;

use super::comment::value;
use super::page::{Page, Scalars, Stated, number};
use super::repair::Cut;

/// Types as they are gathered.
pub struct Builder<'a> {
    page: &'a Page<'a>,
    scalars: Rc<Scalars>,
    pub target: Target,
    pub types: Vec<TypeFact>,
    /// The largest alignment that every offset of a type's name allows.
    aligns: FxHashMap<String, u32>,
    pub doubts: Vec<Diagnostic>,
    /// Where each type is that is no aggregate: the same type once more is the same.
    known: FxHashMap<TypeKey, Vec<u32>>,
    /// What the text lacks of the outermost struct.
    pub cut: Option<&'a Cut>,
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
        }
    }

    /// Learns what each type's offsets allow; before any type is made.
    pub fn learn_aligns(&mut self, record: &RecordText) {
        for each in self.page.members(record) {
            let member = &each.piece.members[0];
            if let Some(inner) = member.record {
                let record = &self.page.doc.records[inner as usize];
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

    fn push(&mut self, fact: TypeFact) -> u32 {
        let element = match fact.shape {
            TypeShape::Array { element, .. } => Some(element),
            _ => None,
        };
        let size = fact.size_bytes.map(f64::to_bits);
        let key = (fact.name.clone(), size, fact.align.bytes, element);
        let same = self.known.entry(key).or_default();
        if let Some(index) = same.iter().find(|index| self.types[**index as usize] == fact) {
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
        let mut packed = record.packed;
        let mut text_end = record.open;
        let mut unit_end = 0;
        for each in self.page.members(record) {
            let Some(offset) = each.offset_bytes.checked_sub(start) else {
                continue;
            };
            let (mut fact, own) = self.member(&each, offset);
            // What is free in the storage unit of bit-fields is no hole of bytes.
            let gap = offset.saturating_sub(end.max(unit_end));
            let stated = self.page.stated_hole(text_end, each.piece);
            text_end = each.piece.trailing_comment.map_or(text_end, |comment| comment.end);
            // After a bit-field versions differ in where the hole begins.
            let is_stated = stated.is_some_and(|bytes| bytes == gap || unit_end > 0);
            let bits_before = each.bit.filter(|bit| *bit > 0 && end <= offset && unit_end == 0);
            unit_end = each.bit.map_or(0, |_| unit_end.max(offset + each.size_bytes));
            // The oldest versions state no bits at all.
            let no_bits = each.bit.is_none() && each.width().is_some();
            if no_bits || (bits_before.is_some() && !self.page.knows_bit_order) {
                let field = fact.name.clone().unwrap_or_default();
                self.doubt(
                    format!(
                        "Which bits `{field}` has cannot be told from this text alone: old versions of pahole count them from the other end, or not at all. It was left out."
                    ),
                    name,
                );
                continue;
            }
            if !union && ((gap > 0 && !is_stated) || bits_before.is_some()) {
                let field = fact.name.clone().unwrap_or_default();
                self.doubt(
                    format!(
                        "The text does not say what lies before `{field}`, from byte {end} to its own at {offset}: a member or the remark on a hole may be missing."
                    ),
                    name,
                );
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
                            read_only = Some(format!(
                                "No alignment explains why `{name}` is at byte {offset}: its order cannot be recomputed."
                            ));
                        }
                    }
                }
                align = align.max(own).max(fact.align.map_or(1, |align| align.bytes));
            } else {
                align = align.max(own);
            }
            let bits = fact.offset_bits + fact.size_bits.unwrap_or(0.0);
            end = end.max((bits / 8.0).ceil() as u64);
            members.push(fact);
        }
        let is_root = root == 0;
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
        if let Some(cut) = cut {
            read_only = Some(cut.reason.clone());
            self.doubt(cut.reason.clone(), name);
        }
        if is_root && size.or(stated).is_none() {
            let said = if cut.is_some() {
                format!("The size is not known: what is there of it ends at byte {whole}.")
            } else {
                format!("The text does not state the size: {whole} bytes is where its members end.")
            };
            self.doubt(said, name);
        }
        let align = if packed { 1 } else { align };
        let mut forced_align = None;
        if cut.is_none() && end.next_multiple_of(u64::from(align)) != whole {
            match forced(end, whole, align).filter(|bytes| whole & u64::from(*bytes - 1) == 0) {
                Some(bytes) => {
                    forced_align = Some(inferred(bytes));
                    self.doubt(format!(
                        "The text does not say what is aligned to {bytes}: the struct as a whole is taken to be."
                    ), name);
                }
                None => {
                    read_only.get_or_insert_with(|| {
                        format!("No alignment explains its size of {whole} bytes.")
                    });
                }
            }
        }
        if let Some(reason) = read_only.as_ref().filter(|_| !is_root) {
            // That of the outermost struct is shown where its order is.
            self.doubt(reason.clone(), name);
        }
        let is_unknown = cut.is_some() && size.or(stated).is_none();
        self.types[root].size_bytes = (!is_unknown).then_some(whole as f64);
        self.types[root].align = inferred(align.max(forced_align.map_or(1, |align| align.bytes)));
        self.types[root].shape =
            TypeShape::Aggregate { keyword, members, packed, forced_align, read_only };
        root as u32
    }

    fn stated_size(&self, record: &RecordText) -> Option<u64> {
        // The summary is the last one: nested bodies, which have none, come before.
        self.page.summary(record).as_deref().and_then(number)
    }

    /// Says so where pahole counted another number of members than were read.
    pub fn compare_summary(&mut self, record: &RecordText, name: &str, root: u32) {
        let summary = self.page.summary(record).unwrap_or_default();
        let stated = summary.split("members: ").nth(1).and_then(number);
        let TypeShape::Aggregate { members, .. } = &self.types[root as usize].shape else { return };
        let read = members.len() as u64;
        // Base classes are members to pahole, and have no name.
        if let Some(stated) =
            stated.filter(|stated| *stated != read && record.keyword != Keyword::Class)
        {
            self.doubt(
                format!("The text states {stated} members, and {read} of them could be read."),
                name,
            );
        }
    }

    fn doubt(&mut self, message: String, place: &str) {
        self.doubts.push(Diagnostic {
            severity: Severity::Note,
            message,
            place: place.to_owned(),
            count: 1,
        });
    }

    /// A member and the alignment that its type gives it.
    fn member(&mut self, each: &Stated, offset: u64) -> (MemberFact, u32) {
        let member = &each.piece.members[0];
        let declarator = &member.declarators[0];
        let align = declarator
            .attributes
            .iter()
            .filter_map(|attribute| attribute.align.as_deref().and_then(value))
            .find(|bytes| bytes.is_power_of_two() && *bytes <= 1 << 20)
            .map(|bytes| Alignment { bytes: bytes as u32, from: AlignmentSource::Stated });
        let type_index = match member.record {
            Some(inner) => {
                let record = &self.page.doc.records[inner as usize];
                let elements = product(&declarator.declared_type.counts);
                let size = each.size_bytes / elements.max(1);
                let tag = record.tag.clone().unwrap_or_default();
                let element = self.aggregate(record, &tag, each.offset_bytes, Some(size));
                self.arrays(element, &declarator.declared_type.counts)
            }
            None => {
                let elements = product(&declarator.declared_type.counts);
                let element = self.element(each, elements);
                self.arrays(element, &declarator.declared_type.counts)
            }
        };
        let own = self.types[type_index as usize].align.bytes;
        let width = declarator.bit_width.as_ref().and_then(|width| width.value);
        let (offset_bits, size_bits, bit_field) = match (each.bit, width) {
            (Some(bit), Some(width)) => (
                offset * 8 + bit,
                width,
                Some(BitField { width_bits: width as u32, unit_bits: each.size_bytes as u32 * 8 }),
            ),
            _ => (offset * 8, each.size_bytes as f64 * 8.0, None),
        };
        let fact = MemberFact {
            name: declarator.name.clone(),
            type_index,
            role: MemberRole::Field,
            offset_bits: offset_bits as f64,
            size_bits: Some(size_bits),
            bit_field,
            align,
            packed: false,
            declared: None,
        };
        (fact, own)
    }

    fn element(&mut self, each: &Stated, elements: u64) -> u32 {
        let declared = &each.piece.members[0].declarators[0].declared_type;
        let name = element_name(&declared.text);
        let flexible = declared.counts.iter().any(|count| count.value.is_none());
        let scalar = self.scalars.get(&scalar_name(&name)).cloned();
        let size = if elements > 0 && !flexible {
            each.size_bytes / elements
        } else {
            scalar.as_ref().map_or(1, |fact| u64::from(fact.size_bytes))
        };
        let pointer = declared.pointer && size == u64::from(self.target.pointer_bytes);
        let (align, shape) = match scalar {
            _ if pointer => (abi(u32::from(self.target.pointer_bytes)), TypeShape::Pointer),
            Some(fact) if u64::from(fact.size_bytes) == size => {
                (abi(fact.align_bytes), TypeShape::Scalar { encoding: fact.encoding })
            }
            _ => {
                let bytes = self.aligns.get(&name).copied().unwrap_or(1);
                (inferred(bytes), TypeShape::Other)
            }
        };
        self.push(TypeFact { name, size_bytes: Some(size as f64), align, shape, declared: None })
    }

    fn arrays(&mut self, element: u32, counts: &[facts::ArrayCount]) -> u32 {
        let mut index = element;
        for count in counts.iter().rev() {
            let inner = &self.types[index as usize];
            let fact = TypeFact {
                name: format!("{}[{}]", inner.name, count.text),
                size_bytes: inner.size_bytes.map(|size| size * count.value.unwrap_or(0.0).max(0.0)),
                align: inner.align,
                shape: TypeShape::Array { element: index, count: count.value },
                declared: None,
            };
            index = self.push(fact);
        }
        index
    }
}

/// The alignment that lifts `end` to `offset`, above what the type asks for.
fn forced(end: u64, offset: u64, above: u32) -> Option<u32> {
    (above.trailing_zeros() + 1..=16)
        .map(|power| 1u32 << power)
        .find(|align| end.next_multiple_of(u64::from(*align)) == offset)
}

fn product(counts: &[facts::ArrayCount]) -> u64 {
    counts.iter().fold(1u64, |product, count| {
        product.saturating_mul(count.value.filter(|value| *value >= 0.0).unwrap_or(0.0) as u64)
    })
}

/// `unsigned long` of `unsigned long[4]`.
fn element_name(text: &str) -> String {
    text.split('[').next().unwrap_or_default().trim().to_owned()
}

/// Qualifiers do not change a scalar.
fn scalar_name(name: &str) -> String {
    let words: Vec<&str> =
        name.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile")).collect();
    words.join(" ")
}

fn abi(bytes: u32) -> Alignment {
    Alignment { bytes, from: AlignmentSource::Abi }
}

fn inferred(bytes: u32) -> Alignment {
    Alignment { bytes, from: AlignmentSource::Inferred }
}
