//! Rows of the table of lines that a mailer broke: whether the last number before the break is whole.
//!
//! Numbers are flush right, so that those of a column end at one place, whatever their length. One that ends before it,
//! where those of other rows end, has lost digits: nothing else of a row tells it where its numbers need not add up.

use pasted::GAP;

use super::table::{self, Parsed, TableRow};
use super::{C2cReport, Report};
use crate::tokens::words;

/// Rows of which a column's place is known, at least, and rows whose places are kept.
const FEWEST_ALIKE: usize = 2;
const MOST_KEPT: usize = 64;

/// Where the words of rows stand, and the rows that were broken.
#[derive(Debug, Default)]
pub struct Places {
    /// Of some rows, up to their break.
    rows: Vec<Vec<Place>>,
    broken: Vec<FirstPiece>,
}

/// A word of a row: where it ends, in bytes, and how long it is.
#[derive(Debug, Clone, Copy)]
struct Place {
    end: usize,
    length: usize,
}

/// The first piece of a row that was broken.
#[derive(Debug)]
struct FirstPiece {
    /// The row's place in the table, and the text line in which it ends.
    row: usize,
    line: u64,
    /// Its words.
    places: Vec<Place>,
    /// What the piece alone says, without its last number.
    known: TableRow,
}

impl C2cReport {
    /// Takes a row of the table of lines and what it was read from.
    pub(super) fn table_row_of(&mut self, text: &str, row: TableRow) {
        let (piece, is_broken) =
            text.split_once(GAP).map_or((text, false), |(first, _)| (first, true));
        let words = words(piece);
        let places = words.iter().map(|word| Place { end: word.end, length: word.text.len() });
        let places: Vec<Place> = places.collect();
        let known = is_broken.then(|| table::parse(&words, self.report.columns.shape(true)));
        self.table_row(row);
        let Report { places: all, table, .. } = &mut self.report;
        if all.rows.len() < MOST_KEPT {
            all.rows.push(places.clone());
        }
        if let (Some(row), Some(Parsed::Partial(known))) = (table.len().checked_sub(1), known) {
            all.broken.push(FirstPiece { row, line: self.line, places, known });
        }
    }
}

/// Leaves of rows that lack digits before their break what is sure.
pub fn drop_short(report: &mut Report) {
    let Places { rows, broken } = std::mem::take(&mut report.places);
    for FirstPiece { row, line, places, known } in broken {
        if lacks_digits(&places, &rows)
            && let Some(row) = report.table.get_mut(row)
        {
            *row = known;
            report.ledger.cut(line);
        }
    }
}

/// Whether the last word of these ends before its column, in which numbers of several lengths end, and the word before it
/// does not: else the row has moved.
fn lacks_digits(places: &[Place], rows: &[Vec<Place>]) -> bool {
    let [.., before, last] = places else { return false };
    let at = places.len() - 1;
    let same = rows.iter().filter_map(|row| row.get(at - 1).zip(row.get(at)));
    let same: Vec<(&Place, &Place)> = same.collect();
    let end = same.iter().map(|(_, last)| last.end).max().unwrap_or(0);
    let at_end: Vec<_> = same.iter().filter(|(_, last)| last.end == end).collect();
    let is_flush = at_end.array_windows().any(|[a, b]| a.1.length != b.1.length);
    let stands = at_end.iter().all(|(other, _)| other.end == before.end);
    let most = at_end.len() >= FEWEST_ALIKE && at_end.len() * 2 > same.len();
    last.end < end && is_flush && stands && most
}

#[cfg(test)]
mod tests {
    use facts::AccessCounts;

    /// The table of 2014, which has no sum of all of its loads, as a mailer broke it.
    fn text(ends: [&str; 3]) -> String {
        let [a, b, c] = ends;
        format!(
            "          Shared Data Cache Line Table\n\n   0  0xffff881fa55b0140     72006    16.97%    23.31%     43095{a}\n   16860        45      2651        25      9526      3288      6238\n   1  0xffff881fba47f000     21854     5.29%     7.26%     13938{b}\n    6941        15         1         7      3087      1143      1944\n   2  0xffff881fc21b9cc0      2153     1.61%     2.21%       862{c}\n      70         0        15         1       740       148       592\n"
        )
    }

    fn read(text: &str) -> Vec<(AccessCounts, bool)> {
        let profile = crate::read(text.as_bytes(), crate::Options::default());
        let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
        let cut = profile.diagnostics.iter().any(|said| said.message.starts_with("a row is cut"));
        profile.lines.iter().map(|line| (line.counts, cut)).collect()
    }

    #[test]
    fn a_number_that_ends_before_its_column_lacks_digits() {
        let whole = read(&text(["     13591", "      3887", "        32"]));
        assert!(whole.iter().all(|(_, cut)| !cut), "{whole:?}");
        assert_eq!(whole[2].0.loads_fill_buffer, Some(32));
        let short = read(&text(["     13591", "      3887", "        3"]));
        assert!(short[2].1);
        assert_eq!((short[2].0.loads, short[2].0.loads_fill_buffer), (Some(862), None));
        assert_eq!(short[1].0, whole[1].0);
    }

    #[test]
    fn a_row_that_has_moved_is_whole() {
        let text =
            text(["     13591", "      3887", "        32"]).replace("       862", "      862");
        let moved = read(&text);
        assert_eq!((moved[2].0.loads_fill_buffer, moved[2].1), (Some(32), false));
    }

    #[test]
    fn numbers_behind_one_blank_end_anywhere() {
        let squeezed = read(&text([" 13591", " 3887", " 32"]));
        assert!(squeezed.iter().all(|(_, cut)| !cut), "{squeezed:?}");
    }
}
