//! What the right edge did to a text: lines wrapped by a mailer or by a terminal, and lines cut by one.

use crate::continued::Mark;
use crate::pieces::{begins_row, is_piece, stands_alone, with_gap};
use crate::samples::{begins_dump, is_called_by, is_sure_piece};
use crate::screens;
use crate::strange::{is_strange_end, is_strange_piece};
use crate::torn::{NARROWEST_CHARS, is_surely_torn, is_torn, is_torn_answer, may_go_on};
use crate::words::is_rule;

/// Mailers wrap at 65 to 80, some people's at 100; a line longer than this was not wrapped at blanks.
const WIDEST_SOFT_CHARS: usize = 132;
/// Rows that go on in the next line, of a text whose rows do, and for each that is whole so many.
const FEWEST_PIECES: usize = 4;
/// Pieces that can be nothing else.
const FEWEST_SURE: usize = 1;
const MOSTLY: usize = 8;
/// Rows with one blank between their columns end in one column by chance, but not as many as these.
const FEWEST_AT_ONE_COLUMN: usize = 3;
/// Lines of codes that end in one column by no chance.
const FEWEST_AS_SENT: usize = 8;
/// Between two columns of a sample are no more blanks.
const WIDEST_GAP: usize = 16;
/// Those that stand at the end of a line for no other reason.
pub(crate) const SURE_EDGES: [char; 8] = ['…', '»', '›', '→', '⇥', '◆', '▒', '▶'];

/// What happened at the right edge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Edge {
    /// How lines were broken.
    pub wrap: Wrap,
    /// The width at which the lines are cut, in characters.
    pub cut: Option<usize>,
    /// Three dots, or a sign that is not surely one, mark the cut.
    pub(crate) mark: Option<char>,
    /// Something filled all lines up with blanks behind their ends.
    pub(crate) filled: bool,
}

/// How a text was wrapped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Wrap {
    /// Not.
    #[default]
    None,
    /// At a blank, so that no line is longer; the rest stands flush left.
    Soft,
    /// At a blank, which stays before the break (format=flowed, RFC 3676); a line that began with a blank has one more.
    Flowed,
    /// After so many characters, whatever stands there.
    Hard(usize),
    /// After so many characters, where each line is filled up to there.
    Filled(usize),
    /// With a sign at the end of each line that goes on.
    Marked(Mark),
}

impl Edge {
    /// What the lines show. `widths`: the characters of each, perhaps with what stood before it.
    pub fn of(lines: &[&str], widths: &[usize]) -> Self {
        let longest = widths.iter().copied().max().unwrap_or(0);
        let mut edge = Self::default();
        if longest < NARROWEST_CHARS {
            return edge;
        }
        if let Some(mark) = Mark::of(lines) {
            edge.wrap = Wrap::Marked(mark);
            return edge;
        }
        if let Some(width) = screens::width(lines, widths) {
            edge.wrap = Wrap::Filled(width);
            return edge;
        }
        // Rows and headers that go on in the next line: at the longest line's end, and before it; breaks that show a
        // blank, which no mailer leaves.
        let (mut at_edge, mut before_edge, mut whole, mut blanks, mut flowed) = (0, 0, 0, 0, 0);
        let (mut torn, mut pieces, mut tight, mut sure, mut answers) = (0, 0, 0, 0, 0);
        for (pair, width) in lines.windows(2).zip(widths) {
            let [line, next] = pair else { continue };
            let is_header = line.starts_with('#') && !is_rule(line);
            // Of a row of single samples what is there in front may be narrow: links and colours are wide.
            let is_narrow = *width < NARROWEST_CHARS && !begins_dump(line);
            if !(begins_row(line) || is_header) || is_narrow {
                continue;
            }
            if stands_alone(next) || is_called_by(line, next) {
                whole += usize::from(!is_header);
                continue;
            }
            flowed += usize::from(line.ends_with(' ') && longest <= WIDEST_SOFT_CHARS);
            if is_piece(line, next) {
                pieces += 1;
                sure += usize::from(is_sure_piece(line, next));
                // The next word had no place.
                let word = next.split_whitespace().next().map_or(0, str::len);
                tight += usize::from(*width + WIDEST_GAP + word > longest);
            }
            let full = *width == longest;
            let fits = longest <= WIDEST_SOFT_CHARS && is_piece(line, next);
            if full || fits {
                at_edge += usize::from(full);
                before_edge += usize::from(!full);
                blanks += usize::from(line.ends_with("  ") || next.starts_with(' '));
                torn += usize::from(full && is_torn(line, next));
                let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
                let first = next.split_whitespace().next().unwrap_or_default();
                let is_sure = is_torn_answer(last, first) || is_surely_torn(line, next);
                answers += usize::from(full && is_sure);
            }
        }
        // Further breaks of a row are at other places of it.
        let inner = lines.array_windows().zip(widths).filter(|([line, next], width)| {
            let shows_blank = line.ends_with(' ') || next.starts_with(' ');
            **width == longest && shows_blank && !stands_alone(next)
        });
        blanks += inner.count();
        let broken = at_edge + before_edge;
        let is_screen = before_edge == 0 && is_broken_by_screen(lines, widths, longest);
        // A terminal breaks each line at one column, and some of them at a blank.
        let one_column = at_edge > 1 && before_edge == 0;
        if flowed > whole && flowed >= broken && !one_column {
            edge.wrap = Wrap::Flowed;
        } else if is_screen
            || broken > whole
                && at_edge > before_edge
                && (blanks > 0 || answers > 0 || longest > WIDEST_SOFT_CHARS && torn > 0)
        {
            edge.wrap = Wrap::Hard(longest);
        } else if broken > whole && (longest <= WIDEST_SOFT_CHARS || at_edge > before_edge)
            || sure >= FEWEST_SURE
        {
            edge.wrap = Wrap::Soft;
        } else if longest > WIDEST_SOFT_CHARS
            && pieces >= FEWEST_PIECES
            && (whole * MOSTLY < pieces || tight == pieces)
        {
            // However wide it is, hardly a row is whole, or each that is not had no place for its next word.
            edge.wrap = Wrap::Soft;
        } else {
            edge.find_cut(lines, widths, longest);
        }
        edge
    }

