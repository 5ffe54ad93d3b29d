//! What the columns of a hand-made table hold: by their names, and by their cells where these leave it open.

use super::words::{Column, Of};
use super::{Table, address, is_none};
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
    /// Offsets with letters: all of them are in hex.
    pub hex: bool,
}

/// Every column of a table; what is not clear is noted.
pub fn known<'a>(table: &'a Table, peer: bool, notes: &mut Notes) -> Vec<Known<'a>> {
    let cells = |at: usize| table.rows.iter().filter_map(move |row| row.get(at));
    let sided = table.columns.iter().any(|column| matches!(column.of, Of::Kind(0..=3)));
    let mut out: Vec<Known> = Vec::new();
    for (at_column, column) in table.columns.iter().enumerate() {
        let place = matches!(column.of, Of::Offset | Of::Address);
        let hex = place
            && cells(at_column).any(|cell| {
                cell.contains("0x") || cell.contains(|c: char| c.is_ascii_alphabetic())
            });
        if place && !hex {
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
        out.push(Known { column, of, shares, hex });
    }
    out
}

/// The line and the byte of it that a row is of.
pub fn place(row: &[String], known: &[Known], above: Option<u64>) -> Option<(Option<u64>, u64)> {
    let (mut line, mut byte) = (above, None);
    for (cell, column) in row.iter().zip(known) {
        let number = if column.hex || column.of == Of::Line {
            address(cell)
        } else {
            decimal(cell.trim_start_matches('+').as_bytes())
        };
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
