//! What is between the characters of a line that a terminal, a web page or an editor shows: colours, links, blanks that are
//! none, characters that cannot be seen.

use std::borrow::Cow;

/// The line without them. Tabs stay ([`untabbed`]), and ends of lines that are none of ASCII become `\n`.
pub(crate) fn bare(text: &str) -> Cow<'_, str> {
    let text = without_bar(text);
    if text.bytes().all(|byte| byte == b'\t' || (b' '..0x7f).contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\u{9b}']) {
        let (before, escape) = rest.split_at(at);
        push_seen(before, &mut out);
        let sign = escape.chars().next().map_or(1, char::len_utf8);
        let behind = &escape[sign..];
        let end = escape_length(behind, escape.starts_with('\u{9b}'));
        out.extend(std::iter::repeat_n(' ', cursor_forward(&behind[..end])));
        rest = &behind[end..];
    }
    push_seen(rest, &mut out);
    Cow::Owned(out)
}

/// A line of a window without the bar at its right edge, which tells how far it is scrolled (`tools/perf/ui/browser.c`).
pub(crate) fn without_bar(text: &str) -> &str {
    text.trim_end().strip_suffix(['\u{25c6}', '\u{2592}']).unwrap_or(text)
}

fn push_seen(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '\t' => out.push('\t'),
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{ad}' => {}
            '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ if char.is_whitespace() => out.push(' '),
            _ if char.is_control() => {}
            _ => out.push(char),
        }
    }
}

/// `[5C` moves the cursor over five columns: they are blanks. Of a wider gap two are enough to see that it is one.
fn cursor_forward(sequence: &str) -> usize {
    let count = sequence.strip_suffix('C').map(|text| text.trim_start_matches('['));
    match count {
        Some("") => 1,
        Some(digits) => digits.parse().map_or(0, |count| if count < 1_000 { count } else { 2 }),
        None => 0,
    }
}

/// Length of what follows an escape character (ECMA-48); `sequence`: the character opens a sequence by itself.
pub(crate) fn escape_length(text: &str, sequence: bool) -> usize {
    let end = |text: &str| {
        let parameters = text.find(|c: char| !('\u{20}'..='\u{3f}').contains(&c));
        parameters.map_or(text.len(), |at| at + text[at..].chars().next().map_or(0, char::len_utf8))
    };
    match text.as_bytes().first() {
        _ if sequence => end(text),
        Some(b'[') => 1 + end(&text[1..]),
        // A title or a link: to the bell or `ESC \`.
        Some(b']' | b'P' | b'_' | b'^') => match (text.find('\u{7}'), text.find("\u{1b}\\")) {
            (Some(bell), Some(end)) if end < bell => end + 2,
            (Some(bell), _) => bell + 1,
            (None, Some(end)) => end + 2,
            (None, None) => 1,
        },
        Some(b'(' | b')') => text.char_indices().nth(2).map_or(text.len(), |(at, _)| at),
        _ => text.chars().next().map_or(0, char::len_utf8),
    }
}

/// Tabs become the blanks that a terminal draws, two at least, as a table has between its columns (a spreadsheet's copy has
/// one tab there). Those at the start stay: callers of a call chain have one.
pub(crate) fn untabbed(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start_matches(['\t', ' ']).len();
    if !text[start..].contains('\t') {
        return Cow::Borrowed(text);
    }
    let mut out = text[..start].to_owned();
    let mut column = out.chars().count();
    for char in text[start..].chars() {
        if char == '\t' {
            let width = (8 - column % 8).max(2);
            out.extend(std::iter::repeat_n(' ', width));
            column += width;
        } else {
            out.push(char);
            column += 1;
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_what_cannot_be_seen() {
        assert_eq!(bare("\u{1b}[1;31m 9.22%\u{1b}[m\u{200b}\u{a0}0x8\u{1b}[K"), " 9.22% 0x8");
        assert_eq!(bare("\u{1b}]8;;http://x\u{7}name\u{1b}]8;;\u{7}\u{1b}[3C0"), "name   0");
        assert_eq!(bare("[k] f"), "[k] f");
        assert_eq!(bare("0x8  0x40\u{25c6}"), "0x8  0x40");
    }

    #[test]
    fn tabs_are_gaps() {
        assert_eq!(untabbed("\t401150 f"), "\t401150 f");
        assert_eq!(untabbed("0.00%\t0x8\ta b"), "0.00%   0x8     a b");
    }
}
