//! Types by their names, their rows by offset and field.

use facts::{AccessProfile, TypeProfile, TypeRow};

use super::findings::Findings;

/// Compares the types of two profiles.
pub(super) fn types(clean: &AccessProfile, read: &AccessProfile, found: &mut Findings) {
    if clean.types == read.types {
        return;
    }
    let mut used = vec![false; clean.types.len()];
    for of_read in &read.types {
        let named = clean.types.iter().enumerate();
        let candidates = named.filter(|(at, known)| !used[*at] && known.name == of_read.name);
        let best = candidates
            .map(|(at, known)| (at, difference(known, of_read)))
            .min_by_key(|(_, found)| found.weight());
        match best {
            None => {
                found.is_wrong(|| format!("type {:?} is invented, or there twice", of_read.name));
            }
            Some((at, differences)) => {
                used[at] = true;
                found.add(|| of_read.name.clone(), differences);
            }
        }
    }
    let there = used.iter().filter(|used| **used).count();
    if there < used.len() {
        found.is_missing(|| format!("types: {there} of {}", used.len()));
    }
    if found.is_empty() {
        found.is_missing(|| "the order of types".to_owned());
    }
}

fn difference(clean: &TypeProfile, read: &TypeProfile) -> Findings {
    let mut found = Findings::default();
    found.optional("object", clean.object.as_ref(), read.object.as_ref());
    found.optional("size", clean.size_bytes.as_ref(), read.size_bytes.as_ref());
    found.optional("samples", clean.samples.as_ref(), read.samples.as_ref());
    if clean.unit != read.unit {
        found.is_wrong(|| format!("unit {:?} instead of {:?}", read.unit, clean.unit));
    }
    if read.events.is_empty() && !clean.events.is_empty() {
        found.is_missing(|| "the events".to_owned());
    } else if read.events != clean.events {
        found.is_wrong(|| format!("events {:?} instead of {:?}", read.events, clean.events));
    }
    values("the type", &clean.values, &read.values, &mut found);
    rows(&clean.rows, &read.rows, &mut found);
    found
}

fn rows(clean: &[TypeRow], read: &[TypeRow], found: &mut Findings) {
    // Rows keep their order, so each is looked for after the one before it.
    let mut from = 0;
    for row in read {
        let rest = clean.iter().enumerate().skip(from);
        let best = rest
            .filter(|(_, known)| known.offset_bytes == row.offset_bytes)
            .map(|(at, known)| (at, row_difference(known, row)))
            .min_by_key(|(_, found)| found.weight());
        match best {
            None => {
                found.is_wrong(|| format!("row {} is invented, or there twice", row.offset_bytes))
            }
            Some((at, differences)) => {
                from = at + 1;
                found.add(|| format!("row {}", row.offset_bytes), differences);
            }
        }
    }
    if read.len() < clean.len() {
        found.is_missing(|| format!("rows: {} of {}", read.len(), clean.len()));
    }
}

fn row_difference(clean: &TypeRow, read: &TypeRow) -> Findings {
    let mut found = Findings::default();
    found.optional("size", clean.size_bytes.as_ref(), read.size_bytes.as_ref());
    found.optional("field", clean.field.as_ref(), read.field.as_ref());
    let place = |row: &TypeRow| (row.depth, row.sums_members);
    if place(clean) != place(read) {
        found.is_wrong(|| format!("depth, sum {:?} instead of {:?}", place(read), place(clean)));
    }
    values("the row", &clean.values, &read.values, &mut found);
    found
}

fn values(of: &str, clean: &[f64], read: &[f64], found: &mut Findings) {
    let front = clean.get(..read.len());
    if front != Some(read) {
        found.is_wrong(|| format!("values of {of}: {read:?} instead of {clean:?}"));
    } else if read.len() < clean.len() {
        found.is_missing(|| format!("values of {of}: {} of {}", read.len(), clean.len()));
    }
}
