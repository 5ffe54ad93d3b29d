//! Rows that were not read as a whole.

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

    /// Number of the first line.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// "line 12"
    pub fn place(&self) -> String {
        format!("line {}", self.first_line)
    }
}
