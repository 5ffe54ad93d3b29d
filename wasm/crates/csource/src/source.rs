//! A file cut into tokens, with its lines, its matching brackets and its conditions.

use facts::{LineRange, SourcePoint, Span};
use memchr::memchr_iter;

use crate::lexer::{Kind, Token, tokenize};

/// What a preprocessor line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// `#if`, `#ifdef`, `#ifndef`
    Open,
    /// `#elif`, `#else`, …
    Branch,
    /// `#endif`
    Close,
    /// `#define`, `#undef`
    Define,
    /// Any other.
    Other,
}

/// A file as tokens.
pub struct Source<'a> {
    /// The bytes.
    pub text: &'a [u8],
    /// All tokens, comments and directives too.
    pub tokens: Vec<Token>,
    /// Offset of the first byte of each line.
    line_starts: Vec<usize>,
    /// For each bracket token, the token that matches it.
    partners: Vec<Option<usize>>,
}

impl<'a> Source<'a> {
    /// Reads any bytes.
    pub fn new(text: &'a [u8]) -> Self {
        let tokens = tokenize(text);
        let mut line_starts = vec![0];
        line_starts.extend(memchr_iter(b'\n', text).map(|at| at + 1));
        let mut source = Self { text, tokens, line_starts, partners: Vec::new() };
        source.partners = source.match_brackets();
        source
    }

