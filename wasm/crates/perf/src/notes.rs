//! Diagnostics, each kind counted and kept once.

use facts::{Diagnostic, Message, Severity};
use rustc_hash::FxHashMap;

use crate::messages;

/// Different messages that are kept: a report of a million lines may have a remark on each, and nobody reads
/// more than a few.
const MAX_DIFFERENT: usize = 1_000;

/// Collects diagnostics; the same message again only raises its count.
#[derive(Debug, Default)]
pub struct Notes {
    list: Vec<Diagnostic>,
    by_text: FxHashMap<String, usize>,
}

impl Notes {
    /// Once more.
    pub fn add(&mut self, message: Message, location: impl FnOnce() -> String) {
        self.add_times(1, message, location);
    }

    /// So many rows were lost, and the first one where `lost` says; nothing is said where none was.
    pub fn add_lost(&mut self, lost: &Lost, message: Message) {
        self.add_times(lost.rows, message, || lost.location());
    }

    /// So many times; nothing is said when 0.
    pub fn add_times(&mut self, times: u64, message: Message, location: impl FnOnce() -> String) {
        let count = u32::try_from(times).unwrap_or(u32::MAX);
        if count == 0 {
            return;
        }
        if let Some(known) = self.by_text.get(&message.text).and_then(|at| self.list.get_mut(*at)) {
            known.count = known.count.saturating_add(count);
            return;
        }
        let further = messages::more_remarks();
        if self.list.len() >= MAX_DIFFERENT && message != further {
            return self.add_times(times, further, String::new);
        }
        self.by_text.insert(message.text.clone(), self.list.len());
        self.list.push(message.at(location(), count));
    }

    /// Takes back what was said, where it turned out otherwise.
    pub fn withdraw(&mut self, message: &Message) {
        if self.by_text.remove(&message.text).is_some() {
            self.list.retain(|note| note.text != message.text);
            self.by_text =
                self.list.iter().enumerate().map(|(at, note)| (note.text.clone(), at)).collect();
        }
    }

    /// Of those that say that something was skipped.
    pub fn first_warning(&self) -> Option<String> {
        let warning = self.list.iter().find(|note| note.severity == Severity::Warning)?;
        Some(warning.text.clone())
    }

    /// All of them, in the order in which they first came.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}

/// Rows of one kind, and where the first one is.
#[derive(Debug, Default)]
pub struct Lost {
    pub rows: u64,
    first_line: u64,
}

impl Lost {
    /// One more, on this line of the text.
    pub fn add(&mut self, line: u64) {
        if self.rows == 0 {
            self.first_line = line;
        }
        self.rows += 1;
    }

    /// What is said of them.
    pub fn diagnostic(&self, message: Message) -> Diagnostic {
        message.at(self.location(), u32::try_from(self.rows).unwrap_or(u32::MAX))
    }

    /// Number of the first line.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// Of the first one.
    pub fn location(&self) -> String {
        text_line(self.first_line)
    }
}

/// Where a line of the text is; "line" alone is a cache line.
pub fn text_line(number: u64) -> String {
    format!("line {number} of the text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_on_each_of_many_lines_stays_a_short_list() {
        let mut notes = Notes::default();
        for line in 0..3_000 {
            notes.add(messages::rows_trimmed(line, 1.0), String::new);
        }
        notes.add(messages::rows_trimmed(0, 1.0), String::new);
        let list = notes.into_vec();
        assert_eq!(list.len(), MAX_DIFFERENT + 1);
        assert_eq!(list[0].count, 2);
        let last = list.last().expect("a last one");
        assert_eq!((last.id.as_str(), last.count), ("report/more-remarks", 2_000));
    }
}
