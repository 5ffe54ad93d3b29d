//! One row of the "Shared Cache Line Distribution Pareto".
//!
//! `81.20% 40.75% 0.00% 0.00% 0.00%  0x8  0 1  0x401150  751 234 115  520  3  [.] reader  demo  demo.c:8  0{0,2}  1{5}`
//!
//! Percentages, offset, node and PA cnt (since 4.17), pid, `tid:name`, code address, the cycles,
//! records (since 4.10), CPU count, and the tail; which of these there are depends on version and options.

use pasted::GAP;

use super::columns::Columns;
use super::names::Style;
use super::tail::{self, Tail};
use crate::tokens::{Word, decimals, is_masked, span, words};

/// A row as printed: shares of the line, not counts yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Hundredths of a percent: remote, local, (peer,) stores hit, miss, (no level).
    pub shares: Vec<u32>,
    /// The most decimals of a share that is not 0.
    pub decimals: Option<u32>,
    /// Byte of the line.
    pub offset: u64,
    /// Process.
    pub pid: Option<u32>,
    /// Thread.
    pub tid: Option<u32>,
    /// Its name.
    pub thread_name: Option<String>,
    /// Instruction.
    pub code: Option<u64>,
    /// Nothing follows the address of its code, and that lacks digits.
    pub ends_in_code: bool,
    pub has_torn_code: bool,
    /// Mean cycles: remote, local, other, and in a draft of 2022 peer.
    pub cycles: Vec<u64>,
    /// "Total records".
    pub records: Option<u64>,
    /// "cpu cnt".
    pub cpus: Option<u64>,
    /// Symbol, object, source, nodes.
    pub tail: Tail,
    /// Neither a symbol nor a node list: the row was cut, or goes on in the next line.
    pub incomplete: bool,
    /// The last word that was read as a number stands at the very end of the line.
    pub ends_in_number: bool,
    /// The right edge may have cut the symbol.
    pub symbol_may_be_cut: bool,
    /// The right edge cut it, and its last word was dropped for that.
    pub was_cut: bool,
    /// Another row stands in the same line: what is not surely of the first was dropped.
    pub garbled: bool,
    /// It has fewer numbers than names of columns, which were left out.
    pub has_other_numbers: bool,
    /// One of its shares is more than all; they were left out.
    pub has_impossible_share: bool,
    /// Length of the line, to see whether a pager cut it.
    pub length: usize,
    /// A blank ends the line, behind that length.
    pub ends_in_blank: bool,
}

/// Whether a line begins as a row does: numbers of an editor, then at least two percentages (or one and an offset).
pub fn begins_row(words: &[Word]) -> bool {
    let first = words.iter().position(|word| word.percent().is_some());
    let Some(first) = first.filter(|first| *first <= 2) else {
        return false;
    };
    words.iter().take(first).all(|word| word.number().is_some())
        && words
            .get(first + 1)
            .is_some_and(|next| next.percent().is_some() || next.address().is_some())
}

/// The byte of the line that a row is of, and the numbers of its first percentage and of the word behind the
/// offset; `None` where it has none (it may go on in the next line).
pub fn offset(words: &[Word]) -> Option<(u64, usize, usize)> {
    if !begins_row(words) {
        return None;
    }
    let start = words.iter().position(|word| word.percent().is_some())?;
    let shares = words.iter().skip(start).take_while(|word| word.percent().is_some()).count();
    let offset = words.get(start + shares)?.address().filter(|offset| *offset < 4096)?;
    Some((offset, start, start + shares + 1))
}

