//! Rows of the "Shared Data Cache Line Table", in each order that perf ever used.
//!
//! | versions | order after the address |
//! |---|---|
//! | 2014 draft | records, %miss, %hitm, loads, FB L1 L2, LLC lcl rmt, HITM tot lcl rmt |
//! | to 4.16 | records, %, HITM tot lcl rmt, stores tot hit miss, DRAM lcl rmt, miss, loads, FB L1 L2, LLC lcl rmt |
//! | 4.17 to 5.10 | node, PA cnt, then the same |
//! | 5.11 to 5.19 | node, PA cnt, %, HITM tot lcl rmt, records, loads, stores, hit miss, FB L1 L2, LLC clean HITM, RMT clean HITM, DRAM lcl rmt |
//! | since 6.0 | the same with stores "N/A" after hit and miss; peer mode has peer hits in the first group |
//!
//! The place of the percentage and the number of words distinguish them, so a header is not needed.

use facts::AccessCounts;

use super::columns::Shape;
use super::sums::{OLD_NUMBERS, new_adds_up, new_contradicts, old_adds_up, old_contradicts};
use crate::tokens::{Word, decimals, without_ellipsis};

/// A row of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// The number before the address.
    pub index: Option<u64>,
    /// Line address.
    pub address: u64,
    /// Memory nodes.
    pub nodes: Vec<u32>,
    /// "PA cnt".
    pub physical_changes: Option<u32>,
    /// Hundredths of a percent of all HITM or peer hits.
    pub share: Option<u32>,
    /// Its decimals, where it is not 0.
    pub decimals: Option<u32>,
    /// The counts.
    pub counts: AccessCounts,
    /// Whether the row has fewer columns than any version prints.
    pub partial: bool,
    /// What the row has does not add up as perf's numbers do, so that they are not those of its columns.
    pub contradicts: bool,
}

/// What the words of a line are as a table row.
#[derive(Debug, PartialEq)]
pub enum Parsed {
    /// A whole row.
    Row(TableRow),
    /// The beginning of a row that a mailer broke, or a row with the right end cut.
    Partial(TableRow),
    /// Something else.
    Not,
}

/// Reads a row.
pub fn parse(words: &[Word], shape: Shape) -> Parsed {
    let words = without_ellipsis(words);
    // Index, before it a number of `cat -n`, or neither.
    let at = words.iter().take(3).position(|word| word.address().is_some());
    let Some((numbers, [line, rest @ ..])) = at.map(|at| words.split_at(at)) else {
        return Parsed::Not;
    };
    if numbers.iter().any(|word| word.number().is_none()) {
        return Parsed::Not;
    }
    let address = line.address().unwrap_or_default();
    let index = numbers.last().and_then(Word::number);
    let percents = rest.iter().enumerate().filter(|(_, word)| word.percent().is_some());
    let percents: Vec<usize> = percents.map(|(at, _)| at).collect();
    let first = match percents.as_slice() {
        [first] => *first,
        // Share of misses, then of HITM.
        [1, 2] => return draft_2014(index, address, rest),
        _ => return Parsed::Not,
    };
    let (before, [share, behind @ ..]) = rest.split_at(first) else { return Parsed::Not };
    let decimals = decimals(share.text);
    let numbers: Option<Vec<u32>> = behind
        .iter()
        .map(|word| word.number().map(|n| n.min(u64::from(u32::MAX)) as u32))
        .collect();
    let Some(mut numbers) = numbers else { return Parsed::Not };
    let share = share.percent();
    let mut row = TableRow {
        index,
        address,
        nodes: Vec::new(),
        physical_changes: None,
        share,
        decimals,
        counts: AccessCounts::default(),
        partial: false,
        contradicts: false,
    };
    // Somebody took something out before the share: what is left would be read as other columns.
    let has_other_order =
        shape.share_first.is_some_and(|share_first| share_first != (before.len() == 2));
    if has_other_order {
        (row.partial, row.contradicts) = (true, true);
        return Parsed::Partial(row);
    }
    let whole = match before {
        [records] => old(&mut row.counts, records.number(), &mut numbers),
        [nodes, changes, records] => {
            place(&mut row, nodes, changes);
            old(&mut row.counts, records.number(), &mut numbers)
        }
        [nodes, changes] => {
            place(&mut row, nodes, changes);
            new(&mut row.counts, &mut numbers, shape)
        }
        _ => return Parsed::Not,
    };
    row.partial = !whole;
    if !whole {
        row.contradicts = match before.len() {
            2 => new_contradicts(&numbers, shape),
            _ => old_contradicts(row.counts.records, &numbers),
        };
        // What stands before the share is then of other columns too.
        if row.contradicts {
            row.nodes.clear();
            row.physical_changes = None;
        }
    }
    if whole { Parsed::Row(row) } else { Parsed::Partial(row) }
}

fn place(row: &mut TableRow, nodes: &Word, changes: &Word) {
    row.nodes = super::nodes::number_list(nodes.text);
    row.physical_changes = changes.number().map(|n| n as u32);
}

