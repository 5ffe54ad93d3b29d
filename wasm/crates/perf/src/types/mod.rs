//! Texts of perf's data type profiling (perf 6.8 and later): they name types and offsets themselves.
//!
//! `perf report -s type,typeoff --stdio`, with or without `--hierarchy` and `--group`:
//! `3.90% 0.28%  struct page +0 (flags)`, one percentage for each event; offsets in hex since 6.12. The flat form
//! (without `--hierarchy`) does not state what a whole type has: that is unknown then, and not the sum of its rows,
//! because perf and people leave rows out. `perf mem report -F overhead,op,cache,mem,snoop,type,typeoff` (6.16) breaks
//! each share down in several ways: loads and stores are taken from it, the rest is named.
//!
//! `perf annotate --data-type --stdio`: `447 33  0  0  64  struct page {`, one value for each event, then
//! offset, size and the declaration. A text may hold several of either.

mod annotation;
mod finish;
mod names;
mod pages;
mod repeated;
mod rows;
mod table;

use facts::TypeProfile;
use mailtext::Line;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::breakdown::Groups;
use crate::messages;
use crate::notes::{Lost, Notes};
use crate::tokens::words;
use annotation::Annotation;
pub(crate) use annotation::names_members;
pub(crate) use names::offset_number;
use names::{event_line, event_name, split_offset};
use pages::Page;
use table::{Shares, shares};

/// Rows that are kept, and types.
const MAX_ROWS: usize = 200_000;
/// What the paths of all members are long together: each row names the members that it is in, and a row of a few
/// bytes can be in members with names of a megabyte.
const MAX_PATH_BYTES: usize = 32 << 20;
/// An event's name is cut here: each type has the names of its events.
const MAX_EVENT_BYTES: usize = 256;
const MAX_EVENTS: usize = 64;

/// Reads the lines of both texts.
#[derive(Debug, Default)]
pub struct TypeText {
    types: Vec<TypeProfile>,
    /// The table (or annotation) of each type.
    tables_of: Vec<usize>,
    by_name: FxHashMap<(String, usize), usize>,
    /// Events of the table that is being read, and how many tables began.
    events: Vec<String>,
    tables: usize,
    table: Table,
    annotation: Option<Annotation>,
    /// Annotations that have ended.
    pages: Vec<Page>,
    annotated: bool,
    /// Events of tables whose values are operations.
    broken_down: Vec<String>,
    rows: usize,
    path_bytes: usize,
    /// The first table that has types in another form.
    other_form: Option<&'static str>,
    /// Rows of cache lines (`-s type,typecln`), which name no offset.
    line_rows: u64,
    /// Rows and types that were one too many.
    dropped: u64,
    unread: Lost,
    cut: Lost,
    /// Members of what was taken out.
    homeless: Lost,
    /// The text ends in a row.
    ends_inside: bool,
    /// A line names the events of a table.
    names_events: bool,
    /// The longest row, and how long those of whole types are: a row that ends where all end may be cut.
    widest: usize,
    whole_widths: Vec<(usize, usize)>,
    /// Tables that have two shares for one whole type: their rows are of offsets that were cut off.
    contradicted: FxHashSet<usize>,
    decimal_offsets: Lost,
    hex_offsets: Lost,
    /// In the table that has the most of them.
    other_operations: f64,
    line: u64,
    notes: Notes,
}

/// What the header of a table says, and its first rows.
#[derive(Debug, Default)]
struct Table {
    /// The line of column groups right above.
    groups: Option<Groups>,
    shares: Shares,
    has_header: bool,
    /// The header says that it has offsets, and not lines.
    has_offsets: bool,
    /// Each row has its type and its offset: none is of a whole type.
    flat: bool,
    /// Where the first share of the types ends; those of their offsets end 3 characters further (`--hierarchy`).
    types_end: Option<usize>,
    /// The header does not say what the numbers are.
    unknown: bool,
    /// Shares of operations that are neither loads nor stores: of whole types, and of offsets.
    other_operations: [f64; 2],
}

impl TypeText {
    /// Lines were taken out here.
    pub fn leave_out(&mut self) {
        if let Some(annotation) = &mut self.annotation {
            annotation.leave_out();
        }
    }

