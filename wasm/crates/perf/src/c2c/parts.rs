//! Several reports in one text: a mail shows one before a change and one after it.
//!
//! A report ends where a section begins that it has already, where its lines are numbered from 0 again, and where
//! a heading says that another state of the code follows ("With this change:").

use facts::TraceTable;

use crate::functions;
use crate::heading::{Heading, heading};
use crate::messages;
use crate::notes::text_line;

use super::columns::Columns;
use super::shapes::is_screen;
use super::table::TableRow;
use super::{C2cReport, Report};

/// perf prints this counter first.
const FIRST_COUNTER: &str = "Total records";
/// Reports that are kept apart.
const MAX_PARTS: usize = 64;
/// `#` lines of a report that are kept.
const MAX_COMMENTS: usize = 40;

/// Where in a report a line stands.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Section {
    /// Before any title, or in the tables of lines and rows: their words distinguish them.
    #[default]
    Any,
    /// perf's statistics.
    Stats(TraceTable),
    /// "c2c details".
    Details,
    /// The table of lines.
    Table,
    /// The rows of each line.
    Pareto,
    /// perf's function view, which is not read.
    Functions,
}

/// The section that a line begins.
pub fn title(text: &str) -> Option<Section> {
    // A sentence may speak of a table; the number of a text line may be before a title, and of a screen its lines after it.
    let bare = text.trim_matches(|c: char| c.is_ascii_digit() || " #=*-`|".contains(c));
    Some(if bare == "Global Shared Cache Line Event Information" {
        Section::Stats(TraceTable::Shared)
    } else if bare == "Trace Event Information" {
        Section::Stats(TraceTable::Trace)
    } else if bare == "c2c details" {
        Section::Details
    } else if bare == "Shared Data Cache Line Table"
        || is_screen(text) && text.contains("Cache Line Table")
    {
        Section::Table
    } else if bare == "Shared Cache Line Distribution Pareto" {
        Section::Pareto
    } else if functions::is_function_view(text) {
        Section::Functions
    } else {
        return None;
    })
}

/// The reports of a text that are complete, and what tells that another one begins.
#[derive(Debug, Default)]
pub struct Parts {
    done: Vec<Report>,
    /// Titles of the current report.
    titles: Vec<Section>,
    /// The last line that could be one.
    heading: Option<Heading>,
    /// `#` lines that speak of the table that follows them, if it was made by hand: perf has such lines of its own.
    pub(super) comments: Vec<String>,
    /// The number of the current report's last line in its table.
    index: Option<u64>,
    /// Keys of "c2c details" of the current report.
    details: Vec<&'static str>,
    /// The first of them came after lines: the others belong to it.
    details_after_lines: bool,
    /// Counters came after lines: what was known of the columns before them.
    before_head: Option<Columns>,
}

impl Parts {
    /// Notes a key of "c2c details"; `false` where the current report has it already.
    fn detail_is_new(&mut self, key: &'static str) -> bool {
        let is_new = !self.details.contains(&key);
        if is_new {
            self.details.push(key);
        }
        is_new
    }

    /// Remembers a line that is nothing of a report.
    pub fn prose(&mut self, text: &str) {
        if let Some(heading) = heading(text) {
            self.heading = Some(heading);
        }
    }

    /// Remembers what a `#` line says.
    pub fn comment(&mut self, text: &str) {
        if self.comments.len() < MAX_COMMENTS {
            self.comments.push(text.to_owned());
        }
    }

    /// All reports, the current one last. Counters that are quoted again below their report are none of another.
    pub fn all(self, last: Report) -> Vec<Report> {
        let mut all: Vec<Report> = Vec::new();
        for report in self.done.into_iter().chain([last]) {
            match all.last_mut().filter(|before| report.quotes(before)) {
                Some(before) => before.notes.withdraw(&messages::report_joined_to()),
                None => all.push(report),
            }
        }
        all
    }
}

