//! What is asked of a whole text beside its structs: its directives, what it makes of names, the words at a place, how it
//! differs from another.

use std::borrow::Cow;

use facts::{
    BoundaryText, DirectiveKind, DirectiveText, FileNames, FoundName, HazardQuery, Keyword,
    NameKind, TextDifference, WordsAt,
};
use memchr::memmem::Finder;
use rustc_hash::FxHashMap;

use crate::hazards::is_cplusplus_file;
use crate::lexer::{Kind, Token, tokenize};
use crate::source::{Directive, Source};
use crate::words;

/// The preprocessor lines of any bytes, in order.
#[must_use]
pub fn read_directives(text: &[u8]) -> Vec<DirectiveText> {
    let source = Source::new(text);
    (0..source.tokens.len())
        .filter(|at| source.kind(*at) == Some(Kind::Directive))
        .map(|at| directive(&source, at))
        .collect()
}

fn directive(source: &Source, at: usize) -> DirectiveText {
    let argument = source.directive_argument(at);
    let first = || leading_word(&argument).to_owned();
    let (kind, name) = match source.directive(at) {
        Directive::Open => (DirectiveKind::Open, String::new()),
        Directive::Branch => (DirectiveKind::Branch, String::new()),
        Directive::Close => (DirectiveKind::Close, String::new()),
        Directive::Define if source.directive_name(at) == b"define" => {
            let name = first();
            let is_switch = name.len() == argument.len();
            (if is_switch { DirectiveKind::Switch } else { DirectiveKind::Define }, name)
        }
        _ => match source.directive_name(at) {
            b"pragma" if argument == "once" => (DirectiveKind::Once, String::new()),
            b"pragma" => (DirectiveKind::Pragma, String::new()),
            b"include" => included(source.bytes(at)),
            _ => (DirectiveKind::Other, String::new()),
        },
    };
    DirectiveText {
        kind,
        name,
        span: source.span(at, at),
        lines: source.lines(at, at),
        guard: source.is_include_guard(at),
    }
}

/// The path between `<` and `>`, or between quotes.
fn included(directive: &[u8]) -> (DirectiveKind, String) {
    let opens = directive.iter().position(|byte| matches!(byte, b'<' | b'"'));
    let Some((open, rest)) = opens.and_then(|at| directive.get(at..)?.split_first()) else {
        return (DirectiveKind::Other, String::new());
    };
    let (kind, close) = match open {
        b'<' => (DirectiveKind::Include, b'>'),
        _ => (DirectiveKind::IncludeQuoted, b'"'),
    };
    match rest.iter().position(|byte| *byte == close) {
        Some(end) => (kind, text_of(rest.get(..end).unwrap_or_default())),
        None => (DirectiveKind::Other, String::new()),
    }
}

fn leading_word(text: &str) -> &str {
    let end = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    text.get(..end).unwrap_or_default()
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What any bytes say of names: which they use, how they define them, and if `with_includes` what they include.
///
/// ```
/// let text = b"#define LINE 64\nstruct a { char c[LINE]; };\n";
/// let names = csource::read_names(text, &["LINE", "b"], false);
/// assert_eq!(names.found[0].text, "#define LINE 64");
/// ```
#[must_use]
pub fn read_names<S: AsRef<str>>(text: &[u8], wanted: &[S], with_includes: bool) -> FileNames {
    let mut names = FileNames::default();
    let wanted = wanted.iter().map(|name| name.as_ref().to_owned());
    names.used = wanted.filter(|name| uses_any(text, &[name])).collect();
    let with_includes = with_includes && Finder::new("include").find(text).is_some();
    if names.used.is_empty() && !with_includes {
        return names;
    }
    let source = Source::new(text);
    for at in 0..source.tokens.len() {
        match source.kind(at) {
            Some(Kind::Directive) => match source.directive_name(at) {
                b"include" if with_includes => {
                    let found = directive(&source, at);
                    if found.kind != DirectiveKind::Other {
                        names.includes.push(found);
                    }
                }
                b"define" => names.found.extend(defined_macro(&source, at, &names.used)),
                _ => {}
            },
            Some(Kind::Word) if !names.used.is_empty() => {
                let found = match source.bytes(at) {
                    b"typedef" => defined_type(&source, at),
                    word if words::is_record_keyword(word) => tagged_body(&source, at),
                    _ => None,
                };
                names.found.extend(found.filter(|found| names.used.contains(&found.name)));
            }
            Some(Kind::Punct(b'}')) if !names.used.is_empty() => {
                let found = named_body(&source, at);
                names.found.extend(found.filter(|found| names.used.contains(&found.name)));
            }
            _ => {}
        }
    }
    names
}

/// Whether bytes have one of the names as a whole word, in comments and strings too.
#[must_use]
pub fn uses_any<S: AsRef<str>>(text: &[u8], names: &[S]) -> bool {
    names.iter().any(|name| places_of(text, name.as_ref()).next().is_some())
}

fn places_of(text: &[u8], name: &str) -> impl Iterator<Item = usize> {
    let length = name.len();
    let found: Vec<usize> =
        if length == 0 { Vec::new() } else { Finder::new(name).find_iter(text).collect() };
    found.into_iter().filter(move |at| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        ![before, text.get(at + length)].into_iter().flatten().any(|byte| is_word_byte(*byte))
    })
}

