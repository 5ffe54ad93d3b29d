//! Samples that a text has twice, as it happens when it is pasted twice.
//!
//! Equal lines are not enough: a text without time stamps has many. Only where all of the text follows once more, line
//! by line, is it the same text. Until that is known the lines are held back.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use pasted::Line;
use rustc_hash::{FxHashSet, FxHasher};

/// Lines whose marks are kept; a longer text is not compared.
const MAX_LINES: usize = 1 << 20;
/// Bytes that are held back, with those that keep each line.
const MAX_HELD_BYTES: usize = 16 << 20;
/// A text of fewer different lines is not taken for a text that is there twice: samples may be equal by chance.
const FEWEST_DIFFERENT: usize = 8;
/// Lines that may be held back in vain, altogether: a text of equal lines seems to begin again at each.
const MAX_IN_VAIN: usize = 1 << 22;

/// Holds lines back that may be the same text once more.
#[derive(Debug, Default)]
pub struct Twice {
    /// Of each line of the text.
    marks: Vec<u64>,
    held: VecDeque<Held>,
    held_bytes: usize,
    in_vain: usize,
    different: FxHashSet<u64>,
}

#[derive(Debug)]
struct Held {
    text: String,
    mark: u64,
    line: (u64, bool, bool),
}

impl Twice {
    /// Whether no line came yet.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Takes a line, and hands out those that are surely no repetition.
    pub fn line(&mut self, line: Line, out: &mut dyn FnMut(Line)) {
        // What stands between two texts is of neither.
        if line.text.chars().all(|c| c.is_whitespace() || "-=8<>~*_.#".contains(c)) {
            return;
        }
        let mark = mark(line.text);
        if self.marks.len() >= MAX_LINES
            || self.in_vain >= MAX_IN_VAIN
            || self.held_bytes >= MAX_HELD_BYTES
        {
            self.release_all(out);
            return out(line);
        }
        self.held_bytes += held_bytes(line.text);
        self.held.push_back(Held {
            text: line.text.to_owned(),
            mark,
            line: (line.number, line.cut, line.last),
        });
        let at = self.held.len() - 1;
        if !self.goes_on(at, mark) {
            self.release(out);
            // Further on the text may begin again.
            while !self.held.iter().enumerate().all(|(at, held)| self.goes_on(at, held.mark)) {
                self.in_vain += self.held.len();
                self.release(out);
            }
        }
    }

    /// Whether the line that is held back at this place is that of the text, which begins with the first one.
    fn goes_on(&self, at: usize, mark: u64) -> bool {
        self.different.len() >= FEWEST_DIFFERENT
            && self.marks.get(at % self.marks.len()) == Some(&mark)
    }

    fn release_all(&mut self, out: &mut dyn FnMut(Line)) {
        while !self.held.is_empty() {
            self.release(out);
        }
    }

    fn release(&mut self, out: &mut dyn FnMut(Line)) {
        let Some(Held { text, mark, line: (number, cut, last) }) = self.held.pop_front() else {
            return;
        };
        self.held_bytes -= held_bytes(&text);
        self.marks.push(mark);
        if self.different.len() < FEWEST_DIFFERENT {
            self.different.insert(mark);
        }
        out(Line { text: &text, number, cut, last });
    }

    /// Hands out what is left, and says where the text began again, if all of it did.
    pub fn finish(mut self, out: &mut dyn FnMut(Line)) -> Option<u64> {
        let first = self.held.front().map(|held| held.line.0);
        if first.is_some() && self.held.len().is_multiple_of(self.marks.len()) {
            return first;
        }
        self.release_all(out);
        None
    }
}

/// A text of short lines is mostly what keeps them.
fn held_bytes(text: &str) -> usize {
    text.len() + size_of::<Held>()
}

fn mark(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.trim().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are handed out, and where the text begins again.
    fn read(text: &str) -> (Vec<String>, Option<u64>) {
        let (mut twice, mut lines) = (Twice::default(), Vec::new());
        let mut take = |line: Line| lines.push(line.text.to_owned());
        for (at, text) in text.lines().enumerate() {
            twice.line(Line { text, number: at as u64 + 1, cut: false, last: false }, &mut take);
        }
        let again = twice.finish(&mut take);
        (lines, again)
    }

    #[test]
    fn a_text_that_follows_once_more_is_dropped() {
        let text: String = (0..20).map(|number| format!("sample {number}\n")).collect();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(read(&format!("{text}\n----8<----\n{text}{text}")), (read(&text).0, Some(23)));
        assert_eq!(read(&text).0, lines);
        // The beginning alone is other samples.
        let more = format!("{text}{}", &text[..100]);
        assert_eq!(read(&more), (more.lines().map(str::to_owned).collect(), None));
    }

    #[test]
    fn equal_samples_are_samples() {
        let text = "sample\n".repeat(64);
        assert_eq!(read(&text).0.len(), 64);
    }

    #[test]
    fn short_lines_that_go_on_for_ever_are_not_all_held_back() {
        let mut twice = Twice::default();
        let mut most = 0;
        for number in 0..500_000 {
            let text = ["a", "b", "c", "d", "e", "f", "g", "h"][number as usize % 8];
            twice.line(Line { text, number, cut: false, last: false }, &mut |_| {});
            most = most.max(twice.held.len() * size_of::<Held>());
        }
        assert!(most <= MAX_HELD_BYTES + size_of::<Held>(), "{most}");
    }
}
