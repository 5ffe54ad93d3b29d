//! Rows that were not read as a whole.

use facts::Diagnostic;

use crate::notes::warning;

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
