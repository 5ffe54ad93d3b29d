//! Texts as a program writes strings: JSON out of a bug tracker, a list of lines, `$'…'` of a shell.

use std::borrow::Cow;

use memchr::memchr;

/// Strings in strings: JSON of JSON has two, and a log that quotes it one more.
const MAX_LEVELS: usize = 3;
/// A line is a text when so many of the pieces between two escaped line ends have blanks; a path (`C:\new\nodes\net`)
/// has none.
const LEAST_PIECES: usize = 2;
/// Of a list's lines, so many in a hundred are strings.
const LEAST_LISTED_PERCENT: usize = 60;
/// A list is no shorter.
const LEAST_LISTED: usize = 3;

/// Escape characters as programs show them, before the rest of a terminal's sequence.
const SHOWN: [&str; 4] = ["\\u001b[", "\\x1b[", "\\033[", "\\e["];

/// The text of a line whose line ends are escaped, or of a list of strings in one line, with line ends of its own; as it
/// is where nothing shows that it is one.
pub fn unescaped(line: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(line);
    for _ in 0..MAX_LEVELS {
        if !is_escaped(&text) && !is_list_in_line(&text) {
            break;
        }
        text = Cow::Owned(strings(&text));
        if text.trim_matches('\n').contains('\n') {
            break;
        }
    }
    // In a list a string is a line. What follows the escape character goes with it, so it has to be one.
    if memchr(b'\\', text.as_bytes()).is_some() {
        for shown in SHOWN {
            if text.contains(shown) {
                text = Cow::Owned(text.replace(shown, "\u{1b}["));
            }
        }
    }
    text
}

/// Whether nearly all of these lines are the strings of a list.
pub fn is_listed<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut listed, mut all) = (0, 0);
    for line in lines.map(str::trim).filter(|line| line.contains(' ') || line.len() > 2) {
        all += 1;
        // Of a spreadsheet each value of a line is a string.
        listed += usize::from(string_of(line).is_some_and(|inside| !inside.contains("\",\"")));
    }
    listed >= LEAST_LISTED && listed * 100 >= all * LEAST_LISTED_PERCENT
}

/// The text of a list's line; as it is where that is no string.
pub fn listed(line: &str) -> Cow<'_, str> {
    match string_of(line.trim()) {
        // Strings of a list of lines may have their line ends.
        Some(inside) => Cow::Owned(characters(inside).trim_end_matches(['\r', '\n']).to_owned()),
        // The list's own.
        None if line.trim().chars().all(|c| "[]{},".contains(c)) => Cow::Borrowed(""),
        None => Cow::Borrowed(line),
    }
}

/// What is between the quotes of `"…",`.
fn string_of(line: &str) -> Option<&str> {
    let bare = line.strip_suffix(',').unwrap_or(line).trim_end();
    ['"', '\''].into_iter().find_map(|quote| bare.strip_prefix(quote)?.strip_suffix(quote))
}

fn is_escaped(line: &str) -> bool {
    if memchr(b'\\', line.as_bytes()).is_none() {
        return false;
    }
    let pieces: Vec<&str> = line.split("\\n").collect();
    let inner = pieces.get(1..pieces.len() - 1).unwrap_or_default();
    inner.iter().filter(|piece| piece.contains(' ')).count() >= LEAST_PIECES
}

/// `["first line", "second line", "third line"]`
fn is_list_in_line(line: &str) -> bool {
    let start = line.trim_start();
    if !start.starts_with("[\"") {
        return false;
    }
    let between = |with: &str| line.split(with).filter(|piece| piece.contains("  ")).count();
    between("\",").max(between("\", ")) >= LEAST_LISTED
}

