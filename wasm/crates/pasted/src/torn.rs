//! What tells a broken line from two.

use crate::words::is_rule;

/// A row of perf's tables is no shorter; where the edge is further left, nothing can be told.
pub(crate) const NARROWEST_CHARS: usize = 40;

/// Whether a break goes through the last word of one group of a data source, behind which the next group is: `|OP LOA` and
/// `D|LVL`.
pub(crate) fn is_torn_answer(last: &str, first: &str) -> bool {
    const ENDS: [&str; 9] =
        ["LOAD|", "STORE|", "hit|", "miss|", "None|", "HitM|", "N/A|", "No|", "Yes|"];
    let joined = format!("{last}{first}");
    let has = |end: &&str| joined.contains(*end) && !last.contains(*end) && !first.contains(*end);
    ENDS.iter().any(has)
}

/// Whether a break goes through a word of perf's: a percentage, an address, a bracket, a name of its header.
pub(crate) fn is_torn(line: &str, next: &str) -> bool {
    let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    let first = next.split_whitespace().next().unwrap_or_default();
    let figure = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let percent = figure(last) && first.ends_with('%') && figure(first.trim_end_matches('%'));
    let torn_percent =
        percent && (last.ends_with('.') || first.starts_with(['%', '.']) || !first.contains('.'));
    let address = last == "0" && first.starts_with('x') || last == "0x";
    let bracket = last.starts_with('[') && !last.contains(']') && first.contains(']');
    let dots = is_rule(line) && is_rule(next) && last.len() + first.len() > 20;
    torn_percent || is_torn_answer(last, first) || address || bracket || dots
}
