//! A table that is in the text twice, as it happens when a text is pasted twice.

use std::hash::{Hash, Hasher};

use facts::TypeProfile;
use rustc_hash::{FxHashMap, FxHasher};

use crate::messages;
use crate::notes::Notes;

/// Takes out what is the same table once more: as a table of its own, or as the rows of a table once again.
/// `tables_of` has the table of each type.
pub(super) fn drop_repeated(types: &mut Vec<TypeProfile>, tables_of: &[usize], notes: &mut Notes) {
    let mut kept: Vec<TypeProfile> = Vec::new();
    // Where the tables that are kept begin and end in `kept`, by their fingerprint.
    let mut tables: FxHashMap<u64, Vec<(usize, usize)>> = FxHashMap::default();
    let mut all = std::mem::take(types).into_iter();
    for of_table in tables_of.chunk_by(|table, next| table == next) {
        let mut table: Vec<TypeProfile> = all.by_ref().take(of_table.len()).collect();
        halve(&mut table, notes);
        let alike = tables.entry(fingerprint(&table)).or_default();
        if alike.iter().any(|(start, end)| kept.get(*start..*end) == Some(&table)) {
            notes.add(messages::table_again(), String::new);
            continue;
        }
        alike.push((kept.len(), kept.len() + table.len()));
        kept.extend(table);
    }
    *types = kept;
}

/// Equal for equal tables: a text may hold a hundred thousand, and they are not compared each with each.
fn fingerprint(table: &[TypeProfile]) -> u64 {
    let mut hasher = FxHasher::default();
    for found in table {
        (&found.name, &found.events, found.rows.len()).hash(&mut hasher);
        for row in &found.rows {
            (row.offset_bytes.to_bits(), &row.field).hash(&mut hasher);
            row.values.iter().for_each(|value| value.to_bits().hash(&mut hasher));
        }
    }
    hasher.finish()
}

/// perf prints each offset of a type once. Where every type has all of its rows twice, the table was repeated.
fn halve(table: &mut [TypeProfile], notes: &mut Notes) {
    let twice = |found: &TypeProfile| {
        let (first, second) = found.rows.split_at(found.rows.len() / 2);
        first == second
    };
    if table.iter().any(|found| !found.rows.is_empty()) && table.iter().all(twice) {
        for found in table {
            found.rows.truncate(found.rows.len() / 2);
        }
        notes.add(messages::table_again(), String::new);
    }
}
