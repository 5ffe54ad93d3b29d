//! Text of `perf c2c report --stdio`, whole, in part, or as people paste it.
//!
//! Five sections: two tables of statistics, "c2c details", the table of lines, and for each line its
//! rows. Each can be missing. Lines are recognised by their words, one by one: the titles and rules
//! between them help but are not needed.
//!
//! Source of the format: `tools/perf/builtin-c2c.c`, 4.10 to 6.12.

mod build;
mod columns;
mod counts;
mod join;
mod kinds;
mod row;
mod table;
mod tail;

use facts::{AccessProfile, TraceStat, TraceTable};

use crate::NothingUsable;
use crate::clean::Cleaner;
use crate::notes::Notes;
use crate::stats;
use crate::tokens::{Word, words};
pub use tail::number_list;

use columns::Columns;
use row::Row;
use table::{Parsed, TableRow};

/// Rows and lines that are kept.
const MAX_ROWS: usize = 500_000;
/// Statistics that are kept: perf prints fifty, and a text may hold several reports.
const MAX_STATS: usize = 10_000;

/// Whether a line is a row of the Pareto: at least three percentages and an offset into a line.
pub fn is_row(text: &str) -> bool {
    // Not by `parse`: what tells files apart need not know the rest of a row.
    let words = words(text);
    let percents = words.iter().filter(|word| word.percent().is_some()).count();
    percents >= 3 && row::offset(&words).is_some_and(|(offset, ..)| offset < 128)
}

/// A line of the Pareto and its rows.
#[derive(Debug, Default)]
struct Block {
    /// Without the header line (`None`), the rows were pasted alone.
    address: Option<u64>,
    /// The numbers before the address; the last ones are counts.
    numbers: Vec<u64>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Section {
    /// Before any title, or in the tables of lines and rows: told apart by their words.
    Any,
    Stats(TraceTable),
    Details,
    /// perf's function view and whatever else is not read.
    Other,
}

/// Reads the lines of a c2c report.
#[derive(Debug)]
pub struct C2cReport {
    cleaner: Cleaner,
    columns: Columns,
    section: Section,
    detail_key: String,
    events: Vec<String>,
    stats: Vec<TraceStat>,
    /// Whether a statistic of the second table was read.
    second_stats: bool,
    table: Vec<TableRow>,
    blocks: Vec<Block>,
    /// Of all blocks.
    rows: usize,
    /// What a mailer broke and goes on in the next line.
    pending: String,
    /// Length of `pending` up to which it surely is one row; 0 while that is not known.
    sure: usize,
    pieces: u32,
    line: u64,
    dropped: u64,
    notes: Notes,
}

impl Default for C2cReport {
    fn default() -> Self {
        Self {
            cleaner: Cleaner::default(),
            columns: Columns::default(),
            section: Section::Any,
            detail_key: String::new(),
            events: Vec::new(),
            stats: Vec::new(),
            second_stats: false,
            table: Vec::new(),
            blocks: Vec::new(),
            rows: 0,
            pending: String::new(),
            sure: 0,
            pieces: 0,
            line: 0,
            dropped: 0,
            notes: Notes::default(),
        }
    }
}

impl C2cReport {
    /// Takes one line.
    pub fn line(&mut self, raw: &[u8]) {
        self.line += 1;
        if let Some(text) = self.cleaner.line(raw) {
            self.text(&text);
        }
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        if let Some(text) = self.cleaner.finish() {
            self.text(&text);
        }
        self.flush();
        build::profile(self)
    }

    fn text(&mut self, text: &str) {
        let trimmed = text.trim();
        if trimmed.is_empty() || is_rule(trimmed) {
            return self.flush();
        }
        if self.title(trimmed) {
            return self.flush();
        }
        let words = words(text);
        if columns::is_header(text) && !words.iter().any(|word| word.percent().is_some()) {
            self.flush();
            return self.columns.header(text);
        }
        if self.section == Section::Other {
            return;
        }
        if row::begins_row(&words) {
            if self.lacks_offset(&words) {
                return self.append(text);
            }
            self.flush();
            return self.begin_row(text);
        }
        // The rest of a row that a mailer broke, unless it stands for itself.
        if !self.pending.is_empty()
            && !is_block(&words, self.pending_is_row())
            && !is_callchain(trimmed)
        {
            return self.append(text);
        }
        self.flush();
        if is_block(&words, false) {
            self.section = Section::Any;
            return self.block(&words);
        }
        match table::parse(&words, self.columns.peer) {
            Parsed::Row(row) => {
                self.section = Section::Any;
                self.table_row(row);
            }
            Parsed::Partial(_) => self.begin(text),
            Parsed::Not if self.statistic(trimmed) => {}
            Parsed::Not if is_table_start(&words) || is_block_start(&words) => self.begin(text),
            Parsed::Not => {}
        }
    }

