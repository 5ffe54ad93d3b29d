//! Collected samples as facts: hottest line first, rows as perf orders them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use facts::{
    AccessCounts, AccessProfile, AccessRow, Latencies, NodeCpus, ProfileKind, ProfileLine, RowNode,
    SnoopDisplay,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{MAX_LINES, MAX_OPEN_ROWS, MAX_ROWS, OpenLine, OpenRow, PAGE_BITS, Tables};
use crate::counters::{Counter, Counters};
use crate::empty::empty;
use crate::messages;
use crate::notes::Notes;
use crate::stats;

impl Tables {
    /// Whether all samples are of events without a data source.
    fn has_accesses_alone(&self) -> bool {
        let of_kind = [Counter::Load, Counter::Store].map(|counter| self.all.get(counter));
        of_kind == [0, 0] && self.all.get(Counter::Access) > 0
    }

    fn records(&self, counters: &Counters) -> u32 {
        match self.has_accesses_alone() {
            true => counters.get(Counter::Access),
            false => counters.records(),
        }
    }

    fn counts(&self, counters: &Counters) -> AccessCounts {
        match self.has_accesses_alone() {
            true => {
                AccessCounts { records: Some(self.records(counters)), ..AccessCounts::default() }
            }
            false => counts(counters),
        }
    }

    /// The tables as facts, hottest line first.
    /// `memory_node` tells the node of a physical address.
    pub fn finish(
        self,
        kind: ProfileKind,
        nodes: Vec<NodeCpus>,
        memory_node: &dyn Fn(u64) -> Option<u32>,
        notes: &mut Notes,
    ) -> AccessProfile {
        notes.add_times(self.renamed, messages::functions_differ(), String::new);
        notes.add_times(self.cut_names, messages::function_cut(), String::new);
        let display = if self.all.hitm() > 0 || self.all.peer() == 0 {
            SnoopDisplay::TotalHitm
        } else {
            SnoopDisplay::Peer
        };
        let heat = |counters: &Counters| match display {
            SnoopDisplay::Peer => counters.peer(),
            _ => counters.hitm(),
        };
        let is_bare = self.has_accesses_alone();
        let mut shared = Counters::default();
        let mut shared_lines = 0;
        for line in &self.lines {
            if line.counters.hitm() > 0 || line.counters.peer() > 0 {
                shared.add(&line.counters);
                shared_lines += 1;
            }
        }
        let knows_maps = kind == ProfileKind::PerfData;
        let mut stats = stats::from_counters(&self.all, &shared, shared_lines, knows_maps);
        let mut totals = stats::totals(&stats);
        if is_bare {
            notes.add(messages::accesses_alone(), String::new);
            (stats, totals) = (Vec::new(), self.counts(&self.all));
        }

        let mut order: Vec<u32> = (0..self.lines.len() as u32).collect();
        order.retain(|line| self.records(&self.line(*line).counters) > 0);
        let heat_of = |line: &u32| {
            let line = self.line(*line);
            let records = self.records(&line.counters);
            (Reverse((heat(&line.counters), line.counters.peer(), records)), line.address)
        };
        facts::sort_by(&mut order, |a, b| heat_of(a).cmp(&heat_of(b)));
        let mut rows_of: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let listed: FxHashSet<u32> = order.iter().take(MAX_LINES).copied().collect();
        for (index, row) in self.rows.iter().enumerate() {
            if listed.contains(&row.line) {
                rows_of.entry(row.line).or_default().push(index as u32);
            }
        }
        let node_of = node_by_cpu(&nodes);
        let total_heat = heat(&self.all);
        let (mut lines, mut row_count) = (Vec::new(), 0);
        let mut unlisted = Counters::default();
        let mut unlisted_lines = 0u32;
        for line in order {
            let open = self.line(line);
            let mut rows = rows_of.remove(&line).unwrap_or_default();
            if lines.len() >= MAX_LINES || row_count + rows.len() > MAX_ROWS {
                unlisted.add(&open.counters);
                unlisted_lines += 1;
                continue;
            }
            row_count += rows.len();
            let place_of = |row: &u32| {
                let row = self.open_row(*row);
                let hitm = (
                    row.counters.get(Counter::HitmRemote),
                    row.counters.get(Counter::HitmLocal),
                    row.counters.peer(),
                    self.records(&row.counters),
                );
                (row.offset, Reverse(hitm), row.ip, row.tid)
            };
            facts::sort_by(&mut rows, |a, b| place_of(a).cmp(&place_of(b)));
            let share = 100.0 * f64::from(heat(&open.counters)) / f64::from(total_heat.max(1));
            lines.push(ProfileLine {
                address: Some(format!("{:#x}", open.address)),
                memory_nodes: nodes_of(open, memory_node),
                physical_changes: Some(open.physical_changes),
                snoop_percent: Some(share).filter(|_| !is_bare),
                counts: self.counts(&open.counters),
                rows: rows.into_iter().map(|row| self.row(self.open_row(row), &node_of)).collect(),
                ..ProfileLine::default()
            });
        }
        if unlisted_lines > 0 {
            notes.add(messages::lines_unlisted(unlisted_lines), String::new);
        }
        if self.samples_without_row > 0 {
            notes.add(
                messages::too_many_accesses(MAX_OPEN_ROWS, self.samples_without_row),
                String::new,
            );
        }
        let grouping: &[&str] =
            if self.by_thread { &["offset", "tid", "iaddr"] } else { &["offset", "iaddr"] };
        AccessProfile {
            display: Some(display).filter(|_| !is_bare),
            grouping: grouping.iter().map(|key| (*key).to_owned()).collect(),
            line_bytes: self.line_bytes as u32,
            nodes,
            totals,
            stats,
            unlisted: if unlisted_lines > 0 {
                self.counts(&unlisted)
            } else {
                AccessCounts::default()
            },
            lines,
            ..empty(kind)
        }
    }

