//! Distances that an `asm` statement has in its own text: `asm("movl 4(%0), %%eax" : : "r"(p))`.

use super::code::Code;

/// What the text of an `asm` statement reads through a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// What lies at the pointer: `(%0)`, `[%0]`.
    Beginning,
    /// What lies at a distance that is a number: `4(%0)`, `[%0, #4]`.
    Distance,
}

/// The farthest that is read through an operand that `points`, in the statement whose brackets are `open` and `close`.
/// Operands are counted as gcc counts them ("Extended Asm"): outputs, then inputs, from 0; `[name]` names one.
pub fn read_through(
    code: &Code,
    open: usize,
    close: usize,
    points: impl Fn(usize, usize) -> bool,
) -> Option<Read> {
    let colon = (open + 1..close).find(|at| code.is(*at, b':'))?;
    let wanted = pointers(code, colon, close, points);
    if wanted.is_empty() {
        return None;
    }
    let mut text: Vec<u8> = Vec::new();
    // Macros between the strings have brackets of their own: `LOAD_SYM(%0, x)`.
    for at in (open + 1..colon).filter(|at| code.is_literal(*at)) {
        text.extend_from_slice(code.bytes(at));
    }
    let uses = (0..text.len()).filter(|at| text.get(*at) == Some(&b'%'));
    let reads = uses.filter_map(|percent| {
        let (operand, behind) = operand(text.get(percent + 1..)?)?;
        let is_wanted = wanted.iter().any(|each| each == operand);
        is_wanted.then(|| read_at(text.get(..percent)?, behind)).flatten()
    });
    reads.max_by_key(|read| *read == Read::Distance)
}

/// Numbers and names of the operands that point.
fn pointers<'a>(
    code: &Code<'a>,
    colon: usize,
    close: usize,
    points: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut number = 0usize;
    let mut at = colon;
    while at < close {
        if !code.is(at, b'(') || !code.is_literal(at - 1) {
            at = if code.is(at, b'(') { code.behind(at) } else { at + 1 };
            continue;
        }
        let behind = code.behind(at);
        // `"=r"(p)` is written before it can be read.
        let is_written = code.bytes(at - 1).starts_with(b"\"=");
        if !is_written && points(at + 1, behind - 1) {
            found.push(number.to_string().into_bytes());
            // "0"(p): the input lies where that output does.
            found.push(unquoted(code.bytes(at - 1)).to_vec());
            if at >= 4 && code.is(at - 2, b']') {
                found.push(code.word(at - 3).to_vec());
            }
        }
        number += 1;
        at = behind;
    }
    found
}

fn unquoted(literal: &[u8]) -> &[u8] {
    literal.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(literal)
}

/// `0`, `w0`, `[name]` behind a `%`: the operand, and what follows.
fn operand(text: &[u8]) -> Option<(&[u8], &[u8])> {
    // A letter says how it is printed.
    let text = match text {
        [letter, rest @ ..] if letter.is_ascii_alphabetic() => rest,
        _ => text,
    };
    if let Some(named) = text.strip_prefix(b"[") {
        let end = named.iter().position(|byte| *byte == b']')?;
        return Some((named.get(..end)?, named.get(end + 1..)?));
    }
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then(|| text.split_at(digits))
}

/// What brackets around an operand say: AT&T's, RISC-V's and POWER's `4(%0)`, ARM's `[%0, #4]`, Intel's `[%0 + 4]`.
fn read_at(before: &[u8], behind: &[u8]) -> Option<Read> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let before = trimmed_end(before);
    if let Some(distance) = before.strip_suffix(b"(") {
        let letters = |byte: &&u8| byte.is_ascii_alphanumeric();
        let length = distance.iter().rev().take_while(letters).count();
        return Some(read_of(distance.get(distance.len() - length..)?));
    }
    if before.ends_with(b"[") {
        let sign = |byte: &u8| matches!(byte, b',' | b'#' | b'+' | b'-');
        let from = behind.iter().position(|byte| !is_blank(byte) && !sign(byte))?;
        let rest = behind.get(from..)?;
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        return Some(read_of(rest.get(..length)?));
    }
    None
}

/// A number that is not 0 is a distance. What is none is told by itself: `%c1(%0)` has another operand.
fn read_of(word: &[u8]) -> Read {
    let is_number = word.first().is_some_and(u8::is_ascii_digit);
    let is_zero = word.iter().all(|byte| matches!(byte, b'0' | b'x'));
    if is_number && !is_zero { Read::Distance } else { Read::Beginning }
}

fn trimmed_end(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    text.get(..text.len() - blanks).unwrap_or_default()
}
