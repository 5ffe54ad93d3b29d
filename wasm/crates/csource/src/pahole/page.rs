//! pahole's output as it was read: its members with what their comments state, and its target.

use std::cell::OnceCell;
use std::rc::Rc;

use facts::{BodyNode, HeaderDoc, PieceText, RecordText, ScalarFact, Target};
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
}

/// A member with what its comment states; offsets from the start of the outermost struct.
pub struct Stated<'a> {
    pub piece: &'a PieceText,
    pub offset_bytes: u64,
    /// Of a bit-field, in its storage unit.
    pub bit: Option<u64>,
    pub size_bytes: u64,
}

impl<'a> Page<'a> {
    pub fn new(text: &'a [u8], doc: &'a HeaderDoc) -> Self {
        Self { text, doc, scalars: Default::default() }
    }

    /// The scalar types of a target that [`Page::target`] gave.
    pub fn scalars(&self, target: &Target) -> Rc<Scalars> {
        let known = &self.scalars[usize::from(target.pointer_bytes == 8)];
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
                    let text = &self.text[comment.start as usize..comment.end as usize];
                    let (offset_bytes, bit, size_bytes) = stated(text)?;
                    Some(Stated { piece, offset_bytes, bit, size_bytes })
                }
                _ => None,
            })
            .collect()
    }

    pub fn body_text(&self, record: &RecordText) -> String {
        String::from_utf8_lossy(&self.text[record.open as usize..record.close as usize])
            .into_owned()
    }

    /// pahole names no machine: what pointers take and what a line holds can be seen.
    pub fn target(&self, record: &RecordText) -> Target {
        let pointer = self
            .members(record)
            .iter()
            .find_map(|each| {
                let declarator = each.piece.members[0].declarators.first()?;
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
        Target {
            machine: if pointer == 8 { "unknown-64le" } else { "unknown-32le" }.to_owned(),
            pointer_bytes: pointer,
            big_endian: false,
            max_scalar_align_bytes: if pointer == 8 { 16 } else { 8 },
            line_bytes: line as u16,
            unnamed_bitfields_align: false,
        }
    }
}

/// The number that a text begins with.
pub fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}
