//! pahole's output as it was read: its members with what their comments state, and its target.

use std::cell::OnceCell;
use std::rc::Rc;

use facts::{
    BodyNode, DeclaratorText, HeaderDoc, MemberText, PieceText, RecordText, ScalarFact, Target,
};
use rustc_hash::FxHashMap;

use super::comment::stated;
use crate::scalar;

/// The scalar types of a target, by name.
pub type Scalars = FxHashMap<String, ScalarFact>;

/// The text, and the C that it is.
pub struct Page<'a> {
    pub text: &'a [u8],
    pub doc: &'a HeaderDoc,
    /// Of targets with pointers of 4 and of 8 bytes. Made once: a page may have a thousand small structs, and
    /// the names of the scalars are more than most of them.
    scalars: [OnceCell<Rc<Scalars>>; 2],
    /// Bits of bit-fields count from the most significant one, as old versions did: `auxdata:1; /* 1204:31  4 */`.
    from_the_top: bool,
    /// Whether anything in the text tells so.
    pub knows_bit_order: bool,
}

/// A member with what its comment states; offsets from the start of the outermost struct.
pub struct Stated<'a> {
    pub piece: &'a PieceText,
    pub offset_bytes: u64,
    /// Of a bit-field, in its storage unit.
    pub bit: Option<u64>,
    pub size_bytes: u64,
}

impl Stated<'_> {
    /// The member.
    #[expect(clippy::indexing_slicing, reason = "a piece is made of a member at least")]
    pub fn member(&self) -> &MemberText {
        &self.piece.members[0]
    }

    /// What it declares.
    #[expect(clippy::indexing_slicing, reason = "a member without a name has a declarator, too")]
    pub fn declarator(&self) -> &DeclaratorText {
        &self.member().declarators[0]
    }

    /// Bits of a bit-field.
    pub fn width(&self) -> Option<u64> {
        let declarator = self.member().declarators.first()?;
        let width = declarator.bit_width.as_ref()?.value?;
        (0.0..=4096.0).contains(&width).then_some(width as u64)
    }
}

impl<'a> Page<'a> {
    pub fn new(text: &'a [u8], doc: &'a HeaderDoc) -> Self {
        let mut page = Self {
            text,
            doc,
            scalars: Default::default(),
            from_the_top: false,
            knows_bit_order: false,
        };
        let votes: i64 = doc.records.iter().map(|record| page.bit_order(record)).sum();
        // The versions that print the summary after the brace are older than the change.
        let oldest = memmem(text, b"}; /* size: ");
        page.from_the_top = votes < 0 || oldest;
        page.knows_bit_order = votes != 0 || oldest;
        page
    }

    /// Whether the bit-fields of a body count upwards (more than 0) or downwards. Two in one storage unit tell; one
    /// alone does not, because bits without a name may be before it.
    fn bit_order(&self, record: &RecordText) -> i64 {
        let mut votes = 0;
        let mut before: Option<(u64, u64, u64)> = None;
        for each in self.members(record) {
            let unit = (each.offset_bytes, each.size_bytes);
            let Some(bit) = each.bit else {
                before = None;
                continue;
            };
            votes += match before {
                Some((offset, size, last)) if (offset, size) == unit => {
                    (bit as i64 - last as i64).signum()
                }
                _ => 0,
            };
            before = Some((unit.0, unit.1, bit));
        }
        votes
    }

