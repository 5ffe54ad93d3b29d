//! What was read of a report, as a profile.

use std::collections::VecDeque;

use facts::{
    AccessCounts, AccessProfile, AccessRow, Latencies, NamedProfile, ProfileKind, ProfileLine,
    SnoopDisplay,
};
use rustc_hash::FxHashMap;

use super::counts::Rounding;
use super::line::{CUT_SYMBOL_CHARS, RowsOf, is_mixed, line, listed_row};
use super::nodes::{Node, Room};
use super::row::Row;
use super::snoops::Snoops;
use super::table::TableRow;
use super::{Block, Report, conservation, remarks};
use crate::NothingUsable;
use crate::empty::empty;
use crate::heading::Heading;
use crate::messages;
use crate::notes::Notes;
use crate::stats;

/// CPUs that the rows of a report list together: 16,000 rows of 512 CPUs each.
const MAX_LISTED_CPUS: usize = 1 << 23;
/// Where one of so many rows contradicts itself, the columns of all rows are in doubt.
const ONE_IN: usize = 10;

/// The profiles of a text's reports, each once.
pub fn profiles(reports: Vec<Report>) -> Result<Vec<NamedProfile>, NothingUsable> {
    let mut kept: Vec<Report> = Vec::new();
    let mut repeated = 0;
    for report in reports {
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
    let mut named: Vec<NamedProfile> = kept.into_iter().filter_map(profile).collect();
    let Some(first) = named.first_mut() else { return Err(NothingUsable::NoC2cRows) };
    if repeated > 0 {
        first.profile.diagnostics.push(messages::report_again().at("", repeated));
    }
    Ok(named)
}

/// Whether two reports say the same.
fn same(a: &Report, b: &Report) -> bool {
    !a.is_empty() && a.stats == b.stats && a.table == b.table && a.blocks == b.blocks
}

/// Makes the profile of a report; `None` where nothing was read.
fn profile(mut report: Report) -> Option<NamedProfile> {
    let rows: usize = report.blocks.iter().map(|block| block.rows.len()).sum();
    let counted = report.blocks.iter().any(|block| block.address.is_some());
    let no_rows = report.table.is_empty() && rows == 0;
    if report.stats.is_empty() && no_rows && !counted {
        return None;
    }
    drop_rows_of_two(&mut report);
    cut_at_edge(&mut report);
    say_of_rows(&mut report);
    let snoops = Snoops::of(&report);
    report.columns.peer |= matches!(snoops, Snoops::Peer | Snoops::LikePeer);
    let peer = report.columns.peer;
    drop_shares_without_kind(&mut report, peer);
    let mut in_table: FxHashMap<u64, VecDeque<TableRow>> = FxHashMap::default();
    let mut order = Vec::new();
    for row in std::mem::take(&mut report.table) {
        order.push(row.address);
        in_table.entry(row.address).or_default().push_back(row);
    }
    let all_rows = || report.blocks.iter().flat_map(|block| &block.rows);
    let double = report.columns.double_line || all_rows().any(|row| row.offset >= Some(64));
    let cut_symbols = !all_rows().any(|row| {
        let symbol = row.tail.symbol.as_deref().unwrap_or_default();
        symbol.chars().count() > CUT_SYMBOL_CHARS
    });
    let of_table = in_table.values().flatten().filter_map(|row| row.decimals);
    let rounding = Rounding::of(all_rows().filter_map(|row| row.decimals).chain(of_table).max());
    let mut rows_of = RowsOf { peer, cut_symbols, rounding, room: Room::new(MAX_LISTED_CPUS) };
    let mut lines = Vec::new();
    let blocks = std::mem::take(&mut report.blocks).into_iter();
    for block in blocks.flat_map(|block| at_seams(block, rounding)) {
        if block.address.is_none() && block.rows.is_empty() {
            continue;
        }
        if let Some(address) = block.address.filter(|_| block.has_rows_behind_seam()) {
            report.notes.add(messages::lines_missing(format!("{address:#x}")), String::new);
        }
        let listed = listed_row(&block, &mut in_table, peer);
        lines.push(line(block, listed, &mut rows_of, &mut report.notes));
    }
    let has_rows = rows > 0 || !order.is_empty();
    // Lines of the table whose rows are not in the text.
    for address in order {
        if let Some(row) = in_table.get_mut(&address).and_then(VecDeque::pop_front) {
            let block = Block { address: Some(address), ..Block::default() };
            lines.push(line(block, Some(row), &mut rows_of, &mut report.notes));
        }
    }
    if rounding.is_coarse() && rows > 0 {
        report.notes.add(messages::shares_rounded(), String::new);
    }
    report.notes.add_times(rows_of.room.refused, messages::cpus_unlisted(), String::new);
    report.notes.add_times(report.again, messages::lines_again(), String::new);
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

/// A block, parted where lines were taken out if rows of another line follow: after which of these places is unknown.
fn at_seams(mut block: Block, rounding: Rounding) -> Vec<Block> {
    let mut parts = Vec::new();
    if is_mixed(&block, rounding) {
        for seam in std::mem::take(&mut block.seams).into_iter().rev() {
            let rows = block.rows.split_off(seam);
            let layout = block.layout.clone();
            parts.push(Block { rows, layout, ..Block::default() });
        }
    }
    parts.push(block);
    parts.reverse();
    parts
}

/// Rows that end before their list of nodes, of a text whose names end there too, or of which several end at one column: an
/// edge may have gone through what is last.
fn cut_at_edge(report: &mut Report) {
    let rows = || report.blocks.iter().flat_map(|block| &block.rows);
    let by_hand = |block: &Block| block.layout.as_ref().is_some_and(|layout| layout.by_hand);
    let is_open = |row: &&Row| {
        let has_numbers = row.code.is_some() || row.records.or(row.cpus).is_some();
        row.tail.nodes.is_empty() && !row.was_cut && has_numbers
    };
    let edge = rows().filter(is_open).map(|row| row.length).max().unwrap_or(0);
    let at_edge = rows().filter(is_open).filter(|row| row.length == edge).count();
    let others_have_nodes = rows().any(|row| !row.tail.nodes.is_empty());
    let (mut cut, mut bare) = (0, 0);
    // A blank behind the longest rows alone is what an edge left before the next node.
    let end = |row: &Row| row.length + usize::from(row.ends_in_blank);
    let longest = rows().map(end).max().unwrap_or(0);
    let (mut blank, mut other) = (rows().filter(|row| row.ends_in_blank), rows());
    // That of the last row alone is whoever copied the text.
    let last = rows().last().map(|row| row.text_line.0);
    let before_node = rows().any(|row| row.ends_in_blank && Some(row.text_line.0) != last)
        && blank.all(|row| end(row) == longest)
        && other.any(|row| !row.ends_in_blank);
    if before_node {
        for row in report.blocks.iter_mut().flat_map(|block| &mut block.rows) {
            if end(row) == longest && !row.was_cut && !row.tail.nodes.is_empty() {
                match row.ends_in_blank {
                    true => row.was_cut = true,
                    // The node at the edge may be the beginning of one.
                    false => *row = std::mem::take(row).cut(),
                }
                report.ledger.cut_rows(1, longest as u64);
            }
        }
    }
    for block in report.blocks.iter_mut().filter(|block| !by_hand(block)) {
        let names_end = block.layout.as_ref().is_some_and(|layout| !layout.is_complete);
        for row in &mut block.rows {
            if !is_open(&&*row) {
                continue;
            }
            let is_at_edge = row.length == edge && (at_edge > 1 || names_end);
            let object = row.tail.object.as_deref().unwrap_or_default();
            let is_torn = object.starts_with('[') && !object.ends_with(']');
            if others_have_nodes || is_at_edge || is_torn {
                *row = std::mem::take(row).cut();
                cut += 1;
            } else {
                bare += 1;
            }
        }
    }
    if cut > 0 {
        report.ledger.cut_rows(cut, edge as u64);
    } else if bare > 0 {
        report.notes.add(messages::no_node_lists(bare), String::new);
    }
}

/// Takes out rows that name a function of the kernel and have code of a program: two rows are joined in each. The kernel of
/// s390 has such addresses itself, in all of its rows.
fn drop_rows_of_two(report: &mut Report) {
    let mut rows = report.blocks.iter().flat_map(|block| &block.rows);
    if !rows.any(|row| row.is_kernel(true)) {
        return;
    }
    for block in &mut report.blocks {
        block.rows.retain(|row| {
            let is_of_two = row.is_kernel(false);
            if is_of_two {
                report.ledger.unread.add(row.text_line.0);
            }
            !is_of_two
        });
    }
}

/// What is wrong with single rows.
fn say_of_rows(report: &mut Report) {
    type Said = (fn(&Row) -> bool, facts::Message);
    let said: [Said; 5] = [
        (|row| row.tail.names_unclear, messages::names_unclear()),
        (|row| row.tail.has_cut_name, messages::name_shortened()),
        (|row| row.has_impossible_share, messages::row_share_too_large()),
        (|row| row.other_words, messages::word_unlike_column()),
        (|row| row.tail.nodes.iter().any(Node::is_garbled), messages::braces_unread()),
    ];
    for (is, message) in said {
        let rows = report.blocks.iter().flat_map(|block| &block.rows);
        let count = rows.filter(|row| is(row)).count() as u64;
        report.notes.add_times(count, message, String::new);
    }
    let names_symbols = |block: &&Block| {
        let has_symbol = |layout: &super::columns::Layout| {
            layout.columns.contains(&super::columns::Column::Symbol)
        };
        block.layout.as_ref().is_some_and(|layout| has_symbol(layout))
    };
    let rows = || report.blocks.iter().filter(names_symbols).flat_map(|block| &block.rows);
    let nameless = |row: &Row| row.tail.level.is_none() && row.tail.symbol.is_none();
    if rows().next().is_some() && rows().all(nameless) {
        report.notes.add(messages::no_function_read(), String::new);
    }
}

/// Takes the shares of rows that have fewer of them than the others: which kind each is of is unknown. (Somebody blanked
/// the zeros, or took a column out.) Where no name stands above them, perf prints four at least.
fn drop_shares_without_kind(report: &mut Report, peer: bool) {
    let mut dropped = 0;
    for block in &mut report.blocks {
        let columns = block.kinds(peer);
        let is_numbered = block.layout.as_ref().is_some_and(|layout| {
            !layout.by_hand && layout.columns.contains(&super::columns::Column::Number)
        });
        // The line's own number, and one count for each share.
        if is_numbered && !block.numbers.is_empty() && block.numbers.len() <= columns.len() {
            block.numbers.clear();
            dropped += 1;
        }
        let unnamed = block.named_shares().is_empty() && columns.iter().all(Option::is_none);
        for row in &mut block.rows {
            if !row.shares.is_empty() && (row.shares.len() != columns.len() || unnamed) {
                row.shares.clear();
                dropped += 1;
            }
        }
    }
    report.notes.add_times(dropped, messages::figures_missing(), String::new);
}

/// Takes the numbers behind the code address off rows that have cycles of a kind of which they have no sample. Where more
/// than a few do, these are not the columns of any row.
fn drop_contradicting_numbers(lines: &mut [ProfileLine], notes: &mut Notes) {
    let judged = |line: &ProfileLine| {
        let error = line.row_error_samples;
        line.rows.iter().map(|row| contradicts(row, error)).collect::<Vec<bool>>()
    };
    let of_lines: Vec<Vec<bool>> = lines.iter().map(judged).collect();
    let all = of_lines.iter().flatten().count();
    let wrong = of_lines.iter().flatten().filter(|is_wrong| **is_wrong).count();
    let of_all = wrong * ONE_IN > all;
    for (line, of_rows) in lines.iter_mut().zip(of_lines) {
        for (row, is_wrong) in line.rows.iter_mut().zip(of_rows) {
            if of_all || is_wrong {
                row.latencies = Latencies::default();
                (row.counts.records, row.counts.loads) = (None, None);
                (row.other_loads, row.cpu_count) = (None, None);
            }
        }
    }
    notes.add_times(wrong as u64, messages::cycles_without_samples(), String::new);
}

/// Whether a row has cycles of a kind of which it has no sample. (Its records leave out loads that perf knows nothing of,
/// whose CPUs and cycles are there: those tell nothing.)
fn contradicts(row: &AccessRow, error: u32) -> bool {
    let (of, cycles) = (&row.counts, &row.latencies);
    // Up to 10,000 samples of a kind a share of 0.00 % is none of them.
    error == 0
        && [
            (of.hitm_remote, cycles.hitm_remote_cycles),
            (of.hitm_local, cycles.hitm_local_cycles),
            (of.peer_remote, cycles.peer_remote_cycles),
            (of.peer_local, cycles.peer_local_cycles),
        ]
        .iter()
        .any(|(count, cycles)| *count == Some(0) && cycles.is_some())
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
    facts::sort_by(lines, |a, b| heat(&b.counts).cmp(&heat(&a.counts)));
}
