//! Text of `perf c2c report`, of `--stdio` and of its screens, whole, in part, or as people paste it.
//!
//! Five sections: two tables of statistics, "c2c details", the table of lines, and for each line its
//! rows. Each can be missing. Lines are recognised by their words, one by one: the titles and rules
//! between them help but are not needed. What a row's columns are the names above them say ([`columns`]).
//! perf's second screen has the rows of one line below `Cacheline 0x…`. A text may hold several reports; see [`parts`].
//!
//! Source of the format: `tools/perf/builtin-c2c.c`, 4.10 to 6.12.

mod build;
mod columns;
mod conservation;
mod counts;
mod kinds;
mod ledger;
mod line;
mod nodes;
mod parts;
mod remarks;
mod row;
mod shapes;
mod snoops;
mod statistics;
mod sums;
mod table;
mod tail;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use facts::{NamedProfile, TraceStat};
use mailtext::Line;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::NothingUsable;
use crate::grammar::GRAMMAR;
use crate::heading::Heading;
use crate::messages;
use crate::notes::{Lost, Notes, text_line};
use crate::prose::{comment, is_in_declaration, is_left_out, parted_remark};
use crate::tokens::{Word, is_masked, words};
pub use columns::names_rows;
pub use nodes::number_list;
pub use shapes::{is_dashes, is_line_of_counts, is_listed_line, is_row};

use columns::{Column, Columns, Layout, Share, is_header};
use ledger::Ledger;
use parts::{Parts, Section};
use row::{Row, TextLine};
use shapes::{behind_sign, is_block, is_callchain, is_rule, squeezed};
use table::{Parsed, TableRow};

/// Numbers of which a line is a part of a table's row.
const FEWEST_NUMBERS: usize = 3;
/// Rows and lines that are kept.
const MAX_ROWS: usize = 200_000;
/// Lines that are remembered, which those are told by that a text has twice.
const MAX_SEEN: usize = 4 * MAX_ROWS;
/// Statistics that are kept: perf prints fifty, and a text may hold several reports.
const MAX_STATS: usize = 10_000;
/// Lines that name columns, one above the other.
const MAX_HEADER: usize = 8;
/// A share of all is no more, in hundredths of a percent.
const MOST_SHARE: u32 = 10_000;
/// Before the first share of a row perf leaves room for a line's number.
const NUMBER_CHARS: usize = 8;

/// A line of the Pareto and its rows.
#[derive(Debug, Default, Clone, PartialEq)]
struct Block {
    /// Without the header line (`None`), the rows were pasted alone.
    address: Option<u64>,
    /// The numbers before the address; the last ones are counts.
    numbers: Vec<u64>,
    /// The names above its rows.
    layout: Option<Arc<Layout>>,
    rows: Vec<Row>,
    /// Rows before each place where lines were taken out: those after it may be another line's.
    seams: Vec<usize>,
    /// What stands before the first share of its rows is shorter than perf prints it: a column may be gone.
    may_lack_column: bool,
}

impl Block {
    /// The kind of each share.
    fn kinds(&self, peer: bool) -> Vec<Option<usize>> {
        if let Some(layout) = &self.layout {
            let kind = |share: &Share| match share {
                Share::Kind(kind) => Some(*kind),
                Share::Named(_) => None,
            };
            return layout.shares().map(kind).collect();
        }
        let width = self.rows.iter().map(|row| row.shares.len()).max();
        let width = width.filter(|width| *width > 0).unwrap_or(match self.numbers.len() {
            numbers @ 5..=7 => numbers - 1,
            _ => 0,
        });
        match self.may_lack_column && self.address.is_none() && width < 5 {
            true => vec![None; width],
            false => kinds::unnamed(width, peer),
        }
    }

    fn has_rows_behind_seam(&self) -> bool {
        self.seams.first().is_some_and(|seam| *seam < self.rows.len())
    }

    /// The shares that have a name and no kind, by their place.
    fn named_shares(&self) -> Vec<(usize, String)> {
        let shares = self.layout.iter().flat_map(|layout| layout.shares()).enumerate();
        let named = shares.filter_map(|(at, share)| match share {
            Share::Named(name) => Some((at, name.clone())),
            Share::Kind(_) => None,
        });
        named.collect()
    }
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
    blocks: Vec<Block>,
    /// The last of each address, by its numbers and by none.
    blocks_at: FxHashMap<(u64, Vec<u64>), usize>,
    /// What `#` lines above tables that people made say.
    about: Vec<String>,
    /// Of all blocks.
    rows: usize,
    dropped: u64,
    /// Marks of its lines: perf prints none of them twice, so that one that is there again is the same.
    seen: FxHashSet<u64>,
    again: u64,
    /// It is read from screens, which show rows as often as they are drawn.
    is_screen: bool,
    ledger: Ledger,
    notes: Notes,
}

