//! Macros that stand for the struct, for an offset in it or for one of its members: a text is read with them expanded.

use std::collections::HashSet;

use facts::StandIn;

use super::code::{Code, Macro, shown};
use super::roles::{Role, is_offsetof};
use super::subject::Subject;
use crate::lexer::{Kind, Token, tokenize};
use crate::source::Source;
use crate::words;

/// Those that a file defines.
pub fn found_in(code: &Code, subject: &Subject) -> Vec<StandIn> {
    defines(code).filter_map(|define| stand_in(&define, subject)).collect()
}

/// The names of all macros that a file defines.
pub fn defined_in<'a>(code: &Code<'a>) -> HashSet<&'a [u8]> {
    defines(code).map(|define| define.name).collect()
}

fn defines<'a>(code: &Code<'a>) -> impl Iterator<Item = Macro<'a>> {
    let source = code.source();
    let is_define = |at: &usize| {
        source.token(*at).kind == Kind::Directive && source.directive_name(*at) == b"define"
    };
    (0..source.tokens.len()).filter(is_define).filter_map(|at| Macro::of(source.bytes(at)))
}

fn stand_in(define: &Macro, subject: &Subject) -> Option<StandIn> {
    let listed = define.parameters.map(parameters_of);
    let is_it = match &listed {
        None => is_member(define, subject) || is_number_of(define.body, subject),
        Some(parameters) => {
            subject.may_be_named(define.body) && {
                let body = Code::new(define.body, 0);
                declares(&body, subject, parameters) || is_offset(&body, subject, parameters)
            }
        }
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    is_it.then(|| StandIn {
        name: text(define.name),
        parameters: listed.map(|all| all.into_iter().map(text).collect()),
        body: text(define.body).replace("\\\r\n", " ").replace("\\\n", " "),
    })
}

fn parameters_of(listed: &[u8]) -> Vec<&[u8]> {
    listed.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).collect()
}

/// `#define sk_state __sk_common.skc_state`
fn is_member(define: &Macro, subject: &Subject) -> bool {
    let body = define.body.trim_ascii();
    let length = body.iter().take_while(|byte| is_word_byte(**byte)).count();
    let first = body.get(..length).unwrap_or_default();
    if !subject.has_member(first) || subject.has_member(define.name) {
        return false;
    }
    let path = Code::new(body, 0);
    (0..path.len()).all(|at| match at % 2 {
        0 => !path.word(at).is_empty(),
        _ => path.is(at, b'.') && at + 1 < path.len(),
    })
}

/// `#define SHOP_LEN sizeof(struct shop)`, `#define UPTO offsetof(struct shop, tail)`
fn is_number_of(body: &[u8], subject: &Subject) -> bool {
    if !subject.may_be_named(body) {
        return false;
    }
    let body = Code::new(body, 0);
    let asks = |word: &[u8]| word == b"sizeof" || is_offsetof(word);
    body.has_word(0, body.len(), asks)
        && (0..body.len())
            .any(|at| subject.mention(&body, at).is_some_and(|end| !body.is(end, b'*')))
}

/// `#define DECLARE_SHOP(name) struct shop name`
fn declares(body: &Code, subject: &Subject, parameters: &[&[u8]]) -> bool {
    let begin = (0..body.len()).find(|at| !words::is_qualifier(body.word(*at))).unwrap_or(0);
    let Some(name) = subject.mention(body, begin) else { return false };
    let ends = |at: usize| [b'*', b'=', b';', b'{', b','].iter().any(|byte| body.is(at, *byte));
    !(name..body.len()).any(ends)
        && body.has_word(name, body.len(), |word| parameters.contains(&word))
}

/// `#define shop_offset(member) offsetof(struct shop, member)`
fn is_offset(body: &Code, subject: &Subject, parameters: &[&[u8]]) -> bool {
    (0..body.len()).any(|at| {
        let end = body.behind(at + 1);
        let comma = (at..end).find(|comma| body.is(*comma, b','));
        is_offsetof(body.word(at))
            && comma.is_some_and(|comma| {
                subject.named_in(body, at, comma)
                    && body.has_word(comma, end, |word| parameters.contains(&word))
            })
    })
}

/// Whether the uses of a macro in its own file are told by its definition already.
pub fn asserts(one: &StandIn) -> bool {
    let body = Code::new(one.body.as_bytes(), 0);
    body.has_word(0, body.len(), |word| matches!(Role::of(word), Some(Role::Assertion)))
}

/// Whether it is an offset by a name: not expanded, as where it is used says only then what it bounds.
pub fn is_length(one: &StandIn) -> bool {
    let body = Code::new(one.body.as_bytes(), 0);
    one.parameters.is_none() && body.has_word(0, body.len(), is_offsetof)
}

/// A text with macros expanded, each line where it was.
pub struct Expanded {
    /// The text.
    pub text: Vec<u8>,
    /// Offsets in the file of what was expanded, in their order.
    places: Vec<usize>,
}

