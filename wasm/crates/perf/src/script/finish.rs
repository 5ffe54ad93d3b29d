//! The profile of all samples of a text, and what is said of it.

use facts::{AccessProfile, Latencies, ProfileKind};

use super::Script;
use crate::NothingUsable;
use crate::notes::Notes;

impl Script {
    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        self.flush();
        self.settle_weightless();
        self.settle_alone();
        if self.samples == 0 && self.broken.rows > 0 {
            return Err(NothingUsable::AllCut { command: "perf script", rows: self.broken.rows });
        }
        if self.accesses > 0 {
            let mut notes = Notes::default();
            let tables = self.tables;
            let mut profile = tables.finish(ProfileKind::Script, Vec::new(), &|_| None, &mut notes);
            (profile.events, profile.diagnostics) = (self.events, notes.into_vec());
            return Ok(profile);
        }
        let are_periods = self.lone_period.is_some() && !self.has_addresses;
        if self.samples == 0 && self.unread.rows > 0 || are_periods {
            return Err(NothingUsable::NoAddresses {
                lacks: "no addresses of data: print them with `perf script -F +addr`, of a recording with `-d` (`perf c2c record` and `perf mem record` have it)",
            });
        }
        if self.samples == 0 {
            return Err(NothingUsable::NoDataSource { lines: self.lines });
        }
        let has_weights = self.open.has_weights();
        let mut notes = Notes::default();
        notes.warn_lost(
            &self.unread,
            "samples without an address were skipped: print them with `perf script -F +addr`",
        );
        notes.warn_lost(&self.broken, "samples were skipped: a break goes through the numbers before the words of their data source. Paste the text as perf prints it");
        notes.warn_lost(&self.cut, "lines are cut at the right edge: what is beyond it is missing");
        notes.warn_times(
            if has_weights { self.cut_weights.rows } else { 0 },
            "weights are cut at the right edge: no latency is known, because that of the others is not that of all",
            || self.cut_weights.place(),
        );
        // perf prints a weight for each sample or for none.
        let some_missing = has_weights && self.without_weight > 0;
        if some_missing {
            notes.warn_times(self.without_weight, "samples are cut before their weight: no latency is known, because that of the others is not that of all", String::new);
        }
        notes.warn_lost(&self.going_on, "samples go on in lines that are not perf's call chains, so that their lines seem to be broken: their addresses of code are left out. Paste the text as perf prints it");
        let without_physical = self.counted - self.with_physical;
        const NO_CODE: &str = "samples have no address of code: they are cut before it, or print it with `perf script -F +ip,sym`";
        if self.without_code == self.samples {
            notes.note(NO_CODE, String::new);
        } else {
            notes.warn_times(self.without_code, NO_CODE, String::new);
        }
        if self.named == 0 && self.without_code < self.samples {
            notes.note(
                "no sample names a function: they are cut before it, or print it with `perf script -F +sym`",
                String::new,
            );
        }
        if self.named > 0 && !self.has_objects {
            notes.note(
                "no sample names its program or library: they are cut before it, or print it with `perf script -F +dso`",
                String::new,
            );
        }
        if self.with_physical > 0 {
            notes.warn_times(without_physical, "samples have lost their physical address, which others have: a line that processes share may be there more than once, with a part of its samples each", String::new);
        }
        if self.ends_inside {
            notes.warn(
                "the text ends in a sample: it was left out, and those after it are missing",
                || format!("line {}", self.lines),
            );
        }
        if !has_weights {
            notes.note(
                if self.cut_weights.rows > 0 {
                    "no sample has a weight, and so no latency is known: they are cut before it, or print it with `perf script -F +weight`"
                } else {
                    "samples without a weight have no latency: print it with `perf script -F +weight`"
                },
                String::new,
            );
        }
        let mut profile =
            self.tables.finish(ProfileKind::Script, Vec::new(), &|_| None, &mut notes);
        profile.events = self.events;
        if self.cut_weights.rows > 0 || some_missing {
            // The mean of those that are there is not that of all.
            for row in profile.lines.iter_mut().flat_map(|line| &mut line.rows) {
                row.latencies = Latencies::default();
            }
        }
        profile.diagnostics = notes.into_vec();
        Ok(profile)
    }
}
