//! Lines that a program wrote as strings, each with the same before and after it: `- '…'` of YAML, `echo '…'`,
//! `printf "…\n"`, `msg="…"` of a log, an object of JSON for each line.

use std::borrow::Cow;

use crate::quoted::{quote_levels, unquoted};

/// Ends of strings with what follows them, the longer ones first.
const ENDS: [&str; 7] = ["\\n\")", "\\n\"", "\"}", "\")", "')", "\"", "'"];
/// Lines that are enclosed, at least, and how many of a hundred.
const FEWEST_LINES: usize = 8;
const LEAST_PERCENT: usize = 95;
/// Of a text whose strings a mailer or a terminal broke, one in so many lines ends a string at least.
const MOST_PIECES: usize = 6;
/// What is before a string is no longer.
const LONGEST_START: usize = 200;

/// What stands before and after each line. Digits before it may differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosed {
    start: String,
    end: &'static str,
    /// Quote marks of a mail before all of it.
    quotes: usize,
    /// The strings were broken into several lines: the first has the start, the last one the end.
    in_pieces: bool,
}

impl Enclosed {
    /// What most lines have; `None` where that is nothing, or quotes alone, of which a list is made.
    pub fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let quotes = lines.iter().map(|line| quote_levels(line)).min()?;
        let lines: Vec<&str> =
            lines.into_iter().map(|line| unquoted(line, quotes).trim_end()).collect();
        if lines.len() < FEWEST_LINES {
            return None;
        }
        let ends = |end: &str| lines.iter().filter(|line| line.ends_with(end)).count();
        let most = |end: &&str| ends(end) * 100 >= lines.len() * LEAST_PERCENT;
        let whole = ENDS.into_iter().filter(most).find_map(|end| {
            let start = start_of(lines.iter().filter_map(|line| line.strip_suffix(end)), end)?;
            Some(Self { start, end, quotes, in_pieces: false })
        });
        if whole.is_some() {
            return whole;
        }
        let some = |end: &&str| {
            let count = ends(end);
            // Others are pieces.
            count < lines.len() && count >= FEWEST_LINES && count * MOST_PIECES >= lines.len()
        };
        ENDS.into_iter().filter(some).find_map(|end| {
            // A string begins where the one before it has ended. A start that was broken off before a long word ends in
            // its quote too.
            let first = lines.first().copied().into_iter();
            let quote = quote_of(end);
            let is_end = |line: &str| line.ends_with(end) && !is_bare_start(line, quote);
            let others = lines.array_windows().filter(|[line, _]| is_end(line));
            let start = start_of(first.chain(others.map(|[_, next]| *next)), end)?;
            Some(Self { start, end, quotes, in_pieces: true })
        })
    }

    /// The string of a line, or the piece of one.
    pub fn off<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let bare = unquoted(line, self.quotes);
        let ended = bare.trim_end().strip_suffix(self.end);
        if self.in_pieces {
            if self.without_start(bare.trim_end()) == Some("") {
                return "".into();
            }
            let piece = ended.unwrap_or(bare);
            return self.plain(self.without_start(piece).unwrap_or(piece));
        }
        match ended.and_then(|inside| self.without_start(inside)) {
            Some(inside) => self.plain(inside),
            None => line.into(),
        }
    }

    /// What follows the start; `None` where the line does not begin with it.
    fn without_start<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut wanted = self.start.chars().peekable();
        let (mut at, mut digits) = (0, false);
        for char in line.chars() {
            if char.is_ascii_digit() && digits {
                at += 1;
                continue;
            }
            let Some(next) = wanted.next() else { break };
            digits = char.is_ascii_digit();
            if next != if digits { '0' } else { char } {
                return None;
            }
            at += char.len_utf8();
        }
        wanted.peek().is_none().then(|| &line[at..])
    }

    /// What is meant by its escapes.
    fn plain<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.end.contains('\'') {
            return match text.contains('\'') {
                true => text.replace("'\\''", "'").replace("''", "'").into(),
                false => text.into(),
            };
        }
        let formatted = self.start.contains("printf") && text.contains("%%");
        if !text.contains('\\') && !formatted {
            return text.into();
        }
        let text = if formatted { text.replace("%%", "%") } else { text.to_owned() };
        text.replace("\\\"", "\"").replace("\\t", "\t").replace("\\\\", "\\").into()
    }
}

