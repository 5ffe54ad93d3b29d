//! Signs that somebody, or a program, took lines out of a text.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_every_kind() {
        for sign in [
            "[snip]",
            "...",
            "[...]",
            "[ ... ]",
            "<snip>",
            "< snip >",
            "( \u{2026} )",
            "\u{2026}",
            "[... 12 lines omitted ...]",
            "--- trimmed ---",
        ] {
            assert!(is_left_out(sign), "{sign}");
        }
        for other in
            ["", "# ....", "a row", "  [.] cut  demo", "[k] skipped  [kernel]", "<inode_removed+4>"]
        {
            assert!(!is_left_out(other), "{other}");
        }
    }
}
