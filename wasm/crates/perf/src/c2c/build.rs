//! What was read of a report, as a profile.

use std::collections::VecDeque;

use facts::{
    AccessCounts, AccessProfile, AccessRow, Latencies, ProfileKind, ProfileLine, SnoopDisplay,
};
use rustc_hash::FxHashMap;

use super::kinds::{Kinds, kinds, percent, row_counts, row_shares};
use super::row::Row;
use super::table::TableRow;
use super::tail::Room;
use super::{Block, C2cReport, counts};
use crate::NothingUsable;
use crate::empty::empty;
use crate::stats;

/// The length to which perf cuts symbols, less its `[k] `.
const CUT_SYMBOL_CHARS: usize = 26;
/// CPUs that the rows of a report list together: 16,000 rows of 512 CPUs each.
const MAX_LISTED_CPUS: usize = 1 << 23;

/// Makes the profile of a report.
pub fn profile(mut report: C2cReport) -> Result<AccessProfile, NothingUsable> {
    let rows: usize = report.blocks.iter().map(|block| block.rows.len()).sum();
    if report.stats.is_empty() && report.table.is_empty() && rows == 0 {
        return Err(NothingUsable::NoC2cRows);
    }
    let cut_symbols = !report.blocks.iter().flat_map(|block| &block.rows).any(|row| {
        let symbol = row.tail.symbol.as_deref().unwrap_or_default();
        symbol.chars().count() > CUT_SYMBOL_CHARS
    });
    drop_cut_ends(&mut report);
    let peer = report.columns.peer;
    let percents = columns_of(&report);
    let mut in_table: FxHashMap<u64, VecDeque<TableRow>> = FxHashMap::default();
    let mut order = Vec::new();
    for row in std::mem::take(&mut report.table) {
        order.push(row.address);
        in_table.entry(row.address).or_default().push_back(row);
    }
    let double = report.columns.double_line
        || report.blocks.iter().flat_map(|block| &block.rows).any(|row| row.offset >= 64);
    let mut rows_of = RowsOf { peer, cut_symbols, room: Room::new(MAX_LISTED_CPUS) };
    let mut lines = Vec::new();
    for block in std::mem::take(&mut report.blocks) {
        if block.address.is_none() && block.rows.is_empty() {
            continue;
        }
        let listed = block
            .address
            .and_then(|address| in_table.get_mut(&address).and_then(VecDeque::pop_front));
        lines.push(line(block, listed, percents, &mut rows_of));
    }
    // Lines of the table whose rows are not in the text.
    for address in order {
        if let Some(row) = in_table.get_mut(&address).and_then(VecDeque::pop_front) {
            let block = Block { address: Some(address), ..Block::default() };
            lines.push(line(block, Some(row), percents, &mut rows_of));
        }
    }
    report.notes.warn_times(
        rows_of.room.refused,
        "the rows list more CPUs than are kept: the last rows have only their number of CPUs",
        String::new,
    );
    say(&mut report, &lines, rows);
    let display = report.columns.display;
    sort(&mut lines, display, peer);
    Ok(AccessProfile {
        events: report.events,
        display: display.or(peer.then_some(SnoopDisplay::Peer)),
        grouping: report.columns.grouping,
        line_bytes: if double { 128 } else { 64 },
        totals: stats::totals(&report.stats),
        stats: report.stats,
        lines,
        diagnostics: report.notes.into_vec(),
        ..empty(ProfileKind::C2cReport)
    })
}

/// How many percentages a row has: what the rows say, else the header.
fn columns_of(report: &C2cReport) -> usize {
    let of_rows = report.blocks.iter().flat_map(|block| &block.rows).map(|row| row.shares.len());
    of_rows.max().or(report.columns.percents).unwrap_or(5)
}

/// Where a pager cut several rows at the same column, the number at the cut may have lost digits.
fn drop_cut_ends(report: &mut C2cReport) {
    let cut: Vec<usize> = report
        .blocks
        .iter()
        .flat_map(|block| &block.rows)
        .filter(|row| row.incomplete && row.ends_in_number)
        .map(|row| row.length)
        .collect();
    let Some(width) =
        cut.first().copied().filter(|width| cut.len() > 1 && cut.iter().all(|w| w == width))
    else {
        return;
    };
    for row in report.blocks.iter_mut().flat_map(|block| &mut block.rows) {
        if !(row.incomplete && row.ends_in_number) {
            continue;
        }
        if row.cpus.take().is_none() && row.records.take().is_none() && row.cycles.pop().is_none() {
            row.code = None;
        }
    }
    report.notes.warn(
        "the rows are cut at the right: symbols are missing, and the last number of each row was dropped because it may be incomplete; copy the report from a file and not from a pager",
        || format!("column {width}"),
    );
}

