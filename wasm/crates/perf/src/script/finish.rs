//! The profile of all samples of a text, and what is said of it.

use facts::{AccessProfile, Latencies, ProfileKind};

use super::Script;
use crate::NothingUsable;
use crate::messages;
use crate::notes::{Notes, text_line};

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
            return Err(NothingUsable::NO_ADDRESSES);
        }
        if self.samples == 0 {
            return Err(NothingUsable::NoDataSource { lines: self.lines });
        }
        let has_weights = self.open.has_weights();
        let mut notes = Notes::default();
        notes.add_lost(&self.unread, messages::no_address());
        notes.add_lost(&self.broken, messages::samples_broken());
        notes.add_lost(&self.cut, messages::text_cut());
        notes.add_times(
            if has_weights { self.cut_weights.rows } else { 0 },
            messages::weights_cut(),
            || self.cut_weights.location(),
        );
        // perf prints a weight for each sample or for none.
        let some_missing = has_weights && self.without_weight > 0;
        if some_missing {
            notes.add_times(self.without_weight, messages::some_weights_cut(), String::new);
        }
        notes.add_lost(&self.going_on, messages::strange_lines());
        let without_physical = self.counted - self.with_physical;
        if self.without_code == self.samples {
            notes.add(messages::no_code_address(), String::new);
        } else {
            notes.add_times(self.without_code, messages::code_address_missing(), String::new);
        }
        if self.named == 0 && self.without_code < self.samples {
            notes.add(messages::no_function(), String::new);
        }
        if self.named > 0 && !self.has_objects {
            notes.add(messages::no_object(), String::new);
        }
        if self.with_physical > 0 {
            notes.add_times(without_physical, messages::physical_missing(), String::new);
        }
        if self.ends_inside {
            notes.add(messages::ends_in_sample(), || text_line(self.lines));
        }
        if !has_weights {
            notes.add(
                if self.cut_weights.rows > 0 {
                    messages::all_weights_cut()
                } else {
                    messages::no_weights()
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
