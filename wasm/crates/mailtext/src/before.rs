//! What stands before each line of a text: quote marks of a mail, the `+` of a patch, numbers of `cat -n` and of a page that
//! shows a file, `path:12:` of `grep -n`, the time of a log.
//!
//! Nothing is taken off because it is alike in all lines: a column of a table is, too. A quote mark is one, a number of a
//! line is one more than that of the line before it, a time is one by its form.

/// A text of fewer lines shows nothing by their numbers.
const FEWEST_NUMBERED: usize = 4;
/// Of so many lines one is quoted so often, at least.
const LEAST_QUOTED: usize = 10;
const MOST_QUOTES: usize = 8;
/// Of so many lines one is added, at least.
const LEAST_ADDED: usize = 3;
/// Lines that may lack what the others have, of a hundred.
const MOST_LACKING_PERCENT: usize = 5;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Before {
    /// Quote marks at most: a further `>` is the rest of a name.
    quotes: usize,
    /// `+`: the lines that a patch adds.
    added: bool,
    timed: bool,
    number: Numbers,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    #[default]
    None,
    /// `  12<tab>text`, `12 text`
    Listed,
    /// `12:text`, `path:12:text`, `path-13-text`
    Found,
}

impl Before {
    /// What the lines have before them.
    pub fn of<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Self {
        let some = lines.filter(|line| !line.trim().is_empty());
        let all = some.clone().count();
        let levels = |line: &str| {
            (1..=MOST_QUOTES).take_while(|n| unquoted(line, *n) != unquoted(line, n - 1)).count()
        };
        let quoted = |least: usize| some.clone().filter(|line| levels(line) >= least).count();
        let quotes = (1..=MOST_QUOTES).take_while(|n| quoted(*n) * LEAST_QUOTED >= all && all > 0);
        let mut before = Self { quotes: quotes.count(), ..Self::default() };
        let is_most = |count: usize| {
            count >= FEWEST_NUMBERED && (all - count) * 100 <= all * MOST_LACKING_PERCENT
        };
        let begin =
            |sign: char| some.clone().filter(|line| before.off(line).starts_with(sign)).count();
        // Between the lines of a patch that is reviewed stand those who speak of it; a diff has lines that go, too.
        let (added, gone) = (begin('+'), begin('-'));
        before.added =
            is_most(added) || added >= FEWEST_NUMBERED && gone == 0 && added * LEAST_ADDED >= all;
        before.timed =
            is_most(some.clone().filter(|line| timed(before.off(line)).is_some()).count());
        let (mut last, mut listed, mut speaks) = (None, 0, false);
        for (number, rest) in some.clone().filter_map(|line| listed_number(before.off(line))) {
            listed += usize::from(last.is_none_or(|last| number == last + 1));
            last = Some(number);
            // A table may number its rows; its header has no number, and none of its rows is a number alone.
            let first = rest.trim_start().chars().next();
            speaks |= first.is_none_or(|first| !first.is_ascii_digit() && first != '-');
        }
        let (mut last, mut found) = (None, 0);
        for (path, number) in some.filter_map(|line| found_number(before.off(line)).map(|at| at.0))
        {
            let rises = last.is_none_or(|(of, before)| of != path || number > before);
            found += usize::from(rises);
            last = Some((path, number));
        }
        before.number = if speaks && is_most(listed) {
            Numbers::Listed
        } else if found > 1 && (all - found) * 100 <= all * MOST_LACKING_PERCENT {
            Numbers::Found
        } else {
            Numbers::None
        };
        before
    }

    /// The line without it.
    pub fn off<'a>(&self, line: &'a str) -> &'a str {
        let mut text = unquoted(line, self.quotes);
        if self.added {
            text = text.strip_prefix('+').unwrap_or(text);
        }
        if self.timed {
            text = timed(text).unwrap_or(text);
        }
        match self.number {
            Numbers::None => text,
            Numbers::Listed => listed_number(text).map_or(text, |(_, rest)| rest),
            Numbers::Found => found_number(text).map_or(text, |(_, rest)| rest),
        }
    }
}

