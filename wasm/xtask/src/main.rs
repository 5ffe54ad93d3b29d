//! Build steps that Cargo has no word for:
//!
//! - `cargo xtask types` writes the boundary types to `web/core/facts/generated.ts`; with `--check`
//!   it only says whether that file is up to date;
//! - `cargo xtask corpus` writes the sample files to `corpus/` and their checksums; with `--samples` it leaves the
//!   checksums as git has them, with `--check` it only says whether these are up to date;
//! - `cargo xtask reading [folder] [--list]` prints how well damaged reports are read, with
//!   those of the folder too; `--list` prints each that is not read as the clean one, and why;
//! - `cargo xtask lines` prints lines that it reads from standard input as perf would (`judges/candidates`);
//! - `cargo xtask circles` says whether modules of a crate use each other in a circle.

mod circles;
mod corpus;
mod lines;
mod reading;
mod types;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["types"] => types::write(),
        ["types", "--check"] => types::check(),
        ["corpus"] => corpus::write(true),
        ["corpus", "--samples"] => corpus::write(false),
        ["corpus", "--check"] => corpus::check(),
        ["reading"] => reading::print(None, false),
        ["reading", "--list"] => reading::print(None, true),
        ["reading", folder] => reading::print(Some(folder), false),
        ["reading", folder, "--list"] | ["reading", "--list", folder] => {
            reading::print(Some(folder), true)
        }
        ["circles"] => circles::check(),
        ["lines"] => lines::print(),
        _ => Err(
            "usage: cargo xtask types [--check] | cargo xtask corpus [--samples | --check] | cargo xtask reading [folder] [--list] | cargo xtask circles | cargo xtask lines"
                .to_owned(),
        ),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

/// The folder `wasm/`, wherever the command was started.
fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}
