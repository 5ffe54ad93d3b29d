//! The nodes at the end of a row: `0{0-1,4}  1{25}`, ` 0  1`, `0{ 2  67.4%    n/a}`.

use std::ops::RangeInclusive;

use facts::RowNode;

use crate::tokens::decimal;

/// `MAX_NUMNODES` of the kernel (`NODES_SHIFT` is 10 at most).
const MAX_NODES: u64 = 1 << 10;
/// A list of CPUs longer than this is no list of CPUs.
const MAX_CPUS: u32 = 16_384;

/// A node of a row. Its CPUs stay ranges until the whole report is read: `0-16383` is eight bytes of text, and
/// a row is parsed more than once where a mailer broke it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    pub(super) node: u32,
    pub(super) cpu_count: Option<u32>,
    cpus: Vec<RangeInclusive<u32>>,
    pub(super) snoop_percent: Option<f64>,
    pub(super) stores_percent: Option<f64>,
    /// What is in its braces could not be read.
    garbled: bool,
}

impl Node {
    /// Whether something is in its braces that is neither CPUs nor shares.
    pub fn is_garbled(&self) -> bool {
        self.garbled
    }

    /// As facts; a list of CPUs for which there is no room is only counted.
    pub fn listed(self, room: &mut Room) -> RowNode {
        let fits = room.take(count(&self.cpus));
        RowNode {
            node: self.node,
            cpu_count: self.cpu_count,
            cpus: if fits { self.cpus.into_iter().flatten().collect() } else { Vec::new() },
            snoop_percent: self.snoop_percent,
            stores_percent: self.stores_percent,
        }
    }
}

/// How many CPUs the rows of a report may still list.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    left: usize,
    /// Lists that found none.
    pub refused: u64,
}

impl Room {
    /// Room for this many.
    pub fn new(left: usize) -> Self {
        Self { left, refused: 0 }
    }

    fn take(&mut self, count: usize) -> bool {
        let rest = self.left.checked_sub(count);
        self.refused += u64::from(rest.is_none());
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }
}

/// Takes the node list off the right end: ` 0  1`, ` 0{0-1,4}  1{25}`, ` 0{ 2  67.4%    n/a}`.
pub fn nodes<'a>(text: &'a str, out: &mut Vec<Node>) -> &'a str {
    let mut rest = without_cut_node(text.trim_end());
    loop {
        let (front, inside) = match rest.strip_suffix('}') {
            Some(open) => match open.rfind('{') {
                Some(at) => (&open[..at], Some(&open[at + 1..])),
                None => break,
            },
            None => (rest, None),
        };
        let digits = front.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (before, digits) = front.split_at(front.len() - digits);
        let number = decimal(digits.as_bytes());
        let Some(node) = number.filter(|n| *n < MAX_NODES) else { break };
        if !before.is_empty() && !before.ends_with(char::is_whitespace) {
            break;
        }
        out.push(row_node(node as u32, inside));
        rest = before.trim_end();
    }
    out.reverse();
    rest
}

/// An edge, or perf's buffer for a row, may end in the list of nodes: `0{0-1}  1{24-2` loses its last node.
fn without_cut_node(text: &str) -> &str {
    let Some(open) = text.rfind('{') else { return text };
    let (front, inside) = (&text[..open], &text[open + 1..]);
    let of_list =
        |c: char| c.is_ascii_digit() || matches!(c, '-' | ',' | ' ' | '.' | '%' | 'n' | '/' | 'a');
    let name = front.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_node = name.len() < front.len() && name.ends_with(char::is_whitespace);
    if is_node && inside.chars().all(of_list) { name.trim_end() } else { text }
}

fn row_node(node: u32, inside: Option<&str>) -> Node {
    let mut found = Node { node, ..Node::default() };
    let Some(inside) = inside else { return found };
    let words: Vec<&str> = inside.split_whitespace().collect();
    match words.as_slice() {
        [count, shares @ ..] if !shares.is_empty() => {
            found.cpu_count = decimal(count.as_bytes()).map(|n| n as u32);
            // Which of them is missing, or what a table put between them, is unknown.
            if let [snoop, stores] = shares {
                (found.snoop_percent, found.stores_percent) = (share(snoop), share(stores));
                found.garbled = shares.iter().any(|word| share(word).is_none() && *word != "n/a");
            } else {
                found.garbled = true;
            }
        }
        _ => {
            found.cpus = ranges(inside);
            found.cpu_count = Some(count(&found.cpus) as u32).filter(|count| *count > 0);
            found.garbled = found.cpus.is_empty();
        }
    }
    found
}

/// `67.4%`
fn share(word: &str) -> Option<f64> {
    let number = word.strip_suffix('%')?.parse().ok();
    number.filter(|share: &f64| share.is_finite())
}

/// `0-1,4` as numbers; anything else as none.
pub fn number_list(text: &str) -> Vec<u32> {
    ranges(text).into_iter().flatten().collect()
}

/// `0-1,4` as ranges; none where it is anything else, or more than [`MAX_CPUS`].
fn ranges(text: &str) -> Vec<RangeInclusive<u32>> {
    let mut out = Vec::new();
    let mut listed = 0;
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Some(first), Some(last)) = (decimal(first.as_bytes()), decimal(last.as_bytes()))
        else {
            return Vec::new();
        };
        if last >= u64::from(MAX_CPUS) {
            return Vec::new();
        }
        listed += (last + 1).saturating_sub(first);
        if listed > u64::from(MAX_CPUS) {
            return Vec::new();
        }
        out.push(first as u32..=last as u32);
    }
    out
}

fn count(ranges: &[RangeInclusive<u32>]) -> usize {
    ranges.iter().map(|range| (range.end() + 1).saturating_sub(*range.start()) as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_lists_stay_small() {
        assert!(number_list("0-4294967295").is_empty());
        assert!(number_list("5-1").is_empty());
        assert_eq!(number_list("N/A"), Vec::<u32>::new());
        assert_eq!(number_list("0,2-3"), [0, 2, 3]);
        assert_eq!(number_list("0-16383").len(), 16_384);
        assert!(number_list("0-16383,0-16383").is_empty());
        assert!(number_list("18446744073709551615").is_empty());
    }
}
