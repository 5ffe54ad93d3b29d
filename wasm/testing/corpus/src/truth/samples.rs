//! What single samples say: in a recording, in the text of `perf script`, in a raw dump.

use facts::{
    AccessCounts, AccessProfile, AccessRow, CodeLevel, CpuSamples, Latencies, NodeCpus,
    ProfileKind, ProfileLine, RowNode, SnoopDisplay, TraceStat, TraceTable,
};

use super::empty;
use crate::c2c::statistics::{shared_counts, trace_counts};
use crate::data::PERIOD_EVENTS;
use crate::recording::Recording;
use crate::scenario::File;
use crate::stats::Stats;
use crate::tables::{GroupKey, Mean, Row, Tables};
use crate::version::Version;

/// What a form of single samples carries besides addresses, data sources and instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// Which form it is.
    pub kind: ProfileKind,
    /// CPUs.
    pub cpus: bool,
    /// Latencies.
    pub weights: bool,
    /// Functions.
    pub symbols: bool,
    /// Files with code.
    pub files: bool,
    /// Physical addresses.
    pub physical: bool,
    /// How many events each sample stands for.
    pub periods: bool,
    /// Names of events.
    pub events: bool,
    /// Instructions of programs have their place in the file instead of their address.
    pub code_in_file: bool,
}

impl Carried {
    /// Everything.
    #[must_use]
    pub fn all(kind: ProfileKind) -> Self {
        let (cpus, weights, symbols, files, physical, periods, events) =
            (true, true, true, true, true, true, true);
        Self { kind, cpus, weights, symbols, files, physical, periods, events, code_in_file: false }
    }
}

/// The truth of single samples, added up as perf c2c adds them up. Every data source is decoded by the newest rules.
#[must_use]
pub fn of_samples(recording: &Recording, carried: Carried) -> AccessProfile {
    let of_file = carried.kind == ProfileKind::PerfData;
    let mut tables = Tables::by(recording, Version::V6_18, &[GroupKey::Code], 64, |sample| {
        if of_file {
            recording.line_key(sample, 64)
        } else {
            recording.line_key_in_text(sample, 64, carried.physical)
        }
    });
    let by_peer = tables.all.hitm() == 0 && tables.all.peer() > 0;
    let heat = |stats: &Stats| if by_peer { stats.peer() } else { stats.hitm() };
    tables.lines.retain(|line| line.stats.records() > 0);
    tables.lines.sort_by_key(|line| std::cmp::Reverse(heat(&line.stats)));
    let machine = &recording.scenario.machine;
    let whole = heat(&tables.all).max(1);
    let stat = |table: TraceTable| {
        move |(name, count): (&str, u32)| TraceStat {
            table,
            name: name.to_owned(),
            count: f64::from(count),
        }
    };
    let mut trace = trace_counts(&tables.all, Version::V6_18);
    // Only the recording says what was mapped.
    if !of_file {
        trace.retain(|(name, _)| *name != "No Page Map Rejects");
    }
    let stats = trace
        .into_iter()
        .map(stat(TraceTable::Trace))
        .chain(shared_counts(&tables, Version::V6_18).into_iter().map(stat(TraceTable::Shared)));
    let mut events: Vec<String> = machine.events().into_iter().map(str::to_owned).collect();
    if carried.kind == ProfileKind::Script {
        // A text names an event where its first sample is.
        let first = |at: &usize| recording.samples.iter().position(|s| s.event == *at);
        let mut seen: Vec<usize> = (0..events.len()).filter(|at| first(at).is_some()).collect();
        seen.sort_by_key(first);
        events = seen.into_iter().map(|at| events[at].clone()).collect();
    }
    let nodes = machine.nodes.iter().enumerate();
    let nodes = nodes.map(|(node, cpus)| NodeCpus { node: node as u32, cpus: cpus.clone() });
    AccessProfile {
        events: if carried.events { events } else { Vec::new() },
        display: Some(if by_peer { SnoopDisplay::Peer } else { SnoopDisplay::TotalHitm }),
        grouping: ["offset", "iaddr"].map(str::to_owned).to_vec(),
        nodes: if of_file { nodes.collect() } else { Vec::new() },
        stats: stats.collect(),
        totals: counts(&tables.all, Some(tables.all.nr_entries)),
        lines: tables
            .lines
            .iter()
            .map(|line| ProfileLine {
                address: Some(format!("{:#x}", line.address)),
                memory_nodes: if of_file {
                    line.physical.nodes.iter().copied().collect()
                } else {
                    Vec::new()
                },
                physical_changes: Some(if carried.physical { line.physical.changes } else { 0 }),
                snoop_percent: Some(100.0 * f64::from(heat(&line.stats)) / f64::from(whole)),
                counts: counts(&line.stats, None),
                rows: line.rows.iter().map(|row| profile_row(recording, row, carried)).collect(),
                row_error_samples: 0,
                named: Vec::new(),
                unplaced: Vec::new(),
                trimmed_percent: None,
                missing: None,
            })
            .collect(),
        ..empty(carried.kind)
    }
}

