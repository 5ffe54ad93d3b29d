//! Reports as people paste them: each sample of the corpus, damaged in each way, gives the profile of the clean text, or
//! nothing wrong and a note about what is missing.

mod expected;

use std::collections::BTreeMap;
use std::fmt::Write;

use mutations::specimen::word;
use mutations::trial::other_of;
use mutations::{Clean, Mutation, Read, Specimen, trial};

use expected::EXPECTED_LOST;

/// The profiles of a text.
pub fn read_all(bytes: &[u8]) -> Result<Vec<Read>, String> {
    let all = perf::read_all(bytes, perf::Options::default()).map_err(|error| error.to_string())?;
    Ok(all.into_iter().map(|named| Read { name: named.name, profile: named.profile }).collect())
}

/// What is read of the text when nothing happened to it; that this is true is judged in `corpus.rs` and `types.rs`.
fn clean(specimen: Specimen) -> Clean {
    let profile = crate::read(&specimen.text);
    assert_eq!(profile.kind, specimen.kind, "{}", specimen.name);
    Clean { specimen, profile }
}

/// A sample that is not read as it has to be.
#[derive(Debug)]
pub struct Lost {
    mutation: String,
    kind: &'static str,
    sample: String,
    why: String,
}

/// What is lost of these samples; and how many of each kind each mutation happens to.
pub fn lost(
    samples: &[Clean],
    mutations: &[Mutation],
) -> (Vec<Lost>, BTreeMap<(String, &'static str), usize>) {
    let (mut lost, mut tried) = (Vec::new(), BTreeMap::new());
    for mutation in mutations {
        for (at, sample) in samples.iter().enumerate() {
            let kind = word(sample.specimen.kind);
            let Some(verdict) = trial(sample, other_of(samples, at), mutation, &read_all) else {
                continue;
            };
            *tried.entry((mutation.name.clone(), kind)).or_default() += 1;
            if let Some(why) = verdict.failed().map(str::to_owned) {
                let (mutation, sample) = (mutation.name.clone(), sample.specimen.name.clone());
                lost.push(Lost { mutation, kind, sample, why });
            }
        }
    }
    (lost, tried)
}

/// Whether an entry of the list speaks of it: by its kind or by its name.
fn is_of(lost: &Lost, mutation: &str, of: &str) -> bool {
    lost.mutation == mutation && (lost.kind == of || lost.sample == of)
}

#[test]
fn mutated_samples_are_read_as_they_are_or_with_a_note() {
    let samples: Vec<Clean> = mutations::specimen::all().into_iter().map(clean).collect();
    let (found, tried) = lost(&samples, &mutations::all());
    let expected = |lost: &Lost| {
        EXPECTED_LOST.iter().any(|(mutation, of, _)| of.iter().any(|of| is_of(lost, mutation, of)))
    };
    let wrong: Vec<&Lost> = found.iter().filter(|lost| !expected(lost)).collect();
    let mut right = Vec::new();
    for (mutation, of, why) in EXPECTED_LOST {
        for of in of.iter().filter(|of| !found.iter().any(|lost| is_of(lost, mutation, of))) {
            right.push(format!(
                "{mutation}: {of} is right now, so take it off EXPECTED_LOST: {why}"
            ));
        }
    }
    assert!(
        wrong.is_empty() && right.is_empty(),
        "{} lost, {} right\n{}\n{}",
        wrong.len(),
        right.len(),
        right.join("\n"),
        entries(&wrong, &tried)
    );
}

/// More samples than these are named by their kind.
const FEW: usize = 4;

/// As `EXPECTED_LOST` has them, with what was found first.
fn entries(lost: &[&Lost], tried: &BTreeMap<(String, &'static str), usize>) -> String {
    let mut out = String::new();
    for of_mutation in lost.chunk_by(|a, b| a.mutation == b.mutation) {
        let mutation = &of_mutation[0].mutation;
        let mut of = Vec::new();
        for of_kind in of_mutation.chunk_by(|a, b| a.kind == b.kind) {
            let kind = of_kind[0].kind;
            let all = tried.get(&(mutation.clone(), kind)) == Some(&of_kind.len());
            if all || of_kind.len() > FEW {
                of.push(format!("{kind:?}"));
            } else {
                of.extend(of_kind.iter().map(|lost| format!("{:?}", lost.sample)));
            }
        }
        let Lost { sample, why, .. } = of_mutation[0];
        let _ = writeln!(out, "({mutation:?}, &[{}], \"{sample}: {why}\"),", of.join(", "));
    }
    out
}

/// Sizes of chunks: within each word, within each row, and as files come.
const CHUNK_BYTES: [usize; 3] = [1, 61, 4093];

/// Ends of lines, characters of two bytes and escapes lie across chunks.
#[test]
fn mutated_samples_are_read_alike_in_chunks() {
    let mut samples = mutations::specimen::all();
    samples.sort_by_key(|sample| sample.text.len());
    for kind in mutations::specimen::KINDS {
        let of_kind: Vec<&Specimen> = samples.iter().filter(|s| s.kind == kind).collect();
        let sample = of_kind[of_kind.len() / 2];
        for mutation in mutations::all().iter().filter(|mutation| mutation.suits(kind)) {
            let text = mutation.apply(&sample.text, &of_kind[0].text);
            let in_chunks = |size: usize| {
                let mut reader = perf::Reader::new(kind, perf::Options::default());
                text.chunks(size).for_each(|chunk| reader.push(chunk));
                reader.finish()
            };
            let whole = in_chunks(text.len().max(1));
            for size in CHUNK_BYTES {
                let name = &mutation.name;
                assert!(in_chunks(size) == whole, "{name} of {} in {size} bytes", sample.name);
            }
        }
    }
}
