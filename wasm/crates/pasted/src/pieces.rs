//! Where a line begins anew and where it goes on: what all need that join broken lines.

use crate::samples::{begins_dump, begins_sample, is_caller, is_in_words, is_left_out};
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
    is_left_out(text)
        || !is_in_words(text) && (words::stands_alone(text) || begins_row(text) || is_caller(text))
}
