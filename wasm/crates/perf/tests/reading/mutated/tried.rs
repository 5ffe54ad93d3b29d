//! Random texts, each with mutations of its own: what comes of them, and the texts that are not read as they have to be.

use std::cell::RefCell;
use std::path::Path;

use corpus::c2c::C2c;
use corpus::samples::{Output, sample};
use corpus::script::Field;
use corpus::{Version, scenarios};
use mutations::{Clean, Mutation, Specimen, Verdict, trial};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::consistent::consistent;

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

/// Tries so many random texts, each with what `choose` makes of a seed; `None` where that has nothing for such a text.
///
/// * `most_failed_percent` - of them, those that are wrong where the reader says that rows may be wrong, or that it does not
///   read, as it says
///
/// `-- --nocapture` shows what has to be mended, and each such text is a file of the folder that `HITMAP_KEEP` names.
pub fn none_is_lost(
    cases: u32,
    most_failed_percent: usize,
    choose: impl Fn(u64, &Specimen) -> Option<Mutation>,
) {
    let tally = RefCell::new(Tally::default());
    let mut runner = TestRunner::new(seeds::cases(cases));
    let result = runner.run(&(specimen(), any::<u64>()), |(specimen, seed)| {
        // Nothing is asked of a recording in which nothing is found.
        let Ok(profile) = perf::read(&specimen.text, perf::Options::default()) else {
            return Err(TestCaseError::reject("nothing is in the recording"));
        };
        let Some(mutation) = choose(seed, &specimen) else {
            return Err(TestCaseError::reject("it does not happen to such a text"));
        };
        let clean = Clean { specimen, profile };
        let read = |bytes: &[u8]| {
            let found = super::read_all(bytes)?;
            found.iter().for_each(|read| consistent(&read.profile));
            Ok(found)
        };
        if let Some(verdict) = trial(&clean, None, &mutation, &read) {
            let of = format!("{} of {}", mutation.name, clean.specimen.name);
            if let Some(why) = verdict.failed() {
                let text = mutation.apply(&clean.specimen.text, &[]);
                keep(tally.borrow().tried, &text, &clean.specimen.text, &format!("{of}: {why}"));
            }
            tally.borrow_mut().add(&of, verdict);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    let tally = tally.into_inner();
    eprintln!("{}", tally.told());
    let failed = tally.doubted.len() + tally.unread.len();
    assert!(
        tally.lost.is_empty() && failed * 100 <= tally.tried * most_failed_percent,
        "{}",
        tally.told()
    );
}

/// Writes a text that was not read, what it was made of and why, where a folder is named for them.
fn keep(number: usize, text: &[u8], clean: &[u8], why: &str) {
    if let Ok(folder) = std::env::var("HITMAP_KEEP") {
        for (end, bytes) in [("txt", text), ("clean", clean), ("why", why.as_bytes())] {
            let path = Path::new(&folder).join(format!("{number}.{end}"));
            std::fs::write(&path, bytes)
                .unwrap_or_else(|error| unreachable!("{}: {error}", path.display()));
        }
    }
}
