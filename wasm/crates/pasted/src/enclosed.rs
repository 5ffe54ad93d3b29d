//! Lines that a program wrote as strings, each with the same before and after it: `- '…'` of YAML, `echo '…'`,
//! `printf "…\n"`, `msg="…"` of a log, an object of JSON for each line.

use std::borrow::Cow;

/// Ends of strings with what follows them, the longer ones first.
const ENDS: [&str; 7] = ["\\n\")", "\\n\"", "\"}", "\")", "')", "\"", "'"];
/// Lines that are enclosed, at least, and how many of a hundred.
const FEWEST_LINES: usize = 8;
const LEAST_PERCENT: usize = 95;
/// What is before a string is no longer.
const LONGEST_START: usize = 200;

/// What stands before and after each line. Digits before it may differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosed {
    start: String,
    end: &'static str,
}

impl Enclosed {
    /// What most lines have; `None` where that is nothing, or quotes alone, of which a list is made.
    pub fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        if lines.len() < FEWEST_LINES {
            return None;
        }
        let most = |count: usize| count * 100 >= lines.len() * LEAST_PERCENT;
        let ends = |end: &str| lines.iter().filter(|line| line.trim_end().ends_with(end)).count();
        let end = ENDS.into_iter().find(|end| most(ends(end)))?;
        let quote = if end.contains('\'') { '\'' } else { '"' };
        let mut start: Option<String> = None;
        for line in lines.iter().filter_map(|line| line.trim_end().strip_suffix(end)) {
            let own = mask(line);
            let common = match &start {
                None => own,
                Some(known) => {
                    let alike = known.chars().zip(own.chars()).take_while(|(a, b)| a == b);
                    alike.map(|(char, _)| char).collect()
                }
            };
            start = Some(common);
        }
        let start = start?;
        let start = &start[..=start.rfind(quote)?];
        let has_word = start.trim_end_matches(quote).chars().any(|c| !c.is_whitespace());
        has_word.then(|| Self { start: start.to_owned(), end })
    }

    /// The string of a line.
    pub fn off<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let Some(inside) = line.trim_end().strip_suffix(self.end) else { return line.into() };
        let mut wanted = self.start.chars().peekable();
        let (mut at, mut digits) = (0, false);
        for char in inside.chars() {
            if char.is_ascii_digit() && digits {
                at += 1;
                continue;
            }
            let Some(next) = wanted.next() else { break };
            digits = char.is_ascii_digit();
            if next != if digits { '0' } else { char } {
                return line.into();
            }
            at += char.len_utf8();
        }
        if wanted.peek().is_some() {
            return line.into();
        }
        self.plain(&inside[at..])
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
    fn lines_of_a_report_are_not_enclosed() {
        let line = "  0.00%  0x8  [.] f  a.c:1  0";
        assert_eq!(Enclosed::of(std::iter::repeat_n(line, 20)), None);
        assert_eq!(Enclosed::of(std::iter::repeat_n("\"a\"", 20)), None);
    }
}
