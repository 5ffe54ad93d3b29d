//! "Shared Data Cache Line Table": `perf_c2c__report()` names its columns.
//!
//! The order before 5.11 and the headers of that time: 4.19; since 5.11: 6.1, and for the two store columns
//! without "N/A" the commit of 2022 that added that one.

use super::columns::{Column, fill_line, headers, row};
use super::{Display, Report};
use crate::tables::Line;

/// Width of an address, its node and its "PA cnt", with the gaps.
const CACHELINE_WIDTH: usize = 18 + 4 + 6 + 4;

type Cell = Box<dyn Fn(&Report, &Line) -> String>;

pub(super) fn print(report: &Report, out: &mut String) {
    let columns = columns(report);
    let heads: Vec<Column> = columns.iter().map(|(column, _)| column.clone()).collect();
    *out += &headers(&heads);
    for (index, line) in report.lines().enumerate() {
        let cells = columns.iter().map(|(column, cell)| {
            let text = cell(report, line);
            format!("{:>1$}", text, column.width())
        });
        let mut cells: Vec<String> = cells.collect();
        cells[0] = format!("{index:>5}");
        *out += &row(&heads, &cells, report.version);
        out.push('\n');
    }
}

/// The columns, each with what stands in it.
fn columns(report: &Report) -> Vec<(Column, Cell)> {
    let count = |column: Column, of: fn(&Line) -> u32| -> (Column, Cell) {
        (column, Box::new(move |_, line| of(line).to_string()))
    };
    let mut list: Vec<(Column, Cell)> = vec![
        (Column::low(5, "Index"), Box::new(|_, _| String::new())),
        (
            Column::span(18, &fill_line(cacheline(report), CACHELINE_WIDTH), "Address", 2),
            Box::new(|_, line| format!("{:#x}", line.address)),
        ),
        (Column::low(4, "Node"), Box::new(|_, line| node_list(&line.physical.nodes))),
        count(Column::low(6, "PA cnt"), |line| line.physical.changes),
    ];
    let records = || count(Column::both(7, "Total", "records"), |line| line.stats.records());
    let loads = || count(Column::both(7, "Total", "Loads"), |line| line.stats.loads());
    let [upper, lower] = match report.display {
        Display::Total => ["Tot", "Hitm"],
        Display::Local => ["Lcl", "Hitm"],
        Display::Remote => ["Rmt", "Hitm"],
        Display::Peer => ["Peer", "Snoop"],
    };
    let share: (Column, Cell) = (
        Column::both(7, upper, lower),
        Box::new(|report, line| format!("{:.2}%", report.share_percent(line))),
    );
    let core = [
        count(Column::span(7, "----- Core Load Hit -----", "FB", 2), |line| line.stats.ld_fbhit),
        count(Column::low(7, "L1"), |line| line.stats.ld_l1hit),
        count(Column::low(7, "L2"), |line| line.stats.ld_l2hit),
    ];
    let dram = [
        count(Column::span(8, "--- Load Dram ----", "Lcl", 1), |line| line.stats.lcl_dram),
        count(Column::low(8, "Rmt"), |line| line.stats.rmt_dram),
    ];
    if !report.version.has_new_table() {
        list.extend([
            records(),
            share,
            count(Column::span(7, "----- LLC Load Hitm -----", "Total", 2), |l| l.stats.hitm()),
            count(Column::low(7, "Lcl"), |line| line.stats.lcl_hitm),
            count(Column::low(7, "Rmt"), |line| line.stats.rmt_hitm),
            count(Column::span(7, "---- Store Reference ----", "Total", 2), |l| l.stats.store),
            count(Column::low(7, "L1Hit"), |line| line.stats.st_l1hit),
            count(Column::low(7, "L1Miss"), |line| line.stats.st_l1miss),
        ]);
        list.extend(dram);
        list.extend([
            count(Column::both(7, "LLC", "Ld Miss"), |line| line.stats.llc_misses()),
            loads(),
        ]);
        list.extend(core);
        list.extend([
            count(Column::span(8, "-- LLC Load Hit --", "Llc", 1), |line| line.stats.ld_llchit),
            count(Column::low(8, "Rmt"), |line| line.stats.rmt_hit),
        ]);
        return list;
    }
    list.push(share);
    if report.display == Display::Peer {
        list.extend([
            count(Column::span(7, "------- Load Peer -------", "Total", 2), |l| l.stats.peer()),
            count(Column::low(7, "Local"), |line| line.stats.lcl_peer),
            count(Column::low(7, "Remote"), |line| line.stats.rmt_peer),
        ]);
    } else {
        list.extend([
            count(Column::span(7, "------- Load Hitm -------", "Total", 2), |l| l.stats.hitm()),
            count(Column::low(7, "LclHitm"), |line| line.stats.lcl_hitm),
            count(Column::low(7, "RmtHitm"), |line| line.stats.rmt_hitm),
        ]);
    }
    list.extend([
        records(),
        loads(),
        count(Column::both(7, "Total", "Stores"), |line| line.stats.store),
    ]);
    let stores = if report.version.counts_peers() {
        Column::span(7, "--------- Stores --------", "L1Hit", 2)
    } else {
        Column::span(7, "---- Stores ----", "L1Hit", 1)
    };
    list.push(count(stores, |line| line.stats.st_l1hit));
    list.push(count(Column::low(7, "L1Miss"), |line| line.stats.st_l1miss));
    if report.version.counts_peers() {
        list.push(count(Column::low(7, "N/A"), |line| line.stats.st_na));
    }
    list.extend(core);
    list.extend([
        count(Column::span(8, "- LLC Load Hit --", "LclHit", 1), |line| line.stats.ld_llchit),
        count(Column::low(7, "LclHitm"), |line| line.stats.lcl_hitm),
        count(Column::span(8, "- RMT Load Hit --", "RmtHit", 1), |line| line.stats.rmt_hit),
        count(Column::low(7, "RmtHitm"), |line| line.stats.rmt_hitm),
    ]);
    list.extend(dram);
    list
}

fn cacheline(report: &Report) -> &'static str {
    if report.options.double_line && report.version.has_double_line() {
        "Double-Cacheline"
    } else {
        "Cacheline"
    }
}

/// A set of numbers as perf's bitmaps print: `0-1,4`; `N/A` where it is empty.
pub(super) fn node_list<'a>(set: impl IntoIterator<Item = &'a u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in set {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    if runs.is_empty() {
        return "N/A".to_owned();
    }
    let run = |(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}
