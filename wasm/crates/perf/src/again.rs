//! Samples that a text has twice, as it happens when it is pasted twice. Equal lines are not enough: a text without time stamps
//! has many. Only where all of the text follows once more, line by line, is it the same text.

use std::hash::{Hash, Hasher};

use mailtext::Line;
use rustc_hash::FxHasher;

/// Lines whose marks are kept; a longer text is not compared.
const MAX_LINES: usize = 1 << 20;
/// Samples may be equal by chance.
const FEWEST_LINES: usize = 8;

/// Marks of the lines of a text.
#[derive(Debug, Default)]
pub struct Again {
    marks: Vec<u64>,
    numbers: Vec<u32>,
    is_too_long: bool,
}

impl Again {
    /// Whether no line came yet.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Takes a line.
    pub fn line(&mut self, line: &Line) {
        // What stands between two texts is of neither.
        if !line.text.contains(char::is_alphanumeric) {
            return;
        }
        if self.marks.len() >= MAX_LINES {
            self.is_too_long = true;
            return;
        }
        let mut hasher = FxHasher::default();
        line.text.trim().hash(&mut hasher);
        self.marks.push(hasher.finish());
        self.numbers.push(line.number as u32);
    }

    /// The text line at which all of the text begins once more.
    pub fn begins_again(&self) -> Option<u64> {
        let (first, second) = self.marks.split_at(self.marks.len() / 2);
        let is_twice = first.len() >= FEWEST_LINES && first == second && !self.is_too_long;
        let at = self.numbers.get(first.len()).filter(|_| is_twice)?;
        // Of samples that are all alike it is unknown.
        first.iter().any(|mark| Some(mark) != first.first()).then(|| u64::from(*at))
    }
}
