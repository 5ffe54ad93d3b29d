//! The condition of an `#if` as a tree: what asks for macros, compares, and joins such with `&&`, `||`, `!`.

use facts::{Comparison, Condition, Operand};

use crate::constants::number;
use crate::lexer::{Kind, Token, tokenize};

/// Brackets and negations in each other; more is no source.
const MOST_NESTED: usize = 250;

/// Reads a condition as `Source::condition` writes it; what is no such expression is open as a whole.
pub fn condition(text: &str) -> Condition {
    let tokens = tokenize_expression(text);
    let mut parser = Parser { text, tokens: &tokens, at: 0, depth: 0 };
    match parser.any() {
        Some(found) if parser.at == tokens.len() => found,
        _ => {
            let compares = |token: &Token| matches!(token.kind, Kind::Punct(b'<' | b'>' | b'='));
            let compares = tokens.iter().any(compares);
            Condition::Open { text: text.trim().to_owned(), compares }
        }
    }
}

fn tokenize_expression(text: &str) -> Vec<Token> {
    tokenize(text.as_bytes()).into_iter().filter(|token| token.kind != Kind::Comment).collect()
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Option<Condition> {
        let mut of = vec![self.all()?];
        while self.take(b"||") {
            of.push(self.all()?);
        }
        Some(if of.len() == 1 { of.remove(0) } else { Condition::Any { of } })
    }

    fn all(&mut self) -> Option<Condition> {
        let mut of = vec![self.not()?];
        while self.take(b"&&") {
            of.push(self.not()?);
        }
        Some(if of.len() == 1 { of.remove(0) } else { Condition::All { of } })
    }

    fn not(&mut self) -> Option<Condition> {
        if self.depth == MOST_NESTED {
            return None;
        }
        self.depth += 1;
        let is_comparison = self.peek(1).is_some_and(|next| next.is(b'='));
        let found = if !is_comparison && self.take(b"!") {
            self.not().map(|of| match of {
                Condition::Not { of } => *of,
                of => Condition::Not { of: Box::new(of) },
            })
        } else {
            self.one()
        };
        self.depth -= 1;
        found
    }

    fn one(&mut self) -> Option<Condition> {
        if self.take(b"(") {
            let found = self.any()?;
            return self.take(b")").then_some(found);
        }
        let token = *self.peek(0)?;
        let word = self.text.get(token.start..token.end)?;
        if !matches!(token.kind, Kind::Word | Kind::Number) {
            return None;
        }
        self.at += 1;
        let asks =
            matches!(word, "defined" | "IS_ENABLED" | "IS_BUILTIN" | "IS_MODULE" | "IS_REACHABLE")
                || word.starts_with("__has_");
        if asks {
            let opened = self.take(b"(");
            let name = *self.peek(0)?;
            self.at += 1;
            if name.kind != Kind::Word || (opened && !self.take(b")")) {
                return None;
            }
            let name = self.text.get(name.start..name.end)?.to_owned();
            return Some(Condition::Defined { name });
        }
        let left = operand(word, token.kind);
        let Some(operator) = self.comparison() else {
            return Some(match left {
                Operand::Number { value } => Condition::Value { holds: value != 0.0 },
                _ => Condition::Defined { name: word.to_owned() },
            });
        };
        let right = *self.peek(0)?;
        let other = self.text.get(right.start..right.end)?;
        if !matches!(right.kind, Kind::Word | Kind::Number) {
            return None;
        }
        self.at += 1;
        let text = format!("{word} {} {other}", sign(operator));
        Some(Condition::Compared { text, left, operator, right: operand(other, right.kind) })
    }

    fn comparison(&mut self) -> Option<Comparison> {
        const ALL: [(&[u8], Comparison); 6] = [
            (b"==", Comparison::Equal),
            (b"!=", Comparison::Unequal),
            (b"<=", Comparison::AtMost),
            (b">=", Comparison::AtLeast),
            (b"<", Comparison::Less),
            (b">", Comparison::More),
        ];
        ALL.into_iter().find(|(sign, _)| self.take(sign)).map(|(_, comparison)| comparison)
    }

    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// Takes punctuation of one or two signs.
    fn take(&mut self, signs: &[u8]) -> bool {
        let mut end = None;
        for (ahead, sign) in signs.iter().enumerate() {
            match self.peek(ahead) {
                Some(token) if token.is(*sign) && end.is_none_or(|end| end == token.start) => {
                    end = Some(token.end);
                }
                _ => return false,
            }
        }
        self.at += signs.len();
        true
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
        Comparison::More => ">",
        Comparison::AtMost => "<=",
        Comparison::AtLeast => ">=",
    }
}

fn operand(word: &str, kind: Kind) -> Operand {
    if matches!(word, "BITS_PER_LONG" | "__BITS_PER_LONG") {
        return Operand::LongBits;
    }
    match number(word.as_bytes()).filter(|_| kind == Kind::Number) {
        Some(value) => Operand::Number { value: value as f64 },
        None => Operand::Name,
    }
}
