//! Finds a struct's head, body and tail.

use facts::{AttributeText, Keyword, RecordText, SourcePoint};

use crate::cplusplus::body_is_cplusplus;
use crate::items::Items;
use crate::lexer::Kind;
use crate::reader::Reader;
use crate::source::Directive;
use crate::{kerneldoc, pieces, walls, words};

/// Deeper nesting than any source has.
const MAX_BODIES: usize = 48;

struct Head {
    tag: Option<usize>,
    attributes: Vec<AttributeText>,
    open: usize,
    unsupported: Option<String>,
}

impl Reader<'_> {
    /// Reads the record whose keyword stands at token `keyword`, if it has a body; its place in
    /// `records` and the token of its `}`.
    pub fn record(&mut self, keyword: usize, parent: Option<u32>) -> Option<(u32, usize)> {
        if self.depth >= MAX_BODIES {
            return None;
        }
        let head = self.head(keyword)?;
        let close = self.source.partner(head.open)?;
        let index = self.records.len() as u32;
        if !self.cplusplus {
            let tag = head.tag.map(|tag| self.source.bytes(tag));
            self.cplusplus = body_is_cplusplus(&self.source, head.open, close, tag);
        }
        let mut attributes = head.attributes;
        let last = self.tail(close, &mut attributes);
        let at = self.source.point(keyword);
        let name_at: SourcePoint = head.tag.map_or(at, |tag| self.source.point(tag));
        let (doc, order_comment) = match parent {
            None => (
                kerneldoc::above(&self.source, keyword),
                kerneldoc::order_above(&self.source, keyword),
            ),
            Some(_) => (None, None),
        };
        let scope = match parent {
            None => self.scope_at(keyword),
            Some(index) => {
                let outer = self.record_at(index);
                outer.scope.iter().chain(outer.tag.iter()).cloned().collect()
            }
        };
        let template = self.templates > 0;
        self.records.push(RecordText {
            keyword: Keyword::of(&self.source.word(keyword))?,
            tag: head.tag.map(|tag| self.source.word(tag)),
            scope,
            template,
            walls: Vec::new(),
            ordered: Vec::new(),
            typedef_name: None,
            parent,
            at,
            name_at,
            open: self.source.token(head.open).start as u32,
            open_line: self.source.first_line(head.open),
            close: self.source.token(close).start as u32,
            close_line: self.source.first_line(close),
            lines: self.source.lines(keyword, last),
            conditions: self
                .conditions
                .iter()
                .filter(|condition| !condition.is_empty())
                .cloned()
                .collect(),
            layout: None,
            pack: None,
            randomized: attributes.iter().any(|each| each.text == "__randomize_layout"),
            attributes,
            doc,
            order_comment,
            defines: Vec::new(),
            body: Vec::new(),
            unsupported: head.unsupported,
        });
        self.depth += 1;
        let items = self.items(head.open, close, index);
        self.depth -= 1;
        let Items { items, unsupported, ordered } = items;
        let walls = walls::walls(&self.source, &items);
        let body = pieces::nodes(&self.source, items, &walls, head.open, close);
        let record = self.record_mut(index);
        record.walls = walls;
        record.ordered = ordered;
        record.unsupported = record.unsupported.take().or(unsupported).or(body.unsupported);
        record.body = body.nodes;
        Some((index, close))
    }

    /// From the keyword to the `{`: `struct __packed name {`, `class name : public base {`.
    fn head(&self, keyword: usize) -> Option<Head> {
        let mut head = Head { tag: None, attributes: Vec::new(), open: 0, unsupported: None };
        let mut at = keyword + 1;
        // A head is short; what goes on longer is something else.
        let limit = self.source.tokens.len().min(keyword + 200);
        while at < limit {
            match self.source.token(at).kind {
                Kind::Comment => at += 1,
                Kind::Punct(b'[') => at = self.bracketed(at, &mut head.attributes)? + 1,
                Kind::Punct(b'{') => {
                    head.open = at;
                    return Some(head);
                }
                Kind::Word => {
                    let bytes = self.source.bytes(at);
                    let next = self.source.next_code(at + 1);
                    let behind = if self.source.is_punct(next, b'(') {
                        self.source.partner(next)? + 1
                    } else {
                        at + 1
                    };
                    // Of two words the first is an attribute (`class EXPORT name {`).
                    let another = self.source.kind(next) == Some(Kind::Word)
                        && !words::is_attribute(self.source.bytes(next))
                        && !self.source.is_word(next, "final");
                    if words::is_record_keyword(bytes) {
                        return None;
                    }
                    // C++'s own word ([class.pre]): no attribute, and no macro.
                    if bytes == b"final" && head.tag.is_some() {
                        at += 1;
                        continue;
                    }
                    let known = words::is_attribute(bytes);
                    if !known && behind > at + 1 {
                        // `struct timespec64 f(void) {` is a function.
                        return None;
                    }
                    if known || another || head.tag.is_some() {
                        let tokens = self.source.significant(at..behind);
                        self.attribute(&tokens, 0, &mut head.attributes);
                    } else {
                        head.tag = Some(at);
                    }
                    at = behind;
                }
                Kind::Punct(b':') if head.tag.is_some() || at > keyword + 1 => {
                    head.open = (at..limit).find(|open| self.source.is_punct(*open, b'{'))?;
                    let stops = (at..head.open).any(|stop| {
                        matches!(
                            self.source.token(stop).kind,
                            Kind::Punct(b';' | b'(' | b')' | b'}')
                        )
                    });
                    head.unsupported = Some(
                        "It has base classes; only C structs and C++ structs without bases can be patched."
                            .to_owned(),
                    );
                    return (!stops).then_some(head);
                }
                _ => return None,
            }
        }
        None
    }

    /// `[[gnu::packed]]`, which begins at token `at`; its last token. `None` where there is no attribute.
    fn bracketed(&self, at: usize, found: &mut Vec<AttributeText>) -> Option<usize> {
        let end = self.source.partner(at).filter(|end| *end > at)?;
        let tokens = self.source.significant(at..end + 1);
        self.is_bracketed(&tokens, 0).then(|| {
            self.attribute(&tokens, 0, found);
            end
        })
    }

    /// Attributes behind the `}`; the last token of the declaration (its `;`).
    fn tail(&self, close: usize, attributes: &mut Vec<AttributeText>) -> usize {
        let mut at = close + 1;
        let mut last = close;
        let mut attribute_may_follow = true;
        while at < self.source.tokens.len() && at < close + 200 {
            match self.source.token(at).kind {
                Kind::Punct(b';') => return at,
                Kind::Directive if self.source.directive(at) != Directive::Define => {}
                Kind::Punct(b'{' | b'}') => return last,
                Kind::Word if attribute_may_follow => {
                    let next = self.source.next_code(at + 1);
                    let group = self
                        .source
                        .is_punct(next, b'(')
                        .then(|| self.source.partner(next))
                        .flatten();
                    let end = group.unwrap_or(at);
                    let bytes = self.source.bytes(at);
                    let lone = self.source.is_punct(self.source.next_code(end + 1), b';');
                    // `} name;` is a declarator; `} UNKNOWN_ATTR(x);` is not.
                    if words::is_attribute(bytes) || (lone && group.is_some()) {
                        let tokens = self.source.significant(at..end + 1);
                        self.attribute(&tokens, 0, attributes);
                        at = end;
                    } else {
                        // Behind a declarator they are its own: gcc ignores a `packed` there.
                        attribute_may_follow = false;
                    }
                }
                Kind::Punct(b'[') if attribute_may_follow => {
                    at = self.bracketed(at, attributes).unwrap_or(at);
                }
                Kind::Punct(b',' | b'*') => attribute_may_follow = false,
                _ => {}
            }
            last = at;
            at += 1;
        }
        last
    }
}
