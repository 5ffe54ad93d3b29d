//! Values that stand for members by their position: initialisers of variables, tables and compound literals.

use facts::{FileHazards, Hazard, HazardKind, MacroName, MacroText, MacroUse};

use super::code::Code;
use super::subject::{Subject, hazard};
use super::variables::Variables;
use crate::words;

/// What stands between the braces of one struct, or in a macro among its members.
#[derive(Default)]
struct Values {
    /// By position, before any designator.
    leading: u32,
    /// By position, behind a designator.
    trailing: u32,
    /// Whether each of them is 0, or braces that hold such.
    all_zero: bool,
    /// Whether one of them stands in braces, or is a null pointer: then the first member cannot be any type.
    shaped: bool,
    designated: u32,
    macros: Vec<MacroName>,
}

impl Values {
    /// Whether a macro may stand for designators: nothing else is there that does not tell by itself.
    fn depends_on_macros(&self) -> bool {
        let one_word = self.leading == 1 && self.macros.iter().any(|used| !used.call);
        !self.macros.is_empty() && self.trailing == 0 && (self.leading == 0 || one_word)
    }

    /// `{}`, `{ 0 }` and `{ 0, 0 }` mean the same whatever comes first.
    fn is_nothing(&self) -> bool {
        let zero = self.all_zero && !self.shaped;
        self.trailing == 0 && (self.leading == 0 || zero)
    }
}

/// The rows of one initialiser, summed up.
#[derive(Default)]
struct Rows {
    first: Option<(usize, usize)>,
    /// The first row that names members.
    designated: Option<(usize, usize)>,
    /// A row of nothing but zeros, of which one asks for a pointer or braces in the first place.
    zeros: Option<(usize, usize)>,
    rows: u32,
    leading: u32,
    uncounted: bool,
    macros: Vec<Macro>,
    flat: Flat,
}

/// Values of a table without braces around each row: `{ 1, 2, 3, 4 }`.
#[derive(Default)]
struct Flat {
    first: Option<(usize, usize)>,
    count: u32,
    /// One of them is no struct for certain: a number, a string, an address. A word may be another variable.
    certain: bool,
    values: bool,
    shaped: bool,
}

/// A macro that stands for a struct or for some of its members.
#[derive(Clone)]
struct Macro {
    used: MacroName,
    whole: bool,
    from: usize,
    to: usize,
}

impl Macro {
    fn arguments(&self, code: &Code) -> Vec<String> {
        (self.from..=self.to)
            .map(|at| code.word(at))
            .filter(|word| words::looks_like_macro(word) && *word != self.used.name.as_bytes())
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .take(MOST_ARGUMENTS)
            .collect()
    }
}

