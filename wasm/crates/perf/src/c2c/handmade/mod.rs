//! Tables that authors made of a report by hand: columns left out, renamed and put in another order.
//!
//! ```text
//!   Rmt%   Lcl%  StoreL1%  Offset  cycles  records  Symbol
//!  28.23  28.91      0.00     0x8    1204     5093  [k] rwsem_spin_on_owner
//! ```
//!
//! The words above the columns say what they hold; rows are read by them. A header of perf itself is left to
//! `columns.rs`: only there is the order of columns known, also of those that the header does not name.

mod cells;
mod header;
mod known;
mod lines;
mod report;
mod spelled;
mod words;

use crate::prose::words_of_remark;
use crate::tokens::{span, words};
use cells::{
    Rest, address, figure, is_figure, is_none, is_totals, name_end, offset_of, parted, sign_of,
    with_bars, without_bars,
};
pub use lines::lines;
use spelled::{Spelled, spelled, unmarked};
use words::{Column, Of};

/// A table and what stands above it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    columns: Vec<Column>,
    /// What parts the names and the cells, of a file of values.
    sign: Option<char>,
    /// Bars part its names and cells.
    barred: bool,
    rows: Vec<Row>,
    /// The text line of its header.
    line: u64,
    /// The numbers and the address of the line above the header.
    numbers: Vec<u64>,
    address: Option<u64>,
    /// Cells that are rounded, and those that only say a limit.
    rounded: Inexact,
    bounds: Inexact,
    /// Offsets that are ranges.
    ranges: Inexact,
    /// Rows that are sums of the others.
    totals: u64,
}

/// Cells that are no exact number: how many, and the first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Inexact {
    cells: u64,
    first: String,
}

impl Inexact {
    fn add(&mut self, cell: &str) {
        if self.cells == 0 {
            unmarked(cell).clone_into(&mut self.first);
        }
        self.cells += 1;
    }
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    /// One for each column; empty where it has none.
    cells: Vec<String>,
    /// What the author wrote behind it; empty where nothing.
    remark: String,
    /// By how much a count of it may be wrong, as its author rounded it.
    error: u32,
}

/// What a line below a header is.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    Row,
    /// The sum of the rows, which none is added to.
    Totals,
    /// It looks like a row and has not the header's columns.
    Unread,
    Not,
}

impl Table {
    /// The table that a line begins; `None` where it is no header, or one of perf itself.
    pub fn begin(text: &str, line: u64) -> Option<Self> {
        let sign = sign_of(text);
        let columns = header::header(&with_bars(text, sign))?;
        let barred = sign.is_none() && without_bars(text).1;
        Some(Self { columns, sign, barred, line, ..Self::default() })
    }

    /// The name of its column of members, where it has none that says where they are: nothing can be placed then.
    pub fn unplaced(&self) -> Option<&str> {
        let named = |of: Of| self.columns.iter().find(|column| column.of == of);
        let is_placed = named(Of::Offset).or(named(Of::Address)).is_some();
        named(Of::Field).filter(|_| !is_placed).map(|column| column.name.as_str())
    }

    /// Text line of its header, and its rows.
    pub fn extent(&self) -> (u64, u64) {
        (self.line, self.rows.len() as u64)
    }

    /// Whether nothing was read of it.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether it counts peer snoops, which stand in the place of HITM.
    pub fn counts_peers(&self) -> bool {
        self.columns.iter().any(|column| matches!(column.of, Of::Kind(2..=3)))
    }

    /// Takes a row.
    ///
    /// * `remark` - what was written behind it, which is not in `text` any more
    /// * `open` - whether nothing stands between the table so far and this line
    pub fn take(&mut self, text: &str, remark: &str, open: bool) -> Taken {
        if let Some((cells, rest)) = self.cells(text) {
            self.push(cells, &rest, remark);
            return Taken::Row;
        }
        if self.is_sentence(text) {
            return Taken::Not;
        }
        if !self.is_empty() && is_totals(text) && self.looks_like_row(text) {
            self.totals += 1;
            return Taken::Totals;
        }
        if open && self.looks_like_row(text) {
            return Taken::Unread;
        }
        let found = words(text);
        let figures = found.iter().filter(|word| is_figure(word.text)).count();
        let has_text = found.iter().any(|word| word.text.contains(char::is_alphabetic));
        let first =
            found.first().is_some_and(|word| is_figure(word.text) || word.address().is_some());
        if figures >= 2 && first && (has_text || figures + 2 >= self.columns.len()) {
            return Taken::Unread;
        }
        Taken::Not
    }

