//! The sample files of `corpus/`: for each sample what perf prints, and its truth as JSON. Git keeps their checksums alone.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

/// What git keeps: the first as `sha256sum -c` reads it, the second written by hand.
const SUMS: &str = "SHA256SUMS";
const README: &str = "README.md";

/// Writes the files, or these and their checksums, and removes those of samples that are gone.
pub fn write(with_sums: bool) -> Result<(), String> {
    let folder = folder();
    let files = files()?;
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(&folder).map_err(problem)? {
        let name = entry.map_err(problem)?.file_name().to_string_lossy().into_owned();
        if name != README && name != SUMS && !files.contains_key(&name) {
            std::fs::remove_file(folder.join(name)).map_err(problem)?;
        }
    }
    let sums = with_sums.then(|| (SUMS.to_owned(), sums(&files).into_bytes()));
    let bytes: usize = files.values().map(Vec::len).sum();
    println!("corpus/: {} files, {} KB", files.len(), bytes / 1000);
    for (name, bytes) in files.into_iter().chain(sums) {
        std::fs::write(folder.join(&name), bytes)
            .map_err(|error| format!("could not write corpus/{name}: {error}"))?;
    }
    Ok(())
}

/// Fails when the checksums are not those of what `write` would write.
pub fn check() -> Result<(), String> {
    let wanted = sums(&files()?);
    let found = std::fs::read_to_string(folder().join(SUMS)).unwrap_or_default();
    let differing = wanted.lines().find(|line| !found.lines().any(|other| other == *line));
    match differing {
        None if wanted.lines().count() == found.lines().count() => Ok(()),
        line => {
            let name = line.and_then(|line| line.split("  ").nth(1)).unwrap_or("a sample");
            Err(format!("corpus/{SUMS}: {name} has changed: run `cargo xtask corpus` in wasm/"))
        }
    }
}

/// As sha256sum prints them.
fn sums(files: &Files) -> String {
    let mut text = String::new();
    for (name, bytes) in files {
        for byte in Sha256::digest(bytes) {
            let _ = write!(text, "{byte:02x}");
        }
        let _ = writeln!(text, "  {name}");
    }
    text
}

type Files = BTreeMap<String, Vec<u8>>;

fn files() -> Result<Files, String> {
    let mut files = Files::new();
    for sample in corpus::samples::all() {
        let truth = serde_json::to_vec(&sample.truth())
            .map_err(|error| format!("the truth of {}: {error}", sample.name))?;
        let text = files.insert(format!("{}.{}", sample.name, sample.ending()), sample.bytes());
        let json =
            files.insert(format!("{}.truth.json", sample.name), [truth, vec![b'\n']].concat());
        if text.is_some() || json.is_some() {
            return Err(format!("two samples are named {}", sample.name));
        }
    }
    Ok(files)
}

fn folder() -> PathBuf {
    crate::workspace().join("../corpus")
}