impl C2cReport {
    /// A title was read.
    pub(super) fn begin_section(&mut self, section: Section) {
        let is_head = matches!(section, Section::Stats(_) | Section::Details);
        if !is_head && let Some(columns) = self.parts.before_head.take() {
            self.split_before_head(columns);
        } else if self.parts.titles.contains(&section) {
            // A report begins with the title that the one before it began with, or under a heading.
            let is_whole = self.parts.titles.first() == Some(&section);
            let is_named = self.parts.heading.is_some();
            self.next_report();
            if !is_whole && !is_named {
                self.say_joined();
            }
        } else {
            self.begin_content();
            let has_lines = !self.report.table.is_empty() || !self.report.blocks.is_empty();
            if is_head && has_lines && self.parts.before_head.is_none() {
                self.parts.before_head = Some(self.report.columns.clone());
            }
        }
        // A report with titles has its own columns.
        if self.report.is_empty() {
            self.report.columns = Columns::default();
        }
        self.parts.titles.push(section);
    }

    /// Something of a report follows what was no part of one.
    pub(super) fn begin_content(&mut self) {
        let Some(heading) = self.parts.heading.take() else { return };
        if self.report.is_empty() {
            self.report.heading = Some(heading);
        } else if heading.is_state && self.report.heading.as_ref() != Some(&heading) {
            self.parts.heading = Some(heading);
            self.next_report();
        }
    }

    /// A counter was read: one that the report has already is another report's.
    pub(super) fn begin_counter(&mut self, table: TraceTable, name: &str) {
        // Without its title the first counter is what a heading stands above.
        if self.report.is_empty() {
            self.begin_content();
        }
        if self.report.stats.iter().any(|stat| stat.table == table && stat.name == name) {
            // A report begins with the counter that the one before it began with.
            let first = self.report.stats.first().map(|stat| stat.name == name);
            self.next_report();
            if name != FIRST_COUNTER && first != Some(true) {
                self.say_joined();
            }
        }
    }

    /// A key of "c2c details" was read: one that the report has already, or behind its rows, is another report's.
    pub(super) fn begin_detail(&mut self, key: &'static str) {
        let has_rows = !self.report.table.is_empty() || !self.report.blocks.is_empty();
        let had_some = !self.parts.details.is_empty() && !self.parts.details_after_lines;
        let behind_rows = has_rows && (had_some || self.parts.titles.contains(&Section::Pareto));
        if self.parts.details.is_empty() {
            self.parts.details_after_lines = has_rows;
        }
        if behind_rows || !self.parts.detail_is_new(key) {
            self.next_report();
            self.parts.details.push(key);
            self.say_joined();
        }
    }

    /// Says of a report that was found after another one that it is not whole, and of that one that its end is in doubt.
    fn say_joined(&mut self) {
        let place = || text_line(self.line);
        self.report.notes.add(messages::report_joined(), place);
        if let Some(before) = self.parts.done.last_mut() {
            before.notes.add(messages::report_joined_to(), place);
        }
    }

    /// The counts of a line were read.
    pub(super) fn begin_block(&mut self, numbers: &[u64], address: Option<u64>) {
        self.begin_content();
        let number = self.line_number(numbers);
        let last = self.report.blocks.iter().rfind(|block| !block.numbers.is_empty());
        let last = last.and_then(|block| {
            let named = block.layout.as_ref().map(|layout| layout.shares().count());
            let shares = named.or(block.rows.first().map(|row| row.shares.len()))?;
            block.numbers.first().copied().filter(|_| block.numbers.len() > shares)
        });
        let restarts = matches!((last, number), (Some(last), Some(next)) if next <= last);
        let other_table = self.is_of_another_table(number, address);
        if restarts || other_table {
            self.next_report();
            if other_table || number.is_some_and(|number| number > 0) {
                self.say_joined();
            }
        }
    }

