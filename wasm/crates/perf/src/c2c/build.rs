//! What was read of a report, as a profile.

use std::collections::VecDeque;

use facts::{
    AccessCounts, AccessProfile, Diagnostic, NamedProfile, ProfileKind, ProfileLine, Severity,
    SnoopDisplay, TraceTable,
};
use rustc_hash::FxHashMap;

use super::columns::Columns;
use super::counts::Rounding;
use super::edge::drop_cut_ends;
use super::flush;
use super::kinds::percent;
use super::line::{CUT_SYMBOL_CHARS, RowsOf, line, listed_row};
use super::nodes::{Node, Room};
use super::row::Row;
use super::seams::at_seam;
use super::shifted::{
    drop_contradicting_numbers, drop_counts_without_kind, drop_shares_without_kind,
};
use super::snoops::Snoops;
use super::table::TableRow;
use super::{Block, Report, conservation, handmade, remarks};
use crate::NothingUsable;
use crate::empty::empty;
use crate::heading::Heading;
use crate::stats;

/// Said of shares with less than two decimals.
pub const ROUNDED: &str = "somebody rounded the shares of the rows, which perf prints with two decimals: the counts that are worked out from them may be off by as much";
/// CPUs that the rows of a report list together: 16,000 rows of 512 CPUs each.
const MAX_LISTED_CPUS: usize = 1 << 23;

/// The profiles of a text's reports, each once.
pub fn profiles(reports: Vec<Report>) -> Result<Vec<NamedProfile>, NothingUsable> {
    let mut kept: Vec<Report> = Vec::new();
    let mut repeated = 0;
    let whole = |mut report| {
        flush::drop_short(&mut report);
        report
    };
    for report in reports.into_iter().map(whole).flat_map(without_other_counters) {
        // Headings without a report are none.
        if report.is_empty() && report.ledger.is_empty() {
            continue;
        }
        if kept.iter().any(|known| same(known, &report)) {
            repeated += 1;
        } else {
            kept.push(report);
        }
    }
    let unplaced: Vec<NothingUsable> = kept.iter_mut().filter_map(take_unplaced).collect();
    let mut named: Vec<NamedProfile> = kept.into_iter().filter_map(profile).collect();
    let Some(first) = named.first_mut() else {
        return Err(unplaced.into_iter().next().unwrap_or(NothingUsable::NoC2cRows));
    };
    first.profile.diagnostics.extend(unplaced.into_iter().map(|table| Diagnostic {
        severity: Severity::Warning,
        message: table.to_string(),
        place: String::new(),
        count: 1,
    }));
    if repeated > 0 {
        first.profile.diagnostics.push(Diagnostic {
            severity: Severity::Note,
            message: "the text holds the same report more than once: it is counted once".to_owned(),
            place: String::new(),
            count: repeated,
        });
    }
    Ok(named)
}

/// Takes out tables whose rows have no place, and says so of the first.
fn take_unplaced(report: &mut Report) -> Option<NothingUsable> {
    let tables = std::mem::take(&mut report.handmade);
    let (unplaced, placed) = tables.into_iter().partition(|table| table.unplaced().is_some());
    report.handmade = placed;
    let unplaced: Vec<handmade::Table> = unplaced;
    let table = unplaced.iter().find(|table| !table.is_empty())?;
    let (line, rows) = table.extent();
    Some(NothingUsable::NoOffsets { line, column: table.unplaced()?.to_owned(), rows })
}

/// A report, and before it the counters above it where they are another one's: no share that its table prints is
/// that of its count in them.
fn without_other_counters(mut report: Report) -> Vec<Report> {
    let totals = stats::totals(&report.stats);
    let Columns { display, peer, .. } = report.columns;
    let rounding = rounding_of(&report);
    let of_table = |row: &TableRow| {
        let row_peer = peer || display == Some(SnoopDisplay::Peer);
        conservation::agrees(
            row.share.map(percent),
            &row.counts,
            &totals,
            display,
            row_peer,
            rounding,
        )
    };
    // Of a row that lacks a column the counts may be of another kind.
    let is_sure = |row: &&TableRow| !row.contradicts && !row.partial;
    let doubted = report.table.iter().any(|row| row.contradicts);
    let judged: Vec<bool> = report.table.iter().filter(is_sure).filter_map(of_table).collect();
    if doubted || judged.is_empty() || judged.contains(&true) {
        return vec![report];
    }
    let counters = Report {
        heading: report.heading.take(),
        columns: Columns { peer: false, ..report.columns.clone() },
        // Whose the counters of shared lines are, nothing tells.
        stats: report.stats.drain(..).filter(|stat| stat.table == TraceTable::Trace).collect(),
        events: std::mem::take(&mut report.events),
        ..Report::default()
    };
    report.columns.grouping.clear();
    report.columns.display = None;
    report.notes.warn(
        "the counters above this table are another report's, by the shares that it prints: the beginning of this one is not in the text",
        String::new,
    );
    vec![counters, report]
}

/// Whether two reports say the same.
fn same(a: &Report, b: &Report) -> bool {
    !a.is_empty()
        && a.stats == b.stats
        && a.table == b.table
        && a.blocks == b.blocks
        && a.handmade == b.handmade
}

