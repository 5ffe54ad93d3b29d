//! Reading perf's reports and recordings, judged by perf and by counts that are not ours.

mod beside;
mod breakdowns;
mod columns;
#[path = "../support/consistent.rs"]
mod consistent;
mod corpus;
mod mem_reports;
mod mutated;
mod names;
mod pastes;
mod properties;
mod public;
mod rounded;
mod samples;
mod screens;
mod several;
mod sources;
mod types;

use facts::{AccessProfile, NamedProfile};

/// Reads a profile that must be readable.
fn read(bytes: &[u8]) -> AccessProfile {
    match perf::read(bytes, perf::Options::default()) {
        Ok(profile) => profile,
        Err(error) => unreachable!("{error}"),
    }
}

/// A file of this crate's samples.
fn sample(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("{path}: {error}"),
    }
}

/// The profile of a text that holds one.
fn only(read: Result<Vec<NamedProfile>, perf::NothingUsable>) -> AccessProfile {
    match read.as_deref() {
        Ok([named]) => named.profile.clone(),
        other => unreachable!("not one profile: {other:?}"),
    }
}
