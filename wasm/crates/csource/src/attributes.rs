//! What attributes make of a layout, of a type, of a member and around a struct: as they are written, or as the macros that
//! stand for them are defined.

use facts::{
    AlignmentText, AlignmentValue, AttributeText, LayoutAttributes, Span, UnknownAttribute,
};

use rustc_hash::FxHashSet;

use crate::lexer::{Kind, Token, group_end, tokenize};
use crate::reader::Reader;
use crate::scalar;
use crate::words;

/// Macros of macros; more is a circle.
const MOST_EXPANSIONS: u8 = 8;

/// What one attribute does; `None` where that is not known.
type Effect = Option<LayoutAttributes>;

impl Reader<'_> {
    /// What attributes of a declaration make of its layout; `None` for nothing.
    pub fn layout_of<'t>(
        &self,
        attributes: impl IntoIterator<Item = &'t AttributeText>,
    ) -> Option<LayoutAttributes> {
        let mut whole = LayoutAttributes::default();
        for attribute in attributes {
            let bytes = self.source.span_bytes(attribute.span);
            let found = self.effect(bytes, MOST_EXPANSIONS);
            let packs_pointer =
                attribute.of_pointer && found.as_ref().is_some_and(|found| found.packed);
            match found.filter(|_| !packs_pointer) {
                Some(found) => join(&mut whole, found),
                None => {
                    let line = self.source.line_of(attribute.span.start as usize);
                    join(&mut whole, unknown(name_of(bytes, &attribute.text), line, packs_pointer));
                }
            }
        }
        some(whole)
    }

    /// Whether an attribute aligns.
    pub fn aligns(&self, span: Span) -> bool {
        let effect = self.effect(self.source.span_bytes(span), MOST_EXPANSIONS);
        effect.is_some_and(|effect| !effect.aligns.is_empty())
    }

    /// Attributes of a declarator that are not those of the body before it.
    pub fn own<'t>(
        &self,
        attributes: &'t [AttributeText],
        record: Option<u32>,
    ) -> impl Iterator<Item = &'t AttributeText> {
        let of_body = record.map_or(&[][..], |index| &self.record_at(index).attributes);
        let of_body: FxHashSet<u32> =
            of_body.iter().map(|attribute| attribute.span.start).collect();
        attributes.iter().filter(move |attribute| !of_body.contains(&attribute.span.start))
    }

    /// What the attributes of a record do, and the macros around it: `PACKED struct x { … };`, `BEGIN_PACKED` on the line
    /// above, `} PACKED;`, `PACK(struct x { … });`.
    pub fn settle_records(&mut self) {
        for index in 0..self.records.len() {
            let Some(record) = self.records.get(index) else { continue };
            let mut whole = self.layout_of(&record.attributes).unwrap_or_default();
            let keyword = self.source.token_at(record.at.offset as usize);
            let close = self.source.token_at(record.close as usize);
            for found in self.before(keyword) {
                join(&mut whole, found);
            }
            for found in self.behind(index, close) {
                join(&mut whole, found);
            }
            if let Some(found) = self.around(keyword) {
                join(&mut whole, found);
            }
            if let Some(record) = self.records.get_mut(index) {
                record.layout = some(whole);
            }
        }
    }

    /// The effect of a word that may be a macro, with its arguments.
    fn macro_effect(&self, first: usize, last: usize) -> Effect {
        let span = self.source.span(first, last);
        self.effect(self.source.span_bytes(span), MOST_EXPANSIONS)
    }

    fn effect(&self, text: &[u8], depth: u8) -> Effect {
        let tokens: Vec<Token> =
            tokenize(text).into_iter().filter(|token| token.kind != Kind::Comment).collect();
        let bytes = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
        let (first, rest) = tokens.split_first()?;
        let inside = || match rest {
            [open, inner @ .., close] if open.is(b'(') && close.is(b')') => inner,
            _ => &[],
        };
        match bytes(first) {
            b"[" | b"__attribute__" | b"__attribute" => self.listed(text, &tokens),
            b"__declspec" => {
                let [align, ..] = inside() else { return Some(LayoutAttributes::default()) };
                if bytes(align) != b"align" {
                    return Some(LayoutAttributes::default());
                }
                Some(aligned(self.alignment(text, within(inside().get(1..)?))))
            }
            b"_Alignas" | b"alignas" => Some(aligned(self.alignment(text, inside()))),
            name if first.kind == Kind::Word => {
                if depth == 0 {
                    return None;
                }
                let given = inside();
                let arguments = match (given.first(), given.last()) {
                    (Some(first), Some(last)) => text.get(first.start..last.end),
                    _ => (!rest.is_empty()).then_some(&b""[..]),
                };
                self.defined_effect(name, arguments, depth)
            }
            _ => None,
        }
    }

    /// What the definitions of a macro have in common; `None` where there is none, or they differ.
    fn defined_effect(&self, name: &[u8], arguments: Option<&[u8]>, depth: u8) -> Effect {
        let definitions = self.macros.of(&self.source, name);
        let mut common: Option<Effect> = None;
        for definition in definitions {
            let body = definition.expand(arguments);
            let other_compilers = definitions.len() > 1
                && has_word(&body, |word| matches!(word, b"__pragma" | b"__declspec"));
            // `#define PACKED` for compilers without attributes goes with the one for those that have them.
            if body.is_empty() || other_compilers {
                continue;
            }
            let found = self.body_effect(&body, depth - 1);
            match &common {
                None => common = Some(found),
                Some(before) if *before == found => {}
                Some(_) => return None,
            }
        }
        match common {
            Some(found) => found,
            None if definitions.is_empty() => None,
            None => Some(LayoutAttributes::default()),
        }
    }

    /// The effect of all attributes of a macro's body.
    fn body_effect(&self, body: &[u8], depth: u8) -> Effect {
        if has_word(body, |word| word == b"_Pragma") && has_word(body, |word| word == b"pack") {
            return None;
        }
        let tokens: Vec<Token> =
            tokenize(body).into_iter().filter(|token| token.kind != Kind::Comment).collect();
        let mut whole = LayoutAttributes::default();
        let mut at = 0;
        while let Some(first) = tokens.get(at) {
            let opens = if first.is(b'[') { at } else { at + 1 };
            let end = match tokens.get(opens) {
                Some(open) if open.is(b'(') || open.is(b'[') => {
                    group_end(tokens.iter().copied(), opens)
                }
                _ => at + 1,
            };
            let last = tokens.get(end - 1)?;
            if first.kind == Kind::Word || first.is(b'[') {
                join(&mut whole, self.effect(body.get(first.start..last.end)?, depth)?);
            }
            at = end;
        }
        Some(whole)
    }

    /// `__attribute__((packed, aligned(8)))`, `[[gnu::packed]]`
    fn listed(&self, text: &[u8], tokens: &[Token]) -> Effect {
        let bytes = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
        let mut whole = LayoutAttributes::default();
        let mut at = 1;
        while let Some(token) = tokens.get(at) {
            let name = bytes(token);
            let plain = name.strip_prefix(b"__").and_then(|name| name.strip_suffix(b"__"));
            let opens = tokens.get(at + 1).is_some_and(|next| next.is(b'('));
            let end = if opens { group_end(tokens.iter().copied(), at + 1) } else { at + 1 };
            match plain.unwrap_or(name) {
                _ if token.kind != Kind::Word => {
                    at += 1;
                    continue;
                }
                b"packed" => whole.packed = true,
                b"aligned" if opens => {
                    let inside = tokens.get(at + 2..end - 1).unwrap_or_default();
                    whole.aligns.push(self.alignment(text, inside));
                }
                b"aligned" => whole
                    .aligns
                    .push(AlignmentText { text: String::new(), value: AlignmentValue::Largest }),
                name if words::changes_layout(name) => return None,
                _ => {}
            }
            at = end;
        }
        Some(whole)
    }

    /// The argument of an alignment.
    fn alignment(&self, text: &[u8], tokens: &[Token]) -> AlignmentText {
        let written = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => text.get(first.start..last.end).unwrap_or_default(),
            _ => &[],
        };
        AlignmentText {
            text: String::from_utf8_lossy(written).split_whitespace().collect::<Vec<_>>().join(" "),
            value: self.alignment_value(text, tokens, 0),
        }
    }

    fn alignment_value(&self, text: &[u8], tokens: &[Token], depth: u8) -> AlignmentValue {
        let bytes = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
        if tokens.is_empty() {
            return AlignmentValue::Largest;
        }
        if depth > MOST_EXPANSIONS {
            return AlignmentValue::Unknown;
        }
        let inner = within(tokens);
        if inner.len() < tokens.len() {
            return self.alignment_value(text, inner, depth + 1);
        }
        // `(given + 0) ? : DEFAULT` takes what is given, if anything is.
        if let Some(at) = tokens.iter().position(|token| token.is(b'?'))
            && tokens.get(at + 1).is_some_and(|next| next.is(b':'))
        {
            let given = within(tokens.get(..at).unwrap_or_default());
            let otherwise = tokens.get(at + 2..).unwrap_or_default();
            let given = match given {
                [rest @ .., plus, zero] if plus.is(b'+') && bytes(zero) == b"0" => rest,
                all => all,
            };
            let chosen = if given.is_empty() { otherwise } else { given };
            return self.alignment_value(text, chosen, depth + 1);
        }
        if let [only] = tokens
            && matches!(bytes(only), b"L1_CACHE_BYTES" | b"SMP_CACHE_BYTES" | b"ARCH_DMA_MINALIGN")
        {
            return AlignmentValue::Line;
        }
        if let Some(bytes) = self.constants.value(text, tokens).filter(|bytes| *bytes >= 0) {
            return AlignmentValue::Bytes { bytes: bytes as f64 };
        }
        let factors: Vec<&[Token]> = tokens.split(|token| token.is(b'*')).collect();
        if factors.len() > 1 && factors.iter().all(|factor| !factor.is_empty()) {
            let value = |factor: &&[Token]| self.alignment_value(text, factor, depth + 1);
            return AlignmentValue::Product { factors: factors.iter().map(value).collect() };
        }
        let (first, rest) = match tokens.split_first() {
            Some((first, rest)) => (bytes(first), within(rest)),
            None => (&b""[..], &[][..]),
        };
        let is_size = first == b"sizeof";
        let of = match first {
            b"sizeof" | b"_Alignof" | b"alignof" | b"__alignof__" => rest,
            _ => tokens,
        };
        // `_Alignas(long)` names a type.
        if of.last().is_some_and(|last| last.is(b'*')) {
            return AlignmentValue::Pointer;
        }
        let names: Vec<String> =
            of.iter().map(|token| String::from_utf8_lossy(bytes(token)).into_owned()).collect();
        let is_type = of.iter().all(|token| token.kind == Kind::Word) && !of.is_empty();
        if !is_type {
            return AlignmentValue::Unknown;
        }
        let all_scalar = names.iter().all(|name| words::is_scalar_word(name.as_bytes()));
        let name = if all_scalar { scalar::canonical(&names) } else { names.join(" ") };
        if is_size { AlignmentValue::SizeOf { name } } else { AlignmentValue::AlignOf { name } }
    }

    /// The macros before a struct on its line, and one on the line above alone that says that it packs or aligns.
    fn before(&self, keyword: usize) -> Vec<LayoutAttributes> {
        let line = self.source.first_line(keyword);
        let mut code: Vec<usize> = Vec::new();
        let mut at = keyword;
        let mut begins_line = true;
        while let Some(before) = at.checked_sub(1) {
            if self.source.last_line(before) != line {
                break;
            }
            let ends = matches!(
                self.source.token(before).kind,
                Kind::Punct(b';' | b'{' | b'}' | b'(') | Kind::Directive
            );
            if ends {
                begins_line =
                    !matches!(self.source.token(before).kind, Kind::Punct(b'(') | Kind::Directive);
                break;
            }
            at = before;
            if self.source.is_punct(before, b')') {
                match self.source.partner(before).filter(|open| *open < before) {
                    Some(open) => at = open,
                    None => return Vec::new(),
                }
            }
            if self.source.is_code(at) {
                code.push(at);
            }
        }
        if !begins_line {
            return Vec::new();
        }
        let mut found = Vec::new();
        // Pushed from the end on, a group by its `(`.
        let mut at = code.len();
        while let Some(place) = at.checked_sub(1) {
            at = place;
            let Some(&word) = code.get(place) else { break };
            if self.source.kind(word) != Some(Kind::Word)
                || words::is_no_attribute(self.source.bytes(word))
            {
                continue;
            }
            found.push(self.attribute_at(word));
        }
        let mut above = at_code(self, code.last().copied().unwrap_or(keyword));
        if let Some(last) = above
            && self.source.is_punct(last, b')')
        {
            above = self.source.partner(last).and_then(|open| open.checked_sub(1));
        }
        if let Some(word) = above.filter(|word| self.is_alone_on_line_above(*word, line)) {
            found.push(self.attribute_at(word));
        }
        found
    }

    fn is_alone_on_line_above(&self, word: usize, line: u32) -> bool {
        let own = self.source.first_line(word);
        let name = self.source.bytes(word).to_ascii_lowercase();
        let says = |part: &[u8]| name.windows(part.len()).any(|window| window == part);
        let before = at_code(self, word);
        self.source.kind(word) == Some(Kind::Word)
            && own + 1 == line
            && before.is_none_or(|before| self.source.last_line(before) < own)
            && (says(b"pack") || says(b"align"))
    }

    fn attribute_at(&self, word: usize) -> LayoutAttributes {
        let last = self.group_end(word);
        self.macro_effect(word, last)
            .unwrap_or_else(|| unknown(self.source.word(word), self.source.first_line(word), false))
    }

    /// The last token of a word with its arguments.
    fn group_end(&self, word: usize) -> usize {
        let open = self.source.next_code(word + 1);
        let group = self.source.is_punct(open, b'(').then(|| self.source.partner(open)).flatten();
        group.filter(|close| *close > open).unwrap_or(word)
    }

    /// `} PACKED;` reads like a variable; a `#define` of the name says that it is an attribute.
    fn behind(&self, index: usize, close: usize) -> Vec<LayoutAttributes> {
        const LONGEST: usize = 60;
        let mut found = Vec::new();
        let Some(record) = self.records.get(index) else { return found };
        let may_be_word = |word: &[u8]| words::may_be_attribute(word);
        let mut at = close + 1;
        while at < self.source.tokens.len().min(close + LONGEST) {
            let token = self.source.token(at);
            if matches!(token.kind, Kind::Punct(b';' | b'{' | b'}' | b'=') | Kind::Directive) {
                break;
            }
            let is_known = record.attributes.iter().any(|attribute| {
                (attribute.span.start as usize) <= token.start
                    && token.start < attribute.span.end as usize
            });
            if token.kind != Kind::Word || is_known {
                at += 1;
                continue;
            }
            let word = self.source.bytes(at);
            // gcc ignores them after a declarator's name.
            if record.typedef_name.as_deref().is_some_and(|name| name.as_bytes() == word) {
                break;
            }
            let last = self.group_end(at);
            if !matches!(word, b"const" | b"volatile" | b"static") {
                let listed = word.starts_with(b"__attribute");
                match (!listed).then(|| self.macro_effect(at, last)).flatten() {
                    Some(effect) => found.push(effect),
                    None => {
                        let next = self.source.next_code(last + 1);
                        let names_next = self.source.kind(next) == Some(Kind::Word)
                            && (may_be_word(word) || !may_be_word(self.source.bytes(next)));
                        let is_lone = record.tag.is_some() && record.typedef_name.is_none();
                        let is_attribute = names_next || (is_lone && may_be_word(word));
                        if !is_attribute {
                            break;
                        }
                        found.push(unknown(
                            self.source.word(at),
                            self.source.first_line(at),
                            false,
                        ));
                    }
                }
            }
            at = last + 1;
        }
        found
    }

    /// `PACK(struct x { … });`
    fn around(&self, keyword: usize) -> Option<LayoutAttributes> {
        let open = at_code(self, keyword).filter(|open| self.source.is_punct(*open, b'('))?;
        let word = at_code(self, open).filter(|at| self.source.kind(*at) == Some(Kind::Word))?;
        let name = self.source.bytes(word);
        if name == b"sizeof" || name.starts_with(b"struct_group") {
            return None;
        }
        let effect = self.defined_effect(name, Some(b""), MOST_EXPANSIONS);
        Some(effect.unwrap_or_else(|| {
            unknown(self.source.word(word), self.source.first_line(keyword), false)
        }))
    }
}

