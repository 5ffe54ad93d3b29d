//! Values that stand for members by their position: initialisers of variables, tables and compound literals.

use facts::{Container, FileHazards, Hazard, HazardKind, MacroName, MacroText, MacroUse};

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::Code;
use super::rows::{Rows, value_of, value_of_element};
use super::subject::{Subject, hazard};
use super::values::{self, elements, values_between};
use super::variables::Variables;
use crate::words;

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
    let held: Vec<Container> = found.held.iter().chain(subject.held).cloned().collect();
    inside_others(code, subject, variables, &held, found);
    inside_by_position(code, subject, &held, found);
    if subject.cplusplus {
        temporaries(code, subject, found);
        bindings(code, variables, found);
    }
    for at in 1..code.len() {
        // No value is cast to a struct: what follows is a macro with braces.
        let opens = code.is(at, b'{') || words::looks_like_macro(code.word(at));
        if !opens || !code.is(at - 1, b')') {
            continue;
        }
        // `(struct x){ … }`, `(const struct x []){ … }`, `(struct x)X_INIT`
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
fn inside_others(
    code: &Code,
    subject: &Subject,
    variables: &Variables,
    held: &[Container],
    found: &mut FileHazards,
) {
    let mut containers: FxHashMap<&[u8], FxHashSet<&[u8]>> = FxHashMap::default();
    for Container { member, container, .. } in held {
        containers.entry(member.as_bytes()).or_default().insert(container.as_bytes());
    }
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
        // A member of that name in a struct that does not hold it.
        if let Some(containers) = containers.get(name)
            && initialised_tag(code, dot).is_some_and(|tag| !containers.contains(tag))
        {
            continue;
        }
        let own = variables.member(name).map(|member| member.dimensions);
        let Some(dimensions) = own.or_else(|| subject.held_by_others(name)) else { continue };
        let mut rows = Rows::default();
        value_of(code, at + 1, dimensions.saturating_sub(element), &mut rows);
        tell(code, subject, rows, name, found);
    }
}

/// Tokens of an initialiser, those in brackets not counted, before a value whose struct is known.
const MOST_VALUES: usize = 4096;

/// The tag of the struct whose own member a `.` names: `struct tag v = { .a`, `struct tag v[] = { { .a`. None where it is
/// deeper, or a typedef names it.
fn initialised_tag<'a>(code: &Code<'a>, dot: usize) -> Option<&'a [u8]> {
    let around = |at: usize| {
        let mut back = at.checked_sub(1)?;
        for _ in 0..MOST_VALUES {
            if code.is(back, b'{') {
                return Some(back);
            }
            let open = code.partner(back).filter(|open| *open < back).unwrap_or(back);
            if code.is(back, b';') || code.is(back, b'(') {
                return None;
            }
            back = open.checked_sub(1)?;
        }
        None
    };
    let first = around(dot)?;
    let is_value = |brace: usize| brace > 0 && code.is(brace - 1, b'=');
    let (brace, is_row) = if is_value(first) { (first, false) } else { (around(first)?, true) };
    if !is_value(brace) {
        return None;
    }
    let mut name = brace.checked_sub(2)?;
    while words::is_attribute(code.word(name)) {
        name = name.checked_sub(1)?;
    }
    let is_table = code.is(name, b']');
    while code.is(name, b']') {
        name = code.partner(name)?.checked_sub(1)?;
    }
    let keyword = name.checked_sub(2)?;
    (is_table == is_row && words::is_record_keyword(code.word(keyword)))
        .then(|| code.word(keyword + 1))
}

