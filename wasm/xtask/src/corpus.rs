//! The sample files of `corpus/`: for each sample what perf prints, and its truth as JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Written by hand.
const README: &str = "README.md";

/// Writes the files, and removes those of samples that are gone.
pub fn write() -> Result<(), String> {
    let folder = folder();
    let files = files()?;
    for name in found()?.keys().filter(|name| !files.contains_key(*name)) {
        std::fs::remove_file(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
    }
    for (name, bytes) in &files {
        std::fs::write(folder.join(name), bytes)
            .map_err(|error| format!("could not write corpus/{name}: {error}"))?;
    }
    let bytes: usize = files.values().map(Vec::len).sum();
    println!("corpus/: {} files, {} KB", files.len(), bytes / 1000);
    Ok(())
}

/// Fails when the folder has not just what `write` would write.
pub fn check() -> Result<(), String> {
    let (wanted, found) = (files()?, found()?);
    let names = wanted.keys().chain(found.keys());
    let stale = names.filter(|name| wanted.get(*name) != found.get(*name)).min();
    match stale {
        None => Ok(()),
        Some(name) => Err(format!("corpus/{name} is stale: run `cargo xtask corpus` in wasm/")),
    }
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

fn found() -> Result<Files, String> {
    let folder = folder();
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Files::new();
    for entry in std::fs::read_dir(&folder).map_err(problem)? {
        let entry = entry.map_err(problem)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name != README {
            files.insert(name, std::fs::read(entry.path()).map_err(problem)?);
        }
    }
    Ok(files)
}

fn folder() -> PathBuf {
    crate::workspace().join("../corpus")
}
