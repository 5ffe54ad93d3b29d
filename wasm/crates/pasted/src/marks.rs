//! What terminals and web pages put between the characters of a line: colours, overstrikes, invisible
//! characters, blanks that are none, HTML.

use std::borrow::Cow;

use crate::continued::CONTINUES;
use crate::html::{without_entities, without_tags};
use crate::terminal::{without_colours, without_overstrikes};

/// The line without them. `<br>` and the ends of HTML's blocks become line ends.
pub fn without_marks(text: &str) -> String {
    // Where a page shows overstrikes, what is struck over is a whole entity.
    let text = match text.contains(";\u{8}&") {
        true => Cow::Owned(without_entities(text)),
        false => Cow::Borrowed(text),
    };
    let text = without_terminal(&text);
    let text = if has_escaped(&text) { without_backslashes(&text) } else { text };
    let text = if text.contains('<') { without_tags(&text) } else { text };
    if !text.contains('&') {
        return text;
    }
    // A page that shows a page's source. Where some of a line is escaped once, the rest is the line's own.
    let twice =
        text.contains("&amp;") && text.matches('&').count() == text.matches("&amp;").count();
    let once = without_entities(&text);
    if twice { without_entities(&once) } else { once }
}

/// Whether Markdown escaped in a line what it would take for emphasis or a link.
fn has_escaped(text: &str) -> bool {
    ["\\_", "\\[", "\\%"].iter().any(|escaped| text.contains(escaped))
}

/// A line that was put together, where a break went through what stands for one of its signs: `12.34 %`, `[.\]`.
pub fn with_own_signs(text: &str) -> Cow<'_, str> {
    let escaped = text.contains("[.\\]") || text.contains("[k\\]") || has_escaped(text);
    let text = if escaped { Cow::Owned(without_backslashes(text)) } else { Cow::Borrowed(text) };
    if text.contains(" %") { Cow::Owned(with_plain_numbers(&text)) } else { text }
}

/// The line without the return at its end, where an editor or `cat -A` shows it: `^M`, `<0d>`, `\r`.
pub fn without_shown_return(text: &str) -> Cow<'_, str> {
    const SHOWN: [&str; 5] = ["^M", "<0d>", "<0D>", "\\r", "\u{240d}"];
    // `cat -A` puts a `$` behind it, a screen blanks up to its edge.
    let bare = text.trim_end_matches(' ');
    let (line, end) = bare.strip_suffix('$').map_or((bare, ""), |line| (line, "$"));
    match SHOWN.iter().find_map(|shown| line.strip_suffix(shown)) {
        Some(line) => Cow::Owned(format!("{line}{end}{}", &text[bare.len()..])),
        None => Cow::Borrowed(text),
    }
}

/// `rwsem\_down\_write`, `\[k\]` as they are meant.
fn without_backslashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let escapes = chars
            .peek()
            .is_some_and(|next| matches!(next, '_' | '[' | ']' | '*' | '`' | '~' | '%'));
        if char != '\\' || !escapes {
            out.push(char);
        }
    }
    out
}

/// Signs that stand for others in what is copied from a page, a word processor or a picture: `0×4070c0`, `81.20 %`,
/// `0X4070C0`, an address between backticks, digits that a thin blank groups (`1 351`), digits and `％` of full width.
fn with_plain_numbers(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or(' ');
    let digit = |index: usize| at(index).is_ascii_digit();
    let mut out = String::with_capacity(text.len());
    let mut quoted = false;
    for (index, char) in chars.iter().copied().enumerate() {
        let after_digit = index > 0 && digit(index - 1);
        // A thousand is grouped by three digits.
        let groups = || after_digit && (1..=3).all(|by| digit(index + by)) && !digit(index + 4);
        let is_prefix = after_digit
            && at(index - 1) == '0'
            && (index < 2 || !at(index - 2).is_alphanumeric())
            && at(index + 1).is_ascii_hexdigit();
        match char {
            '\u{d7}' | 'X' if is_prefix => out.push('x'),
            '\u{202f}' | '\u{2009}' if groups() => {}
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}'
                if after_digit && matches!(at(index + 1), '%' | '\u{ff05}') => {}
            '\u{ff10}'..='\u{ff19}' | '\u{ff05}' => {
                out.extend(char::from_u32(u32::from(char) - 0xfee0));
            }
            '`' if at(index + 1) == '0' && matches!(at(index + 2), 'x' | 'X') => quoted = true,
            '`' if quoted => quoted = false,
            _ => out.push(char),
        }
    }
    out
}

/// The line without what a terminal makes of it and what cannot be seen; a web page's markup stays.
pub fn without_terminal(text: &str) -> String {
    let text = if text.contains('\u{8}') { without_overstrikes(text) } else { text.to_owned() };
    plain(&with_plain_numbers(&without_colours(&text)))
}

