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

/// Whether a break goes through a word of which nothing else is a part, so that no mailer made it: an address of sixteen
/// digits, as those of a kernel and physical ones, or what stands behind the `+` of a function.
pub(crate) fn is_surely_torn(line: &str, next: &str) -> bool {
    const DIGITS: usize = 16;
    if next.starts_with(char::is_whitespace) || line.ends_with(char::is_whitespace) {
        return false;
    }
    let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
    let first = next.split_whitespace().next().unwrap_or_default();
    let is_hex = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let digits = last.strip_prefix("0x").unwrap_or(last);
    let is_begun =
        digits.starts_with("ffff") || digits.len() < last.len() && digits.starts_with("0000");
    let is_address = is_begun
        && is_hex(digits)
        && is_hex(first)
        && digits.len() < DIGITS
        && digits.len() + first.len() == DIGITS;
    let offset = |sign: &str, rest: &str| {
        let name = last.strip_suffix(sign).is_some_and(|name| !name.is_empty());
        name && first.strip_prefix(rest).is_some_and(is_hex)
    };
    is_address
        || offset("+", "0x")
        || offset("+0", "x")
        || offset("+0x", "")
        || is_torn_source(line, next)
}

/// Whether a break goes through the number of a data source: perf prints two between the event of a sample and its words.
fn is_torn_source(line: &str, next: &str) -> bool {
    let is_hex = |word: &str| word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut before = line.rsplit(' ').filter(|word| !word.is_empty());
    let (source, address, event) = (before.next(), before.next(), before.next());
    let mut behind = next.split(' ');
    source.zip(address).is_some_and(|(source, address)| is_hex(source) && is_hex(address))
        && event.is_some_and(|event| event.ends_with(':'))
        && behind.next().is_some_and(is_hex)
        && behind.next().is_some_and(|words| words.starts_with("|OP"))
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
    torn_percent
        || is_torn_answer(last, first)
        || address
        || bracket
        || dots
        || is_surely_torn(line, next)
}

/// Whether the edge of a screen may part the two lines: a rule as wide as the screen does not go on in another line's
/// words, and what is as wide as the screen and no names of columns does not go on in a rule.
pub(crate) fn may_go_on(line: &str, next: &str) -> bool {
    const FEWEST_SIGNS: usize = 4;
    let is_drawn = |text: &str| text.trim().len() >= FEWEST_SIGNS && is_rule(text);
    if line.trim().is_empty() {
        return true;
    }
    // The second of several values, below the first.
    if next.starts_with("    ") && next.trim_start().starts_with(": ") {
        return false;
    }
    if is_rule(line) {
        is_rule(next)
    } else {
        line.trim_start().starts_with('#') || !is_drawn(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_as_wide_as_the_screen_does_not_go_on_in_a_rule() {
        let line = "      0       47       30      140       16        0      0x7f0020000080";
        let rule = "-".repeat(60);
        assert!(!may_go_on(line, &rule) && may_go_on(&rule, &rule));
        let (event, other) =
            ("  Events        : cpu/mem-loads/P", "                : cpu/mem-stores/P");
        assert!(!may_go_on(event, other));
        assert!(may_go_on("#        ------- HITM", &rule) && may_go_on(line, "  12 [.] f"));
    }

    #[test]
    fn a_break_goes_through_an_address_or_an_offset() {
        let torn = [
            ("  7 0xffff888100", "0000b7 599 0x10068808042"),
            ("12  ffffffff8110", "0130 walk_list+0x10"),
            ("0xffff8881000000b7 0x00000000000100b", "7 599"),
            ("  1963 55aa00001202 walk_list+0", "x102 (/opt/app)"),
            ("a 7/7 [001] 2.0: e: 7f0000001000  1808", "042 |OP LOAD|LVL L1 hit"),
            ("  1963 55aa00001202 walk_list+", "0x102 (/opt/app)"),
        ];
        for (line, next) in torn {
            assert!(is_surely_torn(line, next), "{line}");
        }
        let whole = [
            ("  7 0xffff8881000000b7", "599 0x10068808042"),
            ("  7 0xffff888100", " 0000b7"),
            ("  7 0xffff888100", "b7 599"),
            ("  1963 walk_list+0x10", "2 (/opt/app)"),
            ("operator+", "x"),
            ("a 7/7 [001] 2.0: e:  7f0000001000", "1808042 |OP LOAD|LVL L1 hit"),
        ];
        for (line, next) in whole {
            assert!(!is_surely_torn(line, next), "{line}");
        }
    }
}
