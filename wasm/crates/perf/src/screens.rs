//! Tables as perf's browser shows them (`tools/perf/ui/browsers/hists.c`; `tests/screens` has 6.1 and 6.12): the sign of a fold is
//! before a row, a window cuts all rows, and its columns scroll. Screens of one table become one table again.

use std::borrow::Cow;

use mailtext::Line;

use crate::tokens::words;

/// Lines that are kept until the last screen of a table: a window has a hundred.
const MAX_LINES: usize = 4_096;

/// The screens of the table that is being read.
#[derive(Debug, Default)]
pub struct Screens {
    /// The title, the names of columns and the rows, as far as the screens showed them.
    joined: Vec<Shown>,
    /// The screen that is being read.
    screen: Vec<Shown>,
    /// A table of `--stdio` is there: a sign before its rows is somebody's.
    is_printed: bool,
    ends: bool,
}

#[derive(Debug)]
struct Shown {
    text: String,
    number: u64,
}

impl Screens {
    /// Takes a line, and hands out those of which no further screen can tell more.
    pub fn line(&mut self, line: Line, out: &mut dyn FnMut(Line)) {
        let begins = is_title(line.text);
        if begins {
            self.place(out);
        }
        if !begins && self.screen.is_empty() {
            self.is_printed |= line.text.starts_with('#') && line.text.contains("Overhead");
            let text = match self.is_printed {
                true => Cow::Borrowed(line.text),
                false => unfolded(line.text, false),
            };
            return out(Line { text: &text, ..line });
        }
        self.screen
            .push(Shown { text: unfolded(line.text, true).into_owned(), number: line.number });
        self.ends = line.last;
        if self.screen.len() + self.joined.len() > MAX_LINES {
            self.finish(out);
        }
    }

    /// Hands out what is left.
    pub fn finish(&mut self, out: &mut dyn FnMut(Line)) {
        self.place(out);
        self.hand_out(out);
    }

    fn hand_out(&mut self, out: &mut dyn FnMut(Line)) {
        let all = std::mem::take(&mut self.joined);
        for (left, Shown { text, number }) in (0..all.len()).rev().zip(&all) {
            out(Line { text, number: *number, last: left == 0 && self.ends });
        }
    }

    /// Joins the screen that ends to those before it, or hands those out.
    fn place(&mut self, out: &mut dyn FnMut(Line)) {
        let screen = std::mem::take(&mut self.screen);
        let title = |all: &[Shown]| all.first().map(|shown| shown.text.clone());
        if title(&screen) == title(&self.joined) {
            let is_drawn = |all: &[Shown]| all.get(1).is_some_and(|shown| !has_share(&shown.text));
            // A screen is recorded before all of it is drawn, too.
            if !is_drawn(&screen) {
                return;
            }
            if !is_drawn(&self.joined) {
                self.joined = screen;
                return;
            }
            if let Some(shift) = self.shift(&screen) {
                return self.join(screen, shift);
            }
        }
        if !screen.is_empty() {
            self.hand_out(out);
            self.joined = screen;
        }
    }

    /// How far the columns of a screen are scrolled, by the first name of a column in it.
    fn shift(&self, screen: &[Shown]) -> Option<usize> {
        let [known, header] = [self.joined.get(1)?, screen.get(1)?].map(|shown| &shown.text);
        let name = header.trim_start().split("  ").next().filter(|name| !name.is_empty())?;
        let at = known.match_indices(name).map(|(at, _)| at).find(|at| {
            let (before, behind) = (&known[..*at], &known[*at + name.len()..]);
            (before.is_empty() || before.ends_with("  "))
                && (behind.is_empty() || behind.starts_with("  "))
        });
        at?.checked_sub(header.find(name)?)
    }

    fn join(&mut self, screen: Vec<Shown>, shift: usize) {
        let mut at = 1;
        for shown in screen.into_iter().skip(1) {
            let mut rows = self.joined.iter_mut().enumerate().skip(at);
            match rows.find(|(_, row)| goes_on(&row.text, shift, &shown.text)) {
                Some((found, row)) => {
                    at = found + 1;
                    extend(&mut row.text, shift, &shown.text);
                }
                // Of a row that lacks its share its reader says so.
                None => self.joined.push(shown),
            }
        }
    }
}

/// `Samples: 500  of event 'cpu/mem-loads/P', Event count (approx.): 98000`: the first line of a browser.
fn is_title(text: &str) -> bool {
    text.starts_with("Samples: ") && text.contains(", Event count (approx.): ")
}

/// Whether a row goes on in another of a screen that is scrolled so far: what both show is alike, and there is some.
fn goes_on(row: &str, shift: usize, scrolled: &str) -> bool {
    let mut alike = row.trim_end().chars().skip(shift).zip(scrolled.trim_end().chars()).peekable();
    alike.peek().is_some() && alike.all(|(a, b)| a == b)
}

fn extend(row: &mut String, shift: usize, scrolled: &str) {
    if row.trim_end().chars().count() < shift + scrolled.chars().count() {
        let end = row.char_indices().nth(shift).map_or(row.len(), |(at, _)| at);
        row.truncate(end);
        row.push_str(scrolled);
    }
}

/// The row with a blank for the sign of its fold. In a screen its share may be scrolled away.
fn unfolded(text: &str, in_screen: bool) -> Cow<'_, str> {
    let bare = text.trim_start_matches(' ');
    match bare.strip_prefix(['+', '-']) {
        Some(row) if row.starts_with(' ') && (in_screen || has_share(row)) => {
            Cow::Owned(format!("{} {row}", &text[..text.len() - bare.len()]))
        }
        _ => Cow::Borrowed(text),
    }
}

fn has_share(text: &str) -> bool {
    words(text).first().is_some_and(|word| word.percent().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TITLE: &str = "Samples: 3  of event 'e', Event count (approx.): 3";

    fn check(text: &[&str], expect: &[&str]) {
        let (mut screens, mut seen) = (Screens::default(), Vec::new());
        let mut take = |line: Line| seen.push(line.text.to_owned());
        for (number, text) in (1..).zip(text) {
            screens.line(Line { text, number, last: false }, &mut take);
        }
        screens.finish(&mut take);
        assert_eq!(seen, expect);
    }

    #[test]
    fn a_screen_that_is_scrolled_goes_on_where_the_first_was_cut() {
        let first = ["  Overhead  Name  Da", "+   60.00%  f     [.", "+   40.00%  f     [."];
        let second = ["  Name  Data  Object", "+ f     [.] a  x", "+ f     [.] b  x"];
        let whole = [
            "  Overhead  Name  Data  Object",
            "    60.00%  f     [.] a  x",
            "    40.00%  f     [.] b  x",
        ];
        let all = [&[TITLE][..], &first, &[TITLE], &second].concat();
        check(&all, &[&[TITLE][..], &whole].concat());
        // Other rows are no part of it, nor are columns that no screen before it showed.
        let other = ["  Object", "+ x"];
        check(
            &[&[TITLE][..], &first, &[TITLE], &other].concat(),
            &[
                TITLE,
                first[0],
                "    60.00%  f     [.",
                "    40.00%  f     [.",
                TITLE,
                "  Object",
                "  x",
            ],
        );
    }

    #[test]
    fn signs_of_folds_are_blanks() {
        check(&["+   60.00%  f", "- item"], &["    60.00%  f", "- item"]);
        check(&["# Overhead  Name", "+   60.00%  f"], &["# Overhead  Name", "+   60.00%  f"]);
    }
}
