//! What people write around the rows of a text: remarks, signs that something was left out.

/// A line without what a person wrote to its right, and that: `the writer` of `<-- the writer`; empty where it says nothing.
pub fn parted_remark(text: &str) -> (&str, &str) {
    let bare = without_remark(text);
    let end = bare.as_ptr().addr() - text.as_ptr().addr() + bare.len();
    (bare, words_of_remark(text.get(end..).unwrap_or_default()))
}

/// What a remark says: its arrows and rules say only that it is one.
pub fn words_of_remark(text: &str) -> &str {
    let is_sign = |c: char| c.is_whitespace() || "<-=#/*!\u{2190}\u{21d0}".contains(c);
    text.trim_start_matches(is_sign).trim_end_matches(['*', ' ', '\t'])
}

/// What a `#` line says that is a sentence of its author's, no rule and no header of columns.
pub fn comment(text: &str) -> Option<&str> {
    const MOST_CHARS: usize = 200;
    /// What perf writes so itself.
    const OF_PERF: [&str; 3] =
        ["To display the perf.data header", "Total Lost Samples", "Samples:"];
    let said = text.trim().strip_prefix('#')?.trim_start_matches('#').trim();
    let says = said.contains(char::is_alphabetic)
        && said.chars().nth(MOST_CHARS).is_none()
        && !OF_PERF.iter().any(|begins| said.starts_with(begins));
    says.then_some(said)
}

/// `[snip]`, `[...]`, `...`: somebody took lines out.
pub fn is_left_out(text: &str) -> bool {
    let text = text.trim();
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let dots = text
        .chars()
        .all(|c| matches!(c, '.' | '\u{2026}' | '[' | ']' | '(' | ')' | '<' | '>' | ' '));
    // A rule of dots is longer.
    // What a mailer left of a rule of dots has more of them, or stands under a `#`.
    let three = (3..=5).contains(&text.matches('.').count()) || text.contains('\u{2026}');
    (dots && three && text.chars().count() <= 8)
        || says_left_out(text)
        || matches!(
            bare.as_str(),
            "snip" | "snipped" | "cut" | "skip" | "skipped" | "trimmed" | "omitted"
        )
}

/// Whether a line opens the declaration of a struct, or is one of it that stands in the lines after `was_inside`: what
/// somebody left out there is no row (netperf and `struct tcp_sock`, linux-kernel).
pub fn is_in_declaration(text: &str, was_inside: bool) -> bool {
    let opens = ["struct ", "union ", "class ", "enum "].iter().any(|word| text.starts_with(word));
    opens && text.ends_with('{') || was_inside && !text.starts_with('}')
}

/// `[... 12 lines omitted ...]`, `[Message clipped]  View entire message`, `… (truncated)`: what pages and pagers write.
fn says_left_out(text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "omitted",
        "truncated",
        "clipped",
        "removed",
        "snipped",
        "skipped",
        "deleted",
        "trimmed",
        "elided",
        "hidden",
    ];
    const MOST_WORDS: usize = 7;
    let framed = text.starts_with(['[', '(', '<', '.', '\u{2026}', '-', '*']);
    // Parts of a name are no words, and `[k]` is before one.
    let words = || {
        let bare =
            text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        bare.filter(|word| !word.is_empty())
    };
    let is_symbol =
        text.get(..4).is_some_and(|level| level.starts_with('[') && level.ends_with("] "));
    framed
        && !is_symbol
        && words().count() <= MOST_WORDS
        && !text.contains('%')
        && words().any(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// The line without what a person wrote to its right behind an arrow: `<--- here`.
pub fn without_remark(text: &str) -> &str {
    // A C++ name may have `<-` of its own (`operator<-`), but not behind a gap or between blanks.
    let arrow = ["  <-", "  <=", "  \u{2190}", "  \u{21d0}", " <- ", " <-- ", " <--- "]
        .iter()
        .filter_map(|arrow| text.find(arrow))
        .min();
    arrow.map_or(text, |at| &text[..at])
}
