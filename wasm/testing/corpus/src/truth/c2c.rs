//! What a c2c report says.

use facts::{
    AccessCounts, AccessProfile, AccessRow, CodeLevel, Latencies, ProfileKind, ProfileLine,
    RowNode, RowShares, SnoopDisplay, TraceStat, TraceTable,
};

use super::empty;
use crate::c2c::pareto::{CUT_WIDTH, shares, text_cut, whole_nodes};
use crate::c2c::statistics::{Statistic, shared_counts, trace_counts};
use crate::c2c::{Display, Report};
use crate::stats::Stats;
use crate::tables::{GroupKey, Line, Mean, Row};

/// Symbols are cut to this, without the `[k] ` before them.
const CUT_SYMBOL: usize = CUT_WIDTH - 4;

/// The truth of a report.
#[must_use]
pub fn of_report(report: &Report) -> AccessProfile {
    let mut lines: Vec<ProfileLine> = if report.options.stats_only {
        Vec::new()
    } else {
        report.lines().map(|line| profile_line(report, line)).collect()
    };
    let symbols = lines.iter().flat_map(|line| &line.rows).filter_map(|row| row.symbol.as_ref());
    let longest = symbols.map(String::len).max().unwrap_or(0);
    for row in lines.iter_mut().flat_map(|line| &mut line.rows) {
        let just = row.symbol.as_ref().is_some_and(|symbol| symbol.len() == CUT_SYMBOL);
        row.symbol_may_be_cut = just && longest == CUT_SYMBOL;
    }
    let keys = report.group.iter().map(|key| key.word().to_owned());
    let named = |table: TraceTable| {
        move |(name, count): Statistic| TraceStat {
            table,
            name: name.to_owned(),
            count: f64::from(count),
        }
    };
    let trace = trace_counts(&report.tables.all, report.version);
    let shared = shared_counts(&report.tables, report.version);
    let events = report.recording.scenario.machine.events();
    let double = report.options.double_line && report.version.has_double_line();
    AccessProfile {
        events: events.into_iter().map(str::to_owned).collect(),
        display: Some(match report.display {
            Display::Total => SnoopDisplay::TotalHitm,
            Display::Local => SnoopDisplay::LocalHitm,
            Display::Remote => SnoopDisplay::RemoteHitm,
            Display::Peer => SnoopDisplay::Peer,
        }),
        grouping: std::iter::once("offset".to_owned()).chain(keys).collect(),
        line_bytes: if double { 128 } else { 64 },
        stats: trace
            .into_iter()
            .map(named(TraceTable::Trace))
            .chain(shared.into_iter().map(named(TraceTable::Shared)))
            .collect(),
        totals: totals(&report.tables.all, report.version.counts_peers()),
        lines,
        ..empty(ProfileKind::C2cReport)
    }
}

fn totals(stats: &Stats, peers: bool) -> AccessCounts {
    let peer = |count: u32| peers.then_some(count);
    AccessCounts {
        records: Some(stats.nr_entries),
        loads: Some(stats.load),
        stores: Some(stats.store),
        hitm_local: Some(stats.lcl_hitm),
        hitm_remote: Some(stats.rmt_hitm),
        peer_local: peer(stats.lcl_peer),
        peer_remote: peer(stats.rmt_peer),
        stores_no_level: peer(stats.st_na),
        ..levels(stats)
    }
}

/// Counts that every version prints.
fn levels(stats: &Stats) -> AccessCounts {
    AccessCounts {
        stores_l1_hit: Some(stats.st_l1hit),
        stores_l1_miss: Some(stats.st_l1miss),
        loads_fill_buffer: Some(stats.ld_fbhit),
        loads_l1: Some(stats.ld_l1hit),
        loads_l2: Some(stats.ld_l2hit),
        loads_llc: Some(stats.ld_llchit),
        loads_remote: Some(stats.rmt_hit),
        dram_local: Some(stats.lcl_dram),
        dram_remote: Some(stats.rmt_dram),
        ..AccessCounts::default()
    }
}

