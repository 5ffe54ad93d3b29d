//! Texts of perf's data type profiling (perf 6.8 and later): they name types and offsets themselves.
//!
//! `perf report -s type,typeoff --stdio`, with or without `--hierarchy` and `--group`:
//! `3.90% 0.28%  struct page +0 (flags)`, one percentage for each event; offsets in hex since 6.12. The flat form
//! (without `--hierarchy`) does not state what a whole type has: that is unknown then, and not the sum of its rows,
//! because perf and people leave rows out. `perf mem report -F overhead,op,cache,mem,snoop,type,typeoff` (6.16) breaks
//! each share down in several ways: loads and stores are taken from it, the rest is named.
//!
//! `--data-type-json` (2026): [`json`].
//!
//! `perf annotate --data-type --stdio`: `447 33  0  0  64  struct page {`, one value for each event, then
//! offset, size and the declaration. A text may hold several of either.

mod annotation;
mod json;
mod repeated;
mod table;

use facts::{AccessProfile, HeatUnit, ProfileKind, TypeProfile, TypeRow};
use pasted::Line;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::NothingUsable;
use crate::breakdown::Groups;
use crate::empty::empty;
use crate::lost::Lost;
use crate::notes::Notes;
use crate::tokens::{Word, decimal, hex, words};
use annotation::Annotation;
use json::Json;
pub(crate) use json::is_json_of_types;
use table::{Shares, Values, percentages, shares};

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
    json: Json,
    types: Vec<TypeProfile>,
    /// The table (or annotation) of each type.
    tables_of: Vec<usize>,
    by_name: FxHashMap<(String, usize), usize>,
    /// Events of the table that is being read, and how many tables began.
    events: Vec<String>,
    tables: usize,
    table: Table,
    annotation: Option<Annotation>,
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
    /// The right edge cut the line that is being read.
    is_cut: bool,
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
    /// Takes a chunk of the text if it is JSON, which has no lines; else its lines are to be handed over.
    pub fn takes_chunk(&mut self, chunk: &[u8]) -> bool {
        self.json.push(chunk)
    }

    /// Whether nothing was read yet.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        self.line = line.number;
        self.is_cut = line.cut;
        // The text ends in this row: what is read of it may be the beginning of a name or of a number.
        let starts = line.text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if line.last && starts && self.annotation.is_none() {
            self.ends_inside = true;
            return;
        }
        self.text(line.text);
    }

    fn text(&mut self, text: &str) {
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
        if words.first().is_some_and(|word| word.percent().is_some()) {
            return self.share(text, &words);
        }
        if self.annotation.is_some() {
            return self.member(trimmed, &words);
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
            names.split(", ").take(MAX_EVENTS).map(event_name).collect()
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
        let left_out = self.table.shares.left_out();
        if !left_out.is_empty() {
            self.notes.note(
                format!(
                    "the columns of {} break the same samples down in other ways: they were left out and not added",
                    left_out.join(", ")
                ),
                String::new,
            );
        }
    }

    /// A flat table has no rows of whole types; where there are both, each has all of the samples.
    fn end_table(&mut self) {
        let [types, offsets] = std::mem::take(&mut self.table.other_operations);
        self.other_operations = self.other_operations.max(types).max(offsets);
    }

    /// `26.09% 3.28%  struct page` and `10.83% 0.02%  struct page +8 (lru.next)`
    fn share(&mut self, text: &str, words: &[Word]) {
        // A sentence may begin with "98.5%"; perf prints two decimals.
        let decimals = words[0].text.trim_end_matches('%').rsplit_once('.');
        let is_row = self.table.has_header || decimals.is_some_and(|(_, part)| part.len() == 2);
        if !self.row(text, words) && is_row {
            self.unread.add(self.line);
        }
    }

    /// Reads a row; whether it was one.
    fn row(&mut self, text: &str, words: &[Word]) -> bool {
        let (all, end) = percentages(words);
        self.widest = self.widest.max(text.trim_end().chars().count());
        let Some(name) = words.get(end).map(|word| without_number(text[word.start..].trim()))
        else {
            return false;
        };
        let known = self.table.shares.values(&all).filter(|_| !self.table.unknown);
        let Some(found) = known else { return false };
        if is_line_row(name) {
            self.line_rows += 1;
            return true;
        }
        let pseudo = self.pseudo_offset(name, words[0].end);
        let place = pseudo.map(|name| (name, "0", 0, Some("no field")));
        let Some((name, written, offset, field)) = place.or_else(|| split_offset(name)) else {
            return self.whole_type(name, text, words[0].end, found);
        };
        if self.rows >= MAX_ROWS {
            self.dropped += 1;
            return true;
        }
        let (name, typed) = match name.rsplit_once("  ") {
            Some((_, name)) => (name.trim(), true),
            None => once(name).map_or((name, false), |name| (name, true)),
        };
        let Some(of) = self.type_named(name, found.values.len()) else { return true };
        if !has_as_many(of, &found.values) {
            return false;
        }
        of.rows.push(TypeRow {
            offset_bytes: offset as f64,
            size_bytes: None,
            field: match field {
                // Cut in it.
                None => Some(String::new()),
                // In a hole perf prints "()".
                Some(field) => Some(without_width(field))
                    .filter(|field| !matches!(*field, "no field" | ""))
                    .map(str::to_owned),
            },
            depth: 1,
            sums_members: false,
            values: found.values,
        });
        self.rows += 1;
        self.table.flat |= typed;
        if written.starts_with("0x") {
            self.hex_offsets.add(self.line);
        } else if offset > 0 {
            // perf writes 0 alike in both.
            self.decimal_offsets.add(self.line);
        }
        if field.is_none() {
            self.cut.add(self.line);
        }
        self.table.other_operations[1] += found.other_operations;
        true
    }

    /// The pseudo type whose offset a row is of: perf 7 prints it as it prints the type, without an offset.
    fn pseudo_offset<'a>(&self, name: &'a str, share_end: usize) -> Option<&'a str> {
        if !(self.table.has_offsets && name.starts_with('(') && name.ends_with(')')) {
            return None;
        }
        if let Some((of_type, of_offset)) = name.split_once("  ") {
            return (of_type == of_offset.trim()).then_some(of_type);
        }
        if let Some(name) = once(name) {
            return Some(name);
        }
        let known = self.by_name.get(&(name.to_owned(), self.tables));
        let known = known.and_then(|index| self.types.get(*index))?;
        let is_below = self.table.types_end.is_some_and(|end| share_end >= end + 3);
        (is_below && known.rows.is_empty()).then_some(name)
    }

    /// A type as a whole; or a row of other columns, or one that is cut before its offset.
    fn whole_type(&mut self, name: &str, text: &str, share_end: usize, row: Values) -> bool {
        let level = *self.table.types_end.get_or_insert(share_end);
        let cut = self.table.flat || share_end >= level + 3 || name.contains(" +");
        let other = name.contains("  ") || name.contains(": ");
        let other = other || (name.starts_with('(') && !name.ends_with(')'));
        if cut || self.is_cut || other || !(self.table.has_header || looks_like_type(name)) {
            return false;
        }
        let index = self.by_name.get(&(name.to_owned(), self.tables)).copied();
        let index = index.unwrap_or(self.types.len());
        self.whole_widths.push((index, text.trim_end().chars().count()));
        let Some(found) = self.type_named(name, row.values.len()) else { return true };
        if !has_as_many(found, &row.values) {
            return false;
        }
        if !found.values.is_empty() {
            let same = found.values == row.values;
            if !same {
                self.contradicted.insert(self.tables);
            }
            return same;
        }
        found.values = row.values;
        self.table.other_operations[0] += row.other_operations;
        true
    }

    fn type_named(&mut self, name: &str, values: usize) -> Option<&mut TypeProfile> {
        let key = (name.to_owned(), self.tables);
        if let Some(index) = self.by_name.get(&key) {
            return self.types.get_mut(*index);
        }
        let index = self.types.len();
        if index >= MAX_ROWS {
            self.dropped += 1;
            return None;
        }
        self.by_name.insert(key, index);
        let events = if self.table.shares.tells_operations() {
            vec!["loads".to_owned(), "stores".to_owned()]
        } else if self.events.len() == values {
            self.events.clone()
        } else {
            if !self.events.is_empty() {
                self.notes.warn(
                    "a table has another number of shares in its rows than of events: the events are not named",
                    || name.to_owned(),
                );
            }
            Vec::new()
        };
        self.tables_of.push(self.tables);
        self.types.push(TypeProfile {
            name: name.to_owned(),
            object: None,
            size_bytes: None,
            samples: None,
            unit: HeatUnit::Percent,
            events,
            values: Vec::new(),
            rows: Vec::new(),
        });
        self.types.last_mut()
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        if self.json.is_json() {
            return self.json.finish();
        }
        self.end_annotation();
        self.end_table();
        self.forget_cut_names();
        repeated::drop_repeated(&mut self.types, &self.tables_of, &mut self.notes);
        self.types.retain(|found| !found.rows.is_empty() || !found.values.is_empty());
        if self.types.is_empty() && self.line_rows > 0 {
            return Err(NothingUsable::OnlyTypeLines { rows: self.line_rows });
        }
        if let (true, Some(form)) = (self.types.is_empty(), self.other_form) {
            return Err(NothingUsable::OtherTypeTable { form });
        }
        if self.types.is_empty() {
            return Err(NothingUsable::NoRows {
                command: "perf report -s type,typeoff",
                lines: self.line,
            });
        }
        for found in &mut self.types {
            // The flat form has no values of the type itself.
            let stated = std::iter::once(&found.values).filter(|values| !values.is_empty());
            let mut values = stated.chain(found.rows.iter().map(|row| &row.values));
            if found.events.len() > 1 && values.any(|values| values.len() != found.events.len()) {
                self.notes.warn(
                    "a type has another number of values than of events: the events are not named",
                    || found.name.clone(),
                );
                found.events.clear();
            }
        }
        self.remarks();
        let mut events = std::mem::take(&mut self.broken_down);
        let direction = |event: &&String| matches!(event.as_str(), "loads" | "stores");
        let of_types = self.types.iter().flat_map(|found| &found.events);
        for event in of_types.filter(|event| !direction(event)) {
            if events.len() < MAX_EVENTS && !events.contains(event) {
                events.push(event.clone());
            }
        }
        let first =
            self.types.first().map(|found| found.rows.iter().any(|row| row.size_bytes.is_some()));
        let kind = match first {
            Some(true) if self.annotated => ProfileKind::AnnotatedTypes,
            _ => ProfileKind::TypeReport,
        };
        Ok(AccessProfile {
            types: self.types,
            events,
            diagnostics: self.notes.into_vec(),
            ..empty(kind)
        })
    }

    /// Where rows are cut, a name that ends at the same edge may be the beginning of a longer one. The offsets of a
    /// type stand behind its name: where there is one, the name is whole.
    fn forget_cut_names(&mut self) {
        if self.unread.rows + self.cut.rows == 0 {
            return;
        }
        for (index, width) in &self.whole_widths {
            let Some(found) = self.types.get_mut(*index) else { continue };
            // A blank at the edge may be gone.
            let contradicted = self.contradicted.contains(&self.tables_of[*index]);
            if (contradicted || *width + 1 >= self.widest) && found.rows.is_empty() {
                found.values.clear();
                self.unread.rows += 1;
            }
        }
    }

    /// What was not read, and what the text does not say.
    fn remarks(&mut self) {
        let Self { notes, types, unread, cut, decimal_offsets, hex_offsets, .. } = self;
        if self.line_rows > 0 {
            notes.note(
                "rows by cache line (`-s type,typecln`) name a type and a line and no offset: they were left out; print offsets with `perf report -s type,typeoff`",
                String::new,
            );
        } else if types.iter().all(|found| found.rows.is_empty()) {
            notes.note(
                "this is a report by type alone (`-s type`): it names no offsets; print them with `perf report -s type,typeoff --hierarchy`",
                String::new,
            );
        }
        if types.iter().any(|found| found.values.is_empty()) {
            notes.note(
                "the text does not state what a whole type has (it was printed without `--hierarchy`): that is unknown, and the rows may not be all of a type's",
                String::new,
            );
        }
        if decimal_offsets.rows > 0 && hex_offsets.rows > 0 {
            let message = format!(
                "{} offsets are in decimal (perf before 6.12) and {} in hex: the text was put together from two versions of perf, or edited; each was read as it is written",
                decimal_offsets.rows, hex_offsets.rows
            );
            let first = decimal_offsets.first_line().max(hex_offsets.first_line());
            notes.warn(message, || format!("line {first}"));
        }
        notes.warn_times(unread.rows, "rows that look like rows of types could not be read: they are cut or have other columns", || unread.place());
        notes.warn_times(
            cut.rows,
            "rows are cut in the name of their field: their offsets were read",
            || cut.place(),
        );
        if self.ends_inside {
            notes.warn(
                "the text ends in a row: it was left out, and those behind it are missing",
                || format!("line {}", self.line),
            );
        }
        if !self.names_events && !self.annotated {
            notes.note(
                "no line of the text names the events of its table: pass its header too",
                String::new,
            );
        }
        if self.other_operations > 0.0 {
            notes.note(
                format!(
                    "{:.1} % of a table is of operations that are neither loads nor stores: it is in no value",
                    self.other_operations
                ),
                String::new,
            );
        }
        notes.warn_times(self.dropped, "more rows than are read were skipped", String::new);
    }
}