/// Whether a file of a tree names the struct that a query is about: its tag after a keyword, or an alias. To ask this first
/// spares a look at most files where the tag is a common word (`file`).
#[must_use]
pub fn mentions(path: &str, text: &[u8], query: &HazardQuery) -> bool {
    let alone = names_tag_alone(path) || query.aliases.contains(&query.name);
    let mut tags = places_of(text, &query.name);
    tags.any(|at| alone || follows_keyword(text, at))
        || uses_any(text, &query.aliases)
        || uses_any(text, &query.pointers)
        || uses_any(text, &standing_alone(query))
}

/// Macros that name the struct themselves.
fn standing_alone(query: &HazardQuery) -> Vec<String> {
    let alone = query.stand_ins.iter().filter(|each| each.names_it());
    alone.map(|each| each.name.clone()).collect()
}

/// Whether a file may name a struct by its tag without `struct` before it: C++, tables for assembly, documentation.
fn names_tag_alone(path: &str) -> bool {
    let is_table =
        path.ends_with("offsets.c") || path.contains("asm-offsets") || path.contains("asm_offsets");
    is_cplusplus_file(path) || is_table || path.ends_with(".rst")
}

fn follows_keyword(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let trimmed = before.trim_ascii_end();
    let word = trimmed.iter().rev().take_while(|byte| is_word_byte(**byte)).count();
    let word = trimmed.get(trimmed.len() - word..).unwrap_or_default();
    trimmed.len() < before.len() && (words::is_record_keyword(word) || word == b"enum")
}

fn defined_macro(source: &Source, at: usize, wanted: &[String]) -> Option<FoundName> {
    let argument = source.directive_argument(at);
    let name = leading_word(&argument);
    if !wanted.iter().any(|each| each == name) {
        return None;
    }
    Some(FoundName {
        name: name.to_owned(),
        kind: NameKind::Macro,
        keyword: None,
        line: source.first_line(at),
        text: text_of(source.bytes(at)),
        words: words_in(argument.get(name.len()..).unwrap_or_default().as_bytes()),
    })
}

/// The words of C bytes.
fn words_in(text: &[u8]) -> Vec<String> {
    tokenize(text)
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .map(|token| text_of(text.get(token.start..token.end).unwrap_or_default()))
        .collect()
}

/// `typedef unsigned int name;`
fn defined_type(source: &Source, at: usize) -> Option<FoundName> {
    let mut last = at;
    let mut words = Vec::new();
    for next in at + 1..source.tokens.len() {
        match source.kind(next)? {
            Kind::Comment => continue,
            Kind::Directive | Kind::Punct(b'{' | b'}') => return None,
            Kind::Punct(b';') => {
                if source.kind(last) != Some(Kind::Word) {
                    return None;
                }
                let name = words.pop()?;
                return Some(FoundName {
                    name,
                    kind: NameKind::Typedef,
                    keyword: None,
                    line: source.first_line(at),
                    text: source.text_between(at, next),
                    words,
                });
            }
            Kind::Word => words.push(source.word(next)),
            _ => {}
        }
        last = next;
    }
    None
}

