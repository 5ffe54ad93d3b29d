//! Bytes to tokens. Lossless: between two tokens stands nothing but white space and line splices.

use memchr::memchr_iter;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `/* … */` or `// …`
    Comment,
    /// A preprocessor line, from its `#` to its end, continued lines and comments in it included.
    Directive,
    /// An identifier or keyword. Bytes that are not ASCII count as letters.
    Word,
    /// A preprocessing number.
    Number,
    /// A string or character constant.
    Quoted,
    /// One byte of anything else.
    Punct(u8),
}

/// A token with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
}

impl Token {
    /// Whether it is this byte of punctuation.
    pub fn is(&self, byte: u8) -> bool {
        self.kind == Kind::Punct(byte)
    }
}

/// Cuts any bytes into tokens, in order.
pub fn tokenize(text: &[u8]) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, line_is_empty: true };
    let mut tokens = Vec::with_capacity(text.len() / 6);
    while let Some(token) = lexer.advance() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Only white space and comments so far: a `#` here begins a directive.
    line_is_empty: bool,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The next token. A call for each, and no part of the loop over them: a WASM engine optimises what is called
    /// often, and leaves one call that takes long as it first compiled it.
    #[inline(never)]
    fn advance(&mut self) -> Option<Token> {
        self.skip_space();
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        let kind = self.token();
        self.at = self.at.max(start + 1);
        if kind != Kind::Comment {
            // A directive ends before its newline, which `skip_space` then sees.
            self.line_is_empty = false;
        }
        Some(Token { kind, start, end: self.at })
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    self.line_is_empty = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' => match splice(self.text, self.at) {
                    Some(after) => self.at = after,
                    None => return,
                },
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Kind {
        let first = self.byte(0);
        match first {
            b'/' if self.byte(1) == b'*' => {
                self.block_comment();
                Kind::Comment
            }
            b'/' if self.byte(1) == b'/' => {
                self.skip_line(false);
                Kind::Comment
            }
            b'#' if self.line_is_empty => {
                self.skip_line(true);
                Kind::Directive
            }
            b'"' | b'\'' => {
                self.quoted(first);
                Kind::Quoted
            }
            b'0'..=b'9' => {
                self.number();
                Kind::Number
            }
            _ if is_word_byte(first) => {
                while is_word_byte(self.byte(0)) && self.at < self.text.len() {
                    self.at += 1;
                }
                Kind::Word
            }
            _ => {
                self.at += 1;
                Kind::Punct(first)
            }
        }
    }

    fn block_comment(&mut self) {
        let inside = self.text.get(self.at + 2..).unwrap_or_default();
        // Of its two signs `*` stands before each line of many comments, and `/` seldom.
        let end = memchr_iter(b'/', inside)
            .find(|at| at.checked_sub(1).and_then(|star| inside.get(star)) == Some(&b'*'));
        self.at = end.map_or(self.text.len(), |end| self.at + 2 + end + 1);
    }

    /// To before the newline that ends the logical line; in a directive, over block comments.
    fn skip_line(&mut self, directive: bool) {
        while self.at < self.text.len() {
            match self.byte(0) {
                b'\n' => return,
                b'\r' if self.byte(1) == b'\n' => return,
                b'\\' => match splice(self.text, self.at) {
                    Some(after) => self.at = after,
                    None => self.at += 1,
                },
                b'/' if directive && self.byte(1) == b'*' => self.block_comment(),
                b'/' if directive && self.byte(1) == b'/' => return self.skip_line(false),
                b'"' | b'\'' if directive => self.quoted(self.byte(0)),
                _ => self.at += 1,
            }
        }
    }

    /// An unterminated constant ends with its line (`#error don't`).
    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.text.len() {
            match self.byte(0) {
                b'\n' => return,
                b'\r' if self.byte(1) == b'\n' => return,
                b'\\' => match splice(self.text, self.at) {
                    Some(after) => self.at = after,
                    None => self.at = (self.at + 2).min(self.text.len()),
                },
                byte => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
    }

    fn number(&mut self) {
        while self.at < self.text.len() {
            let byte = self.byte(0);
            let exponent = matches!(byte, b'e' | b'E' | b'p' | b'P')
                && matches!(self.byte(1), b'+' | b'-')
                // `0xe+1` is a sum to a person; the standard disagrees, and nobody writes it.
                && self.byte(0) != b'\n';
            if exponent {
                self.at += 2;
            } else if is_word_byte(byte) || byte == b'.' {
                self.at += 1;
            } else {
                return;
            }
        }
    }
}

/// Where a backslash-newline at `at` ends, if there is one.
fn splice(text: &[u8], at: usize) -> Option<usize> {
    match (text.get(at + 1), text.get(at + 2)) {
        (Some(b'\n'), _) => Some(at + 2),
        (Some(b'\r'), Some(b'\n')) => Some(at + 3),
        _ => None,
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The place behind the bracket that closes the one at `at`; the number of tokens where none does.
pub(crate) fn group_end(tokens: impl ExactSizeIterator<Item = Token>, at: usize) -> usize {
    let count = tokens.len();
    let mut depth = 0usize;
    for (place, token) in tokens.enumerate().skip(at) {
        match token.kind {
            Kind::Punct(b'(' | b'[') => depth += 1,
            Kind::Punct(b')' | b']') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return place + 1;
                }
            }
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> =
            tokenize(text.as_bytes()).iter().map(|token| &text[token.start..token.end]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn directives_take_their_continuations_and_comments() {
        check(
            "#define A 1 \\\n 2\nint x; /* a\n b */ #if B /* c\n d */\n#\\",
            &[
                "#define A 1 \\\n 2",
                "int",
                "x",
                ";",
                "/* a\n b */",
                "#",
                "if",
                "B",
                "/* c\n d */",
                "#\\",
            ],
        );
        check("  # if 1 /* x\n y */ + 2\r\nz", &["# if 1 /* x\n y */ + 2", "z"]);
    }

    #[test]
    fn constants_end_with_their_line() {
        check("'a' \"b\\\"c\" 'd\ne", &["'a'", "\"b\\\"c\"", "'d", "e"]);
    }

    proptest! {
        #![proptest_config(seeds::cases(256))]

        #[test]
        fn between_tokens_is_only_white_space(text in proptest::collection::vec(
            prop_oneof![any::<u8>(), proptest::sample::select(b"/*#\\\n\r \"'{};ab".to_vec())], 0..200)) {
            let mut end = 0;
            for token in tokenize(&text) {
                prop_assert!(token.start < token.end && token.end <= text.len());
                let gap = &text[end..token.start];
                prop_assert!(gap.iter().all(|byte| b" \t\r\n\x0b\x0c\\".contains(byte)), "{gap:?}");
                end = token.end;
            }
            prop_assert!(text[end..].iter().all(|byte| b" \t\r\n\x0b\x0c\\".contains(byte)));
        }
    }
}
