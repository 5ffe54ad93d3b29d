//! Judges from outside (compilers, pahole, perf): where one is missing the test says so and counts as skipped.
//!
//! libtest cannot skip a test that runs, so a skip is one line of JSON in the file that `HITMAP_SKIPS` names; the
//! command that runs the tests (`scripts/lib/suites.mjs`) takes it off what passed, and names it. Under `CI=true` a
//! judge that the test command can install (`scripts/judges.json`) has to be there: its absence fails the test.
//!
//! ```no_run
//! # fn main() {
//! use std::process::Command;
//!
//! let compiled = match judges::run(Command::new("gcc").args(["-c", "a.c"])) {
//!     Ok(output) => output,
//!     Err(missing) => judges::skip!(missing),
//! };
//! # }
//! ```

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Output};

use serde_json::json;

/// What the test command can install: the program, and Debian's package that has it.
const INSTALLABLE: &str = include_str!("../../../../scripts/judges.json");

/// Ends the test and counts it as skipped for this reason.
#[macro_export]
macro_rules! skip {
    ($reason:expr) => {{
        $crate::record(None, env!("CARGO_CRATE_NAME"), &$reason);
        return;
    }};
}

/// Counts a part of the test as skipped, and goes on: `skip_part!("-gdwarf-5", reason)`.
#[macro_export]
macro_rules! skip_part {
    ($part:expr, $reason:expr) => {
        $crate::record(Some(&$part), env!("CARGO_CRATE_NAME"), &$reason)
    };
}

/// Skips the test where this program is not installed: `needs!("gcc")`.
#[macro_export]
macro_rules! needs {
    ($program:expr) => {
        if let Err(reason) = $crate::present($program) {
            $crate::skip!(reason);
        }
    };
}

/// Whether a judge can be started; `Err` is the reason for a skip.
///
/// # Errors
///
/// Where it is not installed.
///
/// # Panics
///
/// As [`missing`] does.
pub fn present(program: &str) -> Result<(), String> {
    started(Command::new(program).arg("--version")).map(|_| ())
}

/// What a judge says; `Err` is the reason for a skip where it is not installed.
///
/// # Panics
///
/// Where the judge is there and fails: the test gave it what it does not take. And as [`missing`] does.
#[allow(clippy::panic, reason = "a judge that fails, fails the test")]
pub fn run(command: &mut Command) -> Result<Output, String> {
    match started(command)? {
        output if output.status.success() => Ok(output),
        output => panic!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)),
    }
}

/// The same for a judge that may refuse what it is asked (a compiler without a flag): `Err` is its reason, too.
///
/// # Panics
///
/// As [`missing`] does.
pub fn run_if_able(command: &mut Command) -> Result<Output, String> {
    let output = started(command)?;
    if output.status.success() {
        return Ok(output);
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let said = text.lines().find(|line| line.contains("error")).or(text.lines().last());
    Err(format!("{} refuses: {}", name_of(command), said.unwrap_or("it says nothing")))
}

fn started(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|_| missing(&name_of(command)))
}

fn name_of(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
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

/// Leaves a skip in the file that `HITMAP_SKIPS` names: of a whole test, which has not passed then, or of a part of
/// it. `group` is the file of tests. Called by the macros.
pub fn record(part: Option<&str>, group: &str, reason: &str) {
    assert!(!reason.trim().is_empty(), "a skip says why");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("?");
    let name = part.map_or(format!("{group} {test}"), |part| format!("{group} {test} ({part})"));
    println!("skipped: {name}: {reason}");
    if let Some(list) = std::env::var_os("HITMAP_SKIPS") {
        let line = json!({ "test": name, "reason": reason, "whole": part.is_none() });
        let file = OpenOptions::new().create(true).append(true).open(&list);
        let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        assert!(written.is_ok(), "a skip that cannot be counted: {written:?}, {}", list.display());
    }
}
