//! Lines that a mailer or a terminal broke, put together again.
//!
//! A mailer breaks at a blank, which is gone then: nobody knows whether it was one or the gap between two columns, so that
//! [`GAP`] stands in its place. With `format=flowed` (RFC 3676) it stays. A terminal that is copied line by line breaks at
//! its width, whatever is there.

use crate::Line;

/// A mailer's break in a joined line: white space of which nobody knows how much there was.
pub const GAP: char = '\u{b}';
/// A line put together from pieces ends here.
const MAX_JOINED_BYTES: usize = 1 << 16;
/// Mailers break lines that are longer than 65 to 80 characters, some people's than 100 or 130.
const WIDEST_CHARS: usize = 132;
/// Lines that end in one column, at least, where a terminal broke them there.
const FEWEST_AT_EDGE: usize = 2;

/// What lines of a text look like to who reads it.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// Whether a line begins something that may go on in the next one.
    pub begins: fn(&str) -> bool,
    /// Whether a line can be no rest of the one before it.
    pub stands: fn(&str) -> bool,
    /// Whether a line, which begins something, has its end.
    pub is_whole: fn(&str) -> bool,
    /// Whether a line is the end of one that seems to have its own already.
    pub is_end: fn(&str) -> bool,
}

impl Default for Grammar {
    fn default() -> Self {
        Self { begins: |_| false, stands: |_| true, is_whole: |_| true, is_end: |_| false }
    }
}

impl Grammar {
    fn goes_on(self, line: &str, next: &str) -> bool {
        !next.trim().is_empty()
            && (self.begins)(line)
            && !(self.stands)(next)
            && (!(self.is_whole)(line) || (self.is_end)(next))
    }
}

/// How the lines of a text were broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Not,
    AtBlanks,
    Flowed,
    AtWidth(usize),
}

#[derive(Debug)]
pub(crate) struct Breaks {
    grammar: Grammar,
    how: How,
    /// The line that may go on: its text, its number, characters of its last piece, whether the text ends in it.
    open: Option<(String, u64, usize, bool)>,
}

/// Whether a header of a mail says so.
pub(crate) fn says_flowed(raw: &[u8]) -> bool {
    raw.len() < 1_000 && String::from_utf8_lossy(raw).to_ascii_lowercase().contains("format=flowed")
}

impl Breaks {
    /// What these lines show.
    pub fn of<T: AsRef<str>>(lines: &[T], is_flowed: bool, grammar: Grammar) -> Self {
        let width = |line: &str| line.chars().count();
        let pairs = || lines.array_windows().map(|[line, next]| (line.as_ref(), next.as_ref()));
        // A person may leave out of a paste what is too long in comments.
        let begins = |line: &&str| (grammar.begins)(line) && !line.starts_with('#');
        let longest = pairs().map(|(line, _)| line).filter(begins).map(width).max().unwrap_or(0);
        let (mut broken, mut at_edge, mut blanks, mut tight) = (0, 0, 0, 0);
        let (mut whole, mut shown) = (0, 0);
        for (line, next) in pairs() {
            if grammar.goes_on(line, next) {
                broken += 1;
                at_edge += usize::from(width(line) == longest);
                blanks += usize::from(line.ends_with(' '));
                shown += usize::from(line.ends_with(' ') || next.starts_with(' '));
                // The next word had no place.
                let word = next.split_whitespace().next().unwrap_or_default();
                tight += usize::from(width(line) + 1 + width(word) > longest);
            } else if (grammar.begins)(line) {
                whole += 1;
            }
        }
        let how = if broken == 0 {
            How::Not
        } else if is_flowed || blanks == broken && at_edge < broken && broken > 1 {
            How::Flowed
        } else if at_edge == broken
            && broken >= FEWEST_AT_EDGE
            && (shown > 0 || longest > WIDEST_CHARS)
        {
            // A mailer takes the blanks at its breaks.
            How::AtWidth(longest)
        } else if longest <= WIDEST_CHARS && (broken * 2 > whole || tight == broken) {
            How::AtBlanks
        } else {
            How::Not
        };
        Self { grammar, how, open: None }
    }

    pub fn line(&mut self, line: Line, out: &mut dyn FnMut(Line)) {
        if self.how == How::Not {
            return out(line);
        }
        let width = line.text.chars().count();
        if let Some((open, _, last_width, last)) = &mut self.open
            && open.len() < MAX_JOINED_BYTES
            && let Some(joined) = joined(self.how, self.grammar, open, *last_width, line.text)
        {
            (*open, *last_width, *last) = (joined, width, line.last);
            return;
        }
        self.finish(out);
        self.open = Some((line.text.to_owned(), line.number, width, line.last));
    }

    pub fn finish(&mut self, out: &mut dyn FnMut(Line)) {
        if let Some((text, number, _, last)) = self.open.take() {
            out(Line { text: &text, number, last });
        }
    }
}

/// The two lines as one, where the second is the rest of the first, whose last piece has this width.
fn joined(how: How, grammar: Grammar, line: &str, width: usize, next: &str) -> Option<String> {
    if !grammar.goes_on(line, next) {
        return None;
    }
    match how {
        How::Not => None,
        How::AtBlanks if next.starts_with(' ') => None,
        How::AtBlanks => Some(format!("{}{GAP}{next}", line.trim_end())),
        How::Flowed => {
            line.ends_with(' ').then(|| format!("{line}{}", next.strip_prefix(' ').unwrap_or(next)))
        }
        How::AtWidth(all) => (width == all).then(|| format!("{line}{next}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Grammar = Grammar {
        begins: |line| line.starts_with("row"),
        stands: |line| line.starts_with("row") || line.starts_with("---"),
        is_whole: |line| line.ends_with(';'),
        is_end: |_| false,
    };

    fn check(lines: &[&str], is_flowed: bool, expect: &[&str]) {
        let mut breaks = Breaks::of(lines, is_flowed, WORDS);
        let mut seen = Vec::new();
        let mut take = |line: Line| seen.push(line.text.replace(GAP, "|"));
        for (at, text) in (1..).zip(lines) {
            breaks.line(Line { text, number: at, last: false }, &mut take);
        }
        breaks.finish(&mut take);
        assert_eq!(seen, expect);
    }

    #[test]
    fn a_mailer_breaks_at_blanks() {
        check(
            &["row 1 2", "3;", "row 1", "2 3;", "---"],
            false,
            &["row 1 2|3;", "row 1|2 3;", "---"],
        );
        check(&["row 1 ", "2;", "text"], true, &["row 1 2;", "text"]);
        check(&["row 1;", "text", "row 2;"], false, &["row 1;", "text", "row 2;"]);
    }

    #[test]
    fn a_terminal_breaks_at_its_width() {
        check(&["row 12", " 3;", "row 45", "6;"], false, &["row 12 3;", "row 456;"]);
    }
}
