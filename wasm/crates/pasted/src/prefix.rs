//! What stands before each line of a text: the numbers of `grep -n`, a time stamp, the bars of a box, the marks
//! of a comment.
//!
//! Nobody can list all of them, so a prefix is what the rows of a text have in common before their first number:
//! digits, blanks and tabs may differ, and it has to end in a sign (`12:`, `[ 12.3]`, `│`, `Jan 02 03:04:05 host perf[7]:`).

use crate::samples::begins_sample;
use crate::starts::{BARS, data_start, mask, masked, own_start, time_end};
use crate::words::is_percent;

const LONGEST_CHARS: usize = 80;
/// Lines that begin alike, at least.
const FEWEST_ALIKE: usize = 8;
/// Of the rows that look like data, so many in a hundred have to have the prefix.
const LEAST_PERCENT: usize = 60;
/// So many are compared.
const MOST_KNOWN: usize = 16;

/// The prefix of a text's lines; blanks are left out, a run of digits is `0`, a dash is `:` (grep's context).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefix {
    mask: String,
    /// A blank is after it on each line, which belongs to it.
    gap: bool,
}

impl Prefix {
    /// What most rows of a text have before their data; `None` where that is nothing.
    pub fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        // What a mailer broke off a row begins with an address flush left; a row of a table never does.
        let lines = lines.filter(|line| !line.starts_with("0x"));
        // Where few rows are there, rules and titles tell.
        let start = |line: &str| data_start(line).or_else(|| own_start(line).filter(|at| *at > 0));
        let before: Vec<&str> = lines.filter_map(|line| Some(&line[..start(line)?])).collect();
        // After a time all that stands there (`2026-01-02T03:04:05Z stdout F`), else up to the last sign.
        Self::most(&before, with_words)
            .filter(|prefix| prefix.mask.starts_with('0') && prefix.mask.matches(':').count() >= 2)
            .or_else(|| Self::most(&before, prefix_end))
    }

    /// What stands before what perf prints, up to its last sign, a time with the words after it; `None` where that is
    /// nothing.
    pub fn in_front(before: &str) -> Option<Self> {
        let words = mask(&before[..with_words(before)]);
        let is_time = words.starts_with('0') && words.matches(':').count() >= 2;
        let mask = if is_time { words } else { mask(&before[..prefix_end(before)]) };
        (!mask.is_empty()).then_some(Self { mask, gap: false })
    }

    /// The time before a sample, whose first words are any name, with what wrote it.
    pub fn in_front_of_sample(before: &str) -> Option<Self> {
        Some(Self { mask: mask(&before[..time_end(before)?]), gap: false })
    }

    /// Whether it is this one and perhaps more.
    pub fn begins_with(&self, start: &Self) -> bool {
        self.mask.starts_with(&start.mask)
    }

    fn most(rows: &[&str], end: impl Fn(&str) -> usize) -> Option<Self> {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for before in rows {
            let prefix = mask(&before[..end(before)]);
            if prefix.is_empty() {
                continue;
            }
            // In a sample some lines have another prefix (`grep` with several files).
            count_one(&mut counts, prefix);
        }
        let (prefix, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        (count * 100 >= rows.len() * LEAST_PERCENT).then_some(Self { mask: prefix, gap: false })
    }

    /// The line without its prefix; as it is where it has none.
    pub fn off<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut wanted = self.mask.chars().peekable();
        let mut digits = false;
        let mut end = 0;
        for (at, char) in line.char_indices() {
            if char.is_ascii_digit() && digits {
                end = at + 1;
                continue;
            }
            digits = false;
            if matches!(char, ' ' | '\t') && wanted.peek().is_some() {
                continue;
            }
            let Some(next) = wanted.next() else { break };
            if masked(char) != next {
                return None;
            }
            digits = char.is_ascii_digit();
            end = at + char.len_utf8();
        }
        let rest = wanted.peek().is_none().then(|| &line[end..])?;
        Some(if self.gap { rest.strip_prefix(' ').unwrap_or(rest) } else { rest })
    }

    /// A time with the blank after it, where each line has one there. (What a mailer broke off stands flush left.)
    pub fn with_gap<'a>(mut self, lines: impl Iterator<Item = &'a str>) -> Self {
        let mut rests = lines.filter_map(|line| self.off(line)).filter(|rest| !rest.is_empty());
        let is_time = self.mask.contains("0:0");
        self.gap = is_time && rests.all(|rest| rest.starts_with(' '));
        self
    }

    /// Whether it is quote marks alone.
    pub fn is_quotes(&self) -> bool {
        self.mask.chars().all(|char| char == '>')
    }

    /// Whether the prefix is the left side of a box or of a table with bars, or has it before quote marks (`│ > `).
    pub fn is_bar(&self) -> bool {
        self.mask.starts_with(BARS) || self.mask.ends_with(BARS)
    }
}

