//! Copies of a terminal's screen whose lines are filled up to its right edge: nothing of a line's length tells whether it
//! goes on in the next one, but rows and headers show it.

use crate::pieces::{begins_row, stands_alone};
use crate::samples::{begins_dump, begins_sample, is_called_by};
use crate::torn::{NARROWEST_CHARS, is_torn};
use crate::words::{is_address, is_rule};
use crate::wraps::blanks_behind;

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
    let may_go_on = |line: &str| goes_on_somewhere(line) || is_open_member(line);
    let pairs = lines.array_windows().zip(widths).filter(|([line, _], _)| may_go_on(line));
    for ([line, next], chars) in pairs {
        let blanks = blanks_behind(line);
        let reaches = chars.saturating_sub(blanks) + WIDEST_GAP > width;
        if !goes_on(line, next) {
            whole += usize::from(!line.starts_with('#'));
        } else if reaches {
            goes += 1;
        }
    }
    (goes > 1 || goes == 1 && whole == 0).then_some(width)
}

/// Whether `next` is the rest of a row, a sample, a member or the names of columns that a filled line begins.
pub fn goes_on(line: &str, next: &str) -> bool {
    (goes_on_somewhere(line)
        || is_open_member(line) && !is_member(next)
        || is_open_figure(line, next))
        && !next.trim().is_empty()
        && !next.trim_start().starts_with("Annotate type:")
        && blanks_behind(line) < WIDEST_GAP
        && (is_torn(line, next) || !stands_alone(next))
        && !begins_sample(next)
        && !begins_dump(next)
        && !is_called_by(line.trim_end(), next.trim_end())
}

fn goes_on_somewhere(line: &str) -> bool {
    let is_header = line.trim_start().starts_with('#') && !is_rule(line);
    is_header || begins_row(line) || begins_sample(line) || begins_dump(line)
}

/// Samples, offset and size, before the declaration of a member of an annotated type.
const FEWEST_NUMBERS_OF_MEMBER: usize = 3;

/// `447  33  0  0  64  struct page {`
fn is_member(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let numbers = words.by_ref().take_while(is_number).count();
    numbers >= FEWEST_NUMBERS_OF_MEMBER && !line.split_whitespace().any(is_address)
}

/// A declaration ends in its `;` or the brace behind which its members stand.
fn is_open_member(line: &str) -> bool {
    is_member(line) && !line.trim_end().ends_with([';', '{'])
}

/// `  Events     : cpu/mem-loads,ldl` up to the edge: what follows it has no name of its own.
fn is_open_figure(line: &str, next: &str) -> bool {
    line.contains(" : ") && !line.ends_with(' ') && !next.contains(" : ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_figures_go_on_beyond_the_edge() {
        let header = "    # Samples: 10K of events 'cpu/mem-loads/P, dummy:u";
        let member = "    108   8   0   0   8      long unsigned i";
        let open =
            "  Events                            : MEM_TRANS_RETIRED.LOAD_LATENCY:ldlat=64:pr";
        assert!(goes_on(header, "'      "));
        assert!(goes_on(member, "nt  flags;    "));
        assert!(goes_on(open, "ecise=2:mh      "));
        let whole = "    319  13   0   8  40   union  {   ";
        for (line, next) in [
            (member, whole),
            (whole, "   };   "),
            (open, "       : dummy:HG    "),
            ("  Events       : dummy:HG     ", "ecise"),
            ("  Total records   :   5    ", "=====     "),
        ] {
            assert!(!goes_on(line, next), "{line} {next}");
        }
    }
}