    /// Whether the table has another line under this number: the rows are another report's.
    fn is_of_another_table(&self, number: Option<u64>, address: Option<u64>) -> bool {
        // What a cut left of an address is none.
        if address.is_none() {
            return false;
        }
        let table = &self.report.table;
        let from_start = table.first().is_some_and(|row| row.index == Some(0));
        if self.report.blocks.is_empty()
            && from_start
            && table.iter().all(|row| Some(row.address) != address)
        {
            return true;
        }
        let Some(number) = number else { return false };
        // perf numbers both from 0; in a table that was trimmed a number is elsewhere, and tells nothing.
        let listed = usize::try_from(number).ok().and_then(|at| self.report.table.get(at));
        listed.is_some_and(|row| row.index == Some(number) && Some(row.address) != address)
    }

    /// The first of the numbers before a line's address, where that is its number and no count. Only the rows below the
    /// first line, or a header, tell how many counts there are.
    fn line_number(&self, numbers: &[u64]) -> Option<u64> {
        let first_row = self.report.blocks.first().and_then(|block| block.rows.first());
        let of_rows = first_row.map(|row| row.shares.len());
        let named = self.report.columns.layout.as_ref().map(|layout| layout.shares().count());
        // Where rows have fewer shares than names, somebody took a column out.
        let percents = of_rows.max(named)?;
        numbers.first().copied().filter(|_| numbers.len() > percents)
    }

    /// A row of the table was read.
    pub(super) fn begin_table_row(&mut self, row: &TableRow) {
        self.begin_content();
        let restarts =
            matches!((self.parts.index, row.index), (Some(last), Some(next)) if next <= last);
        // The title of its own table is missing; a heading above it says as much.
        let joined = self.section == Section::Pareto && !self.report.is_empty();
        if restarts || joined {
            self.next_report();
            if joined || row.index.is_some_and(|index| index > 0) {
                self.say_joined();
            }
        }
        self.parts.index = row.index;
    }

    /// Counters behind lines are the head of another report once a title of lines follows them.
    fn split_before_head(&mut self, columns: Columns) {
        let stats = std::mem::take(&mut self.report.stats);
        let events = std::mem::take(&mut self.report.events);
        let of_head = std::mem::replace(&mut self.report.columns, columns);
        let mut titles = std::mem::take(&mut self.parts.titles);
        titles.retain(|title| matches!(title, Section::Stats(_) | Section::Details));
        self.next_report();
        self.report.stats = stats;
        self.report.events = events;
        self.report.columns = of_head;
        self.parts.titles = titles;
    }

    fn next_report(&mut self) {
        if self.parts.done.len() + 1 >= MAX_PARTS {
            return;
        }
        let heading = self.parts.heading.take();
        // What the first report said of its columns holds for one that says nothing.
        let columns = self.report.columns.clone();
        let next = Report { heading, columns, ..Report::default() };
        let before = std::mem::replace(&mut self.report, next);
        self.parts.done.push(before);
        self.parts.titles.clear();
        self.parts.details.clear();
        self.parts.details_after_lines = false;
        self.parts.before_head = None;
        self.block = None;
        self.parts.index = None;
    }
}

impl Report {
    /// A line is there once more, as those of a screen are whenever it is drawn.
    pub(super) fn count_again(&mut self) {
        self.again += u64::from(!self.is_screen);
    }

    /// Whether it has nothing but counters of that one, from behind its first (a README on type pollution, GitHub).
    fn quotes(&self, before: &Self) -> bool {
        let has_only_counters =
            self.table.is_empty() && self.blocks.is_empty() && !self.stats.is_empty();
        let starts_inside = self.stats.first().is_some_and(|stat| stat.name != FIRST_COUNTER);
        has_only_counters
            && starts_inside
            && self.heading.as_ref().is_none_or(|heading| !heading.is_state)
            && self.stats.iter().all(|stat| before.stats.contains(stat))
    }

    /// Whether nothing was read yet.
    pub(super) fn is_empty(&self) -> bool {
        self.stats.is_empty()
            && self.table.is_empty()
            && self.blocks.is_empty()
            && self.events.is_empty()
    }
}
