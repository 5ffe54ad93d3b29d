//! Rows where samples are added up: one that lacks its code address is the sum of several clean ones, and one of less
//! text is smaller. So each is at most the sum of those that it may stand for, and so are all of an offset together.

use facts::AccessRow;

use super::counts::{Slack, each, latencies, numbers, sum};
use super::findings::Findings;
use super::row::{identity, invented, name};

const FEWER: Slack = Slack { error: 0, fewer: true };

/// Compares the rows of one line or variable.
pub(super) fn sums(clean: &[AccessRow], read: &[AccessRow], found: &mut Findings) {
    for row in read {
        let stands_for: Vec<&AccessRow> = clean.iter().filter(|known| may_be(known, row)).collect();
        if stands_for.is_empty() {
            found.is_wrong(|| invented(clean, row, FEWER));
        } else {
            found.add(|| name(row), difference(&stands_for, row));
        }
    }
    let mut offsets: Vec<f64> = read.iter().map(|row| row.offset_bytes).collect();
    offsets.dedup();
    for offset in offsets {
        let of = |rows: &[AccessRow]| {
            let of_offset = rows.iter().filter(|row| row.offset_bytes == offset);
            sum(of_offset.map(|row| &row.counts))
        };
        let mut differences = Findings::default();
        numbers("", &of(clean), &of(read), FEWER, &mut differences);
        found.add(|| format!("all rows of {:#x}", offset as u64), differences);
    }
}

/// Whether the row says nothing of itself that this clean row does not say.
fn may_be(clean: &AccessRow, row: &AccessRow) -> bool {
    let mut found = Findings::default();
    identity(clean, row, &mut found);
    clean.offset_bytes == row.offset_bytes && found.wrong().is_none()
}

fn difference(clean: &[&AccessRow], row: &AccessRow) -> Findings {
    let mut found = Findings::default();
    match clean {
        [one] => {
            identity(one, row, &mut found);
            latencies(&one.latencies, &row.latencies, one.counts != row.counts, &mut found);
            if one.cpus != row.cpus || one.nodes != row.nodes {
                found.is_missing(|| "which CPUs".to_owned());
            }
        }
        // Two clean rows may differ in nothing that a row is told by.
        several if several.contains(&row) => {}
        _ => found.is_missing(|| "what tells rows apart".to_owned()),
    }
    numbers("", &sum(clean.iter().map(|row| &row.counts)), &each(&row.counts), FEWER, &mut found);
    for seen in &row.cpus {
        let known = clean.iter().flat_map(|one| &one.cpus).filter(|known| known.cpu == seen.cpu);
        let (loads, stores) =
            known.fold((0, 0), |sum, one| (sum.0 + one.loads, sum.1 + one.stores));
        if seen.loads > loads || seen.stores > stores {
            found.is_wrong(|| format!("too many samples of CPU {}", seen.cpu));
        }
    }
    found
}
