//! Copies of a terminal's screen whose lines are filled up to its right edge: nothing of a line's length tells whether it
//! goes on in the next one, but rows and headers show it.

use crate::pieces::{begins_row, stands_alone};
use crate::samples::{begins_dump, begins_sample, is_called_by};
use crate::torn::{NARROWEST_CHARS, is_torn};
use crate::words::is_rule;

/// Of ten lines that have something, so many are as long as the screen is wide.
const FULL_IN_TEN: usize = 9;
const FEWEST_LINES: usize = 4;
/// A row that goes on ends no further from the edge: between its columns are no more blanks.
const WIDEST_GAP: usize = 32;

/// The width of the screen that these lines fill, where rows go on beyond its edge.
pub fn width(lines: &[&str]) -> Option<usize> {
    let chars = |line: &&str| line.chars().count();
    let width = lines.iter().map(chars).max().filter(|width| *width >= NARROWEST_CHARS)?;
    let some = lines.iter().filter(|line| !line.trim().is_empty());
    let (count, full, filled) = some.fold((0, 0, 0), |(count, full, filled), line| {
        let is_full = chars(line) == width;
        (
            count + 1,
            full + usize::from(is_full),
            filled + usize::from(is_full && line.ends_with(' ')),
        )
    });
    if count < FEWEST_LINES || full * 10 < count * FULL_IN_TEN || filled == 0 {
        return None;
    }
    let (mut goes, mut whole) = (0, 0);
    for pair in lines.windows(2).filter(|pair| goes_on_somewhere(pair[0])) {
        let reaches = pair[0].trim_end().chars().count() + WIDEST_GAP > width;
        if !goes_on(pair[0], pair[1]) {
            whole += usize::from(!pair[0].starts_with('#'));
        } else if reaches {
            goes += 1;
        }
    }
    (goes > 1 || goes == 1 && whole == 0).then_some(width)
}

/// Whether `next` is the rest of a row, a sample or the names of columns that a filled line begins.
pub fn goes_on(line: &str, next: &str) -> bool {
    goes_on_somewhere(line)
        && !next.trim().is_empty()
        && (is_torn(line, next) || !stands_alone(next))
        && !begins_sample(next)
        && !begins_dump(next)
        && !is_called_by(line.trim_end(), next.trim_end())
}

fn goes_on_somewhere(line: &str) -> bool {
    let is_header = line.starts_with('#') && !is_rule(line);
    is_header || begins_row(line) || begins_sample(line) || begins_dump(line)
}
