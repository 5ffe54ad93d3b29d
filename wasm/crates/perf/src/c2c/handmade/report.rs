//! Tables that were made by hand, among the lines of a report.

use super::{Table, Taken};
use crate::c2c::shapes::is_block;
use crate::c2c::{C2cReport, MAX_ROWS, columns};
use crate::tokens::words;

impl C2cReport {
    /// Whether a line is the header or a row of a table that was made by hand.
    ///
    /// * `remark` - what a person wrote behind it
    pub(in crate::c2c) fn by_hand(&mut self, text: &str, remark: &str) -> bool {
        if let Some(table) = Table::begin(text, self.line) {
            self.begin_by_hand(table);
            return true;
        }
        if !self.in_handmade {
            return false;
        }
        let ends = columns::is_header(text) || is_block(&words(text), false);
        let report = &mut self.report;
        let Some(table) = report.handmade.last_mut().filter(|_| !ends) else {
            self.in_handmade = false;
            return false;
        };
        let open = std::mem::replace(&mut self.handmade_open, true);
        match table.take(text, remark, open) {
            Taken::Row if report.rows >= MAX_ROWS => {
                table.rows.pop();
                report.dropped += 1;
            }
            Taken::Row => report.rows += 1,
            Taken::Totals => {}
            Taken::Unread => report.ledger.unread_by_hand(self.line, text),
            Taken::Not => {
                // A rule stands between rows.
                self.handmade_open = open && !text.contains(char::is_alphanumeric);
                return false;
            }
        }
        true
    }

    /// A blank line, or that which ends the words of a mail, ends a table that has rows: what stands below it is a row only where it is read as one.
    pub(in crate::c2c) fn blank_by_hand(&mut self) {
        if self.report.handmade.last().is_some_and(|table| !table.is_empty()) {
            self.handmade_open = false;
        }
    }

    fn begin_by_hand(&mut self, mut table: Table) {
        self.flush();
        self.end_header();
        self.begin_content();
        self.report.about.append(&mut self.parts.comments);
        self.in_handmade = true;
        self.handmade_open = true;
        // The counts of the line whose rows follow.
        if let Some(block) = self.report.blocks.pop_if(|block| block.rows.is_empty()) {
            table.numbers = block.numbers;
            table.address = block.address;
        }
        self.report.handmade.push(table);
    }
}
