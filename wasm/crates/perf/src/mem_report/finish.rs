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
use crate::messages;
use crate::notes::text_line;

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
        self.notes.add_times(self.rows_without_samples, messages::no_sample_numbers(), String::new);
        self.notes.add_times(self.rows_without_data, messages::no_data_named(), String::new);
        if self.rows_without_header > 0 {
            self.notes.add(messages::header_unread(), String::new);
        }
        self.notes.add_lost(&self.cut, messages::rows_cut());
        if self.ends_inside {
            self.notes.add(messages::ends_in_row(), || text_line(self.line));
        }
        self.notes.add_lost(&self.skipped, messages::rows_unread());
        self.notes.add_times(self.dropped, messages::rows_dropped(), String::new);
        if self.is_untold {
            self.notes.add(
                if self.events.is_empty() {
                    messages::event_missing()
                } else {
                    messages::event_of_both()
                },
                String::new,
            );
        }
        self.notes.add(messages::mem_has_no_cpus(), String::new);
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
