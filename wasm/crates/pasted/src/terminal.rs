//! What a terminal takes for colours, links and bold letters.

/// `X\bX` and `_\bX`, as `man` and line printers write bold and underlined.
pub(crate) fn without_overstrikes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if char == '\u{8}' {
            out.pop();
        } else {
            out.push(char);
        }
    }
    out
}

/// Terminal escapes: whole, as `less` shows them (`ESC[31m`), as `cat -v` does (`^[[31m`), and where the
/// escape character itself was lost (`[31m`).
pub(crate) fn without_colours(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\u{9b}', '\u{241b}', '[']) {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let char = escape.chars().next().unwrap_or('[');
        let behind = &escape[char.len_utf8()..];
        if char == '[' {
            match colour(behind) {
                Some(end) => {
                    for shown in ["ESC", "^["] {
                        if out.ends_with(shown) {
                            out.truncate(out.len() - shown.len());
                        }
                    }
                    rest = &behind[end..];
                }
                None => {
                    out.push('[');
                    rest = behind;
                }
            }
            continue;
        }
        let end = escape_length(behind, char == '\u{9b}');
        out.extend(std::iter::repeat_n(' ', cursor_forward(&behind[..end])));
        rest = &behind[end..];
    }
    out.push_str(rest);
    out
}

/// Length of `31m`, `1;31m`, `m` behind a bracket; `[K` is only an escape behind an escape character.
fn colour(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let rest = text[end..].strip_prefix('m')?;
    // `[m` alone may begin a name.
    let name = end == 0 && rest.starts_with(|c: char| c.is_alphanumeric() || c == ']');
    (!name).then_some(end + 1)
}

/// `[5C` moves the cursor over five columns: they are blanks.
fn cursor_forward(sequence: &str) -> usize {
    let count = sequence.strip_suffix('C').map(|text| text.trim_start_matches('['));
    match count {
        Some("") => 1,
        // Of a wider gap two blanks are enough to see that it is one.
        Some(digits) => digits.parse().map_or(0, |count| if count < 1_000 { count } else { 2 }),
        None => 0,
    }
}

/// Length of what follows an escape character.
fn escape_length(text: &str, sequence: bool) -> usize {
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
