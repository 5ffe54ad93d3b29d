//! What people write in a struct where they took lines out of it.

const WORDS: [&str; 12] = [
    "snip",
    "snipped",
    "skip",
    "skipped",
    "omitted",
    "omit",
    "truncated",
    "trimmed",
    "elided",
    "removed",
    "clipped",
    "cut",
];

/// What a line says that stands for others: `[...]`, `(snip)`, `/* ... */`, `// 12 members omitted`. `code` is the line without
/// its comments and `comment` the last one of them.
pub fn left_out(text: &str, code: &str, comment: &str) -> Option<String> {
    let bare = code.trim_start_matches("//").trim();
    let is_code = bare.contains([';', '{', '}']) || bare.ends_with([':', ',', '*']);
    let says = if bare.is_empty() && !code.is_empty() {
        false
    } else if bare.is_empty() {
        // pahole's own remarks say what is in the struct.
        let own = ["XXX", "size:", "sum ", "padding", "---", "forced", "last cacheline", "bit_"];
        !own.iter().any(|own| comment.contains(own)) && stands_for_lines(comment)
    } else {
        !is_code && stands_for_lines(bare)
    };
    says.then(|| text.trim().chars().take(40).collect())
}

/// Dots alone, or a word for it among few others.
fn stands_for_lines(text: &str) -> bool {
    const MOST_WORDS: usize = 6;
    let text = text.trim();
    let has_dots = text.contains("...") || text.contains('\u{2026}') || text.contains(". .");
    let letters = text.chars().any(char::is_alphanumeric);
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let named = words().any(|word| WORDS.contains(&word.to_lowercase().as_str()));
    let few = words().count() <= MOST_WORDS;
    // "... 12 more members ..."
    let framed = text.starts_with(['[', '(', '<', '.', '-', '\u{2026}']);
    (has_dots && !letters) || (few && named) || (few && has_dots && framed)
}
