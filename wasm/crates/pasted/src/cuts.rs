//! Lines that the right edge cut: the width at which it did, and the mark that it left.

use crate::pieces::{LEAST_MARKED, begins_row};
use crate::samples::begins_dump;
use crate::strange::{is_piece_of_row, is_strange_end};
use crate::torn::NARROWEST_CHARS;
use crate::words::{self, is_rule};
use crate::wraps::{Edge, SURE_EDGES, blanks_behind, end_in_one_column};

/// Signs that terminals and viewers draw where a line goes on.
const EDGES: [char; 12] = ['…', '>', '»', '›', '→', '⇥', '+', '\\', '$', '◆', '▒', '▶'];

impl Edge {
    /// Lines cut at one width: all of those that end in the same mark, or the longest ones of different kinds.
    pub(crate) fn find_cut(&mut self, lines: &[&str], widths: &[usize], longest: usize) {
        if self.find_mark(lines) {
            return;
        }
        // A box or a program fills all its lines with blanks up to its side: what they have before these tells.
        self.filled = widths.iter().all(|width| *width == longest || *width == 0)
            && lines.iter().any(|line| line.ends_with("  "));
        let own = |(line, width): (&&str, &usize)| width.saturating_sub(blanks_behind(line));
        let bare: Vec<usize> = lines.iter().zip(widths).map(own).collect();
        let (widths, longest) = match self.filled {
            true => (bare.as_slice(), bare.iter().copied().max().unwrap_or(0)),
            false => (widths, longest),
        };
        // perf's two tables and their headers never end at one column unless something cut them there.
        let full = |(_, width): &(&&str, &usize)| **width == longest;
        let at_edge = || lines.iter().zip(widths).filter(full).map(|(line, _)| line);
        let names = |word: &str| at_edge().any(|line| line.starts_with('#') && line.contains(word));
        let both = names("Index") && (names("Offset") || names("Num"));
        // Two that are whole may be equally long.
        let is_whole =
            |line: &str| line.trim_end().ends_with("Node") || line.trim_end().ends_with('}');
        let whole = at_edge().any(|line| line.starts_with('#') && is_whole(line));
        let rows = both && !whole && at_edge().any(|line| begins_row(line));
        let header = at_edge().count() > 1 && at_edge().any(|line| is_cut_table_header(line));
        if rows || header || has_cut_names(at_edge().copied()) {
            self.cut = Some(longest);
        } else {
            self.cut = cut_of_rows(lines, widths);
        }
    }

    /// Looks for a mark at the edge; the blanks with which a box fills its lines stand after it.
    fn find_mark(&mut self, lines: &[&str]) -> bool {
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        // The upper and lower side of a box are longer than what is in it.
        let is_side = |line: &&str| is_rule(line) && line.contains(['─', '━', '═']);
        let lines: Vec<&str> = lines.into_iter().filter(|line| !is_side(line)).collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let dots = lines.iter().any(|line| begins_row(line) && line.ends_with("..."));
        let at_edge = || lines.iter().filter(|line| line.chars().count() == longest);
        let marks = |mark: &&char| {
            let marked = at_edge().filter(|line| line.ends_with(**mark)).count();
            let most = marked > 1 && marked * 2 > at_edge().count();
            marked > 0 && (SURE_EDGES.contains(mark) || most)
        };
        if dots {
            (self.mark, self.cut) = (Some('.'), Some(longest));
            return true;
        }
        // Where blanks were changed after the cut, lines of any width end in the mark, also those that end in no name.
        let rules = |mark: &&char| {
            let cut = lines.iter().filter(|line| {
                let before = line.strip_suffix(**mark).filter(|_| line.starts_with('#'));
                before.is_some_and(|before| before.ends_with([' ', '.', '-']))
            });
            cut.count() >= LEAST_MARKED
        };
        if let Some(mark) = EDGES.iter().find(rules) {
            (self.mark, self.cut) = (Some(*mark), Some(NARROWEST_CHARS));
            return true;
        }
        let strange = |mark: &&char| {
            lines.iter().any(|line| is_piece_of_row(line) && is_strange_end(line, **mark))
        };
        self.mark = EDGES.iter().find(marks).or_else(|| EDGES.iter().find(strange)).copied();
        self.cut = self.mark.map(|_| longest);
        self.mark.is_some()
    }
}

/// The width at which rows with one blank between their columns were cut: most of them end there, and none is longer.
fn cut_of_rows(lines: &[&str], widths: &[usize]) -> Option<usize> {
    let rows = || lines.iter().zip(widths).filter(|(line, _)| words::begins_row(line));
    let edge = rows().map(|(_, width)| *width).max().filter(|width| *width >= NARROWEST_CHARS)?;
    let at_edge = || rows().filter(|(_, width)| **width == edge);
    let most = at_edge().count() * 2 > rows().count();
    (most && end_in_one_column(at_edge().map(|(line, _)| *line))).then_some(edge)
}

/// Whether a line is the header of the table of lines without its end: every perf has counts of remote answers last
/// (`print_cacheline()` and `perf_c2c__hists_reinit()` of `tools/perf/builtin-c2c.c`).
fn is_cut_table_header(line: &str) -> bool {
    let number = |before: &str| before.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    let named = line.split_once("# Index ").filter(|(before, _)| number(before));
    let Some((_, rest)) = named else { return false };
    rest.split_whitespace().last().is_some_and(|last| !matches!(last, "Rmt" | "RmtHitm"))
}

/// Whether samples that end at the edge have a name there and the beginning of it (`/opt/app:lo`, `/opt/app:look`), or
/// one that no name is: `/opt/app:a.b.(*C).`.
fn has_cut_names<'a>(at_edge: impl Iterator<Item = &'a str>) -> bool {
    let of_dump = at_edge.filter(|line| begins_dump(line));
    let mut names: Vec<&str> = of_dump.filter_map(|line| line.split_whitespace().last()).collect();
    names.sort_unstable();
    names.dedup();
    names.array_windows().any(|[name, next]| next.starts_with(name))
        || names.iter().any(|name| is_begun(name))
}

/// Whether a name goes on: it ends in a sign that joins two words.
fn is_begun(name: &str) -> bool {
    let opens = name.ends_with(['<', '(']) && !name.ends_with("operator<") && !name.ends_with("<<");
    opens || name.ends_with(['.', ':', ',', '*']) && !name.ends_with("operator*")
}
