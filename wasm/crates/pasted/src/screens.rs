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

/// The width of the screen that these lines fill, where rows go on beyond its edge. `widths`: the characters of each,
/// perhaps with what stood before it.
pub fn width(lines: &[&str], widths: &[usize]) -> Option<usize> {
    let width = widths.iter().copied().max().filter(|width| *width >= NARROWEST_CHARS)?;
    let some = lines.iter().zip(widths).filter(|(line, _)| !line.trim().is_empty());
    let (count, full, filled) = some.fold((0, 0, 0), |(count, full, filled), (line, chars)| {
        let is_full = *chars == width;
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
    let pairs = lines.array_windows().zip(widths).filter(|([line, _], _)| goes_on_somewhere(line));
    for ([line, next], chars) in pairs {
        let blanks = line.len() - line.trim_end().len();
        let reaches = chars.saturating_sub(blanks) + WIDEST_GAP > width;
        if !goes_on(line, next) {
            whole += usize::from(!line.starts_with('#'));
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
