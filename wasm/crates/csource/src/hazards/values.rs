//! What stands between the braces of one struct: values by their position, designators, macros.

use facts::MacroName;

use super::code::Code;
use crate::words;

/// What stands between the braces of one struct, or in a macro among its members.
#[derive(Default)]
pub struct Values {
    /// By position, before any designator.
    pub leading: u32,
    /// By position, behind a designator.
    pub trailing: u32,
    /// Whether each of them is 0, or braces that hold such.
    pub all_zero: bool,
    /// Whether one of them stands in braces, or is a null pointer: then the first member cannot be any type.
    pub shaped: bool,
    pub designated: u32,
    pub macros: Vec<MacroName>,
}

impl Values {
    /// Whether a macro may stand for designators: nothing else is there that does not tell by itself.
    pub fn depends_on_macros(&self) -> bool {
        let one_word = self.leading == 1 && self.macros.iter().any(|used| !used.call);
        !self.macros.is_empty() && self.trailing == 0 && (self.leading == 0 || one_word)
    }

    /// `{}`, `{ 0 }` and `{ 0, 0 }` mean the same whatever comes first.
    pub fn is_nothing(&self) -> bool {
        let zero = self.all_zero && !self.shaped;
        self.trailing == 0 && (self.leading == 0 || zero)
    }
}

/// Counts what stands between the commas of `from..to`.
pub fn values_between(code: &Code, from: usize, to: usize) -> Values {
    let mut values = Values { all_zero: true, ..Values::default() };
    elements(code, from, to, |from, to| {
        let from = behind_whole_macros(code, from, to, &mut values);
        // `.x = 1`, `[2] = 1`, and gcc's old `x: 1`.
        let old = !code.word(from).is_empty() && code.is(from + 1, b':') && to > from + 2;
        if code.is(from, b'.') || code.is(from, b'[') || old {
            values.designated += 1;
            return;
        }
        if !is_null(code, from, to)
            && let Some(used) = macro_alone(code, from, to)
        {
            let call = used.call;
            // A value by position may be a macro as well: the first one decides what the row is.
            if values.leading == 0 {
                values.macros.push(used);
            }
            if call || values.designated > 0 {
                return;
            }
        }
        let (zero, shaped) = zero(code, from, to, 0);
        values.all_zero &= zero;
        values.shaped |= shaped;
        let behind_call = values.macros.iter().any(|used| used.call);
        if values.designated > 0 || (behind_call && values.leading == 0) {
            values.trailing += 1;
        } else {
            values.leading += 1;
        }
    });
    values
}

/// `INIT_TIMERS(x) .lock = …`: a macro that brings its own comma.
fn behind_whole_macros(code: &Code, from: usize, to: usize, values: &mut Values) -> usize {
    let mut at = from;
    while words::looks_like_macro(code.word(at)) {
        let call = code.is(at + 1, b'(');
        let end = if call { code.behind(at + 1) } else { at + 1 };
        let goes_on = end < to && (code.is(end, b'.') || words::looks_like_macro(code.word(end)));
        if !goes_on {
            break;
        }
        if values.leading == 0 {
            let name = String::from_utf8_lossy(code.word(at)).into_owned();
            values.macros.push(MacroName { name, call });
        }
        at = end;
    }
    at
}

/// `0`, `NULL`, `{ 0 }`: whether it is nothing, and whether not every type takes it.
pub fn zero(code: &Code, from: usize, to: usize, depth: u32) -> (bool, bool) {
    if to == from + 1 {
        let bytes = code.bytes(from);
        let plain = matches!(bytes, b"0" | b"0u" | b"0U" | b"0x0" | b"false" | b"0L" | b"0UL");
        return (plain || is_null(code, from, to), !plain);
    }
    if code.is(from, b'{') && code.behind(from) == to && depth < MAX_DEPTH {
        let mut all = true;
        elements(code, from + 1, to - 1, |from, to| all &= zero(code, from, to, depth + 1).0);
        return (all, true);
    }
    (false, false)
}

const MAX_DEPTH: u32 = 50;

pub fn is_null(code: &Code, from: usize, to: usize) -> bool {
    to == from + 1 && matches!(code.word(from), b"NULL" | b"nullptr")
}

/// `NAME`, `NAME(…)`: the name where it looks like a macro's.
pub fn macro_alone(code: &Code, from: usize, to: usize) -> Option<MacroName> {
    let word = code.word(from);
    if !words::looks_like_macro(word) {
        return None;
    }
    let call = code.is(from + 1, b'(');
    let end = if call { code.behind(from + 1) } else { from + 1 };
    (end == to).then(|| MacroName { name: String::from_utf8_lossy(word).into_owned(), call })
}

/// What stands between the commas of `from..to`; empty ones are none.
pub fn elements(code: &Code, from: usize, to: usize, mut each: impl FnMut(usize, usize)) {
    let mut start = from;
    let mut at = from;
    while at < to {
        if code.is(at, b',') {
            if at > start {
                each(start, at);
            }
            start = at + 1;
            at += 1;
            continue;
        }
        let opens = code.is(at, b'(') || code.is(at, b'{') || code.is(at, b'[');
        at = if opens { code.behind(at) } else { at + 1 };
    }
    if to > start {
        each(start, to);
    }
}
