//! What `#define`s make of a macro where it is used: those of the file, those that its tree includes, and those that large
//! projects have where neither is at hand (`known/`).

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::lexer::{Kind, Token, tokenize};
use crate::source::{Directive, Source};

/// One `#define`.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The names of its parameters, the last one with what is left where it takes any number.
    parameters: Option<Vec<Vec<u8>>>,
    /// Without comments and line splices, a blank between tokens that had any between them.
    pub body: Vec<u8>,
    /// The line in the file that is read; `None` for one that comes from elsewhere.
    pub line: Option<u32>,
}

type Table = FxHashMap<Vec<u8>, Vec<Definition>>;

const ATTRIBUTES: &str = include_str!("known/attributes.h");
const MEMBERS: &str = include_str!("known/members.h");

static KNOWN_ATTRIBUTES: LazyLock<Table> = LazyLock::new(|| table(ATTRIBUTES.as_bytes()));
static KNOWN_MEMBERS: LazyLock<Table> = LazyLock::new(|| table(MEMBERS.as_bytes()));

fn table(text: &[u8]) -> Table {
    let mut table = Table::default();
    gather(&mut table, &Source::new(text), false);
    table
}

/// An attribute of `known/attributes.h`: whether it has arguments.
pub fn known_attribute(word: &[u8]) -> Option<bool> {
    let found = KNOWN_ATTRIBUTES.get(word)?.first()?;
    Some(found.parameters.is_some())
}

/// Whether a word is an attribute of `known/attributes.h` that changes a layout: `__packed`, `____cacheline_aligned`.
pub fn changes_alone(word: &[u8]) -> bool {
    let found = KNOWN_ATTRIBUTES.get(word).and_then(|all| all.first());
    found.is_some_and(|found| found.parameters.is_none() && !found.body.is_empty())
}

/// The definitions that hold in a file. They are looked up seldom: a file without macros among its members never.
#[derive(Clone)]
pub struct Macros<'a> {
    /// `#define`s of the tree, as they are written in what the file includes.
    included: &'a [u8],
    table: Rc<OnceCell<Table>>,
}

impl<'a> Macros<'a> {
    pub fn new(included: &'a [u8]) -> Self {
        Self { included, table: Rc::default() }
    }

    /// All definitions of a name: of the file and its tree, else those that are known.
    pub fn of(&self, source: &Source, name: &[u8]) -> &[Definition] {
        let own = self.table.get_or_init(|| {
            let mut table = Table::default();
            gather(&mut table, source, true);
            gather(&mut table, &Source::new(self.included), false);
            table
        });
        let known = || KNOWN_ATTRIBUTES.get(name).or_else(|| KNOWN_MEMBERS.get(name));
        own.get(name).or_else(known).map_or(&[], Vec::as_slice)
    }
}

fn gather(table: &mut Table, source: &Source, is_own: bool) {
    for index in 0..source.tokens.len() {
        if source.kind(index) != Some(Kind::Directive)
            || source.directive(index) != Directive::Define
        {
            continue;
        }
        let Some((name, mut definition)) = definition(source.bytes(index)) else { continue };
        definition.line = is_own.then(|| source.first_line(index));
        table.entry(name).or_default().push(definition);
    }
}

/// Reads `#define NAME(a, b...) body`.
fn definition(directive: &[u8]) -> Option<(Vec<u8>, Definition)> {
    let inside = directive.get(1..)?;
    let tokens: Vec<Token> =
        tokenize(inside).into_iter().filter(|token| token.kind != Kind::Comment).collect();
    let bytes = |token: &Token| inside.get(token.start..token.end).unwrap_or_default();
    let [define, name, rest @ ..] = tokens.as_slice() else { return None };
    if bytes(define) != b"define" || name.kind != Kind::Word {
        return None;
    }
    let takes = rest.first().is_some_and(|open| open.is(b'(') && open.start == name.end);
    let (parameters, body) = if takes {
        let close = rest.iter().position(|token| token.is(b')'))?;
        let listed = rest.get(1..close)?;
        let mut names: Vec<Vec<u8>> = Vec::new();
        for part in listed.split(|token| token.is(b',')) {
            match part {
                [word, ..] if word.kind == Kind::Word => names.push(bytes(word).to_vec()),
                [_, ..] => names.push(b"__VA_ARGS__".to_vec()),
                [] => {}
            }
        }
        let is_variadic = listed.last().is_some_and(|last| last.is(b'.'));
        if is_variadic {
            names.push(Vec::new());
        }
        (Some(names), rest.get(close + 1..)?)
    } else {
        (None, rest)
    };
    let mut text = Vec::new();
    let mut end = None;
    for token in body {
        if end.is_some_and(|end| end != token.start) {
            text.push(b' ');
        }
        text.extend_from_slice(bytes(token));
        end = Some(token.end);
    }
    Some((bytes(name).to_vec(), Definition { parameters, body: text, line: None }))
}