    fn title(&mut self, text: &str) -> bool {
        let section = if text.contains("Trace Event Information") {
            Section::Stats(TraceTable::Trace)
        } else if text.contains("Global Shared Cache Line Event Information") {
            Section::Stats(TraceTable::Shared)
        } else if text.ends_with("c2c details") {
            Section::Details
        } else if text.contains("Shared Data Cache Line Table")
            || text.contains("Shared Cache Line Distribution Pareto")
        {
            Section::Any
        } else if text.contains("Shared Data Functions Table") {
            self.notes.note(
                "the function view of the report is not read: its figures are in the table of lines and their rows",
                || format!("line {}", self.line),
            );
            Section::Other
        } else {
            return false;
        };
        self.section = section;
        true
    }

    /// `Load Local HITM : 373`, also behind a line number and before a remark.
    fn statistic(&mut self, text: &str) -> bool {
        let Some((key, value)) = text
            .split_once(" :")
            .or_else(|| text.split_once(": "))
            .or_else(|| text.strip_prefix(':').map(|v| ("", v)))
        else {
            return false;
        };
        let key = key.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        let value = value.trim_start_matches(':').trim();
        if self.section == Section::Details || self.is_detail(key) {
            if !key.is_empty() {
                self.detail_key = key.to_owned();
                self.section = Section::Details;
            }
            if self.detail_key == "Events" && self.events.len() < 64 {
                self.events.push(value.to_owned());
            } else {
                let key = std::mem::take(&mut self.detail_key);
                self.columns.detail(&key, value);
                self.detail_key = key;
            }
            return true;
        }
        let Some(mut table) = stats::table_of(key) else { return false };
        if key == "Store No available memory level" && self.second_stats {
            table = TraceTable::Shared;
        }
        let number = value.split_whitespace().next().unwrap_or_default();
        if let Some(count) = crate::tokens::decimal(number.as_bytes()) {
            if self.stats.len() >= MAX_STATS {
                self.dropped += 1;
                return true;
            }
            self.second_stats |= table == TraceTable::Shared;
            self.stats.push(TraceStat {
                table,
                name: key.to_owned(),
                count: count.min(1 << 53) as f64,
            });
        }
        true
    }

    fn is_detail(&self, key: &str) -> bool {
        matches!(key, "Events" | "Cachelines sort on") || key.contains("Cacheline data group")
    }

    fn row(&mut self, row: Row) {
        if self.rows >= MAX_ROWS {
            self.dropped += 1;
            return;
        }
        self.rows += 1;
        if self.blocks.is_empty() {
            self.blocks.push(Block::default());
        }
        if let Some(block) = self.blocks.last_mut() {
            block.rows.push(row);
        }
    }

    fn block(&mut self, words: &[Word]) {
        if self.blocks.len() >= MAX_ROWS {
            self.dropped += 1;
            return;
        }
        let numbers = words.iter().map_while(Word::number).collect();
        let address = words.last().and_then(Word::address);
        self.blocks.push(Block { address, numbers, rows: Vec::new() });
    }

    fn table_row(&mut self, row: TableRow) {
        if self.table.len() >= MAX_ROWS {
            self.dropped += 1;
            return;
        }
        self.table.push(row);
    }
}

/// A line of only `=`, `-`, `.` and `#`.
fn is_rule(text: &str) -> bool {
    let rule =
        |c: char| matches!(c, '=' | '-' | '.' | '#' | '_' | '+' | '─' | '═') || c.is_whitespace();
    text.chars().all(rule)
}

/// `0 266 373 323 164 73 0x4040c0`: numbers, then the line's address alone. Where a broken row waits for
/// its end, `0 1 0x401150` could be that end; a code address is rarely aligned as a line is.
fn is_block(words: &[Word], row_waits: bool) -> bool {
    let Some((last, numbers)) = words.split_last() else { return false };
    let least = if row_waits { 4 } else { 3 };
    numbers.len() >= least
        && numbers.len() <= 9
        && last.address().is_some_and(|address| address % 64 == 0)
        && numbers.iter().all(|word| word.number().is_some())
}

/// `0  0xffff881fa55b0140  72006`: a row of the table whose percentage stands in the next line.
fn is_table_start(words: &[Word]) -> bool {
    words.len() >= 2
        && words.len() <= 5
        && words[1].address().is_some_and(|address| address % 64 == 0)
        && words[0].number().is_some()
        && words[2..].iter().all(|word| word.number().is_some())
}

/// `0 266 373 323`: the counts of a line whose address stands in the next line.
fn is_block_start(words: &[Word]) -> bool {
    (3..=8).contains(&words.len()) && words.iter().all(|word| word.number().is_some())
}

/// The callers that a report with a call graph has under each row.
fn is_callchain(text: &str) -> bool {
    text.starts_with('|') || text.starts_with("--")
}