/// Takes so many quote marks of mails off: `> > text`, `>> text`.
pub(crate) fn unquoted(text: &str, levels: usize) -> &str {
    let mut text = text;
    for _ in 0..levels {
        let bare = text.strip_prefix(' ').filter(|rest| rest.starts_with('>')).unwrap_or(text);
        let Some(rest) = bare.strip_prefix('>') else { break };
        text = rest.strip_prefix(' ').unwrap_or(rest);
    }
    text
}

/// The number of a line and what is after it, of which at most a tab or two blanks part it.
fn listed_number(line: &str) -> Option<(u64, &str)> {
    let line = line.trim_start_matches(' ');
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let (number, rest) = line.split_at(end);
    let gap = ["\t", "  ", " "].iter().find_map(|gap| rest.strip_prefix(gap));
    let bare = if rest.is_empty() { Some(rest) } else { gap };
    Some((number.parse().ok()?, bare?))
}

/// The path and the number of a line that `grep -n` found, or printed around one, and the line.
fn found_number(line: &str) -> Option<((&str, u64), &str)> {
    let word = line.split([' ', '\t']).next()?;
    let signs = word.match_indices([':', '-', '=']).map(|(at, _)| at);
    let mut start = 0;
    for at in signs {
        let number = &line[start..at];
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(((&line[..start], number.parse().ok()?), &line[at + 1..]));
        }
        start = at + 1;
    }
    None
}

/// What is after the time that a log has before a line: `2026-01-02T03:04:05.1234567Z text`.
fn timed(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (date, time) = word.split_once('T')?;
    let is = |text: &str, signs: &str| {
        text.len() >= 8 && text.chars().all(|c| c.is_ascii_digit() || signs.contains(c))
    };
    (is(date, "-") && is(time, ":.,+-Z")).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expect: &[&str]) {
        let before = Before::of(lines.iter().copied());
        let bare: Vec<&str> = lines.iter().map(|line| before.off(line)).collect();
        assert_eq!(bare, expect);
    }

    #[test]
    fn quotes_numbers_and_times_go() {
        check(&["> > a  1", "> b", ">> c"], &["a  1", "b", "c"]);
        let four = ["# a", "  0.00%", "", "b"];
        let numbered: Vec<String> =
            (9..).zip(four).map(|(n, line)| format!("{n:6}\t{line}")).collect();
        check(&numbered.iter().map(String::as_str).collect::<Vec<_>>(), &four);
        // Samples and callers may begin with digits; what was a blank line tells.
        let samples = ["    1\t  700 e: 40", "    2\t   119a", "    3\t   1420", "    4\t"];
        check(&samples, &["  700 e: 40", "   119a", "   1420", ""]);
        let reviewed = ["> +a", "> +  1%", "> +", "> +b", "> Add a point here?", "Yes."];
        check(&reviewed, &["a", "  1%", "", "b", "Add a point here?", "Yes."]);
        let diff = ["-a", "+b", "+c", "+d", "+e"];
        check(&diff, &diff);
        check(&["c2c.txt:8:  1%", "c2c.txt-9-  2%"], &["  1%", "  2%"]);
        check(&["8:  1%", "12:  2%"], &["  1%", "  2%"]);
        check(&["2026-01-02T03:04:05.1Z  a"; 4], &[" a"; 4]);
    }

    #[test]
    fn columns_stay() {
        let rows = ["    0.00%  25.37%  0x8"; 12];
        check(&rows, &rows);
        let table = ["0 0x4040c0 5", "1 0x404100 6", "2 0x404140 7", "3 0x404180 8"];
        check(&table, &table);
        let samples = ["demo 1/2 [001] 2.0: e: 40 1"; 5];
        check(&samples, &samples);
    }
}