/// The code token before one.
fn at_code(reader: &Reader, token: usize) -> Option<usize> {
    (0..token).rev().take(8).find(|at| reader.source.is_code(*at))
}

fn aligned(alignment: AlignmentText) -> LayoutAttributes {
    LayoutAttributes { aligns: vec![alignment], ..LayoutAttributes::default() }
}

fn unknown(name: String, line: u32, packs_pointer: bool) -> LayoutAttributes {
    let is_list = words::is_attribute_list(name.as_bytes());
    let unknown = vec![UnknownAttribute { name, is_list, line, packs_pointer }];
    LayoutAttributes { unknown, ..LayoutAttributes::default() }
}

/// Attributes of one declaration that are named where they are not known; more is no source.
const MOST_UNKNOWN: usize = 200;

fn join(whole: &mut LayoutAttributes, more: LayoutAttributes) {
    whole.packed |= more.packed;
    whole.aligns.extend(more.aligns);
    let room = MOST_UNKNOWN.saturating_sub(whole.unknown.len());
    for unknown in more.unknown.into_iter().take(room) {
        let is_same =
            |known: &UnknownAttribute| known.name == unknown.name && known.line == unknown.line;
        if !whole.unknown.iter().any(is_same) {
            whole.unknown.push(unknown);
        }
    }
}

fn some(whole: LayoutAttributes) -> Option<LayoutAttributes> {
    (whole != LayoutAttributes::default()).then_some(whole)
}

/// The macro's name; a list of attributes as it is written.
fn name_of(bytes: &[u8], text: &str) -> String {
    if words::is_attribute_list(bytes) {
        return text.replace(" :: ", "::").replace(", ", ",");
    }
    let word = tokenize(bytes).into_iter().find(|token| token.kind == Kind::Word);
    let word = word.and_then(|word| bytes.get(word.start..word.end)).unwrap_or(bytes);
    String::from_utf8_lossy(word).into_owned()
}

fn has_word(text: &[u8], is: impl Fn(&[u8]) -> bool) -> bool {
    tokenize(text).iter().any(|token| text.get(token.start..token.end).is_some_and(&is))
}

/// Without the brackets around all of it.
fn within(tokens: &[Token]) -> &[Token] {
    match tokens {
        [open, inner @ .., close]
            if open.is(b'(')
                && close.is(b')')
                && group_end(tokens.iter().copied(), 0) == tokens.len() =>
        {
            inner
        }
        all => all,
    }
}
