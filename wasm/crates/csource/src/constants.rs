//! Constant expressions that one file alone can answer: `4`, `1 << N`, `ARRAY_MAX + 1`.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::lexer::{Kind, Token, tokenize};

/// Names with a value: `#define N 4`, enumerators.
pub struct Constants {
    defines: FxHashMap<Vec<u8>, Definition>,
    /// Values that were worked out already.
    known: RefCell<FxHashMap<Vec<u8>, i64>>,
    /// Steps left for all expressions of the file: each of a hundred thousand may name the one that takes forever.
    steps_left: Cell<u32>,
    /// What `BITS_PER_LONG` is now, and whether an expression asked for it.
    long_bits: Cell<i64>,
    asks_long: Cell<bool>,
}

enum Definition {
    Text(Vec<u8>),
    Value(i64),
    /// Defined more than once, differently: nothing can be said.
    Ambiguous,
}

impl Default for Constants {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Constants {
    /// None yet, of a file of this size.
    pub fn new(file_bytes: usize) -> Self {
        let steps = LEAST_STEPS.saturating_add(file_bytes.saturating_mul(STEPS_OF_A_BYTE));
        Self {
            defines: FxHashMap::default(),
            known: RefCell::default(),
            steps_left: Cell::new(u32::try_from(steps).unwrap_or(u32::MAX)),
            long_bits: Cell::new(64),
            asks_long: Cell::new(false),
        }
    }

    /// Takes `#define NAME text` in.
    pub fn define(&mut self, name: &[u8], text: &[u8]) {
        self.insert(name, Definition::Text(text.to_vec()));
    }

    /// Whether a `#define` without arguments has this name.
    pub fn defines(&self, name: &[u8]) -> bool {
        self.defines.get(name).is_some_and(|found| !matches!(found, Definition::Value(_)))
    }

    /// Takes an enumerator in.
    pub fn enumerator(&mut self, name: &[u8], value: i64) {
        self.insert(name, Definition::Value(value));
    }

    fn insert(&mut self, name: &[u8], definition: Definition) {
        let known = self.defines.entry(name.to_vec());
        known
            .and_modify(|old| {
                let same = match (&*old, &definition) {
                    (Definition::Text(a), Definition::Text(b)) => a == b,
                    (Definition::Value(a), Definition::Value(b)) => a == b,
                    _ => false,
                };
                if !same {
                    *old = Definition::Ambiguous;
                    self.known.get_mut().clear();
                }
            })
            .or_insert(definition);
    }

    /// The value of the tokens `code`, where it can be told, and the one where a `long` has 32 bits if that is another.
    pub fn evaluate(
        &self,
        text: &[u8],
        tokens: &[Token],
        code: &[usize],
    ) -> (Option<f64>, Option<f64>) {
        let tokens: Vec<Token> = code.iter().filter_map(|at| tokens.get(*at).copied()).collect();
        self.asks_long.set(false);
        let value = self.value(text, &tokens).map(|value| value as f64);
        if !self.asks_long.get() {
            return (value, None);
        }
        self.long_bits.set(32);
        let short = self.value(text, &tokens).map(|value| value as f64);
        self.long_bits.set(64);
        (value, short.filter(|_| short != value))
    }

    /// As `evaluate`, for an enumerator's value.
    pub fn value(&self, text: &[u8], tokens: &[Token]) -> Option<i64> {
        let left = self.steps_left.get();
        let mut budget = left.min(MOST_STEPS);
        let rest = left - budget;
        let value = self.run(text, tokens, &mut budget, 0);
        self.steps_left.set(rest + budget);
        value
    }

    fn run(&self, text: &[u8], tokens: &[Token], budget: &mut u32, depth: u32) -> Option<i64> {
        let mut expression = Expression { constants: self, text, tokens, at: 0, budget, depth };
        let value = expression.binary(0)?;
        (expression.at == tokens.len()).then_some(value)
    }

    fn named(&self, name: &[u8], budget: &mut u32, depth: u32) -> Option<i64> {
        let Some(defined) = self.defines.get(name) else {
            let is_long = matches!(name, b"BITS_PER_LONG" | b"__BITS_PER_LONG");
            self.asks_long.set(self.asks_long.get() || is_long);
            return is_long.then(|| self.long_bits.get());
        };
        match defined {
            Definition::Value(value) => Some(*value),
            Definition::Text(text) => {
                if let Some(value) = self.known.borrow().get(name) {
                    return Some(*value);
                }
                // A long text costs as much as the many steps that it may hold.
                let steps = u32::try_from(text.len() / BYTES_OF_A_STEP).unwrap_or(u32::MAX);
                *budget = budget.checked_sub(steps)?;
                let tokens: Vec<Token> = tokenize(text)
                    .into_iter()
                    .filter(|token| token.kind != Kind::Comment)
                    .collect();
                let value = self.run(text, &tokens, budget, depth + 1);
                if let Some(value) = value
                    && !self.asks_long.get()
                {
                    self.known.borrow_mut().insert(name.to_vec(), value);
                }
                value
            }
            Definition::Ambiguous => None,
        }
    }
}

struct Expression<'a> {
    constants: &'a Constants,
    text: &'a [u8],
    tokens: &'a [Token],
    at: usize,
    /// Steps left: definitions that name each other could take forever.
    budget: &'a mut u32,
    depth: u32,
}