    /// A token by its number.
    #[expect(
        clippy::indexing_slicing,
        reason = "who asks has the number from `tokens`, or has looked at how many there are"
    )]
    pub fn token(&self, index: usize) -> Token {
        self.tokens[index]
    }

    /// The text from one byte to another.
    #[expect(clippy::indexing_slicing, reason = "tokens and lines are cut out of this text")]
    fn text_of(&self, bytes: std::ops::Range<usize>) -> &'a [u8] {
        &self.text[bytes]
    }

    /// The bytes of a token.
    pub fn bytes(&self, index: usize) -> &'a [u8] {
        let token = self.token(index);
        self.text_of(token.start..token.end)
    }

    /// The bytes of a word; empty for what is none.
    pub fn word_bytes(&self, index: usize) -> &'a [u8] {
        if self.kind(index) == Some(Kind::Word) { self.bytes(index) } else { b"" }
    }

    /// As written, from one token to another, both included.
    pub fn text_between(&self, first: usize, last: usize) -> String {
        let range = self.token(first).start..self.token(last).end;
        String::from_utf8_lossy(self.text_of(range)).into_owned()
    }

    /// The text of a token.
    pub fn word(&self, index: usize) -> String {
        String::from_utf8_lossy(self.bytes(index)).into_owned()
    }

    /// Whether a token exists and is this word.
    pub fn is_word(&self, index: usize, word: &str) -> bool {
        self.kind(index) == Some(Kind::Word) && self.bytes(index) == word.as_bytes()
    }

    /// Whether a token exists and is this byte.
    pub fn is_punct(&self, index: usize, byte: u8) -> bool {
        self.kind(index) == Some(Kind::Punct(byte))
    }

    /// The kind of a token, if it exists.
    pub fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The bracket that matches the one at `index`.
    pub fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    /// Line of a byte, counted from 1.
    pub fn line_of(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset) as u32
    }

    /// First line of a token.
    pub fn first_line(&self, index: usize) -> u32 {
        self.line_of(self.token(index).start)
    }

    /// Last line of a token.
    pub fn last_line(&self, index: usize) -> u32 {
        self.line_of(self.token(index).end - 1)
    }

    /// The lines of the tokens from `first` to `last`, both included.
    pub fn lines(&self, first: usize, last: usize) -> LineRange {
        LineRange { first: self.first_line(first), last: self.last_line(last) }
    }

    /// The bytes of whole lines.
    pub fn line_bytes(&self, lines: LineRange) -> &'a [u8] {
        let end = self.line_starts.get(lines.last as usize).copied().unwrap_or(self.text.len());
        self.text_of(self.line_start(lines.first)..end)
    }

    /// Offset of the first byte of a line, from 1.
    #[expect(clippy::indexing_slicing, reason = "lines are those of this text, counted from 1")]
    pub fn line_start(&self, line: u32) -> usize {
        self.line_starts[line as usize - 1]
    }

    /// Where a token begins.
    pub fn point(&self, index: usize) -> SourcePoint {
        let offset = self.token(index).start;
        let line = self.line_of(offset);
        SourcePoint {
            offset: offset as u32,
            line,
            column: (offset - self.line_start(line)) as u32 + 1,
        }
    }

    /// Column of a token on screen, with tabs to every eighth, counted from 0.
    pub fn screen_column(&self, index: usize) -> usize {
        let offset = self.token(index).start;
        self.text_of(self.line_start(self.line_of(offset))..offset)
            .iter()
            .fold(0, |column, byte| if *byte == b'\t' { (column / 8 + 1) * 8 } else { column + 1 })
    }

    /// The bytes of the tokens from `first` to `last`, both included.
    pub fn span(&self, first: usize, last: usize) -> Span {
        Span { start: self.token(first).start as u32, end: self.token(last).end as u32 }
    }

    /// The bytes of a span.
    pub fn span_bytes(&self, span: Span) -> &'a [u8] {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The token that begins at a byte, or the one before it.
    pub fn token_at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.start <= offset).saturating_sub(1)
    }

    /// The tokens of `range` but comments and directives.
    pub fn significant(&self, range: std::ops::Range<usize>) -> Vec<usize> {
        range.filter(|index| self.is_code(*index)).collect()
    }

    /// Whether a token is neither comment nor directive.
    pub fn is_code(&self, index: usize) -> bool {
        !matches!(self.token(index).kind, Kind::Comment | Kind::Directive)
    }

    /// The next token from `index` on that is neither comment nor directive.
    pub fn next_code(&self, index: usize) -> usize {
        (index..self.tokens.len()).find(|at| self.is_code(*at)).unwrap_or(self.tokens.len())
    }

    /// Tokens as one line of text, spaced as C is usually written: `unsigned long`, `struct a *`,
    /// `sizeof(x) * 8`, `f(a, b)`.
    pub fn joined(&self, tokens: &[usize]) -> String {
        let mut text = String::new();
        for &index in tokens {
            let kind = self.token(index).kind;
            let word = matches!(kind, Kind::Word | Kind::Number | Kind::Quoted);
            let operator = matches!(kind, Kind::Punct(byte) if b"*/+-%<>=&|^?:".contains(&byte));
            let after_word = text.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')');
            let after_operator =
                text.ends_with([',', '+', '-', '/', '%', '>', '<', '=', '|', '?', ':']);
            if (after_word && (word || operator)) || (after_operator && word) {
                text.push(' ');
            }
            text.push_str(&self.word(index));
        }
        text
    }

    /// What kind of directive a token is.
    pub fn directive(&self, index: usize) -> Directive {
        match self.directive_name(index) {
            b"if" | b"ifdef" | b"ifndef" => Directive::Open,
            b"elif" | b"else" | b"elifdef" | b"elifndef" => Directive::Branch,
            b"endif" => Directive::Close,
            b"define" | b"undef" => Directive::Define,
            _ => Directive::Other,
        }
    }

    /// The word behind the `#`.
    pub fn directive_name(&self, index: usize) -> &'a [u8] {
        let word = self.behind_sign(index).trim_ascii_start();
        word.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default()
    }

    /// What is behind the `#` of a directive.
    fn behind_sign(&self, index: usize) -> &'a [u8] {
        self.bytes(index).strip_prefix(b"#").unwrap_or_default()
    }

    /// Whether a line is an `#include`.
    pub fn includes_on(&self, line: u32) -> bool {
        let at = self.tokens.partition_point(|token| token.start < self.line_start(line));
        self.kind(at) == Some(Kind::Directive)
            && self.first_line(at) == line
            && self.directive_name(at) == b"include"
    }

    /// Whether a `#define` is of a macro with arguments.
    pub fn defines_function(&self, index: usize) -> bool {
        let name = self.directive_name(index);
        let bytes = self.bytes(index);
        let Some(behind) = bytes.windows(name.len()).position(|part| part == name) else {
            return false;
        };
        bytes
            .iter()
            .skip(behind + name.len())
            .skip_while(|byte| byte.is_ascii_whitespace())
            .find(|byte| !byte.is_ascii_alphanumeric() && **byte != b'_')
            == Some(&b'(')
    }

    /// The condition of an `#if` or `#elif`, as an expression: `#ifdef X` is `defined(X)`. Empty for `#else`.
    pub fn condition(&self, index: usize) -> String {
        let name = self.directive_name(index);
        let argument = self.directive_argument(index);
        match name {
            b"ifdef" | b"elifdef" => format!("defined({argument})"),
            b"ifndef" | b"elifndef" => format!("!defined({argument})"),
            b"else" => String::new(),
            _ => argument,
        }
    }

    /// What stands behind a directive's name: comments left out, white space collapsed.
    pub fn directive_argument(&self, index: usize) -> String {
        let body = self.behind_sign(index);
        let skip = body.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
            + self.directive_name(index).len();
        let inner = body.get(skip..).unwrap_or_default();
        let mut words: Vec<String> = Vec::new();
        let mut end = usize::MAX;
        // A blank before the first token keeps a `#` in it from being read as a directive.
        for token in tokenize_argument(inner) {
            let text =
                String::from_utf8_lossy(inner.get(token.start..token.end).unwrap_or_default());
            if token.start == end
                && let Some(last) = words.last_mut()
            {
                last.push_str(&text);
            } else {
                words.push(text.into_owned());
            }
            end = token.end;
        }
        words.join(" ")
    }

    /// `#ifndef X` with `#define X` right under it.
    pub fn is_include_guard(&self, index: usize) -> bool {
        if self.directive_name(index) != b"ifndef" {
            return false;
        }
        let next =
            (index + 1..self.tokens.len()).find(|next| self.kind(*next) != Some(Kind::Comment));
        next.is_some_and(|next| {
            self.kind(next) == Some(Kind::Directive)
                && self.directive_name(next) == b"define"
                && self.directive_argument(next).split(' ').next()
                    == Some(&self.directive_argument(index))
        })
    }

    /// The tokens that begin between two offsets.
    pub fn tokens_between(&self, start: u32, end: u32) -> std::ops::Range<usize> {
        let place =
            |offset: u32| self.tokens.partition_point(|token| token.start < offset as usize);
        place(start)..place(end)
    }

    /// Pairs of brackets. In an `#if` chain each branch starts from the same depth, and what follows
    /// the chain goes on from where its first branch ended: so a `{` that stands in both branches is
    /// closed once.
    fn match_brackets(&self) -> Vec<Option<usize>> {
        let mut partners = vec![None; self.tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        let mut chains: Vec<(Vec<usize>, Option<Vec<usize>>)> = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            match token.kind {
                Kind::Directive => match self.directive(index) {
                    Directive::Open if chains.len() < MAX_CHAINS => {
                        chains.push((open.clone(), None));
                    }
                    Directive::Branch => {
                        if let Some((at_start, first_end)) = chains.last_mut() {
                            let end = std::mem::replace(&mut open, at_start.clone());
                            first_end.get_or_insert(end);
                        }
                    }
                    Directive::Close => {
                        if let Some((_, Some(end))) = chains.pop() {
                            open = end;
                        }
                    }
                    _ => {}
                },
                Kind::Punct(b'(' | b'[' | b'{') if open.len() < MAX_DEPTH => open.push(index),
                Kind::Punct(close @ (b')' | b']' | b'}')) => {
                    let wanted = match close {
                        b')' => b'(',
                        b']' => b'[',
                        _ => b'{',
                    };
                    // A brace closes what was left open inside it; a stray `)` closes nothing.
                    let found = open.iter().rposition(|at| self.token(*at).is(wanted));
                    if let Some(position) = found
                        && (close == b'}' || position + 1 == open.len())
                        && let Some(start) = open.drain(position..).next()
                    {
                        join(&mut partners, start, index);
                    }
                }
                _ => {}
            }
        }
        partners
    }
}

