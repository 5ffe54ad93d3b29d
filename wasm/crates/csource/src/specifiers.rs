//! What stands before the declarators: `const struct foo`, `unsigned long`, a body.

use facts::{AttributeText, TagKeyword, TypeBase};

use crate::declaration::{part, token_at};
use crate::lexer::Kind;
use crate::reader::Reader;
use crate::scalar;
use crate::words;

/// The shared part of a declaration.
pub struct Specifiers {
    pub base: TypeBase,
    /// As written, attributes left out, scalars in one spelling.
    pub text: String,
    pub attributes: Vec<AttributeText>,
    pub record: Option<u32>,
    /// What a body in it declares beside its members: a tag, enumerators.
    pub declared_names: Vec<String>,
    /// Macros with arguments among it, one of which may make the name of a member.
    pub unsure: Vec<String>,
    /// Position behind it.
    pub next: usize,
}

impl Reader<'_> {
    pub fn specifiers(&mut self, code: &[usize], parent: Option<u32>) -> Specifiers {
        let mut qualifiers = Vec::new();
        let mut scalars: Vec<String> = Vec::new();
        let mut base = None;
        let mut attributes = Vec::new();
        let mut unsure = Vec::new();
        let mut record = None;
        let mut declared_names = Vec::new();
        let mut at = 0;
        while at < code.len() {
            if self.is_bracketed(code, at) {
                at = self.attribute(code, at, &mut attributes);
                continue;
            }
            // `::name` of the outermost scope.
            let outermost = base.is_none()
                && scalars.is_empty()
                && self.source.is_punct(token_at(code, at), b':')
                && code.get(at + 1).is_some_and(|next| self.source.is_punct(*next, b':'));
            if outermost && self.cplusplus && at + 2 < code.len() {
                at += 2;
            }
            if self.source.kind(token_at(code, at)) != Some(Kind::Word) {
                break;
            }
            let bytes = self.source.bytes(token_at(code, at));
            let word = self.source.word(token_at(code, at));
            let typed = (base.is_some() && record.is_none()) || !scalars.is_empty();
            if typed && self.is_name_here(code, at) {
                break;
            }
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
                let is_macro = qualifies && words::looks_like_macro(bytes);
                if !is_macro && !self.is_macro_before_name(code, at) {
                    break;
                }
                if self.has_arguments(code, at) {
                    unsure.push(word);
                }
                at = self.attribute(code, at, &mut attributes);
            } else if words::is_record_keyword(bytes) {
                if let Some((index, close)) = self.record(token_at(code, at), parent) {
                    record = Some(index);
                    declared_names.extend(self.record_at(index).tag.clone());
                    let keyword = word;
                    base = Some((TypeBase::Record { index }, keyword));
                    at = self.position(code, close).map_or(code.len(), |p| p + 1);
                } else {
                    let (tagged, next) = self.tagged(code, at, &mut attributes);
                    base = Some(tagged);
                    at = next;
                }
            } else if bytes == b"enum" {
                let scoped = code.get(at + 1).is_some_and(|next| {
                    self.source.is_word(*next, "class") || self.source.is_word(*next, "struct")
                });
                let (tagged, mut next) =
                    self.tagged(code, at + usize::from(scoped), &mut attributes);
                let tag = match &tagged.0 {
                    TypeBase::Tagged { name, .. } => Some(name.clone()),
                    _ => None,
                };
                base = Some(tagged);
                // `enum kind : unsigned char {`
                if code.get(next).is_some_and(|token| self.source.is_punct(*token, b':')) {
                    let mut behind = code.iter().skip(next);
                    next += behind.position(|t| self.source.is_punct(*t, b'{')).unwrap_or(0);
                }
                at = next;
                if code.get(at).is_some_and(|token| self.source.is_punct(*token, b'{')) {
                    let end = self.after_group(code, at);
                    declared_names.extend(tag);
                    declared_names.extend(self.enumerator_names(part(code, at + 1..end)));
                    at = end;
                }
            } else if self.is_leading_attribute(code, at) || self.is_before_type(code, at) {
                at = self.attribute(code, at, &mut attributes);
            } else if words::takes_type_argument(bytes) || self.is_type_macro(code, at) {
                let next = self.after_group(code, at + 1);
                let text = self.source.joined(part(code, at..next));
                base = Some((TypeBase::Opaque { text: text.clone(), is_enum: false }, text));
                at = next;
            } else {
                let next = self.behind_scopes(code, at + 1);
                let name = self.type_name(part(code, at..next));
                base = Some((TypeBase::Named { name: name.clone() }, name));
                at = next;
            }
        }
        let (base, text) = match base {
            Some((base, text)) => (base, text),
            None if scalars.is_empty() => {
                (TypeBase::Opaque { text: String::new(), is_enum: false }, String::new())
            }
            None => {
                let name = scalar::canonical(&scalars);
                (TypeBase::Scalar { name: name.clone() }, name)
            }
        };
        qualifiers.push(text);
        Specifiers {
            base,
            text: qualifiers.join(" "),
            attributes,
            record,
            declared_names,
            unsure,
            next: at,
        }
    }

    /// `std::array<int,4>`, as debug information spells it but for blanks.
    fn type_name(&self, code: &[usize]) -> String {
        let mut name = self.source.joined(code);
        for (wide, narrow) in [(" :: ", "::"), (" < ", "<"), (" >", ">"), (", ", ",")] {
            name = name.replace(wide, narrow);
        }
        name
    }

    /// Behind `::string` of `std::string` and `<int, 4>` of `array<int, 4>`.
    fn behind_scopes(&self, code: &[usize], from: usize) -> usize {
        let is = |at: usize, mark: u8| code.get(at).is_some_and(|t| self.source.is_punct(*t, mark));
        let mut at = from;
        loop {
            if is(at, b':') && is(at + 1, b':') {
                at = (at + 3).min(code.len());
            } else if is(at, b'<') {
                let mut depth = 0i32;
                let end = (at..code.len()).find(|p| {
                    depth += i32::from(is(*p, b'<')) - i32::from(is(*p, b'>'));
                    depth == 0
                });
                let Some(end) = end else {
                    return at;
                };
                at = end + 1;
            } else {
                return at;
            }
        }
    }

    /// The names between the braces of an `enum`.
    fn enumerator_names(&self, code: &[usize]) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = 0;
        let mut begins = true;
        while let Some(&token) = code.get(at) {
            match self.source.kind(token) {
                Some(Kind::Word) if begins => names.push(self.source.word(token)),
                Some(Kind::Punct(b'(' | b'{' | b'[')) => {
                    at = self.after_group(code, at);
                    continue;
                }
                _ => {}
            }
            begins = self.source.is_punct(token, b',');
            at += 1;
        }
        names
    }

    /// `MACRO(…)` before a whole declaration: before a scalar, a tag, or two words of which one is the name.
    fn is_leading_attribute(&self, code: &[usize], at: usize) -> bool {
        let bytes = self.source.bytes(token_at(code, at));
        if !code.get(at + 1).is_some_and(|open| self.source.is_punct(*open, b'('))
            || words::takes_type_argument(bytes)
            || !words::looks_like_macro(bytes)
        {
            return false;
        }
        let behind = self.after_group(code, at + 1);
        let Some(&next) = code.get(behind) else {
            return false;
        };
        let word = self.source.bytes(next);
        if self.source.kind(next) != Some(Kind::Word) || words::is_attribute(word) {
            return false;
        }
        if words::is_scalar_word(word) || words::is_record_keyword(word) || word == b"enum" {
            return true;
        }
        // `ATTR(x) type name`, `ATTR(x) type *name`; `TYPE(x) name` is a type.
        let mut after = behind + 1;
        while code.get(after).is_some_and(|token| self.source.is_punct(*token, b'*')) {
            after += 1;
        }
        code.get(after).is_some_and(|token| {
            self.source.kind(*token) == Some(Kind::Word)
                && !words::is_attribute(self.source.bytes(*token))
                && !words::looks_like_macro(self.source.bytes(*token))
        })
    }

    /// `redisAtomic int name`: a keyword of a type is no name, so the word before it is a macro. `class` is a name in C.
    /// Nor is `time_t` one in `redisAtomic time_t name`.
    fn is_before_type(&self, code: &[usize], at: usize) -> bool {
        let is_word = |at: usize| {
            code.get(at).is_some_and(|token| {
                self.source.kind(*token) == Some(Kind::Word)
                    && !words::is_attribute(self.source.bytes(*token))
            })
        };
        code.get(at + 1).is_some_and(|next| {
            let word = self.source.bytes(*next);
            let is_keyword =
                words::is_scalar_word(word) || matches!(word, b"struct" | b"union" | b"enum");
            let is_typedef = word.ends_with(b"_t")
                && !words::looks_like_macro(self.source.bytes(token_at(code, at)))
                && is_word(at + 2);
            self.source.kind(*next) == Some(Kind::Word) && (is_keyword || is_typedef)
        })
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
        let word = self.source.word(token_at(code, at));
        let mut next = at + 1;
        while let Some(&token) = code.get(next)
            && self.source.kind(token) == Some(Kind::Word)
            && words::is_attribute(self.source.bytes(token))
        {
            next = self.attribute(code, next, attributes);
        }
        if let Some(&token) = code.get(next)
            && self.source.kind(token) == Some(Kind::Word)
        {
            let name = self.source.word(token);
            let text = format!("{word} {name}");
            if let Some(keyword) = TagKeyword::of(&word) {
                return ((TypeBase::Tagged { keyword, name }, text), next + 1);
            }
        }
        let is_enum = word == "enum";
        ((TypeBase::Opaque { text: word.clone(), is_enum }, word), next)
    }
}
