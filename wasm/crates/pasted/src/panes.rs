//! Copies of a terminal that a multiplexer or an editor has split: beside the report another pane, and a line between them.

use crate::starts::is_counter;
use crate::words::is_address;

/// What is drawn between panes.
const DIVIDERS: [char; 3] = ['│', '┃', '║'];
/// A pane is no narrower; what is before each line of a listing is.
const NARROWEST_CHARS: usize = 16;
const FEWEST_LINES: usize = 6;
/// Of ten lines that have something, so many have the divider: the others are around the screen.
const DIVIDED_IN_TEN: usize = 8;

/// The pane of a split screen that a report is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pane {
    /// Characters of a line before the divider.
    column: usize,
    /// The report is before it.
    is_left: bool,
}

impl Pane {
    /// Where most lines have one divider, all of them at the same column, and only one side has rows.
    pub fn of<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let lines = lines.filter(|line| !line.trim().is_empty());
        let column = lines.clone().find_map(only_divider)?;
        let (mut all, mut divided, mut left, mut right) = (0, 0, 0, 0);
        for line in lines {
            all += 1;
            if only_divider(line) != Some(column) {
                continue;
            }
            divided += 1;
            if let Some((before, behind)) = parted(line, column) {
                left += usize::from(is_of_report(before));
                right += usize::from(is_of_report(behind));
            }
        }
        let is_split = divided >= FEWEST_LINES && divided * 10 >= all * DIVIDED_IN_TEN;
        // What is in both may be one text, or two reports that must not mix.
        (is_split && (left == 0) != (right == 0)).then_some(Self { column, is_left: left > 0 })
    }

    /// The line of the report's pane; as it is where it has no divider there.
    pub fn off<'a>(&self, line: &'a str) -> &'a str {
        match parted(line, self.column) {
            Some((before, _)) if self.is_left => before.trim_end(),
            Some((_, behind)) => behind,
            None => line,
        }
    }
}

/// The column of a line's divider; `None` where it has none, or several as a table has, or one at its edge as a box has.
fn only_divider(line: &str) -> Option<usize> {
    let mut columns =
        line.chars().enumerate().filter(|(_, c)| DIVIDERS.contains(c)).map(|(at, _)| at);
    let column = columns.next().filter(|column| *column >= NARROWEST_CHARS)?;
    columns.next().is_none().then_some(column)
}

/// What is before the divider at this column, and what is after it.
fn parted(line: &str, column: usize) -> Option<(&str, &str)> {
    let (at, sign) = line.char_indices().nth(column)?;
    let is_divider = DIVIDERS.contains(&sign);
    is_divider.then(|| (&line[..at], &line[at + sign.len_utf8()..]))
}

/// Whether a line is a counter, or has an address or the data source of a sample.
fn is_of_report(text: &str) -> bool {
    text.contains("|OP ")
        || is_counter(text)
        || text.split_whitespace().any(|word| is_address(word) && word.starts_with("0x"))
        || is_share_of_type(text)
        || is_member(text)
}

/// `  26.09%  struct page +8 (lru.next)`, or a member of an annotated type.
fn is_share_of_type(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_share = words.next().is_some_and(|word| {
        word.trim_end_matches('%').split_once('.').is_some_and(|(_, decimals)| decimals.len() == 2)
    });
    is_share && words.next().is_some()
}

/// `  100          0        200  struct queue {` of an annotated type.
fn is_member(text: &str) -> bool {
    const FIGURES: usize = 3;
    let is_figure = |word: &str| word.parse::<f64>().is_ok();
    text.trim_end().ends_with([';', '{'])
        && text.split_whitespace().take_while(|word| is_figure(word)).count() >= FIGURES
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&str; 7] = [
        "=====",
        "  Title",
        "# Num  Offset",
        "",
        "  0.00%  20.64%  0x8  0x401150  751  [.] reader",
        "  0.00%  79.36%  0x10  0x401156  751  [.] reader of",
        "  0  266  373  0x4070c0",
    ];

    fn check(split: fn(usize, &str) -> String, expect: Option<&[&str]>) {
        let lines: Vec<String> = ROWS.iter().enumerate().map(|(at, row)| split(at, row)).collect();
        let pane = Pane::of(lines.iter().map(String::as_str));
        let bare = pane.map(|pane| lines.iter().map(|line| pane.off(line)).collect::<Vec<_>>());
        assert_eq!(bare.as_deref(), expect);
    }

    #[test]
    fn the_side_with_the_rows() {
        check(|at, row| format!("{row:60}│top - 03:0{at}"), Some(&ROWS));
        check(|at, row| format!("{at:>20} files ┃{row}"), Some(&ROWS));
    }

    #[test]
    fn other_lines_are_no_panes() {
        check(|_, row| row.to_owned(), None);
        // Numbers of lines, a box, a table, and a report on each side.
        check(|at, row| format!("{at:3}│{row}"), None);
        check(|_, row| format!("│{row:60}│"), None);
        check(|_, row| row.replace("  ", " │ "), None);
        check(|_, row| format!("{row:60}│{row}"), None);
    }
}
