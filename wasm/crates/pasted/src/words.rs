//! What the words of a report look like, as far as it takes to see what was done to the text.

/// `9.22%`, `100%`, `-nan%`
pub fn is_percent(word: &str) -> bool {
    word.strip_suffix('%').is_some_and(|number| {
        number.strip_prefix('-').unwrap_or(number) == "nan"
            || number.starts_with(|c: char| c.is_ascii_digit())
                && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// `9.22%`, as the rows of perf's tables begin; lists of nodes have one decimal.
fn is_share(word: &str) -> bool {
    is_percent(word) && word.split_once('.').is_none_or(|(_, decimals)| decimals.len() == 3)
}

/// `0x404100`
pub fn is_address(word: &str) -> bool {
    word.strip_prefix("0x")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// `1598`
pub fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A line that says nothing: only signs of which rules are drawn.
pub fn is_rule(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || matches!(c, '=' | '-' | '.' | '#' | '_' | '+' | '|' | ':')
            || ('\u{2500}'..='\u{257f}').contains(&c)
    })
}

/// Whether a line begins as a row of one of perf's tables does: a percentage, or an address and more numbers,
/// behind at most two numbers (the index, an editor's number).
pub fn begins_row(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(word) = words.by_ref().take(3).find(|word| !is_number(word)) else { return false };
    // Behind the address of a row's code no percentage follows; behind that of a line it does.
    is_share(word) || is_address(word) && words.take(4).any(is_percent)
}

/// Titles of perf's tables.
const TITLES: [&str; 6] = [
    "Trace Event Information",
    "Global Shared Cache Line Event Information",
    "c2c details",
    "Shared Data Cache Line Table",
    "Shared Cache Line Distribution Pareto",
    "Annotate type: '",
];

/// Whether a line may follow a row without being a part of it: nothing, a rule, a title, a header, a row, the counts and
/// the address of the next line, a caller of a call graph.
pub fn stands_alone(text: &str) -> bool {
    let trimmed = text.trim_start();
    is_rule(trimmed)
        || TITLES.iter().any(|title| trimmed.starts_with(title))
        || trimmed.starts_with(['#', '|'])
        || trimmed.starts_with("--")
        || begins_row(trimmed)
        || is_counts(trimmed)
}

/// `0 266 373 323 164 73 0x4040c0`
fn is_counts(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let address = words.next().is_some_and(is_line_address);
    let mut numbers = 0;
    address
        && words.all(|word| {
            numbers += 1;
            is_number(word)
        })
        && (4..=9).contains(&numbers)
}

/// The address of a line: no digits but 0, 4, 8 and c and a 0.
fn is_line_address(word: &str) -> bool {
    is_address(word) && matches!(word.as_bytes(), [.., b'0' | b'4' | b'8' | b'c' | b'C', b'0'])
}
