//! A line of a report: what is stated above its rows, in the table of lines and in its rows, put together.

use std::collections::VecDeque;

use facts::{AccessCounts, AccessRow, Latencies, NamedCount, ProfileLine};
use rustc_hash::FxHashMap;

use super::Block;
use super::counts::Rounding;
use super::kinds::{Kinds, by_kind, percent, row_counts, row_shares, split_loads, sum};
use super::nodes::Room;
use super::row::Row;
use super::table::TableRow;
use crate::messages;
use crate::notes::Notes;

/// The length to which perf cuts symbols, less its `[k] `.
pub const CUT_SYMBOL_CHARS: usize = 26;

/// The row of the table for a block: that of its address, and where processes have lines of one address, the first
/// one that states the same counts.
pub fn listed_row(
    block: &Block,
    in_table: &mut FxHashMap<u64, VecDeque<TableRow>>,
    peer: bool,
) -> Option<TableRow> {
    let rows = in_table.get_mut(&block.address?)?;
    let columns = block.kinds(peer);
    let stated = by_kind(&columns, &counts_of(block, columns.len()));
    let same = rows.iter().position(|row| !stated.differ(&Kinds::of(&row.counts)));
    // perf numbers both alike: the row of another number is that of another process.
    let number = block.numbers.first().filter(|_| block.numbers.len() > columns.len());
    let is_other = |row: &TableRow| row.index.zip(number).is_some_and(|(a, b)| a != *b);
    let at = same.or_else(|| rows.iter().position(|row| !is_other(row)))?;
    rows.remove(at)
}

/// What the line above its rows states: the last numbers; before them stand the line's own number and what an editor added.
fn counts_of(block: &Block, columns: usize) -> Vec<u32> {
    let first = block.numbers.len().checked_sub(columns);
    let counts = first.and_then(|first| block.numbers.get(first..)).unwrap_or_default();
    counts.iter().map(|count| u32::try_from(*count).unwrap_or(u32::MAX)).collect()
}

/// A line of the report.
pub fn line(
    mut block: Block,
    listed: Option<TableRow>,
    rows_of: &mut RowsOf,
    notes: &mut Notes,
) -> ProfileLine {
    let RowsOf { peer, rounding, .. } = *rows_of;
    let columns = block.kinds(peer);
    let numbers = counts_of(&block, columns.len());
    let mut totals = by_kind(&columns, &numbers);
    let mut counts = listed.as_ref().map(|row| row.counts).unwrap_or_default();
    let listed_kinds = Kinds::of(&counts);
    if totals.differ(&listed_kinds) {
        // perf adds up the numbers of the table, so that those of a whole row are surely of their columns.
        let adds_up = listed.as_ref().is_some_and(|row| !row.partial && !row.contradicts);
        let used = if adds_up { "of the table, which add up" } else { "above the rows" };
        notes.add(messages::counts_differ(name(block.address), used), String::new);
        if adds_up {
            totals = listed_kinds;
        }
    }
    for (mine, theirs) in totals.0.iter_mut().zip(listed_kinds.0) {
        *mine = mine.or(theirs);
    }
    totals.put(&mut counts);
    // Above its rows a line states its stores by level.
    counts.stores = counts.stores.or_else(|| totals.stores());
    // Without a line above them they may be those of several.
    if block.address.is_some() && is_mixed(&block, rounding) {
        notes.add(messages::rows_mixed(), || name(block.address));
        block.rows.clear();
    }
    drop_strange_shares(&totals, &mut block, &columns, rounding, notes);
    let (kind_counts, missing) = row_counts(&block.rows, &totals, &columns, rounding);
    let of_line = OfLine {
        columns,
        names: block.named_shares(),
        numbers,
        has_layout: block.layout.is_some(),
    };
    let OfLine { names, numbers, .. } = &of_line;
    let rows = block.rows.into_iter().zip(kind_counts);
    let rows = rows.map(|(row, counts)| {
        let is_placed = row.offset.is_some();
        (is_placed, access_row(row, counts, &of_line, rows_of))
    });
    let (placed, unplaced): (Vec<_>, Vec<_>) = rows.partition(|(is_placed, _)| *is_placed);
    let bare = |rows: Vec<(bool, AccessRow)>| rows.into_iter().map(|(_, row)| row).collect();
    let error = totals.0.iter().flatten().map(|total| rounding.error(*total)).max();
    let named = names.iter().map(|(at, name)| NamedCount {
        name: name.clone(),
        count: numbers.get(*at).copied(),
        percent: None,
    });
    ProfileLine {
        address: block.address.map(|address| format!("{address:#x}")),
        memory_nodes: listed.as_ref().map(|row| row.nodes.clone()).unwrap_or_default(),
        physical_changes: listed.as_ref().and_then(|row| row.physical_changes),
        snoop_percent: listed.as_ref().and_then(|row| row.share).map(percent),
        counts,
        named: named.collect(),
        rows: bare(placed),
        unplaced: bare(unplaced),
        row_error_samples: error.unwrap_or(0),
        trimmed_percent: missing.map(|missing| missing.0),
        missing: missing.map(|missing| missing.1),
    }
}