fn line(
    block: Block,
    listed: Option<TableRow>,
    percents: usize,
    rows_of: &mut RowsOf,
) -> ProfileLine {
    let peer = rows_of.peer;
    let width = block.rows.iter().map(|row| row.shares.len()).max().unwrap_or(percents);
    let mut totals = Kinds::default();
    // The last numbers are the counts; before them stand the line's own number and what an editor added.
    let first = block.numbers.len().saturating_sub(width);
    let stated = &block.numbers[first..];
    if stated.len() == width {
        totals =
            kinds(width, peer, |at| stated.get(at).map(|n| (*n).min(u64::from(u32::MAX)) as u32));
    }
    let mut counts = listed.as_ref().map(|row| row.counts).unwrap_or_default();
    for (mine, theirs) in totals.0.iter_mut().zip(Kinds::of(&counts).0) {
        *mine = mine.or(theirs);
    }
    totals.put(&mut counts);
    let (kind_counts, missing) = row_counts(&block.rows, &totals, width, peer);
    let rows: Vec<AccessRow> = block
        .rows
        .into_iter()
        .zip(kind_counts)
        .map(|(row, counts)| access_row(row, counts, rows_of))
        .collect();
    let error = totals.0.iter().flatten().map(|total| counts::error(*total)).max();
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
struct RowsOf {
    peer: bool,
    cut_symbols: bool,
    room: Room,
}

fn access_row(row: Row, kinds_of_row: Kinds<u32>, rows_of: &mut RowsOf) -> AccessRow {
    let RowsOf { peer, cut_symbols, .. } = *rows_of;
    let shares = kinds(row.shares.len(), peer, |at| row.shares.get(at).copied().map(percent));
    let mut counts = AccessCounts::default();
    kinds_of_row.put(&mut counts);
    let sum = |kinds: &[Option<u32>]| {
        let known = kinds.iter().any(Option::is_some);
        known.then(|| kinds.iter().flatten().fold(0u32, |sum, count| sum.saturating_add(*count)))
    };
    counts.stores = sum(&kinds_of_row.0[4..]);
    counts.records = row.records.map(|n| n.min(u64::from(u32::MAX)) as u32);
    let snooped = sum(&kinds_of_row.0[..4]);
    // Stores above the records can only come from rounding.
    counts.loads = match (counts.records, counts.stores) {
        (Some(records), Some(stores)) => Some(records.saturating_sub(stores)),
        _ => None,
    };
    let other_loads = match (counts.loads, snooped) {
        (Some(loads), Some(snooped)) => Some(loads.saturating_sub(snooped)),
        _ => None,
    };
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
    let may_be_cut =
        cut_symbols && symbol.as_ref().is_some_and(|name| name.chars().count() == CUT_SYMBOL_CHARS);
    AccessRow {
        offset_bytes: row.offset as f64,
        code_address: row.code.map(|code| format!("{code:#x}")),
        pid: row.pid,
        tid: row.tid,
        thread_name: row.thread_name,
        counts,
        shares: Some(row_shares(shares)),
        other_loads,
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

/// perf 5.5 prints lines in an order without meaning; every other one hottest first.
fn sort(lines: &mut [ProfileLine], display: Option<SnoopDisplay>, peer: bool) {
    let heat = |counts: &AccessCounts| {
        let sum =
            |a: Option<u32>, b: Option<u32>| u64::from(a.unwrap_or(0)) + u64::from(b.unwrap_or(0));
        match display {
            Some(SnoopDisplay::LocalHitm) => u64::from(counts.hitm_local.unwrap_or(0)),
            Some(SnoopDisplay::RemoteHitm) => u64::from(counts.hitm_remote.unwrap_or(0)),
            _ if peer => sum(counts.peer_local, counts.peer_remote),
            _ => sum(counts.hitm_local, counts.hitm_remote),
        }
    };
    lines.sort_by_key(|line| std::cmp::Reverse(heat(&line.counts)));
}

fn say(report: &mut C2cReport, lines: &[ProfileLine], rows: usize) {
    let notes = &mut report.notes;
    notes.warn_times(
        report.dropped,
        "the report has more rows than are read: pass one with fewer lines",
        String::new,
    );
    if rows > 0
        && !report.columns.seen
        && report.columns.grouping.is_empty()
        && report.columns.display.is_none()
    {
        notes.note(
            "no column headers: the shares are read as HITM remote and local, stores L1 hit, miss and without level",
            String::new,
        );
    }
    for line in lines {
        let name = || line.address.clone().unwrap_or_else(|| "the first rows".to_owned());
        if line.address.is_none() {
            notes.warn(
                "these rows have no line above them, so their shares are known but neither their counts nor their address: paste the line with the address too",
                name,
            );
        }
        if let Some(missing) = line.trimmed_percent.filter(|_| !line.rows.is_empty()) {
            notes.note(
                format!(
                    "the rows of {} were trimmed: {missing:.1} % of its samples are not among them",
                    name()
                ),
                name,
            );
        }
    }
    let bare =
        lines.iter().filter(|line| line.rows.is_empty() && line.trimmed_percent.is_some()).count();
    if bare > 0 && rows > 0 {
        notes.note(format!("{bare} lines of the table have no rows in the text"), String::new);
    }
    let hitm_without_store = lines.iter().any(|line| {
        let counts = &line.counts;
        counts.stores == Some(0) && (counts.hitm_local > Some(0) || counts.hitm_remote > Some(0))
    });
    let unparsed = report.stats.iter().find(|stat| stat.name == "Unable to parse data source");
    let stores = report.stats.iter().find(|stat| stat.name == "Store Operations");
    if hitm_without_store
        && stores.is_some_and(|s| s.count == 0.0)
        && unparsed.is_some_and(|u| u.count > 0.0)
    {
        notes.warn(
            "no store was sampled in the whole recording: who writes these lines is not known",
            String::new,
        );
    }
}
