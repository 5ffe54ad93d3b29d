//! The edges of a window: what is beyond them is gone.

use facts::ProfileKind::C2cReport;

use crate::lines::{each_line_in_order, is_table_row};
use crate::mutation::{Group, Mutation};

/// Widths of terminals, in columns.
const WIDTHS: [usize; 6] = [80, 100, 120, 132, 160, 180];
/// What pagers and full-screen programs draw over the last column of a line that goes on.
const MARKS: [&str; 6] = ["…", ">", "◆", "+", "»", "..."];

/// Columns that a rectangle out of a terminal may lack.
const LEFT: [usize; 3] = [4, 10, 24];

/// Every width, plain and with each mark, and rectangles without their left side.
#[must_use]
pub fn all() -> Vec<Mutation> {
    WIDTHS
        .into_iter()
        .flat_map(|width| [""].into_iter().chain(MARKS).map(move |mark| cut(width, mark)))
        .chain(LEFT.map(cut_left))
        .chain([1, 2].map(cut_cells))
        .collect()
}

/// Cut to this many characters; the mark takes the place of the last ones.
#[must_use]
pub fn cut(width: usize, mark: &'static str) -> Mutation {
    let name =
        if mark.is_empty() { format!("cut at {width}") } else { format!("cut at {width}, {mark}") };
    let change = move |line: &str| {
        if line.chars().nth(width).is_none() {
            return line.to_owned();
        }
        let left: String = line.chars().take(width - mark.chars().count()).collect();
        left + mark
    };
    Mutation::lines(Group::Edge, name, change).leaving(width)
}

/// Of each third row the last digits are gone, of its last cell alone.
fn cut_cells(digits: usize) -> Mutation {
    let change = move |text: &str| {
        let mut number = 0;
        each_line_in_order(text, |line| {
            let is_row = is_table_row(line);
            number += usize::from(is_row);
            let bare = line.trim_end();
            let last = bare.len() - bare.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let short = if is_row && number % 3 == 0 && last > digits { digits } else { 0 };
            bare[..bare.len() - short].to_owned()
        })
    };
    Mutation::text(Group::Edge, format!("{digits} digits off the last cell of some rows"), change)
}

/// Without the first characters: columns stand in each other's places, so that nothing is asked but to say so.
fn cut_left(width: usize) -> Mutation {
    let change = move |line: &str| line.chars().skip(width).collect();
    Mutation::lines(Group::Edge, format!("the first {width} columns cut off"), change)
        .only_of(&[C2cReport])
        .leaves_nothing_of(&[C2cReport])
}
