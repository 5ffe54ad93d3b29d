//! What a row says of its samples.

use facts::AccessCounts;
use mailtext::Line;

use super::MemReport;
use super::cells::Cells;
use super::counts::{Answer, Operation, count};
use super::place::{Key, UNKNOWN, place, symbol};
use super::tables::Sampled;
use crate::breakdown::Dimension;
use crate::tokens::{Word, decimal, words};

/// 100 %, as shares are kept.
const ALL_HUNDREDTHS: u32 = 10_000;

impl MemReport {
    /// Reads a row: of what it is cut before, nothing is said.
    pub(super) fn row(&mut self, text: &str, line: Line) {
        if line.last {
            self.ends_inside = true;
            return;
        }
        let Some(columns) = self.columns.as_ref() else {
            self.rows_without_header += 1;
            return self.skipped.add(self.line);
        };
        // Digits of two rows that stand in one line.
        if words(text).first().and_then(Word::percent) > Some(ALL_HUNDREDTHS) {
            return self.skipped.add(self.line);
        }
        let Some(Cells { all: values, is_short }) = Cells::of(text, line, columns, self.separator)
        else {
            return self.skipped.add(self.line);
        };
        let get = |at: Option<usize>| values.get(at?).copied().filter(|value| !value.is_empty());
        let samples = match get(columns.samples).map(|text| decimal(text.as_bytes())) {
            Some(Some(samples)) => samples.min(u64::from(u32::MAX)) as u32,
            _ if is_short && columns.samples.is_some() => {
                self.cut.add(line.number);
                return;
            }
            _ => {
                self.rows_without_samples += 1;
                return;
            }
        };
        let operation = match columns.only_operation {
            Some("Load") => Some(Operation::Load),
            Some("Store") => Some(Operation::Store),
            Some(_) => None,
            // The groups say that the event samples more than its name does.
            None if columns.groups.contains(&Dimension::Operation) => None,
            None => self.operation,
        };
        let access = get(columns.access);
        let remote = access.map(|access| access.contains("Remote") || access.contains("hop"));
        // `None` may be the beginning of `None or Peer`.
        let last = values.len().checked_sub(1);
        let is_torn = |snoop: &str| is_short && columns.snoop == last || snoop.ends_with(" or");
        let snoop = get(columns.snoop).filter(|snoop| !is_torn(snoop));
        let hitm = snoop.is_some_and(|snoop| {
            snoop.split(['|', ' ']).any(|part| part.eq_ignore_ascii_case("hitm"))
        });
        let peer = snoop.is_some_and(|snoop| snoop.contains("Peer"));
        let number = |at| get(at).and_then(|text| decimal(text.as_bytes()));
        // "Local Weight" is that of each sample, "Weight" that of all samples of the row
        // (`hist_entry__global_weight_snprintf()` of `tools/perf/util/sort.c`).
        let of_one = number(columns.local_weight);
        let weight = of_one.map(|weight| weight.saturating_mul(u64::from(samples)));
        let weight = weight.or_else(|| number(columns.weight));
        let snooped = snoop.is_some();
        let mut counts = AccessCounts::default();
        count(&mut counts, operation, samples, &Answer { access, hitm, peer, remote, snooped });
        let class = match (hitm, peer, remote) {
            _ if operation == Some(Operation::Store) || !snooped => None,
            (true, _, Some(true)) => Some(0),
            (true, _, Some(false)) => Some(1),
            (false, true, Some(true)) => Some(2),
            (false, true, Some(false)) => Some(3),
            // Where the event samples both, stores are among these, and stores have no latency.
            (false, false, _) => operation.map(|_| 4),
            (_, _, None) => None,
        };
        let weighed = weight.zip(class).map(|(weight, class)| (class, weight, u64::from(samples)));
        let snooped = snooped || operation == Some(Operation::Store);
        if is_short {
            self.cut.add(line.number);
        }
        let data = get(columns.data_symbol);
        if data.is_none() && (columns.data_symbol.is_none() || is_short) {
            self.rows_without_data += u64::from(!is_short);
            return self.table.add(
                text,
                Sampled { key: None, counts, weighed, level: None, snooped },
                line.number,
            );
        }
        let Some(place) =
            get(columns.data_symbol).and_then(|data| place(data, get(columns.data_object)))
        else {
            return self.skipped.add(self.line);
        };
        let (symbol, level) = get(columns.symbol).map_or((None, None), symbol);
        let key = Key {
            place: place.0,
            offset: place.1,
            symbol,
            object: get(columns.object).filter(|name| *name != UNKNOWN).map(str::to_owned),
        };
        self.table.add(
            text,
            Sampled { key: Some(key), counts, weighed, level, snooped },
            line.number,
        );
        if self.table.is_full() {
            self.take_rows();
        }
    }
}