/// Makes two brackets each other's partner; the one that opens keeps an earlier one, of another branch of an `#if`.
#[expect(clippy::indexing_slicing, reason = "both are tokens, of which each has its place")]
fn join(partners: &mut [Option<usize>], open: usize, close: usize) {
    partners[close] = Some(open);
    partners[open].get_or_insert(close);
}

/// Deeper nesting than any source has: keeps the work on hostile text in bounds.
const MAX_DEPTH: usize = 200;
const MAX_CHAINS: usize = 100;

fn tokenize_argument(inner: &[u8]) -> Vec<Token> {
    tokenize(inner).into_iter().filter(|token| token.kind != Kind::Comment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(text: &str) -> Vec<String> {
        let source = Source::new(text.as_bytes());
        (0..source.tokens.len()).map(|index| source.condition(index)).collect()
    }

    #[test]
    fn conditions_are_written_one_way() {
        assert_eq!(
            conditions(
                "#ifdef CONFIG_SMP /* x */\n# ifndef  A\n#if defined(B)  && \\\n C // d\n#else /* B */\n"
            ),
            ["defined(CONFIG_SMP)", "!defined(A)", "defined(B) && C", ""]
        );
    }

    #[test]
    fn a_brace_that_opens_in_both_branches_closes_once() {
        let source =
            Source::new(b"#ifdef A\nstruct a {\n#else\nstruct b {\n#endif\n int x; };\nint y;");
        let open = (0..source.tokens.len()).find(|at| source.is_punct(*at, b'{')).expect("a brace");
        let close = source.partner(open).expect("its partner");
        assert!(source.is_punct(close, b'}'));
        assert!(source.is_punct(close + 1, b';'));
    }
}