    fn row(&self, row: &OpenRow, node_of: &FxHashMap<u32, u32>) -> AccessRow {
        let counters = &row.counters;
        let cpus = row.cpus.list();
        let mut cpus_of: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for samples in &cpus {
            if let Some(node) = node_of.get(&samples.cpu) {
                cpus_of.entry(*node).or_default().push(samples.cpu);
            }
        }
        let nodes = cpus_of.into_iter().map(|(node, cpus)| RowNode {
            node,
            cpu_count: Some(cpus.len() as u32),
            cpus,
            snoop_percent: None,
            stores_percent: None,
        });
        let [hitm_remote, hitm_local, peer_remote, peer_local, other] = row.latencies;
        let snooped = u64::from(counters.hitm()) + u64::from(counters.peer());
        AccessRow {
            offset_bytes: f64::from(row.offset),
            code_address: row.ip.map(|ip| format!("{ip:#x}")),
            pid: row.pid,
            tid: row.tid,
            counts: self.counts(counters),
            other_loads: Some(u64::from(counters.answered_loads()).saturating_sub(snooped) as u32)
                .filter(|_| !self.has_accesses_alone()),
            latencies: Latencies {
                hitm_remote_cycles: hitm_remote.value(),
                hitm_local_cycles: hitm_local.value(),
                peer_remote_cycles: peer_remote.value(),
                peer_local_cycles: peer_local.value(),
                other_cycles: other.value(),
            },
            period: row.period.map(|sum| sum as f64),
            cpu_count: self.cpus_seen.then_some(cpus.len() as u32),
            nodes: nodes.collect(),
            cpus,
            symbol: self.names.get(row.symbol.filter(|_| !row.has_cut_name)),
            level: row.level,
            object: self.names.get(row.object),
            ..AccessRow::default()
        }
    }
}

fn nodes_of(line: &OpenLine, memory_node: &dyn Fn(u64) -> Option<u32>) -> Vec<u32> {
    let mut nodes: Vec<u32> =
        line.pages.iter().filter_map(|page| memory_node(page << PAGE_BITS)).collect();
    facts::sort_by(&mut nodes, u32::cmp);
    nodes.dedup();
    nodes
}

fn node_by_cpu(nodes: &[NodeCpus]) -> FxHashMap<u32, u32> {
    let pairs = nodes.iter().flat_map(|node| node.cpus.iter().map(|cpu| (*cpu, node.node)));
    pairs.collect()
}

fn counts(counters: &Counters) -> AccessCounts {
    let get = |counter| Some(counters.get(counter));
    AccessCounts {
        records: Some(counters.records()),
        loads: Some(counters.answered_loads()),
        stores: get(Counter::Store),
        hitm_local: get(Counter::HitmLocal),
        hitm_remote: get(Counter::HitmRemote),
        peer_local: get(Counter::PeerLocal),
        peer_remote: get(Counter::PeerRemote),
        stores_l1_hit: get(Counter::StoreL1Hit),
        stores_l1_miss: get(Counter::StoreL1Miss),
        stores_no_level: get(Counter::StoreNoLevel),
        loads_fill_buffer: get(Counter::LoadFillBuffer),
        loads_l1: get(Counter::LoadL1),
        loads_l2: get(Counter::LoadL2),
        loads_llc: get(Counter::LoadLlc),
        loads_remote: get(Counter::RemoteHit),
        dram_local: get(Counter::DramLocal),
        dram_remote: get(Counter::DramRemote),
    }
}
