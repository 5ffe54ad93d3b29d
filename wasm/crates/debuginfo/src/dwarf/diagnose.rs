//! What was skipped, counted: the same sentence is kept once, with its first place.

use facts::{Diagnostic, Severity};

/// Kept at most: a damaged file must not give a list as long as itself.
const MAX_KINDS: usize = 40;

/// Diagnostics under construction.
#[derive(Debug, Default, Clone)]
pub(crate) struct Diagnose {
    list: Vec<Diagnostic>,
}

impl Diagnose {
    /// Something is missing from what is shown.
    pub fn warn(&mut self, place: impl FnOnce() -> String, message: impl Into<String>) {
        self.add(Severity::Warning, place, message.into(), 1);
    }

    /// Something is missing in so many places, of which this is the first.
    pub fn warn_of(&mut self, count: u32, place: impl FnOnce() -> String, message: String) {
        self.add(Severity::Warning, place, message, count);
    }

    /// Nothing is missing, but it is worth knowing.
    pub fn note(&mut self, place: impl FnOnce() -> String, message: impl Into<String>) {
        self.add(Severity::Note, place, message.into(), 1);
    }

    fn add(
        &mut self,
        severity: Severity,
        place: impl FnOnce() -> String,
        message: String,
        count: u32,
    ) {
        if let Some(same) = self.list.iter_mut().find(|old| old.message == message) {
            same.count = same.count.saturating_add(count);
        } else if self.list.len() < MAX_KINDS {
            self.list.push(Diagnostic { severity, message, place: place(), count });
        }
    }

    /// All of them, in the order in which they were first seen.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}