/// `struct outer v = { 1, { 2, 3 } }`, `{ 1, 2, 3 }`: the struct's values stand where it does in another one.
fn inside_by_position(code: &Code, subject: &Subject, held: &[Container], found: &mut FileHazards) {
    let mut by_name: FxHashMap<&[u8], &Container> = FxHashMap::default();
    for each in held {
        by_name.entry(each.container.as_bytes()).or_insert(each);
    }
    for at in 1..code.len() {
        let Some(own) = by_name.get(code.word(at - 1)) else {
            continue;
        };
        let name = code.word(at);
        let mut value = at + 1;
        while code.is(value, b'[') {
            value = code.behind(value);
        }
        if !name.is_empty() && code.is(value, b'=') && code.is(value + 1, b'{') {
            let dimensions = u32::from(value > at + 1);
            row_of_container(code, subject, own, (name, value + 1, dimensions), found);
        }
    }
    // `struct { struct outer a, b; } v = { { 1, { 2, 3 } }, … }`
    for open in 1..code.len() {
        let Some(close) = code.partner(open).filter(|close| code.is(open, b'{') && *close > open)
        else {
            continue;
        };
        let name = code.word(close + 1);
        if name.is_empty() || !code.is(close + 2, b'=') || !code.is(close + 3, b'{') {
            continue;
        }
        let mut rows: Vec<(usize, usize)> = Vec::new();
        elements(code, close + 4, code.behind(close + 3) - 1, |from, to| rows.push((from, to)));
        let mut members = 0;
        for at in open + 1..close {
            let own = by_name.get(code.word(at));
            if let (Some(own), Some((from, _))) = (own, rows.get(members))
                && code.is(*from, b'{')
            {
                row_of_container(code, subject, own, (name, *from, 0), found);
            }
            members += usize::from(code.is(at, b';'));
        }
    }
}

/// What one initialiser of another struct, or each row of a table of it, gives the struct in it.
fn row_of_container(
    code: &Code,
    subject: &Subject,
    own: &Container,
    (name, open, dimensions): (&[u8], usize, u32),
    found: &mut FileHazards,
) {
    let Some(close) = code.partner(open) else { return };
    let mut all: Vec<(usize, usize)> = Vec::new();
    elements(code, open + 1, close, |from, to| all.push((from, to)));
    if dimensions > 0 {
        for (from, _) in all.into_iter().filter(|(from, _)| code.is(*from, b'{')) {
            row_of_container(code, subject, own, (name, from, 0), found);
        }
        return;
    }
    let position = own.position as usize;
    let Some((from, to)) = all.get(position).copied() else { return };
    if all.iter().any(|(from, _)| code.is(*from, b'.') || code.is(*from, b'[')) {
        return;
    }
    let mut rows = Rows::default();
    if code.is(from, b'{') {
        value_of(code, from, own.dimensions, &mut rows);
    } else if all.len() == position + 1 && own.dimensions == 0 {
        // `{ 1, SHOP_INIT }`
        value_of_element(code, from, to, 0, &mut rows);
    } else if all.len() > position + 1 && own.dimensions == 0 {
        // Without braces, the values after the place of the struct are those of its members.
        let values = all.get(position..).unwrap_or_default();
        if values.iter().all(|(from, to)| values::zero(code, *from, *to, 0).0) {
            return;
        }
        rows.leading = u32::try_from(values.len()).unwrap_or(u32::MAX);
        rows.rows = 1;
        rows.first = Some((from, values.last().map_or(to, |last| last.1) - 1));
    }
    tell(code, subject, rows, name, found);
}

/// `shop{1, 2}` of C++.
fn temporaries(code: &Code, subject: &Subject, found: &mut FileHazards) {
    for at in 0..code.len() {
        // `struct shop {` declares it, and `shop f() {` is a function.
        let declares = words::is_record_keyword(code.word(at));
        let behind = subject.mention(code, at).filter(|_| !declares && !in_class_head(code, at));
        if behind.is_some_and(|behind| code.is(behind, b'{')) {
            let mut rows = Rows::default();
            value_of(code, at + 1, 0, &mut rows);
            tell(code, subject, rows, b"", found);
        }
    }
}

/// `struct derived : public shop {`: a base, and no value.
fn in_class_head(code: &Code, at: usize) -> bool {
    let mut colon = false;
    for back in (at.saturating_sub(40)..at).rev() {
        let is_sign = [b':', b',', b'<', b'>'].iter().any(|byte| code.is(back, *byte));
        colon |= code.is(back, b':');
        if words::is_record_keyword(code.word(back)) {
            return colon;
        }
        if !is_sign && code.word(back).is_empty() {
            return false;
        }
    }
    false
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
    facts::sort_by(&mut refers, Ord::cmp);
    refers.dedup();
    Some(MacroText {
        name: name.to_owned(),
        whole: rows.leading.max(u32::from(rows.uncounted)),
        named: among.designated > 0 || rows.uncounted,
        among: if among.depends_on_macros() { 0 } else { among.leading + among.trailing },
        asserts: None,
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
