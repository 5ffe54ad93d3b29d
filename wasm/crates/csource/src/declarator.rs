//! One declarator: `*name[4] : 3 __aligned(8)`.

use facts::{ArrayCount, AttributeText, DeclaratorText, DeclaredType, Span};

use crate::declaration::{part, token_at};
use crate::lexer::Kind;
use crate::reader::Reader;
use crate::specifiers::Specifiers;
use crate::words;

/// A declarator as it is being read.
#[derive(Default)]
pub struct Parts {
    name: Option<usize>,
    pointer: bool,
    stars: String,
    /// `(*)(int)`: what stands around and behind a bracketed declarator.
    function: String,
    counts: Vec<ArrayCount>,
    width: Option<ArrayCount>,
    /// The token of the `:` before it.
    colon: Option<usize>,
    takes_nothing: bool,
    attributes: Vec<AttributeText>,
    reads: Vec<String>,
    /// Words of which the text does not tell which one is the name.
    unsure: Vec<String>,
    /// Behind all but an initialiser.
    end: usize,
    pub next: usize,
}

impl Reader<'_> {
    pub fn declarator(&mut self, code: &[usize], from: usize, depth: usize) -> Parts {
        let mut parts = Parts::default();
        let mut at = from;
        // Before the name.
        while let Some(&token) = code.get(at) {
            match self.source.kind(token) {
                Some(Kind::Punct(b'*' | b'&' | b'^')) => {
                    parts.pointer = true;
                    parts.stars.push('*');
                    at += 1;
                }
                Some(Kind::Word) => {
                    let bytes = self.source.bytes(token);
                    if self.is_name_here(code, at) {
                        parts.name = Some(token);
                        at += 1;
                        break;
                    } else if words::is_qualifier(bytes) {
                        at += 1;
                    } else if words::is_attribute(bytes) || self.is_macro_before_name(code, at) {
                        if !words::is_attribute(bytes) && self.has_arguments(code, at) {
                            parts.unsure.push(self.source.word(token));
                        }
                        at = self.attribute(code, at, &mut parts.attributes);
                        if let Some(last) = parts.attributes.last_mut() {
                            last.of_pointer = parts.pointer;
                        }
                    } else {
                        parts.name = Some(token);
                        at += 1;
                        if let Some(other) = self.other_name(code, at - 1) {
                            parts.unsure = vec![self.source.word(token), other];
                        }
                        break;
                    }
                }
                Some(Kind::Punct(b'(')) if depth < MAX_DEPTH => {
                    let after = self.after_group(code, at);
                    let inner = self.declarator(part(code, 0..after - 1), at + 1, depth + 1);
                    parts.name = inner.name;
                    parts.unsure = inner.unsure;
                    parts.attributes.extend(inner.attributes);
                    parts.counts = inner.counts;
                    if inner.pointer {
                        parts.function = format!("({}{})", inner.stars, inner.function);
                        // What is behind the brackets belongs to what is pointed to.
                        parts.pointer = true;
                        parts.takes_nothing = self.is_void_list(code, after);
                        let mut behind = after;
                        while code.get(behind).is_some_and(|token| self.is_open(*token)) {
                            let end = self.after_group(code, behind);
                            parts.function += &self.source.joined(part(code, behind..end));
                            behind = end;
                        }
                        at = behind;
                    } else {
                        at = after;
                    }
                    break;
                }
                _ => break,
            }
        }
        self.suffixes(code, at, &mut parts);
        parts
    }

    /// Behind the name: dimensions, a width, attributes.
    fn suffixes(&mut self, code: &[usize], from: usize, parts: &mut Parts) {
        let mut at = from;
        while let Some(&token) = code.get(at) {
            match self.source.kind(token) {
                Some(Kind::Punct(b',')) => break,
                Some(Kind::Punct(b'[')) if self.is_bracketed(code, at) => {
                    at = self.attribute(code, at, &mut parts.attributes);
                }
                Some(Kind::Punct(b'[')) => {
                    let end = self.after_group(code, at);
                    let count = self.count(part(code, at + 1..(end - 1).max(at + 1)));
                    parts.counts.push(count);
                    at = end;
                }
                Some(Kind::Punct(b'=' | b'{')) => {
                    parts.end = at;
                    let end = self.behind_initialiser(code, at);
                    parts.reads = self.words_in(part(code, at..end));
                    at = end;
                }
                Some(Kind::Punct(b'(')) => at = self.after_group(code, at),
                Some(Kind::Punct(b':')) => {
                    let ends = |token: &&usize| match self.source.kind(**token) {
                        Some(Kind::Punct(b',' | b'=' | b'{')) => true,
                        Some(Kind::Word) => words::is_attribute(self.source.bytes(**token)),
                        _ => false,
                    };
                    let mut width: Vec<usize> = code
                        .iter()
                        .skip(at + 1)
                        .take_while(|token| !ends(token))
                        .copied()
                        .collect();
                    // `int a : 3 DENSE;`, `int a : BITS DENSE;`
                    if let [_, .., before, last] = &*[&[usize::MAX], &*width].concat()
                        && self.source.kind(*last) == Some(Kind::Word)
                        && (matches!(self.source.kind(*before), Some(Kind::Word | Kind::Number))
                            || self.source.is_punct(*before, b')'))
                    {
                        width.pop();
                    }
                    at += 1 + width.len();
                    parts.colon = Some(token);
                    parts.width = Some(self.count(&width));
                }
                Some(Kind::Word) => at = self.attribute(code, at, &mut parts.attributes),
                _ => at += 1,
            }
        }
        parts.next = at;
        if parts.end == 0 {
            parts.end = at;
        }
    }

    /// To the comma before the next declarator, or the end.
    fn behind_initialiser(&self, code: &[usize], from: usize) -> usize {
        let mut at = from;
        while let Some(&token) = code.get(at)
            && !self.source.is_punct(token, b',')
        {
            at = match self.source.kind(token) {
                Some(Kind::Punct(b'(' | b'[' | b'{')) => self.after_group(code, at),
                Some(Kind::Punct(b'<'))
                    if self.cplusplus
                        && self.source.kind(token_at(code, at - 1)) == Some(Kind::Word)
                        && self.source.token(token).start
                            == self.source.token(token_at(code, at - 1)).end =>
                {
                    self.behind_angles(code, at)
                }
                _ => at + 1,
            };
        }
        at
    }

    pub fn finish(
        &self,
        code: &[usize],
        from: usize,
        parts: Parts,
        specifiers: &Specifiers,
    ) -> DeclaratorText {
        let last = token_at(code, (parts.next - 1).max(from));
        let declared = token_at(code, (parts.end.max(1) - 1).max(from));
        let mut text = specifiers.text.clone();
        for piece in [&parts.stars, &parts.function] {
            if !piece.is_empty() {
                if !text.ends_with('*') {
                    text.push(' ');
                }
                text.push_str(piece);
            }
        }
        for count in &parts.counts {
            text.push_str(&format!("[{}]", count.text));
        }
        let mut attributes = parts.attributes;
        attributes.extend(specifiers.attributes.iter().cloned());
        let name = parts.name.map(|at| self.source.word(at));
        // `int FIELD(x) b`: the macro may be the member's, and `b` an attribute.
        let mut possible_names = [specifiers.unsure.clone(), parts.unsure].concat();
        if let (false, Some(name)) = (possible_names.is_empty(), &name)
            && !possible_names.contains(name)
        {
            possible_names.push(name.clone());
        }
        DeclaratorText {
            name,
            possible_names,
            at: self.source.point(parts.name.unwrap_or(token_at(code, from))),
            span: self.source.span(token_at(code, from), last),
            declared_type: DeclaredType {
                text,
                base: specifiers.base.clone(),
                pointer: parts.pointer,
                counts: parts.counts,
            },
            bit_width: parts.width,
            colon: parts.colon.map(|colon| self.source.token(colon).start as u32),
            takes_nothing: parts.takes_nothing,
            layout: self.layout_of(self.own(&attributes, specifiers.record)),
            attributes,
            declared_end: self.source.token(declared).end as u32,
            reads: parts.reads,
        }
    }

    /// `struct { … };`, `struct x;`
    pub fn unnamed(&self, code: &[usize], span: Span, specifiers: &Specifiers) -> DeclaratorText {
        let at = match specifiers.record {
            Some(index) => self.record_at(index).at,
            None => self.source.point(token_at(code, 0)),
        };
        DeclaratorText {
            name: None,
            possible_names: Vec::new(),
            at,
            span,
            declared_type: DeclaredType {
                text: specifiers.text.clone(),
                base: specifiers.base.clone(),
                pointer: false,
                counts: Vec::new(),
            },
            bit_width: None,
            colon: None,
            takes_nothing: false,
            layout: self.layout_of(self.own(&specifiers.attributes, specifiers.record)),
            attributes: specifiers.attributes.clone(),
            declared_end: span.end,
            reads: Vec::new(),
        }
    }

    fn count(&self, code: &[usize]) -> ArrayCount {
        let (value, value32) = self.constants.evaluate(self.source.text, &self.source.tokens, code);
        ArrayCount { text: self.source.joined(code), value, value32 }
    }

    /// Whether a word is a macro, with its arguments, because what may be a name comes after it: `DENSE b`, `DENSE(1) *b`,
    /// and `dense b` where the file defines `dense` and not `b`.
    pub fn is_macro_before_name(&self, code: &[usize], at: usize) -> bool {
        let bytes = self.source.bytes(token_at(code, at));
        let has_arguments = self.has_arguments(code, at);
        let behind = if has_arguments { self.after_group(code, at + 1) } else { at + 1 };
        let Some(&next) = code.get(behind) else {
            return false;
        };
        if has_arguments && self.source.is_punct(next, b'*') {
            return words::looks_like_macro(bytes);
        }
        let other = self.source.bytes(next);
        let may_be_name = self.source.kind(next) == Some(Kind::Word)
            && !words::is_attribute(other)
            && !words::is_qualifier(other);
        may_be_name
            && (words::looks_like_macro(bytes)
                || (self.constants.defines(bytes) && !self.constants.defines(other)))
    }

    /// The word behind a name that may be the name as well: neither looks like a macro, and the file does not say which one is.
    fn other_name(&self, code: &[usize], at: usize) -> Option<String> {
        let next = *code.get(at + 1)?;
        let other = self.source.bytes(next);
        let is_known = self.source.kind(next) != Some(Kind::Word)
            || words::is_attribute(other)
            || words::is_qualifier(other)
            || words::looks_like_macro(other)
            || self.constants.defines(other);
        (!is_known).then(|| self.source.word(next))
    }

    pub fn has_arguments(&self, code: &[usize], at: usize) -> bool {
        code.get(at + 1).is_some_and(|next| self.source.is_punct(*next, b'('))
    }

    /// Whether `(void)` is at a place and nothing follows it.
    fn is_void_list(&self, code: &[usize], at: usize) -> bool {
        code.len() == at + 3
            && self.has_arguments(code, at.wrapping_sub(1))
            && self.source.is_word(token_at(code, at + 1), "void")
            && self.source.is_punct(token_at(code, at + 2), b')')
    }

    fn is_open(&self, index: usize) -> bool {
        self.source.is_punct(index, b'(') || self.source.is_punct(index, b'[')
    }
}

/// Brackets around brackets around a name.
const MAX_DEPTH: usize = 16;
