//! Rows of `perf report -s type,typeoff`: offsets, pseudo types, and whole types.

use facts::{HeatUnit, TypeProfile, TypeRow};

use super::names::{
    is_line_row, looks_like_type, once, split_offset, without_number, without_width,
};
use super::table::{Values, percentages};
use super::{MAX_ROWS, TypeText};
use crate::messages;
use crate::notes::text_line;
use crate::tokens::Word;

impl TypeText {
    /// `26.09% 3.28%  struct page` and `10.83% 0.02%  struct page +8 (lru.next)`
    pub(super) fn share(&mut self, text: &str, words: &[Word]) {
        // A sentence may begin with "98.5%"; perf prints two decimals.
        let first = words.first().map_or("", |word| word.text);
        let decimals = first.trim_end_matches('%').rsplit_once('.');
        let is_row = self.table.has_header || decimals.is_some_and(|(_, part)| part.len() == 2);
        if !self.row(text, words) && is_row {
            self.unread.add(self.line);
        }
    }

    /// Reads a row; whether it was one.
    fn row(&mut self, text: &str, words: &[Word]) -> bool {
        let (all, end) = percentages(words);
        let share_end = words.first().map_or(0, |word| word.end);
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
        if name.ends_with('\u{2026}') {
            return false;
        }
        let (name, more) = behind_field(name);
        if !more.is_empty() {
            self.notes.add(messages::more_columns(), || text_line(self.line));
        }
        let pseudo = self.pseudo_offset(name, share_end);
        let place = pseudo.map(|name| (name, "0", 0, Some("no field")));
        let Some((name, written, offset, field)) = place.or_else(|| split_offset(name)) else {
            return self.whole_type(name, text, share_end, found);
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
        let same = of.rows.iter_mut().find(|row| row.offset_bytes == offset as f64);
        if let Some(row) = same.filter(|_| !more.is_empty()) {
            row.values.iter_mut().zip(&found.values).for_each(|(sum, value)| *sum += value);
            return true;
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
        if cut || other || !(self.table.has_header || looks_like_type(name)) {
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
                self.notes.add(messages::shares_unnamed(), || name.to_owned());
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
}

/// The name up to the field, `struct page +8 (lru.next)`, and what further sort keys have behind it.
fn behind_field(name: &str) -> (&str, &str) {
    let field = name.rfind(" +").and_then(|at| Some(at + name[at..].find(')')? + 1));
    match field.and_then(|end| Some((name.get(..end)?, name.get(end..)?))) {
        Some((front, behind)) if behind.starts_with("  ") => (front, behind.trim()),
        _ => (name, ""),
    }
}

/// Whether a row has as many values as those of its type: the first one is as good as the header where that is not known.
fn has_as_many(of: &TypeProfile, values: &[f64]) -> bool {
    let first = of.rows.first().map(|row| &row.values);
    let first = first.or(Some(&of.values).filter(|values| !values.is_empty()));
    first.is_none_or(|first| first.len() == values.len())
}
