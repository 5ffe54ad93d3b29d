//! One row of the "Shared Cache Line Distribution Pareto".
//!
//! `81.20% 40.75% 0.00% 0.00% 0.00%  0x8  0 1  0x401150  751 234 115  520  3  [.] reader  demo  demo.c:8  0{0,2}  1{5}`
//!
//! Where names stand above it, its words are aligned to them ([`named`]): each has to be of its column's form, and what is
//! not is left out, so that no number is another column's. Without names the forms alone tell ([`bare`]): percentages,
//! offset, node and PA cnt (since 4.17), pid, `tid:name`, code address, cycles, records (since 4.10), CPU count, names.

use facts::CodeLevel;

use super::columns::{Column, Columns, Cycles, Layout};
use super::tail::{self, Style, Tail};
use crate::grammar::is_level;
use crate::tokens::{Word, decimals, is_masked, span, without_ellipsis, words};

/// No line is longer.
const MOST_OFFSET: u64 = 4096;

/// Kernels lie in the upper half of what 32 bits reach, or above.
const LOWEST_KERNEL_CODE: u64 = 1 << 31;

/// A row as printed: shares of the line, not counts yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Hundredths of a percent, in the order of the columns.
    pub shares: Vec<u32>,
    /// The most decimals of a share that is not 0.
    pub decimals: Option<u32>,
    /// Byte of the line; `None` in a table that has no column of offsets.
    pub offset: Option<u64>,
    pub pid: Option<u32>,
    pub tid: Option<u32>,
    pub thread_name: Option<String>,
    /// Instruction.
    pub code: Option<u64>,
    /// Mean cycles by kind of load: remote, local, other, local peer beside HITM (a draft of 2022).
    pub cycles: [Option<u64>; 4],
    /// Whether the first two are of peer hits.
    pub peer_cycles: bool,
    /// "Total records".
    pub records: Option<u64>,
    /// "cpu cnt".
    pub cpus: Option<u64>,
    /// Symbol, object, source, nodes.
    pub tail: Tail,
    /// Words that are of no column's form, and what is after them, were left out.
    pub other_words: bool,
    /// Its end is missing: the number or name that was last was left out, as it may be the beginning of one.
    pub was_cut: bool,
    /// A share is more than all, so that none is known.
    pub has_impossible_share: bool,
    /// Characters up to its last sign.
    pub length: usize,
    /// One blank is behind that.
    pub ends_in_blank: bool,
    /// What its author wrote to its right.
    pub remark: Option<String>,
    pub text_line: TextLine,
}

/// The line of the text that a row is in, which is nothing of what it says: a row that is repeated is the same.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextLine(pub u64);