/// Of the whole recording where `records` is stated: there all loads count, also those that no level answered.
fn counts(stats: &Stats, records: Option<u32>) -> AccessCounts {
    AccessCounts {
        records: Some(records.unwrap_or(stats.records())),
        loads: Some(if records.is_some() { stats.load } else { stats.loads() }),
        stores: Some(stats.store),
        hitm_local: Some(stats.lcl_hitm),
        hitm_remote: Some(stats.rmt_hitm),
        peer_local: Some(stats.lcl_peer),
        peer_remote: Some(stats.rmt_peer),
        stores_l1_hit: Some(stats.st_l1hit),
        stores_l1_miss: Some(stats.st_l1miss),
        stores_no_level: Some(stats.st_na),
        loads_fill_buffer: Some(stats.ld_fbhit),
        loads_l1: Some(stats.ld_l1hit),
        loads_l2: Some(stats.ld_l2hit),
        loads_llc: Some(stats.ld_llchit),
        loads_remote: Some(stats.rmt_hit),
        dram_local: Some(stats.lcl_dram),
        dram_remote: Some(stats.rmt_dram),
    }
}

fn profile_row(recording: &Recording, row: &Row, carried: Carried) -> AccessRow {
    let site = &recording.scenario.sites[row.site];
    let file = recording.file(site);
    let stats = &row.stats;
    let mean = |at: usize, count: u32| {
        let value = |mean: &Mean| mean.value();
        (carried.weights && count > 0).then(|| value(&row.means[at]))
    };
    let snooped = stats.hitm() + stats.peer();
    let mut cpus: Vec<CpuSamples> = Vec::new();
    for cpu in &row.cpus {
        let of_cpu = row.samples.iter().map(|at| &recording.samples[*at]);
        let mut samples = CpuSamples { cpu: *cpu, loads: 0, stores: 0 };
        for sample in of_cpu.filter(|sample| sample.cpu == *cpu) {
            let of = Stats::of(sample.source, sample.address, true, Version::V6_18);
            samples.loads += of.load;
            samples.stores += of.store;
        }
        cpus.push(samples);
    }
    let of_file = carried.kind == ProfileKind::PerfData;
    let code =
        if carried.code_in_file { recording.file_address(file, site.code) } else { site.code };
    let level = if file.is_kernel() { CodeLevel::Kernel } else { CodeLevel::User };
    let named = carried.files.then(|| file.short_name()).filter(|_| *file != File::Nowhere);
    AccessRow {
        remark: None,
        offset_bytes: row.offset_bytes as f64,
        code_address: Some(format!("{code:#x}")),
        pid: None,
        tid: None,
        thread_name: None,
        counts: counts(stats, None),
        shares: None,
        named: Vec::new(),
        other_loads: Some(stats.loads().saturating_sub(snooped)),
        period: carried.periods.then(|| (row.samples.len() as u64 * PERIOD_EVENTS) as f64),
        latencies: Latencies {
            hitm_remote_cycles: mean(0, row.means[0].count()),
            hitm_local_cycles: mean(1, row.means[1].count()),
            peer_remote_cycles: mean(2, row.means[2].count()),
            peer_local_cycles: mean(3, row.means[3].count()),
            other_cycles: mean(4, row.means[4].count()),
        },
        cpu_count: carried.cpus.then_some(row.cpus.len() as u32),
        nodes: if of_file { nodes(recording, row) } else { Vec::new() },
        cpus: if carried.cpus { cpus } else { Vec::new() },
        symbol: recording.function(site).filter(|_| carried.symbols).map(|f| f.name.clone()),
        symbol_may_be_cut: false,
        level: (carried.kind != ProfileKind::MemDump).then_some(level),
        object: named,
        source_line: None,
    }
}

fn nodes(recording: &Recording, row: &Row) -> Vec<RowNode> {
    let machine = &recording.scenario.machine;
    let node = |node: &u32| {
        let cpus = row.cpus.iter().copied().filter(|cpu| machine.node_of(*cpu) == *node);
        let cpus: Vec<u32> = cpus.collect();
        RowNode {
            node: *node,
            cpu_count: Some(cpus.len() as u32),
            cpus,
            snoop_percent: None,
            stores_percent: None,
        }
    };
    row.nodes.keys().map(node).collect()
}