/// Takes the escape or the overstrike off a line that its end broke. A sign that says that the line goes on stays.
pub fn take_torn(text: &mut String) -> String {
    let sign = text.chars().next_back().filter(|sign| CONTINUES.contains(sign));
    // `ESC \` ends a link.
    let sign = sign.filter(|_| !text.ends_with("\u{1b}\\"));
    let bare = text.len() - sign.map_or(0, char::len_utf8);
    let at = torn_at(&text[..bare]);
    let torn = text[at..bare].to_owned();
    if !torn.is_empty() {
        text.replace_range(at..bare, "");
    }
    torn
}

/// Takes the character that the next line strikes over off the end of a line, in front of a sign that says that it goes on.
pub fn take_struck(text: &mut String) -> String {
    let sign = text.chars().next_back().filter(|sign| CONTINUES.contains(sign));
    // Of a sign that is a character of the line nothing tells; no line of perf's ends in one.
    let bare = text.len() - sign.map_or(0, char::len_utf8);
    let at = text[..bare].char_indices().next_back().map_or(0, |(at, _)| at);
    let struck = text[at..bare].to_owned();
    text.replace_range(at..bare, "");
    struck
}

/// Where the escape or the overstrike begins that a line's end broke; the line's length where none is broken.
fn torn_at(text: &str) -> usize {
    if let Some(link) = text.rfind("\u{1b}]") {
        let ended = text[link..].contains('\u{7}') || text[link..].contains("\u{1b}\\");
        if !ended {
            return link;
        }
    }
    if let Some(before) = text.strip_suffix('\u{8}') {
        return before.char_indices().next_back().map_or(0, |(at, _)| at);
    }
    let is_parameter = |c: char| c.is_ascii_digit() || c == ';';
    let start = text.trim_end_matches(is_parameter);
    let before = start.strip_suffix('[').unwrap_or(start);
    match before.strip_suffix('\u{1b}') {
        // An escape character alone is torn only where nothing follows it.
        Some(at) if before.len() < start.len() || start.len() == text.len() => at.len(),
        _ => text.len(),
    }
}

/// Whether a line has nothing for [`without_marks`].
pub fn is_plain(text: &str) -> bool {
    text.is_ascii()
        && text.bytes().all(|byte| byte >= b' ' && byte != 0x7f && !matches!(byte, b'&' | b'<'))
        && !text.contains("[m")
        && !text.contains("m ")
        && !text.contains(" %")
        && !text.contains("\\_")
        && !text.contains("\\[")
        && !text.contains("0X")
        && !text.contains("`0")
}

/// A line out of its quotes, where escapes of its own may have been escaped, and its return shown before the quote.
pub fn bare_string(text: &str) -> String {
    let text = without_shown_return(text);
    if is_plain(&text) {
        return text.into_owned();
    }
    without_marks(&text).replace('\n', " ")
}

/// What a pager writes at the bottom of a screen: `--More--`, `lines 1-24/583 4%`, `(END)`.
pub fn is_prompt(text: &str) -> bool {
    // A further event has a colon too, under that of the first.
    let is_colon = text.trim_end() == ":";
    let text = text.trim();
    if is_colon || matches!(text, "--More--" | "(END)") {
        return true;
    }
    let Some(place) = text.strip_prefix("lines ") else { return false };
    let is_sign = |c: char| c.is_ascii_digit() || "-/% ".contains(c);
    place.contains('-') && place.trim_end_matches("(END)").chars().all(is_sign)
}

/// Blanks of every kind become blanks, but for tabs ([`untabbed`]); what cannot be seen goes.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            // A no-break blank of UTF-8 that was read as Latin-1.
            '\u{c2}' if chars.peek() == Some(&'\u{a0}') => {}
            '\t' => out.push('\t'),
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{ad}' => {}
            // Ends of lines that are no line end of ASCII.
            '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ if char.is_whitespace() => out.push(' '),
            _ if char.is_control() => {}
            // Signs that word processors put in place of others.
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
            '\u{201c}' | '\u{201d}' => out.push('"'),
            '\u{2018}' | '\u{2019}' => out.push('\''),
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            _ => out.push(char),
        }
    }
    out
}

