//! Judges from outside (compilers, pahole, perf): where one is missing the test says so and counts as skipped.
//!
//! libtest cannot skip a test that runs, so a skip is one line of JSON in the file that `HITMAP_SKIPS` names; the
//! command that runs the tests (`scripts/lib/suites.mjs`) takes it off what passed, and names it. Under `CI=true` a
//! judge that the test command can install (`scripts/judges.json`) has to be there: its absence fails the test.
//!
//! ```no_run
//! # fn main() {
//! if std::process::Command::new("gcc").arg("--version").output().is_err() {
//!     judges::skip!(judges::missing("gcc"));
//! }
//! # }
//! ```

use std::fs::OpenOptions;
use std::io::Write;

/// What the test command can install: the program, and Debian's package that has it.
const INSTALLABLE: &str = include_str!("../../../../scripts/judges.json");

/// Ends the test and counts it as skipped for this reason.
#[macro_export]
macro_rules! skip {
    ($reason:expr) => {{
        $crate::record($crate::Extent::Test, env!("CARGO_CRATE_NAME"), &$reason);
        return;
    }};
}

/// Counts a part of the test as skipped for this reason, and goes on.
#[macro_export]
macro_rules! skip_part {
    ($reason:expr) => {
        $crate::record($crate::Extent::Part, env!("CARGO_CRATE_NAME"), &$reason)
    };
}

/// How much of a test was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of it: it has not passed.
    Test,
    /// A part: it is skipped beside the test, which goes on.
    Part,
}

/// The reason for a skip where a program cannot be started.
///
/// # Panics
///
/// Under `CI=true`, where the test command installs that program.
#[must_use]
#[allow(clippy::panic, reason = "a missing judge fails the test that needs it")]
pub fn missing(program: &str) -> String {
    let installable: serde_json::Value = serde_json::from_str(INSTALLABLE).unwrap_or_default();
    let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if in_ci && installable.get(program).is_some() {
        panic!("{program} is missing; under CI=true the test command installs it");
    }
    format!("{program} is missing")
}

/// Leaves a skip in the file that `HITMAP_SKIPS` names; `group` is the file of tests. Called by the macros.
pub fn record(extent: Extent, group: &str, reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("?");
    println!("skipped: {group} {test}: {reason}");
    let Some(list) = std::env::var_os("HITMAP_SKIPS") else { return };
    let whole = extent == Extent::Test;
    let line = serde_json::json!({ "test": format!("{group} {test}"), "reason": reason, "whole": whole });
    let written = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&list)
        .and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    assert!(written.is_ok(), "a skip that cannot be counted: {written:?} ({})", list.display());
}