/// The strings of a line, each on lines of its own; the names and signs between them are gone. A line that has no quotes
/// around its text is one string.
fn strings(line: &str) -> String {
    let start = line.trim_start();
    if let Some((_, inside)) = line.split_once("$'") {
        return characters(inside.trim_end().strip_suffix('\'').unwrap_or(inside));
    }
    let of_python = start.strip_prefix('b').unwrap_or(start);
    if let Some(inside) = of_python.strip_prefix('\'') {
        return characters(inside.trim_end().strip_suffix('\'').unwrap_or(inside));
    }
    if !is_json(start) {
        return characters(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((_, inside)) = rest.split_once('"') {
        let end = string_end(inside);
        rest = inside.get(end + 1..).unwrap_or_default();
        // The name of a value.
        if rest.trim_start().starts_with(':') {
            continue;
        }
        let text = characters(&inside[..end]);
        out.push_str(&text);
        if !text.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// Whether a line begins as JSON does, at its top or in the middle of an object.
fn is_json(start: &str) -> bool {
    let name_ends = || start[1..].split_once('"').is_some_and(|(_, rest)| rest.starts_with(':'));
    match start.as_bytes().first() {
        Some(b'{') => true,
        Some(b'[') => start[1..].trim_start().starts_with(['"', '{', '[']),
        Some(b'"') => name_ends() || string_end(&start[1..]) + 3 >= start.trim_end().len(),
        _ => false,
    }
}

/// Where the string ends: at the first quote that is not escaped.
pub(crate) fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// The characters for which escapes stand, of JSON (RFC 8259, section 7) and of shells.
pub(crate) fn characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = escape.chars();
        let sign = chars.next();
        rest = chars.as_str();
        match sign {
            Some('n') => out.push('\n'),
            // `\r\n` is one line end.
            Some('r') if rest.starts_with("\\n") => {}
            Some('r') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('e' | 'E') => out.push('\u{1b}'),
            Some('b' | 'f') => {}
            Some(sign @ ('"' | '\'' | '\\' | '/')) => out.push(sign),
            Some('u') => rest = unit(rest, &mut out),
            Some('x') => {
                rest = number(rest, 2, 16, &mut out).unwrap_or_else(|| kept('x', rest, &mut out))
            }
            Some('0') => {
                rest = number(rest, 2, 8, &mut out).unwrap_or_else(|| kept('0', rest, &mut out))
            }
            Some(other) => rest = kept(other, rest, &mut out),
            None => out.push('\\'),
        }
    }
    out.push_str(rest);
    out
}

/// No escape: both characters stay.
fn kept<'a>(sign: char, rest: &'a str, out: &mut String) -> &'a str {
    out.extend(['\\', sign]);
    rest
}

/// A character by so many digits; what is left.
fn number<'a>(text: &'a str, digits: usize, radix: u32, out: &mut String) -> Option<&'a str> {
    let code = text.get(..digits).filter(|code| code.chars().all(|c| c.is_digit(radix)))?;
    out.push(u32::from_str_radix(code, radix).ok().and_then(char::from_u32)?);
    Some(&text[digits..])
}

/// `\u001b`, and the two halves of a pair.
fn unit<'a>(text: &'a str, out: &mut String) -> &'a str {
    let code = |text: &str| {
        let digits = text.get(..4).filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let Some(first) = code(text) else { return kept('u', text, out) };
    let second = text[4..].strip_prefix("\\u").and_then(code);
    let units = [Some(first), second.filter(|_| (0xd800..0xdc00).contains(&first))];
    let length = if units[1].is_some() { 10 } else { 4 };
    for char in char::decode_utf16(units.into_iter().flatten()) {
        out.push(char.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    &text[length..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: &str) {
        assert_eq!(unescaped(line), expect, "{line}");
    }

    #[test]
    fn escaped_line_ends_are_line_ends() {
        let lines = "===\n  1.00%  a\n  2.00%  b\n";
        check(r"===\n  1.00%  a\n  2.00%  b\n", lines);
        check(r#""===\n  1.00%  a\n  2.00%  b\n""#, lines);
        check(r#"{"id": 7, "body": "===\n  1.00%  a\n  2.00%  b\n"}"#, lines);
        check(r#"  "text": "===\r\n  1.00%  a\r\n  2.00%  b\r\n","#, lines);
        check(r#""\"===\\n  1.00%  a\\n  2.00%  b\\n\"""#, lines);
        check(r"x=$'===\n  1.00%  a\n  2.00%  b\n'", lines);
        check(r"b'===\n  1.00%  a\n  2.00%  b\n'", lines);
        check(
            r#"["===", "  1.00%  a", "  2.00%  b", "  3.00%  c"]"#,
            &format!("{lines}  3.00%  c\n"),
        );
    }

    #[test]
    fn escapes_of_every_kind() {
        let text = r#"\t\"\\\/\u001b[m\ud83d\ude00\u00e9\x1b\033\e\q"#;
        assert_eq!(characters(text), "\t\"\\/\u{1b}[m\u{1f600}\u{e9}\u{1b}\u{1b}\u{1b}\\q");
        for cut in [r"\", r"\u00", r"\x1", r"\ud83d", r"\0"] {
            let _ = characters(cut);
        }
    }

    #[test]
    fn backslashes_of_names_stay() {
        for line in [
            r"  9.22%  0x8  [.] f  C:\new\nodes\net\name  a.c:1  0",
            r"  9.22%  0x8  [.] f\n  demo  a.c:1  0",
            "#   {a}  [b]",
        ] {
            check(line, line);
        }
    }

    #[test]
    fn lists_of_lines() {
        let lines = ["{", " \"lines\": [", "\"a \\\"b\\\"\",", "  '1.00%  c\\n',", "\"\","];
        assert!(!is_listed(lines[..3].iter().copied()));
        assert!(is_listed(lines[2..].iter().chain(&lines[2..]).copied()));
        assert_eq!(listed(lines[2]), "a \"b\"");
        assert_eq!(listed(lines[3]), "1.00%  c");
        assert_eq!(listed(lines[4]), "");
        assert_eq!(listed("a, \"b\""), "a, \"b\"");
    }
}
