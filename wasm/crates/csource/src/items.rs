//! Cuts a body into declarations, comments and directives.

use facts::{Blocked, Declares, MemberText, OrderedText, TypeBase};

use crate::lexer::Kind;
use crate::reader::Reader;
use crate::source::Directive;
use crate::words;

/// What stands in a body, in order, by tokens.
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// First token.
    pub first: usize,
    /// Last token.
    pub last: usize,
}

/// See [`Item`].
pub enum ItemKind {
    /// A declaration.
    Member(Box<MemberText>, Option<Blocked>),
    /// A comment.
    Comment,
    /// A preprocessor line.
    Directive,
    /// An access label.
    Label,
    /// A stray semicolon.
    Other,
}

/// A body's items.
pub struct Items {
    /// In order.
    pub items: Vec<Item>,
    /// Why they are not all.
    pub unsupported: Option<String>,
    /// What of its functions depends on the order of the members.
    pub ordered: Vec<OrderedText>,
}

/// Whether a type is what a macro makes of it.
fn is_opaque(base: &TypeBase) -> bool {
    matches!(base, TypeBase::Opaque { is_enum: false, .. })
}

/// How far back an `#if` is looked for, and how long the head of a body is: what is longer is hostile.
const MAX_BACK: usize = 4096;
const MAX_HEAD: usize = 64;

/// How a declaration ends.
struct End {
    /// Its last token.
    last: usize,
    blocked: Option<Blocked>,
    /// An `#else` or `#endif` in it belongs to a chain that began before it.
    splits_chain: bool,
    /// It is a function with its body.
    function: bool,
}

