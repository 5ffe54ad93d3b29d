//! Names in which every character can be seen.
//!
//! A name in a file is whatever bytes somebody put there: a line break, a terminal's escape sequence, a mark
//! that turns the text behind it around. None of them is part of a name that anybody means, and where a
//! compiler takes one (C11, annex D, allows U+202E in an identifier), `\u202e` is how C itself writes it.
//! `web/core/base/visible.ts` is the same for documents that do not come through here.

use std::borrow::Cow;

/// A name with what cannot be seen written as `\u202e`: controls, marks of direction, characters of no width.
/// Beyond the first plane two escapes stand, as JSON has them.
///
/// ```
/// assert_eq!(facts::visible_name("file"), "file");
/// assert_eq!(facts::visible_name("a\n\u{1b}[2J"), r"a\u000a\u001b[2J");
/// ```
pub fn visible_name(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| (0x20..0x7f).contains(&byte)) || !name.chars().any(is_hidden) {
        return Cow::Borrowed(name);
    }
    let mut shown = String::with_capacity(name.len() + 16);
    for char in name.chars() {
        push_visible(&mut shown, char);
    }
    Cow::Owned(shown)
}

/// One character of a name.
pub fn push_visible(shown: &mut String, char: char) {
    if !is_hidden(char) {
        return shown.push(char);
    }
    for unit in char.encode_utf16(&mut [0; 2]) {
        shown.push_str(&format!("\\u{unit:04x}"));
    }
}

/// Controls, and what Unicode lists as `Default_Ignorable_Code_Point` or as a separator of lines
/// (<https://www.unicode.org/Public/UCD/latest/ucd/DerivedCoreProperties.txt>).
fn is_hidden(char: char) -> bool {
    matches!(char,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::visible_name;

    #[test]
    fn what_cannot_be_seen_is_written() {
        let shown = [
            ("struct list_head *", "struct list_head *"),
            ("größe_μs", "größe_μs"),
            ("\u{202e}gpj.exe", r"\u202egpj.exe"),
            ("a\u{200d}b", r"a\u200db"),
            ("\u{9b}31m\u{7f}", r"\u009b31m\u007f"),
            ("a\tb\r\n", r"a\u0009b\u000d\u000a"),
            ("\u{e0041}", r"\udb40\udc41"),
        ];
        for (name, expected) in shown {
            assert_eq!(visible_name(name), expected);
        }
    }
}
