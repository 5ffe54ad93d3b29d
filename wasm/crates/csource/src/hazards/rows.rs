//! The rows of one initialiser: a variable's, a table's, or those of a table without braces around each.

use std::collections::BTreeSet;

use facts::MacroName;

use super::code::Code;
use super::values::{elements, is_null, macro_alone, values_between, zero};
use crate::words;

/// The rows of one initialiser, summed up.
#[derive(Default)]
pub struct Rows {
    pub first: Option<(usize, usize)>,
    /// The first row that names members.
    pub designated: Option<(usize, usize)>,
    /// A row of nothing but zeros, of which one asks for a pointer or braces in the first place.
    pub zeros: Option<(usize, usize)>,
    pub rows: u32,
    pub leading: u32,
    pub uncounted: bool,
    pub macros: Vec<Macro>,
    pub flat: Flat,
}

/// Values of a table without braces around each row: `{ 1, 2, 3, 4 }`.
#[derive(Default)]
pub struct Flat {
    pub first: Option<(usize, usize)>,
    pub count: u32,
    /// One of them is no struct for certain: a number, a string, an address. A word may be another variable.
    pub certain: bool,
    pub values: bool,
    pub shaped: bool,
}

/// A macro that stands for a struct or for some of its members.
#[derive(Clone)]
pub struct Macro {
    pub used: MacroName,
    pub whole: bool,
    pub from: usize,
    pub to: usize,
}

impl Macro {
    /// The words among its arguments that may be macros.
    pub fn arguments(&self, code: &Code) -> Vec<String> {
        (self.from..=self.to)
            .map(|at| code.word(at))
            .filter(|word| words::looks_like_macro(word) && *word != self.used.name.as_bytes())
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }
}

impl Flat {
    /// Nothing but zeros mean the same whatever comes first.
    pub fn tells(&self) -> bool {
        self.certain && self.values
    }

    fn add(&mut self, code: &Code, from: usize, to: usize) {
        let (zero, shaped) = zero(code, from, to, 0);
        self.shaped |= shaped && self.first.is_none();
        self.first.get_or_insert((from, to - 1));
        self.count += 1;
        self.certain |= zero || code.is_literal(from) || code.is(from, b'&') || code.is(from, b'-');
        self.values |= !zero;
    }
}

/// The value of a variable with so many dimensions.
pub fn value_of(code: &Code, at: usize, dimensions: u32, rows: &mut Rows) {
    if code.is(at, b'{')
        && let Some(close) = code.partner(at)
    {
        if dimensions == 0 {
            return row(code, at, close, rows);
        }
        elements(code, at + 1, close, |from, to| {
            value_of_element(code, from, to, dimensions - 1, rows);
        });
        return;
    }
    let mut end = at;
    while end < code.len() && !code.is(end, b';') && !code.is(end, b',') && !code.is(end, b')') {
        let opens = code.is(end, b'(') || code.is(end, b'{') || code.is(end, b'[');
        if opens && code.partner(end).is_none() {
            return;
        }
        end = if opens { code.behind(end) } else { end + 1 };
    }
    if let Some(used) = macro_alone(code, at, end) {
        rows.macros.push(Macro { used, whole: true, from: at, to: end - 1 });
    }
}

/// One element of a table: a row, or several dimensions of them, behind its `[x] =`.
pub fn value_of_element(code: &Code, from: usize, to: usize, dimensions: u32, rows: &mut Rows) {
    let mut at = from;
    while code.is(at, b'[') {
        at = code.behind(at);
    }
    if at != from && code.is(at, b'=') {
        at += 1;
    }
    if at >= to {
        return;
    }
    if code.is(at, b'{') {
        value_of(code, at, dimensions, rows);
    } else if is_null(code, at, to) {
        rows.flat.add(code, at, to);
    } else if let Some(used) = macro_alone(code, at, to).or_else(|| row_macro(code, at, to)) {
        rows.macros.push(Macro { used, whole: true, from: at, to: to - 1 });
    } else {
        rows.flat.add(code, at, to);
    }
}

/// `F(19200000, P_XO, 1)` in a table of structs: what is called there is a macro whatever its name, as no function may
/// be in the table of a file. Small letters are left to functions, which a table in a function may call.
fn row_macro(code: &Code, from: usize, to: usize) -> Option<MacroName> {
    let word = code.word(from);
    let begins = word.first().is_some_and(u8::is_ascii_uppercase);
    (begins && code.is(from + 1, b'(') && code.behind(from + 1) == to)
        .then(|| MacroName { name: String::from_utf8_lossy(word).into_owned(), call: true })
}

fn row(code: &Code, open: usize, close: usize, rows: &mut Rows) {
    let values = values_between(code, open + 1, close);
    if values.depends_on_macros() {
        rows.macros.extend(values.macros.into_iter().map(|used| Macro {
            used,
            whole: false,
            from: open,
            to: close,
        }));
        return;
    }
    if values.designated > 1 {
        rows.designated.get_or_insert((open, close));
    }
    if values.is_nothing() {
        return;
    }
    if values.leading == 1 && values.trailing == 0 && values.all_zero {
        rows.zeros.get_or_insert((open, close));
        return;
    }
    rows.first.get_or_insert((open, close));
    rows.rows += 1;
    rows.leading = rows.leading.max(values.leading);
    rows.uncounted |= values.trailing > 0;
}
