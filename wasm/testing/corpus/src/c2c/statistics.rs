//! The two tables of statistics: `print_c2c__display_stats()` and `print_shared_cacheline_info()`.
//!
//! 4.19 has neither blocked loads nor peers nor stores without a level; the first came in 5.12, the others in 6.0.

use std::fmt::Write;

use super::title;
use crate::stats::Stats;
use crate::tables::Tables;
use crate::version::Version;

/// A key and its count.
pub type Statistic = (&'static str, u32);

/// "Trace Event Information" without the shares of misses, in perf's order.
#[must_use]
pub fn trace_counts(s: &Stats, version: Version) -> Vec<Statistic> {
    let mut list = vec![
        ("Total records", s.nr_entries),
        ("Locked Load/Store Operations", s.locks),
        ("Load Operations", s.load),
        ("Loads - uncacheable", s.ld_uncache),
        ("Loads - IO", s.ld_io),
        ("Loads - Miss", s.ld_miss),
        ("Loads - no mapping", s.ld_noadrs),
        ("Load Fill Buffer Hit", s.ld_fbhit),
        ("Load L1D hit", s.ld_l1hit),
        ("Load L2D hit", s.ld_l2hit),
        ("Load LLC hit", s.ld_llchit + s.lcl_hitm),
        ("Load Local HITM", s.lcl_hitm),
        ("Load Remote HITM", s.rmt_hitm),
        ("Load Remote HIT", s.rmt_hit),
        ("Load Local DRAM", s.lcl_dram),
        ("Load Remote DRAM", s.rmt_dram),
        ("Load MESI State Exclusive", s.ld_excl),
        ("Load MESI State Shared", s.ld_shared),
        ("Load LLC Misses", s.llc_misses()),
    ];
    if version.counts_blocked() {
        list.push(("Load access blocked by data", s.blk_data));
        list.push(("Load access blocked by address", s.blk_addr));
    }
    if version.counts_peers() {
        list.push(("Load HIT Local Peer", s.lcl_peer));
        list.push(("Load HIT Remote Peer", s.rmt_peer));
    }
    list.extend([
        ("Store Operations", s.store),
        ("Store - uncacheable", s.st_uncache),
        ("Store - no mapping", s.st_noadrs),
        ("Store L1D Hit", s.st_l1hit),
        ("Store L1D Miss", s.st_l1miss),
    ]);
    if version.counts_peers() {
        list.push(("Store No available memory level", s.st_na));
    }
    list.extend([("No Page Map Rejects", s.nomap), ("Unable to parse data source", s.noparse)]);
    list
}

/// "Global Shared Cache Line Event Information", in perf's order.
#[must_use]
pub fn shared_counts(tables: &Tables, version: Version) -> Vec<Statistic> {
    let s = &tables.shared;
    let mut list = vec![
        ("Total Shared Cache Lines", tables.shared_lines),
        ("Load HITs on shared lines", s.load),
        ("Fill Buffer Hits on shared lines", s.ld_fbhit),
        ("L1D hits on shared lines", s.ld_l1hit),
        ("L2D hits on shared lines", s.ld_l2hit),
        ("LLC hits on shared lines", s.ld_llchit + s.lcl_hitm),
    ];
    if version.counts_peers() {
        list.push(("Load hits on peer cache or nodes", s.peer()));
    }
    list.push(("Locked Access on shared lines", s.locks));
    if version.counts_blocked() {
        list.push(("Blocked Access on shared lines", s.blk_data + s.blk_addr));
    }
    list.push(("Store HITs on shared lines", s.store));
    list.push(("Store L1D hits on shared lines", s.st_l1hit));
    if version.counts_peers() {
        list.push(("Store No available memory level", s.st_na));
    }
    list.push(("Total Merged records", s.hitm() + s.store));
    list
}

pub(super) fn trace(out: &mut String, stats: &Stats, version: Version) {
    title(out, "            Trace Event Information              ");
    let misses = f64::from(stats.llc_misses());
    for (key, count) in trace_counts(stats, version) {
        if key == "Store Operations" {
            for (key, part) in [
                ("LLC Misses to Local DRAM", stats.lcl_dram),
                ("LLC Misses to Remote DRAM", stats.rmt_dram),
                ("LLC Misses to Remote cache (HIT)", stats.rmt_hit),
                ("LLC Misses to Remote cache (HITM)", stats.rmt_hitm),
            ] {
                // Nothing divided by nothing has a sign on x86.
                let share = if misses == 0.0 {
                    "-nan".to_owned()
                } else {
                    format!("{:.1}", f64::from(part) / misses * 100.0)
                };
                let _ = writeln!(out, "  {key:<34}: {share:>10}%");
            }
        }
        let _ = writeln!(out, "  {key:<34}: {count:>10}");
    }
}

pub(super) fn shared(out: &mut String, tables: &Tables, version: Version) {
    title(out, "    Global Shared Cache Line Event Information   ");
    for (key, count) in shared_counts(tables, version) {
        let _ = writeln!(out, "  {key:<34}: {count:>10}");
    }
}