    /// A record of the page by its number.
    #[expect(clippy::indexing_slicing, reason = "the members of records give the numbers")]
    pub fn record(&self, index: u32) -> &'a RecordText {
        &self.doc.records[index as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "reading this text gave the places")]
    fn text_of(&self, bytes: std::ops::Range<u32>) -> &'a [u8] {
        &self.text[bytes.start as usize..bytes.end as usize]
    }

    /// The scalar types of a target that [`Page::target`] gave.
    pub fn scalars(&self, target: &Target) -> Rc<Scalars> {
        let [narrow, wide] = &self.scalars;
        let known = if target.pointer_bytes == 8 { wide } else { narrow };
        let make = || {
            let facts = scalar::scalars(target).into_iter();
            Rc::new(facts.map(|fact| (fact.name.clone(), fact)).collect())
        };
        known.get_or_init(make).clone()
    }

    /// The members of a body that state where they lie.
    pub fn members<'p>(&'p self, record: &'p RecordText) -> Vec<Stated<'p>> {
        record
            .body
            .iter()
            .filter_map(|node| match node {
                BodyNode::Piece { piece } | BodyNode::Marker { piece, .. } => {
                    let comment = piece.trailing_comment?;
                    let text = self.text_of(comment.start..comment.end);
                    let (offset_bytes, bit, size_bytes) = stated(text)?;
                    let mut each = Stated { piece, offset_bytes, bit, size_bytes };
                    if let (true, Some(bit), Some(width)) =
                        (self.from_the_top, each.bit, each.width())
                    {
                        each.bit = (size_bytes * 8).checked_sub(bit + width);
                    }
                    Some(each)
                }
                _ => None,
            })
            .collect()
    }

    /// Whether the figures at the end of a struct say that it has members; where none is there, all were taken out.
    pub fn states_members(&self, record: &RecordText) -> bool {
        let Some(summary) = self.summary(record) else { return false };
        let members = summary.split(", members: ").nth(1).and_then(number);
        number(&summary).is_some_and(|bytes| bytes > 0) && members.is_some_and(|count| count > 0)
    }

    pub fn body_text(&self, record: &RecordText) -> String {
        String::from_utf8_lossy(self.text_of(record.open..record.close)).into_owned()
    }

    /// The hole that the text states before a member, which follows what ends at byte `from` of the text.
    pub fn stated_hole(&self, from: u32, piece: &PieceText) -> Option<u64> {
        self.remark_on_hole(from, piece, " byte")
    }

    /// The same of bits that no bit-field of a storage unit has.
    pub fn stated_bit_hole(&self, from: u32, piece: &PieceText) -> Option<u64> {
        self.remark_on_hole(from, piece, " bit")
    }

    fn remark_on_hole(&self, from: u32, piece: &PieceText, unit: &str) -> Option<u64> {
        let to = piece.members.first()?.span.start;
        let between = self.text.get(from as usize..to as usize)?;
        let between = String::from_utf8_lossy(between);
        let mut remarks = between.split("XXX ").skip(1);
        remarks.find(|remark| remark.contains(unit) && remark.contains("hole")).and_then(number)
    }

    /// The text of the summary at the end of a struct, which the oldest versions print after its brace.
    pub fn summary(&self, record: &RecordText) -> Option<String> {
        const START: &str = "/* size: ";
        let body = self.body_text(record);
        if let Some((_, summary)) = body.rsplit_once(START) {
            return Some(summary.to_owned());
        }
        let close = record.close as usize;
        let after = self.text.get(close..)?;
        let after = String::from_utf8_lossy(after.get(..400).unwrap_or(after));
        let (_, first) = after.lines().next()?.split_once(START)?;
        let more = after.lines().skip(1).take_while(|line| line.trim_start().starts_with("/* "));
        Some(std::iter::once(first).chain(more).collect::<Vec<_>>().join("\n"))
    }

    /// pahole names no machine: what pointers take and what a line holds can be seen.
    pub fn target(&self, record: &RecordText) -> Target {
        let pointer = self
            .members(record)
            .iter()
            .find_map(|each| {
                let declarator = each.member().declarators.first()?;
                let declared = &declarator.declared_type;
                (declared.pointer && declared.counts.is_empty()).then_some(each.size_bytes)
            })
            .filter(|size| matches!(size, 4 | 8))
            .unwrap_or(8) as u8;
        let text = self.body_text(record);
        let line = text
            .split("cacheline 1 boundary (")
            .nth(1)
            .and_then(number)
            .filter(|bytes| matches!(bytes, 32 | 64 | 128 | 256))
            .unwrap_or(64);
        Target { line_bytes: line as u16, ..Target::unknown(pointer == 8, false, None) }
    }
}

fn memmem(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The number that a text begins with.
pub fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
