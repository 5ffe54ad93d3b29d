//! What a line of a report is, by its words alone.

use std::borrow::Cow;

use super::row;
use mailtext::GAP;

use crate::tokens::{Word, is_masked, words};

/// Bytes of a sign or number before an item of a list.
const LONGEST_SIGN: usize = 5;
/// perf draws sixty; a person who parts rows draws fewer.
const FEWEST_DASHES: usize = 40;

/// Whether a line is a row of the Pareto: at least three percentages and an offset into a line.
pub fn is_row(text: &str) -> bool {
    // Not by `parse`: what tells files apart need not know the rest of a row.
    let words = words(text);
    let percents = words.iter().filter(|word| word.percent().is_some()).count();
    percents >= 3 && row::offset(&words).is_some_and(|offset| offset < 128)
}

/// A line with one blank between its words: programs that set tables move them apart.
pub fn squeezed(text: &str) -> Cow<'_, str> {
    if !text.contains("  ") && !text.contains(GAP) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A line of only `=`, `-`, `.` and `#`.
pub fn is_rule(text: &str) -> bool {
    let rule =
        |c: char| matches!(c, '=' | '-' | '.' | '#' | '_' | '+' | '─' | '═') || c.is_whitespace();
    text.chars().all(rule)
}

/// Whether a line is the counts of a line and its address: `0 266 373 323 164 73 0x4040c0`.
pub fn is_line_of_counts(text: &str) -> bool {
    is_block(&words(text))
}

/// Whether a line is a row of the table of lines, or the beginning of one: `0 0xffff881fa55b0140 72006 16.97% …`.
pub fn is_listed_line(text: &str) -> bool {
    let words = words(text);
    let is_figure = |word: &Word| word.number().is_some() || word.percent().is_some();
    let [number, address, rest @ ..] = words.as_slice() else { return false };
    number.number().is_some()
        && address.address().is_some_and(|address| address % 64 == 0)
        && rest.len() > 3
        && rest.iter().any(|word| word.percent().is_some())
        && rest.iter().all(is_figure)
}

/// The rule that perf draws before and after each line of the Pareto, perhaps behind an editor's number.
pub fn is_dashes(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    text.len() >= FEWEST_DASHES && text.bytes().all(|byte| byte == b'-')
}

/// `0 266 373 323 164 73 0x4040c0`: numbers, then the line's address alone.
pub fn is_block(words: &[Word]) -> bool {
    let Some((last, numbers)) = words.split_last() else { return false };
    (3..=9).contains(&numbers.len())
        && (last.address().is_some_and(|address| address % 64 == 0) || is_masked(last.text))
        && numbers.iter().all(|word| word.number().is_some())
}

/// Where the row or the line begins behind one sign or number of a list (`- 9.22% …`, `3) 9.22% …`, `[3] 0 266 …`).
pub fn behind_sign(words: &[Word]) -> Option<usize> {
    let [sign, rest @ ..] = words else { return None };
    let is_sign = sign.text.len() <= LONGEST_SIGN
        && sign.number().is_none()
        && sign.address().is_none()
        && !sign.text.contains('%')
        && sign.text != "#";
    let first = rest.first().filter(|_| is_sign)?;
    (first.percent().is_some() && row::begins_row(rest) || is_block(rest)).then_some(first.start)
}

/// The callers that a report with a call graph has under each row.
pub fn is_callchain(text: &str) -> bool {
    text.starts_with('|') || text.starts_with("--")
}

/// Whether a row begins in the middle of its first share (`00%  40.75%  0x8`): perf prints a point and two decimals.
pub fn is_torn_row(words: &[Word]) -> bool {
    let [first, second, ..] = words else { return false };
    let Some(end) = first.text.strip_suffix('%') else { return false };
    let is_short = end.len() < 3 && end.bytes().all(|byte| byte.is_ascii_digit());
    let is_torn = is_short || end.starts_with('.');
    let has_decimals = second.text.split_once('.').is_some_and(|(_, part)| part.len() == 3);
    is_torn && has_decimals && second.percent().is_some()
}

/// The line of perf's second screen: `Cacheline 0x4040c0`.
pub fn screen_of_line(text: &str) -> Option<u64> {
    let address = text.strip_prefix("Cacheline ")?;
    let word = Word { text: address, start: 0, end: address.len() };
    word.address()
}

/// Whether a title is that of perf's first screen, which is there again whenever it was shown again:
/// `Shared Data Cache Line Table (2 entries, sorted on Total HITMs)`.
pub fn is_screen(text: &str) -> bool {
    text.contains(" entries, sorted on ")
}

/// What perf's first screen says that it sorts by.
pub fn sorted_on(text: &str) -> Option<&str> {
    text.split_once(" entries, sorted on ")?.1.strip_suffix(')')
}
