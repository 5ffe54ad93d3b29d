//! The profile of all lines, and what is said of it.

use facts::{AccessProfile, ProfileKind, TypeProfile};

use super::{MAX_EVENTS, TypeText, pages, repeated};
use crate::NothingUsable;
use crate::empty::empty;
use crate::messages;
use crate::notes::text_line;

impl TypeText {
    /// The profile of all lines.
    pub fn finish(mut self) -> Result<AccessProfile, NothingUsable> {
        self.end_annotation();
        self.end_table();
        for name in pages::join(&mut self.types, &mut self.tables_of, &self.pages) {
            self.notes.add(messages::ends_in_type(), || name);
        }
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
                self.notes.add(messages::values_unnamed(), || found.name.clone());
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
            let (types, tables) = (&mut self.types, &self.tables_of);
            let Some((found, table)) = types.get_mut(*index).zip(tables.get(*index)) else {
                continue;
            };
            // A blank at the edge may be gone.
            let contradicted = self.contradicted.contains(table);
            if (contradicted || *width + 1 >= self.widest) && found.rows.is_empty() {
                found.values.clear();
                self.unread.rows += 1;
            }
        }
    }

    /// What was not read, and what the text does not say.
    fn remarks(&mut self) {
        let Self { notes, types, unread, cut, homeless, decimal_offsets, hex_offsets, .. } = self;
        if self.line_rows > 0 {
            notes.add(messages::by_cache_line(), String::new);
        } else if types.iter().all(|found| found.rows.is_empty()) {
            notes.add(messages::by_type_alone(), String::new);
        }
        let short = types.iter().filter(|found| lacks_rows(found));
        notes.add_times(short.clone().count() as u64, messages::type_rows_missing(), || {
            short.clone().next().map_or_else(String::new, |found| found.name.clone())
        });
        // An annotation that does not has lost its first row.
        let is_flat = |found: &TypeProfile| {
            found.values.is_empty() && found.rows.iter().all(|row| row.size_bytes.is_none())
        };
        if types.iter().any(is_flat) {
            notes.add(messages::no_type_totals(), String::new);
        }
        if decimal_offsets.rows > 0 && hex_offsets.rows > 0 {
            let message = messages::decimal_and_hex(decimal_offsets.rows, hex_offsets.rows);
            let first = decimal_offsets.first_line().max(hex_offsets.first_line());
            notes.add(message, || text_line(first));
        }
        notes.add_lost(unread, messages::type_rows_unread());
        notes.add_lost(cut, messages::field_names_cut());
        notes.add_lost(homeless, messages::outer_row_missing());
        if self.ends_inside {
            notes.add(messages::ends_in_row(), || text_line(self.line));
        }
        if !self.names_events && !self.annotated {
            notes.add(messages::events_unnamed(), String::new);
        }
        if self.other_operations > 0.0 {
            notes.add(messages::other_operations(self.other_operations), String::new);
        }
        notes.add_times(self.dropped, messages::type_rows_dropped(), String::new);
    }
}

/// Whether a type of a report states more than its rows have, beyond what rounding them leaves (a cover letter on linuxppc-dev,
/// July 2024).
fn lacks_rows(found: &TypeProfile) -> bool {
    const ROUNDING: f64 = 0.005;
    let Some(stated) = found.values.first() else { return false };
    let rows = found.rows.iter().filter(|row| row.size_bytes.is_none());
    let rows: Vec<f64> = rows.filter_map(|row| row.values.first().copied()).collect();
    let missing = stated - rows.iter().sum::<f64>();
    !rows.is_empty() && missing > ROUNDING * (rows.len() as f64 + 2.0)
}
