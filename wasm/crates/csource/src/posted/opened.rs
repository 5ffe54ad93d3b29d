//! What of a side's brackets and comments began before it, and what ends after it.

use super::margin::opens_at_margin;
use crate::lexer::{Kind, Token, tokenize};

/// What a text leaves open at its ends.
#[derive(Debug, Default)]
pub struct Opened {
    /// `}` without their `{`.
    pub closers: usize,
    /// Where the last of them stands.
    pub last_closer: Option<usize>,
    /// It stands at the start of its line, as that of a struct does.
    pub ends_outer: bool,
    /// `{` without their `}`.
    pub openers: usize,
    /// `)` without their `(`.
    pub brackets: usize,
    /// `(` without their `)`, at the end.
    pub unclosed_brackets: usize,
    /// A comment has no end.
    pub ends_in_comment: bool,
}

impl Opened {
    /// Reads C without directives.
    pub fn of(text: &str) -> Self {
        let tokens = tokenize(text.as_bytes());
        let mut found = Self::default();
        let mut depth = 0;
        let mut brackets = 0;
        let mut code_before = false;
        for token in &tokens {
            match token.kind {
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') if depth > 0 => depth -= 1,
                Kind::Punct(b'}') => {
                    found.closers += 1;
                    found.last_closer = Some(token.start);
                    // A macro's last line, the end of a nested class: what opens at the margin after it is
                    // no member.
                    found.ends_outer = token.start == 0
                        || text[..token.start].ends_with('\n')
                        || opens_at_margin(&text[token.end..]);
                    brackets = 0;
                }
                Kind::Punct(b'(') => brackets += 1,
                Kind::Punct(b')') if brackets > 0 => brackets -= 1,
                // Further down a stray bracket is no beginning.
                Kind::Punct(b')') if !code_before => found.brackets += 1,
                Kind::Punct(b';') => {
                    code_before = true;
                    brackets = 0;
                }
                _ => {}
            }
        }
        found.openers = depth;
        found.unclosed_brackets = brackets;
        found.ends_in_comment = tokens.last().is_some_and(|last| is_unended(text, *last));
        found
    }
}

fn is_unended(text: &str, token: Token) -> bool {
    let comment = &text[token.start..token.end];
    token.kind == Kind::Comment
        && comment.starts_with("/*")
        && (comment.len() < 4 || !comment.ends_with("*/"))
}
