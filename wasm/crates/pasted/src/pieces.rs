//! Where a line begins anew and where it goes on: what all need that join broken lines.

use crate::samples::{
    begins_dump, begins_sample, ends_in_place, is_caller, is_ids_alone, is_in_words,
    is_memory_header, is_memory_piece, is_sample_piece, stands_for_rows,
};
use crate::words;

/// A sign at the end of a single line may be a part of its name.
pub(crate) const LEAST_MARKED: usize = 2;

/// What a mailer's break is in a joined line: blanks, of which nobody knows how many there were. It is white space.
pub const GAP: char = '\u{b}';

/// Whether a line begins as a row of one of perf's texts does.
pub fn begins_row(text: &str) -> bool {
    words::begins_row(text) || begins_sample(text) || begins_dump(text)
}

/// Whether a line is no rest of another one.
pub(crate) fn stands_alone(text: &str) -> bool {
    stands_for_rows(text)
        || !is_in_words(text) && (words::stands_alone(text) || begins_row(text) || is_caller(text))
}

/// The two pieces of a line that was broken at a blank.
pub(crate) fn with_gap(line: &str, next: &str) -> String {
    let (line, next) = (line.trim_end(), next.trim_start());
    // `12.34 %`
    let is_share = next.starts_with('%') && line.ends_with(|c: char| c.is_ascii_digit());
    // Behind the bracket of a C++ name stands no blank, so that a break there is none at a blank.
    let is_inside = line.ends_with('(');
    if is_share || is_inside { format!("{line}{next}") } else { format!("{line}{GAP}{next}") }
}

/// Whether `next` can be what a mailer broke off a row or a header: it stands flush left, and ends what is open.
/// Nothing can be told by lengths, as the break took the blanks of a gap with it.
pub(crate) fn is_piece(line: &str, next: &str) -> bool {
    if begins_sample(line) || begins_dump(line) {
        return is_sample_piece(line, next) && !(ends_in_place(line) && is_ids_alone(next));
    }
    // A mailer that says where it broke a line leaves a blank there (RFC 3676), and may begin the next one with one.
    let flush = line.ends_with(' ') || !next.starts_with(' ');
    if flush && line.starts_with('#') && (is_memory_header(next) || is_event(line, next)) {
        return true;
    }
    if flush && is_memory_piece(line, next) {
        return !next.trim().is_empty();
    }
    if next.starts_with(' ') || next.trim().is_empty() {
        return false;
    }
    let start = line.trim_start();
    if start.starts_with('#') {
        return is_memory_header(next)
            || next.contains("  ")
            || next.contains("--")
            || next.trim_end().ends_with("Node");
    }
    if !begins_row(start) {
        return false;
    }
    let of_nodes =
        |word: &str| word.chars().all(|c| c.is_ascii_digit() || "{}%.,-/naNA".contains(c));
    let ends_in_data = |text: &str| {
        text.split_whitespace().last().is_some_and(|word| {
            word.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '}' | ']' | '{' | '%' | ','))
                || word.contains(|c: char| c.is_ascii_digit())
                || is_level(word)
                || matches!(word, "n/a" | "N/A")
        })
    };
    let has_level = start.split_whitespace().any(is_level);
    // `1{ 1  50.0%   n/a}  (2)`: what a person wrote behind the row stands behind its rest.
    let end = next.trim_end().strip_suffix(')').and_then(|open| open.rsplit_once("  ("));
    let next = match end {
        Some((rest, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => next,
    };
    if has_level && start.split_whitespace().last().is_some_and(of_nodes) {
        return next.split_whitespace().all(of_nodes);
    }
    ends_in_data(next) || next.split_whitespace().any(is_level)
}

/// `# Samples: 19  of event` and below it `'cpu/mem-loads/P'`.
fn is_event(line: &str, next: &str) -> bool {
    line.contains("Samples:") && line.trim_end().ends_with("of event") && next.starts_with('\'')
}

/// `[k]`, `[.]` before a symbol.
fn is_level(word: &str) -> bool {
    word.len() == 3 && word.starts_with('[') && word.ends_with(']')
}