    /// Whether nothing was read yet.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.line = line.number;
        // The text ends in this row: what is read of it may be the beginning of a name or of a number.
        let starts = line.text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if line.last && starts && self.annotation.is_none() {
            self.ends_inside = true;
            return;
        }
        self.text(line.text);
    }

    fn text(&mut self, text: &str) {
        // perf's screen has the sign of a fold before the row of a struct that can be folded.
        let folds = |rest: &&str| rest.starts_with(' ') && self.annotation.is_some();
        if let Some(row) = text.trim_start().strip_prefix(['+', '-']).filter(folds) {
            let margin = text.len() - row.len();
            return self.text(&format!("{}{row}", " ".repeat(margin)));
        }
        let trimmed = text.trim();
        if let Some(rest) = trimmed.strip_prefix("Annotate type:") {
            return self.annotate(rest);
        }
        let bare = trimmed.trim_start_matches('#').trim();
        if let Some(rest) = bare.strip_prefix("Samples:") {
            return self.table(rest);
        }
        if let Some((number, name)) = event_line(trimmed) {
            if let Some(last) = self.types.last_mut().filter(|_| self.annotation.is_some()) {
                last.events.resize(number.min(MAX_EVENTS - 1), String::new());
                last.events.push(event_name(name));
            }
            return;
        }
        let words = words(text);
        // Somebody left the line with the type out (replies on perf annotate --data-type, linux-kernel, August 2024).
        if names_members(&words) && self.annotation.as_ref().is_none_or(Annotation::has_unit) {
            self.annotate("''");
        }
        if words.first().is_some_and(|word| word.percent().is_some()) {
            return self.share(text, &words);
        }
        if self.annotation.is_some() {
            return self.member(trimmed, &words);
        }
        // Of a row that is in another spelling the offset is left, which no other line has.
        if trimmed.starts_with(|c: char| c.is_ascii_digit())
            && split_offset(trimmed).is_some_and(|(_, _, _, field)| field.is_some())
        {
            return self.unread.add(self.line);
        }
        self.header(trimmed);
    }

    /// `# Samples: 10K of events 'cpu/mem-loads,ldlat=4/P, cpu/mem-stores/P'`
    fn table(&mut self, rest: &str) {
        self.names_events = true;
        self.annotation = None;
        self.end_table();
        self.table = Table::default();
        self.tables += 1;
        let quoted = rest.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
        self.events = quoted.map_or_else(Vec::new, |(names, _)| {
            // A comma inside an event's name has no blank behind it.
            names.split(", ").take(MAX_EVENTS).map(|name| event_name(name.trim())).collect()
        });
    }

    /// `# Overhead  Data Type  Data Type Offset`, and the line of column groups above it.
    fn header(&mut self, text: &str) {
        let groups = Groups::of(text);
        if groups.is_some() {
            self.table.groups = groups;
            return;
        }
        let above = self.table.groups.take();
        self.other_form = self.other_form.or_else(|| table::other_form(text));
        let Some(found) = shares(text, above.as_ref()) else { return };
        if self.table.has_header {
            // The next table of a text that has no lines above its tables.
            self.tables += 1;
        }
        self.end_table();
        self.table = Table {
            has_header: true,
            has_offsets: text.contains("Data Type Offset"),
            // The second name may be cut.
            flat: text
                .split_once("Data Type ")
                .is_some_and(|(_, rest)| rest.trim().starts_with('D')),
            unknown: found.is_err(),
            shares: found.unwrap_or_default(),
            ..Table::default()
        };
        if self.table.shares.tells_operations() {
            for event in &self.events {
                if !self.broken_down.contains(event) {
                    self.broken_down.push(event.clone());
                }
            }
        }
        let numbers = table::numbers_beside(text);
        if !numbers.is_empty() {
            let names = numbers.join("` and `");
            self.notes.add(messages::numbers_left_out(names), String::new);
        }
        let left_out = self.table.shares.left_out();
        if !left_out.is_empty() {
            self.notes.add(messages::breakdowns_left_out(left_out.join(", ")), String::new);
        }
    }

    /// A flat table has no rows of whole types; where there are both, each has all of the samples.
    fn end_table(&mut self) {
        let [types, offsets] = std::mem::take(&mut self.table.other_operations);
        self.other_operations = self.other_operations.max(types).max(offsets);
    }
}

#[cfg(test)]
mod tests {
    use facts::{AccessProfile, HeatUnit};

    use super::*;

    fn read(text: &str) -> AccessProfile {
        let mut reader = TypeText::default();
        for (at, text) in text.lines().enumerate() {
            reader.line(Line { text, number: at as u64 + 1, last: false });
        }
        reader.finish().unwrap_or_else(|error| unreachable!("{error}"))
    }

    #[test]
    fn a_flat_report_names_type_and_field() {
        let profile = read(
            "# Samples: 4K of event 'ibs_op//'
             # Overhead  Data Type  Data Type Offset
             10.50%  struct queue  struct queue +16 (head.next)
              2.25%  (unknown)     (unknown) +0 (no field)",
        );
        let queue = &profile.types[0];
        assert_eq!((queue.name.as_str(), queue.events[0].as_str()), ("struct queue", "ibs_op//"));
        assert_eq!(queue.rows[0].offset_bytes, 16.0);
        assert_eq!(queue.rows[0].field.as_deref(), Some("head.next"));
        assert_eq!(queue.rows[0].values, [10.5]);
        assert_eq!(profile.types[1].rows[0].field, None);
    }

    #[test]
    fn nested_members_have_their_path() {
        let profile = read(
            "Annotate type: 'struct queue' in /opt/app (7 samples):
             ====
                 Percent     offset       size  field
                  100.00          0         24  struct queue     {
                   25.00          0          8      union       {
                   25.00          0          8          void*   head;
                                             };
                   75.00          8         16      struct list  tail {
                   75.00         16          8          struct list*  next;
                                             };
                                         };",
        );
        let found = &profile.types[0];
        assert_eq!(
            (found.samples, found.size_bytes, found.unit),
            (Some(7), Some(24.0), HeatUnit::Percent)
        );
        let rows: Vec<_> = found
            .rows
            .iter()
            .map(|row| {
                (row.offset_bytes, row.depth, row.field.as_deref().unwrap_or("?"), row.sums_members)
            })
            .collect();
        assert_eq!(
            rows,
            [
                (0.0, 0, "", true),
                (0.0, 1, "", true),
                (0.0, 2, "head", false),
                (8.0, 1, "tail", true),
                (16.0, 2, "tail.next", false)
            ]
        );
    }
}
