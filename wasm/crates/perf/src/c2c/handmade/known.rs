//! What the columns of a hand-made table hold: by their names, and by their cells where these leave it open.

use super::Table;
use super::cells::{address, is_none};
use super::words::{Column, Of};
use crate::notes::Notes;
use crate::tokens::decimal;

/// No table of this kind says how long its lines are.
pub const LINE_BYTES: u64 = 64;
/// The largest offset into a line, of any machine.
const MAX_OFFSET: u64 = 4096;

/// What a column says by its cells, where its name leaves that open.
pub struct Known<'a> {
    pub column: &'a Column,
    /// What it is read as.
    pub of: Of,
    /// Percentages, and no samples.
    pub shares: bool,
    /// How its offsets and addresses are written.
    written: Written,
}

/// How the numbers of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Decimal,
    /// With 0x, or with letters: all of them are in hex.
    Hex,
    /// Some have 0x and the others no letter: each is what it says.
    Each,
}

impl Written {
    /// Of the cells of a column, and how many of them have no 0x where others do and would be another number in hex.
    fn of<'a>(cells: impl Iterator<Item = &'a String> + Clone) -> (Self, u64) {
        let has_prefix = |cell: &&String| cell.contains("0x");
        let (hex, bare): (Vec<&String>, Vec<&String>) = cells.partition(has_prefix);
        if bare.iter().any(|cell| cell.contains(|c: char| c.is_ascii_alphabetic())) {
            return (Self::Hex, 0);
        }
        let unclear = bare.iter().filter(|cell| {
            Self::Decimal.number(cell).is_some_and(|number| Self::Hex.number(cell) != Some(number))
        });
        let unclear = unclear.count() as u64;
        match (hex.is_empty(), unclear) {
            (true, _) => (Self::Decimal, 0),
            (false, 0) => (Self::Hex, 0),
            (false, _) => (Self::Each, unclear),
        }
    }

    fn number(self, cell: &str) -> Option<u64> {
        if self == Self::Hex || self == Self::Each && cell.contains("0x") {
            return address(cell);
        }
        let bare = cell.trim_start_matches('+');
        decimal(bare.strip_suffix(':').unwrap_or(bare).as_bytes())
    }
}

/// Every column of a table; what is not clear is noted.
pub fn known<'a>(table: &'a Table, peer: bool, notes: &mut Notes) -> Vec<Known<'a>> {
    let cells = |at: usize| table.rows.iter().filter_map(move |row| row.cells.get(at));
    let sided = table.columns.iter().any(|column| matches!(column.of, Of::Kind(0..=3)));
    let mut out: Vec<Known> = Vec::new();
    for (at_column, column) in table.columns.iter().enumerate() {
        let place = matches!(column.of, Of::Offset | Of::Address);
        let (written, unclear) = Written::of(cells(at_column));
        if place {
            notes.warn_times(
                unclear,
                &format!(
                    "an offset of the column `{}` has no 0x and others of it have: each is read as it is written, without 0x as decimal; if the author left the 0x out, it is another byte",
                    column.name
                ),
                || at(table),
            );
        }
        if place && written == Written::Decimal {
            notes.note(
                format!(
                    "the offsets of the column `{}` have no 0x: they are read as decimal",
                    column.name
                ),
                || at(table),
            );
        }
        let shares = column.of.is_figure()
            && (column.percent
                || cells(at_column).any(|cell| cell.contains(['%', '.']) && !is_none(cell)));
        let mut of = column.of;
        match of {
            Of::Unknown => notes.warn(
                format!("nobody here knows what the column `{}` holds: it is left out", column.name),
                || at(table),
            ),
            Of::Kind(kind @ 0..=1) if peer => of = Of::Kind(kind + 2),
            Of::Hitm if sided => {
                of = Of::Number;
                notes.note(
                    format!("the column `{}` is both kinds together: it is left out", column.name),
                    || at(table),
                );
            }
            Of::Hitm => {
                of = Of::Kind(1);
                notes.warn(
                    format!("the column `{}` does not say of which HITM: it is read as local", column.name),
                    || at(table),
                );
            }
            Of::Stores if shares => {
                of = Of::Kind(6);
                notes.note(
                    format!("the shares of the column `{}` are of stores of any level: they are kept as those without a level", column.name),
                    || at(table),
                );
            }
            Of::Cycles(None) => notes.note(
                format!("the column `{}` does not say of which loads: it is kept as that of loads without HITM", column.name),
                || at(table),
            ),
            _ => {}
        }
        if matches!(of, Of::Kind(_) | Of::Stores) && out.iter().any(|other| other.of == of) {
            notes.warn(
                format!("the column `{}` is there twice: the second is left out", column.name),
                || at(table),
            );
            of = Of::Number;
        }
        out.push(Known { column, of, shares, written });
    }
    out
}

/// The line and the byte of it that a row is of.
pub fn place(row: &[String], known: &[Known], above: Option<u64>) -> Option<(Option<u64>, u64)> {
    let (mut line, mut byte) = (above, None);
    for (cell, column) in row.iter().zip(known) {
        let number =
            if column.of == Of::Line { address(cell) } else { column.written.number(cell) };
        match column.of {
            Of::Line if number.is_some() => line = number,
            Of::Offset => byte = Some(number.filter(|offset| *offset < MAX_OFFSET)?),
            Of::Address => match number? {
                small if small < MAX_OFFSET => byte = byte.or(Some(small)),
                whole => {
                    line = Some(whole & !(LINE_BYTES - 1));
                    byte = byte.or(Some(whole & (LINE_BYTES - 1)));
                }
            },
            _ => {}
        }
    }
    Some((line, byte?))
}

/// For a note: where the table is.
pub fn at(table: &Table) -> String {
    format!("line {} of the text", table.line)
}