const MAX_DEPTH: u32 = 24;
const BYTES_OF_A_STEP: usize = 16;
/// Of one expression.
const MOST_STEPS: u32 = 2_000;
/// Of a file: a number that is an array's length is two, with its brackets in three bytes.
const STEPS_OF_A_BYTE: usize = 4;
const LEAST_STEPS: usize = 10_000;

impl Expression<'_> {
    fn operator(&self) -> Option<(&'static str, u8)> {
        let token = self.tokens.get(self.at)?;
        let Kind::Punct(first) = token.kind else {
            return None;
        };
        let second = self
            .tokens
            .get(self.at + 1)
            .filter(|next| next.start == token.end)
            .map(|next| next.kind);
        match (first, second) {
            (b'<', Some(Kind::Punct(b'<'))) => Some(("<<", 3)),
            (b'>', Some(Kind::Punct(b'>'))) => Some((">>", 3)),
            (b'|', _) => Some(("|", 1)),
            (b'&', _) => Some(("&", 2)),
            (b'+', _) => Some(("+", 4)),
            (b'-', _) => Some(("-", 4)),
            (b'*', _) => Some(("*", 5)),
            (b'/', _) => Some(("/", 5)),
            (b'%', _) => Some(("%", 5)),
            _ => None,
        }
    }

    fn binary(&mut self, least: u8) -> Option<i64> {
        *self.budget = self.budget.checked_sub(1)?;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut left = self.unary()?;
        while let Some((operator, strength)) = self.operator() {
            if strength < least {
                break;
            }
            self.at += operator.len();
            let right = self.binary(strength + 1)?;
            left = match operator {
                "<<" => left.checked_shl(u32::try_from(right).ok()?)?,
                ">>" => left.checked_shr(u32::try_from(right).ok()?)?,
                "|" => left | right,
                "&" => left & right,
                "+" => left.checked_add(right)?,
                "-" => left.checked_sub(right)?,
                "*" => left.checked_mul(right)?,
                "/" => left.checked_div(right)?,
                _ => left.checked_rem(right)?,
            };
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<i64> {
        *self.budget = self.budget.checked_sub(1)?;
        let token = *self.tokens.get(self.at)?;
        let bytes = self.text.get(token.start..token.end)?;
        self.at += 1;
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH {
            None
        } else {
            match token.kind {
                Kind::Number => number(bytes),
                Kind::Word => self.constants.named(bytes, self.budget, self.depth),
                Kind::Punct(b'-') => self.unary()?.checked_neg(),
                Kind::Punct(b'+') => self.unary(),
                Kind::Punct(b'~') => self.unary().map(|value| !value),
                Kind::Punct(b'(') => {
                    let value = self.binary(0)?;
                    let closed = self.tokens.get(self.at).is_some_and(|next| next.is(b')'));
                    self.at += 1;
                    closed.then_some(value)
                }
                _ => None,
            }
        };
        self.depth -= 1;
        value
    }
}

/// A C integer constant with its suffixes.
pub fn number(bytes: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(bytes).ok()?.to_ascii_lowercase();
    let digits = text.trim_end_matches(['u', 'l']);
    if let Some(hex) = digits.strip_prefix("0x") {
        i64::from_str_radix(hex, 16).ok()
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<i64>) {
        let mut constants = Constants::new(100);
        constants.define(b"N", b"4 /* four */");
        constants.define(b"TWICE", b"(N * 2)");
        constants.define(b"LOOP", b"LOOP + 1");
        constants.define(b"OTHER", b"1");
        constants.define(b"OTHER", b"2");
        constants.enumerator(b"MAX", 7);
        assert_eq!(
            constants.value(text.as_bytes(), &tokenize(text.as_bytes())),
            expected,
            "{text}"
        );
    }

    #[test]
    fn values() {
        check("1 + 2 * 3", Some(7));
        check("(1 + 2) * 3", Some(9));
        check("1 << N", Some(16));
        check("TWICE + MAX", Some(15));
        check("0x10UL - 010", Some(8));
        check("10 - 3 - 2", Some(5));
        check("LOOP", None);
        check("OTHER", None);
        check("sizeof(int)", None);
        check("1 / 0", None);
        check("", None);
        check("4 4", None);
    }

    #[test]
    fn a_name_that_is_worked_out_once_costs_no_more() {
        let mut constants = Constants::new(0);
        constants.define(b"LONG", [b"1 + ".repeat(400), b"1".to_vec()].concat().as_slice());
        let steps = |constants: &Constants| constants.steps_left.get();
        let ask = |constants: &Constants, name: &[u8]| constants.value(name, &tokenize(name));
        let before = steps(&constants);
        assert_eq!(ask(&constants, b"LONG"), Some(401));
        let after = steps(&constants);
        for _ in 0..100 {
            assert_eq!(ask(&constants, b"LONG"), Some(401));
        }
        assert!(before - after > 800);
        assert_eq!(
            after - steps(&constants),
            200,
            "two steps each, for the expression and the name"
        );
        constants.define(b"LONG", b"2");
        assert_eq!(ask(&constants, b"LONG"), None, "there are two of them now");
    }

    #[test]
    fn what_takes_forever_is_given_up_for_the_whole_file() {
        let mut constants = Constants::new(0);
        constants.define(b"LOOP", b"LOOP + LOOP");
        let before = constants.steps_left.get();
        for _ in 0..1_000 {
            assert_eq!(constants.value(b"LOOP", &tokenize(b"LOOP")), None);
        }
        assert!(constants.steps_left.get() <= before, "steps are only ever taken");
        assert!(before as usize <= LEAST_STEPS);
    }
}