/// Reads a row; `None` where it has no offset. `cut`: the right edge went through it.
pub fn parse(line: &str, columns: &Columns, cut: bool) -> Option<Row> {
    let words = words(line);
    let (offset, start, at) = offset(&words)?;
    let bare = line.trim();
    let squeezed = |text: &str| !text.contains("  ") && !text.contains(GAP);
    let shares = words.get(start..at - 1)?;
    let first = words.get(start)?;
    let numbers = words.get(at).map_or(bare, |word| &line[first.start..word.start]);
    let style = Style {
        squeezed: squeezed(bare),
        squeezed_numbers: squeezed(numbers),
        cut,
        ..Style::default()
    };
    let mut row = Row { offset, length: line.trim_end().chars().count(), ..Row::default() };
    row.ends_in_blank = line.ends_with(' ');
    row.shares = shares.iter().filter_map(Word::percent).collect();
    row.decimals = shares.iter().filter_map(|word| decimals(word.text)).max();
    if row.shares.iter().any(|share| *share > 10_000) {
        // Its point is missing, so that nobody knows what it was.
        row.shares.clear();
        row.has_impossible_share = true;
    }
    // A symbol begins with [k]; an address before it is the code address.
    let level = place_of(&words, at..words.len(), |word| tail::is_level(word.text));
    let numbers_end = level.unwrap_or(words.len());
    // The edge may have left no digit of it.
    let ends_in_sign = level.is_none() && words.last().is_some_and(|word| word.text == "0x");
    let is_code = |word: &Word| word.address().is_some() || is_masked(word.text);
    let code = place_of(&words, at..numbers_end, is_code);
    let code = code.or(ends_in_sign.then(|| words.len() - 1));
    let tail_at = match code {
        Some(code) => {
            before_code(&mut row, words.get(at..code)?, line, columns);
            row.code = words.get(code)?.address();
            after_code(&mut row, &words, code + 1, numbers_end, columns)
        }
        None => without_code(&mut row, &words, at, numbers_end, line, columns),
    };
    match words.get(tail_at) {
        Some(word) => {
            let style = Style { has_code: row.code.is_some(), ..style };
            row.tail = tail::parse(&line[word.start..], columns, style);
            row.tail.drop_node_without_cpu(row.cpus);
        }
        None => row.ends_in_number = true,
    }
    row.symbol_may_be_cut |= row.tail.has_cut_name;
    let ends_in_code = code.is_some_and(|code| code + 1 == words.len());
    row.ends_in_code = ends_in_code;
    row.has_torn_code =
        ends_in_sign || ends_in_code && words.last().is_some_and(|word| is_torn_code(word.text));
    drop_other_row(&mut row, &words, at, code, level);
    // Numbers at the end of a row that has none of its figures yet are not its nodes.
    if row.code.is_none() && row.cycles.is_empty() {
        row.tail.nodes.clear();
    }
    let has_names = row.tail.level.is_some() || row.tail.has_lost_level;
    row.incomplete = !row.garbled && !has_names && row.tail.nodes.is_empty();
    Some(row)
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

/// Whether an address is that of code without its last digits: a kernel's has sixteen, a program's never begins so, and
/// none is in the first page.
fn is_torn_code(word: &str) -> bool {
    /// A program of 32 bits may have code up there.
    const LONGEST_OF_32_BITS: usize = 8;
    const OF_KERNEL: usize = 16;
    const DIGITS_OF_A_PAGE: usize = 3;
    // Nothing is mapped in the first page (`mmap_min_addr`).
    let is_low = word.strip_prefix("0x").is_some_and(|digits| digits.len() <= DIGITS_OF_A_PAGE);
    is_low
        || word.strip_prefix("0xffff").is_some_and(|rest| {
            let digits = "ffff".len() + rest.len();
            digits > LONGEST_OF_32_BITS && digits < OF_KERNEL
        })
}

impl Row {
    /// The row without what the right edge went through: its last word may be the beginning of one.
    pub fn cut(mut self) -> Self {
        self.was_cut = true;
        let tail = &mut self.tail;
        if tail.nodes.pop().is_some() {
            return self;
        }
        if tail.source.take().is_some() {
            return self;
        }
        if tail.object.take().is_some() {
            // `x::y() c` may be the beginning of `x::y() const`.
            tail.symbol = tail.symbol.take().filter(|_| !tail.one_blank);
            return self;
        }
        if tail.symbol.take().is_some() {
            return self;
        }
        if self.records.is_none() && self.cycles.is_empty() && self.code.is_none() {
            self.thread_name = None;
        } else if self.ends_in_number {
            self.drop_last_number();
        }
        self
    }

    /// The row without its last number.
    pub fn drop_last_number(&mut self) {
        if self.cpus.take().is_none()
            && self.records.take().is_none()
            && self.cycles.pop().is_none()
        {
            self.code = None;
        }
    }
}

/// Two rows may be joined in one line: behind the offset no percentage follows, and between code address and symbol there
/// are numbers, and no more than perf prints.
fn drop_other_row(
    row: &mut Row,
    words: &[Word],
    offset_end: usize,
    code: Option<usize>,
    level: Option<usize>,
) {
    let end = level.unwrap_or(words.len());
    let has_shares = place_of(words, offset_end..end, |word| word.percent().is_some()).is_some();
    let most = cycles_of(row) + 2;
    let numbers = code.zip(level).and_then(|(code, level)| words.get(code + 1..level));
    let has_other_numbers = numbers.is_some_and(|numbers| {
        numbers.len() > most || numbers.iter().any(|word| word.number().is_none())
    });
    // A node list has shares in braces.
    let has_shares =
        has_shares && (level.is_some() || !words.iter().any(|word| word.text.contains('{')));
    let is_glued = row.tail.has_two_names_in_one();
    if has_shares || has_other_numbers || is_glued {
        let code = row.code.filter(|_| !has_shares && !is_glued);
        let (shares, offset, length) = (std::mem::take(&mut row.shares), row.offset, row.length);
        *row = Row { shares, offset, code, length, garbled: true, was_cut: true, ..Row::default() };
    }
}

/// Whether a word is a list of memory nodes, or that there is none.
pub fn is_node(word: &Word) -> bool {
    word.text == "N/A" || word.text.bytes().all(|b| b.is_ascii_digit() || b == b'-' || b == b',')
}

/// Node, PA cnt, pid and tid, as many as there are: one number alone is a pid, of a perf before 4.17.
fn before_code(row: &mut Row, words: &[Word], line: &str, columns: &Columns) {
    let thread = words.iter().position(|word| is_thread(word.text));
    let (ids, thread) = words.split_at(thread.unwrap_or(words.len()));
    let pid = match ids.len() {
        // Somebody wrote a word between them.
        _ if !ids.iter().all(is_node) => None,
        1 if columns.node != Some(true) && columns.has_pid() != Some(false) => ids.first(),
        3 if columns.has_pid() != Some(false) => ids.get(2),
        _ => None,
    };
    row.pid = pid.and_then(Word::number).map(|pid| pid as u32);
    set_thread(row, span(line, thread));
}

fn is_thread(word: &str) -> bool {
    word.split_once(':')
        .is_some_and(|(tid, _)| !tid.is_empty() && tid.bytes().all(|b| b.is_ascii_digit()))
}

fn set_thread(row: &mut Row, text: &str) {
    if let Some((tid, name)) = text.split_once(':') {
        row.tid = tid.parse().ok();
        // Programs that set tables move the words of a name apart.
        row.thread_name = Some(name.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// Cycles, records and CPU count up to the first word that is no number; returns where the tail begins.
fn after_code(row: &mut Row, words: &[Word], from: usize, end: usize, columns: &Columns) -> usize {
    let numbers: Vec<u64> = words.iter().take(end).skip(from).map_while(Word::number).collect();
    match columns.numbers {
        // Somebody took columns out: the others are those that the header names. (A mailer breaks names, too.)
        Some(named) if is_number_of(&numbers, named) => {
            let mut next = numbers.iter().copied();
            let mut take = |is_there: bool| if is_there { next.next() } else { None };
            let [remote, local, other, records, cpus] = named.map(&mut take);
            row.cycles = [remote, local, other].map(|cycles| cycles.unwrap_or(0)).to_vec();
            (row.records, row.cpus) = (records, cpus);
        }
        // Some were taken out, and nothing tells which.
        Some(named)
            if numbers.len() < named.iter().filter(|there| **there).count()
                && from + numbers.len() < words.len() =>
        {
            row.has_other_numbers = true;
        }
        // Without what follows them, one behind the cycles may be the records or the CPUs.
        _ if from + numbers.len() == words.len() && columns.numbers.is_none() => {
            match numbers.split_last() {
                Some((_, cycles)) if cycles.len() == cycles_of(row) => set_numbers(row, cycles),
                _ => set_numbers(row, &numbers),
            }
        }
        _ => set_numbers(row, &numbers),
    }
    from + numbers.len()
}

/// Whether there are as many numbers as a header that lacks some of the columns names.
fn is_number_of(numbers: &[u64], named: [bool; 5]) -> bool {
    numbers.len() < named.len() && numbers.len() == named.iter().filter(|there| **there).count()
}

/// How many kinds of cycles a row has: a draft of 2022 with six percentages has four.
fn cycles_of(row: &Row) -> usize {
    if row.shares.len() == 6 { 4 } else { 3 }
}

fn set_numbers(row: &mut Row, numbers: &[u64]) {
    let kinds = cycles_of(row);
    row.cycles = numbers.iter().take(kinds).copied().collect();
    match numbers.get(kinds..) {
        Some([cpus]) if kinds == 3 => row.cpus = Some(*cpus),
        Some([records, rest @ ..]) => {
            row.records = Some(*records);
            row.cpus = rest.first().copied();
        }
        _ => {}
    }
}

/// Rows that are grouped by process, thread or object and name no instruction.
fn without_code(
    row: &mut Row,
    words: &[Word],
    from: usize,
    end: usize,
    line: &str,
    columns: &Columns,
) -> usize {
    let thread = place_of(words, from..end, |word| is_thread(word.text));
    let Some(ids) = words.get(from..thread.unwrap_or(end)) else { return from };
    let numbers_from = match thread {
        Some(thread) => {
            if ids.len() == 3 || (ids.len() == 1 && columns.node != Some(true)) {
                row.pid = ids.last().and_then(Word::number).map(|pid| pid as u32);
            }
            // The name ends where five numbers begin.
            let are_five = |at: &usize| {
                let next = words.iter().take(end).skip(*at).take(5);
                next.filter(|word| word.number().is_some()).count() == 5
            };
            let name_end = (thread + 1..end).find(are_five).unwrap_or(end);
            set_thread(row, span(line, words.get(thread..name_end).unwrap_or_default()));
            name_end
        }
        None => {
            let count = ids.iter().take_while(|word| is_node(word)).count();
            let has_pid =
                columns.groups_by("pid").or(columns.pid).unwrap_or(count == 8 && ids.len() > count);
            let has_node = columns.node.unwrap_or(count >= 7);
            let skip = 2 * usize::from(has_node) + usize::from(has_pid);
            // Fewer numbers than that: a subset made by hand, of which nothing more is known.
            if count < skip + 4 {
                return from;
            }
            if has_pid {
                row.pid = ids.get(skip - 1).and_then(Word::number).map(|pid| pid as u32);
            }
            from + skip
        }
    };
    let numbers = words.iter().take(end).skip(numbers_from).take(5);
    let numbers: Vec<u64> = numbers.map_while(Word::number).collect();
    set_numbers(row, &numbers);
    numbers_from + numbers.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_edge_left_of_a_name_is_no_code() {
        // Rows by function; perf prints an address where it knows no name.
        let text = "  0.00%  50.00%  0.00%  0.00%  0x8  0  1  751  234  115  12  3  [.] 0x";
        let row = parse(text, &Columns::default(), true);
        let found = row.map(|row| (row.tail.level.is_some(), row.has_torn_code, row.cpus));
        assert_eq!(found, Some((true, false, Some(3))));
    }
}