/// Numbers of perf before 5.11. Whether all of them are there; the last of fewer may be the beginning of one.
fn old(counts: &mut AccessCounts, records: Option<u64>, n: &mut Vec<u32>) -> bool {
    let whole = n.len() == OLD_NUMBERS && old_adds_up(records, n);
    if !whole {
        n.truncate(OLD_NUMBERS + 1);
        drop_end(n);
    }
    let get = |at: usize| n.get(at).copied();
    counts.records = records.map(|n| n.min(u64::from(u32::MAX)) as u32);
    counts.hitm_local = get(1);
    counts.hitm_remote = get(2);
    counts.stores = get(3);
    counts.stores_l1_hit = get(4);
    counts.stores_l1_miss = get(5);
    counts.dram_local = get(6);
    counts.dram_remote = get(7);
    counts.loads = get(9);
    counts.loads_fill_buffer = get(10);
    counts.loads_l1 = get(11);
    counts.loads_l2 = get(12);
    counts.loads_llc = get(13);
    counts.loads_remote = get(14);
    whole
}

/// Numbers of perf since 5.11. Whether all of them are there.
fn new(counts: &mut AccessCounts, n: &mut Vec<u32>, shape: Shape) -> bool {
    // A draft of 2022: HITM group, then peer hits.
    let draft = n.len() == 19 || (shape.draft && n.len() > 3);
    if draft {
        counts.peer_local = Some(n.remove(3));
    }
    // A HITM stands in two columns of a row; where those differ and the rest adds up, the first are peer hits.
    let told = n.len() == 18 && !new_adds_up(n, 1, false) && new_adds_up(n, 1, true);
    let peer = (shape.peer || told) && !draft;
    let levels = levels_of(n, shape, peer);
    // The draft leaves peer hits out of the loads of each level.
    let adds_up = |levels| draft || new_adds_up(n, levels, peer);
    let whole = levels.is_some_and(|levels| n.len() == 17 + levels && adds_up(levels));
    if !whole {
        drop_end(n);
    }
    let get = |at: usize| n.get(at).copied();
    if peer {
        counts.peer_local = get(1);
        counts.peer_remote = get(2);
    } else {
        counts.hitm_local = get(1);
        counts.hitm_remote = get(2);
    }
    counts.records = get(3);
    counts.loads = get(4);
    counts.stores = get(5);
    counts.stores_l1_hit = get(6);
    counts.stores_l1_miss = get(7);
    // After these, only the number of columns tells which is which.
    let Some(levels) = levels else { return false };
    if levels == 1 {
        counts.stores_no_level = get(8);
    }
    counts.loads_fill_buffer = get(8 + levels);
    counts.loads_l1 = get(9 + levels);
    counts.loads_l2 = get(10 + levels);
    counts.loads_llc = get(11 + levels);
    counts.loads_remote = get(13 + levels);
    if peer || draft {
        counts.hitm_local = get(12 + levels);
        counts.hitm_remote = get(14 + levels);
    }
    counts.dram_local = get(15 + levels);
    counts.dram_remote = get(16 + levels);
    whole
}

/// The last number of a row that is not whole may be the beginning of one, unless it ends the HITM and adds up.
fn drop_end(n: &mut Vec<u32>) {
    if !matches!(n[..], [all, local, remote] if all == local.saturating_add(remote)) {
        n.pop();
    }
}

/// How many columns "N/A" the stores have, 0 or 1; `None` where that is unknown.
fn levels_of(n: &[u32], shape: Shape, peer: bool) -> Option<usize> {
    match (n.len(), shape.no_level) {
        (18, _) => Some(1),
        (_, Some(no_level)) => Some(usize::from(no_level)),
        (17, None) if new_adds_up(n, 0, peer) => Some(0),
        _ => None,
    }
}

fn draft_2014(index: Option<u64>, address: u64, rest: &[Word]) -> Parsed {
    // The last number of a row that is not whole may be the beginning of one.
    let known = match rest.split_last() {
        Some((_, known)) if rest.len() < 12 => known,
        _ => rest,
    };
    let share = rest.get(2);
    let get = |at: usize| known.get(at).and_then(Word::number).map(|n| n as u32);
    let number = |at: usize| rest.get(at).and_then(Word::number);
    let contradicts = match [number(8), number(9), number(10), number(11)] {
        [_, Some(all), Some(local), Some(remote)] => all != local.saturating_add(remote),
        // The sum one column to the left: one before it was taken out. A part that is larger than the whole, though
        // its end may be missing: the whole was.
        [Some(before), Some(all), Some(local), None] => {
            local > all || before == all.saturating_add(local)
        }
        _ => false,
    };
    let row = TableRow {
        index,
        address,
        nodes: Vec::new(),
        physical_changes: None,
        share: share.and_then(Word::percent),
        decimals: share.and_then(|share| decimals(share.text)),
        counts: AccessCounts {
            records: get(0),
            loads: get(3),
            loads_fill_buffer: get(4),
            loads_l1: get(5),
            loads_l2: get(6),
            loads_llc: get(7),
            loads_remote: get(8),
            hitm_local: get(10),
            hitm_remote: get(11),
            ..AccessCounts::default()
        },
        partial: rest.len() < 12 || contradicts,
        contradicts,
    };
    if rest.len() > 12 || rest.iter().skip(3).any(|word| word.number().is_none()) {
        return Parsed::Not;
    }
    if row.partial { Parsed::Partial(row) } else { Parsed::Row(row) }
}
