//! Diagnostics, each kind counted and kept once.

use facts::{Diagnostic, Severity};
use rustc_hash::FxHashMap;

/// Different messages that are kept: a report of a million lines may have a remark on each, and nobody reads
/// more than a few.
const MAX_DIFFERENT: usize = 1_000;
const FURTHER: &str = "there are further remarks like these";

/// Something that was skipped so many times.
pub fn warning(message: impl Into<String>, count: u32, place: String) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, message: message.into(), place, count }
}

/// Collects diagnostics; the same message again only raises its count.
#[derive(Debug, Default)]
pub struct Notes {
    list: Vec<Diagnostic>,
    by_message: FxHashMap<String, usize>,
}

impl Notes {
    /// Something was skipped.
    pub fn warn(&mut self, message: impl Into<String>, place: impl FnOnce() -> String) {
        self.add(Severity::Warning, message.into(), 1, place);
    }

    /// Something was skipped `count` times; nothing is said when 0.
    pub fn warn_times(&mut self, count: u64, message: &str, place: impl FnOnce() -> String) {
        if count > 0 {
            self.add(Severity::Warning, message.to_owned(), count, place);
        }
    }

    /// Rows were lost; nothing is said where none was.
    pub fn warn_lost(&mut self, lost: &Lost, message: &str) {
        self.warn_times(lost.rows, message, || lost.place());
    }

    /// Worth knowing; nothing is missing.
    pub fn note(&mut self, message: impl Into<String>, place: impl FnOnce() -> String) {
        self.add(Severity::Note, message.into(), 1, place);
    }

    fn add(
        &mut self,
        severity: Severity,
        message: String,
        count: u64,
        place: impl FnOnce() -> String,
    ) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if let Some(known) = self.by_message.get(&message).and_then(|at| self.list.get_mut(*at)) {
            known.count = known.count.saturating_add(count);
            return;
        }
        if self.list.len() >= MAX_DIFFERENT && message != FURTHER {
            return self.add(severity, FURTHER.to_owned(), u64::from(count), String::new);
        }
        self.by_message.insert(message.clone(), self.list.len());
        self.list.push(Diagnostic { severity, message, place: place(), count });
    }

    /// Takes back what was said, where it turned out otherwise.
    pub fn withdraw(&mut self, message: &str) {
        if self.by_message.remove(message).is_some() {
            self.list.retain(|note| note.message != message);
            self.by_message =
                self.list.iter().enumerate().map(|(at, note)| (note.message.clone(), at)).collect();
        }
    }

    /// Of those that say that something was skipped.
    pub fn first_warning(&self) -> Option<String> {
        let warning = self.list.iter().find(|note| note.severity == Severity::Warning)?;
        Some(warning.message.clone())
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
    pub fn warning(&self, message: impl Into<String>) -> Diagnostic {
        warning(message, u32::try_from(self.rows).unwrap_or(u32::MAX), self.place())
    }

    /// Number of the first line.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// "line 12"
    pub fn place(&self) -> String {
        format!("line {}", self.first_line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_on_each_of_many_lines_stays_a_short_list() {
        let mut notes = Notes::default();
        for line in 0..3_000 {
            notes.note(format!("line {line} is trimmed"), String::new);
        }
        notes.note("line 0 is trimmed", String::new);
        let list = notes.into_vec();
        assert_eq!(list.len(), MAX_DIFFERENT + 1);
        assert_eq!(list[0].count, 2);
        let last = list.last().expect("a last one");
        assert_eq!((last.message.as_str(), last.count), (FURTHER, 2_000));
    }
}
