//! One row beside one of the clean text.

use facts::{AccessRow, RowNode};

use super::counts::{Slack, count, counts, latencies, near, shares};
use super::findings::Findings;

pub(super) fn name(row: &AccessRow) -> String {
    let code = row.code_address.as_deref().or(row.symbol.as_deref()).unwrap_or_default();
    format!("row {:#x} {code}", row.offset_bytes as u64)
}

/// What tells a row that no clean row is from the one that it resembles most.
pub(super) fn invented(clean: &[AccessRow], row: &AccessRow, slack: Slack) -> String {
    let alike = clean.iter().filter(|of_clean| of_clean.offset_bytes == row.offset_bytes);
    let closest =
        alike.map(|of_clean| difference(of_clean, row, slack)).min_by_key(Findings::weight);
    let why = closest.and_then(|found| found.wrong());
    format!("{}: {}", name(row), why.as_deref().unwrap_or("no such row, or there twice"))
}

/// How a row differs from the clean one of the same offset.
pub(super) fn difference(clean: &AccessRow, read: &AccessRow, slack: Slack) -> Findings {
    let mut found = Findings::default();
    if clean == read {
        return found;
    }
    // A new field has to be judged here.
    let AccessRow {
        offset_bytes: _,
        code_address: _,
        pid: _,
        tid: _,
        thread_name: _,
        counts: _,
        named: _,
        shares: _,
        other_loads: _,
        period: _,
        latencies: _,
        cpu_count: _,
        nodes: _,
        cpus: _,
        symbol: _,
        symbol_may_be_cut: _,
        level: _,
        object: _,
        source_line: _,
        // Words of an author: no figure rests on them, and mutations write some.
        remark: _,
    } = clean;
    identity(clean, read, &mut found);
    counts("", &clean.counts, &read.counts, slack, &mut found);
    shares(clean.shares.as_ref(), read.shares.as_ref(), &mut found);
    count("other loads", clean.other_loads, read.other_loads, 4 * slack.error, false, &mut found);
    latencies(&clean.latencies, &read.latencies, false, &mut found);
    match (clean.period, read.period) {
        (Some(whole), Some(part)) if slack.fewer && part < whole => {
            found.is_missing(|| format!("events {part} of {whole}"));
        }
        (whole, part) => near("events", whole, part, &mut found),
    }
    found.optional("number of CPUs", clean.cpu_count.as_ref(), read.cpu_count.as_ref());
    nodes(&clean.nodes, &read.nodes, &mut found);
    found.subset("CPUs", &clean.cpus, &read.cpus);
    if clean.symbol_may_be_cut != read.symbol_may_be_cut
        && clean.symbol == read.symbol
        && read.symbol.is_some()
    {
        found.is_missing(|| "whether names are cut".to_owned());
    }
    found
}

pub(super) fn identity(clean: &AccessRow, read: &AccessRow, found: &mut Findings) {
    // A name of which the reader says that its end may be missing is no other name.
    let begins = |whole: &str, name: &str| read.symbol_may_be_cut && whole.starts_with(name);
    match (&clean.symbol, &read.symbol) {
        (Some(whole), Some(beginning)) if begins(whole, beginning) => {
            found.is_missing(|| "the end of a symbol".to_owned());
        }
        (clean, read) => found.optional("symbol", clean.as_ref(), read.as_ref()),
    }
    for (what, clean, read) in [
        ("code address", &clean.code_address, &read.code_address),
        ("thread", &clean.thread_name, &read.thread_name),
        ("object", &clean.object, &read.object),
        ("source line", &clean.source_line, &read.source_line),
    ] {
        found.optional(what, clean.as_ref(), read.as_ref());
    }
    found.optional("pid", clean.pid.as_ref(), read.pid.as_ref());
    found.optional("tid", clean.tid.as_ref(), read.tid.as_ref());
    found.optional("level", clean.level.as_ref(), read.level.as_ref());
}

fn nodes(clean: &[RowNode], read: &[RowNode], found: &mut Findings) {
    for node in read {
        let Some(known) = clean.iter().find(|known| known.node == node.node) else {
            found.is_wrong(|| format!("node {} is invented", node.node));
            continue;
        };
        found.optional("CPUs of a node", known.cpu_count.as_ref(), node.cpu_count.as_ref());
        if node.cpus.is_empty() && !known.cpus.is_empty() {
            found.is_missing(|| format!("which CPUs of node {}", node.node));
        } else if node.cpus != known.cpus {
            found.is_wrong(|| format!("CPUs {:?} of node {}", node.cpus, node.node));
        }
        let snoops = (known.snoop_percent.as_ref(), node.snoop_percent.as_ref());
        found.optional("a node's share of snoops", snoops.0, snoops.1);
        let stores = (known.stores_percent.as_ref(), node.stores_percent.as_ref());
        found.optional("a node's share of stores", stores.0, stores.1);
    }
    if read.len() > clean.len() {
        found.is_wrong(|| "a node is there twice".to_owned());
    }
    if read.len() < clean.len() {
        found.is_missing(|| format!("nodes of a row: {} of {}", read.len(), clean.len()));
    }
}
