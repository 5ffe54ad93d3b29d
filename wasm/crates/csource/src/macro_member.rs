//! Declarations that are a macro's, or of which only the words are known.

use facts::{AttributeText, DeclaratorText, DeclaredType, Declares, MemberText, Span, TypeBase};

use crate::declaration::{part, token_at};
use crate::lexer::Kind;
use crate::reader::Reader;
use crate::words;

impl Reader<'_> {
    /// A declaration of which only the words are known.
    pub fn opaque_member(&self, code: &[usize], end: usize) -> MemberText {
        let span =
            Span { start: self.source.token(token_at(code, 0)).start as u32, end: end as u32 };
        match self.lone_word(code) {
            Some(name) => self.opaque(code, 0, span, Some(name), &[], Vec::new()),
            None => self.opaque(code, 0, span, None, code, Vec::new()),
        }
    }

    /// `COMMON_FIELDS`, with or without a semicolon: one word declares nothing unless it is a macro.
    fn lone_word(&self, code: &[usize]) -> Option<String> {
        let [only] = code else {
            return None;
        };
        (self.source.kind(*only) == Some(Kind::Word)).then(|| self.source.word(*only))
    }

    /// `void FUNCPTR(free, (regex_t *))`, a macro that makes a declarator of its arguments, or
    /// `int area() const`, a member function, of which only the words are known. `from` is behind the type.
    pub fn function_like(&self, code: &[usize], from: usize, span: Span) -> Option<MemberText> {
        let is_mark = |token: &&usize| {
            self.source.is_punct(**token, b'*')
                || self.source.is_punct(**token, b'&')
                || words::is_qualifier(self.source.bytes(**token))
        };
        let at = from + code.iter().skip(from).take_while(is_mark).count();
        let token = *code.get(at)?;
        let name = self.source.bytes(token);
        // A destructor; `bool operator==(const x &)`.
        let operates = self.cplusplus
            && name == b"operator"
            && code.get(at + 1).is_some_and(|next| self.source.kind(*next) != Some(Kind::Word));
        if (from == 0 && self.source.is_punct(token, b'~')) || operates {
            return Some(self.no_member(code, span, Declares::Nothing));
        }
        if self.source.kind(token) != Some(Kind::Word)
            || words::is_attribute(name)
            || name.starts_with(b"__")
            || !self.source.is_punct(*code.get(at + 1)?, b'(')
        {
            return None;
        }
        if !words::looks_like_macro(name) {
            return Some(self.no_member(code, span, Declares::Nothing));
        }
        let behind = self.after_group(code, at + 1);
        let alone =
            code.get(behind).is_none_or(|next| words::is_attribute(self.source.bytes(*next)));
        let arguments = code.get(at + 2..behind.checked_sub(1)?)?;
        let macro_name = Some(self.source.word(token));
        alone.then(|| self.opaque(code, at, span, macro_name, arguments, Vec::new()))
    }

    /// `DECLARE_BITMAP(name, 64)`, `COMMON_FIELDS`: a macro alone.
    pub fn macro_member(&mut self, code: &[usize], span: Span) -> Option<MemberText> {
        let name = self.source.word(token_at(code, 0));
        let bytes = name.as_bytes();
        if self.source.kind(token_at(code, 0)) != Some(Kind::Word) {
            return None;
        }
        if let Some(name) = self.lone_word(code) {
            return Some(self.opaque(code, 0, span, Some(name), &[], Vec::new()));
        }
        let reserved = words::is_qualifier(bytes)
            || words::is_scalar_word(bytes)
            || words::is_record_keyword(bytes)
            || words::takes_type_argument(bytes)
            || words::is_attribute(bytes)
            || bytes == b"enum";
        if reserved || code.len() < 3 || !self.source.is_punct(token_at(code, 1), b'(') {
            return None;
        }
        let close = self.position(code, self.source.partner(token_at(code, 1))?)?;
        let mut attributes = Vec::new();
        let mut at = close + 1;
        while let Some(&token) = code.get(at) {
            if self.source.kind(token) != Some(Kind::Word) {
                return None;
            }
            // `QLIST_ENTRY(x) next;` is a type and a name, not an attribute.
            if !words::is_attribute(self.source.bytes(token)) {
                return None;
            }
            at = self.attribute(code, at, &mut attributes);
        }
        Some(self.opaque(code, 0, span, Some(name), part(code, 2..close), attributes))
    }

    /// What declares no member: known by its words alone.
    pub fn no_member(&self, code: &[usize], span: Span, declares: Declares) -> MemberText {
        MemberText { declares, ..self.opaque(code, 0, span, None, &[], Vec::new()) }
    }

    /// `named` is the position in `code` that debug information gives for what it declares.
    fn opaque(
        &self,
        code: &[usize],
        named: usize,
        span: Span,
        macro_name: Option<String>,
        arguments: &[usize],
        attributes: Vec<AttributeText>,
    ) -> MemberText {
        let possible_names: Vec<String> = arguments
            .iter()
            .filter(|at| self.source.kind(**at) == Some(Kind::Word))
            // `__bpf_md_ptr(struct x *, y)`: of all versions of C and C++.
            .filter(|at| !words::is_keyword(self.source.bytes(**at)))
            .take(MAX_NAMES)
            .map(|at| self.source.word(*at))
            .collect();
        let name = macro_name
            .as_deref()
            .and_then(words::macro_name_argument)
            .and_then(|wanted| self.argument_name(arguments, wanted));
        let last = token_at(code, code.len() - 1);
        MemberText {
            span,
            specifiers: Span { start: span.start, end: span.start },
            declarators: vec![DeclaratorText {
                name,
                possible_names,
                at: self.source.point(token_at(code, named)),
                span: self.source.span(token_at(code, 0), last),
                declared_type: DeclaredType {
                    text: String::new(),
                    base: TypeBase::Opaque {
                        text: self.source.joined(code.get(..MAX_NAMES).unwrap_or(code)),
                        is_enum: false,
                    },
                    pointer: false,
                    counts: Vec::new(),
                },
                bit_width: None,
                colon: None,
                takes_nothing: false,
                layout: self.layout_of(&attributes),
                attributes,
                declared_end: self.source.token(last).end as u32,
                reads: Vec::new(),
            }],
            record: None,
            known_macro: macro_name.as_deref().and_then(words::known_macro),
            semicolon: self.source.text.get(span.end as usize - 1) == Some(&b';'),
            uses: Vec::new(),
            macro_name,
            expansion: None,
            specifier: None,
            function: self.function_name(code),
            declares: Declares::Members,
            declared_names: Vec::new(),
        }
    }

    /// The name that reads like that of a function: the first word before a `(`.
    pub fn function_name(&self, code: &[usize]) -> Option<String> {
        let operator = code.iter().position(|at| self.source.is_word(*at, "operator"));
        if let Some(at) = operator {
            let open = code.iter().skip(at + 2).position(|at| self.source.is_punct(*at, b'('))?;
            let signs = part(code, at + 1..at + 2 + open);
            return Some(format!("operator{}", self.source.joined(signs)));
        }
        let is_open =
            |at: usize| code.get(at + 1).is_some_and(|next| self.source.is_punct(*next, b'('));
        let at = (0..code.len())
            .find(|at| is_open(*at) && self.source.kind(token_at(code, *at)) == Some(Kind::Word))?;
        let destroys = at > 0 && self.source.is_punct(token_at(code, at - 1), b'~');
        let name = self.source.word(token_at(code, at));
        Some(if destroys { format!("~{name}") } else { name })
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
}

/// More names than any macro takes; lists of hostile length are cut.
const MAX_NAMES: usize = 64;
