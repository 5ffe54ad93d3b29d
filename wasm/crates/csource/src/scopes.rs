//! The namespaces and templates that a file's structs stand in.

use crate::lexer::Kind;
use crate::reader::{Reader, Scope};

impl Reader<'_> {
    /// Takes note of a namespace whose keyword is at token `at`; the token to go on from.
    pub fn namespace(&mut self, at: usize) -> usize {
        let mut names = Vec::new();
        let mut next = self.source.next_code(at + 1);
        while self.source.kind(next) == Some(Kind::Word) || self.source.is_punct(next, b':') {
            let word = self.source.word(next);
            // `namespace a::inline b`, `namespace EXPORT a`
            if self.source.kind(next) == Some(Kind::Word) && word != "inline" {
                names.push(word);
            }
            next = self.source.next_code(next + 1);
        }
        let close = self.source.is_punct(next, b'{').then(|| self.source.partner(next)).flatten();
        let Some(close) = close else {
            return at + 1;
        };
        self.scopes.push(Scope { names, close });
        next + 1
    }

    /// The names of the namespaces around a token.
    pub fn scope_at(&mut self, at: usize) -> Vec<String> {
        self.scopes.retain(|scope| scope.close > at);
        self.scopes.iter().flat_map(|scope| scope.names.iter().cloned()).collect()
    }

    /// Behind the parameters of `template <…>` whose keyword is at token `at`, and of those that follow at once
    /// (`template <class T> template <class U>`); `None` where it has none.
    pub fn behind_template(&self, at: usize) -> Option<usize> {
        let mut next = at;
        for _ in 0..MAX_TEMPLATES {
            let open = self.source.next_code(next + 1);
            if !self.source.is_punct(open, b'<') {
                return None;
            }
            let limit = self.source.tokens.len().min(open + MAX_PARAMETERS);
            let code = self.source.significant(open..limit);
            let behind = self.behind_angles(&code, 0);
            next = *code.get(behind).filter(|_| behind > 1)?;
            if !self.source.is_word(next, "template") {
                return Some(next);
            }
        }
        None
    }
}

/// Templates in each other; more is no source.
const MAX_TEMPLATES: usize = 8;
/// Tokens of a template's parameters; more is no source.
const MAX_PARAMETERS: usize = 400;