/// What all lines begin with, up to the blank or tab after its last sign or word: `E       `, `      1 `. Rules and headers among
/// them show that it is none of perf's.
pub fn common<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let (first, rest) = lines.split_first().filter(|(_, rest)| rest.len() >= FEWEST_ALIKE)?;
    let mut end = first.len();
    for line in rest {
        end = first.bytes().take(end).zip(line.bytes()).take_while(|(a, b)| a == b).count();
        if end == 0 {
            return None;
        }
    }
    let end =
        first.as_bytes().get(..end)?.iter().rposition(|byte| matches!(byte, b' ' | b'\t'))? + 1;
    let prefix = &first[..end];
    // Callers of a sample are behind a tab; a row begins with its share.
    let begins_row = |rest: &str| rest.split_whitespace().next().is_some_and(is_percent);
    // A thread may have any name, but hardly one with a bar. What follows the bar is the name, be it that of all samples.
    let of_samples =
        prefix.contains(BARS) || prefix.trim_start().starts_with('[') && prefix.contains(']');
    let is_end = |char: char| BARS.contains(&char) || char == ']';
    let ends = prefix.char_indices().rev().filter(|(_, char)| of_samples && is_end(*char));
    let ends = ends.map(|(at, sign)| at + sign.len_utf8());
    let mut ends = ends.map(|at| at + usize::from(prefix[at..].starts_with(' ')));
    if let Some(at) = ends.find(|at| lines.iter().any(|line| begins_sample(&line[*at..]))) {
        return (at <= LONGEST_CHARS).then(|| prefix[..at].to_owned());
    }
    let is_of_perf = |line: &&str| {
        let rest = &line[end..];
        ["====", "# ", "\t "].iter().any(|start| rest.starts_with(start)) || begins_row(rest)
    };
    let is_sign = !prefix.trim().is_empty() && prefix.chars().count() <= LONGEST_CHARS;
    (is_sign && lines.iter().any(is_of_perf)).then(|| prefix.to_owned())
}

/// What is left of a line without what it has in common with the beginning of another one up to a sign: `kern: [12] `.
/// Digits may differ.
pub fn without_common<'a>(line: &'a str, other: &str) -> &'a str {
    let is_sign = |char: char| matches!(char, ':' | '>' | ']' | '*' | '#') || BARS.contains(&char);
    let signs = line.char_indices().take(LONGEST_CHARS).filter(|(_, char)| is_sign(*char));
    let ends: Vec<usize> = signs.map(|(at, sign)| at + sign.len_utf8()).collect();
    let common =
        |end: &&usize| Prefix { mask: mask(&line[..**end]), gap: false }.off(other).is_some();
    let Some(end) = ends.iter().rev().find(common) else { return line };
    // A time goes on after its last sign: `03:04:05,123`.
    let is_time = mask(&line[..*end]).ends_with("0:0:");
    let is_figure = |char: char| char.is_ascii_digit() || matches!(char, ',' | '.');
    let rest = &line[*end..];
    let rest = if is_time { rest.trim_start_matches(is_figure) } else { rest };
    rest.strip_prefix(' ').unwrap_or(rest)
}