/// `struct name {`, with attributes and macros before the name, and anything but a declaration's signs after it.
fn tagged_body(source: &Source, at: usize) -> Option<FoundName> {
    let keyword = Keyword::of(&source.word(at))?;
    let mut name = None;
    let mut next = source.next_code(at + 1);
    for _ in 0..MOST_HEAD_WORDS {
        match source.kind(next)? {
            Kind::Punct(b'{') => {
                let name: usize = name?;
                return Some(FoundName {
                    name: source.word(name),
                    kind: NameKind::Record,
                    keyword: Some(keyword),
                    line: source.first_line(name),
                    text: source.text_between(at, name),
                    words: Vec::new(),
                });
            }
            // What follows a colon are base classes.
            Kind::Punct(b':') if name.is_some() => {}
            Kind::Word if words::is_attribute(source.bytes(next)) => {}
            Kind::Word if source.is_word(next, "final") => {}
            Kind::Word if words::is_record_keyword(source.bytes(next)) => return None,
            Kind::Word if !after_colon(source, name, next) => name = Some(next),
            Kind::Word | Kind::Punct(b',' | b'<' | b'>') => {}
            Kind::Punct(b'(' | b'[') => next = source.partner(next)?,
            _ => return None,
        }
        next = source.next_code(next + 1);
    }
    None
}

/// More than the head of any struct has.
const MOST_HEAD_WORDS: usize = 48;

fn after_colon(source: &Source, name: Option<usize>, at: usize) -> bool {
    name.is_some_and(|name| (name..at).any(|between| source.is_punct(between, b':')))
}

/// `} name;` of a `typedef struct { … } name;`
fn named_body(source: &Source, close: usize) -> Option<FoundName> {
    let mut name = source.next_code(close + 1);
    while words::is_attribute(source.word_bytes(name)) {
        let next = source.next_code(name + 1);
        let group = source.is_punct(next, b'(').then(|| source.partner(next)).flatten();
        name = group.map_or(next, |close| source.next_code(close + 1));
    }
    let ends = source.is_punct(source.next_code(name + 1), b';');
    (ends && source.kind(name) == Some(Kind::Word)).then(|| FoundName {
        name: source.word(name),
        kind: NameKind::Record,
        keyword: None,
        line: source.first_line(name),
        text: source.text_between(close, name),
        words: Vec::new(),
    })
}

/// What a text has at places, each a line and a column counted from 1; column 0 is the whole line.
#[must_use]
pub fn words_at(text: &[u8], places: &[(u32, u32)]) -> Vec<WordsAt> {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    places
        .iter()
        .map(|(line, column)| {
            let line = (*line as usize).checked_sub(1).and_then(|at| lines.get(at));
            let from = line.and_then(|line| line.get(column.saturating_sub(1) as usize..));
            line_words(from.unwrap_or_default(), *column == 0)
        })
        .collect()
}

fn line_words(line: &[u8], any: bool) -> WordsAt {
    let tokens = tokenize(line);
    let bytes = |token: &Token| line.get(token.start..token.end).unwrap_or_default();
    let words: Vec<(usize, &Token)> =
        tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word).collect();
    let may_be_macro = words.iter().take(if any { words.len() } else { 1 }).any(|(at, token)| {
        let called =
            tokens.get(at + 1).is_some_and(|next| next.is(b'(') && next.start == token.end);
        called || is_in_capitals(bytes(token))
    });
    WordsAt {
        begins: tokens.first().is_some_and(|first| first.kind == Kind::Word && first.start == 0),
        may_be_macro,
        words: words.iter().map(|(_, token)| text_of(bytes(token))).collect(),
    }
}

fn is_in_capitals(word: &[u8]) -> bool {
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
    word.len() > 1
        && word.first().is_some_and(is_capital)
        && word.iter().all(|byte| is_capital(byte) || byte.is_ascii_digit())
}

/// How two versions of a text differ in their words and in their comments; where these are is no difference.
#[must_use]
pub fn differences(before: &[u8], after: &[u8]) -> TextDifference {
    let [was, is] = [tokenize(before), tokenize(after)];
    let alike = |(a, b): (&Token, &Token)| bytes_of(before, a) == bytes_of(after, b);
    let head = was.iter().zip(&is).take_while(|pair| alike(*pair)).count();
    let [was, is] = [was.get(head..), is.get(head..)].map(Option::unwrap_or_default);
    let tail = was.iter().rev().zip(is.iter().rev()).take_while(|pair| alike(*pair)).count();
    let mut words = Counts::default();
    let mut comments = Counts::default();
    for (text, tokens, sign) in [(before, was, 1), (after, is, -1)] {
        for token in tokens.get(..tokens.len() - tail).unwrap_or_default() {
            let bytes = bytes_of(text, token);
            match token.kind {
                Kind::Comment => {
                    comments.add(without_indentation(bytes), sign);
                    words.add_each(bytes, sign);
                }
                Kind::Directive if is_wrapper(bytes) => {}
                Kind::Directive => words.add_each(bytes, sign),
                _ => words.add(Cow::Borrowed(bytes), sign),
            }
        }
    }
    TextDifference { word: words.first(), comment: comments.first() }
}

