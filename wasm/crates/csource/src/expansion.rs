//! Members that a macro declares, as its definition writes them.

use std::cell::Cell;
use std::rc::Rc;

use facts::{MacroExpansion, MemberText, TypeBase};

use crate::lexer::Kind;
use crate::reader::Reader;
use crate::source::Source;

/// Macros in macros; more is a circle.
const MOST_NESTED: u8 = 6;
/// Bytes of all expansions of a file: each of a hundred thousand may be long.
const MOST_BYTES: usize = 4 << 20;

/// What is left of the room for a file's expansions.
#[derive(Clone)]
pub struct Room {
    depth: u8,
    bytes: Rc<Cell<usize>>,
}

impl Room {
    pub fn new() -> Self {
        Self { depth: 0, bytes: Rc::new(Cell::new(MOST_BYTES)) }
    }
}

impl Reader<'_> {
    /// What a declaration is with its macro exchanged for its definition: of `DECLARE_BITMAP(a, 8);`, `QLIST_ENTRY(x) next;`,
    /// `FIELDS`. `None` where it has none, where nothing defines it, and where several definitions differ.
    pub fn expansion(&self, member: &MemberText, code: &[usize]) -> Option<Box<MacroExpansion>> {
        let at = self.macro_place(member, code)?;
        let &token = code.get(at)?;
        let name = self.source.bytes(token);
        let [definition, others @ ..] = self.macros.of(&self.source, name) else { return None };
        if others.iter().any(|other| other.body != definition.body) {
            return None;
        }
        let open = code.get(at + 1).filter(|open| self.source.is_punct(**open, b'('));
        let close = open.and_then(|open| self.source.partner(*open));
        let arguments = match (open, close) {
            (Some(open), Some(close)) => {
                let (open, close) = (self.source.token(*open), self.source.token(close));
                self.source.text.get(open.end..close.start)
            }
            _ => None,
        };
        let last = close.unwrap_or(token);
        let before =
            self.source.text.get(member.span.start as usize..self.source.token(token).start);
        let behind = self.source.text.get(self.source.token(last).end..member.span.end as usize);
        let body = definition.expand(arguments);
        let parts: [&[u8]; 5] = [
            b"struct macro {\n",
            before.unwrap_or_default(),
            &body,
            behind.unwrap_or_default(),
            b"\n;};\n",
        ];
        let text: String = parts
            .concat()
            .iter()
            .map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' })
            .collect();
        let left = self.room.bytes.get().checked_sub(text.len())?;
        if self.room.depth == MOST_NESTED {
            return None;
        }
        self.room.bytes.set(left);
        let room = Room { depth: self.room.depth + 1, bytes: self.room.bytes.clone() };
        let doc = self.within(Source::new(text.as_bytes()), room).document();
        let is_read = doc.records.first().is_some_and(|record| record.at.offset == 0);
        is_read.then(|| Box::new(MacroExpansion { line: definition.line, doc, text }))
    }

    /// Where the macro is among the words of a declaration: in place of it, or of its type.
    fn macro_place(&self, member: &MemberText, code: &[usize]) -> Option<usize> {
        if let Some(name) = &member.macro_name {
            return code.iter().position(|at| self.source.bytes(*at) == name.as_bytes());
        }
        let [declarator, ..] = member.declarators.as_slice() else { return None };
        let TypeBase::Opaque { .. } = declarator.declared_type.base else { return None };
        let is_call = |at: &usize| {
            code.get(*at).is_some_and(|token| self.source.kind(*token) == Some(Kind::Word))
                && code.get(at + 1).is_some_and(|next| self.source.is_punct(*next, b'('))
        };
        (0..code.len().min(4)).find(is_call)
    }
}
