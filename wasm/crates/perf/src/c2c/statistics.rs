//! perf's counters and "c2c details", a line at a time.

use facts::{TraceStat, TraceTable};

use super::parts::Section;
use super::shapes::squeezed;
use super::{C2cReport, MAX_STATS};
use crate::messages;
use crate::stats;

impl C2cReport {
    /// `Load Local HITM : 373`, also behind a line number and before a remark.
    pub(super) fn statistic(&mut self, text: &str) -> bool {
        let Some((key, value)) = text
            .split_once(" :")
            .or_else(|| text.split_once(": "))
            .or_else(|| text.strip_prefix(':').map(|v| ("", v)))
        else {
            return false;
        };
        let numbered = key.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        let numbered = squeezed(numbered);
        let key = numbered.as_ref();
        let value = value.trim_start_matches(':').trim();
        if self.section == Section::Details || detail(key).is_some() {
            if !key.is_empty() {
                if detail(key).is_none() && stats::table_of(key).is_none() {
                    return false;
                }
                if let Some(detail) = detail(key) {
                    self.begin_detail(detail);
                }
                self.detail_key = key.to_owned();
                self.section = Section::Details;
            }
            let report = &mut self.report;
            if self.detail_key == "Events" && is_cut_event(value) {
                report.ledger.cut.add(self.line);
            } else if self.detail_key == "Events" && value.is_empty() {
                // A mailer broke the line: the event is the next one.
                self.event_follows = true;
            } else if self.detail_key == "Events" && report.events.len() < 64 {
                // What follows it on a screen, or in a diff of two columns, does not belong to its name.
                report.events.push(value.split("  ").next().unwrap_or(value).to_owned());
            } else {
                report.columns.detail(&self.detail_key, &squeezed(value));
            }
            return true;
        }
        let Some(mut table) = stats::table_of(key) else {
            let is_counter =
                matches!(self.section, Section::Stats(_)) && stats::count(value).is_some();
            if is_counter {
                self.say_here(messages::counter_unknown());
            }
            return is_counter;
        };
        let report = &mut self.report;
        if key == "Store No available memory level" && report.second_stats {
            table = TraceTable::Shared;
        }
        // No report ends in its counters: the last digits are missing, or the whole rest.
        if self.last {
            report.ledger.cut.add(self.line);
            return true;
        }
        let Some(count) = stats::count(value) else {
            let is_number = value.starts_with(|c: char| c.is_ascii_digit());
            if is_number && !table_key(key) {
                report.ledger.unread.add(self.line);
            }
            return is_number || table_key(key);
        };
        if report.stats.len() >= MAX_STATS {
            report.dropped += 1;
            return true;
        }
        self.begin_counter(table, key);
        let report = &mut self.report;
        report.second_stats |= table == TraceTable::Shared;
        report.stats.push(TraceStat {
            table,
            name: key.to_owned(),
            count: count.min(1 << 53) as f64,
        });
        true
    }
}

/// `Load Local HITM :` of a text that lost the number.
fn table_key(key: &str) -> bool {
    key.starts_with("LLC Misses to")
}

/// Whether the end of an event's name is missing: `cpu/mem-loads,ldlat=30` without its second stroke.
fn is_cut_event(name: &str) -> bool {
    name.matches('/').count() % 2 == 1 || name.ends_with("...") || name.ends_with('…')
}

/// The key of "c2c details" that a line states.
fn detail(key: &str) -> Option<&'static str> {
    let group = "Cacheline data group";
    let known = ["Events", "Cachelines sort on"].into_iter().find(|known| *known == key);
    known.or_else(|| key.contains(group).then_some(group))
}