/// Whether the rows of a line have more than 100 % of a kind of its samples: rows of another line are among them.
pub fn is_mixed(block: &Block, rounding: Rounding) -> bool {
    let columns = block.rows.iter().map(|row| row.shares.len()).max().unwrap_or(0);
    // Each row's share is rounded.
    let rows = block.rows.len();
    let most = 10_050 + rows as u64 + rounding.slack(rows);
    (0..columns).any(|at| {
        let shares = block.rows.iter().filter_map(|row| row.shares.get(at));
        shares.map(|share| u64::from(*share)).sum::<u64>() > most
    })
}

/// Takes the shares off rows that are no shares of this line's samples; off all rows of the line where most are none.
fn drop_strange_shares(
    totals: &Kinds<u32>,
    block: &mut Block,
    columns: &[Option<usize>],
    rounding: Rounding,
    notes: &mut Notes,
) {
    let is_strange = |row: &Row| {
        let shares = by_kind(columns, &row.shares);
        let mut pairs = totals.0.into_iter().zip(shares.0).filter_map(|(all, of)| all.zip(of));
        pairs.any(|(total, share)| !rounding.is_share_of(total, share))
    };
    let strange: Vec<bool> = block.rows.iter().map(is_strange).collect();
    let count = strange.iter().filter(|is_strange| **is_strange).count();
    let all = count * 2 > strange.len();
    for (row, is_strange) in block.rows.iter_mut().zip(strange) {
        if all || is_strange {
            row.shares.clear();
        }
    }
    notes.add_times(count as u64, messages::shares_unlike_samples(), || name(block.address));
}

/// What the rows of a report have in common.
pub struct RowsOf {
    /// Its first columns are peer hits, where no name stands above them.
    pub peer: bool,
    /// Symbols may have lost their ends.
    pub cut_symbols: bool,
    /// Of its shares.
    pub rounding: Rounding,
    /// For the CPUs of all of its rows.
    pub room: Room,
}

/// What the rows of a line have in common.
struct OfLine {
    /// The kind of each share.
    columns: Vec<Option<usize>>,
    /// Shares of no kind, by their place.
    names: Vec<(usize, String)>,
    /// What the line states of each column.
    numbers: Vec<u32>,
    /// Names stand above them.
    has_layout: bool,
}

fn access_row(
    row: Row,
    kinds_of_row: Kinds<u32>,
    of_line: &OfLine,
    rows_of: &mut RowsOf,
) -> AccessRow {
    let RowsOf { cut_symbols, peer, .. } = *rows_of;
    let OfLine { columns, names, numbers, has_layout } = of_line;
    let peer_cycles = if *has_layout { row.peer_cycles } else { peer };
    let percents: Vec<f64> = row.shares.iter().copied().map(percent).collect();
    let shares = by_kind(columns, &percents);
    let named = names.iter().filter_map(|(at, name)| {
        let share = *row.shares.get(*at)?;
        let count =
            numbers.get(*at).map(|total| (u64::from(*total) * u64::from(share) + 5_000) / 10_000);
        Some(NamedCount {
            name: name.clone(),
            count: count.map(|count| count as u32),
            percent: Some(percent(share)),
        })
    });
    let mut counts = AccessCounts::default();
    kinds_of_row.put(&mut counts);
    // A column that nobody knows may be of stores.
    let [.., hit, miss, _] = kinds_of_row.0;
    let may_lack_stores = !names.is_empty() && hit.zip(miss).is_none();
    counts.stores = sum(&kinds_of_row.0[4..]).filter(|_| !may_lack_stores);
    counts.records = row.records.map(|n| n.min(u64::from(u32::MAX)) as u32);
    let other_loads = split_loads(&mut counts, &kinds_of_row);
    // perf prints 0 where there was no such sample.
    let cycles =
        |at: usize| row.cycles.get(at).copied().flatten().filter(|c| *c > 0).map(|c| c as f64);
    let mut latencies = Latencies { other_cycles: cycles(2), ..Latencies::default() };
    if peer_cycles {
        (latencies.peer_remote_cycles, latencies.peer_local_cycles) = (cycles(0), cycles(1));
    } else {
        (latencies.hitm_remote_cycles, latencies.hitm_local_cycles) = (cycles(0), cycles(1));
        latencies.peer_local_cycles = cycles(3);
    }
    let symbol = row.tail.symbol;
    let may_be_cut = row.tail.has_cut_name
        || cut_symbols
            && symbol.as_ref().is_some_and(|name| name.chars().count() == CUT_SYMBOL_CHARS);
    AccessRow {
        offset_bytes: row.offset.unwrap_or_default() as f64,
        code_address: row.code.map(|code| format!("{code:#x}")),
        pid: row.pid,
        tid: row.tid,
        thread_name: row.thread_name,
        counts,
        shares: Some(row_shares(shares)),
        named: named.collect(),
        other_loads,
        remark: row.remark,
        latencies,
        cpu_count: row.cpus.map(|n| n as u32),
        nodes: row.tail.nodes.into_iter().map(|node| node.listed(&mut rows_of.room)).collect(),
        symbol_may_be_cut: may_be_cut,
        symbol,
        level: row.tail.level,
        object: row.tail.object,
        source_line: row.tail.source,
        ..AccessRow::default()
    }
}

/// What a line is called in a note.
fn name(address: Option<u64>) -> String {
    address.map_or_else(|| "the first rows".to_owned(), |address| format!("{address:#x}"))
}
