//! Columns that somebody took out or exchanged: what a report states of itself then no longer agrees, and a number whose
//! kind is not known is left out.

use facts::{AccessRow, Latencies, ProfileLine};

use super::Report;
use super::counts::Rounding;
use super::kinds::{Kinds, kinds};
use super::row::Row;
use crate::notes::Notes;

/// perf prints no fewer shares in a row.
const FEWEST_SHARES: usize = 4;
/// Where one of so many rows contradicts itself, the columns of all rows are in doubt.
const ONE_IN: usize = 10;

/// Takes the shares of rows that have fewer of them than the others, or than the names above them: which kind each is
/// of, nothing tells. (Somebody blanked the zeros, or took a column out.)
pub fn drop_shares_without_kind(report: &mut Report) {
    let rows = || report.blocks.iter().flat_map(|block| &block.rows);
    let of_rows = rows().map(|row| row.shares.len()).max().unwrap_or(0);
    let width = of_rows.max(report.columns.percents.unwrap_or(0));
    let unnamed = report.columns.percents.is_none() && of_rows < FEWEST_SHARES;
    let mut dropped = 0;
    for block in &mut report.blocks {
        // With one number more than shares, the first columns may be gone as well as the last.
        let is_short = unnamed && !block.rows.is_empty() && block.numbers.len() == of_rows + 1;
        for row in &mut block.rows {
            if !row.shares.is_empty() && (row.shares.len() < width || is_short) {
                row.shares.clear();
                dropped += 1;
            }
        }
        if is_short {
            block.numbers.clear();
        }
    }
    report.notes.warn_times(
        dropped,
        "a row has fewer shares than the others, than the names of the columns above it, or than perf prints: which kind each is of is not known, and they are left out",
        String::new,
    );
}

/// Takes the counts off lines that have fewer numbers than their names: their own, and one for each share.
pub fn drop_counts_without_kind(report: &mut Report) {
    let Some(width) = report.columns.percents.filter(|_| report.columns.numbered) else { return };
    let mut dropped = 0;
    for block in &mut report.blocks {
        if !block.numbers.is_empty() && block.numbers.len() <= width {
            block.numbers.clear();
            dropped += 1;
        }
    }
    report.notes.warn_times(
        dropped,
        "a line has fewer numbers than the names of the columns above it: which kind each counts is not known, and they are left out",
        String::new,
    );
}

/// Takes the shares off rows that are no shares of this line's samples; off all rows of the line where most are none.
/// Returns how many there are.
pub fn drop_strange_shares(
    totals: &Kinds<u32>,
    rows: &mut [Row],
    width: usize,
    peer: bool,
    rounding: Rounding,
) -> Strange {
    let is_strange = |row: &Row| {
        let shares = kinds(width, peer, |at| row.shares.get(at).copied());
        let mut pairs =
            totals.0.into_iter().zip(shares.0).filter_map(|(total, share)| total.zip(share));
        pairs.any(|(total, share)| !rounding.is_share_of(total, share))
    };
    let strange: Vec<bool> = rows.iter().map(is_strange).collect();
    let count = strange.iter().filter(|is_strange| **is_strange).count();
    let all = count * 2 > rows.len();
    for (row, is_strange) in rows.iter_mut().zip(strange) {
        if all || is_strange {
            row.shares.clear();
        }
    }
    match count {
        0 => Strange::None,
        _ if all => Strange::All,
        count => Strange::Some(count as u64),
    }
}

/// Rows whose shares are none of their line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strange {
    /// Not one.
    None,
    /// So many: a digit is missing, or they are another line's.
    Some(u64),
    /// Most of them, so that the columns are others.
    All,
}

/// Takes the numbers behind the code address off rows that have cycles of a kind of which they have no sample. Where more
/// than a few do, these are not the columns of any row.
pub fn drop_contradicting_numbers(lines: &mut [ProfileLine], notes: &mut Notes) {
    let judged = |line: &ProfileLine| {
        let error = line.row_error_samples;
        line.rows.iter().map(|row| contradicts(row, error)).collect::<Vec<bool>>()
    };
    let of_lines: Vec<Vec<bool>> = lines.iter().map(judged).collect();
    let (mut wrong, mut all) = (0, 0);
    for is_wrong in of_lines.iter().flatten() {
        wrong += usize::from(*is_wrong);
        all += 1;
    }
    let of_all = wrong * ONE_IN > all;
    for (line, of_rows) in lines.iter_mut().zip(of_lines) {
        for (row, is_wrong) in line.rows.iter_mut().zip(of_rows) {
            if of_all || is_wrong {
                row.latencies = Latencies::default();
                (row.counts.records, row.counts.loads) = (None, None);
                (row.other_loads, row.cpu_count) = (None, None);
            }
        }
    }
    notes.warn_times(
        wrong as u64,
        "a row has cycles of a kind of which it has no sample: columns were taken out or exchanged, and its cycles, records and CPUs are left out",
        String::new,
    );
}

/// Whether a row has cycles of a kind of which it has no sample. (Its records leave out loads that perf knows nothing of,
/// whose CPUs and cycles are there: those tell nothing.)
fn contradicts(row: &AccessRow, error: u32) -> bool {
    let (of, cycles) = (&row.counts, &row.latencies);
    // Up to 10,000 samples of a kind a share of 0.00 % is none of them.
    error == 0
        && [
            (of.hitm_remote, cycles.hitm_remote_cycles),
            (of.hitm_local, cycles.hitm_local_cycles),
            (of.peer_remote, cycles.peer_remote_cycles),
            (of.peer_local, cycles.peer_local_cycles),
        ]
        .iter()
        .any(|(count, cycles)| *count == Some(0) && cycles.is_some())
}