impl Expanded {
    /// The statement in a line of the file that the expanded text has otherwise.
    pub fn written(&self, source: &Source, line: u32) -> Option<String> {
        if !self.places.iter().any(|place| source.line_of(*place) == line) {
            return None;
        }
        let rest = source.text.get(source.line_start(line)..)?;
        let length = |byte: u8| memchr::memchr(byte, rest).unwrap_or(rest.len());
        let is_whole = rest.starts_with(b"#") || length(b';') < length(b'\n');
        let end = if is_whole { length(b'\n') } else { length(b';') + 1 };
        rest.get(..end.min(rest.len())).map(shown)
    }
}

/// A file with some macros expanded; none where it uses none of them.
pub fn expanded(source: &Source, macros: &[StandIn]) -> Option<Expanded> {
    let all: Vec<&StandIn> = macros.iter().collect();
    let mut places = Vec::new();
    let text = in_text(source.text, 0, &all, &mut places)?;
    Some(Expanded { text, places })
}

/// A text that begins at an offset of the file.
fn in_text(
    text: &[u8],
    begin: usize,
    macros: &[&StandIn],
    places: &mut Vec<usize>,
) -> Option<Vec<u8>> {
    if !macros.iter().any(|each| memchr::memmem::find(text, each.name.as_bytes()).is_some()) {
        return None;
    }
    let tokens = tokenize(text);
    let mut found: Vec<u8> = Vec::with_capacity(text.len());
    let (mut done, mut at, known) = (0, 0, places.len());
    while let Some(token) = tokens.get(at) {
        let bytes = text.get(token.start..token.end)?;
        at += 1;
        let (end, new) = if token.kind == Kind::Directive {
            let Some(Macro { name, body, .. }) = Macro::of(bytes) else { continue };
            let others = without(macros, name);
            let from = token.end - body.len();
            let Some(new) = in_text(body, begin + from, &others, places) else { continue };
            found.extend_from_slice(text.get(done..from)?);
            (token.end, new)
        } else {
            let Some(one) = macros.iter().find(|each| each.name.as_bytes() == bytes) else {
                continue;
            };
            let (next, arguments) = match &one.parameters {
                None => (at, Vec::new()),
                Some(_) => match arguments_in(text, &tokens, at) {
                    Some(called) => called,
                    None => continue,
                },
            };
            let end = tokens.get(next - 1)?.end;
            found.extend_from_slice(text.get(done..token.start)?);
            places.push(begin + token.start);
            let new = filled(one, &arguments);
            // A macro is not expanded in its own text.
            let others = without(macros, bytes);
            let mut new =
                in_text(&new, begin + token.start, &others, &mut Vec::new()).unwrap_or(new);
            let lines = text.get(token.start..end)?.iter().filter(|byte| **byte == b'\n').count();
            new.extend(std::iter::repeat_n(b'\n', lines));
            at = next;
            (end, new)
        };
        found.extend_from_slice(&new);
        done = end;
    }
    found.extend_from_slice(text.get(done..)?);
    (places.len() > known || done > 0).then_some(found)
}

fn without<'a>(macros: &[&'a StandIn], name: &[u8]) -> Vec<&'a StandIn> {
    macros.iter().copied().filter(|each| each.name.as_bytes() != name).collect()
}

/// The arguments of a call whose `(` is at a token, and the token after its `)`.
fn arguments_in(text: &[u8], tokens: &[Token], open: usize) -> Option<(usize, Vec<Vec<u8>>)> {
    let mut begin = tokens.get(open).filter(|token| token.is(b'('))?.end;
    let mut depth = 0;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(open).take(MOST_TOKENS) {
        match token.kind {
            Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
            Kind::Punct(b')' | b']' | b'}') => depth -= 1,
            Kind::Directive => return None,
            _ => {}
        }
        if depth == 0 || (depth == 1 && token.is(b',')) {
            let argument = text.get(begin..token.start)?.trim_ascii();
            found.push(
                argument.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect(),
            );
            begin = token.end;
        }
        if depth == 0 {
            return Some((at + 1, found));
        }
    }
    None
}

/// A call of more is no declaration.
const MOST_TOKENS: usize = 1000;

/// What a macro stands for with these arguments, on one line.
fn filled(one: &StandIn, arguments: &[Vec<u8>]) -> Vec<u8> {
    let body = one.body.as_bytes();
    let (mut found, mut done) = (Vec::new(), 0);
    for token in tokenize(body) {
        let bytes = body.get(token.start..token.end).unwrap_or_default();
        let place = one.parameters.iter().flatten().position(|each| each.as_bytes() == bytes);
        let is_paste = token.is(b'#');
        if token.kind != Kind::Comment && !is_paste && place.is_none() {
            continue;
        }
        found.extend_from_slice(body.get(done..token.start).unwrap_or_default());
        if is_paste {
            found.truncate(found.trim_ascii_end().len());
        }
        found.extend(place.and_then(|place| arguments.get(place)).into_iter().flatten());
        let rest = body.get(token.end..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_ascii_start().len();
        done = token.end + if is_paste { blanks } else { 0 };
    }
    found.extend_from_slice(body.get(done..).unwrap_or_default());
    found
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
