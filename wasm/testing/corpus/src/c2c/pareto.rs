//! "Shared Cache Line Distribution Pareto": `print_pareto()`, and `build_cl_output()` for its columns.

use std::fmt::Write;

use super::callers;
use super::columns::{Column, fill_line, headers, row};
use super::table::node_list;
use super::{Display, Report};
use crate::scenario::File;
use crate::stats::Stats;
use crate::tables::{GroupKey, Line, Row};
use crate::version::Version;

/// `SYMBOL_WIDTH`: to this symbols (with their `[k] `) and source lines are cut.
pub const CUT_WIDTH: usize = 30;
/// `0x` and 16 digits after `[.] `: a symbol that is not known.
const UNKNOWN_SYMBOL_WIDTH: usize = 16 + 4 + 2;
const UNKNOWN_FILE_WIDTH: usize = 16;
const NODE_SHARES_WIDTH: usize = 21;

pub(super) fn print(report: &Report, out: &mut String) {
    let kinds = if report.version.counts_peers() { 5 } else { 4 };
    // 61 dashes for four shares, 70 for five.
    let rule = "-".repeat(if kinds == 5 { 70 } else { 61 });
    let node_width = node_width(report);
    for (index, line) in report.lines().enumerate() {
        let columns = columns(report, line, node_width);
        if index == 0 {
            *out += &headers(&columns);
        } else {
            out.push('\n');
        }
        let _ = write!(out, "  {rule}\n  {index:>5}");
        for (count, _) in &shares(report, &line.stats, &line.stats)[..kinds] {
            let _ = write!(out, "  {count:>7}");
        }
        let _ = writeln!(out, "  {:>18}\n  {rule}", format!("{:#x}", line.address));
        for of_line in report.rows(line) {
            *out +=
                &row(&columns, &cells(report, line, of_line, &columns, node_width), report.version);
            out.push('\n');
            callers::print(report, of_line, out);
        }
    }
}

/// Counts and shares of a row, in the order of the columns.
pub fn shares(report: &Report, part: &Stats, whole: &Stats) -> [(u32, f64); 5] {
    let share = |part: u32, whole: u32| {
        (part, if whole > 0 { 100.0 * f64::from(part) / f64::from(whole) } else { 0.0 })
    };
    let first = if report.display == Display::Peer {
        [share(part.rmt_peer, whole.rmt_peer), share(part.lcl_peer, whole.lcl_peer)]
    } else {
        [share(part.rmt_hitm, whole.rmt_hitm), share(part.lcl_hitm, whole.lcl_hitm)]
    };
    let [remote, local] = first;
    [
        remote,
        local,
        share(part.st_l1hit, whole.st_l1hit),
        share(part.st_l1miss, whole.st_l1miss),
        share(part.st_na, whole.st_na),
    ]
}

/// The column "Node" of rows grows with what stands in any row of a listed line.
fn node_width(report: &Report) -> usize {
    let of_lines = report.lines().flat_map(|line| {
        let rows = line.rows.iter().map(|row| &row.physical.nodes);
        rows.chain(std::iter::once(&line.physical.nodes))
    });
    of_lines.map(|nodes| node_list(nodes).len()).max().unwrap_or(0).max(4)
}

