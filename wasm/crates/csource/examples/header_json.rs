//! `cargo run --example header_json FILE…`: each file's `HeaderDoc` as one line of JSON, for tests and
//! checks that run without WASM. `-` reads standard input; `--pahole` reads pahole's text instead.

use std::io::Read;

fn main() -> std::io::Result<()> {
    let mut pahole = false;
    for name in std::env::args().skip(1) {
        if name == "--pahole" {
            pahole = true;
            continue;
        }
        let mut bytes = Vec::new();
        if name == "-" {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&name)?;
        }
        let json = if pahole {
            serde_json::to_string(&csource::read_pahole(&bytes))?
        } else {
            serde_json::to_string(&csource::read_header(&bytes))?
        };
        println!("{json}");
    }
    Ok(())
}