/// Whether a row has as many values as those of its type: the first one is as good as the header where that is not known.
fn has_as_many(of: &TypeProfile, values: &[f64]) -> bool {
    let first = of.rows.first().map(|row| &row.values);
    let first = first.or(Some(&of.values).filter(|values| !values.is_empty()));
    first.is_none_or(|first| first.len() == values.len())
}

fn event_name(name: &str) -> String {
    name[..name.floor_char_boundary(MAX_EVENT_BYTES)].to_owned()
}

/// ` event[1] = cpu/mem-stores/P`
fn event_line(text: &str) -> Option<(usize, &str)> {
    let (number, name) = text.strip_prefix("event[")?.split_once("] = ")?;
    Some((number.parse().ok()?, name.trim()))
}

/// `struct page +8 (lru.next)`: name, offset as it is written, offset, field. Without `--hierarchy` the type stands
/// before it once more. No field where the text is cut in it.
fn split_offset(text: &str) -> Option<(&str, &str, u64, Option<&str>)> {
    let (front, field) = match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((front, field)) => (front, Some(field)),
        None => (text.rsplit_once(" (")?.0, None),
    };
    let (name, written) = front.rsplit_once(" +")?;
    let offset = offset_number(written)?;
    Some((name.trim(), written, offset, field))
}

