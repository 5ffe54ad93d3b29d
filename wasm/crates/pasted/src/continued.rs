//! Lines that end in a sign where they go on in the next one.

use crate::pieces::{GAP, LEAST_MARKED, begins_row, stands_alone};
use crate::starts::is_counter;
use crate::words::is_rule;

/// Signs that say that a line goes on in the next one: Emacs and shells write the first, editors the others.
pub(crate) const CONTINUES: [char; 4] = ['\\', '↩', '↵', '⏎'];

/// The sign of a line that goes on, and what it leaves when it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    sign: char,
    pub(crate) before: Before,
}

/// What stands before such a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// The last character of the piece.
    Nothing,
    /// A blank, which belongs to the sign: every line ends in both, at one column.
    Blank,
    /// A blank at which a person broke the line; the rest may be indented.
    Gap,
}

impl Mark {
    /// The sign with which rows or headers go on; `None` where it does not stand at the ends of several lines, or where
    /// other rows follow, which makes it the mark of a cut.
    pub fn of(lines: &[&str]) -> Option<Self> {
        CONTINUES.into_iter().find_map(|sign| {
            let marked = || {
                let pairs = lines.array_windows();
                pairs.filter_map(|[line, next]| Some((line.strip_suffix(sign)?, *next)))
            };
            let (mut goes_on, mut whole) = (0, 0);
            for (line, next) in marked() {
                let is_header = line.starts_with('#') && !is_rule(line);
                // A counter has lost its number to the next line.
                if !is_counter(line) && !is_counter(next) && is_counter(&format!("{line}{next}")) {
                    goes_on += 1;
                }
                if begins_row(line) || is_header {
                    // No name ends in the others, so that what is behind a tab is no caller but the rest.
                    let is_rest =
                        sign != CONTINUES[0] && next.starts_with('\t') && !begins_row(next);
                    let alone = next.trim().is_empty() || stands_alone(next) && !is_rest;
                    *(if alone { &mut whole } else { &mut goes_on }) += 1;
                }
            }
            if goes_on <= whole || marked().count() < LEAST_MARKED {
                return None;
            }
            let length = |(line, _): (&str, &str)| line.chars().count();
            let (most, least) = (marked().map(length).max(), marked().map(length).min());
            let blank = marked().all(|(line, _)| line.ends_with(' '));
            let before = match (blank, most == least) {
                (true, true) => Before::Blank,
                (true, false) => Before::Gap,
                (false, _) => Before::Nothing,
            };
            Some(Self { sign, before })
        })
    }

    /// The sign in which most of these lines end, all of which end in one column.
    pub fn at_column(lines: &[&str]) -> Option<Self> {
        let most = |sign: &char| {
            lines.iter().filter(|line| line.ends_with(*sign)).count() * 2 > lines.len()
        };
        let sign = CONTINUES.into_iter().find(most)?;
        Some(Self { sign, before: Before::Nothing })
    }

    /// The two lines as one; `None` where the first does not end in the sign.
    pub fn joined(self, line: &str, next: &str) -> Option<String> {
        let line = line.strip_suffix(self.sign)?;
        Some(match self.before {
            Before::Nothing => format!("{line}{next}"),
            Before::Blank => format!("{}{next}", line.strip_suffix(' ').unwrap_or(line)),
            Before::Gap => format!("{}{GAP}{}", line.trim_end(), next.trim_start()),
        })
    }
}
