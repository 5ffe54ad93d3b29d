//! One declaration: its type, its declarators, its attributes.

use facts::{AttributeText, Declares, MemberText, Span};

use crate::lexer::Kind;
use crate::macros::{changes_alone, known_attribute};
use crate::reader::Reader;
use crate::words;

impl Reader<'_> {
    /// Reads the declaration whose code tokens are `code`, its `;` left out. `end` is the offset behind
    /// it, the `;` included. Bodies in it become records of `parent`.
    pub fn declaration(&mut self, code: &[usize], end: usize, parent: Option<u32>) -> MemberText {
        let first = token_at(code, 0);
        let span = Span { start: self.source.token(first).start as u32, end: end as u32 };
        if let Some(record) = parent
            && let Some((declares, declared_names)) = self.other_than_member(code, record)
        {
            self.nested_template(code, record);
            return MemberText { declared_names, ..self.no_member(code, span, declares) };
        }
        if let Some(member) = self.macro_member(code, span) {
            return member;
        }
        let specifiers = self.specifiers(code, parent);
        if specifiers.record.is_none()
            && let Some(member) = self.function_like(code, specifiers.next, span)
        {
            return member;
        }
        let last = token_at(code, specifiers.next.max(1) - 1);
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
        let only_a_type = declarators.is_empty() && !specifiers.declared_names.is_empty();
        if declarators.is_empty() {
            declarators.push(self.unnamed(code, shared, &specifiers));
        }
        MemberText {
            span,
            specifiers: shared,
            declarators,
            record: specifiers.record,
            macro_name: None,
            known_macro: None,
            semicolon: self.source.text.get(end - 1) == Some(&b';'),
            uses: Vec::new(),
            expansion: None,
            specifier: None,
            function: None,
            declares: if only_a_type { Declares::Name } else { Declares::Members },
            declared_names: specifiers.declared_names,
        }
    }

    /// `template <class T> struct node { … };` in a class: read, so that it can be said that it is one.
    fn nested_template(&mut self, code: &[usize], record: u32) {
        if !self.source.is_word(token_at(code, 0), "template") {
            return;
        }
        let Some(next) = self.behind_template(token_at(code, 0)) else {
            return;
        };
        if words::is_record_keyword(self.source.bytes(next)) {
            self.templates += 1;
            self.record(next, Some(record));
            self.templates -= 1;
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
        let bare = known_attribute(self.source.bytes(token_at(code, at))) == Some(false);
        let mut end = at + 1;
        if self.is_bracketed(code, at) {
            end = self.after_group(code, at);
        } else if !bare && code.get(end).is_some_and(|next| self.source.is_punct(*next, b'(')) {
            end = self.after_group(code, end);
        }
        let text = self.source.joined(part(code, at..end));
        let span = self.source.span(token_at(code, at), token_at(code, end - 1));
        found.push(AttributeText { span, aligns: self.aligns(span), of_pointer: false, text });
        end
    }

    /// Whether a word that may be an attribute or a qualifier (`__unused`, `mutable`) is the name that is declared:
    /// a type stands before it, and nothing that could be a name behind it.
    pub fn is_name_here(&self, code: &[usize], at: usize) -> bool {
        const NEVER: [&[u8]; 7] = [
            b"const",
            b"volatile",
            b"restrict",
            b"__restrict",
            b"__restrict__",
            b"_Atomic",
            b"__attribute__",
        ];
        let bytes = self.source.bytes(token_at(code, at));
        if NEVER.contains(&bytes) || words::is_scalar_word(bytes) || changes_alone(bytes) {
            return false;
        }
        match code.get(at + 1).and_then(|next| self.source.kind(*next)) {
            None | Some(Kind::Punct(b',' | b'[' | b'=')) => !self.is_bracketed(code, at + 1),
            Some(Kind::Punct(b':')) => {
                !code.get(at + 2).is_some_and(|next| self.source.is_punct(*next, b':'))
            }
            _ => false,
        }
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

/// The token at a place of a declaration.
#[expect(
    clippy::indexing_slicing,
    reason = "a declaration has a token, and its readers look for its end before they ask"
)]
pub fn token_at(code: &[usize], at: usize) -> usize {
    code[at]
}

/// The tokens of a range of places; none where it reaches over the end, as no bracket of a declaration does.
pub fn part(code: &[usize], places: std::ops::Range<usize>) -> &[usize] {
    code.get(places).unwrap_or_default()
}
