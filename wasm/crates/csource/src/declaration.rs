//! One declaration: its type, its declarators, its attributes.

use facts::{ArrayCount, AttributeText, DeclaratorText, DeclaredType, MemberText, Span, TypeBase};

use crate::lexer::Kind;
use crate::reader::Reader;
use crate::scalar;
use crate::words;

/// The shared part of a declaration.
struct Specifiers {
    base: TypeBase,
    /// As written, attributes left out, scalars in one spelling.
    text: String,
    attributes: Vec<AttributeText>,
    record: Option<u32>,
    /// Position behind it.
    next: usize,
}

/// A declarator as it is being read.
#[derive(Default)]
struct Parts {
    name: Option<usize>,
    pointer: bool,
    stars: String,
    /// `(*)(int)`: what stands around and behind a bracketed declarator.
    function: String,
    counts: Vec<ArrayCount>,
    width: Option<ArrayCount>,
    attributes: Vec<AttributeText>,
    next: usize,
}

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

    /// A declaration of which only the words are known.
    pub fn opaque_member(&self, code: &[usize], end: usize) -> MemberText {
        let span = Span { start: self.source.tokens[code[0]].start as u32, end: end as u32 };
        self.opaque(code, span, None, code, Vec::new())
    }

    fn macro_member(&mut self, code: &[usize], span: Span) -> Option<MemberText> {
        let name = self.source.word(code[0]);
        let bytes = name.as_bytes();
        if self.source.kind(code[0]) != Some(Kind::Word) {
            return None;
        }
        if code.len() == 1 && (words::is_lone_marker(bytes) || self.is_lone_macro(code[0])) {
            return Some(self.opaque(code, span, Some(name), &[], Vec::new()));
        }
        let reserved = words::is_qualifier(bytes)
            || words::is_scalar_word(bytes)
            || words::is_record_keyword(bytes)
            || words::takes_type_argument(bytes)
            || words::is_attribute(bytes)
            || bytes == b"enum";
        if reserved || code.len() < 3 || !self.source.is_punct(code[1], b'(') {
            return None;
        }
        let close = self.position(code, self.source.partner(code[1])?)?;
        let mut attributes = Vec::new();
        let mut at = close + 1;
        while at < code.len() {
            if self.source.kind(code[at]) != Some(Kind::Word) {
                return None;
            }
            // `QLIST_ENTRY(x) next;` is a type and a name, not an attribute.
            if !words::is_attribute(self.source.bytes(code[at])) {
                return None;
            }
            at = self.attribute(code, at, &mut attributes);
        }
        Some(self.opaque(code, span, Some(name), &code[2..close], attributes))
    }

    fn opaque(
        &self,
        code: &[usize],
        span: Span,
        macro_name: Option<String>,
        arguments: &[usize],
        attributes: Vec<AttributeText>,
    ) -> MemberText {
        let possible_names: Vec<String> = arguments
            .iter()
            .filter(|at| self.source.kind(**at) == Some(Kind::Word))
            .take(MAX_NAMES)
            .map(|at| self.source.word(*at))
            .collect();
        let name = macro_name
            .as_deref()
            .and_then(words::macro_name_argument)
            .and_then(|wanted| self.argument_name(arguments, wanted));
        let last = code[code.len() - 1];
        MemberText {
            span,
            specifiers: Span { start: span.start, end: span.start },
            declarators: vec![DeclaratorText {
                name,
                possible_names,
                at: self.source.point(code[0]),
                span: self.source.span(code[0], last),
                declared_type: DeclaredType {
                    text: String::new(),
                    base: TypeBase::Opaque {
                        text: self.source.joined(&code[..code.len().min(MAX_NAMES)]),
                    },
                    pointer: false,
                    counts: Vec::new(),
                },
                bit_width: None,
                attributes,
            }],
            record: None,
            macro_name,
        }
    }

    /// The last word of an argument of a macro: `name` of `DECLARE_FLEX_ARRAY(struct x, name)`.
    fn argument_name(&self, arguments: &[usize], wanted: usize) -> Option<String> {
        let mut depth = 0i32;
        let mut place = 0;
        let mut found = None;
        for &at in arguments {
            match self.source.kind(at) {
                Some(Kind::Punct(b'(')) => depth += 1,
                Some(Kind::Punct(b')')) => depth -= 1,
                Some(Kind::Punct(b',')) if depth == 0 => place += 1,
                Some(Kind::Word) if place == wanted => found = Some(self.source.word(at)),
                _ => {}
            }
        }
        found
    }

    fn specifiers(&mut self, code: &[usize], parent: Option<u32>) -> Specifiers {
        let mut qualifiers = Vec::new();
        let mut scalars: Vec<String> = Vec::new();
        let mut base = None;
        let mut attributes = Vec::new();
        let mut record = None;
        let mut at = 0;
        while at < code.len() && self.source.kind(code[at]) == Some(Kind::Word) {
            let bytes = self.source.bytes(code[at]);
            let word = self.source.word(code[at]);
            if words::is_qualifier(bytes) {
                if matches!(bytes, b"const" | b"volatile") {
                    qualifiers.push(word);
                }
                at += 1;
            } else if words::is_attribute(bytes) {
                at = self.attribute(code, at, &mut attributes);
            } else if words::is_scalar_word(bytes) && !matches!(base, Some((_, _))) {
                scalars.push(word);
                at += 1;
            } else if base.is_some() || !scalars.is_empty() {
                // A name, unless another name or a `*` shows that this one is a macro.
                let follows = code.get(at + 1).copied();
                let qualifies = follows.is_some_and(|next| {
                    self.source.is_punct(next, b'*')
                        || (self.source.kind(next) == Some(Kind::Word)
                            && !words::is_attribute(self.source.bytes(next)))
                });
                if !qualifies || !words::looks_like_macro(bytes) {
                    break;
                }
                at = self.attribute(code, at, &mut attributes);
            } else if words::is_record_keyword(bytes) {
                if let Some((index, close)) = self.record(code[at], parent) {
                    record = Some(index);
                    let keyword = word;
                    base = Some((TypeBase::Record { index }, keyword));
                    at = self.position(code, close).map_or(code.len(), |p| p + 1);
                } else {
                    let (tagged, next) = self.tagged(code, at, &mut attributes);
                    base = Some(tagged);
                    at = next;
                }
            } else if bytes == b"enum" {
                let (tagged, next) = self.tagged(code, at, &mut attributes);
                base = Some(tagged);
                at = next;
                if at < code.len() && self.source.is_punct(code[at], b'{') {
                    at = self.after_group(code, at);
                }
            } else if words::takes_type_argument(bytes) || self.is_type_macro(code, at) {
                let next = self.after_group(code, at + 1);
                let text = self.source.joined(&code[at..next]);
                base = Some((TypeBase::Opaque { text: text.clone() }, text));
                at = next;
            } else {
                base = Some((TypeBase::Named { name: word.clone() }, word));
                at += 1;
            }
        }
        let (base, text) = match base {
            Some((base, text)) => (base, text),
            None if scalars.is_empty() => (TypeBase::Opaque { text: String::new() }, String::new()),
            None => {
                let name = scalar::canonical(&scalars);
                (TypeBase::Scalar { name: name.clone() }, name)
            }
        };
        qualifiers.push(text);
        Specifiers { base, text: qualifiers.join(" "), attributes, record, next: at }
    }

    /// `MACRO(…) name`: a macro that stands for a type.
    fn is_type_macro(&self, code: &[usize], at: usize) -> bool {
        let Some(&open) = code.get(at + 1) else {
            return false;
        };
        if !self.source.is_punct(open, b'(') {
            return false;
        }
        let behind = self.after_group(code, at + 1);
        code.get(behind).is_some_and(|next| {
            self.source.kind(*next) == Some(Kind::Word) || self.source.is_punct(*next, b'*')
        })
    }

    fn tagged(
        &self,
        code: &[usize],
        at: usize,
        attributes: &mut Vec<AttributeText>,
    ) -> ((TypeBase, String), usize) {
        let keyword = self.source.word(code[at]);
        let mut next = at + 1;
        while next < code.len()
            && self.source.kind(code[next]) == Some(Kind::Word)
            && words::is_attribute(self.source.bytes(code[next]))
        {
            next = self.attribute(code, next, attributes);
        }
        if next < code.len() && self.source.kind(code[next]) == Some(Kind::Word) {
            let name = self.source.word(code[next]);
            let text = format!("{keyword} {name}");
            return ((TypeBase::Tagged { keyword, name }, text), next + 1);
        }
        let text = keyword.clone();
        ((TypeBase::Opaque { text: keyword }, text), next)
    }

    fn declarator(&mut self, code: &[usize], from: usize, depth: usize) -> Parts {
        let mut parts = Parts::default();
        let mut at = from;
        // Before the name.
        while at < code.len() {
            match self.source.kind(code[at]) {
                Some(Kind::Punct(b'*' | b'&' | b'^')) => {
                    parts.pointer = true;
                    parts.stars.push('*');
                    at += 1;
                }
                Some(Kind::Word) => {
                    let bytes = self.source.bytes(code[at]);
                    if words::is_qualifier(bytes) {
                        at += 1;
                    } else if words::is_attribute(bytes) || self.is_macro_before_name(code, at) {
                        at = self.attribute(code, at, &mut parts.attributes);
                    } else {
                        parts.name = Some(code[at]);
                        at += 1;
                        break;
                    }
                }
                Some(Kind::Punct(b'(')) if depth < MAX_DEPTH => {
                    let after = self.after_group(code, at);
                    let inner = self.declarator(&code[..after - 1], at + 1, depth + 1);
                    parts.name = inner.name;
                    parts.attributes.extend(inner.attributes);
                    parts.counts = inner.counts;
                    if inner.pointer {
                        parts.function = format!("({}{})", inner.stars, inner.function);
                        // What is behind the brackets belongs to what is pointed to.
                        parts.pointer = true;
                        let mut behind = after;
                        while behind < code.len() && self.is_open(code[behind]) {
                            let end = self.after_group(code, behind);
                            parts.function += &self.source.joined(&code[behind..end]);
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
        while at < code.len() {
            match self.source.kind(code[at]) {
                Some(Kind::Punct(b',')) => break,
                Some(Kind::Punct(b'[')) => {
                    let end = self.after_group(code, at);
                    let count = self.count(&code[at + 1..(end - 1).max(at + 1)]);
                    parts.counts.push(count);
                    at = end;
                }
                Some(Kind::Punct(b'(' | b'{')) => at = self.after_group(code, at),
                Some(Kind::Punct(b':')) => {
                    let end = (at + 1..code.len())
                        .find(|p| {
                            self.source.is_punct(code[*p], b',')
                                || (self.source.kind(code[*p]) == Some(Kind::Word)
                                    && words::is_attribute(self.source.bytes(code[*p])))
                        })
                        .unwrap_or(code.len());
                    parts.width = Some(self.count(&code[at + 1..end]));
                    at = end;
                }
                Some(Kind::Word) => at = self.attribute(code, at, &mut parts.attributes),
                _ => at += 1,
            }
        }
        parts.next = at;
    }

    fn finish(
        &self,
        code: &[usize],
        from: usize,
        parts: Parts,
        specifiers: &Specifiers,
    ) -> DeclaratorText {
        let last = code[(parts.next - 1).max(from)];
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
        DeclaratorText {
            name: parts.name.map(|at| self.source.word(at)),
            possible_names: Vec::new(),
            at: self.source.point(parts.name.unwrap_or(code[from])),
            span: self.source.span(code[from], last),
            declared_type: DeclaredType {
                text,
                base: specifiers.base.clone(),
                pointer: parts.pointer,
                counts: parts.counts,
            },
            bit_width: parts.width,
            attributes,
        }
    }

    /// `struct { … };`, `struct x;`
    fn unnamed(&self, code: &[usize], span: Span, specifiers: &Specifiers) -> DeclaratorText {
        let at = match specifiers.record {
            Some(index) => self.records[index as usize].at,
            None => self.source.point(code[0]),
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
            attributes: specifiers.attributes.clone(),
        }
    }

    fn count(&self, code: &[usize]) -> ArrayCount {
        ArrayCount {
            text: self.source.joined(code),
            value: self.constants.evaluate(self.source.text, &self.source.tokens, code),
        }
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
        if !bare && end < code.len() && self.source.is_punct(code[end], b'(') {
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

    fn is_macro_before_name(&self, code: &[usize], at: usize) -> bool {
        words::looks_like_macro(self.source.bytes(code[at]))
            && code.get(at + 1).is_some_and(|next| {
                self.source.kind(*next) == Some(Kind::Word)
                    && !words::is_attribute(self.source.bytes(*next))
            })
    }

    fn is_open(&self, index: usize) -> bool {
        self.source.is_punct(index, b'(') || self.source.is_punct(index, b'[')
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

/// More names than any macro takes; lists of hostile length are cut.
const MAX_NAMES: usize = 64;
/// Brackets around brackets around a name.
const MAX_DEPTH: usize = 16;