    fn push(&mut self, cells: Vec<String>, rest: &str, remark: &str) {
        let mut error = 0;
        let mut said = Vec::new();
        let mut plain = Vec::with_capacity(cells.len());
        for (cell, column) in cells.into_iter().zip(&self.columns) {
            if column.of == Of::Remark && !is_none(&cell) {
                said.push(words_of_remark(unmarked(&cell)).to_owned());
            }
            if let (Of::Offset, Some((offset, rest))) = (column.of, offset_of(unmarked(&cell))) {
                match rest {
                    Rest::End => self.ranges.add(&cell),
                    Rest::Name(name) => said.push(name.to_owned()),
                }
                plain.push(offset.to_owned());
                continue;
            }
            plain.push(match read_as(column, &cell) {
                Spelled::Exact(cell) => cell,
                Spelled::Rounded(number, by) => {
                    if matches!(column.of, Of::Kind(_) | Of::Hitm | Of::Stores) {
                        error = error.max(by);
                    }
                    self.rounded.add(&cell);
                    number
                }
                Spelled::Bound => {
                    self.bounds.add(&cell);
                    "?".to_owned()
                }
            });
        }
        said.extend([rest, remark].map(str::to_owned));
        said.retain(|said| !said.is_empty());
        self.rows.push(Row { cells: plain, remark: said.join(" "), error });
    }

    /// Whether a line has not the form of the table: no bars, or words and signs as sentences have them.
    fn is_sentence(&self, text: &str) -> bool {
        if self.barred {
            return !without_bars(text).1;
        }
        if let Some(sign) = self.sign {
            let first = text.split(sign).next().unwrap_or(text);
            return !first.starts_with('"') && words(first).len() > 1;
        }
        let ends = |word: &crate::tokens::Word| word.text.ends_with([',', ';', '.', '!', '?']);
        parted(text.trim(), false).len() < 2 && words(text).iter().any(ends)
    }

    /// Whether a line directly below the table has the cells of a row, whatever is in them.
    fn looks_like_row(&self, text: &str) -> bool {
        let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let (bare, barred) = without_bars(&with_bars(text, self.sign));
        let parts = parted(&bare, barred);
        let columns = self.columns.len();
        if barred && self.sign.is_none() {
            let says = bare.contains(char::is_alphanumeric);
            return parts.len() + 1 >= columns && says && (has_digit(text) || !self.is_empty());
        }
        let found = words(text);
        let figures = found.iter().filter(|word| has_digit(word.text)).count();
        has_digit(text)
            && (parts.len() >= 3 && parts.len() + 1 >= columns
                || found.len() == columns && figures >= 2)
    }

    /// The cells of a row, and the text behind its last column.
    fn cells(&self, text: &str) -> Option<(Vec<String>, String)> {
        let text = with_bars(text, self.sign);
        // An empty last value has nothing behind its sign.
        let (text, barred) = match self.sign {
            Some(_) if text.contains('|') => (text.trim().to_owned(), true),
            _ => without_bars(&text),
        };
        let parted = parted(&text, barred);
        let parted = match parted.as_slice() {
            [first, rest @ ..] if first.is_empty() && barred => rest,
            all => all,
        };
        // Behind the last column may stand a remark; another figure is of a column that the header does not name.
        if parted.len() >= self.columns.len() {
            let (cells, rest) = parted.split_at(self.columns.len());
            // A sign that groups digits, and parts no values here, moves a figure into the column of a name.
            let moved = self.sign.is_some()
                && !rest.is_empty()
                && self.columns.iter().zip(cells).any(|(column, cell)| {
                    matches!(column.of, Of::Symbol | Of::Object) && is_figure(cell)
                });
            let more = rest.first().is_some_and(|cell| is_figure(cell));
            if !moved && !more && self.fits(cells) {
                let cells = cells.iter().map(|cell| (*cell).to_owned()).collect();
                return Some((cells, words_of_remark(&rest.join(" ")).to_owned()));
            }
        }
        if barred {
            return None;
        }
        let cells = self.by_words(&text)?;
        let refs: Vec<&str> = cells.iter().map(String::as_str).collect();
        self.fits(&refs).then_some((cells, String::new()))
    }