/// `struct page` of `struct page struct page`: the flat form whose gaps are single blanks.
fn once(name: &str) -> Option<&str> {
    let middle = name.len() / 2;
    let (first, second) = (name.get(..middle)?, name.get(middle + 1..)?);
    (first == second && name.as_bytes()[middle] == b' ').then_some(first)
}

/// Without the number of samples that stands behind a name (`-F overhead,type,sample`).
fn without_number(text: &str) -> &str {
    match text.rsplit_once("  ") {
        Some((front, number)) if decimal(number.as_bytes()).is_some() => front.trim_end(),
        _ => text,
    }
}

/// `+8`, and since perf 6.12 `+0x8`: `hist_entry__typeoff_snprintf()` of `tools/perf/util/sort.c`.
pub(crate) fn offset_number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => hex(digits.as_bytes()),
        None => decimal(text.as_bytes()),
    }
}

/// `struct page: cache-line 0`, of perf 6.12 and later.
fn is_line_row(text: &str) -> bool {
    let number = text.rsplit_once(": cache-line ").map(|(_, number)| number);
    number.is_some_and(|number| decimal(number.as_bytes()).is_some())
}

/// `mode` of the bit-field `mode:3`, as perf 6.12 names it.
fn without_width(field: &str) -> &str {
    match field.rsplit_once(':') {
        Some((name, bits)) if !name.ends_with(':') && decimal(bits.as_bytes()).is_some() => name,
        _ => field,
    }
}

/// `struct page`, `long unsigned int`, `atomic_t*`, `(unknown)`; not a path, a symbol with its `[k]`, or a sentence.
fn looks_like_type(text: &str) -> bool {
    const KEYWORDS: [&str; 5] = ["struct", "union", "enum", "class", "const"];
    const SCALARS: [&str; 12] = [
        "long", "short", "unsigned", "signed", "int", "char", "double", "float", "_Bool", "bool",
        "volatile", "const",
    ];
    let first = text.chars().next().unwrap_or(' ');
    if text.contains('/') || !(first.is_alphabetic() || first == '_' || first == '(') {
        return false;
    }
    let words: Vec<&str> = text.split(' ').collect();
    first == '('
        || text.contains('<')
        || KEYWORDS.contains(&words[0])
        || words[..words.len() - 1].iter().all(|word| SCALARS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> AccessProfile {
        let mut reader = TypeText::default();
        for (at, text) in text.lines().enumerate() {
            reader.line(Line { text, number: at as u64 + 1, cut: false, last: false });
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
