//! Texts whose lines somebody sorted or turned around: a row is then under another line than its own, so that they are
//! not read. perf's titles and the rules around them show it.

use pasted::Line;

use crate::NothingUsable;

/// Titles of a c2c report, in its order.
const TITLES: [&str; 5] = [
    "Trace Event Information",
    "Global Shared Cache Line Event Information",
    "c2c details",
    "Shared Data Cache Line Table",
    "Shared Cache Line Distribution Pareto",
];
/// A title has a rule before it and one after it; two of those may follow each other where the title is gone.
const MOST_RULES: u32 = 3;
/// Somebody may paste two parts in an order of their own.
const FEWEST_TITLES: u32 = 3;

/// Looks for lines in another order.
#[derive(Debug, Default)]
pub struct Shuffled {
    /// Rules that follow each other, and the line of the first of more than a few.
    rules: u32,
    sorted: Option<u64>,
    last_title: Option<usize>,
    /// Titles before which a later one stood, and others.
    backwards: u32,
    forwards: u32,
    turned: u64,
}

impl Shuffled {
    /// Looks at a line.
    pub fn look(&mut self, line: &Line) {
        let text = line.text.trim();
        let is_rule = text.len() > 20 && text.bytes().all(|byte| byte == b'=');
        self.rules = if is_rule { self.rules + 1 } else { 0 };
        if self.rules > MOST_RULES {
            self.sorted.get_or_insert(line.number);
        }
        // The first is a part of the second's.
        let Some(title) = TITLES.iter().rposition(|title| text.ends_with(title)) else { return };
        match self.last_title.replace(title) {
            Some(last) if title < last => {
                self.backwards += 1;
                self.turned = line.number;
            }
            Some(_) => self.forwards += 1,
            None => {}
        }
    }

    /// Why the text is not read, where its lines are in another order.
    pub fn reason(&self) -> Option<NothingUsable> {
        if let Some(line) = self.sorted {
            return Some(NothingUsable::Shuffled { how: "sorted", line });
        }
        let is_turned = self.backwards + 1 >= FEWEST_TITLES && self.forwards == 0;
        is_turned.then_some(NothingUsable::Shuffled { how: "in reverse order", line: self.turned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expect: &str) {
        let mut shuffled = Shuffled::default();
        for (number, text) in (1..).zip(lines.iter().copied()) {
            shuffled.look(&Line { text, number, cut: false, last: false });
        }
        let how = match shuffled.reason() {
            Some(NothingUsable::Shuffled { how, .. }) => how,
            _ => "",
        };
        assert_eq!(how, expect);
    }

    #[test]
    fn titles_tell_that_lines_were_sorted_or_turned() {
        let rule = "=".repeat(49);
        check(&[rule.as_str(); 8], "sorted");
        check(&TITLES, "");
        let turned: Vec<&str> = TITLES.into_iter().rev().collect();
        check(&turned, "in reverse order");
        check(&[TITLES, TITLES].concat(), "");
        check(&[TITLES[4], TITLES[3]], "");
        let rule = rule.as_str();
        check(&[rule, TITLES[0], rule, rule, TITLES[1], rule], "");
    }
}
