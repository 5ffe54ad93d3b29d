//! Mutations that are each undone alone and were lost together: what a break goes through may be a sign that another
//! program altered, and what stands behind each line may hide where it ends.

use std::collections::BTreeMap;

use facts::ProfileKind;
use mutations::random::together;
use mutations::specimen::word;
use mutations::{Clean, Mutation, Specimen, Verdict, trial};

use super::mutated::read_all;

/// In the order in which they happen.
const TOGETHER: [&[&str]; 17] = [
    &["`ts -s`, in seconds", "tabs for eight blanks"],
    &["cut at 100", "each gap one blank"],
    &["cut at 160", "`.` for `[.]`"],
    &["a time", "broken in words at 80 with `\\`"],
    &["`\\[.\\]` for `[.]`", "broken in words at 80 with `\\`"],
    &["`%25` for `%`", "broken in words at 150, each line filled"],
    &["no `%`", "broken in words at 80, each line filled"],
    &["`>> `", "broken in words at 80, each line filled"],
    &[
        "gaps of two blanks at most",
        "`:` for `|` in data sources",
        "broken in words at 80 with `\\`",
    ],
    &["cut at 100", "filled to 250 columns"],
    &["rows without source and nodes", "`// 12 bytes` after rows"],
    &["some percentages without their point", "broken in words at 80"],
    &["bold by backspaces", "broken in words at 80"],
    &["bold by backspaces", "broken in words at 80 with `\\`"],
    &["cut at 120, …", "strings of YAML"],
    &["cut at 120", "nothing for `[.]`"],
    &["a column taken out of the table of lines", "cut at 80, ..."],
];

/// Of all texts of a kind every so many-th is tried.
const EVERY: usize = 5;

fn named(name: &str) -> Mutation {
    let known = mutations::all().into_iter().find(|mutation| mutation.name == name);
    known.unwrap_or_else(|| mutations::damage::prefix::fixed(name, name.trim_matches('`')))
}

#[test]
fn mutations_that_were_lost_together() {
    let mut of_kinds: BTreeMap<&str, Vec<Specimen>> = BTreeMap::new();
    for specimen in mutations::specimen::all() {
        of_kinds.entry(word(specimen.kind)).or_default().push(specimen);
    }
    let samples: Vec<Clean> = of_kinds
        .into_values()
        .flat_map(|of_kind| of_kind.into_iter().step_by(EVERY))
        .map(|specimen| Clean { profile: crate::read(&specimen.text), specimen })
        .collect();
    let mut lost = Vec::new();
    for names in TOGETHER {
        let mutation = together(names.iter().map(|name| named(name)).collect());
        let suits = |kind: ProfileKind| names.iter().all(|name| named(name).suits(kind));
        for clean in samples.iter().filter(|clean| suits(clean.specimen.kind)) {
            if let Some(Verdict::Lost(why)) = trial(clean, None, &mutation, &read_all) {
                lost.push(format!("{} of {}: {why}", mutation.name, clean.specimen.name));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
