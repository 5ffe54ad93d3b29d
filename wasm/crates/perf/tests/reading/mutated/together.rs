//! Reports that no one has thought of, damaged in several ways at once.

use std::collections::BTreeSet;

use mutations::Mutation;
use mutations::random::several;
use mutations::specimen::word;

use super::expected::EXPECTED_LOST;
use super::tried::none_is_lost;

/// Reports that are tried.
const CASES: u32 = 600;
/// Of them, those that are not read, as is said, or of which a doubt is said.
const MOST_FAILED_PERCENT: usize = 3;

/// Up to its first parameter: "cut at ".
fn family(name: &str) -> &str {
    let end = name.find(|c: char| c.is_ascii_digit() || c == '`').unwrap_or(name.len());
    &name[..end]
}

/// Mutations that are read alone: what is lost alone says nothing about what is lost together.
struct ReadAlone {
    /// Names of all that have no random parameter.
    listed: BTreeSet<String>,
    /// Mutation and kind of text.
    lost: Vec<(&'static str, &'static str)>,
}

impl ReadAlone {
    fn new() -> Self {
        let specimens = mutations::specimen::all();
        let kind_of = |of: &'static str| {
            let named = specimens.iter().find(|specimen| specimen.name == of);
            named.map_or(of, |specimen| word(specimen.kind))
        };
        let lost = EXPECTED_LOST
            .iter()
            .flat_map(|(mutation, of, _)| of.iter().map(|of| (*mutation, kind_of(of))));
        let listed = mutations::all().into_iter().map(|mutation| mutation.name);
        Self { listed: listed.collect(), lost: lost.collect() }
    }

    /// A mutation with a parameter of its own is left out as long as one of its kin is lost.
    fn has(&self, mutation: &Mutation, kind: &str) -> bool {
        let concerns = |lost: &str| {
            if self.listed.contains(&mutation.name) {
                lost == mutation.name
            } else {
                family(lost) == family(&mutation.name)
            }
        };
        !self.lost.iter().any(|(lost, of)| *of == kind && concerns(lost))
    }
}

#[test]
fn several_mutations_at_once() {
    let read_alone = ReadAlone::new();
    none_is_lost(CASES, MOST_FAILED_PERCENT, |seed, specimen| {
        let kind = specimen.kind;
        Some(several(seed, kind, |mutation| read_alone.has(mutation, word(kind))))
    });
}