/// The sign between which the strings stand.
fn quote_of(end: &str) -> char {
    if end.contains('\'') { '\'' } else { '"' }
}

/// Whether nothing follows the quote that opens a string: `level=info msg="`.
fn is_bare_start(line: &str, quote: char) -> bool {
    let before = line.strip_suffix(quote).filter(|before| !before.contains(quote));
    before.is_some_and(|before| {
        before.contains(char::is_alphabetic) && before.ends_with(['=', ' ', '(', ':'])
    })
}

/// What these lines begin with, up to its last quote; `None` where that is no more than quotes.
fn start_of<'a>(lines: impl Iterator<Item = &'a str>, end: &str) -> Option<String> {
    let quote = quote_of(end);
    let common = lines.map(mask).reduce(|known, own| {
        let alike = known.chars().zip(own.chars()).take_while(|(a, b)| a == b);
        alike.map(|(char, _)| char).collect()
    })?;
    let start = &common[..=common.rfind(quote)?];
    let has_word = start.trim_end_matches(quote).chars().any(|c| !c.is_whitespace());
    has_word.then(|| start.to_owned())
}

/// The beginning of a line with one digit for each number.
fn mask(line: &str) -> String {
    let mut out = String::new();
    let mut digits = false;
    for char in line.chars().take(LONGEST_START) {
        if char.is_ascii_digit() && digits {
            continue;
        }
        digits = char.is_ascii_digit();
        out.push(if digits { '0' } else { char });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(enclose: fn(usize, &str) -> String) {
        let clean =
            ["====", "  Title", "====", "# it's \"x\"", "", "  1.00%  a", "  2.00%  b", "c", "d"];
        let lines: Vec<String> =
            clean.iter().enumerate().map(|(at, line)| enclose(at, line)).collect();
        let enclosed = Enclosed::of(lines.iter().map(String::as_str)).expect("enclosed lines");
        for (line, clean) in lines.iter().zip(clean) {
            assert_eq!(enclosed.off(line), clean);
        }
    }

    #[test]
    fn strings_of_every_kind() {
        check(|_, line| format!("- '{}'", line.replace('\'', "''")));
        check(|_, line| format!("echo '{}'", line.replace('\'', "'\\''")));
        check(|_, line| format!("printf \"{}\\n\"", line.replace('%', "%%").replace('"', "\\\"")));
        check(|at, line| {
            format!("ts=2026-01-02T03:04:0{at}Z msg=\"{}\"", line.replace('"', "\\\""))
        });
        check(|at, line| {
            format!("{{\"time\":{},\"msg\":\"{}\"}}", at * 7, line.replace('"', "\\\""))
        });
    }

    #[test]
    fn strings_that_a_mailer_broke() {
        let lines: Vec<String> = (1..20)
            .flat_map(|at| [format!("> - '  {at}.00%  0x8"), format!("> [k]  f{at}  0'")])
            .collect();
        let enclosed = Enclosed::of(lines.iter().map(String::as_str)).expect("enclosed lines");
        let bare: Vec<_> = lines.iter().take(2).map(|line| enclosed.off(line)).collect();
        assert_eq!(bare, ["  1.00%  0x8", "[k]  f1  0"]);
    }

    #[test]
    fn lines_of_a_report_are_not_enclosed() {
        let line = "  0.00%  0x8  [.] f  a.c:1  0";
        assert_eq!(Enclosed::of(std::iter::repeat_n(line, 20)), None);
        assert_eq!(Enclosed::of(std::iter::repeat_n("\"a\"", 20)), None);
    }
}