fn profile_line(report: &Report, line: &Line) -> ProfileLine {
    let stats = &line.stats;
    let peer = report.display == Display::Peer;
    let counts = AccessCounts {
        records: Some(stats.records()),
        loads: Some(stats.loads()),
        stores: Some(stats.store),
        hitm_local: Some(stats.lcl_hitm),
        hitm_remote: Some(stats.rmt_hitm),
        peer_local: peer.then_some(stats.lcl_peer),
        peer_remote: peer.then_some(stats.rmt_peer),
        stores_no_level: report.version.counts_peers().then_some(stats.st_na),
        ..levels(stats)
    };
    let (trimmed_percent, missing) = missing(report, line);
    let of_kinds = &shares(report, stats, stats)[..kinds(report)];
    ProfileLine {
        address: Some(format!("{:#x}", line.address)),
        memory_nodes: line.physical.nodes.iter().copied().collect(),
        physical_changes: Some(line.physical.changes),
        snoop_percent: Some(printed(report.share_percent(line), 2)),
        counts,
        rows: report.rows(line).map(|row| profile_row(report, line, row)).collect(),
        row_error_samples: of_kinds.iter().map(|(count, _)| error(*count)).max().unwrap_or(0),
        named: Vec::new(),
        unplaced: Vec::new(),
        trimmed_percent,
        missing,
    }
}

fn kinds(report: &Report) -> usize {
    if report.version.counts_peers() { 5 } else { 4 }
}

/// How far off a count can be that was computed from a share with two decimals.
fn error(total: u32) -> u32 {
    if total <= 10_000 { 0 } else { (f64::from(total) / 20_000.0).round() as u32 }
}

/// A number as it is printed, read again.
fn printed(value: f64, decimals: usize) -> f64 {
    format!("{value:.decimals$}").parse().unwrap_or(0.0)
}

/// Rows without a store and without what is sorted by are not listed; their other samples are missing.
fn missing(report: &Report, line: &Line) -> (Option<f64>, Option<RowShares>) {
    let whole = shares(report, &line.stats, &line.stats);
    let mut listed = [0u32; 5];
    for row in report.rows(line) {
        for (sum, (count, _)) in listed.iter_mut().zip(shares(report, &row.stats, &line.stats)) {
            *sum += count;
        }
    }
    let mut percents = [None; 5];
    let (mut all, mut lost, mut trimmed) = (0.0, 0.0, false);
    for kind in 0..kinds(report) {
        let (total, here) = (f64::from(whole[kind].0), f64::from(listed[kind]));
        if total > 0.0 {
            let percent = 100.0 * (total - here) / total;
            percents[kind] = Some(percent);
            trimmed |= percent > 1.0;
            all += total;
            lost += total - here;
        }
    }
    if !trimmed {
        return (None, None);
    }
    (Some(100.0 * lost / all), Some(row_shares(report, percents)))
}

fn row_shares(report: &Report, of: [Option<f64>; 5]) -> RowShares {
    let [remote, local, hit, miss, none] = of;
    let (hitm, peer) = match report.display {
        Display::Peer => ([None; 2], [remote, local]),
        _ => ([remote, local], [None; 2]),
    };
    RowShares {
        hitm_remote_percent: hitm[0],
        hitm_local_percent: hitm[1],
        peer_remote_percent: peer[0],
        peer_local_percent: peer[1],
        stores_l1_hit_percent: hit,
        stores_l1_miss_percent: miss,
        stores_no_level_percent: none,
    }
}