    /// Whether nothing was seen to happen; a sign of a cut is looked for all the same.
    pub fn is_none(&self) -> bool {
        self.wrap == Wrap::None && self.cut.is_none()
    }

    /// What happened to these lines by their widths at several places of their way, the last place first: what is
    /// seen, and where.
    pub fn of_ways<W: Copy>(lines: &[&str], ways: &[(W, Vec<usize>); 3]) -> (Self, W) {
        let [(bare, own), (_, shown), (as_sent, raw)] = ways;
        if let Some(wrap) = broken_as_sent(lines, shown, raw) {
            return (Self { wrap, ..Self::default() }, *as_sent);
        }
        let earlier = &ways[1..];
        let (mut seen, mut place, mut widths) = (Self::of(lines, own), *bare, own);
        for (earlier, before) in earlier {
            if matches!(seen.wrap, Wrap::Filled(_)) || before == widths {
                continue;
            }
            let other = Self::of(lines, before);
            let is_better = seen.is_none() && !other.is_none();
            // A screen breaks all long lines at one column; a mailer ends hardly one there.
            let most = at_longest(before) * 2 > wide(before);
            let is_surer = match other.wrap {
                Wrap::Filled(_) => true,
                Wrap::Hard(_) => {
                    (seen.wrap != Wrap::Soft || most)
                        && at_longest(before) * 2 > at_longest(widths) * 3
                        || breaks_at_longest(lines, before) && !breaks_at_longest(lines, widths)
                }
                _ => false,
            };
            if is_better || is_surer {
                (seen, place, widths) = (other, *earlier, before);
            }
        }
        (seen, place)
    }

