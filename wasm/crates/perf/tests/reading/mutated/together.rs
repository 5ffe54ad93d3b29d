//! Reports that no one has thought of, damaged in several ways at once.

use std::cell::RefCell;
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
/// Of them, those that are wrong where the reader says that rows may be wrong, or that it does not read, as it says.
const MOST_FAILED_PERCENT: usize = 3;

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

/// What came of the texts.
#[derive(Default)]
struct Tally {
    tried: usize,
    same: usize,
    noted: usize,
    /// Wrong or missing, of a text whose rows may be wrong as the reader says.
    doubted: Vec<String>,
    /// Not read, which a sentence says.
    unread: Vec<String>,
    lost: Vec<String>,
}

impl Tally {
    fn add(&mut self, of: &str, verdict: Verdict) {
        self.tried += 1;
        let (list, why) = match verdict {
            Verdict::Same => return self.same += 1,
            Verdict::Noted(_) => return self.noted += 1,
            Verdict::Doubted(why) => (&mut self.doubted, why),
            Verdict::Unread(why) => (&mut self.unread, why),
            Verdict::Lost(why) => (&mut self.lost, why),
        };
        list.push(format!("{of}: {why}"));
    }

    /// In a sentence, with each text that was not read as well as it can be.
    fn told(&self) -> String {
        let Self { tried, same, noted, doubted, unread, lost } = self;
        let [doubts, refusals, losses] = [doubted, unread, lost].map(Vec::len);
        let mut out = format!(
            "{tried} texts: {same} same, {noted} noted, {doubts} wrong where a doubt is said, {refusals} not read, which is said, {losses} lost"
        );
        for (name, list) in [("doubted", doubted), ("unread", unread), ("LOST", lost)] {
            list.iter().for_each(|why| out += &format!("\n{name}: {why}"));
        }
        out
    }
}

#[test]
fn several_mutations_at_once() {
    let read_alone = ReadAlone::new();
    let tally = RefCell::new(Tally::default());
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
        if let Some(verdict) = trial(&clean, None, &mutation, &read) {
            let of = format!("{} of {}", mutation.name, clean.specimen.name);
            tally.borrow_mut().add(&of, verdict);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    let tally = tally.into_inner();
    // `-- --nocapture` shows what has to be mended.
    eprintln!("{}", tally.told());
    let failed = tally.doubted.len() + tally.unread.len();
    assert!(
        tally.lost.is_empty() && failed * 100 <= tally.tried * MOST_FAILED_PERCENT,
        "{}",
        tally.told()
    );
}
