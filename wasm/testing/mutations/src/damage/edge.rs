//! The edges of a window: what is beyond them is gone.

use facts::ProfileKind::C2cReport;

use crate::mutation::{Group, Mutation};

/// Widths of terminals, in columns.
const WIDTHS: [usize; 6] = [80, 100, 120, 132, 160, 180];

/// Columns that a rectangle out of a terminal may lack.
const LEFT: [usize; 3] = [4, 10, 24];

/// Every width, and rectangles without their left side.
#[must_use]
pub fn all() -> Vec<Mutation> {
    WIDTHS.into_iter().map(|width| cut(width, "")).chain(LEFT.map(cut_left)).collect()
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

/// Without the first characters: columns stand in each other's places, so that nothing is asked but to say so.
fn cut_left(width: usize) -> Mutation {
    let change = move |line: &str| line.chars().skip(width).collect();
    Mutation::lines(Group::Edge, format!("the first {width} columns cut off"), change)
        .only_of(&[C2cReport])
        .leaves_nothing_of(&[C2cReport])
}
