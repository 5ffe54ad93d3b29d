//! Text of `perf c2c report --stdio`, whole, in part, or as people paste it.
//!
//! Five sections: two tables of statistics, "c2c details", the table of lines, and for each line its
//! rows. Each can be missing. Lines are recognised by their words, one by one: the titles and rules
//! between them help but are not needed. A text may hold several reports; see [`parts`].
//!
//! Source of the format: `tools/perf/builtin-c2c.c`, 4.10 to 6.12.

mod build;
mod columns;
mod conservation;
mod counts;
mod dashes;
mod edge;
mod flush;
mod handmade;
mod join;
mod kinds;
mod ledger;
mod line;
mod names;
mod nodes;
mod parts;
mod remarks;
mod row;
mod said;
mod seams;
mod shapes;
mod shifted;
mod snoops;
mod statistics;
mod sums;
mod table;
mod tail;

use std::borrow::Cow;

use facts::{NamedProfile, TraceStat};
use pasted::{Hunks, Line, is_left_out};

use crate::NothingUsable;
use crate::heading::Heading;
use crate::notes::{LOST_LEVEL, Notes};
use crate::prose::{comment, parted_remark};
use crate::tokens::{Word, is_masked, words};
pub use handmade::Search as HandmadeSearch;
pub use nodes::number_list;
pub use shapes::{is_dashes, is_line_of_counts, is_listed_line, is_row};

use columns::Columns;
use join::{Pending, Whole};
use ledger::Ledger;
use parts::{Parts, Section};
use row::Row;
use said::{
    DASHES, FUNCTION_VIEW, IMPOSSIBLE_SHARE, LINE_TWICE, MASKED, OTHER_NUMBER, OTHER_SHARES,
};
use shapes::{
    begins_table_row, behind_sign, is_block, is_block_before_number, is_block_start, is_callchain,
    is_rule, is_rule_of_lines, is_table_start, squeezed,
};
use table::{Parsed, TableRow};

/// Rows and lines that are kept.
const MAX_ROWS: usize = 200_000;
/// Statistics that are kept: perf prints fifty, and a text may hold several reports.
const MAX_STATS: usize = 10_000;
/// A share of all is no more, in hundredths of a percent.
const MOST_SHARE: u32 = 10_000;

/// A line of the Pareto and its rows.
#[derive(Debug, Default, Clone, PartialEq)]
struct Block {
    /// Without the header line (`None`), the rows were pasted alone.
    address: Option<u64>,
    /// The numbers before the address; the last ones are counts.
    numbers: Vec<u64>,
    rows: Vec<Row>,
    /// Rows before a place where lines are missing or could not be read: those after it may be another line's.
    seam: Option<usize>,
}

/// What was read of one report.
#[derive(Debug, Default)]
struct Report {
    /// What stands above it ("Baseline", "With this change").
    heading: Option<Heading>,
    columns: Columns,
    events: Vec<String>,
    stats: Vec<TraceStat>,
    /// Whether a statistic of the second table was read.
    second_stats: bool,
    table: Vec<TableRow>,
    places: flush::Places,
    blocks: Vec<Block>,
    /// Tables that were made by hand.
    handmade: Vec<handmade::Table>,
    /// What `#` lines above them say.
    about: Vec<String>,
    /// Of all blocks and tables.
    rows: usize,
    dropped: u64,
    ledger: Ledger,
    notes: Notes,
}

/// Reads the lines of a c2c report.
#[derive(Debug, Default)]
pub struct C2cReport {
    section: Section,
    detail_key: String,
    /// Names of columns may fill several lines.
    header: String,
    report: Report,
    parts: Parts,
    hunks: Hunks,
    /// A row that may go on in the next line.
    pending: Pending,
    /// Lines that were put together with the one before them.
    joined: u64,
    /// The row that the line before this one held, where its nodes may go on.
    last_row: Whole,
    /// The last line of such a table may be followed by another one.
    in_handmade: bool,
    /// Nothing stands between the table that was made by hand and this line.
    handmade_open: bool,
    /// A rule of dashes was read after the last row or line, and whether they stand before the lines of this text.
    ruled: bool,
    rules_lines: bool,
    /// Where the last three counters end, in characters.
    counter_ends: [usize; 3],
    /// "Events :" stands alone.
    event_follows: bool,
    /// The text has the function view.
    functions: bool,
    line: u64,
    /// The text ends in this line, without a line end.
    last: bool,
}