fn columns(report: &Report, line: &Line, node_width: usize) -> Vec<Column> {
    let peer = report.display == Display::Peer;
    let mut list = vec![Column::low(5, "Num")];
    list.extend(match (peer, report.version.has_new_table()) {
        (true, _) => [Column::span(7, "-- Peer Snoop --", "Rmt", 1), Column::low(7, "Lcl")],
        (false, true) => {
            [Column::span(7, "----- HITM -----", "RmtHitm", 1), Column::low(7, "LclHitm")]
        }
        (false, false) => [Column::span(7, "----- HITM -----", "Rmt", 1), Column::low(7, "Lcl")],
    });
    if report.version.counts_peers() {
        list.push(Column::span(7, "------- Store Refs ------", "L1 Hit", 2));
        list.extend([Column::low(7, "L1 Miss"), Column::low(7, "N/A")]);
    } else {
        list.push(Column::span(7, "-- Store Refs --", "L1 Hit", 1));
        list.push(Column::low(7, "L1 Miss"));
    }
    let data = fill_line("Data address", 18 + node_width + 6 + 4);
    list.extend([
        Column::span(18, &data, "Offset", 2),
        Column::low(node_width, "Node"),
        Column::low(6, "PA cnt"),
    ]);
    if has(report, GroupKey::Pid) {
        list.push(Column::low(7, "Pid"));
    }
    if has(report, GroupKey::Tid) {
        list.push(Column::sort_key(thread_width(report, line), "", "Tid"));
    }
    if has(report, GroupKey::Code) {
        list.push(Column::low(18, "Code address"));
    }
    let [remote, local] = if peer { ["rmt peer", "lcl peer"] } else { ["rmt hitm", "lcl hitm"] };
    list.extend([
        Column::span(8, "---------- cycles ----------", remote, 2),
        Column::low(8, local),
        Column::low(8, "load"),
        Column::both(7, "Total", "records"),
        Column::both(8, "cpu", "cnt"),
    ]);
    if has(report, GroupKey::Code) {
        list.push(Column::sort_key(symbol_width(report, line), "", "Symbol"));
    }
    if has(report, GroupKey::Code) || has(report, GroupKey::File) {
        list.push(Column::sort_key(file_width(report, line), "Shared", "Object"));
    }
    if has_source(report) {
        list.push(Column::sort_key(source_width(report, line), "", "Source:Line"));
    }
    list.push(Column::low(
        4,
        match (report.options.node_info, peer) {
            (0, _) => "Node",
            (1, true) => "Node{cpus %peers %stores}",
            (1, false) => "Node{cpus %hitms %stores}",
            _ => "Node{cpu list}",
        },
    ));
    list
}

fn has(report: &Report, key: GroupKey) -> bool {
    report.group.contains(&key)
}

fn has_source(report: &Report) -> bool {
    has(report, GroupKey::Code) && !report.options.no_source
}

// Widths: `hists__calc_col_len()` of tools/perf/util/hist.c, over the rows of the line, listed or not.

fn thread_width(report: &Report, line: &Line) -> usize {
    let names =
        line.rows.iter().map(|row| report.recording.scenario.threads[row.thread].name.len());
    names.max().unwrap_or(0) + 8
}

fn symbol_width(report: &Report, line: &Line) -> usize {
    let widths = line.rows.iter().map(|row| {
        let site = &report.recording.scenario.sites[row.site];
        let Some(function) = report.recording.function(site) else { return UNKNOWN_SYMBOL_WIDTH };
        // perf still has the length of "name [module]" after it has cut the module off.
        let module = match report.recording.file(site) {
            File::Module { name, .. } => name.len() + 3,
            _ => 0,
        };
        function.name.len() + module + 4
    });
    cut(report, widths.max().unwrap_or(0))
}

fn source_width(report: &Report, line: &Line) -> usize {
    let widths = line.rows.iter().map(|row| {
        let site = &report.recording.scenario.sites[row.site];
        report.recording.source_line(site, report.version).len()
    });
    cut(report, widths.max().unwrap_or(0).max("Source:Line".len()))
}

fn file_width(report: &Report, line: &Line) -> usize {
    let widths = line.rows.iter().map(|row| {
        let site = &report.recording.scenario.sites[row.site];
        let file = report.recording.file(site);
        let name = if *file == File::Nowhere { 0 } else { file.short_name().len() };
        let least = if site.function.is_none() { UNKNOWN_FILE_WIDTH } else { 0 };
        name.max(least)
    });
    widths.max().unwrap_or(0)
}

fn cut(report: &Report, width: usize) -> usize {
    if report.options.full_symbols { width } else { width.min(CUT_WIDTH) }
}

