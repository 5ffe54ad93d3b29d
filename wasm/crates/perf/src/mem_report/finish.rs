//! The profile of all tables, and what is said of it.

use facts::{
    AccessCounts, AccessProfile, AccessRow, Latencies, ProfileKind, ProfileLine, ProfileVariable,
};
use rustc_hash::FxHashMap;

use super::counts::add;
use super::place::{Key, Place};
use super::{Group, MemReport};
use crate::NothingUsable;
use crate::empty::empty;

impl MemReport {
    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        self.end_table();
        if self.totals.records.is_none() && self.rows_without_samples > 0 {
            return Err(NothingUsable::OnlyShares { rows: self.rows_without_samples });
        }
        if self.totals.records.is_none() && self.rows_without_header > 0 {
            return Err(NothingUsable::NoHeader { rows: self.rows_without_header });
        }
        if self.totals.records.is_none() {
            return Err(NothingUsable::NoRows { command: "perf mem report", lines: self.line });
        }
        self.notes.warn_times(
            self.rows_without_samples,
            "rows without a number of samples were skipped: run `perf mem report --stdio -n`, or with `sample` among the fields of `-F`",
            String::new,
        );
        self.notes.warn_times(
            self.rows_without_data,
            "rows name no data: their samples are in the totals and on no line; print them with `-s symbol_daddr,dso_daddr,sym,dso`",
            String::new,
        );
        if self.rows_without_header > 0 {
            self.notes.warn(
                "a header does not say what its columns are: pass both of its lines, as perf prints them",
                String::new,
            );
        }
        self.notes.warn_lost(&self.cut, "rows are cut at the right edge: what is beyond it is missing, and the samples of a row that is cut before its data are in the totals only");
        if self.ends_inside {
            self.notes.warn(
                "the text ends in a row: it was left out, and those after it are missing",
                || format!("line {}", self.line),
            );
        }
        self.notes.warn_lost(&self.skipped, "rows that could not be read were skipped");
        self.notes.warn_times(
            self.dropped,
            "rows are more than are read: their samples are in the totals only",
            String::new,
        );
        if self.is_untold {
            self.notes.note(
                if self.events.is_empty() {
                    "the text does not name the event, so that loads and stores are not distinguished: rows have records only"
                } else {
                    "the event samples loads and stores alike and the table does not distinguish them: rows have records only"
                },
                String::new,
            );
        }
        self.notes.note(
            "`perf mem report` has no CPUs: which CPUs share a line is not known; `perf c2c report` has them",
            String::new,
        );
        let mut by_place: FxHashMap<Place, Vec<AccessRow>> = FxHashMap::default();
        for (key, group) in self.rows {
            let row = access_row(&key, group);
            by_place.entry(key.place).or_default().push(row);
        }
        let (mut lines, mut variables) = (Vec::new(), Vec::new());
        for (place, mut rows) in by_place {
            facts::sort_by(&mut rows, |a, b| {
                let key = |row: &AccessRow| std::cmp::Reverse(row.counts.records);
                a.offset_bytes
                    .total_cmp(&b.offset_bytes)
                    .then(key(a).cmp(&key(b)))
                    .then_with(|| a.symbol.cmp(&b.symbol))
            });
            let counts =
                rows.iter().fold(AccessCounts::default(), |sum, row| add(sum, &row.counts));
            match place {
                Place::Variable { name, object } => {
                    variables.push(ProfileVariable { name, object, counts, rows })
                }
                Place::Line(address) => lines.push(ProfileLine {
                    address: Some(format!("{address:#x}")),
                    counts,
                    rows,
                    ..ProfileLine::default()
                }),
            }
        }
        let heat = |c: &AccessCounts| std::cmp::Reverse((c.hitm_remote, c.hitm_local, c.records));
        facts::sort_by(&mut lines, |a, b| {
            heat(&a.counts).cmp(&heat(&b.counts)).then_with(|| a.address.cmp(&b.address))
        });
        facts::sort_by(&mut variables, |a, b| {
            heat(&a.counts).cmp(&heat(&b.counts)).then_with(|| a.name.cmp(&b.name))
        });
        Ok(AccessProfile {
            events: self.events,
            totals: self.totals,
            lines,
            variables,
            diagnostics: self.notes.into_vec(),
            ..empty(ProfileKind::MemReport)
        })
    }
}

fn access_row(key: &Key, group: Group) -> AccessRow {
    let [hitm_remote, hitm_local, peer_remote, peer_local, other] =
        group.weights.map(|(sum, number)| {
            (number > 0 && !group.not_snooped).then(|| sum as f64 / number as f64)
        });
    let of = &group.counts;
    let snooped = [of.hitm_local, of.hitm_remote, of.peer_local, of.peer_remote];
    let snooped = snooped.into_iter().flatten().fold(0, u32::saturating_add);
    AccessRow {
        offset_bytes: key.offset as f64,
        other_loads: group
            .counts
            .loads
            .filter(|_| !group.not_snooped)
            .map(|loads| loads.saturating_sub(snooped)),
        latencies: Latencies {
            hitm_remote_cycles: hitm_remote,
            hitm_local_cycles: hitm_local,
            peer_remote_cycles: peer_remote,
            peer_local_cycles: peer_local,
            other_cycles: other,
        },
        counts: group.counts,
        symbol: key.symbol.clone(),
        level: group.level,
        object: key.object.clone(),
        ..AccessRow::default()
    }
}