fn profile_row(report: &Report, line: &Line, row: &Row) -> AccessRow {
    let recording = report.recording;
    let site = &recording.scenario.sites[row.site];
    let thread = &recording.scenario.threads[row.thread];
    let has = |key: GroupKey| report.group.contains(&key);
    let (peer, levels) = (report.display == Display::Peer, report.version.counts_peers());
    let stats = &row.stats;
    let of_kinds = shares(report, stats, &line.stats);
    let share = |at: usize| (at < kinds(report)).then(|| printed(of_kinds[at].1, 2));
    let stores = stats.st_l1hit + stats.st_l1miss + stats.st_na;
    let snooped = of_kinds[0].0 + of_kinds[1].0;
    let mean = |mean: &Mean| Some(printed(mean.value(), 0)).filter(|cycles| *cycles > 0.0);
    let hitm = |at: usize| if peer { None } else { mean(&row.means[at]) };
    let of_peer = |at: usize| if peer { mean(&row.means[at]) } else { None };
    let code = has(GroupKey::Code);
    let file = recording.file(site);
    let symbol = recording.function(site).filter(|_| code).map(|function| {
        let name = &function.name;
        let name = if report.options.full_symbols { name } else { text_cut(name, CUT_SYMBOL) };
        name.trim_end().to_owned()
    });
    let source = recording.source_line(site, report.version);
    let source = if report.options.full_symbols { &source } else { text_cut(&source, CUT_WIDTH) };
    AccessRow {
        remark: None,
        offset_bytes: row.offset_bytes as f64,
        code_address: code.then(|| format!("{:#x}", site.code)),
        pid: has(GroupKey::Pid).then_some(thread.pid),
        tid: has(GroupKey::Tid).then_some(thread.tid),
        thread_name: has(GroupKey::Tid).then(|| thread.name.clone()),
        counts: AccessCounts {
            records: Some(stats.records()),
            loads: Some(stats.loads()),
            stores: Some(stores),
            hitm_remote: (!peer).then_some(stats.rmt_hitm),
            hitm_local: (!peer).then_some(stats.lcl_hitm),
            peer_remote: peer.then_some(stats.rmt_peer),
            peer_local: peer.then_some(stats.lcl_peer),
            stores_l1_hit: Some(stats.st_l1hit),
            stores_l1_miss: Some(stats.st_l1miss),
            stores_no_level: levels.then_some(stats.st_na),
            ..AccessCounts::default()
        },
        shares: Some(row_shares(report, std::array::from_fn(share))),
        named: Vec::new(),
        // Of the kind of snoop that the table prints; a table of HITM does not say what was a peer hit.
        other_loads: Some(stats.loads().saturating_sub(snooped)),
        period: None,
        latencies: Latencies {
            hitm_remote_cycles: hitm(0),
            hitm_local_cycles: hitm(1),
            peer_remote_cycles: of_peer(2),
            peer_local_cycles: of_peer(3),
            other_cycles: mean(&row.means[4]),
        },
        cpu_count: Some(row.cpus.len() as u32),
        nodes: nodes(report, line, row),
        cpus: Vec::new(),
        symbol,
        symbol_may_be_cut: false,
        level: code.then_some(if file.is_kernel() { CodeLevel::Kernel } else { CodeLevel::User }),
        object: (code || has(GroupKey::File)).then(|| file.short_name()),
        source_line: (code && !report.options.no_source).then(|| source.trim_end().to_owned()),
    }
}

fn nodes(report: &Report, line: &Line, row: &Row) -> Vec<RowNode> {
    let machine = &report.recording.scenario.machine;
    let percent = |part: u32, whole: u32| {
        (whole > 0).then(|| printed(100.0 * f64::from(part) / f64::from(whole), 1))
    };
    let of_node = |(node, stats): (&u32, &Stats)| {
        let cpus = row.cpus.iter().copied().filter(|cpu| machine.node_of(*cpu) == *node);
        let cpus: Vec<u32> = cpus.collect();
        // 4.18 prints the CPUs of the row on every node.
        let all = report.version < crate::Version::V5_4;
        let count = if all { row.cpus.len() } else { cpus.len() };
        let info = report.options.node_info;
        RowNode {
            node: *node,
            cpu_count: match info {
                0 => None,
                1 => Some(count as u32),
                _ => Some(cpus.len() as u32),
            },
            cpus: if info >= 2 { cpus } else { Vec::new() },
            snoop_percent: (info == 1)
                .then(|| percent(report.heat(stats), report.heat(&row.stats)))
                .flatten(),
            stores_percent: (info == 1).then(|| percent(stats.store, row.stats.store)).flatten(),
        }
    };
    row.nodes.iter().take(whole_nodes(report, line, row)).map(of_node).collect()
}
