//! What was skipped, counted: the same message is kept once, with its first location.

use facts::{Diagnostic, Message};

/// Kept at most: a damaged file must not give a list as long as itself.
const MAX_KINDS: usize = 40;

/// Diagnostics under construction.
#[derive(Debug, Default, Clone)]
pub(crate) struct Diagnose {
    list: Vec<Diagnostic>,
}

impl Diagnose {
    /// Once more.
    pub fn add(&mut self, location: impl FnOnce() -> String, message: Message) {
        self.add_times(1, location, message);
    }

    /// At so many locations, of which this is the first.
    pub fn add_times(&mut self, count: u32, location: impl FnOnce() -> String, message: Message) {
        if let Some(same) = self.list.iter_mut().find(|old| old.text == message.text) {
            same.count = same.count.saturating_add(count);
        } else if self.list.len() < MAX_KINDS {
            self.list.push(message.at(location(), count));
        }
    }

    /// All of them, in the order in which they were first seen.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}
