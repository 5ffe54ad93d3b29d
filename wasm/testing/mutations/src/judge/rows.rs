//! Rows of a line: each is one of the clean text, or, where samples are added up, a part of some.

use facts::AccessRow;

use super::counts::Slack;
use super::findings::Findings;
use super::row::{difference, invented, name};
use super::sums;

/// Compares the rows of one line.
pub(super) fn rows(clean: &[AccessRow], read: &[AccessRow], slack: Slack, found: &mut Findings) {
    if clean == read {
        return;
    }
    if slack.fewer {
        sums::sums(clean, read, found);
    } else {
        pairs(clean, read, slack, found);
    }
    if read.len() < clean.len() {
        found.is_missing(|| format!("rows: {} of {}", read.len(), clean.len()));
    }
}

/// Each row is one of the clean rows, and no two are the same one.
fn pairs(clean: &[AccessRow], read: &[AccessRow], slack: Slack, found: &mut Findings) {
    let fitting = |row: &AccessRow| -> Vec<usize> {
        let fits = |of_clean: &AccessRow| {
            row.offset_bytes == of_clean.offset_bytes
                && difference(of_clean, row, slack).weight().0 == 0
        };
        (0..clean.len()).filter(|at| fits(&clean[*at])).collect()
    };
    let candidates: Vec<Vec<usize>> = read.iter().map(fitting).collect();
    let mut owner: Vec<Option<usize>> = vec![None; clean.len()];
    for (at, row) in read.iter().enumerate() {
        let mut tried = vec![false; clean.len()];
        if !assign(at, &candidates, &mut owner, &mut tried) {
            found.is_wrong(|| invented(clean, row, slack));
        }
    }
    let mut order = vec![usize::MAX; read.len()];
    for (of_clean, at) in owner.iter().enumerate().filter_map(|(n, at)| at.map(|at| (n, at))) {
        order[at] = of_clean;
        found.add(|| name(&read[at]), difference(&clean[of_clean], &read[at], slack));
    }
    // Equal rows may change places.
    let keys: Vec<_> =
        order.iter().filter_map(|at| clean.get(*at)).map(|row| row.offset_bytes).collect();
    if !keys.is_sorted() && clean.is_sorted_by(|a, b| a.offset_bytes <= b.offset_bytes) {
        found.is_missing(|| "the order of rows".to_owned());
    }
}

/// Finds a clean row for this one, moving others where they can (augmenting paths of a bipartite matching).
fn assign(
    at: usize,
    candidates: &[Vec<usize>],
    owner: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for of_clean in &candidates[at] {
        if std::mem::replace(&mut tried[*of_clean], true) {
            continue;
        }
        let free = match owner[*of_clean] {
            None => true,
            Some(other) => assign(other, candidates, owner, tried),
        };
        if free {
            owner[*of_clean] = Some(at);
            return true;
        }
    }
    false
}
