//! Lines that a text has twice because screens of a terminal were copied one after another: the end of what one shows is
//! the beginning of the next.
//!
//! What was read so far ends in some lines, and the same lines follow once more: they are left out, and it is said. Rows of
//! perf's tables differ from each other, so that a few lines tell; samples do not, so that it takes more of them, or a
//! time.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use facts::ProfileKind;
use pasted::Line;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// Lines of which marks are kept: no terminal shows more, and no person scrolls further back.
const MAX_LINES: usize = 1 << 14;
/// Places of equal lines that are compared.
const MAX_PLACES: usize = 32;
/// An offset is shorter.
const SHORTEST_ADDRESS: usize = "0x1000".len();
/// Lines that may be held back in vain, altogether.
const MAX_IN_VAIN: usize = 1 << 22;
/// Bytes that are held back.
const MAX_HELD_BYTES: usize = 4 << 20;
/// Different lines with figures, for lines of tables and for samples without a time.
const FEWEST_ROWS: usize = 2;
const FEWEST_SAMPLES: usize = 8;

/// Leaves out lines that follow once more.
#[derive(Debug)]
pub struct Overlap {
    rows: Rows,
    /// Marks of the last lines, the number of the first of them, and where each mark was, the last place first.
    marks: VecDeque<u64>,
    first: usize,
    places: FxHashMap<u64, VecDeque<usize>>,
    held: VecDeque<Held>,
    held_bytes: usize,
    in_vain: usize,
    /// Lines that were left out, and the text line of the first.
    pub left_out: u64,
    pub first_line: u64,
}

/// What the rows of a text are, and so when equal ones are the same.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rows {
    /// Each has its address or name in the text once.
    OfC2c,
    /// Rows of other tables.
    OfTables,
    /// Equal samples may follow each other.
    Samples,
}

#[derive(Debug)]
struct Held {
    text: String,
    mark: Option<u64>,
    line: (u64, bool, bool),
}

impl Overlap {
    /// For a text of this kind.
    pub fn new(kind: ProfileKind) -> Self {
        let rows = match kind {
            ProfileKind::C2cReport => Rows::OfC2c,
            ProfileKind::Script | ProfileKind::MemDump => Rows::Samples,
            ProfileKind::MemReport
            | ProfileKind::TypeReport
            | ProfileKind::AnnotatedTypes
            | ProfileKind::PerfData => Rows::OfTables,
        };
        Self {
            rows,
            marks: VecDeque::new(),
            first: 0,
            places: FxHashMap::default(),
            held: VecDeque::new(),
            held_bytes: 0,
            in_vain: 0,
            left_out: 0,
            first_line: 0,
        }
    }

    /// Takes a line, and hands out those that are surely not there already.
    pub fn line(&mut self, line: Line, out: &mut dyn FnMut(Line)) {
        let mark = mark(line.text);
        let nothing_held = self.held.is_empty();
        if nothing_held && mark.is_none_or(|mark| self.distances(mark).next().is_none()) {
            self.note(mark);
            return out(line);
        }
        self.held_bytes += line.text.len() + size_of::<Held>();
        self.held.push_back(Held {
            text: line.text.to_owned(),
            mark,
            line: (line.number, line.cut, line.last),
        });
        self.settle(out);
    }

    /// Hands out what is held back, or leaves it out.
    fn settle(&mut self, out: &mut dyn FnMut(Line)) {
        while let Some(first) = self.held.front() {
            let may_go_on = self.held_bytes < MAX_HELD_BYTES && self.in_vain < MAX_IN_VAIN;
            let held: Vec<u64> = self.held.iter().filter_map(|held| held.mark).collect();
            let (mut whole, mut waits) = (None, false);
            for distance in first.mark.into_iter().flat_map(|mark| self.distances(mark)) {
                let from = self.marks.len() - distance;
                let known = self.marks.iter().skip(from);
                if !held.iter().zip(known).all(|(held, known)| held == known) {
                    continue;
                }
                if held.len() < distance {
                    waits = true;
                } else if whole.is_none() && self.tells(distance) {
                    whole = Some(distance);
                }
            }
            if let Some(lines) = whole {
                self.leave_out(lines);
            } else if waits && may_go_on {
                return;
            } else {
                self.in_vain += self.held.len();
                self.release(out);
            }
        }
    }