    /// Cells that one blank parts: a figure is a word, a name one that may have brackets with blanks.
    fn by_words(&self, text: &str) -> Option<Vec<String>> {
        let found = words(text);
        let mut at = 0;
        let mut cells = Vec::with_capacity(self.columns.len());
        for (place, column) in self.columns.iter().enumerate() {
            if at >= found.len() {
                // Only names may be missing at the end.
                let rest_is_text =
                    self.columns.iter().skip(place).all(|column| column.of.is_text());
                if !rest_is_text || cells.is_empty() {
                    return None;
                }
                cells.push(String::new());
                continue;
            }
            let last = place + 1 == self.columns.len();
            let has_share = |next: &crate::tokens::Word| {
                next.text.starts_with('(') && next.text.ends_with("%)")
            };
            let end = if column.of == Of::Remark && last {
                found.len() - 1
            } else if column.of.is_text() {
                name_end(&found, at, text)
            } else {
                at + usize::from(column.of.is_figure() && found.get(at + 1).is_some_and(has_share))
            };
            cells.push(span(text, found.get(at..=end)?).to_owned());
            at = end + 1;
        }
        let is_text = self.columns.last().is_some_and(|column| column.of.is_text());
        let more = found.get(at).is_some_and(|word| is_figure(word.text));
        (is_text || !more).then_some(cells)
    }

    /// Whether each cell is what its column holds. A row has an offset, and something else.
    fn fits(&self, cells: &[&str]) -> bool {
        let mut figures = 0;
        let each = self.columns.iter().zip(cells).all(|(column, cell)| {
            let spelled = read_as(column, cell);
            let cell = match &spelled {
                Spelled::Exact(cell) | Spelled::Rounded(cell, _) => cell.as_str(),
                Spelled::Bound => "?",
            };
            let none = is_none(cell) && spelled != Spelled::Bound;
            let none_or_bound = none || spelled == Spelled::Bound;
            figures += usize::from(!none && (column.of.is_figure() || column.of == Of::Records));
            match column.of {
                Of::Offset | Of::Address | Of::Line => {
                    address(cell).is_some() || (column.of == Of::Line && none)
                }
                Of::Code => none || address(cell).is_some(),
                Of::Kind(_) | Of::Hitm | Of::Stores => none_or_bound || figure(cell).is_some(),
                Of::Loads | Of::Records | Of::Cycles(_) | Of::Cpus => {
                    none_or_bound || figure(cell).is_some() && !cell.ends_with('%')
                }
                _ => true,
            }
        });
        each && figures > 0
    }
}

/// What a cell says in its column.
fn read_as(column: &Column, cell: &str) -> Spelled {
    match column.of {
        Of::Kind(_)
        | Of::Hitm
        | Of::Stores
        | Of::Loads
        | Of::Records
        | Of::Cycles(_)
        | Of::Cpus => spelled(cell),
        Of::Offset => {
            let bare = unmarked(cell);
            Spelled::Exact(offset_of(bare).map_or(bare, |(offset, _)| offset).to_owned())
        }
        _ if column.of.is_text() && !cell.starts_with(['"', '*']) => {
            Spelled::Exact(cell.to_owned())
        }
        _ => Spelled::Exact(unmarked(cell).to_owned()),
    }
}

/// Whether a text has a table of this kind: a header, and a row below it.
#[derive(Debug, Default)]
pub struct Search(Option<Table>);

impl Search {
    /// Whether the line is the first row of one.
    pub fn is_row(&mut self, text: &str) -> bool {
        if let Some(table) = Table::begin(text, 0) {
            self.0 = Some(table);
            return false;
        }
        self.0.as_mut().is_some_and(|table| table.take(text, "", false) == Taken::Row)
    }
}
