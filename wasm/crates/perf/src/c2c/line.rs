//! A line of a report: what is stated above its rows, in the table of lines and in its rows, put together.

use std::collections::VecDeque;

use facts::{AccessCounts, AccessRow, Latencies, ProfileLine};
use rustc_hash::FxHashMap;

use super::Block;
use super::counts::Rounding;
use super::kinds::{Kinds, kinds, percent, row_counts, row_shares, split_loads, sum};
use super::nodes::Room;
use super::row::Row;
use super::seams::is_mixed;
use super::shifted::{Strange, drop_strange_shares};
use super::table::TableRow;
use crate::notes::Notes;

/// The length to which perf cuts symbols, less its `[k] `.
pub const CUT_SYMBOL_CHARS: usize = 26;

/// The row of the table for a block: that of its address, and where processes have lines of one address, the first
/// one that states the same counts.
pub fn listed_row(
    block: &Block,
    in_table: &mut FxHashMap<u64, VecDeque<TableRow>>,
    percents: usize,
    peer: bool,
) -> Option<TableRow> {
    let rows = in_table.get_mut(&block.address?)?;
    let stated = stated(block, percents, peer);
    let same = rows.iter().position(|row| !stated.differ(&Kinds::of(&row.counts)));
    // perf numbers both alike: the row of another number is that of another process.
    let number = numbered(block, percents);
    let is_other = |row: &TableRow| row.index.zip(number).is_some_and(|(a, b)| a != b);
    let at = same.or_else(|| rows.iter().position(|row| !is_other(row)))?;
    rows.remove(at)
}

/// The number of a line, where the line above its rows has one.
fn numbered(block: &Block, percents: usize) -> Option<u64> {
    block.numbers.first().copied().filter(|_| block.numbers.len() > percents)
}

/// How many percentages the rows of a line have.
fn width_of(block: &Block, percents: usize) -> usize {
    let widths = block.rows.iter().map(|row| row.shares.len()).filter(|width| *width > 0);
    widths.max().unwrap_or(percents)
}

/// What the line above its rows states.
fn stated(block: &Block, percents: usize, peer: bool) -> Kinds<u32> {
    let width = width_of(block, percents);
    // The last numbers are the counts; before them stand the line's own number and what an editor added.
    let first = block.numbers.len().checked_sub(width);
    let Some(counts) = first.and_then(|first| block.numbers.get(first..)) else {
        return Kinds::default();
    };
    kinds(width, peer, |at| counts.get(at).map(|n| (*n).min(u64::from(u32::MAX)) as u32))
}

/// A line of the report.
pub fn line(
    block: Block,
    listed: Option<TableRow>,
    percents: usize,
    rows_of: &mut RowsOf,
    notes: &mut Notes,
) -> ProfileLine {
    let RowsOf { peer, rounding, .. } = *rows_of;
    let width = width_of(&block, percents);
    let mut totals = stated(&block, percents, peer);
    let mut counts = listed.as_ref().map(|row| row.counts).unwrap_or_default();
    let listed_kinds = Kinds::of(&counts);
    if totals.differ(&listed_kinds) {
        // perf adds up the numbers of the table, so that those of a whole row are surely of their columns.
        let adds_up = listed.as_ref().is_some_and(|row| !row.partial && !row.contradicts);
        let used = if adds_up { "of the table, which add up," } else { "above its rows" };
        notes.warn(
            format!(
                "the table of lines and the rows state other counts of {}: those {used} are used",
                name(block.address)
            ),
            String::new,
        );
        if adds_up {
            totals = listed_kinds;
        }
    }
    for (mine, theirs) in totals.0.iter_mut().zip(listed_kinds.0) {
        *mine = mine.or(theirs);
    }
    totals.put(&mut counts);
    // Above its rows a line states its stores by level.
    if counts.stores.is_none() {
        counts.stores = totals.stores(width);
    }
    let mut block = block;
    // Without a line above them they may be those of several.
    if block.address.is_some() && is_mixed(&block, rounding) {
        notes.warn(
            "the rows under a line have more than 100 % of its samples together, so rows of another line are among them: they are left out",
            || name(block.address),
        );
        block.rows.clear();
    }
    match drop_strange_shares(&totals, &mut block.rows, width, peer, rounding) {
        Strange::None => {}
        Strange::Some(rows) => notes.warn_times(
            rows,
            "the shares of a row are not those of any number of this line's samples: the row is another line's, or a digit is missing; they are left out",
            || name(block.address),
        ),
        Strange::All => notes.warn(
            format!("the shares of the rows under {} are not those of its samples: they are another line's, or columns were taken out or exchanged; they are left out", name(block.address)),
            String::new,
        ),
    }
    let (kind_counts, missing) = row_counts(&block.rows, &totals, width, peer, rounding);
    let rows: Vec<AccessRow> = block
        .rows
        .into_iter()
        .zip(kind_counts)
        .map(|(row, counts)| access_row(row, counts, rows_of))
        .collect();
    let error = totals.0.iter().flatten().map(|total| rounding.error(*total)).max();
    ProfileLine {
        address: block.address.map(|address| format!("{address:#x}")),
        memory_nodes: listed.as_ref().map(|row| row.nodes.clone()).unwrap_or_default(),
        physical_changes: listed.as_ref().and_then(|row| row.physical_changes),
        snoop_percent: listed.as_ref().and_then(|row| row.share).map(percent),
        counts,
        rows,
        row_error_samples: error.unwrap_or(0),
        trimmed_percent: missing.map(|missing| missing.0),
        missing: missing.map(|missing| missing.1),
    }
}