/// Reads the lines of a c2c report.
#[derive(Debug, Default)]
pub struct C2cReport {
    section: Section,
    detail_key: String,
    /// Names of columns fill several lines.
    header: Vec<String>,
    report: Report,
    parts: Parts,
    /// Where in the report's blocks the rows that follow belong.
    block: Option<usize>,
    /// "Events :" stands alone.
    event_follows: bool,
    /// The line before is a row.
    /// The line is one of a struct's declaration.
    in_declaration: bool,
    follows_row: bool,
    /// The text has the function view.
    functions: bool,
    /// Rows that begin in the middle of a share, and the text line of the first.
    torn: Lost,
    /// Rows that begin with one.
    whole: u64,
    line: u64,
    /// The text ends in this line, without a line end.
    last: bool,
}

impl C2cReport {
    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.line = line.number;
        self.last = line.last;
        self.text(line.text);
    }

    /// The profiles of all reports in the text, in its order.
    pub fn finish(mut self) -> Result<Vec<NamedProfile>, NothingUsable> {
        self.end_header();
        // Columns are gone, so that the others have taken their places.
        if self.torn.rows > self.whole {
            return Err(NothingUsable::NoLeftSide { line: self.torn.first_line() });
        }
        let functions = self.functions;
        build::profiles(self.parts.all(self.report)).map_err(|error| match error {
            NothingUsable::NoC2cRows if functions => NothingUsable::OnlyFunctions,
            other => other,
        })
    }

    fn text(&mut self, text: &str) {
        let follows_row = std::mem::take(&mut self.follows_row);
        let (text, remark) = parted_remark(text);
        let trimmed = text.trim();
        self.in_declaration = is_in_declaration(trimmed, self.in_declaration);
        if !trimmed.is_empty() && is_left_out(trimmed) {
            if self.in_declaration {
                return;
            }
            self.report.ledger.left_out.add(self.line);
            let block = self.block.and_then(|at| self.report.blocks.get_mut(at));
            if let Some(block) = block.filter(|block| block.seams.last() != Some(&block.rows.len()))
            {
                block.seams.push(block.rows.len());
            }
            return;
        }
        if trimmed.is_empty() || is_rule(trimmed) {
            // A rule stands below the names of columns, and above them in tables that people make.
            if self.header.iter().any(|line| line.contains(char::is_alphabetic)) {
                self.end_header();
            }
            return;
        }
        // Rows are many, and more than one blank separates their words.
        let is_row = trimmed.contains('%') && trimmed.starts_with(|c: char| c.is_ascii_digit());
        if !is_row && self.title(&squeezed(trimmed)) {
            return;
        }
        let words = words(text);
        if let Some(row) = behind_sign(&words) {
            return self.text(&text[row..]);
        }
        let has_shares = words.iter().any(|word| word.percent().is_some());
        let has_data = has_shares || words.iter().any(|word| word.address().is_some());
        if !has_shares && is_header(text) && self.header.len() < MAX_HEADER {
            return self.header.push(text.to_owned());
        }
        if has_data {
            self.end_header();
        }
        if let Some(said) = comment(trimmed) {
            self.parts.comment(said);
        }
        if self.section == Section::Functions {
            return;
        }
        let layout = self.report.columns.layout.as_ref();
        let is_row = self.begins_row(&words);
        if shapes::is_torn_row(&words) || layout.is_some_and(|layout| layout.lacks_left(&words)) {
            self.torn.add(self.line);
        } else if is_row {
            self.whole += 1;
        }
        if is_row {
            self.follows_row = true;
            return self.row(text, remark);
        }
        if follows_row && (GRAMMAR.is_end)(text) {
            // The last nodes of a row whose line was broken before them.
            return self.report.ledger.cut.add(self.line);
        }
        if is_block(&words) || self.is_block_without_address(&words) {
            return self.block(&words);
        }
        match table::parse(&words, self.report.columns.shape()) {
            Parsed::Row(row) | Parsed::Partial(row) => self.table_row(trimmed, row),
            Parsed::Not if self.statistic(trimmed) => {}
            Parsed::Not if is_callchain(trimmed) => {}
            Parsed::Not => self.prose(trimmed, &words),
        }
    }

    /// Whether a line is a row: by its words, or of a table without offsets by the names above it.
    fn begins_row(&self, words: &[Word]) -> bool {
        let shares = words.iter().take_while(|word| word.percent().is_some()).count();
        let named = self.report.columns.layout.as_ref().map(|layout| layout.shares().count());
        row::begins_row(words) || shares > 0 && named == Some(shares)
    }

    /// Whether a line is the counts of a line whose address somebody took out, as its offsets: `0  412  1028`.
    fn is_block_without_address(&self, words: &[Word]) -> bool {
        let Some(layout) = self.report.columns.layout.as_ref() else { return false };
        layout.columns.contains(&Column::Number)
            && !layout.columns.contains(&Column::Offset)
            && words.len() == layout.shares().count() + 1
            && words.iter().all(|word| word.number().is_some())
    }

    fn title(&mut self, text: &str) -> bool {
        if let Some(address) = shapes::screen_of_line(text) {
            self.end_header();
            self.begin_content();
            self.report.is_screen = true;
            self.begin_line(Block { address: Some(address), ..Block::default() });
            return true;
        }
        let Some(section) = parts::title(text) else { return false };
        self.end_header();
        self.parts.comments.clear();
        self.block = None;
        if section == Section::Functions {
            self.functions = true;
            let line = self.line;
            self.report.notes.add(messages::function_view(), || text_line(line));
        } else if !(shapes::is_screen(text) && self.is_again(text)) {
            self.begin_section(section);
            self.is_again(text);
        }
        self.report.is_screen |= shapes::is_screen(text);
        if let Some(sorted) = shapes::sorted_on(text) {
            self.report.columns.sorted_on(sorted);
        }
        self.section = section;
        true
    }

    /// Learns from the names of columns, however many lines they filled.
    fn end_header(&mut self) {
        let header = std::mem::take(&mut self.header);
        if header.is_empty() {
            return;
        }
        let before = self.report.columns.layout.clone();
        self.report.columns.header(&header);
        let Some(layout) = self.report.columns.layout.clone() else { return };
        if before.as_ref().is_some_and(|before| Arc::ptr_eq(before, &layout)) {
            return;
        }
        let quoted = |names: &[&str]| format!("`{}`", names.join("`, `"));
        let place = || text_line(self.line);
        let unknown = layout.unknown();
        if !unknown.is_empty() {
            self.report.notes.add(messages::unknown_columns(quoted(&unknown)), place);
        }
        let exchanged: Vec<&str> = layout.exchanged.iter().map(String::as_str).collect();
        if !exchanged.is_empty() {
            self.report.notes.add(messages::columns_exchanged(quoted(&exchanged)), place);
        }
    }

    /// A line that is nothing of a report: a heading, a mail's sentence, or something that should have been read.
    fn prose(&mut self, text: &str, words: &[Word]) {
        // A table has no line of numbers alone.
        let is_broken = self.section == Section::Table
            && words.len() >= FEWEST_NUMBERS
            && words.iter().all(|word| word.number().is_some());
        if is_broken {
            return self.report.ledger.unread.add(self.line);
        }
        if self.report.ledger.lost(words, self.line) {
            return;
        }
        if std::mem::take(&mut self.event_follows) && words.len() == 1 {
            return self.report.events.push(text.to_owned());
        }
        self.parts.prose(text);
    }

    /// Whether the report has this line already.
    fn is_again(&mut self, text: &str) -> bool {
        let mut hasher = FxHasher::default();
        self.block_address().hash(&mut hasher);
        for word in text.split_whitespace() {
            word.hash(&mut hasher);
        }
        let (mark, seen) = (hasher.finish(), &mut self.report.seen);
        if seen.len() < MAX_SEEN { !seen.insert(mark) } else { seen.contains(&mark) }
    }

    fn block_address(&self) -> Option<u64> {
        self.block.and_then(|at| self.report.blocks.get(at)).and_then(|block| block.address)
    }

    fn row(&mut self, text: &str, remark: &str) {
        self.begin_content();
        let columns = &self.report.columns;
        let mut layout = columns.layout.clone();
        let mut found = row::parse(text, columns);
        let is_known = layout.as_ref().is_some_and(|layout| {
            !layout.by_hand && layout.unknown().is_empty() && layout.exchanged.is_empty()
        });
        // Names that a mailer broke may not be all; what they count is said above them.
        if found.is_none() && is_known && (columns.hitm || columns.peer) {
            let named = layout.as_ref().map_or(0, |layout| layout.shares().count());
            found = row::parse(text, &Columns { layout: None, ..columns.clone() });
            match &mut found {
                Some(row) if row.shares.len() < named => {
                    row.shares.clear();
                    self.say_here(messages::shares_missing());
                }
                _ => layout = None,
            }
        }
        let Some(mut row) = found else { return self.report.ledger.unread.add(self.line) };
        row.text_line = TextLine(self.line);
        // Two rows of a text that people made may be alike.
        if row.code.is_some() && self.is_again(text) {
            self.report.count_again();
            return;
        }
        // The text ends here: in the middle of a row, as no row of perf ends so.
        if self.last && row.tail.nodes.is_empty() {
            row = row.cut();
        }
        if row.was_cut {
            self.report.ledger.cut.add(self.line);
        }
        let report = &mut self.report;
        if report.rows >= MAX_ROWS {
            report.dropped += 1;
            return;
        }
        report.rows += 1;
        if layout.as_ref().is_some_and(|layout| layout.by_hand) {
            report.about.append(&mut self.parts.comments);
            row.remark = (!remark.is_empty()).then(|| remark.to_owned());
        }
        self.parts.comments.clear();
        // Its columns scrolled sideways, a screen shows the rows of its line once more.
        let shown = self.block.and_then(|at| report.blocks.get(at)).is_some_and(|block| {
            let is_same = |known: &Row| (known.offset, known.code) == (row.offset, row.code);
            block.address.is_some() && block.layout != layout && block.rows.iter().any(is_same)
        });
        if shown && row.code.is_some() {
            report.count_again();
            return;
        }
        let block = match self.block.and_then(|at| report.blocks.get_mut(at)) {
            Some(block) if block.rows.is_empty() || block.layout == layout => block,
            _ => {
                self.block = Some(report.blocks.len());
                report.blocks.push(Block::default());
                let Some(block) = report.blocks.last_mut() else { return };
                block
            }
        };
        let margin = text.len() - text.trim_start().len();
        // A copy of a part of the screen keeps the gaps between columns.
        block.may_lack_column |= margin < NUMBER_CHARS && text.trim().contains("  ");
        block.layout = layout;
        block.rows.push(row);
    }

    fn block(&mut self, words: &[Word]) {
        let numbers: Vec<u64> = words.iter().map_while(Word::number).collect();
        let address = words.last().and_then(Word::address);
        if words.last().is_some_and(|word| is_masked(word.text)) {
            self.say_here(messages::address_masked());
        }
        self.begin_block(&numbers, address);
        let layout = self.report.columns.layout.clone();
        self.begin_line(Block { address, numbers, layout, ..Block::default() });
    }

    /// A line begins, or goes on: a screen may show it again.
    fn begin_line(&mut self, block: Block) {
        let report = &mut self.report;
        let key = block.address.map(|address| (address, block.numbers.clone()));
        if let Some(known) = key.as_ref().and_then(|key| report.blocks_at.get(key)) {
            self.block = Some(*known);
            return;
        }
        if report.blocks.len() >= MAX_ROWS {
            report.dropped += 1;
            return;
        }
        self.block = Some(report.blocks.len());
        if let Some((address, numbers)) = key {
            report.blocks_at.insert((address, numbers), report.blocks.len());
            report.blocks_at.insert((address, Vec::new()), report.blocks.len());
        }
        report.blocks.push(block);
    }

    fn table_row(&mut self, text: &str, mut row: TableRow) {
        self.begin_content();
        if self.is_again(text) {
            self.report.count_again();
            return;
        }
        self.begin_table_row(&row);
        if row.share.is_some_and(|share| share > MOST_SHARE) {
            row.share = None;
            self.say_here(messages::line_share_too_large());
        }
        if row.contradicts {
            self.report.ledger.contradicting.add(self.line);
            row.counts = facts::AccessCounts::default();
        } else if row.partial {
            self.report.ledger.cut.add(self.line);
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

    /// Says something of the line that is being read.
    fn say_here(&mut self, message: facts::Message) {
        let line = self.line;
        self.report.notes.add(message, || text_line(line));
    }
}
