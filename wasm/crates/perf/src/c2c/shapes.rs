//! What a line of a report is, by its words alone.

use std::borrow::Cow;

use super::row;
use pasted::GAP;

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
    percents >= 3 && row::offset(&words).is_some_and(|(offset, ..)| offset < 128)
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
    is_block(&words(text), true)
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

/// That rule, as long as perf's versions draw it: rows behind it are another line's, whether that line is there or not.
pub fn is_rule_of_lines(text: &str) -> bool {
    // 4.10 as it was developed, up to 5.19, since 6.0, and a draft of 2022.
    const DASHES: [usize; 4] = [54, 61, 70, 79];
    DASHES.contains(&text.len()) && text.bytes().all(|byte| byte == b'-')
}

/// `0 266 373 323 164 73 0x4040c0`: numbers, then the line's address alone. Where a broken row waits for
/// its end, `0 1 0x401150` could be that end; a code address is rarely aligned as a line is.
pub fn is_block(words: &[Word], row_waits: bool) -> bool {
    let Some((last, numbers)) = words.split_last() else { return false };
    let least = if row_waits { 4 } else { 3 };
    numbers.len() >= least
        && numbers.len() <= 9
        && (last.address().is_some_and(|address| address % 64 == 0) || is_masked(last.text))
        && numbers.iter().all(|word| word.number().is_some())
}

/// `0 266 373 323 164 73 0x4040c0  42`: the counts of a line, and a number that a person wrote behind it.
pub fn is_block_before_number(words: &[Word]) -> bool {
    words.split_last().is_some_and(|(last, rest)| {
        last.number().is_some() && rest.len() > 5 && is_block(rest, true)
    })
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
    (first.percent().is_some() && row::begins_row(rest) || is_block(rest, true))
        .then_some(first.start)
}

/// `0  0xffff881fa55b0140  0-1  72006`: a row of the table whose percentage stands in the next line.
pub fn is_table_start(words: &[Word]) -> bool {
    let [index, line, rest @ ..] = words else { return false };
    rest.len() <= 3
        && line.address().is_some_and(|address| address % 64 == 0)
        && index.number().is_some()
        && rest.iter().all(|word| word.number().is_some() || row::is_node(word))
}

/// Whether a line begins with an index and the address of a line: it is no end of another row. Behind a row that
/// waits, its code address may look like that; then a percentage has to follow.
pub fn begins_table_row(words: &[Word], row_waits: bool) -> bool {
    let at = words.iter().take(3).position(|word| word.number().is_none());
    let Some([line, behind @ ..]) = at.and_then(|at| words.get(at..)) else {
        return false;
    };
    line.address().is_some_and(|address| address % 64 == 0)
        && !behind.is_empty()
        && (!row_waits || behind.iter().take(4).any(|word| word.percent().is_some()))
}

/// `0 266 373 323`: the counts of a line whose address stands in the next line.
pub fn is_block_start(words: &[Word]) -> bool {
    (3..=8).contains(&words.len()) && words.iter().all(|word| word.number().is_some())
}

/// The callers that a report with a call graph has under each row.
pub fn is_callchain(text: &str) -> bool {
    text.starts_with('|') || text.starts_with("--")
}
