//! Screens of one type: perf's browser shows a type folded, unfolded, or a page of it. Together they are one type.

use std::ops::Range;

use facts::{TypeProfile, TypeRow};
use rustc_hash::{FxHashMap, FxHashSet};

/// Screens of a type that are joined: a type of a thousand members fills so many.
const MOST_SCREENS: u32 = 64;

/// What is known of an annotation that has ended.
#[derive(Debug)]
pub(super) struct Page {
    /// Its place among the types.
    pub of: usize,
    /// It is a screen, and not perf's text.
    pub is_screen: bool,
    /// A recording of a screen may begin before all of it is drawn.
    pub has_header: bool,
    /// Its last lines are not in it.
    pub is_open: bool,
    /// The aggregates that were open where it ends.
    pub path: Vec<Aggregate>,
}

/// A struct or union whose members are being read.
#[derive(Debug, Clone)]
pub(super) struct Aggregate {
    pub name: Option<String>,
    /// Where it lies in the type; all of it, where its own row was taken out.
    pub bytes: Range<f64>,
}

type Key = (u64, u64, u32, Option<String>);

pub(super) fn key(row: &TypeRow) -> Key {
    let size = row.size_bytes.unwrap_or_default();
    (row.offset_bytes.to_bits(), size.to_bits(), row.depth, row.field.clone())
}

/// Whether two annotations are screens of one type of one recording.
pub(super) fn is_same(a: &TypeProfile, b: &TypeProfile) -> bool {
    (&a.name, a.samples, a.unit, &a.events) == (&b.name, b.samples, b.unit, &b.events)
}

/// Joins the screens of each type, and returns the names of those whose last lines are in none.
pub(super) fn join(
    types: &mut Vec<TypeProfile>,
    tables_of: &mut Vec<usize>,
    pages: &[Page],
) -> Vec<String> {
    // The type that the screens of a name and number of samples are joined to, how many they are, and whether all are open.
    let mut kept: FxHashMap<(String, Option<u32>), (usize, u32, bool)> = FxHashMap::default();
    let mut gone = vec![false; types.len()];
    let mut open = Vec::new();
    let name_of = |page: &Page| types.get(page.of).map(|found| (found.name.clone(), found.samples));
    let drawn: FxHashSet<_> =
        pages.iter().filter(|page| page.is_screen && page.has_header).filter_map(name_of).collect();
    for page in pages {
        let Some(found) = types.get(page.of) else { continue };
        let name = (found.name.clone(), found.samples);
        if page.is_screen && !page.has_header && drawn.contains(&name) {
            gone.get_mut(page.of).into_iter().for_each(|gone| *gone = true);
            continue;
        }
        if let Some((of, screens, is_open)) = kept.get_mut(&name).filter(|_| page.is_screen)
            && *screens < MOST_SCREENS
            && let Ok([whole, found]) = types.get_disjoint_mut([*of, page.of])
            && is_same(whole, found)
            && add(whole, found)
        {
            *screens += 1;
            *is_open &= page.is_open;
            gone.get_mut(page.of).into_iter().for_each(|gone| *gone = true);
        } else if page.is_screen {
            let before = kept.insert(name, (page.of, 1, page.is_open));
            open.extend(before.filter(|(_, _, is_open)| *is_open).map(|(of, ..)| of));
        } else if page.is_open {
            open.push(page.of);
        }
    }
    open.extend(kept.into_values().filter(|(_, _, is_open)| *is_open).map(|(of, ..)| of));
    facts::sort_by(&mut open, usize::cmp);
    let names = open.iter().filter_map(|of| types.get(*of)).map(|found| found.name.clone());
    let names = names.collect();
    let mut stays = gone.iter().map(|gone| !gone);
    types.retain(|_| stays.next().unwrap_or(true));
    let mut stays = gone.iter().map(|gone| !gone);
    tables_of.retain(|_| stays.next().unwrap_or(true));
    names
}

/// Adds the rows that a type lacks, each after the one that is before it in the other screen; `false` where both have a row
/// with different values.
fn add(whole: &mut TypeProfile, screen: &mut TypeProfile) -> bool {
    let known: FxHashMap<Key, usize> =
        whole.rows.iter().enumerate().map(|(at, row)| (key(row), at)).collect();
    let same = |row: &TypeRow| {
        let of_whole = known.get(&key(row)).and_then(|at| whole.rows.get(*at));
        of_whole.is_none_or(|known| known.values == row.values)
    };
    if !screen.rows.iter().all(same) {
        return false;
    }
    let mut after: Vec<Vec<TypeRow>> = vec![Vec::new(); whole.rows.len() + 1];
    let mut at = 0;
    for row in std::mem::take(&mut screen.rows) {
        match known.get(&key(&row)) {
            Some(found) => {
                at = found + 1;
                if let Some(known) = whole.rows.get_mut(*found) {
                    // Unfolded, its members are there too.
                    known.sums_members |= row.sums_members;
                }
            }
            None => after.get_mut(at).into_iter().for_each(|rows| rows.push(row.clone())),
        }
    }
    let mut rows = std::mem::take(&mut whole.rows).into_iter();
    for more in after {
        whole.rows.extend(more);
        whole.rows.extend(rows.next());
    }
    true
}
