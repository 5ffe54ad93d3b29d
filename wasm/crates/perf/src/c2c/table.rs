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
//! They are told apart by the place of the percentage and the number of words, so a header is not needed.

use facts::AccessCounts;

use crate::tokens::Word;

/// A row of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// Line address.
    pub address: u64,
    /// Memory nodes.
    pub nodes: Vec<u32>,
    /// "PA cnt".
    pub physical_changes: Option<u32>,
    /// Hundredths of a percent of all HITM or peer hits.
    pub share: Option<u32>,
    /// The counts.
    pub counts: AccessCounts,
    /// Whether the row has fewer columns than any version prints.
    pub partial: bool,
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

/// Reads a row. `peer`: the first group counts peer hits.
pub fn parse(words: &[Word], peer: bool) -> Parsed {
    // Index, before it a number of `cat -n`, or neither.
    let Some(at) = words.iter().take(3).position(|word| word.address().is_some()) else {
        return Parsed::Not;
    };
    if words[..at].iter().any(|word| word.number().is_none()) {
        return Parsed::Not;
    }
    let address = words[at].address().unwrap_or_default();
    let rest = &words[at + 1..];
    let percents: Vec<usize> = (0..rest.len()).filter(|i| rest[*i].percent().is_some()).collect();
    let [first, second @ ..] = percents.as_slice() else {
        return Parsed::Not;
    };
    let (first, share) = match second {
        [] => (*first, rest[*first].percent()),
        // Share of misses, then of HITM.
        [hitm] if *first == 1 && *hitm == 2 => return draft_2014(address, rest),
        _ => return Parsed::Not,
    };
    let numbers: Option<Vec<u32>> = rest[first + 1..]
        .iter()
        .map(|word| word.number().map(|n| n.min(u64::from(u32::MAX)) as u32))
        .collect();
    let Some(mut numbers) = numbers else { return Parsed::Not };
    // In a row that is cut at the right, the last number may be cut too.
    if !matches!(numbers.len(), 15 | 17..=19) {
        numbers.pop();
    }
    let before = &rest[..first];
    let mut row = TableRow {
        address,
        nodes: Vec::new(),
        physical_changes: None,
        share,
        counts: AccessCounts::default(),
        partial: false,
    };
    let whole = match before.len() {
        // Records only.
        1 => old(&mut row.counts, before[0].number(), &numbers),
        // Node, PA cnt and records.
        3 => {
            place(&mut row, &before[..2]);
            old(&mut row.counts, before[2].number(), &numbers)
        }
        2 => {
            place(&mut row, before);
            new(&mut row.counts, &numbers, peer)
        }
        _ => return Parsed::Not,
    };
    row.partial = !whole;
    if whole { Parsed::Row(row) } else { Parsed::Partial(row) }
}

fn place(row: &mut TableRow, words: &[Word]) {
    row.nodes = super::tail::number_list(words[0].text);
    row.physical_changes = words[1].number().map(|n| n as u32);
}

fn old(counts: &mut AccessCounts, records: Option<u64>, n: &[u32]) -> bool {
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
    n.len() == 15
}

fn new(counts: &mut AccessCounts, n: &[u32], peer: bool) -> bool {
    let (n, draft) = match n.len() {
        // A draft of 2022: HITM group, then peer hits.
        19 => {
            counts.peer_local = Some(n[3]);
            let mut without = n.to_vec();
            without.remove(3);
            (without, true)
        }
        _ => (n.to_vec(), false),
    };
    let get = |at: usize| n.get(at).copied();
    let levels = usize::from(n.len() == 18);
    if peer && !draft {
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
    // Behind these, only the number of columns tells which is which.
    if n.len() != 17 && n.len() != 18 {
        return false;
    }
    if n.len() == 18 {
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
    true
}

fn draft_2014(address: u64, rest: &[Word]) -> Parsed {
    let get = |at: usize| rest.get(at).and_then(Word::number).map(|n| n as u32);
    let row = TableRow {
        address,
        nodes: Vec::new(),
        physical_changes: None,
        share: rest[2].percent(),
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
        partial: rest.len() < 12,
    };
    if rest.len() > 12 || rest[3..].iter().any(|word| word.number().is_none()) {
        return Parsed::Not;
    }
    if row.partial { Parsed::Partial(row) } else { Parsed::Row(row) }
}
