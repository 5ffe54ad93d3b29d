//! Rows whose right end the edge of a screen cut, or somebody trimmed.

use super::row::Row;
use super::{Report, ledger};

/// Blanks between two nodes.
const NODE_GAP: usize = 2;

/// Rows that end before their list of nodes were cut or trimmed at the right. Where several end at one column, what
/// stands there may have lost its end.
pub fn drop_cut_ends(report: &mut Report) {
    let rows = || report.blocks.iter().flat_map(|block| &block.rows);
    let open: Vec<&Row> = rows().filter(|row| row.tail.nodes.is_empty()).collect();
    let edge = open.iter().map(|row| row.length).max().unwrap_or(0);
    let open_rows = !open.is_empty();
    let at_edge = open.iter().filter(|row| row.length == edge).count();
    // Numbers are flush right: a small one leaves blanks at the edge, so that some rows are shorter.
    let numbers_at_edge =
        at_edge > 1 && open.iter().all(|row| row.ends_in_number && row.incomplete);
    // Only a perf of 2016 prints no nodes where its header names them.
    let has_header = report.columns.node_list;
    let longest = rows().map(|row| row.length).max().unwrap_or(0);
    let edge_of_names = report.columns.names_chars.filter(|_| !has_header);
    // Where the edge went through a name of a column, it went through what ends in that column too.
    let edge_of_torn_names = report.columns.names_chars.filter(|_| report.columns.torn);
    let edge_of_nodes = report.columns.cut.then_some(longest);
    // Where the edge went through a node, a row that ends there may go on with another one.
    let edge_of_cut_nodes = rows()
        .filter(|row| row.tail.has_cut_node)
        .map(|row| row.length)
        .max()
        .unwrap_or(usize::MAX);
    let ends_at_cut_node = |row: &Row| {
        let gap = if row.ends_in_blank { NODE_GAP } else { 0 };
        row.length + gap >= edge_of_cut_nodes
    };
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
        if row.tail.has_cut_node || !row.tail.nodes.is_empty() && ends_at_cut_node(row) {
            row.was_cut = true;
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
            || row.tail.has_cut_source()
            || !row.ends_in_blank && Some(row.length) == edge_of_torn_names
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
    let column = if open_rows { edge } else { longest };
    report.notes.warn_times(cut, ledger::CUT, || format!("column {column}"));
}

/// Whether what seems to be the object of a row may be a part of its symbol: `x::y() c`.
fn ends_in_name(row: &Row) -> bool {
    row.tail.object.is_some() && row.tail.source.is_none() && row.tail.one_blank
}

fn rows_without_nodes(report: &Report) -> u64 {
    let rows = report.blocks.iter().flat_map(|block| &block.rows);
    rows.filter(|row| row.tail.nodes.is_empty() && !row.was_cut).count() as u64
}

#[cfg(test)]
mod tests {
    /// What is said of a row that ends so, and its cycles and source line.
    fn read(names: &str, end: &str) -> (bool, facts::AccessRow) {
        let text = format!(
            "#  Num  RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset  Code address  rmt hitm  lcl hitm  load{names}\n   0  2  8  0  0  0x4040c0\n  50.00%  50.00%  0.00%  0.00%  0x8  0x401150  751  234  {end}\n  50.00%  50.00%  0.00%  0.00%  0x9  0x401158  751  234  {end}\n"
        );
        let profile = crate::read(text.as_bytes(), crate::Options::default());
        let mut profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
        let cut = profile.diagnostics.iter().any(|said| said.message.starts_with("a row is cut"));
        (cut, profile.lines.swap_remove(0).rows.swap_remove(0))
    }

    #[test]
    fn a_node_without_braces_beside_one_with_them_is_cut() {
        let whole = "115  520  3  [.] f  app  a.c:8  0{ 2  67.4%    n/a}";
        assert!(!read("  records  cnt  Symbol  Object  Source:Line  Node{cpus}", whole).0);
        let cut = format!("{whole}  1");
        assert!(read("  records  cnt  Symbol  Object  Source:Line  Node{cpus}", &cut).0);
    }

    #[test]
    fn an_edge_that_goes_through_a_node_is_that_of_the_rows_that_end_there() {
        let names = "  records  cnt  Symbol  Object  Source:Line  Node{cpus}";
        let text = |a: &str, b: &str| {
            format!(
                "#  Num  RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset  Code address  rmt hitm  lcl hitm  load{names}\n   0  2  8  0  0  0x4040c0\n  50.00%  50.00%  0.00%  0.00%  0x8  0x401150  751  234  0  115  3  [.] f  app  a.c:8  {a}\n  50.00%  50.00%  0.00%  0.00%  0x9  0x401158  751  234  0  115  3  [.] f  app  a.c:8  {b}\n"
            )
        };
        for (a, b, cut) in [
            ("0{2,4}  1{12-3}", "0{6}  1{16}  2{", 2),
            ("0{2,4}  1{31}  ", "0{6}  1{16}  2{", 2),
            ("0{2,4}  1{3}", "0{6}  1{16}  2{", 1),
            ("0{2,4}  1{12-13}", "0{6}  1{16}  2{1}", 0),
        ] {
            let profile = crate::read(text(a, b).as_bytes(), crate::Options::default());
            let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
            let said =
                profile.diagnostics.iter().find(|said| said.message.starts_with("a row is cut"));
            assert_eq!(said.map_or(0, |said| said.count as u64), cut, "{a} {b}");
        }
    }

    #[test]
    fn a_source_line_that_is_the_beginning_of_its_symbol_is_cut() {
        let (cut, row) = read("", "115  520  3  [k] x::y() const  [kernel.kallsyms]  x::y() ");
        assert!(cut);
        assert_eq!((row.symbol.as_deref(), row.source_line), (Some("x::y() const"), None));
        let (_, row) = read("", "115  520  3  [k] read  [kernel.kallsyms]  read+28");
        assert_eq!(row.source_line.as_deref(), Some("read+28"));
    }

    #[test]
    fn the_edge_is_where_it_went_through_the_name_of_a_column() {
        // Numbers are flush right: one that ends with `loa` lacks digits, one that leaves a blank does not.
        let head = "#  Num  RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset  Code address  rmt hitm  lcl hitm    loa";
        let row = "  50.00%  50.00%  0.00%  0.00%  0x8  0x401150  751";
        let (at_edge, before) =
            (format!("{row}{:>1$}", "234  126", head.len() - row.len()), format!("{row}  234  7"));
        let text = format!("{head}\n   0  2  8  0  0  0x4040c0\n{at_edge}\n{before}\n");
        let profile = crate::read(text.as_bytes(), crate::Options::default());
        let profile = profile.unwrap_or_else(|error| unreachable!("{error}"));
        let cut = profile.diagnostics.iter().find(|said| said.message.starts_with("a row is cut"));
        assert_eq!(cut.map(|said| said.count), Some(1));
        let rows = &profile.lines[0].rows;
        assert_eq!(rows[0].latencies.hitm_local_cycles, rows[1].latencies.hitm_local_cycles);
        assert_eq!(
            (rows[0].latencies.other_cycles, rows[1].latencies.other_cycles),
            (None, Some(7.0))
        );
    }
}
