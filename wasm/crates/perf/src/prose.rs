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
    let three = text.matches('.').count() == 3 || text.contains('\u{2026}');
    (dots && three && text.chars().count() <= 8)
        || says_left_out(text)
        || matches!(
            bare.as_str(),
            "snip" | "snipped" | "cut" | "skip" | "skipped" | "trimmed" | "omitted"
        )
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

/// The line without what a person wrote to its right: `<--- here`, `# the counter`, `(2)`, `!!!`.
pub fn without_remark(text: &str) -> &str {
    // A sign in front of a row: `--> 9.22%`.
    let bare = text.trim_start();
    let sign = ["--> ", "-> ", "==> ", "=> ", "* ", "** ", "!! "]
        .iter()
        .find_map(|sign| bare.strip_prefix(sign));
    let text = sign.unwrap_or(text);
    // A C++ name may have `<-` of its own (`operator<-`), but not behind a gap or between blanks.
    let arrow = ["  <-", "  <=", "  \u{2190}", "  \u{21d0}", " <- ", " <-- ", " <--- "]
        .iter()
        .filter_map(|arrow| text.find(arrow))
        .min();
    let text = arrow.map_or(text, |at| &text[..at]);
    // A row that is bold as a whole.
    let bare = text.trim();
    let bold = bare.strip_prefix("**").and_then(|bare| bare.strip_suffix("**"));
    let text = bold.filter(|row| is_row(row)).unwrap_or(text);
    if is_row(text) { without_remark_of_row(text) } else { text }
}

/// Whether a line begins with a number and has an address or an offset: a row of perf's tables of lines and samples. Those
/// of types have figures in parentheses of their own: `+8 (0)`.
fn is_row(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit()) && text.contains("0x")
}

/// Names may have any sign, so that only what follows the list of nodes, a source line or a count is a remark.
fn without_remark_of_row(row: &str) -> &str {
    let row_before = |at: usize| {
        let before = row[..at].trim_end();
        // `0{ 3  50.0%}`
        let ends = before.ends_with(|c: char| c.is_ascii_digit() || c == '}');
        // No name has these as a word.
        (ends || row[at..].trim_start().starts_with("// ")).then_some(before)
    };
    let comment = row
        .match_indices(char::is_whitespace)
        .filter(|(at, blank)| row[at + blank.len()..].starts_with(['#', '/', '*']))
        .filter(|(at, _)| {
            let remark = row[*at..].trim();
            let is_bold = remark.len() > 4 && remark.starts_with("**") && remark.ends_with("**");
            remark.starts_with('#') || remark.starts_with("//") || is_bold
        })
        .find_map(|(at, _)| row_before(at));
    if let Some(row) = comment {
        return row;
    }
    let end = row.trim_end();
    let number = before_note_number(end);
    let marks = || {
        let before = end.trim_end_matches('!').trim_end_matches('*');
        (before.len() < end.len()).then_some(before)
    };
    number.or_else(marks).and_then(|before| row_before(before.len())).unwrap_or(row)
}

/// What stands before `(2)` at the end of a line.
fn before_note_number(text: &str) -> Option<&str> {
    text.strip_suffix(')')
        .map(|open| open.trim_end_matches(|c: char| c.is_ascii_digit()))
        .and_then(|open| open.strip_suffix('('))
        .filter(|before| before.ends_with(char::is_whitespace))
}
