//! The difference of two reports (`diff -u before.txt after.txt`): its lines are parts of two, and which line of a report
//! stands above a row is not among them. It is named and not read.

use pasted::{Hunks, Line};

use crate::NothingUsable;
use crate::stats;
use crate::tokens::words;

/// Counts the changed rows of a text that is a difference.
#[derive(Debug, Default)]
pub struct Difference {
    hunks: Hunks,
    /// A patch of source states the program that made it.
    is_git: bool,
    rows: u64,
    first_line: u64,
    /// Counters that a line has twice, and the first such line.
    beside: u64,
    first_beside: u64,
}

/// Lines that have a counter twice, at least.
const FEWEST_BESIDE: u64 = 3;

impl Difference {
    /// Looks at a line.
    pub fn look(&mut self, line: &Line) {
        self.is_git |= is_git(line.text);
        if is_side_by_side(line.text) {
            self.beside += 1;
            if self.beside == 1 {
                self.first_beside = line.number;
            }
        }
        let changed = self.hunks.takes(line.text).then(|| line.text.strip_prefix(['+', '-']));
        let Some(Some(row)) = changed else { return };
        let found = words(row);
        let has_share = found.iter().any(|word| word.percent().is_some());
        if has_share && found.len() > 2 || row.contains("|OP ") {
            self.rows += 1;
            if self.rows == 1 {
                self.first_line = line.number;
            }
        }
    }

    /// Why nothing is read of a text that has two side by side.
    pub fn two_texts(&self) -> Option<NothingUsable> {
        (self.beside >= FEWEST_BESIDE)
            .then_some(NothingUsable::SideBySide { line: self.first_beside })
    }

    /// Why nothing can be read, where that is it.
    pub fn reason(&self) -> Option<NothingUsable> {
        let is_one = self.rows > 0 && !self.is_git;
        is_one.then_some(NothingUsable::Difference { rows: self.rows, line: self.first_line })
    }
}

/// `  Load Operations   :   1350      Load Operations   :   1350`
fn is_side_by_side(text: &str) -> bool {
    let Some((key, rest)) = text.split_once(" :") else { return false };
    let key = key.trim();
    let numbers = rest.split_whitespace().next().is_some_and(|word| stats::count(word).is_some());
    numbers
        && stats::table_of(key).is_some()
        && rest.split_once(" :").is_some_and(|(before, _)| before.trim_end().ends_with(key))
}

/// The lines of both reports, where a text is a difference and no patch of source.
pub fn both_sides(lines: &[String]) -> Option<Vec<String>> {
    let mut hunks = Hunks::default();
    let mut both = Vec::new();
    for line in lines {
        if is_git(line) {
            return None;
        }
        if hunks.takes(line)
            && let Some(row) = line.strip_prefix(['+', '-', ' '])
        {
            both.push(row.to_owned());
        }
    }
    hunks.seen().then_some(both)
}

fn is_git(line: &str) -> bool {
    ["diff --git ", "--- a/", "+++ b/"].iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::{NothingUsable, Options, detect, read};

    const BEFORE: &str =
        " 9.22% 7.37% 0.00% 0.00% 0x0 0 1 0xffffffffab344052 518 334 354 5490 160 [k] f";
    const AFTER: &str =
        " 1.22% 7.37% 0.00% 0.00% 0x0 0 1 0xffffffffab344052 518 334 354 5490 160 [k] f";

    #[test]
    fn a_difference_of_two_reports_is_named() {
        let text = format!(
            "--- before.txt\t2026-01-02\n+++ after.txt\t2026-01-02\n@@ -80,2 +80,2 @@\n -----\n-{BEFORE}\n+{AFTER}\n"
        );
        assert!(detect(text.as_bytes()).is_some());
        let found = read(text.as_bytes(), Options::default());
        assert_eq!(found.err(), Some(NothingUsable::Difference { rows: 2, line: 5 }));
    }

    #[test]
    fn two_reports_side_by_side_are_named() {
        let counters = ["Total records", "Load Operations", "Store Operations"];
        let lines = counters.map(|name| format!("  {name}   :   98       |  {name}   :   53\n"));
        let text = format!("Trace Event Information\n{}", lines.concat());
        let found = read(text.as_bytes(), Options::default());
        assert_eq!(found.err(), Some(NothingUsable::SideBySide { line: 2 }));
    }

    #[test]
    fn a_patch_of_a_text_with_a_report_is_a_patch() {
        let text = format!(
            "diff --git a/doc.txt b/doc.txt\n--- a/doc.txt\n+++ b/doc.txt\n@@ -80,1 +80,1 @@\n-{BEFORE}\n+{AFTER}\n"
        );
        assert_eq!(detect(text.as_bytes()), None);
    }
}
