//! What looked like a part of a report and was not read. Nothing is lost in silence.

use crate::messages;
use crate::notes::{Lost, Notes};
use crate::tokens::{Word, is_masked};

/// A sentence has no more words with digits.
const FIGURES_OF_A_SENTENCE: usize = 7;

/// Counts lines that should have been read.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Rows that were not read.
    pub unread: Lost,
    /// Rows whose right end is missing.
    pub cut: Lost,
    cut_at_column: Option<u64>,
    /// Rows of the table of lines whose numbers are not those of its columns.
    pub contradicting: Lost,
    /// Places where somebody took lines out.
    pub left_out: Lost,
}

impl Ledger {
    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.unread.rows + self.cut.rows + self.contradicting.rows == 0
    }

    /// So many rows were found to lack their ends, at this column.
    pub fn cut_rows(&mut self, rows: u64, column: u64) {
        if self.cut.rows == 0 {
            self.cut_at_column = Some(column);
        }
        self.cut.rows += rows;
    }

    /// Whether a line that nobody took looks as if it should have been; then it is counted.
    pub fn lost(&mut self, words: &[Word], line: u64) -> bool {
        let count = |is: fn(&Word) -> bool| words.iter().filter(|word| is(word)).count();
        let percents = count(|word| word.percent().is_some());
        let addresses = count(|word| word.address().is_some() || is_masked(word.text));
        let numbers = count(|word| word.number().is_some());
        let like_row = percents >= 2 && addresses >= 1;
        let like_line =
            addresses == 1 && numbers >= 4 && numbers + addresses + percents == words.len();
        // `0{ 2  67.4%    n/a}`: nothing but a row ends in it.
        let list = words.iter().any(|word| opens_node_list(word.text));
        let like_end = list && words.last().is_some_and(|word| word.text.ends_with('}'));
        // A row of the table of lines, in which somebody wrote numbers otherwise: `0  0x4070c0  0  924  99.53%  1.351`.
        let like_table = addresses == 1
            && percents >= 1
            && numbers >= 4
            && words.iter().take(2).any(|word| word.address().is_some() || is_masked(word.text));
        // Whatever became of its signs and gaps, no sentence has so many figures and an address.
        let pieces = || words.iter().flat_map(|word| word.text.split([',', ';', '|']));
        let like_any = pieces().any(|piece| piece.starts_with("0x"))
            && pieces().filter(|piece| has_digit(piece)).count() > FIGURES_OF_A_SENTENCE;
        // The rest of one: `60.87%  14  14  0  0  0  0  0`.
        let like_rest = percents == 1 && numbers > 6 && numbers + percents == words.len();
        let is_lost = like_row || like_line || like_end || like_table || like_rest || like_any;
        if is_lost {
            self.unread.add(line);
        }
        is_lost
    }

    /// Says what is missing.
    pub fn say(&self, notes: &mut Notes) {
        notes.add_lost(&self.left_out, messages::rows_left_out());
        notes.add_lost(&self.unread, messages::row_unread());
        notes.add_lost(&self.contradicting, messages::row_contradicts());
        notes.add_times(self.cut.rows, messages::row_cut(), || match self.cut_at_column {
            Some(column) => format!("column {column}"),
            None => self.cut.location(),
        });
    }
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// `1{` or `0{0-3,8}`: a node, and its CPUs.
fn opens_node_list(word: &str) -> bool {
    let Some((node, cpus)) = word.split_once('{') else { return false };
    let is_number = !node.is_empty() && node.bytes().all(|byte| byte.is_ascii_digit());
    is_number && cpus.bytes().all(|byte| byte.is_ascii_digit() || b",-}".contains(&byte))
}
