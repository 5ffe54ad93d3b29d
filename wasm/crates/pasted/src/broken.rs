//! What stands before each line that a mailer or a terminal broke afterwards: a time, a name, a number. The rest of a line
//! has none of it, so that few rows seem to begin with it.
//!
//! What perf prints in every text shows it: its counters, rules, titles and names of columns.

use crate::continued::CONTINUES;
use crate::pieces::with_gap;
use crate::prefix::{Prefix, count_one};
use crate::starts::{RULE, ids_start, own_start};
use crate::torn::NARROWEST_CHARS;
use crate::widths::Widths;

/// Lines of perf's that begin alike, at least.
const FEWEST_ALIKE: usize = 4;
/// Places at which lines are broken, at least.
const FEWEST_BROKEN: usize = 2;
/// Into so many pieces a line is broken, beside the first.
const MOST_PIECES: usize = 6;
/// Of a hundred lines of perf's, so many have what stands before them.
const LEAST_PERCENT: usize = 80;
/// What stands before each line, and what a break left.
#[derive(Debug)]
pub struct Broken {
    prefix: Prefix,
    joint: Joint,
}

/// What stood where a line was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// Blanks, of which nobody knows how many there were.
    Gap,
    /// What the end of the piece still has (format=flowed, RFC 3676); a rest that began with a blank has one more.
    Flowed,
    /// Nothing.
    Nothing,
}

impl Broken {
    /// What the lines show; `None` where nothing stands before them, or none is broken. `widths`: the characters of each.
    pub fn of(lines: &[String], widths: impl Iterator<Item = Widths>) -> Option<Self> {
        let prefix = prefix(lines)?;
        // What has it not is the rest of a line that has it, or stands before the first.
        let mut rest: Option<usize> = None;
        let mut last: Option<(Widths, Option<char>)> = None;
        let (mut ends, mut flowed, mut signed) = (Vec::new(), 0, 0);
        for (line, width) in lines.iter().zip(widths) {
            match (prefix.off(line), rest) {
                (Some(_), _) => rest = Some(0),
                // Not even what stands before a line: this is of another text.
                (None, _) if line.trim().is_empty() => {
                    last = None;
                    continue;
                }
                (None, Some(pieces)) => {
                    let (width, end) = last.filter(|_| pieces < MOST_PIECES)?;
                    rest = Some(pieces + 1);
                    ends.push(width);
                    flowed += usize::from(end == Some(' '));
                    signed += usize::from(end.is_some_and(|end| CONTINUES.contains(&end)));
                }
                (None, None) => {}
            }
            last = Some((width, line.chars().next_back()));
        }
        if signed * 2 > ends.len() {
            return None;
        }
        if ends.len() < FEWEST_BROKEN {
            return None;
        }
        let one_column = |width: fn(&Widths) -> usize| {
            let first = ends.first().map_or(0, width);
            first >= NARROWEST_CHARS && ends.iter().all(|end| width(end) == first)
        };
        let joint = if one_column(|end| end.shown) || one_column(|end| end.raw) {
            Joint::Nothing
        } else if flowed * 2 > ends.len() {
            Joint::Flowed
        } else {
            Joint::Gap
        };
        Some(Self { prefix, joint })
    }

    /// Whether quote marks alone stand before each line.
    pub fn is_quoted(&self) -> bool {
        self.prefix.is_quotes()
    }

    /// The line without what stands before it; `None` for the rest of a line.
    pub fn off<'a>(&self, line: &'a str) -> Option<&'a str> {
        self.prefix.off(line)
    }

    /// A line and its rest as one.
    pub fn joined(&self, line: &str, rest: &str) -> String {
        match self.joint {
            Joint::Nothing => format!("{line}{rest}"),
            Joint::Flowed => format!("{line}{}", rest.strip_prefix(' ').unwrap_or(rest)),
            Joint::Gap if line.trim().is_empty() => rest.to_owned(),
            Joint::Gap => with_gap(line, rest),
        }
    }
}

/// What stands before most lines of perf's, or before all samples, of which there is no such line; `None` where that is
/// nothing.
fn prefix(lines: &[String]) -> Option<Prefix> {
    most(lines, own_start, Prefix::in_front)
        .or_else(|| most(lines, ids_start, Prefix::in_front_of_sample))
}

fn most(
    lines: &[String],
    start: fn(&str) -> Option<usize>,
    in_front: fn(&str) -> Option<Prefix>,
) -> Option<Prefix> {
    let mut counts: Vec<(Prefix, usize)> = Vec::new();
    let mut all = 0;
    for line in lines {
        // A mailer breaks a long word off what stands before it.
        let Some(start) = start(line).filter(|at| *at > 0 || !line.starts_with(RULE)) else {
            continue;
        };
        all += 1;
        let Some(prefix) = in_front(&line[..start]) else { continue };
        count_one(&mut counts, prefix);
    }
    // A longer one may have the name of a thread too.
    let all_with = |prefix: &Prefix| {
        let with = counts.iter().filter(|(other, _)| other.begins_with(prefix));
        with.map(|(_, count)| count).sum::<usize>()
    };
    let (count, prefix) = counts
        .iter()
        .map(|(prefix, count)| ((all_with(prefix), *count), prefix))
        .max_by_key(|(count, _)| *count)?;
    (count.0 >= FEWEST_ALIKE && count.0 * 100 >= all * LEAST_PERCENT).then(|| prefix.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn width(line: &str) -> Widths {
        Widths { raw: line.chars().count(), shown: line.chars().count(), grown: 0 }
    }

    /// The lines without what stands before them.
    fn check(before: &str, text: &str, clean: &str) {
        let lines: Vec<String> = text.lines().map(|line| line.replace('@', before)).collect();
        let widths = lines.iter().map(|line| width(line));
        let broken = Broken::of(&lines, widths).expect("something before each line");
        let mut got: Vec<String> = Vec::new();
        for line in &lines {
            match (broken.off(line), got.pop()) {
                (Some(bare), last) => got.extend(last.into_iter().chain([bare.to_owned()])),
                (None, Some(last)) => got.push(broken.joined(&last, line)),
                (None, None) => got.push(line.clone()),
            }
        }
        let got: Vec<&str> = got.iter().map(|line| line.trim()).collect();
        assert_eq!(got, clean.lines().map(str::trim).collect::<Vec<_>>());
    }

    const TEXT: &str = "\
@============
@  Total records    :   98
@  Load Operations  :   53
@============
@# Index   Address
Total  records
@      0  0x4040c0  12.00%
3  4  5  6  7  8";

    #[test]
    fn a_mailer_broke_lines_that_had_a_time() {
        let clean = TEXT.replace('@', "").replace("Address\n", "Address\u{b}");
        let clean = clean.replace("%\n", "%\u{b}");
        for before in [
            "Jan 02 03:04:05 host perf[123]: ",
            "[   12.345678] ",
            "2026-01-02 03:04:05,175 ",
            " 27 | ",
            "c2c.txt:60:",
            "[pod/perf-x7/main] ",
        ] {
            check(before, TEXT, &clean);
        }
    }

    #[test]
    fn a_clean_text_has_none() {
        let lines: Vec<String> = TEXT.replace('@', "").lines().map(str::to_owned).collect();
        assert!(Broken::of(&lines, lines.iter().map(|line| width(line))).is_none());
    }
}
