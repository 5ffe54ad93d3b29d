//! `cargo run --example header_json FILE…`: each file's `HeaderDoc` as one line of JSON, for tests and
//! checks that run without WASM. `-` reads standard input; `--pahole` reads pahole's text instead, `--posted`
//! a posted patch; `--included TEXT` hands the reader of C the `#define`s of a tree.

use std::io::Read;

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
        let json = match kind.as_str() {
            "--pahole" => serde_json::to_string(&csource::read_pahole(&bytes))?,
            "--posted" => serde_json::to_string(&csource::read_posted(&bytes))?,
            _ => serde_json::to_string(&csource::read_header_with(&bytes, included.as_bytes()))?,
        };
        println!("{json}");
    }
    Ok(())
}