fn bytes_of<'a>(text: &'a [u8], token: &Token) -> &'a [u8] {
    text.get(token.start..token.end).unwrap_or_default()
}

/// How much more often the first text has something than the second.
#[derive(Default)]
struct Counts<'a> {
    of: FxHashMap<Cow<'a, [u8]>, i64>,
    order: Vec<Cow<'a, [u8]>>,
}

impl<'a> Counts<'a> {
    fn add(&mut self, part: Cow<'a, [u8]>, sign: i64) {
        match self.of.get_mut(&part) {
            Some(count) => *count += sign,
            None => {
                self.order.push(part.clone());
                self.of.insert(part, sign);
            }
        }
    }

    fn add_each(&mut self, bytes: &'a [u8], sign: i64) {
        let parts = bytes.split(|byte| byte.is_ascii_whitespace() || *byte == 0x0b);
        for part in parts.filter(|part| !part.is_empty()) {
            self.add(Cow::Borrowed(part), sign);
        }
    }

    fn first(&self) -> Option<String> {
        self.order
            .iter()
            .find(|part| self.of.get(*part).is_some_and(|count| *count != 0))
            .map(|part| text_of(part))
    }
}

/// A comment without the blanks before its lines: they move with the line that it begins on.
fn without_indentation(comment: &[u8]) -> Cow<'_, [u8]> {
    if !comment.contains(&b'\n') {
        return Cow::Borrowed(comment);
    }
    let lines: Vec<&[u8]> =
        comment.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start).collect();
    Cow::Owned(lines.join(&b'\n'))
}

/// `#if` and `#endif`: blocks are parted, joined and emptied as their members ask.
fn is_wrapper(directive: &[u8]) -> bool {
    let name = directive.strip_prefix(b"#").unwrap_or_default().trim_ascii_start();
    let end = name.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    matches!(name.get(..end), Some(b"if" | b"ifdef" | b"ifndef" | b"endif"))
}

/// What `--- cacheline N boundary (B bytes) was A bytes ago ---` says, which pahole writes and people paste.
pub fn boundary(comment: &[u8]) -> Option<BoundaryText> {
    let text = String::from_utf8_lossy(comment);
    let rest = text.split("--- cacheline ").nth(1)?;
    let (line, rest) = number(rest)?;
    let rest = rest.strip_prefix(" boundary")?;
    let bytes = rest.strip_prefix(" (").and_then(number);
    let ago = rest.split(" was ").nth(1).and_then(number);
    Some(BoundaryText {
        line,
        bytes: bytes.map(|(bytes, _)| bytes),
        ago: ago.map_or(0, |(ago, _)| ago),
    })
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text.get(..end)?.parse().ok()?, text.get(end..)?))
}

/// Which words a file has, in about a twentieth of its size: a Bloom filter of two marks for each word, and two more for
/// each that follows `struct`, `union`, `class` or `enum`. It says "no" only where a word is not there, and "yes" of
/// one in ten that are not. The marks are FNV-1a's, as `fileWords.ts` has them.
#[must_use]
pub fn word_marks(text: &[u8]) -> Vec<u8> {
    let size = (text.len() / 24 + 1).next_power_of_two().max(32);
    let mut marks = vec![0u8; size];
    let mut after_keyword = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if !is_word_byte(byte) {
            after_keyword &= byte.is_ascii_whitespace() || byte == 0x0b;
            at += 1;
            continue;
        }
        let start = at;
        let mut hash = FNV_START;
        while let Some(&byte) = text.get(at).filter(|byte| is_word_byte(**byte)) {
            hash = mixed(hash, byte);
            at += 1;
        }
        mark(&mut marks, hash);
        if after_keyword {
            mark(&mut marks, mixed(hash, b' '));
        }
        let word = text.get(start..at).unwrap_or_default();
        after_keyword = words::is_record_keyword(word) || word == b"enum";
    }
    marks
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

const FNV_START: u32 = 0x811c_9dc5;