/// Tabs become the blanks that a terminal draws, two at least, as perf has two between its columns. Those at the start
/// stay: callers of a call chain have one.
pub fn untabbed(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start_matches(['\t', ' ']).len();
    if !text[start..].contains('\t') {
        return Cow::Borrowed(text);
    }
    let mut out = text[..start].to_owned();
    let mut column = out.chars().count();
    for char in text[start..].chars() {
        if char == '\t' {
            let width = 8 - column % 8;
            out.extend(std::iter::repeat_n(' ', width.max(2)));
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

    fn check(text: &str, expect: &str) {
        assert_eq!(without_marks(text), expect, "{text:?}");
    }

    #[test]
    fn colours_go_however_they_arrive() {
        check("\u{1b}[31m 9.22%\u{1b}[m x\u{1b}[K", " 9.22% x");
        check("\u{1b}[1;31m 9.22%\u{1b}[0;39;49m x", " 9.22% x");
        check("ESC[31m 9.22%ESC[m x", " 9.22% x");
        check("^[[31m 9.22%^[[m x", " 9.22% x");
        check("[31m 9.22%[m x", " 9.22% x");
        check("\u{9b}31m 9.22%\u{9b}m x", " 9.22% x");
        check("\u{1b}]8;;http://a\u{1b}\\link\u{1b}]8;;\u{7} x", "link x");
        check("a\u{1b}[3Cb\u{1b}[Cc", "a   b c");
        check("\u{1b}(B\u{1b}[m1", "1");
        check("W\u{8}WO\u{8}O _\u{8}a", "WO a");
        check("\u{1b}", "");
    }

    #[test]
    fn a_line_may_end_in_an_escape() {
        for torn in ["\u{1b}", "\u{1b}[", "\u{1b}[01;3", "\u{1b}]8;;http://a", "a\u{8}"] {
            assert_eq!(torn_at(&format!("  9.22%  {torn}")), 9, "{torn:?}");
        }
        for whole in ["\u{1b}[m", "\u{1b}7", " [12", "1", "\u{1b}]8;;a\u{7}", "a\u{8}a"] {
            assert_eq!(torn_at(whole), whole.len(), "{whole:?}");
        }
    }

    #[test]
    fn what_a_break_tore_is_taken_off_in_front_of_a_sign_that_the_line_goes_on() {
        let torn = |text: &str| {
            let mut text = text.to_owned();
            (take_torn(&mut text), text)
        };
        assert_eq!(torn("1 a\u{8}\\"), ("a\u{8}".to_owned(), "1 \\".to_owned()));
        assert_eq!(
            torn("1 \u{1b}]8;;x\u{1b}\\"),
            (String::new(), "1 \u{1b}]8;;x\u{1b}\\".to_owned())
        );
        let mut text = "1 a\u{21b5}".to_owned();
        assert_eq!((take_struck(&mut text).as_str(), text.as_str()), ("a", "1 \u{21b5}"));
    }

    #[test]
    fn what_only_looks_like_a_colour_stays() {
        check(
            "[k] memcpy [kernel.kallsyms] memstress[25ac] a[3]",
            "[k] memcpy [kernel.kallsyms] memstress[25ac] a[3]",
        );
        check("[mm] x", "[mm] x");
    }

    #[test]
    fn blanks_are_blanks_and_what_is_invisible_goes() {
        check("a\u{a0}b\u{2003}d\u{202f}e", "a b d e");
        assert_eq!(untabbed("\t\ta\tbcdefghi\tj"), "\t\ta     bcdefghi        j");
        assert_eq!(untabbed(" \ta b"), " \ta b");
        check("\u{200b}a\u{feff}b\u{ad}\u{1}", "ab");
        check("5 \u{2212} 3 Loads \u{2013} IO Bu\u{fb00}er", "5 - 3 Loads - IO Buffer");
    }

    #[test]
    fn web_pages_are_undone() {
        check("a&nbsp;b&#160;&#xA0;c &gt; d&amp;&unknown; e", "a b  c > d&&unknown; e");
        check("a<br>b<br/>c<BR />", "a\nb\nc\n");
        check("<div class=\"x\"><span style='a'>0.00%</span></div>", "0.00%\n");
        check("<pre>1</pre>", "1\n");
        check("a\u{8}a&lt;\u{8}&lt;b\u{8}b", "a<b");
        check("a&amp;lt;b&amp;gt;&amp;nbsp;c &amp;amp; &amp; d", "a<b> c & & d");
        check("a&lt;b&amp;lt;", "a<b&lt;");
    }

    #[test]
    fn angle_brackets_of_names_stay() {
        for name in [
            "std::vector<int>::at",
            "core::iter<p>",
            "Box<dyn Fn(i, b)>",
            "operator<",
            "a<b> c",
            "<lambda()>",
        ] {
            check(name, name);
        }
    }

    #[test]
    fn plain_lines_are_left_alone() {
        for line in ["  9.22% 0x8 [k] f  a.c:1", "", "#  --- HITM ---"] {
            assert!(is_plain(line));
            check(line, line);
        }
        for line in ["a\tb", "\u{e9}", "x&gt;", "a<br>", "[31m 1", "\u{1b}[31m"] {
            assert!(!is_plain(line), "{line:?}");
        }
    }
}
