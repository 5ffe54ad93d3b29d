//! Texts of perf's data type profiling (perf 6.8 and later): they name types and offsets themselves.
//!
//! `perf report -s type,typeoff --stdio`, with or without `--hierarchy` and `--group`:
//! `3.90% 0.28%  struct page +0 (flags)`, one percentage for each event; offsets in hex since 6.12.
//!
//! `perf annotate --data-type --stdio`: `447 33  0  0  64  struct page {`, one value for each event, then
//! offset, size and the declaration. A text may hold several of either.

mod annotation;

use facts::{AccessProfile, HeatUnit, ProfileKind, TypeProfile, TypeRow};
use rustc_hash::FxHashMap;

use crate::NothingUsable;
use crate::clean::Cleaner;
use crate::empty::empty;
use crate::notes::Notes;
use crate::tokens::{Word, decimal, hex, words};
use annotation::Annotation;

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
    cleaner: Cleaner,
    types: Vec<TypeProfile>,
    by_name: FxHashMap<(String, usize), usize>,
    /// Events of the table that is being read, and how many tables began.
    events: Vec<String>,
    tables: usize,
    annotation: Option<Annotation>,
    annotated: bool,
    rows: usize,
    path_bytes: usize,
    /// Rows of cache lines (`-s type,typecln`), which name no offset.
    line_rows: u64,
    /// Rows and types that were one too many.
    dropped: u64,
    line: u64,
    notes: Notes,
}

impl TypeText {
    /// Takes one line.
    pub fn line(&mut self, raw: &[u8]) {
        self.line += 1;
        if let Some(text) = self.cleaner.line(raw) {
            self.text(&text);
        }
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
            self.member(trimmed, &words);
        }
    }

    /// `# Samples: 10K of events 'cpu/mem-loads,ldlat=4/P, cpu/mem-stores/P'`
    fn table(&mut self, rest: &str) {
        self.annotation = None;
        self.tables += 1;
        let quoted = rest.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
        self.events = quoted.map_or_else(Vec::new, |(names, _)| {
            // A comma inside an event's name has no blank behind it.
            names.split(", ").take(MAX_EVENTS).map(event_name).collect()
        });
    }

    /// `26.09% 3.28%  struct page` and `10.83% 0.02%  struct page +8 (lru.next)`
    fn share(&mut self, text: &str, words: &[Word]) {
        let values: Vec<f64> = words
            .iter()
            .map_while(Word::percent)
            .map(|hundredths| f64::from(hundredths) / 100.0)
            .collect();
        // `-n` puts sample counts behind the percentages.
        let name = words[values.len()..].iter().find(|word| word.number().is_none());
        let Some(name) = name.map(|word| text[word.start..].trim()) else { return };
        if is_line_row(name) {
            self.line_rows += 1;
            return;
        }
        let Some((name, offset, field)) = split_offset(name) else {
            // A type as a whole, or other columns that are no types.
            if !name.contains("  ")
                && looks_like_type(name)
                && let Some(found) = self.type_named(name, values.len())
            {
                found.values = values;
            }
            return;
        };
        if self.rows >= MAX_ROWS {
            self.dropped += 1;
            return;
        }
        self.rows += 1;
        let Some(found) = self.type_named(name, values.len()) else { return };
        found.rows.push(TypeRow {
            offset_bytes: offset as f64,
            size_bytes: None,
            // In a hole perf prints "()".
            field: Some(without_width(field))
                .filter(|field| !matches!(*field, "no field" | ""))
                .map(str::to_owned),
            depth: 1,
            sums_members: false,
            values,
        });
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
        let named = self.events.len() == values;
        self.types.push(TypeProfile {
            name: name.to_owned(),
            object: None,
            size_bytes: None,
            samples: None,
            unit: HeatUnit::Percent,
            events: if named { self.events.clone() } else { Vec::new() },
            values: Vec::new(),
            rows: Vec::new(),
        });
        self.types.last_mut()
    }

    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        if let Some(text) = self.cleaner.finish() {
            self.text(&text);
        }
        self.types.retain(|found| !found.rows.is_empty() || !found.values.is_empty());
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
        if self.line_rows > 0 {
            self.notes.note(
                "the rows by cache line name no offset and were left out: print them with `perf report -s type,typeoff`",
                String::new,
            );
        }
        self.notes.warn_times(self.dropped, "more rows than are read were skipped", String::new);
        let mut events: Vec<String> = Vec::new();
        for event in self.types.iter().flat_map(|found| &found.events) {
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
}

fn event_name(name: &str) -> String {
    name[..name.floor_char_boundary(MAX_EVENT_BYTES)].to_owned()
}

/// ` event[1] = cpu/mem-stores/P`
fn event_line(text: &str) -> Option<(usize, &str)> {
    let (number, name) = text.strip_prefix("event[")?.split_once("] = ")?;
    Some((number.parse().ok()?, name.trim()))
}

/// `struct page +8 (lru.next)`: name, offset, field. Without `--hierarchy` the type stands before it once more.
fn split_offset(text: &str) -> Option<(&str, u64, &str)> {
    let (front, field) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let (name, offset) = front.rsplit_once(" +")?;
    let offset = offset_number(offset)?;
    let name = name.rsplit("  ").next().unwrap_or(name).trim();
    Some((name, offset, field))
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

/// `struct page`, `long unsigned int`, `atomic_t*`, `(unknown)`; not a path or a symbol with its `[k]`.
fn looks_like_type(text: &str) -> bool {
    let first = text.chars().next().unwrap_or(' ');
    (first.is_alphabetic() || first == '_' || first == '(')
        && !text.starts_with("[")
        && !text.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> AccessProfile {
        let mut reader = TypeText::default();
        text.lines().for_each(|line| reader.line(line.as_bytes()));
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
