//! Texts whose every line is there twice, one after the other: a terminal that echoes, or two programs that write one log.

/// Of the lines so many are there twice: what stands alone is what somebody added.
const LEAST_PERCENT: usize = 90;
/// A text of fewer lines may have them by chance.
const FEWEST_LINES: usize = 6;

/// Whether nearly all lines are there twice. Equal samples follow each other in a text without times: of two pairs, most
/// are of other lines.
pub fn is_doubled<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut doubled, mut alone, mut others) = (0, 0, 0);
    let mut before: Option<&str> = None;
    let mut pair: Option<&str> = None;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match before.take() {
            Some(known) if known == line => {
                doubled += 1;
                others += usize::from(pair.replace(line) != Some(line));
            }
            other => {
                alone += usize::from(other.is_some());
                before = Some(line);
            }
        }
    }
    others >= FEWEST_LINES
        && others * 2 >= doubled
        && doubled * 100 >= (doubled + alone) * LEAST_PERCENT
}

/// Leaves out each line that is the one before it once more.
#[derive(Debug, Default)]
pub struct Doubled {
    before: Option<String>,
    /// Lines that were left out.
    pub count: u64,
}

impl Doubled {
    /// Whether the line is the second of two.
    pub fn is_second(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            return false;
        }
        if self.before.take().is_some_and(|before| before == line) {
            self.count += 1;
            return true;
        }
        self.before = Some(line.to_owned());
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_there_twice_is_one() {
        let lines: Vec<String> =
            (0..20).flat_map(|n| [format!("row {n}"), format!("row {n}")]).collect();
        assert!(is_doubled(lines.iter().map(String::as_str)));
        let mut doubled = Doubled::default();
        let left = lines.iter().filter(|line| !doubled.is_second(line)).count();
        assert_eq!((left, doubled.count), (20, 20));
    }

    #[test]
    fn equal_lines_among_others_are_lines() {
        let lines = ["a", "a", "b", "c", "c", "c", "d", "d", "e", "f", "f", "g", "g", "h", "h"];
        assert!(!is_doubled(lines.into_iter()));
        assert!(!is_doubled(["a", "b"].into_iter().chain(["one sample"; 40])));
    }
}