impl Reader<'_> {
    /// The items between the braces `open` and `close` of record `record`.
    pub fn items(&mut self, open: usize, close: usize, record: u32) -> Items {
        let mut items: Vec<Item> = Vec::new();
        let mut unsupported = None;
        let mut ordered = Vec::new();
        let mut at = open + 1;
        while at < close {
            let kind = self.source.token(at).kind;
            let (item, next) = match kind {
                Kind::Comment => (ItemKind::Comment, at + 1),
                Kind::Directive => (ItemKind::Directive, at + 1),
                Kind::Punct(b';') => (ItemKind::Other, at + 1),
                Kind::Word if self.label_end(at).is_some() => {
                    (ItemKind::Label, self.label_end(at).map_or(at + 1, |colon| colon + 1))
                }
                _ => {
                    let end = self.end_of_declaration(at, close);
                    let mut first = at;
                    if end.splits_chain {
                        match self.start_of_chain(&items) {
                            Some(position) => {
                                let chain = items.drain(position..).next();
                                first = chain.map_or(at, |chain| chain.first);
                            }
                            None => {
                                unsupported.get_or_insert_with(|| {
                                    format!(
                                        "An #if chain and the declaration at line {} overlap.",
                                        self.source.first_line(at)
                                    )
                                });
                            }
                        }
                    }
                    let member = self.member(first, &end, record);
                    if self.cplusplus && member.declares == Declares::Nothing {
                        let code = self.source.significant(first..end.last + 1);
                        ordered.extend(self.ordered(&code, record));
                    }
                    (ItemKind::Member(Box::new(member), end.blocked), end.last + 1)
                }
            };
            let first = match &item {
                ItemKind::Member(member, _) => self.token_at(member.span.start as usize, at),
                _ => at,
            };
            items.push(Item { kind: item, first, last: next - 1 });
            at = next;
        }
        Items { items, unsupported, ordered }
    }

    fn token_at(&self, offset: usize, near: usize) -> usize {
        (0..=near).rev().find(|at| self.source.token(*at).start <= offset).unwrap_or(near)
    }

    fn member(&mut self, first: usize, end: &End, record: u32) -> MemberText {
        let offset = self.source.token(end.last).end;
        let mut code = self.source.significant(first..end.last + 1);
        while code.last().is_some_and(|last| self.source.is_punct(*last, b';')) {
            code.pop();
        }
        if code.is_empty() {
            code.push(first);
        }
        if end.splits_chain || end.blocked == Some(Blocked::NotUnderstood) {
            let mut member = self.opaque_member(&code, offset);
            if end.function {
                member.declares = Declares::Nothing;
            }
            member.span.start = self.source.token(first).start as u32;
            member.expansion = self.expansion(&member, &code);
            member.specifier = self.no_plain_member(&member, &code);
            return member;
        }
        let mut member = self.declaration(&code, offset, Some(record));
        if member.declarators.iter().any(|each| is_opaque(&each.declared_type.base)) {
            member.function = self.function_name(&code);
        }
        member.expansion = self.expansion(&member, &code);
        member.specifier = self.no_plain_member(&member, &code);
        member
    }

    /// The word that makes a declaration no plain member.
    fn no_plain_member(&self, member: &MemberText, code: &[usize]) -> Option<String> {
        const WORDS: [&[u8]; 6] =
            [b"static", b"virtual", b"friend", b"using", b"template", b"typedef"];
        // `void *virtual;` is a member of C.
        let end = match member.declares {
            Declares::Members => member.specifiers.end,
            _ => member.span.end,
        };
        let mut head = code.iter().take_while(|at| {
            self.source.token(**at).start < end as usize
                && !matches!(self.source.kind(**at), Some(Kind::Punct(b'(' | b'{')))
        });
        let found = head.find(|at| WORDS.contains(&self.source.bytes(**at)))?;
        Some(self.source.word(*found))
    }

    /// The `#if` that is still open among `items`.
    fn start_of_chain(&self, items: &[Item]) -> Option<usize> {
        let mut closed = 0;
        for (position, item) in items.iter().enumerate().rev().take(MAX_BACK) {
            if !matches!(item.kind, ItemKind::Directive) {
                continue;
            }
            match self.source.directive(item.first) {
                Directive::Close => closed += 1,
                Directive::Open if closed == 0 => return Some(position),
                Directive::Open => closed -= 1,
                _ => {}
            }
        }
        None
    }

    /// The `:` of `private:`, `public slots:`, `Q_SIGNALS:`; a bit-field's width stands behind a type.
    fn label_end(&self, at: usize) -> Option<usize> {
        const LABELS: [&[u8]; 6] =
            [b"public", b"private", b"protected", b"signals", b"slots", b"Q_SIGNALS"];
        let mut colon = at;
        while LABELS.contains(&self.source.bytes(colon)) || self.source.is_word(colon, "Q_SLOTS") {
            colon += 1;
            if colon >= self.source.tokens.len() {
                return None;
            }
        }
        let label = colon > at
            && self.source.is_punct(colon, b':')
            && !self.source.is_punct(colon + 1, b':');
        label.then_some(colon)
    }

    fn end_of_declaration(&self, first: usize, close: usize) -> End {
        let mut end = End { last: first, blocked: None, splits_chain: false, function: false };
        // `#if`s opened in the declaration and not yet closed.
        let mut open_chains = 0usize;
        let mut ended = false;
        let mut at = first;
        while at < close {
            end.last = at;
            match self.source.token(at).kind {
                Kind::Directive => {
                    end.blocked.get_or_insert(Blocked::DirectiveInside);
                    match self.source.directive(at) {
                        Directive::Open => open_chains += 1,
                        Directive::Branch if open_chains == 0 => end.splits_chain = true,
                        Directive::Close if open_chains == 0 => end.splits_chain = true,
                        Directive::Close => open_chains -= 1,
                        _ => {}
                    }
                    if ended && open_chains == 0 {
                        return end;
                    }
                }
                Kind::Punct(b';') => {
                    if open_chains == 0 {
                        return end;
                    }
                    ended = true;
                }
                Kind::Punct(b'(' | b'[' | b'{') => {
                    let partner = self.source.partner(at).filter(|to| *to > at && *to < close);
                    let Some(partner) = partner else {
                        end.blocked = Some(Blocked::NotUnderstood);
                        at += 1;
                        continue;
                    };
                    let brace = self.source.is_punct(at, b'{');
                    if brace && self.splits_chain(at, partner, open_chains) {
                        end.blocked.get_or_insert(Blocked::DirectiveInside);
                        end.splits_chain = true;
                    }
                    if !brace && self.has_directive(at, partner) {
                        end.blocked.get_or_insert(Blocked::DirectiveInside);
                    }
                    let function_body = brace
                        && if self.cplusplus {
                            self.begins_body(first, at)
                        } else {
                            self.follows_parameters(at, first)
                        };
                    let lone_macro = self.ends_macro(first, at, partner, close);
                    at = partner;
                    end.last = at;
                    if (function_body || lone_macro) && open_chains == 0 {
                        if function_body {
                            end.function = true;
                            end.blocked = Some(Blocked::NotUnderstood);
                        }
                        return end;
                    }
                }
                Kind::Word
                    if at == first
                        && ((words::is_lone_marker(self.source.bytes(at))
                            && !self.source.is_punct(at + 1, b';'))
                            || self.is_lone_macro(at)) =>
                {
                    return end;
                }
                _ => {}
            }
            at += 1;
        }
        // No `;` before the `}`: a list that a macro makes.
        if !ended {
            end.blocked = Some(Blocked::NotUnderstood);
            end.last = (first..close).rev().find(|at| self.source.is_code(*at)).unwrap_or(first);
        }
        end
    }

    /// `COMMON_FIELDS` on a line of its own, without a semicolon, and a whole declaration under it: what the
    /// macro makes is not known, but it is not the type of what follows.
    pub fn is_lone_macro(&self, at: usize) -> bool {
        let word = self.source.bytes(at);
        if word.starts_with(b"__")
            || words::is_attribute(word)
            || words::is_qualifier(word)
            || words::is_scalar_word(word)
            || words::is_record_keyword(word)
            || word == b"enum"
        {
            return false;
        }
        let next = self.source.next_code(at + 1);
        let line_of = |token| self.source.first_line(token);
        if self.source.kind(next) != Some(Kind::Word) || line_of(next) == line_of(at) {
            return false;
        }
        // `_object_HEAD` and `unsigned char x;` under it: no type stands before a scalar or a struct.
        if words::is_scalar_word(self.source.bytes(next))
            || words::is_record_keyword(self.source.bytes(next))
        {
            return true;
        }
        if !word.contains(&b'_') && !words::looks_like_macro(word) {
            return false;
        }
        // `FOO_TYPE` and `name;` or `name __aligned(8);` under it are one declaration over two lines.
        let behind = self.source.next_code(next + 1);
        let bytes = self.source.bytes(behind);
        // `HANDLE_FIELDS` over `PRIVATE_FIELDS`, each alone on its line: two macros.
        if words::looks_like_macro(word)
            && words::looks_like_macro(self.source.bytes(next))
            && (self.source.is_punct(behind, b'}')
                || self.source.is_punct(behind, b';')
                || (behind < self.source.tokens.len() && line_of(behind) != line_of(next)))
        {
            return true;
        }
        // `HANDLE_FIELDS` over `ALIGNED(16) char buffer[16];`: an attribute, a type and a name.
        if let Some(close) = self.source.partner(behind).filter(|close| *close > behind)
            && words::looks_like_macro(self.source.bytes(next))
        {
            let first = self.source.next_code(close + 1);
            let second = self.source.next_code(first + 1);
            return self.source.kind(first) == Some(Kind::Word)
                && !words::is_attribute(self.source.bytes(first))
                && (self.source.kind(second) == Some(Kind::Word)
                    || self.source.is_punct(second, b'*'));
        }
        (self.source.kind(behind) == Some(Kind::Word)
            && !words::is_attribute(bytes)
            && !words::looks_like_macro(bytes))
            || self.source.is_punct(behind, b'*')
    }

    /// Whether an `#else` or `#endif` in the braces belongs to a chain that began before them.
    fn splits_chain(&self, from: usize, to: usize, open_chains: usize) -> bool {
        let mut open = 0usize;
        (from..to).filter(|at| self.source.kind(*at) == Some(Kind::Directive)).any(|at| match self
            .source
            .directive(at)
        {
            Directive::Open => {
                open += 1;
                false
            }
            Directive::Branch => open == 0 && open_chains == 0,
            Directive::Close if open == 0 => open_chains == 0,
            Directive::Close => {
                open -= 1;
                false
            }
            _ => false,
        })
    }

    fn has_directive(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| self.source.kind(at) == Some(Kind::Directive))
    }

    /// A `{` behind `)` or `) const` begins a C++ method's body.
    fn follows_parameters(&self, open: usize, first: usize) -> bool {
        let Some(before) = (first..open).rev().find(|at| self.source.is_code(*at)) else {
            return false;
        };
        let named_record = (first..open)
            .rev()
            .take(MAX_HEAD)
            .any(|at| words::is_record_keyword(self.source.bytes(at)));
        let constant =
            ["const", "noexcept", "override"].iter().any(|word| self.source.is_word(before, word));
        (self.source.is_punct(before, b')') && !named_record) || constant
    }

    /// `ZONE_PADDING(_pad1_)` with the next declaration on the next line.
    fn ends_macro(&self, first: usize, open: usize, partner: usize, close: usize) -> bool {
        if !self.source.is_punct(open, b'(')
            || open != self.source.next_code(first + 1)
            || self.source.kind(first) != Some(Kind::Word)
        {
            return false;
        }
        let word = self.source.bytes(first);
        if words::is_scalar_word(word)
            || words::is_qualifier(word)
            || words::takes_type_argument(word)
            || words::is_attribute(word)
        {
            return false;
        }
        let next = self.source.next_code(partner + 1);
        if next >= close {
            return true;
        }
        if self.source.first_line(next) <= self.source.last_line(partner) {
            return false;
        }
        self.source.kind(next) == Some(Kind::Word) && !words::is_attribute(self.source.bytes(next))
    }
}