impl Flat {
    /// Nothing but zeros mean the same whatever comes first.
    fn tells(&self) -> bool {
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

/// More words than matter.
const MOST_ARGUMENTS: usize = 8;

/// Initialisers of the variables, and compound literals.
pub fn initialisers(
    code: &Code,
    subject: &Subject,
    variables: &Variables,
    found: &mut FileHazards,
) {
    for variable in variables.all.iter().filter(|one| one.stars == 0) {
        let Some(value) = variable.value else {
            continue;
        };
        let mut rows = Rows::default();
        value_of(code, value, variable.dimensions, &mut rows);
        tell(code, subject, rows, variable.name, found);
    }
    inside_others(code, subject, variables, found);
    if subject.cplusplus {
        temporaries(code, subject, found);
        bindings(code, variables, found);
    }
    for at in 1..code.len() {
        if !code.is(at, b'{') || !code.is(at - 1, b')') {
            continue;
        }
        // `(struct x){ … }`, `(const struct x []){ … }`
        let Some(open) = code.partner(at - 1) else {
            continue;
        };
        // `MACRO(struct x) { … }` is no literal.
        let before = open.checked_sub(1).map_or(&b""[..], |before| code.word(before));
        if !before.is_empty() && before != b"return" {
            continue;
        }
        let mut begin = open + 1;
        while words::is_qualifier(code.word(begin)) {
            begin += 1;
        }
        let Some(mut after) = subject.mention(code, begin) else {
            continue;
        };
        let mut dimensions = 0;
        while code.is(after, b'[') {
            dimensions += 1;
            after = code.behind(after);
        }
        if after != at - 1 {
            continue;
        }
        let mut rows = Rows::default();
        value_of(code, at, dimensions, &mut rows);
        tell(code, subject, rows, b"", found);
    }
}

/// `.pad = { 1, 2 }` where `pad` is a member or a variable of the struct: a value inside of another struct's.
fn inside_others(code: &Code, subject: &Subject, variables: &Variables, found: &mut FileHazards) {
    for dot in 0..code.len() {
        let name = code.word(dot + 1);
        if !code.is(dot, b'.') || name.is_empty() {
            continue;
        }
        // `p->pad = …` and `v.pad = …` are assignments.
        let begins =
            dot == 0 || code.is(dot - 1, b'{') || code.is(dot - 1, b',') || code.is(dot - 1, b')');
        let mut at = dot + 2;
        let mut element = 0;
        while code.is(at, b'[') {
            element += 1;
            at = code.behind(at);
        }
        if !begins || !code.is(at, b'=') || !code.is(at + 1, b'{') {
            continue;
        }
        let own = variables.member(name).map(|member| member.dimensions);
        let Some(dimensions) = own.or_else(|| subject.held_by_others(name)) else { continue };
        let mut rows = Rows::default();
        value_of(code, at + 1, dimensions.saturating_sub(element), &mut rows);
        tell(code, subject, rows, name, found);
    }
}

/// `shop{1, 2}` of C++.
fn temporaries(code: &Code, subject: &Subject, found: &mut FileHazards) {
    for at in 0..code.len() {
        // `struct shop {` declares it, and `shop f() {` is a function.
        let declares = words::is_record_keyword(code.word(at));
        let behind = subject.mention(code, at).filter(|_| !declares);
        if behind.is_some_and(|behind| code.is(behind, b'{')) {
            let mut rows = Rows::default();
            value_of(code, at + 1, 0, &mut rows);
            tell(code, subject, rows, b"", found);
        }
    }
}

/// `auto [a, b] = shop;` of C++: names for the members by their position.
fn bindings(code: &Code, variables: &Variables, found: &mut FileHazards) {
    for at in 0..code.len() {
        if code.word(at) != b"auto" {
            continue;
        }
        let mut open = at + 1;
        while code.is(open, b'&') || words::is_qualifier(code.word(open)) {
            open += 1;
        }
        let close = code.behind(open);
        let from = (close + 1..close + 4).find(|name| !code.word(*name).is_empty());
        let Some(name) = from.filter(|_| code.is(open, b'[')) else { continue };
        let is_it = variables
            .named(code.word(name), name)
            .is_some_and(|of| of.stars == 0 && of.dimensions == u32::from(code.is(close, b':')));
        if !is_it || !(code.is(close, b'=') || code.is(close, b':')) {
            continue;
        }
        let mut values = 0;
        elements(code, open + 1, close - 1, |_, _| values += 1);
        found.hazards.push(Hazard {
            subject: "auto".to_owned(),
            values,
            rows: 1,
            ..hazard(HazardKind::Positional, code.line(at), code.text(at, name))
        });
    }
}

/// What a `#define` would give by position; none where it gives nothing that an initialiser takes.
pub fn macro_text(name: &str, code: &Code) -> Option<MacroText> {
    if code.len() == 0 {
        return None;
    }
    let among = values_between(code, 0, code.len());
    let mut rows = Rows::default();
    elements(code, 0, code.len(), |from, to| value_of_element(code, from, to, 0, &mut rows));
    let mut refers = among.macros.clone();
    refers.extend(rows.macros.into_iter().map(|each| each.used));
    refers.sort();
    refers.dedup();
    Some(MacroText {
        name: name.to_owned(),
        whole: rows.leading.max(u32::from(rows.uncounted)),
        named: among.designated > 0 || rows.uncounted,
        among: if among.depends_on_macros() { 0 } else { among.leading + among.trailing },
        refers,
    })
}

fn tell(code: &Code, subject: &Subject, mut rows: Rows, name: &[u8], found: &mut FileHazards) {
    if rows.flat.tells() {
        rows.leading = rows.leading.max(rows.flat.count);
        rows.rows += 1;
    } else if rows.flat.certain && rows.flat.shaped {
        rows.zeros = rows.zeros.or(rows.flat.first);
    }
    let name = String::from_utf8_lossy(name).into_owned();
    let at = |(from, to): (usize, usize), told: u32| Hazard {
        subject: name.clone(),
        values: if rows.uncounted { 0 } else { rows.leading.max(1) },
        rows: told,
        ..hazard(HazardKind::Positional, code.line(from), code.text(from, to))
    };
    if let Some(first) = rows.first.or(rows.flat.first.filter(|_| rows.flat.tells())) {
        found.hazards.push(at(first, rows.rows));
        return;
    }
    if let (true, Some((from, to))) = (subject.cplusplus, rows.designated) {
        let members = named_in(code, subject, from, to);
        if members.len() > 1 {
            found.hazards.push(Hazard {
                kind: HazardKind::Designated,
                members,
                ..at((from, to), rows.rows)
            });
        }
    }
    if let Some(zeros) = rows.zeros {
        found.hazards.push(at(zeros, 0));
    }
    let mut told: Vec<&MacroName> = Vec::new();
    for each in &rows.macros {
        if told.contains(&&each.used) {
            continue;
        }
        told.push(&each.used);
        let hazard = at((each.from, each.to), 1);
        let arguments = each.arguments(code);
        found.uses.push(MacroUse { used: each.used.clone(), arguments, whole: each.whole, hazard });
    }
}

/// The value of a variable with so many dimensions.
fn value_of(code: &Code, at: usize, dimensions: u32, rows: &mut Rows) {
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
        end = if opens { code.behind(end) } else { end + 1 };
    }
    if let Some(used) = macro_alone(code, at, end) {
        rows.macros.push(Macro { used, whole: true, from: at, to: end - 1 });
    }
}

/// One element of a table: a row, or several dimensions of them, behind its `[x] =`.
fn value_of_element(code: &Code, from: usize, to: usize, dimensions: u32, rows: &mut Rows) {
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

/// The members that `.a = 1, .b = 2` names, in that order.
fn named_in(code: &Code, subject: &Subject, open: usize, close: usize) -> Vec<String> {
    let mut found = Vec::new();
    elements(code, open + 1, close, |from, _| {
        let name = code.word(from + 1);
        if code.is(from, b'.') && subject.has_member(name) {
            found.push(String::from_utf8_lossy(name).into_owned());
        }
    });
    found
}

fn values_between(code: &Code, from: usize, to: usize) -> Values {
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
fn zero(code: &Code, from: usize, to: usize, depth: u32) -> (bool, bool) {
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

fn is_null(code: &Code, from: usize, to: usize) -> bool {
    to == from + 1 && matches!(code.word(from), b"NULL" | b"nullptr")
}

/// `NAME`, `NAME(…)`: the name where it looks like a macro's.
fn macro_alone(code: &Code, from: usize, to: usize) -> Option<MacroName> {
    let word = code.word(from);
    if !words::looks_like_macro(word) {
        return None;
    }
    let call = code.is(from + 1, b'(');
    let end = if call { code.behind(from + 1) } else { from + 1 };
    (end == to).then(|| MacroName { name: String::from_utf8_lossy(word).into_owned(), call })
}

/// What stands between the commas of `from..to`; empty ones are none.
fn elements(code: &Code, from: usize, to: usize, mut each: impl FnMut(usize, usize)) {
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
