//! Lines at which a struct begins.

use crate::words;

/// `struct name`, `extern struct name {`, `static const struct name {`: as the line that git names before a hunk.
pub fn is_record(context: &str) -> bool {
    let head = context.split('{').next().unwrap_or_default();
    for word in head.split_whitespace() {
        match word {
            "struct" | "union" | "class" => return true,
            "typedef" | "extern" | "static" | "const" | "volatile" | "__extension__" => {}
            // `static SQLITE_WSD struct name {`
            _ if words::looks_like_macro(word.as_bytes()) => {}
            _ => return false,
        }
    }
    false
}

/// Whether a struct opens at the start of a line.
pub fn opens_at_margin(code: &str) -> bool {
    code.lines().any(|line| {
        line.trim_end().ends_with('{') && is_record(line) && !line.starts_with([' ', '\t'])
    })
}