/// Without the bars of a table: what its right side and the gaps between its columns have.
pub fn without_bars(line: &str) -> String {
    let line = line.trim_end().trim_end_matches(BARS);
    let alone = |word: &str| word.chars().all(|char| BARS.contains(&char));
    if !line.split(' ').any(|word| !word.is_empty() && alone(word)) {
        return line.to_owned();
    }
    let words = line.split(' ').map(|word| if alone(word) { " " } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Where the prefix ends together with the words after it (`stdout F`); figures are none.
fn with_words(before: &str) -> usize {
    let end = prefix_end(before);
    let is_word = |word: &str| word.contains(char::is_alphabetic);
    if before[end..].split_whitespace().all(is_word) { before.trim_end().len() } else { end }
}

/// Where the prefix ends in what stands before the data: behind its last sign.
fn prefix_end(before: &str) -> usize {
    // `| 12.50 | 0.00 |`: these are columns. A line's number between two bars is none.
    let mut bars = before.match_indices(BARS).map(|(at, bar)| (at, at + bar.len()));
    if let (Some((_, end)), Some((next, _))) = (bars.next(), bars.next())
        && (bars.next().is_some() || before[end..next].contains('.'))
    {
        return end;
    }
    let sign = |char: char| {
        matches!(
            char,
            ':' | '|' | '>' | ']' | ')' | '}' | '*' | '#' | '/' | '+' | '$' | ';' | '-' | '%'
        ) || BARS.contains(&char)
    };
    // A figure is no sign, nor is its end: `% 0.72%` lost the left side of its first share.
    let is_sign = |(at, char): &(usize, char)| {
        let goes_before = before[..*at].chars().next_back();
        sign(*char) && !(*char == '%' && goes_before.is_none_or(|c| c.is_ascii_digit() || c == ' '))
    };
    let Some((last, _)) = before.char_indices().rev().find(is_sign) else { return 0 };
    let end = last + before[last..].chars().next().map_or(0, char::len_utf8);
    if before[..end].chars().count() > LONGEST_CHARS {
        return 0;
    }
    // `03:04:05,123` and `…56Z`: a time goes to the end of its word.
    let time = before[..end].matches(':').count() >= 2
        && before[end..].starts_with(|c: char| c.is_ascii_digit());
    let word = before[end..].find([' ', '\t']).unwrap_or(before.len() - end);
    if time { end + word } else { end }
}

/// Counts a prefix once more; one that is new is left out where enough are known.
pub(crate) fn count_one<T: PartialEq>(counts: &mut Vec<(T, usize)>, prefix: T) {
    let enough = counts.len() >= MOST_KNOWN;
    match counts.iter_mut().find(|(known, _)| *known == prefix) {
        Some((_, count)) => *count += 1,
        None if enough => {}
        None => counts.push((prefix, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str =
        "  9.22%  7.37%  0.00%  0x8  0  1  0x40115d  518 334 354 5490 160 [k] f  a  a.c:1  0";
    const LINE: &str = "      0      266      373      323      164       73            0x4040c0";
    const TABLE: &str =
        "      0  0x4040c0     0    6904   74.86%      137      131        6   148008   144970";

    /// The prefix of three lines is learned and taken off, also off lines without data.
    fn check(prefixes: [&str; 3]) {
        let lines: Vec<String> = prefixes
            .iter()
            .zip([TABLE, LINE, ROW])
            .map(|(prefix, line)| format!("{prefix}{line}"))
            .collect();
        let prefix = Prefix::of(lines.iter().map(String::as_str));
        let Some(prefix) = prefix else { unreachable!("nothing was learned of {prefixes:?}") };
        for (line, bare) in lines.iter().zip([TABLE, LINE, ROW]) {
            let words: Vec<&str> = prefix.off(line).unwrap_or(line).split_whitespace().collect();
            assert_eq!(words, bare.split_whitespace().collect::<Vec<_>>(), "{prefix:?}");
        }
        let title = format!("{}Trace Event Information", prefixes[2]);
        assert_eq!(prefix.off(&title).map(str::trim), Some("Trace Event Information"));
    }

    #[test]
    fn the_name_of_all_samples_is_no_part_of_what_stands_before_them() {
        let sample =
            "fifteen-letters  7/7  [001]  2.0: e: 7f0000001000 1808042 |OP LOAD|LVL L1 hit";
        for before in ["| ", "[03:04:05] "] {
            let lines = vec![format!("{before} {sample}"); FEWEST_ALIKE + 1];
            assert_eq!(common(lines.iter().map(String::as_str)).as_deref(), Some(before));
        }
    }

    #[test]
    fn prefixes_of_every_kind() {
        check(["8:", "9:", "10:"]);
        check(["8-", "9:", "10-"]);
        check(["c2c.txt:", "c2c.txt:", "c2c.txt:"]);
        check(["a/c2c.txt:8:", "a/c2c.txt-9-", "a/c2c.txt:10:"]);
        check(["| ", "| ", "| "]);
        check(["\u{2502} ", "\u{2502} ", "\u{2502} "]);
        check([" 8 | ", " 9 | ", "10 | "]);
        check(["9\u{2502}", "10\u{2502}", "11\u{2502}"]);
        check(["# ", "# ", "# "]);
        check(["// ", "// ", "// "]);
        check([" * ", " * ", " * "]);
        check(["+", "+", "+"]);
        check(["[    9.5] ", "[   12.345678] ", "[  123.4] "]);
        check(["[03:04:05] ", "[03:04:06] ", "[03:04:06] "]);
        check(["03:04:05 ", "03:04:06 ", "03:14:06 "]);
        check([
            "2026-01-02T03:04:05.123456Z ",
            "2026-01-02T03:04:05.2Z ",
            "2026-01-02T03:04:05.3Z ",
        ]);
        check(["2026-01-02 03:04:05,123 ", "2026-01-02 03:04:05,123 ", "2026-01-02 03:04:05,123 "]);
        check([
            "Jan 02 03:04:05 host perf[123]: ",
            "Jan 02 03:04:05 host perf[123]: ",
            "Jan 12 03:04:05 host perf[123]: ",
        ]);
    }

    #[test]
    fn clean_texts_have_none() {
        for lines in [
            [TABLE, TABLE, TABLE],
            [ROW, ROW, ROW],
            [LINE, ROW, ROW],
            ["demo 3344/3346 [002] 2628.1: cpu/mem-loads/P: 4040d0 1808042 |OP LOAD|LVL L1 hit"; 3],
            ["kworker/0:1-events 3344 [002] 2628.1: x: 4040d0 1808042 |OP LOAD|LVL L1 hit"; 3],
            ["3344 3346 0x401150 0x4040c8 47 0x1100142 |OP"; 3],
            [" 26.09%   3.28%     struct page +8 (lru.next)"; 3],
            ["    12.34          8          8      unsigned long  a;"; 3],
            ["    12          8          8      unsigned long  a;"; 3],
        ] {
            assert_eq!(Prefix::of(lines.into_iter()), None, "{lines:?}");
        }
    }

    #[test]
    fn rows_that_a_mailer_broke() {
        for rows in [
            ["# 1000 1004 0xffffffff81100425", "0xffffffff82f00085 0x0 0x10668800842 a:b"],
            ["# 1000 1004 0x401150 0x4040c8", "0x0000000000000000 0 0x10268080184 a:b"],
        ] {
            let prefix = Prefix::of(rows.into_iter()).expect("a sign");
            assert_eq!(prefix.off(rows[0]), Some(&rows[0][1..]));
        }
    }

    #[test]
    fn figures_between_bars_are_no_prefix() {
        let rows = ["| 12.50 |  0.00 | 0x8 | 0xffffffff81101010 | a |"; 3];
        let prefix = Prefix::of(rows.into_iter()).expect("a bar");
        assert_eq!(prefix.off(rows[0]), Some(&rows[0][1..]));
    }

    #[test]
    fn bars_between_columns() {
        let words: Vec<String> =
            without_bars(" 1.00% | 2.00% | 0x8 |").split_whitespace().map(str::to_owned).collect();
        assert_eq!(words, ["1.00%", "2.00%", "0x8"]);
        assert_eq!(without_bars(" a|b "), " a|b");
    }
}
