//! One declaration: its type, its declarators, its attributes.

use facts::{AttributeText, MemberText, Span};

use crate::reader::Reader;
use crate::words;

impl Reader<'_> {
    /// Reads the declaration whose code tokens are `code`, its `;` left out. `end` is the offset behind
    /// it, the `;` included. Bodies in it become records of `parent`.
    pub fn declaration(&mut self, code: &[usize], end: usize, parent: Option<u32>) -> MemberText {
        let first = code[0];
        let span = Span { start: self.source.tokens[first].start as u32, end: end as u32 };
        if let Some(member) = self.macro_member(code, span) {
            return member;
        }
        let specifiers = self.specifiers(code, parent);
        if specifiers.record.is_none()
            && let Some(member) = self.function_like(code, specifiers.next, span)
        {
            return member;
        }
        let last = code[specifiers.next.max(1) - 1];
        let shared = self.source.span(first, last);
        let mut declarators = Vec::new();
        let mut at = specifiers.next;
        while at < code.len() {
            let parts = self.declarator(code, at, 0);
            let next = parts.next.max(at);
            if next > at {
                declarators.push(self.finish(code, at, parts, &specifiers));
            }
            // What could not be read is passed over: the comma, or a token that fits nowhere.
            at = next + 1;
        }
        if declarators.is_empty() {
            declarators.push(self.unnamed(code, shared, &specifiers));
        }
        MemberText {
            span,
            specifiers: shared,
            declarators,
            record: specifiers.record,
            macro_name: None,
        }
    }

    /// Whether `[[…]]` of C23 and C++11 begins at `at`.
    pub fn is_bracketed(&self, code: &[usize], at: usize) -> bool {
        let opens =
            |at: usize| code.get(at).is_some_and(|token| self.source.is_punct(*token, b'['));
        opens(at) && opens(at + 1)
    }

    /// Takes an attribute with its arguments; the position behind it.
    pub fn attribute(&self, code: &[usize], at: usize, found: &mut Vec<AttributeText>) -> usize {
        let bytes = self.source.bytes(code[at]);
        let bare = matches!(
            bytes,
            b"__rcu"
                | b"__user"
                | b"__iomem"
                | b"__percpu"
                | b"__kernel"
                | b"__force"
                | b"__private"
        );
        let mut end = at + 1;
        if self.is_bracketed(code, at) {
            end = self.after_group(code, at);
        } else if !bare && end < code.len() && self.source.is_punct(code[end], b'(') {
            end = self.after_group(code, end);
        }
        let text = self.source.joined(&code[at..end]);
        found.push(AttributeText {
            span: self.source.span(code[at], code[end - 1]),
            align: words::alignment_of(&text),
            text,
        });
        end
    }

    /// The position in `code` behind the group that opens at `at`; always further than `at`.
    pub fn after_group(&self, code: &[usize], at: usize) -> usize {
        let Some(&open) = code.get(at) else {
            return code.len().max(at);
        };
        self.source
            .partner(open)
            .and_then(|close| self.position(code, close))
            .map_or(at + 1, |close| close.max(at) + 1)
    }

    /// Where a token stands in a list of tokens.
    pub fn position(&self, code: &[usize], token: usize) -> Option<usize> {
        code.binary_search(&token).ok()
    }
}