impl Definition {
    /// The body with the arguments in the places of its parameters; as it is where it takes none.
    pub fn expand(&self, arguments: Option<&[u8]>) -> Vec<u8> {
        let (Some(parameters), Some(given)) = (&self.parameters, arguments) else {
            return self.body.clone();
        };
        let is_variadic = parameters.last().is_some_and(Vec::is_empty);
        let count = parameters.len() - usize::from(is_variadic);
        let values = arguments_of(given, count);
        let tokens = tokenize(&self.body);
        let mut text = Vec::with_capacity(self.body.len() + given.len());
        let mut end = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let is_paste = token.is(b'#') && tokens.get(at + 1).is_some_and(|next| next.is(b'#'));
            if is_paste {
                while text.last() == Some(&b' ') {
                    text.pop();
                }
                at += 2;
                end = tokens.get(at).map_or(self.body.len(), |next| next.start);
                continue;
            }
            text.extend_from_slice(self.body.get(end..token.start).unwrap_or_default());
            let bytes = self.body.get(token.start..token.end).unwrap_or_default();
            let parameter = parameters.iter().position(|name| name == bytes);
            match parameter.filter(|_| token.kind == Kind::Word) {
                Some(place) => {
                    text.extend_from_slice(values.get(place).copied().unwrap_or_default());
                }
                None => text.extend_from_slice(bytes),
            }
            end = token.end;
            at += 1;
        }
        text
    }
}

/// What is between the outermost commas, at most so many: the last one has the rest.
fn arguments_of(given: &[u8], most: usize) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    let mut from = 0;
    for token in tokenize(given) {
        match token.kind {
            Kind::Punct(b'(' | b'[' | b'{') => depth += 1,
            Kind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            Kind::Punct(b',') if depth == 0 && found.len() + 1 < most => {
                found.push(given.get(from..token.start).unwrap_or_default().trim_ascii());
                from = token.end;
            }
            _ => {}
        }
    }
    found.push(given.get(from..).unwrap_or_default().trim_ascii());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(define: &str, arguments: Option<&str>, expected: &str) {
        let (_, definition) = definition(define.as_bytes()).expect("a definition");
        let found = definition.expand(arguments.map(str::as_bytes));
        assert_eq!(String::from_utf8_lossy(&found), expected, "{define}");
    }

    #[test]
    fn arguments_go_where_the_parameters_are() {
        check("#define PACKED __attribute__((packed)) /* x */", None, "__attribute__((packed))");
        check("#define A(n) aligned(n) \\\n n##_t", Some("4"), "aligned(4) 4_t");
        check("#define P(a, b) b a", Some("f(1, 2), { x, y }"), "{ x, y } f(1, 2)");
        check(
            "#define G(NAME, M...) struct { M };",
            Some("n, int a; int b, c;"),
            "struct { int a; int b, c; };",
        );
        check("#define V(a, ...) a(__VA_ARGS__)", Some("x"), "x()");
        check("#define ONE(a) [a]", Some("1, 2"), "[1, 2]");
        check("#define NOT (x)", Some("1"), "(x)");
    }

    #[test]
    fn every_macro_that_is_known_is_read() {
        for text in [ATTRIBUTES, MEMBERS] {
            let defines = text.lines().filter(|line| line.starts_with("#define")).count();
            assert_eq!(table(text.as_bytes()).len(), defines);
        }
        assert_eq!(known_attribute(b"__aligned"), Some(true));
        assert_eq!(known_attribute(b"__rcu"), Some(false));
    }
}