fn mixed(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

fn mark(marks: &mut [u8], hash: u32) {
    let mask = marks.len() as u32 * 8 - 1;
    for bit in [hash, (hash ^ (hash >> 15)).wrapping_mul(0x2c1b_3c6d) >> 7] {
        let bit = bit & mask;
        if let Some(byte) = marks.get_mut(bit as usize >> 3) {
            *byte |= 1 << (bit & 7);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, name: &str) -> Vec<(NameKind, String)> {
        let names = read_names(text.as_bytes(), &[name], false);
        names.found.into_iter().map(|each| (each.kind, each.text)).collect()
    }

    #[test]
    fn names_are_found_where_they_are_defined() {
        let text = "/* #define A 0 */\n#define A \\\n 1 /* one */\ntypedef unsigned int u, *v;\ntypedef long A2;\nchar s[] = \"#define A 2\";\n";
        assert_eq!(found(text, "A"), [(NameKind::Macro, "#define A \\\n 1 /* one */".to_owned())]);
        assert_eq!(found(text, "A2"), [(NameKind::Typedef, "typedef long A2;".to_owned())]);
        assert_eq!(found(text, "B"), []);
        assert_eq!(found("struct a *f(void) { }; struct a; struct b {} a;", "a").len(), 1);
        assert_eq!(found("struct ALIGNED(64) a : base<int> { };", "a").len(), 1);
    }

    #[test]
    fn directives_say_what_they_do() {
        let text = b"#ifndef A_H\n#define A_H\n# include <linux/a.h> // b\n#include \"c.h\"\n#define F(x) \\\n x\n#pragma once\n#endif\n";
        let all = read_directives(text);
        let kinds: Vec<_> = all.iter().map(|each| (each.kind, each.name.as_str())).collect();
        assert_eq!(
            kinds,
            [
                (DirectiveKind::Open, ""),
                (DirectiveKind::Switch, "A_H"),
                (DirectiveKind::Include, "linux/a.h"),
                (DirectiveKind::IncludeQuoted, "c.h"),
                (DirectiveKind::Define, "F"),
                (DirectiveKind::Once, ""),
                (DirectiveKind::Close, ""),
            ]
        );
        assert!(all.first().is_some_and(|first| first.guard));
    }

    #[test]
    fn a_difference_is_a_word_or_a_comment_wherever_it_is() {
        let differ = |before: &str, after: &str| differences(before.as_bytes(), after.as_bytes());
        assert_eq!(
            differ("int a; /* x */\nint b;", "#if X\nint b;\n#endif\n\tint  a; /* x */"),
            TextDifference::default()
        );
        assert_eq!(differ("int a;", "int b;").word.as_deref(), Some("a"));
        assert_eq!(differ("int a; /* x\n * y */", "/* x\n\t * y */ int a;").comment, None);
        assert_eq!(differ("int a; // x", "int a; // y").comment.as_deref(), Some("// x"));
    }

    #[test]
    fn a_boundary_says_its_line_its_offset_and_how_far_back_it_is() {
        let said = |text: &str| boundary(text.as_bytes()).map(|at| (at.line, at.bytes, at.ago));
        let text = "/* --- cacheline 1 boundary (64 bytes) was 8 bytes ago --- */";
        assert_eq!(said(text), Some((1, Some(64), 8)));
        assert_eq!(said("/* --- cacheline 3 boundary --- */"), Some((3, None, 0)));
        assert_eq!(said("/* a cacheline boundary */"), None);
    }

    #[test]
    fn a_struct_is_mentioned_after_its_keyword_or_by_an_alias() {
        let query = |aliases: &[&str]| HazardQuery {
            keyword: Keyword::Struct,
            name: "file".to_owned(),
            aliases: aliases.iter().map(|each| (*each).to_owned()).collect(),
            members: Vec::new(),
            pointers: Vec::new(),
            cplusplus: false,
            first_types: Vec::new(),
            held: Vec::new(),
            offsets: Vec::new(),
            stand_ins: Vec::new(),
        };
        for (text, expected) in [
            ("struct file x;", true),
            ("x = (const struct\t file *)y", true),
            ("struct\r\nfile *x;", true),
            ("file_t *x;", true),
            ("struct files x; struct a_file y; mystruct file;", false),
            ("struct x *file; file = 1; \"struct\", file", false),
            ("my_file_t x; structfile x; file", false),
        ] {
            assert_eq!(mentions("a.c", text.as_bytes(), &query(&["file_t"])), expected, "{text}");
        }
        let table = b"OFFSET(F_POS, file, f_pos);";
        assert!(!mentions("kernel/fork.c", table, &query(&[])));
        assert!(mentions("arch/arm64/kernel/asm-offsets.c", table, &query(&[])));
        assert!(mentions("a.cc", table, &query(&["file"])));
    }
}
