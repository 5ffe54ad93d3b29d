//! What a cut leaves of a report.

use facts::ProfileKind;

use crate::lines::{is_row, middle_of_row};

/// Where the first so many percent of the bytes end: in the middle of a row.
pub(crate) fn end_of_start(bytes: &[u8], percent: usize) -> usize {
    middle_of_row(bytes, bytes.len() * percent / 100)
}

/// Whether a whole row lies within the first so many percent of the bytes.
pub(crate) fn begins_with_a_row(clean: &str, percent: usize) -> bool {
    let start = &clean.as_bytes()[..end_of_start(clean.as_bytes(), percent)];
    let start = String::from_utf8_lossy(start);
    let whole = start.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.lines().any(is_row)
}

/// Whether anything that a reader needs of a row lies within this many characters.
pub(crate) fn fits(kind: ProfileKind, clean: &str, width: usize) -> bool {
    let needed = |line: &str| match kind {
        // Samples have no meaning without their data source.
        ProfileKind::Script => line.find("|LVL ").map(|at| at + 5),
        // The data symbol says what was touched.
        ProfileKind::MemDump => {
            let place = |word: &str| line[..line.find(word).unwrap_or(0)].trim_end().len();
            let word = line.split_whitespace().find(|word| word.contains(':'));
            word.filter(|_| !line.starts_with('#')).map(place)
        }
        ProfileKind::MemReport => line.find("Data Object").filter(|_| line.starts_with('#')),
        _ => Some(0),
    };
    // Two characters may be under the mark.
    clean.lines().filter_map(needed).any(|end| end + 3 <= width)
}