    /// How many lines before the end those with this mark are, the last one first. Where all of the text follows once
    /// more, it is the same text twice, which readers know.
    fn distances(&self, mark: u64) -> impl Iterator<Item = usize> {
        let end = self.first + self.marks.len();
        let first = self.first.max(1);
        let places = self.places.get(&mark).into_iter().flatten();
        places.filter(move |at| **at >= first).map(move |at| end - at)
    }

    /// Whether so many lines that are held back are enough to tell.
    fn tells(&self, lines: usize) -> bool {
        let lines: Vec<&Held> =
            self.held.iter().filter(|held| held.mark.is_some()).take(lines).collect();
        let different = |is: fn(&str) -> bool| {
            let found = lines.iter().filter(|held| is(&held.text));
            found.filter_map(|held| held.mark).collect::<FxHashSet<u64>>().len()
        };
        match self.rows {
            Rows::OfC2c => {
                different(is_once_in_c2c) > 0
                    || different(|text| text.contains(|c: char| c.is_ascii_digit())) == 0
            }
            Rows::OfTables => different(has_figures) >= FEWEST_ROWS,
            Rows::Samples => different(has_time) > 0 || different(has_figures) >= FEWEST_SAMPLES,
        }
    }

    fn leave_out(&mut self, lines: usize) {
        let mut left = lines;
        while left > 0
            && let Some(held) = self.held.pop_front()
        {
            self.held_bytes -= held.text.len() + size_of::<Held>();
            left -= usize::from(held.mark.is_some());
            if self.left_out == 0 {
                self.first_line = held.line.0;
            }
            self.left_out += u64::from(held.mark.is_some());
        }
    }

    fn release(&mut self, out: &mut dyn FnMut(Line)) {
        let Some(Held { text, mark, line: (number, cut, last) }) = self.held.pop_front() else {
            return;
        };
        self.held_bytes -= text.len() + size_of::<Held>();
        self.note(mark);
        out(Line { text: &text, number, cut, last });
    }

    fn note(&mut self, mark: Option<u64>) {
        let Some(mark) = mark else { return };
        let places = self.places.entry(mark).or_default();
        places.push_front(self.first + self.marks.len());
        places.truncate(MAX_PLACES);
        self.marks.push_back(mark);
        if self.marks.len() > MAX_LINES {
            let oldest = self.marks.pop_front().unwrap_or_default();
            self.first += 1;
            if let Some(places) = self.places.get_mut(&oldest) {
                places.retain(|at| *at >= self.first);
                if places.is_empty() {
                    self.places.remove(&oldest);
                }
            }
        }
    }

    /// Hands out what is left.
    pub fn finish(&mut self, out: &mut dyn FnMut(Line)) {
        while !self.held.is_empty() {
            self.release(out);
        }
    }
}

/// A counter, or a row with an address of code or of a line: no two of a c2c report are alike.
fn is_once_in_c2c(text: &str) -> bool {
    let is_address = |word: &str| word.starts_with("0x") && word.len() >= SHORTEST_ADDRESS;
    text.split_once(" :").is_some_and(|(_, count)| crate::stats::count(count).is_some())
        || text.split_whitespace().any(is_address)
}

fn has_figures(text: &str) -> bool {
    text.split_whitespace()
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .nth(1)
        .is_some()
        || text.contains(" :")
}

/// `2628.103015:`
fn has_time(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let number = word.strip_suffix(':').and_then(|word| word.split_once('.'));
        number.is_some_and(|(seconds, part)| {
            part.len() >= 6 && [seconds, part].iter().all(|n| n.bytes().all(|b| b.is_ascii_digit()))
        })
    })
}

/// Of a line that says something.
fn mark(text: &str) -> Option<u64> {
    if text.chars().all(|c| !c.is_alphanumeric()) {
        return None;
    }
    let mut hasher = FxHasher::default();
    text.trim().hash(&mut hasher);
    Some(hasher.finish())
}
