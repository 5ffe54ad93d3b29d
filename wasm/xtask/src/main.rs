//! Build steps that Cargo has no word for. `cargo xtask types` writes the boundary types.

use std::process::ExitCode;

const HEADER: &str = "// Written by `cargo xtask types` from wasm/crates/facts. Do not edit: change the Rust types.\n\n";

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("types") => {
            let text = format!("{HEADER}{}\n", facts::typescript_declarations().join("\n\n"));
            match std::fs::write("../web/facts/generated.ts", text) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("could not write web/facts/generated.ts: {error}");
                    ExitCode::from(2)
                }
            }
        }
        _ => {
            eprintln!("usage: cargo xtask types");
            ExitCode::from(2)
        }
    }
}