    /// The line of this width without the mark of a cut, and whether it was cut.
    pub fn off<'a>(&self, line: &'a str, width: usize) -> (&'a str, bool) {
        let width = if self.filled { width.saturating_sub(blanks_behind(line)) } else { width };
        let cut_here = self.cut.is_some_and(|cut| width >= cut);
        let full = line;
        let line = line.trim_end();
        if let Some(bare) = line.strip_suffix(SURE_EDGES) {
            return (bare, true);
        }
        match self.mark {
            Some('.') if line.ends_with("...") && !is_rule(line) => {
                (line.trim_end_matches('.'), true)
            }
            // Where blanks were changed, or something was put before the lines, the edge is at no one width.
            Some(mark) if line.ends_with(mark) && (cut_here || is_strange_end(line, mark)) => {
                (&line[..line.len() - mark.len_utf8()], true)
            }
            // A box or a program fills lines up to a width; one that was cut has the mark.
            Some(_) => (full, false),
            // The first line that shows the edge may be far down.
            None if self.wrap == Wrap::None && is_strange_piece(line) => {
                (&line[..line.len() - 1], true)
            }
            None => (full, cut_here),
        }
    }

    /// The two lines as one, where the second is the rest of the first, whose last piece has this width.
    pub fn joined(&self, line: &str, last: &str, last_width: usize, next: &str) -> Option<String> {
        // A line that is as long as the terminal is wide goes on, whatever the rest looks like, but for another row.
        if let Wrap::Hard(width) = self.wrap
            && last_width == width
            && !next.trim().is_empty()
            && may_go_on(line, next)
            && (!begins_row(next) || is_torn(last, next))
        {
            return Some(format!("{line}{next}"));
        }
        if let Wrap::Marked(mark) = self.wrap {
            return mark.joined(line, next);
        }
        if let Wrap::Filled(_) = self.wrap {
            return screens::goes_on(line, next).then(|| format!("{line}{next}"));
        }
        if line.trim().is_empty() || stands_alone(next) || is_called_by(line, next) {
            return None;
        }
        match self.wrap {
            Wrap::None | Wrap::Marked(_) | Wrap::Filled(_) => None,
            Wrap::Hard(width) => {
                let goes_on = last_width == width && may_go_on(line, next);
                goes_on.then(|| format!("{line}{next}"))
            }
            Wrap::Flowed => {
                let rest = next.strip_prefix(' ').unwrap_or(next);
                last.ends_with(' ').then(|| format!("{line}{rest}"))
            }
            Wrap::Soft => is_piece(line, next).then(|| with_gap(line, next)),
        }
    }
}

/// Whether a row goes on in the next line.
fn goes_on(line: &str, next: &str) -> bool {
    begins_row(line) && !stands_alone(next) && !is_called_by(line, next)
}

/// Whether all rows that go on, and they are some, end in the column that no line goes beyond.
fn breaks_at_longest(lines: &[&str], widths: &[usize]) -> bool {
    let longest = widths.iter().copied().max().unwrap_or(0);
    let pairs = lines.array_windows().zip(widths).filter(|([line, next], _)| goes_on(line, next));
    let ends: Vec<usize> = pairs.map(|(_, width)| *width).collect();
    ends.len() >= FEWEST_AT_ONE_COLUMN && ends.iter().all(|width| *width == longest)
}

/// Whether what goes on is the ends of the longest rows alone, which tell that a screen broke them: between their columns
/// is one blank, so that only a screen ends so many in one column, or a piece shows the blank that stood at the break.
fn is_broken_by_screen(lines: &[&str], widths: &[usize], longest: usize) -> bool {
    let pairs = || lines.array_windows().zip(widths);
    let broken = || pairs().filter(|([line, next], _)| goes_on(line, next));
    if broken().any(|([line, next], width)| {
        *width != longest || !is_piece(line.trim_end(), next.trim_start())
    }) {
        return false;
    }
    // No row has its nodes in another order than theirs: their beginning is the end of a word.
    let mixed = |next: &str| {
        let numbers: Option<Vec<u32>> =
            next.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers.is_some_and(|numbers| !numbers.is_sorted())
    };
    let shows =
        |line: &str, next: &str| line.ends_with(' ') || next.starts_with(' ') || mixed(next);
    let squeezed = broken().all(|([line, _], _)| !line.trim().contains("  "));
    squeezed && broken().any(|([line, next], _)| shows(line, next))
        || end_in_one_column(broken().map(|([line, _], _)| *line))
}

/// Whether rows of one length have one blank between their columns, but for a few, and end in words of several lengths:
/// not by chance where they are some.
pub(crate) fn end_in_one_column<'a>(rows: impl Iterator<Item = &'a str>) -> bool {
    let rows: Vec<&str> = rows.collect();
    let (squeezed, others): (Vec<&str>, Vec<&str>) =
        rows.iter().partition(|row| !row.trim().contains("  "));
    let last = |row: &&str| row.split(' ').next_back().map_or(0, str::len);
    let mut ends: Vec<usize> = squeezed.iter().map(last).collect();
    ends.sort_unstable();
    ends.dedup();
    squeezed.len() >= FEWEST_AT_ONE_COLUMN && others.len() * MOSTLY <= rows.len() && ends.len() > 1
}

/// Blanks at the end of a line.
pub(crate) fn blanks_behind(line: &str) -> usize {
    line.len() - line.trim_end_matches(' ').len()
}

/// How many are as wide as the widest.
fn at_longest(widths: &[usize]) -> usize {
    let longest = widths.iter().max();
    widths.iter().filter(|width| Some(*width) == longest).count()
}

