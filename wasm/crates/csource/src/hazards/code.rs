//! A file, or the body of a macro, as the tokens that a compiler would see.

use crate::lexer::Kind;
use crate::source::Source;

/// Places in it are counted in code tokens: comments and directives are none.
pub struct Code<'a> {
    source: Source<'a>,
    tokens: Vec<usize>,
    /// Of each token of the source, its place among `tokens`.
    places: Vec<usize>,
    /// Lines of the file above the text.
    lines_above: u32,
}

impl<'a> Code<'a> {
    /// A whole file, or what follows `lines_above` lines of it.
    pub fn new(text: &'a [u8], lines_above: u32) -> Self {
        let source = Source::new(text);
        let tokens = source.significant(0..source.tokens.len());
        let mut places = vec![usize::MAX; source.tokens.len()];
        for (place, token) in tokens.iter().enumerate() {
            if let Some(place_of) = places.get_mut(*token) {
                *place_of = place;
            }
        }
        Self { source, tokens, places, lines_above }
    }

    /// The file behind it.
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether a place is this byte of punctuation.
    pub fn is(&self, at: usize, byte: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| self.source.is_punct(*token, byte))
    }

    /// Whether the next token is `->`.
    pub fn is_arrow(&self, at: usize) -> bool {
        self.is(at, b'-') && self.is(at + 1, b'>')
    }

    /// The word at a place; empty for what is none.
    pub fn word(&self, at: usize) -> &'a [u8] {
        match self.tokens.get(at) {
            Some(token) if self.source.kind(*token) == Some(Kind::Word) => {
                self.source.bytes(*token)
            }
            _ => b"",
        }
    }

    /// Whether the next token is a number, a string or a character.
    pub fn is_literal(&self, at: usize) -> bool {
        let kind = self.tokens.get(at).and_then(|token| self.source.kind(*token));
        matches!(kind, Some(Kind::Number | Kind::Quoted))
    }

    /// Any token's bytes; empty behind the last.
    pub fn bytes(&self, at: usize) -> &'a [u8] {
        self.tokens.get(at).map_or(b"", |token| self.source.bytes(*token))
    }

    /// The bracket that matches the one at a place.
    pub fn partner(&self, at: usize) -> Option<usize> {
        let place = *self.places.get(self.source.partner(*self.tokens.get(at)?)?)?;
        (place != usize::MAX).then_some(place)
    }

    /// Behind the bracket that closes the one at a place; the next place where nothing does.
    pub fn behind(&self, open: usize) -> usize {
        self.partner(open).map_or(open, |close| close.max(open)) + 1
    }

    /// The line of a place in the file.
    pub fn line(&self, at: usize) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens
            .get(at.min(last))
            .map_or(self.lines_above + 1, |token| self.source.first_line(*token) + self.lines_above)
    }

    /// Where a place begins in the text.
    pub fn offset(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(0, |token| self.source.token(*token).start)
    }

    /// The text from one place to another, both included, on one line, cut where it is longer than a reader wants.
    pub fn text(&self, from: usize, to: usize) -> String {
        let (Some(from), Some(to)) =
            (self.tokens.get(from), self.tokens.get(to.min(self.len() - 1)))
        else {
            return String::new();
        };
        let (start, end) = (self.source.token(*from).start, self.source.token(*to).end);
        shown(self.source.text.get(start..end).unwrap_or_default())
    }

    /// Whether a word stands anywhere in `from..to`.
    pub fn has_word(&self, from: usize, to: usize, wanted: impl Fn(&[u8]) -> bool) -> bool {
        (from..to.min(self.len())).any(|at| {
            let word = self.word(at);
            !word.is_empty() && wanted(word)
        })
    }
}

/// A hazard shows no more of its text.
const MOST_SHOWN: usize = 160;

/// A text on one line; where it is longer than a reader wants, `…` stands for the rest.
pub fn shown(text: &[u8]) -> String {
    let mut line = String::new();
    let mut chars = 0;
    // The ends of a macro's lines are no words.
    for word in
        text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty() && *word != b"\\")
    {
        let word = String::from_utf8_lossy(word);
        for char in (chars > 0).then_some(' ').into_iter().chain(word.chars()) {
            if chars == MOST_SHOWN {
                line.pop();
                line.push('…');
                return line;
            }
            line.push(char);
            chars += 1;
        }
    }
    line
}

/// One `#define` as its text has it.
pub struct Macro<'a> {
    /// Its name.
    pub name: &'a [u8],
    /// What stands between its brackets, where it takes arguments.
    pub parameters: Option<&'a [u8]>,
    /// What it stands for.
    pub body: &'a [u8],
}

impl<'a> Macro<'a> {
    /// Reads a `define` directive.
    pub fn of(directive: &'a [u8]) -> Option<Self> {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let keyword = directive.windows(6).position(|window| window == b"define")? + 6;
        let definition = directive.get(keyword..)?.trim_ascii_start();
        let length = definition.iter().take_while(|byte| is_word(byte)).count();
        let (name, body) = definition.split_at(length);
        if name.is_empty() {
            return None;
        }
        let Some(listed) = body.strip_prefix(b"(") else {
            return Some(Self { name, parameters: None, body });
        };
        let close = listed.iter().position(|byte| *byte == b')')?;
        let (parameters, body) = listed.split_at(close);
        Some(Self { name, parameters: Some(parameters), body: body.get(1..)? })
    }
}
