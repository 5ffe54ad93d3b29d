//! Casts between pointers to the struct and to what lies at its beginning.

use facts::{FileHazards, Hazard, HazardKind, OpenCast};

use super::code::Code;
use super::subject::{Subject, hazard};
use super::variables::Variables;
use crate::words;

/// `(struct x *)p` where `p` points to another struct, and `(struct other *)p` where it points to this one.
pub fn casts<'a>(
    code: &Code<'a>,
    subject: &Subject,
    variables: &Variables<'a>,
    found: &mut FileHazards,
) {
    overlays(code, subject, found);
    for open in 0..code.len() {
        if !code.is(open, b'(') {
            continue;
        }
        found.hazards.extend(first_by_cast(code, variables, open));
        let Some(cast) = cast_at(code, subject, open) else {
            continue;
        };
        // `sizeof(struct x *)`, `f(struct x *p)` are none.
        if open > 0 && !code.word(open - 1).is_empty() && code.word(open - 1) != b"return" {
            continue;
        }
        let to_it = cast.pointer || subject.is_called(cast.tag);
        let Some(operand) = operand(code, cast.behind) else {
            continue;
        };
        let name = operand.name;
        let other = if to_it {
            let found = variables.declared_as(code, name).filter(|one| {
                !words::is_scalar_word(one.tag) && operand.points(one.stars, usize::from(one.array))
            });
            let Some(found) = found else {
                continue;
            };
            found.tag
        } else {
            let points = variables.named(code.word(name), name).is_some_and(|variable| {
                operand.points(variable.stars as usize, variable.dimensions as usize)
            });
            if !points {
                continue;
            }
            cast.tag
        };
        if subject.is_called(other) {
            continue;
        }
        let told = Hazard {
            subject: String::from_utf8_lossy(other).into_owned(),
            ..hazard(HazardKind::Cast, code.line(open), statement(code, open))
        };
        if subject.begins_with(other) {
            found.hazards.push(told);
        } else {
            found.casts.push(OpenCast { other: told.subject.clone(), hazard: told });
        }
    }
}

/// `*(int *)p`: the first member by a pointer to the struct.
fn first_by_cast(code: &Code, variables: &Variables, open: usize) -> Option<Hazard> {
    let star = open.checked_sub(1).filter(|star| code.is(*star, b'*'))?;
    let before = star.checked_sub(1);
    let multiplies = before.is_some_and(|before| {
        let word = code.word(before);
        let is_operand = !word.is_empty() && word != b"return";
        is_operand || code.is_literal(before) || code.is(before, b')') || code.is(before, b']')
    });
    let close = code.partner(open).filter(|close| *close > open + 1)?;
    let words_of =
        |at: usize| words::is_scalar_word(code.word(at)) || words::is_qualifier(code.word(at));
    if multiplies || !code.is(close - 1, b'*') || !(open + 1..close - 1).all(words_of) {
        return None;
    }
    let operand = operand(code, close + 1)?;
    let variable = variables.named(code.word(operand.name), operand.name)?;
    operand.points(variable.stars as usize, variable.dimensions as usize).then(|| Hazard {
        subject: code.text(open + 1, close - 2),
        ..hazard(HazardKind::Cast, code.line(open), statement(code, open))
    })
}

/// `union { struct x x; struct x_head head; }`: another struct lies over its beginning.
fn overlays(code: &Code, subject: &Subject, found: &mut FileHazards) {
    for at in 0..code.len() {
        let open = at + 1 + usize::from(!code.word(at + 1).is_empty());
        if code.word(at) != b"union" || !code.is(open, b'{') {
            continue;
        }
        let mut others: Vec<&[u8]> = Vec::new();
        let mut holds = false;
        let mut from = open + 1;
        let close = code.behind(open) - 1;
        for end in open + 1..close {
            if code.is(end, b'{') {
                // A body of its own begins as its members say.
                break;
            }
            if !code.is(end, b';') {
                continue;
            }
            let start = from;
            from = end + 1;
            if let Some(after) = subject.mention(code, start) {
                holds |= after + 1 == end && !code.word(after).is_empty();
                continue;
            }
            let tag = start + usize::from(words::is_record_keyword(code.word(start)));
            let word = code.word(tag);
            if tag + 2 == end && !word.is_empty() && !words::is_scalar_word(word) {
                others.push(word);
            }
        }
        for other in others.into_iter().filter(|_| holds) {
            let told = Hazard {
                subject: String::from_utf8_lossy(other).into_owned(),
                ..hazard(HazardKind::Overlay, code.line(at), code.text(at, close))
            };
            found.casts.push(OpenCast { other: told.subject.clone(), hazard: told });
        }
    }
}

struct Cast<'a> {
    tag: &'a [u8],
    behind: usize,
    /// The tag is a pointer's own name.
    pointer: bool,
}

/// `(struct tag *)`, `(const tag_t *)`
fn cast_at<'a>(code: &Code<'a>, subject: &Subject, open: usize) -> Option<Cast<'a>> {
    let mut at = open + 1;
    while words::is_qualifier(code.word(at)) {
        at += 1;
    }
    if words::is_record_keyword(code.word(at)) {
        at += 1;
    }
    let tag = code.word(at);
    let plain = tag.is_empty() || words::is_scalar_word(tag) || words::is_qualifier(tag);
    if plain || words::is_attribute(tag) {
        return None;
    }
    let pointer = subject.is_pointer(code, at);
    at += 1;
    if pointer && code.is(at, b')') {
        return Some(Cast { tag, behind: at + 1, pointer });
    }
    while words::is_qualifier(code.word(at)) || words::is_attribute(code.word(at)) {
        at += 1;
    }
    (code.is(at, b'*') && code.is(at + 1, b')')).then_some(Cast {
        tag,
        behind: at + 2,
        pointer: false,
    })
}

/// What is cast: `p`, `&v`, `(p)`, `v`, `&v[i]`, `p[i]`, and no more.
struct Operand {
    name: usize,
    address: bool,
    indexed: bool,
}

impl Operand {
    /// Whether it points to a struct where its name is declared with so many `*` and `[]`.
    fn points(&self, stars: usize, dimensions: usize) -> bool {
        match (self.address, self.indexed) {
            (false, false) | (true, true) => stars + dimensions == 1,
            // An array lies where its first element does.
            (true, false) => stars == 0 && dimensions < 2,
            (false, true) => stars + dimensions == 2,
        }
    }
}

fn operand(code: &Code, at: usize) -> Option<Operand> {
    let at = if code.is(at, b'(') && code.is(at + 2, b')') { at + 1 } else { at };
    let address = code.is(at, b'&');
    let name = at + usize::from(address);
    if code.word(name).is_empty() {
        return None;
    }
    let indexed = code.is(name + 1, b'[');
    let next = if indexed { code.behind(name + 1) } else { name + 1 };
    let goes_on =
        code.is(next, b'.') || code.is_arrow(next) || code.is(next, b'[') || code.is(next, b'(');
    (!goes_on).then_some(Operand { name, address, indexed })
}

/// From the cast's statement's beginning to its end.
fn statement(code: &Code, open: usize) -> String {
    let begins = |at: usize| code.is(at, b';') || code.is(at, b'{') || code.is(at, b'}');
    let from =
        (open.saturating_sub(30)..open).rev().find(|at| begins(*at)).map_or(open, |at| at + 1);
    let to = (open..code.len().min(open + 40)).find(|at| code.is(*at, b';')).unwrap_or(open + 6);
    code.text(from, to)
}