/// What the rows of a report have in common.
pub struct RowsOf {
    /// Its first columns are peer hits.
    pub peer: bool,
    /// Symbols may have lost their ends.
    pub cut_symbols: bool,
    /// Of its shares.
    pub rounding: Rounding,
    /// For the CPUs of all of its rows.
    pub room: Room,
}

fn access_row(row: Row, kinds_of_row: Kinds<u32>, rows_of: &mut RowsOf) -> AccessRow {
    let RowsOf { peer, cut_symbols, .. } = *rows_of;
    let shares = kinds(row.shares.len(), peer, |at| row.shares.get(at).copied().map(percent));
    let mut counts = AccessCounts::default();
    kinds_of_row.put(&mut counts);
    counts.stores = sum(&kinds_of_row.0[4..]);
    counts.records = row.records.map(|n| n.min(u64::from(u32::MAX)) as u32);
    let other_loads = split_loads(&mut counts, &kinds_of_row);
    // perf prints 0 where there was no such sample.
    let cycles = |at: usize| row.cycles.get(at).filter(|c| **c > 0).map(|c| *c as f64);
    let mut latencies = Latencies { other_cycles: cycles(2), ..Latencies::default() };
    if peer {
        (latencies.peer_remote_cycles, latencies.peer_local_cycles) = (cycles(0), cycles(1));
    } else {
        (latencies.hitm_remote_cycles, latencies.hitm_local_cycles) = (cycles(0), cycles(1));
        latencies.peer_local_cycles = cycles(3);
    }
    let symbol = row.tail.symbol;
    let may_be_cut = row.symbol_may_be_cut
        || cut_symbols
            && symbol.as_ref().is_some_and(|name| name.chars().count() == CUT_SYMBOL_CHARS);
    AccessRow {
        offset_bytes: row.offset as f64,
        code_address: row.code.map(|code| format!("{code:#x}")),
        pid: row.pid,
        tid: row.tid,
        thread_name: row.thread_name,
        counts,
        shares: Some(row_shares(shares)),
        other_loads,
        remark: None,
        period: None,
        latencies,
        cpu_count: row.cpus.map(|n| n as u32),
        nodes: row.tail.nodes.into_iter().map(|node| node.listed(&mut rows_of.room)).collect(),
        cpus: Vec::new(),
        symbol_may_be_cut: may_be_cut,
        symbol,
        level: row.tail.level,
        object: row.tail.object,
        source_line: row.tail.source,
    }
}

/// What a line is called in a note.
fn name(address: Option<u64>) -> String {
    address.map_or_else(|| "the first rows".to_owned(), |address| format!("{address:#x}"))
}
