//! The boundary types as TypeScript.

use std::path::PathBuf;

const HEADER: &str = "// Written by `cargo xtask types` from wasm/crates/facts. Do not edit: change the Rust types.\n\n";

/// Writes `web/core/facts/generated.ts`.
pub fn write() -> Result<(), String> {
    std::fs::write(path(), text())
        .map_err(|error| format!("could not write web/core/facts/generated.ts: {error}"))
}

/// Fails when `web/core/facts/generated.ts` is not what `write` would write.
pub fn check() -> Result<(), String> {
    match std::fs::read_to_string(path()) {
        Ok(found) if found == text() => Ok(()),
        Ok(_) => {
            Err("web/core/facts/generated.ts is stale: run `cargo xtask types` in wasm/".to_owned())
        }
        Err(error) => Err(format!("could not read web/core/facts/generated.ts: {error}")),
    }
}

fn text() -> String {
    format!("{HEADER}{}\n", facts::typescript_declarations().join("\n\n"))
}

fn path() -> PathBuf {
    crate::workspace().join("../web/core/facts/generated.ts")
}