impl PartialEq for TextLine {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Whether a line begins as a row does: numbers of an editor, then at least two percentages (or one and an offset).
pub fn begins_row(words: &[Word]) -> bool {
    let first = words.iter().position(|word| word.percent().is_some());
    let Some(first) = first.filter(|first| *first <= 2) else { return false };
    // Of other tables, whose rows have a name after their shares.
    let is_other = |word: &Word| word.number().or(word.percent().map(u64::from)).is_none();
    let has_address = words.iter().any(|word| word.address().is_some() || is_masked(word.text));
    words.iter().take(first).all(|word| word.number().is_some())
        && (has_address || !words.iter().any(is_other))
        && words
            .get(first + 1)
            .is_some_and(|next| next.percent().is_some() || next.address().is_some())
}

/// The byte of the line that a row is of; `None` where that is not behind its percentages.
pub fn offset(words: &[Word]) -> Option<u64> {
    let start = words.iter().position(|word| word.percent().is_some())?;
    let place = words.iter().skip(start).find(|word| word.percent().is_none());
    place?.address().filter(|offset| begins_row(words) && *offset < MOST_OFFSET)
}

/// Reads a row; `None` where it has no offset and no names above it.
pub fn parse(line: &str, columns: &Columns) -> Option<Row> {
    let words = words(line);
    let start = words.iter().position(|word| word.percent().is_some())?;
    let all = words.get(start..)?;
    let words = without_ellipsis(all);
    let shares = words.iter().take_while(|word| word.percent().is_some()).count();
    let mut row = match &columns.layout {
        Some(layout) => named(line, words, layout)?,
        None => bare(line, words, shares, columns)?,
    };
    row.was_cut |= words.len() < all.len();
    row.length = line.trim_end().chars().count();
    row.ends_in_blank = line.ends_with(' ') && !line.ends_with("  ");
    row.decimals = words
        .iter()
        .take(shares.max(row.shares.len()))
        .filter_map(|word| decimals(word.text))
        .max();
    if row.shares.iter().any(|share| *share > 10_000) {
        // Its point is missing, so that nobody knows what it was.
        row.shares.clear();
        row.has_impossible_share = true;
    }
    Some(row)
}

/// Aligns a row to the columns that are named above it. Between two words whose form tells them (the address of the code, the
/// sign before a symbol) numbers are only read where there are as many as names.
fn named(line: &str, words: &[Word], layout: &Layout) -> Option<Row> {
    let mut row = Row::default();
    let columns = layout.columns.iter().filter(|column| **column != Column::Number);
    let columns: Vec<&Column> = columns.collect();
    let (mut at, mut index) = (0, 0);
    while let Some(column) = columns.get(index) {
        let Some(word) = words.get(at) else {
            row.was_cut = layout.is_complete;
            break;
        };
        if matches!(column, Column::Symbol | Column::Object | Column::Source | Column::Nodes) {
            let needs_level = **column == Column::Symbol && !layout.by_hand;
            if !needs_level || is_level(word.text) {
                let style = style(columns.get(index..).unwrap_or_default(), layout);
                row.tail = tail::parse(&line[word.start..], &style);
                break;
            }
        }
        match taken(&mut row, column, words, &mut at, line, columns.get(index + 1).copied()) {
            Some(()) => (at, index) = (at + 1, index + 1),
            None if index < layout.shares().count() => return None,
            None => {
                // Which of the numbers before it belongs to which column is unknown.
                row.other_words = true;
                row.drop_numbers();
                (at, index) = next_anchor(words, at, &columns, index)?;
            }
        }
    }
    // A row of one word is none, nor one that lacks a share.
    let shares = layout.shares().count();
    (row.shares.len() == shares && words.len() > 1).then_some(row)
}

/// The next word, and its column, whose form no other column has; the ends of both where there is none.
fn next_anchor(
    words: &[Word],
    at: usize,
    columns: &[&Column],
    index: usize,
) -> Option<(usize, usize)> {
    let rest = columns.get(index..)?;
    let find = |column: Column, is: &dyn Fn(&Word) -> bool| {
        let of_column = rest.iter().position(|known| **known == column)?;
        Some((at + words.get(at..)?.iter().position(is)?, index + of_column))
    };
    find(Column::Code, &|word| word.address().is_some())
        .or_else(|| find(Column::Symbol, &|word| is_level(word.text)))
        .or(Some((words.len(), columns.len())))
}

/// Takes a word of a column; `None` where it is not of its form.
fn taken(
    row: &mut Row,
    column: &Column,
    words: &[Word],
    at: &mut usize,
    line: &str,
    next: Option<&Column>,
) -> Option<()> {
    let word = words.get(*at)?;
    match column {
        Column::Share(_) => row.shares.push(word.percent()?),
        Column::Offset => row.offset = Some(word.address().filter(|at| *at < MOST_OFFSET)?),
        Column::DataNode => return is_node(word).then_some(()),
        Column::PhysicalChanges => drop(word.number()?),
        Column::Records => row.records = Some(word.number()?),
        Column::Cpus => row.cpus = Some(word.number()?),
        Column::Pid => row.pid = Some(word.number()? as u32),
        Column::Cycles(of) => set_cycles(row, *of, word.number()?),
        Column::Code if is_masked(word.text) => {}
        Column::Code => row.code = Some(word.address()?),
        Column::Tid if is_thread(word.text) => {
            let end = name_end(words, *at, next);
            set_thread(row, span(line, words.get(*at..end)?));
            // What follows the name shows where it ends.
            if end == words.len() {
                row.thread_name = None;
            }
            *at = end - 1;
        }
        Column::Other => {}
        Column::Tid
        | Column::Number
        | Column::Symbol
        | Column::Object
        | Column::Source
        | Column::Nodes => {
            return None;
        }
    }
    Some(())
}

/// What follows the numbers of a row, by the columns that are left.
fn style(rest: &[&Column], layout: &Layout) -> Style {
    let has = |column: &Column| rest.contains(&column);
    Style {
        has_symbol: has(&Column::Symbol),
        has_object: has(&Column::Object),
        has_source: Some(has(&Column::Source)),
        // perf prints them last, whether or not an edge cut their name.
        has_nodes: has(&Column::Nodes) || !layout.by_hand,
        by_hand: layout.by_hand,
    }
}

fn set_cycles(row: &mut Row, of: Cycles, cycles: u64) {
    let (at, peer) = match of {
        Cycles::RemoteHitm => (0, false),
        Cycles::LocalHitm => (1, false),
        Cycles::RemotePeer => (0, true),
        Cycles::LocalPeer if row.peer_cycles => (1, true),
        // Beside HITM.
        Cycles::LocalPeer => (3, false),
        Cycles::Other => (2, row.peer_cycles),
    };
    row.peer_cycles |= peer;
    if let Some(known) = row.cycles.get_mut(at) {
        *known = Some(cycles);
    }
}

/// Where the name of a thread ends, which may have blanks: before the code, or five numbers.
fn name_end(words: &[Word], at: usize, next: Option<&Column>) -> usize {
    let ends = |end: &usize| {
        let behind = words.get(*end..).unwrap_or_default();
        match next {
            Some(Column::Code) => behind.first().is_some_and(|word| word.address().is_some()),
            _ => behind.len() >= 5 && behind.iter().take(5).all(|word| word.number().is_some()),
        }
    };
    (at + 1..words.len()).find(ends).unwrap_or(words.len())
}

/// Reads a row that has no names above it; its first words are `shares` percentages.
fn bare(line: &str, words: &[Word], shares: usize, columns: &Columns) -> Option<Row> {
    let of_shares = words.get(..shares)?;
    let offset = words.get(shares)?.address().filter(|offset| *offset < MOST_OFFSET)?;
    let at = shares + 1;
    let mut row = Row { offset: Some(offset), ..Row::default() };
    row.shares = of_shares.iter().filter_map(Word::percent).collect();
    row.peer_cycles = columns.peer;
    // A symbol begins with [k]; an address before it is the code address.
    let level = place_of(words, at..words.len(), |word| is_level(word.text));
    let end = level.unwrap_or(words.len());
    let code = place_of(words, at..end, |word| word.address().is_some() || is_masked(word.text));
    let has_pid = columns.groups_by("pid");
    let kinds = if shares == 6 { 4 } else { 3 };
    let numbers_at = match code {
        Some(code) => {
            let before = words.get(at..code)?;
            let thread = before.iter().position(|word| is_thread(word.text));
            let (ids, thread) = before.split_at(thread.unwrap_or(before.len()));
            let pid = match ids.len() {
                _ if !ids.iter().all(is_node) => return None,
                0 | 2 => None,
                1 | 3 => ids.last().filter(|_| has_pid != Some(false)),
                _ => return None,
            };
            row.pid = pid.and_then(Word::number).map(|pid| pid as u32);
            set_thread(&mut row, span(line, thread));
            row.code = words.get(code)?.address();
            code + 1
        }
        None => without_code(&mut row, words, at, end, line, has_pid),
    };
    let numbers: Vec<u64> =
        words.iter().take(end).skip(numbers_at).map_while(Word::number).collect();
    let tail_at = numbers_at + numbers.len();
    let has_names = tail_at < words.len();
    match numbers.len().checked_sub(kinds) {
        Some(..=2) if has_names => set_numbers(&mut row, &numbers, kinds),
        // The last number may be the beginning of one, and those behind the cycles records or CPUs.
        _ if !has_names => {
            row.was_cut = code.is_some() || !numbers.is_empty();
            let whole = numbers.len().saturating_sub(1).min(kinds);
            set_numbers(&mut row, numbers.get(..whole).unwrap_or_default(), kinds);
        }
        // Two rows in one line, or columns that nobody named.
        _ => row.other_words = !numbers.is_empty() || code.is_some(),
    }
    if let Some(word) = words.get(tail_at).filter(|_| !row.other_words) {
        let style = Style {
            has_symbol: level.is_some(),
            has_object: true,
            has_source: None,
            has_nodes: true,
            by_hand: false,
        };
        row.tail = tail::parse(&line[word.start..], &style);
    }
    Some(row)
}

fn set_numbers(row: &mut Row, numbers: &[u64], kinds: usize) {
    for (at, cycles) in numbers.iter().take(kinds).enumerate() {
        if let Some(known) = row.cycles.get_mut(at) {
            *known = Some(*cycles);
        }
    }
    match numbers.get(kinds..) {
        Some([cpus]) => row.cpus = Some(*cpus),
        Some([records, cpus]) => (row.records, row.cpus) = (Some(*records), Some(*cpus)),
        _ => {}
    }
}

/// Rows that are grouped by process, thread or object and name no instruction; returns where their numbers begin.
fn without_code(
    row: &mut Row,
    words: &[Word],
    from: usize,
    end: usize,
    line: &str,
    has_pid: Option<bool>,
) -> usize {
    let thread = place_of(words, from..end, |word| is_thread(word.text));
    let ids = words.get(from..thread.unwrap_or(end)).unwrap_or_default();
    if let Some(thread) = thread {
        if matches!(ids.len(), 1 | 3) {
            row.pid = ids.last().and_then(Word::number).map(|pid| pid as u32);
        }
        let name_end = name_end(words, thread, None).min(end);
        set_thread(row, span(line, words.get(thread..name_end).unwrap_or_default()));
        if name_end == words.len() {
            (row.thread_name, row.was_cut) = (None, true);
        }
        return name_end;
    }
    // Node, PA cnt and pid before three cycles, records and CPUs.
    let count = ids.iter().take_while(|word| is_node(word)).count();
    let has_pid = has_pid.unwrap_or(count == 8 && ids.len() > count);
    let skip = 2 * usize::from(count >= 7) + usize::from(has_pid);
    if count < skip + 4 {
        return from;
    }
    if has_pid {
        row.pid = ids.get(skip - 1).and_then(Word::number).map(|pid| pid as u32);
    }
    from + skip
}

/// The place of the first such word of a range.
fn place_of(
    words: &[Word],
    range: std::ops::Range<usize>,
    is: impl Fn(&Word) -> bool,
) -> Option<usize> {
    let start = range.start;
    Some(start + words.get(range)?.iter().position(is)?)
}

/// Whether a word is a list of memory nodes, or that there is none.
pub fn is_node(word: &Word) -> bool {
    word.text == "N/A" || word.text.bytes().all(|b| b.is_ascii_digit() || b == b'-' || b == b',')
}

fn is_thread(word: &str) -> bool {
    word.split_once(':')
        .is_some_and(|(tid, _)| !tid.is_empty() && tid.bytes().all(|b| b.is_ascii_digit()))
}

fn set_thread(row: &mut Row, text: &str) {
    if let Some((tid, name)) = text.split_once(':') {
        row.tid = tid.parse().ok();
        // Tabs move the words of a name apart.
        row.thread_name = Some(name.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

impl Row {
    /// Takes off what only its place tells.
    fn drop_numbers(&mut self) {
        self.cycles = Default::default();
        (self.records, self.cpus, self.pid) = (None, None, None);
    }

    /// Whether it names a function of the kernel, with code in the upper half of the addresses, or with code below.
    pub fn is_kernel(&self, is_high: bool) -> bool {
        let is_there = |code: u64| (code >= LOWEST_KERNEL_CODE) == is_high;
        self.tail.level == Some(CodeLevel::Kernel) && self.code.is_some_and(is_there)
    }

    /// The row without its last name or number: an edge went through it, or may have.
    pub fn cut(mut self) -> Self {
        self.was_cut = true;
        let tail = &mut self.tail;
        if tail.nodes.pop().is_some() || tail.source.take().is_some() {
            return self;
        }
        if tail.object.take().is_none()
            && tail.symbol.take().is_none()
            && self.cpus.take().is_none()
            && self.records.take().is_none()
            && self.cycles.iter_mut().rev().find_map(Option::take).is_none()
        {
            self.code = None;
        }
        self
    }
}