impl C2cReport {
    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.line = line.number;
        if self.hunks.takes(line.text) {
            return self.flush();
        }
        self.last = line.last;
        self.text(line.text, line.cut);
    }

    /// Lines that were put together here with the one before them.
    pub fn joined(&self) -> u64 {
        self.joined
    }

    /// The profiles of all reports in the text, in its order.
    pub fn finish(mut self) -> Result<Vec<NamedProfile>, NothingUsable> {
        self.flush();
        self.end_header();
        self.end_counters();
        let functions = self.functions;
        build::profiles(self.parts.all(self.report)).map_err(|error| match error {
            NothingUsable::NoC2cRows if functions => NothingUsable::OnlyFunctions,
            other => other,
        })
    }

    fn text(&mut self, text: &str, cut: bool) {
        let (text, remark) = parted_remark(text);
        let with_zeros = dashes::with_zeros(text);
        if matches!(with_zeros, Cow::Owned(_)) {
            let line = self.line;
            self.report.notes.note(DASHES, || format!("line {line} of the text"));
        }
        let text = with_zeros.as_ref();
        let trimmed = text.trim();
        // Rows are many, and their words are told apart by more than one blank.
        let is_row = trimmed.contains('%') && !trimmed.starts_with('#');
        let words_alone = if is_row { Cow::Borrowed(trimmed) } else { squeezed(trimmed) };
        if self.has_more_nodes(text) {
            return;
        }
        self.ruled |= is_dashes(trimmed);
        self.rules_lines |= is_rule_of_lines(trimmed);
        if !trimmed.is_empty() && is_left_out(trimmed) {
            self.flush();
            self.report.ledger.left_out(self.line);
            return self.seam();
        }
        if trimmed.is_empty() || is_rule(trimmed) {
            // A rule stands below the names of columns.
            if matches!(trimmed, "" | "--" | "---") {
                self.blank_by_hand();
            }
            if trimmed != "#" && !trimmed.is_empty() {
                self.end_header();
            }
            return self.flush();
        }
        if self.title(&words_alone) || self.by_hand(text, remark) {
            return;
        }
        let mut words = words(text);
        if !self.pending.waits() && is_block_before_number(&words) {
            words.pop();
            self.warn_here(OTHER_NUMBER);
        }
        if let Some(row) = behind_sign(&words) {
            return self.text(&text[row..], cut);
        }
        let has_shares = words.iter().any(|word| word.percent().is_some());
        let has_data = has_shares || words.iter().any(|word| word.address().is_some());
        if let Some(said) = comment(trimmed) {
            self.parts.comment(said);
        }
        // Names of columns that somebody broke go on up to the rule or the row below them.
        if (columns::is_header(&words_alone) && !has_shares)
            || (!self.header.is_empty() && !has_data)
        {
            self.flush();
            if text.contains("Offset") {
                self.report.columns.names_chars = Some(text.chars().count());
            }
            self.header.push(' ');
            return self.header.push_str(text);
        }
        if has_data {
            self.end_header();
        }
        if self.section == Section::Functions {
            return;
        }
        if row::begins_row(&words) {
            if self.lacks_offset(&words) {
                return self.append(text, cut);
            }
            self.flush();
            return self.begin_row(text, cut);
        }
        // The rest of a row that somebody broke by hand, unless it stands for itself.
        let row_waits = self.pending_is_row();
        if self.pending.waits()
            && !is_block(&words, row_waits)
            && !begins_table_row(&words, row_waits)
            && !is_callchain(trimmed)
        {
            return self.append(text, cut);
        }
        self.flush();
        if is_block(&words, false) {
            return self.block(&words, cut);
        }
        match table::parse(&words, self.report.columns.shape(cut)) {
            Parsed::Row(row) => self.table_row_of(text, row),
            Parsed::Partial(_) => self.begin(text, cut),
            Parsed::Not if self.statistic(trimmed, cut) => {}
            Parsed::Not if is_table_start(&words) || is_block_start(&words) => {
                self.begin(text, cut)
            }
            Parsed::Not => self.prose(trimmed, &words),
        }
    }

    fn title(&mut self, text: &str) -> bool {
        let Some(section) = parts::title(text) else { return false };
        self.flush();
        self.end_header();
        self.in_handmade = false;
        self.parts.comments.clear();
        if section == Section::Functions {
            self.functions = true;
            let line = self.line;
            self.report.notes.note(FUNCTION_VIEW, || format!("line {line}"));
        } else {
            self.begin_section(section);
        }
        self.section = section;
        true
    }

    /// Learns from the names of columns, however many lines they filled.
    fn end_header(&mut self) {
        if !self.header.is_empty() {
            let header = std::mem::take(&mut self.header);
            self.report.columns.header(&squeezed(&header));
        }
    }

    /// A line that is nothing of a report: a heading, a mail's sentence, or something that should have been read.
    fn prose(&mut self, text: &str, words: &[Word]) {
        if self.report.ledger.lost(words, self.line) {
            return self.seam();
        }
        if std::mem::take(&mut self.event_follows) && words.len() == 1 {
            return self.report.events.push(text.to_owned());
        }
        self.parts.prose(text);
    }

    fn row(&mut self, row: Row) {
        self.begin_content();
        self.parts.comments.clear();
        if row.tail.has_other_number {
            self.warn_here(OTHER_NUMBER);
        }
        let report = &mut self.report;
        if report.rows >= MAX_ROWS {
            report.dropped += 1;
            return;
        }
        report.rows += 1;
        // perf draws a rule before each line: the line that belongs here is missing.
        let is_next = std::mem::take(&mut self.ruled)
            && self.rules_lines
            && report.blocks.last().is_some_and(|block| !block.rows.is_empty());
        if report.blocks.is_empty() || is_next {
            report.blocks.push(Block::default());
        }
        if report.columns.percents.is_some_and(|named| row.shares.len() > named) {
            self.warn_here(OTHER_SHARES);
        }
        if row.tail.has_lost_level {
            self.warn_here(LOST_LEVEL);
        }
        let garbled = row.garbled;
        if let Some(block) = self.report.blocks.last_mut() {
            block.rows.push(row);
        }
        if garbled {
            self.report.ledger.cut(self.line);
            self.seam();
        }
    }

    fn block(&mut self, words: &[Word], cut: bool) {
        let numbers: Vec<u64> = words.iter().map_while(Word::number).collect();
        // What is left of an address that was cut is that of another line.
        let address = words.last().and_then(Word::address).filter(|_| !cut);
        let is_torn = address.is_some_and(|address| self.is_torn_address(address));
        let address = address.filter(|_| !is_torn);
        if words.last().is_some_and(|word| is_masked(word.text)) {
            self.warn_here(MASKED);
        }
        if cut || is_torn {
            self.report.ledger.cut(self.line);
        }
        if self.is_there_already(&numbers, address) {
            return self.warn_here(LINE_TWICE);
        }
        self.begin_block(&numbers, address);
        self.rules_lines |= std::mem::take(&mut self.ruled);
        let report = &mut self.report;
        if report.blocks.len() >= MAX_ROWS {
            report.dropped += 1;
            return;
        }
        report.blocks.push(Block { address, numbers, ..Block::default() });
    }

    /// Whether the table has an address that begins so, and none that is this one: digits are missing at its end.
    fn is_torn_address(&self, address: u64) -> bool {
        let table = &self.report.table;
        let digits = format!("{address:x}");
        let begins = |row: &TableRow| {
            let whole = format!("{:x}", row.address);
            whole.len() > digits.len() && whole.starts_with(&digits)
        };
        table.iter().all(|row| row.address != address) && table.iter().any(begins)
    }

    /// Whether the line before this one says the same, and nothing was between them.
    fn is_there_already(&self, numbers: &[u64], address: Option<u64>) -> bool {
        self.report.blocks.last().is_some_and(|last| {
            address.is_some()
                && last.rows.is_empty()
                && (last.address, last.numbers.as_slice()) == (address, numbers)
        })
    }

    fn table_row(&mut self, mut row: TableRow) {
        self.begin_table_row(&row);
        if row.share.is_some_and(|share| share > MOST_SHARE) {
            row.share = None;
            self.warn_here(IMPOSSIBLE_SHARE);
        }
        if row.has_other_number {
            self.warn_here(OTHER_NUMBER);
        }
        let report = &mut self.report;
        // Its own columns tell, whatever became of the header.
        report.columns.peer |= row.counts.peer_local.is_some() && !report.columns.draft;
        if report.table.len() >= MAX_ROWS {
            report.dropped += 1;
            return;
        }
        report.table.push(row);
    }
}
