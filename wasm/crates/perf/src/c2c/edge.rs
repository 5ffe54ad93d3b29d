//! Rows whose right end the edge of a screen cut, or somebody trimmed.

use super::row::Row;
use super::{Report, ledger};

/// Rows that end before their list of nodes were cut or trimmed at the right. Where several end at one column, what
/// stands there may have lost its end.
pub fn drop_cut_ends(report: &mut Report) {
    let rows = || report.blocks.iter().flat_map(|block| &block.rows);
    let open: Vec<&Row> = rows().filter(|row| row.tail.nodes.is_empty()).collect();
    let edge = open.iter().map(|row| row.length).max().unwrap_or(0);
    let at_edge = open.iter().filter(|row| row.length == edge).count();
    // Numbers are flush right: a small one leaves blanks at the edge, so that some rows are shorter.
    let numbers_at_edge =
        at_edge > 1 && open.iter().all(|row| row.ends_in_number && row.incomplete);
    // Only a perf of 2016 prints no nodes where its header names them.
    let has_header = report.columns.node_list;
    let longest = rows().map(|row| row.length).max().unwrap_or(0);
    let edge_of_names = report.columns.names_chars.filter(|_| !has_header);
    let edge_of_nodes = report.columns.cut.then_some(longest);
    // Where no header names the nodes, a blank behind the longest rows alone is what an edge left before the next node.
    let blank_at_edge = !has_header
        && rows().any(|row| !row.ends_in_blank)
        && rows().filter(|row| row.ends_in_blank).all(|row| row.length + 1 >= longest);
    let others_have_nodes = rows().any(|row| !row.tail.nodes.is_empty() || row.was_cut);
    let others_have_levels = rows().any(|row| row.tail.level.is_some());
    let name_at_edge = open.iter().any(|row| row.length == edge && ends_in_name(row));
    // Where one address of code lacks its end, none that ends its row is sure to have it.
    // Nor where the names of columns end before it, or within its own.
    let has_torn = rows().any(|row| row.has_torn_code) || report.columns.code == Some(false);
    let mut cut = 0;
    for row in report.blocks.iter_mut().flat_map(|block| &mut block.rows) {
        if row.was_cut {
            continue;
        }
        // Cycles follow the name of a thread.
        let ends_in_thread = row.thread_name.is_some() && row.code.is_none();
        if ends_in_thread && row.cycles.is_empty() && row.records.is_none() {
            (row.thread_name, row.was_cut) = (None, true);
            cut += 1;
            continue;
        }
        if has_torn && row.ends_in_code || row.has_torn_code {
            (row.code, row.was_cut) = (None, true);
            cut += 1;
            continue;
        }
        if !row.tail.nodes.is_empty() {
            if Some(row.length) == edge_of_nodes || blank_at_edge && row.ends_in_blank {
                *row = std::mem::take(row).cut();
                cut += 1;
            }
            continue;
        }
        if others_have_nodes {
            // What follows its numbers is no symbol, so that these may be of other columns.
            if others_have_levels && row.tail.level.is_none() {
                (row.tail, row.records, row.cpus) = Default::default();
            }
            *row = std::mem::take(row).cut();
            cut += 1;
            continue;
        }
        let is_at_edge = row.length == edge && at_edge > 1;
        // One row tells nothing, but where the names of columns end with it.
        let ends_with_names = Some(row.length) == edge_of_names && row.tail.object.is_some();
        if ends_with_names
            || is_at_edge && (numbers_at_edge || has_header || name_at_edge)
            || ends_in_name(row)
        {
            *row = std::mem::take(row).cut();
            cut += 1;
        } else if row.tail.object.is_none() {
            row.symbol_may_be_cut = true;
        }
    }
    let bare = rows_without_nodes(report);
    if bare > 0 {
        report.notes.note(
            format!("{bare} rows have no list of nodes, which perf prints last: the text was trimmed at the right"),
            String::new,
        );
    }
    report.notes.warn_times(cut, ledger::CUT, || format!("column {edge}"));
}

/// Whether what seems to be the object of a row may be a part of its symbol: `x::y() c`.
fn ends_in_name(row: &Row) -> bool {
    row.tail.object.is_some() && row.tail.source.is_none() && row.tail.one_blank
}

fn rows_without_nodes(report: &Report) -> u64 {
    let rows = report.blocks.iter().flat_map(|block| &block.rows);
    rows.filter(|row| row.tail.nodes.is_empty() && !row.was_cut).count() as u64
}
