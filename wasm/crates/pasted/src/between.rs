//! Numbers of the lines that stand on lines of their own, as a page that shows code is copied: one before each line.

/// Fewer may be counts of a text.
const FEWEST_NUMBERS: usize = 8;
/// A mailer makes so many lines of one at most, where all of them are long.
const MOST_LINES: usize = 5;

/// Whether the lines have their numbers between them.
pub fn are_numbered_between<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut numbers, mut others) = (Between::default(), 0);
    let mut found = 0;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        if numbers.is_number(line) {
            found += 1;
        } else {
            others += 1;
        }
    }
    found >= FEWEST_NUMBERS && others <= found * MOST_LINES
}

/// Knows the number of the next line.
#[derive(Debug, Default)]
pub struct Between {
    last: Option<u64>,
}

impl Between {
    /// Whether a line is nothing but the number after the last one.
    pub fn is_number(&mut self, line: &str) -> bool {
        let digits = line.trim();
        let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse::<u64>().ok().filter(|_| is_decimal);
        let Some(number) = number.filter(|number| self.last.is_none_or(|last| *number == last + 1))
        else {
            return false;
        };
        self.last = Some(number);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_lines() {
        let text: Vec<String> =
            (1..20).flat_map(|n| [n.to_string(), format!("  {}  row", n * 7)]).collect();
        assert!(are_numbered_between(text.iter().map(String::as_str)));
        let mut between = Between::default();
        let left: Vec<&String> = text.iter().filter(|line| !between.is_number(line)).collect();
        assert_eq!(left.len(), 19);
        // Nodes that a break put there do not count on.
        let nodes = ["row", "0", "row", "1", "row", "0"].repeat(9);
        assert!(!are_numbered_between(nodes.into_iter()));
    }
}
