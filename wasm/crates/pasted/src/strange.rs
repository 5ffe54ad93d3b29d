//! Ends of lines that no name has: what a cut leaves.

use crate::pieces::begins_row;
use crate::samples::{begins_dump, begins_sample};

/// Whether a row ends in a sign that no name ends in.
pub fn is_strange_piece(line: &str) -> bool {
    line.ends_with(['+', '>'])
        && is_piece_of_row(line)
        && (is_strange_end(line, '+') || is_strange_end(line, '>'))
}

/// Whether a line begins as a row of a table, of a dump or of samples does.
pub fn is_piece_of_row(line: &str) -> bool {
    begins_row(line) || begins_dump(line) || begins_sample(line)
}

/// Whether a line ends in a mark that no name ends in: `a+`, `walk_>`.
pub fn is_strange_end(line: &str, mark: char) -> bool {
    let Some(before) = line.strip_suffix(mark) else { return false };
    let count = |sign: char| line.matches(sign).count();
    match mark {
        '+' => !before.ends_with("operator") && !before.ends_with("operator+"),
        '>' => {
            if before.ends_with([' ', ',']) {
                return true;
            }
            let arrows = line.matches("->").count();
            count('>') - arrows > count('<') && !before.contains("operator")
        }
        _ => false,
    }
}
