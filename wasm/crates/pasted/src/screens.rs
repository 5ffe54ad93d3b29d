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
    for ([line, next], chars) in lines.array_windows().zip(widths) {
        if !goes_on_somewhere(line) {
            goes += usize::from(*chars == width && goes_on_in_word(line, next));
            continue;
        }
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

/// Whether `next` is the rest of a filled line: of a row, a sample or the names of columns wherever it was broken, of any
/// other where the edge went through a word.
pub fn goes_on(line: &str, next: &str) -> bool {
    if !goes_on_somewhere(line) {
        return goes_on_in_word(line, next);
    }
    !next.trim().is_empty()
        && (is_torn(line, next) || !stands_alone(next))
        && !begins_sample(next)
        && !begins_dump(next)
        && !is_called_by(line.trim_end(), next.trim_end())
}

/// Whether no blank is at the edge, on neither side of it: of a line that is filled, none was put there, so that the next
/// character follows this one. What perf prints flush left is a rule, a comment or a row.
fn goes_on_in_word(line: &str, next: &str) -> bool {
    let blank = char::is_whitespace;
    !line.is_empty()
        && !next.is_empty()
        && !line.ends_with(blank)
        && !next.starts_with(blank)
        && !is_rule(line)
        && !stands_alone(next)
}

fn goes_on_somewhere(line: &str) -> bool {
    let is_header = line.starts_with('#') && !is_rule(line);
    is_header || begins_row(line) || begins_sample(line) || begins_dump(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: usize = 60;

    /// What a screen of sixty columns makes of these lines.
    fn filled(lines: &[&str]) -> Vec<String> {
        let pieces = lines.iter().flat_map(|line| {
            let chars: Vec<char> = line.chars().collect();
            let pieces = chars.chunks(SCREEN).map(|piece| piece.iter().collect::<String>());
            pieces.collect::<Vec<_>>()
        });
        pieces.map(|piece| format!("{piece:SCREEN$}")).collect()
    }

    fn width_of(lines: &[String]) -> Option<usize> {
        let refs: Vec<&str> = lines.iter().map(String::as_str).collect();
        width(&refs, &vec![SCREEN; refs.len()])
    }

    #[test]
    fn a_word_at_the_edge_goes_on() {
        let lines = filled(&[
            "  Total records                     :         14",
            "  Events                            : MEM_TRANS_RETIRED.LOAD_LATENCY:ldlat=64:precise=2",
            "                                    : dummy:HG",
        ]);
        assert_eq!(width_of(&lines), Some(SCREEN));
        assert!(goes_on(&lines[1], &lines[2]));
        assert!(!goes_on(&lines[0], &lines[1]) && !goes_on(&lines[2], &lines[3]));
        // Lines that are filled up to the longest one are whole.
        let longest = format!("{:SCREEN$}", "  Events : ").replace("   ", " x ");
        let padded =
            [lines[0].clone(), longest, format!("{:SCREEN$}", "  : dummy"), lines[0].clone()];
        assert_eq!(width_of(&padded), None);
    }

    #[test]
    fn perf_s_titles_do_not_go_on_what_is_above_them() {
        let lines = filled(&[
            "# --- perf annotate --data-type=page",
            "    Annotate type: 'struct page' in [k]",
        ]);
        assert!(!goes_on(&lines[0], &lines[1]));
    }
}
