//! `cargo run --example header_json [--KIND[=ARGUMENT]] FILE…`: what is read of each file as one line of JSON, for tests and
//! checks that run without WASM. `-` reads standard input. Kinds: a `HeaderDoc` where none is given, `--pahole`, `--posted`,
//! `--directives`, `--word-marks`, `--names=A,B`, `--words-at=LINE:COLUMN,…`, `--differences=N` (the first N bytes against the others).
//! `--included TEXT` hands the reader of C the `#define`s of a tree.

use std::io::Read;

use serde_json::to_string;

fn main() -> std::io::Result<()> {
    let mut kind = String::new();
    let mut included = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--included" {
            included = arguments.next().unwrap_or_default();
            continue;
        }
        if name.starts_with("--") {
            kind = name;
            continue;
        }
        let mut bytes = Vec::new();
        if name == "-" {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&name)?;
        }
        let (what, argument) = kind.split_once('=').unwrap_or((&kind, ""));
        let list: Vec<&str> = argument.split(',').filter(|each| !each.is_empty()).collect();
        let json = match what {
            "--pahole" => to_string(&csource::read_pahole(&bytes))?,
            "--posted" => to_string(&csource::read_posted(&bytes))?,
            "--directives" => to_string(&csource::read_directives(&bytes))?,
            "--names" => to_string(&csource::read_names(&bytes, &list, true))?,
            "--words-at" => {
                let number = |text: &str| text.parse().unwrap_or_default();
                let places: Vec<(u32, u32)> = list
                    .iter()
                    .filter_map(|each| each.split_once(':'))
                    .map(|(line, column)| (number(line), number(column)))
                    .collect();
                to_string(&csource::words_at(&bytes, &places))?
            }
            "--word-marks" => to_string(&csource::word_marks(&bytes))?,
            "--differences" => {
                let at = argument.parse().unwrap_or_default();
                let (before, after) = bytes.split_at_checked(at).unwrap_or((&bytes, &[]));
                to_string(&csource::differences(before, after))?
            }
            _ => to_string(&csource::read_header_with(&bytes, included.as_bytes()))?,
        };
        println!("{json}");
    }
    Ok(())
}