/// Makes the profile of a report; `None` where nothing was read.
fn profile(mut report: Report) -> Option<NamedProfile> {
    let rows: usize = report.blocks.iter().map(|block| block.rows.len()).sum();
    report.handmade.retain(|table| !table.is_empty());
    let counted = report.blocks.iter().any(|block| block.address.is_some());
    let no_rows = report.table.is_empty() && rows == 0 && report.handmade.is_empty();
    if report.stats.is_empty() && no_rows && !counted {
        return None;
    }
    let cut_symbols = !report.blocks.iter().flat_map(|block| &block.rows).any(|row| {
        let symbol = row.tail.symbol.as_deref().unwrap_or_default();
        symbol.chars().count() > CUT_SYMBOL_CHARS
    });
    drop_cut_ends(&mut report);
    let unclear = report
        .blocks
        .iter()
        .flat_map(|block| &block.rows)
        .filter(|row| row.tail.names_unclear)
        .count() as u64;
    let rows_with = |is: fn(&Row) -> bool| {
        report.blocks.iter().flat_map(|block| &block.rows).filter(|row| is(row)).count() as u64
    };
    let shortened = rows_with(|row| row.tail.has_cut_name);
    let impossible = rows_with(|row| row.has_impossible_share);
    let other_numbers = rows_with(|row| row.has_other_numbers);
    let garbled_nodes = rows_with(|row| row.tail.nodes.iter().any(Node::is_garbled));
    let snoops = Snoops::of(&report);
    report.columns.peer |= matches!(snoops, Snoops::Peer | Snoops::LikePeer);
    report.columns.peer |= report.handmade.iter().any(handmade::Table::counts_peers);
    let peer = report.columns.peer;
    drop_shares_without_kind(&mut report);
    drop_counts_without_kind(&mut report);
    let percents = columns_of(&report);
    let mut in_table: FxHashMap<u64, VecDeque<TableRow>> = FxHashMap::default();
    let mut order = Vec::new();
    for row in std::mem::take(&mut report.table) {
        order.push(row.address);
        in_table.entry(row.address).or_default().push_back(row);
    }
    let double = report.columns.double_line
        || report.blocks.iter().flat_map(|block| &block.rows).any(|row| row.offset >= 64);
    let rounding = rounding_of(&report);
    let mut rows_of = RowsOf { peer, cut_symbols, rounding, room: Room::new(MAX_LISTED_CPUS) };
    let mut lines = Vec::new();
    for block in
        std::mem::take(&mut report.blocks).into_iter().flat_map(|block| at_seam(block, rounding))
    {
        if block.address.is_none() && block.rows.is_empty() {
            continue;
        }
        if let Some(address) = block.address.filter(|_| block.seam.is_some()) {
            report.notes.warn(
                format!("lines of the text are missing among the rows of {address:#x}: the rows after them may be another line's"),
                String::new,
            );
        }
        let listed = listed_row(&block, &mut in_table, percents, peer);
        lines.push(line(block, listed, percents, &mut rows_of, &mut report.notes));
    }
    for table in &report.handmade {
        lines.extend(handmade::lines(table, peer, &mut report.notes));
    }
    let has_rows = rows > 0 || !order.is_empty();
    // Lines of the table whose rows are not in the text.
    for address in order {
        if let Some(row) = in_table.get_mut(&address).and_then(VecDeque::pop_front) {
            let block = Block { address: Some(address), ..Block::default() };
            lines.push(line(block, Some(row), percents, &mut rows_of, &mut report.notes));
        }
    }
    if rounding.is_coarse() && rows > 0 {
        report.notes.note(ROUNDED, String::new);
    }
    report.notes.warn_times(
        unclear,
        "the names of a row cannot be told apart: they are left out",
        String::new,
    );
    report.notes.warn_times(
        shortened,
        "a name in a row is shortened with `\u{2026}`: what stood after it is not known",
        String::new,
    );
    report.notes.warn_times(
        impossible,
        "a share of a row is more than 100 %: a point is missing, and the shares of the row are left out",
        String::new,
    );
    report.notes.warn_times(
        other_numbers,
        "a row has fewer numbers after its code address than there are columns above it: which column each belongs to is not known, and they are left out",
        String::new,
    );
    report.notes.warn_times(
        garbled_nodes,
        "the braces of a row's nodes hold neither a list of CPUs nor shares: they are left out",
        String::new,
    );
    report.notes.warn_times(
        rows_of.room.refused,
        "the rows list more CPUs than are kept: the last rows have only their number of CPUs",
        String::new,
    );
    let totals = stats::totals(&report.stats);
    remarks::say(&mut report, &lines, has_rows, snoops);
    drop_contradicting_numbers(&mut lines, &mut report.notes);
    let display = report.columns.display;
    conservation::say(&mut report.notes, &lines, &report.stats, display, peer, rounding);
    sort(&mut lines, display, peer);
    let profile = AccessProfile {
        events: report.events,
        display: display.or(peer.then_some(SnoopDisplay::Peer)),
        grouping: report.columns.grouping,
        line_bytes: if double { 128 } else { 64 },
        totals,
        stats: report.stats,
        lines,
        about: report.about,
        diagnostics: report.notes.into_vec(),
        ..empty(ProfileKind::C2cReport)
    };
    let (name, state) = Heading::parts(report.heading);
    Some(NamedProfile { name, state, profile })
}

/// How far somebody rounded what perf printed with two decimals.
fn rounding_of(report: &Report) -> Rounding {
    let rows = report.blocks.iter().flat_map(|block| &block.rows).filter_map(|row| row.decimals);
    Rounding::of(rows.chain(report.table.iter().filter_map(|row| row.decimals)).max())
}

/// How many percentages a row has: what the rows say, else the header.
fn columns_of(report: &Report) -> usize {
    let of_rows = report.blocks.iter().flat_map(|block| &block.rows).map(|row| row.shares.len());
    let of_rows = of_rows.filter(|width| *width > 0);
    // The line's own number stands before its counts.
    let of_line = || report.blocks.iter().map(|block| block.numbers.len().saturating_sub(1)).max();
    of_rows.max().or(report.columns.percents).or_else(of_line).unwrap_or(5)
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
