//! Reports that no one has thought of, damaged in several ways at once.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use corpus::c2c::C2c;
use corpus::samples::{Output, sample};
use corpus::script::Field;
use corpus::{Version, scenarios};
use mutations::random::several;
use mutations::specimen::word;
use mutations::{Clean, Mutation, Specimen, Verdict, trial};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::consistent::consistent;

use super::expected::EXPECTED_LOST;

/// Reports that are tried.
const CASES: u32 = 600;
/// Of them, as long as the reader loses some; 0 is the aim. With the fixed seed it is one in 70, with others one in 30.
const MOST_LOST_PERCENT: usize = 5;

/// What perf prints of random scenarios.
fn specimen() -> impl Strategy<Value = Specimen> {
    let outputs = prop_oneof![
        4 => (0..4u8, any::<bool>()).prop_map(|(node_info, full_symbols)| {
            Output::C2c(C2c { node_info, full_symbols, ..C2c::default() })
        }),
        1 => Just(Output::Script(Field::ALL.to_vec())),
        1 => any::<bool>().prop_map(Output::MemDump),
        1 => Just(Output::MemReport),
    ];
    let versions = proptest::sample::select(Version::ALL.to_vec());
    (any::<u32>(), versions, outputs).prop_filter_map("a recording", |(seed, version, output)| {
        let name = format!("random {seed} {version} {output:?}");
        let scenario = scenarios::random_scenario(u64::from(seed));
        Specimen::of(&sample(&name, scenario, version, output))
    })
}

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
    let (tried, lost) = (Cell::new(0), RefCell::new(Vec::new()));
    let mut runner = TestRunner::new(seeds::cases(CASES));
    let result = runner.run(&(specimen(), any::<u64>()), |(specimen, seed)| {
        // Nothing is asked of a recording in which nothing is found.
        let Ok(profile) = perf::read(&specimen.text, perf::Options::default()) else {
            return Err(TestCaseError::reject("nothing is in the recording"));
        };
        let kind = specimen.kind;
        let mutation = several(seed, kind, |mutation| read_alone.has(mutation, word(kind)));
        let clean = Clean { specimen, profile };
        let read = |bytes: &[u8]| {
            let found = super::read_all(bytes)?;
            found.iter().for_each(|read| consistent(&read.profile));
            Ok(found)
        };
        let verdict = trial(&clean, None, &mutation, &read);
        tried.set(tried.get() + usize::from(verdict.is_some()));
        if let Some(Verdict::Lost(why)) = verdict {
            let sentence = format!("{} of {}: {why}", mutation.name, clean.specimen.name);
            lost.borrow_mut().push(sentence);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    let (tried, lost) = (tried.get(), lost.into_inner());
    assert!(
        lost.len() * 100 <= tried * MOST_LOST_PERCENT,
        "{} of {tried} are lost\n{}",
        lost.len(),
        lost.join("\n")
    );
}