/// How many are no narrower than a row.
fn wide(widths: &[usize]) -> usize {
    widths.iter().filter(|width| **width >= NARROWEST_CHARS).count()
}

/// How a terminal's codes were broken together with what they are in: lines that have some end in one column of all that
/// was sent, which shown lines do not.
fn broken_as_sent(lines: &[&str], shown: &[usize], raw: &[usize]) -> Option<Wrap> {
    let width = raw.iter().copied().max().filter(|width| *width >= NARROWEST_CHARS)?;
    // Of filled lines those with codes tell no more than the others.
    if let Some(width) = screens::width(lines, raw) {
        return Some(Wrap::Filled(width));
    }
    let all = || lines.iter().zip(shown.iter().zip(raw));
    let wide = all().filter(|(_, (shown, raw))| **raw >= NARROWEST_CHARS && raw > shown).count();
    let at_edge = || all().filter(|(_, (shown, raw))| **raw == width && raw > shown);
    let filled = at_edge().filter(|(line, _)| line.ends_with("   ")).count();
    let first = at_edge().next().map(|(_, (shown, _))| *shown)?;
    let differ = at_edge().any(|(_, (shown, _))| *shown != first);
    let count = at_edge().count();
    let ends: Vec<&str> = at_edge().map(|(line, _)| *line).collect();
    let wrap = || Mark::at_column(&ends).map_or(Wrap::Hard(width), Wrap::Marked);
    (count >= FEWEST_AS_SENT && count * 2 > wide && filled * 2 < count && differ).then(wrap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continued::Before;

    const ROW: &str =
        "  0.00%  7.37%  0.00%  0x8  0  1  0x40115d  518 334 354 5490 160 [k] f  a  a.c:1  0";
    const SECOND: &str =
        "  9.22%  0.00%  0.00%  0x10  0  1  0x401163  518 334 354 490 16 [k] g  a  a.c:2  0";

    /// Lines that were broken are one again.
    fn check(lines: &[&str], expect: &[&str]) {
        let widths: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
        let edge = Edge::of(lines, &widths);
        let mut got: Vec<String> = Vec::new();
        for line in lines {
            let joined =
                got.last().and_then(|open| edge.joined(open, open, open.chars().count(), line));
            match joined {
                Some(joined) => *got.last_mut().expect("one was joined") = joined,
                None => got.push((*line).to_owned()),
            }
        }
        assert_eq!(got, expect, "{edge:?}");
    }

    #[test]
    fn a_sign_at_the_end_says_that_a_line_goes_on() {
        for sign in ["\\", "\u{21a9}", "\u{21b5}", "\u{23ce}", " \\"] {
            let [a, b] = [ROW, SECOND].map(|row| row.split_at(45));
            let (first, second) = (format!("{}{sign}", a.0), format!("{}{sign}", b.0));
            check(&[&first, a.1, &second, b.1], &[ROW, SECOND]);
        }
    }

    #[test]
    fn a_person_breaks_a_row_at_a_blank() {
        let broken: Vec<String> = [(ROW, "0x40115d"), (SECOND, "0x10")]
            .into_iter()
            .filter_map(|(row, at)| row.split_once(at))
            .flat_map(|(before, after)| [format!("{before} \\"), format!("    {after}")])
            .collect();
        let broken: Vec<&str> = broken.iter().map(String::as_str).collect();
        let widths: Vec<usize> = broken.iter().map(|line| line.chars().count()).collect();
        let edge = Edge::of(&broken, &widths);
        assert!(matches!(edge.wrap, Wrap::Marked(Mark { before: Before::Gap, .. })), "{edge:?}");
    }

    #[test]
    fn a_mark_behind_rules_is_one_at_any_width() {
        let lines =
            ["# .....  ....... .>", "#  ---- HITM --- >", &format!("{ROW} >"), &SECOND[..60]];
        let edge = Edge::of(&lines, &lines.map(|line| line.chars().count()));
        assert_eq!(edge.off(lines[2], lines[2].len()), (&*format!("{ROW} "), true), "{edge:?}");
        assert_eq!(edge.off(SECOND, SECOND.len()), (SECOND, false));
    }

    #[test]
    fn where_other_rows_follow_the_sign_marks_a_cut() {
        let [a, b] = [ROW, SECOND].map(|row| format!("{}\\", &row[..70]));
        let edge = Edge::of(&[&a, &b, &a], &[71; 3]);
        assert_eq!((edge.wrap, edge.cut), (Wrap::None, Some(71)));
    }
}
