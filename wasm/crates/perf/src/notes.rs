//! Diagnostics, each kind counted and kept once.

use facts::{Diagnostic, Severity};

/// Collects diagnostics; the same message again only raises its count.
#[derive(Debug, Default)]
pub struct Notes(Vec<Diagnostic>);

impl Notes {
    /// Something was skipped.
    pub fn warn(&mut self, message: impl Into<String>, place: impl FnOnce() -> String) {
        self.add(Severity::Warning, message.into(), place);
    }

    /// Something was skipped `count` times; nothing is said when 0.
    pub fn warn_times(&mut self, count: u64, message: &str, place: impl FnOnce() -> String) {
        if count > 0 {
            self.0.push(Diagnostic {
                severity: Severity::Warning,
                message: message.to_owned(),
                place: place(),
                count: u32::try_from(count).unwrap_or(u32::MAX),
            });
        }
    }

    /// Worth knowing; nothing is missing.
    pub fn note(&mut self, message: impl Into<String>, place: impl FnOnce() -> String) {
        self.add(Severity::Note, message.into(), place);
    }

    fn add(&mut self, severity: Severity, message: String, place: impl FnOnce() -> String) {
        if let Some(known) = self.0.iter_mut().find(|known| known.message == message) {
            known.count = known.count.saturating_add(1);
            return;
        }
        self.0.push(Diagnostic { severity, message, place: place(), count: 1 });
    }

    /// All of them, in the order in which they first came.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}