fn cells(
    report: &Report,
    line: &Line,
    row: &Row,
    columns: &[Column],
    node_width: usize,
) -> Vec<String> {
    let recording = report.recording;
    let site = &recording.scenario.sites[row.site];
    let thread = &recording.scenario.threads[row.thread];
    let kinds = if report.version.counts_peers() { 5 } else { 4 };
    let mut list = vec![" ".repeat(5)];
    for (_, share) in &shares(report, &row.stats, &line.stats)[..kinds] {
        list.push(format!("{share:>6.2}%"));
    }
    list.push(format!("{:>18}", format!("{:#x}", row.offset_bytes)));
    list.push(format!("{:>node_width$}", node_list(&row.physical.nodes)));
    list.push(format!("{:>6}", row.physical.changes));
    if has(report, GroupKey::Pid) {
        list.push(format!("{:>7}", thread.pid));
    }
    if has(report, GroupKey::Tid) {
        let width = columns[list.len()].width() - 8;
        list.push(format!("{:>7}:{:<width$}", thread.tid, text_cut(&thread.name, width)));
    }
    if has(report, GroupKey::Code) {
        list.push(format!("{:>18}", format!("{:#x}", site.code)));
    }
    let [remote, local] = if report.display == Display::Peer { [2, 3] } else { [0, 1] };
    for mean in [remote, local, 4] {
        list.push(format!("{:>8.0}", row.means[mean].value()));
    }
    list.push(format!("{:>7}", row.stats.records()));
    list.push(format!("{:>8}", row.cpus.len()));
    if has(report, GroupKey::Code) {
        let width = columns[list.len()].width();
        list.push(symbol(report, row, width));
    }
    if has(report, GroupKey::Code) || has(report, GroupKey::File) {
        let width = columns[list.len()].width();
        let name = recording.file(site).short_name();
        list.push(format!("{:<width$}", text_cut(&name, width)));
    }
    if has_source(report) {
        let width = columns[list.len()].width();
        list.push(text_cut(&recording.source_line(site, report.version), width).to_owned());
    }
    list.push(nodes(report, row));
    list
}

/// `_hist_entry__sym_snprintf()` of tools/perf/util/sort.c
fn symbol(report: &Report, row: &Row, width: usize) -> String {
    let site = &report.recording.scenario.sites[row.site];
    let file = report.recording.file(site);
    let level = if file.is_kernel() { 'k' } else { '.' };
    match report.recording.function(site) {
        Some(function) => format!("[{level}] {}", text_cut(&function.name, width - 4)),
        None => format!("[{level}] {:#018x}", report.recording.file_address(file, site.code)),
    }
}

/// perf cuts bytes; no name in a scenario is cut inside of a character.
pub fn text_cut(text: &str, bytes: usize) -> &str {
    text.get(..bytes).unwrap_or(text)
}

/// How many nodes of a row are printed whole: perf's buffer may end inside of them.
pub fn whole_nodes(report: &Report, line: &Line, of_line: &Row) -> usize {
    let node_width = node_width(report);
    let columns = columns(report, line, node_width);
    let cells = cells(report, line, of_line, &columns, node_width);
    let last = cells.last().map_or(0, String::len);
    let widths: usize = columns.iter().map(|column| column.width() + 2).sum();
    let printed = row(&columns, &cells, report.version);
    // All columns but the last are as wide as they say.
    let begin = widths - columns.last().map_or(0, Column::width);
    let nodes = printed.get(begin..).unwrap_or_default();
    if nodes.len() == last { of_line.nodes.len() } else { nodes.matches('}').count() }
}

/// `node_entry()`
fn nodes(report: &Report, row: &Row) -> String {
    let mut out = String::new();
    let mut first = true;
    for (node, cpus_of_node) in report.recording.scenario.machine.nodes.iter().enumerate() {
        let cpus: Vec<u32> =
            row.cpus.iter().copied().filter(|c| cpus_of_node.contains(c)).collect();
        if cpus.is_empty() {
            if report.options.node_info == 1 {
                out += &" ".repeat(NODE_SHARES_WIDTH);
            }
            continue;
        }
        if !first {
            out.push(' ');
        }
        first = false;
        let _ = write!(out, "{node:>2}");
        match report.options.node_info {
            0 => {}
            1 => {
                // Before 5.4 each node has the CPUs of the whole row.
                let all = report.version < Version::V5_4;
                let count = if all { row.cpus.len() } else { cpus.len() };
                let stats = row.nodes.get(&(node as u32)).copied().unwrap_or_default();
                let heat = percent(report.heat(&stats), report.heat(&row.stats));
                let stores = percent(stats.store, row.stats.store);
                let _ = write!(out, "{{{count:>2} {heat} {stores}}}");
            }
            _ => {
                let _ = write!(out, "{{{}}}", node_list(&cpus));
            }
        }
    }
    out
}

fn percent(part: u32, whole: u32) -> String {
    if whole == 0 {
        return format!("{:>6}", "n/a");
    }
    format!("{:>5.1}%", 100.0 * f64::from(part) / f64::from(whole))
}
