//! The JSON of data-type profiles: `perf report -s type --data-type-json=FILE`, and `perf annotate --data-type` with the
//! same option (2026).
//!
//! perf calls it a stable ABI with a version (the comment above `member_to_json()` in `util/annotate-data.c` of these
//! patches); pahole reads the same with `--perf-data-type` (`perf_dt_json.c` of dwarves, and its test). Version 1:
//!
//! ```json
//! { "version": 1,
//!   "machine": { "os_release": "6.19", "perf_version": "7.3", "arch": "x86_64", "cmdline": [ "perf", "mem" ], "cacheline_size": 64 },
//!   "dsos": [ { "dso": "/usr/bin/app", "build_id": "e74c", "types": [
//!     { "type": "struct list_head", "size": 16,
//!       "members": [ { "type": "struct list_head*", "name": "next", "offset": 0, "size": 8 } ],
//!       "histograms": [ { "event": "cpu/mem-loads/P", "total_samples": 7, "total_period": 70,
//!         "samples": [ { "offset": 0, "nr_samples_load": 7, "nr_samples_store": 0, "period_load": 70, "period_store": 0 } ] } ] } ] } ] }
//! ```
//!
//! Whether an access is a load or a store is perf's judgment of the instruction: an atomic operation is a store. A row
//! has the samples of both, which several events may have counted; their periods are left out, because the periods of
//! different events are on no common scale.

mod document;
mod gather;
mod members;

use facts::AccessProfile;
use memchr::memmem;
use serde::Deserialize;

use crate::NothingUsable;
use document::Document;

/// A profile of a whole machine is a few megabytes.
const MAX_BYTES: usize = 64 << 20;

/// Whether the beginning of a text is JSON that names data types.
pub fn is_json_of_types(bytes: &[u8], has: &impl Fn(&str) -> bool) -> bool {
    let mut start = Start::default();
    start.is_json(bytes) == Some(true)
        && (has("\"histograms\"") || has("\"nr_samples") || (has("\"dsos\"") && has("\"machine\"")))
}

/// What a text begins with.
#[derive(Debug, Default)]
struct Start {
    opened: bool,
    object: bool,
}

impl Start {
    /// Whether the text is JSON: an object, or an array of objects. `None` where only white space came.
    fn is_json(&mut self, chunk: &[u8]) -> Option<bool> {
        for byte in chunk {
            match byte {
                // A byte order mark is no content either.
                b' ' | b'\t' | b'\r' | b'\n' | 0xef | 0xbb | 0xbf => {}
                // `{noformat}` of a wiki is no object.
                b'"' | b'}' | b'[' | b'{' if self.object => return Some(true),
                b'{' => self.object = true,
                b'[' if !self.opened => self.opened = true,
                _ => return Some(false),
            }
        }
        None
    }
}

/// What only these documents name. Other JSON may have the text of a report as the value of something.
const KEYS: [&[u8]; 3] = [b"\"dsos\"", b"\"histograms\"", b"\"nr_samples"];
/// So many line ends in strings are those of a text.
const LEAST_LINES: usize = 2;
/// Within so many bytes a document shows what it is.
const LOOKED_AT: usize = 64 << 10;

/// Collects a text if it is JSON.
#[derive(Debug, Default)]
pub struct Json {
    start: Start,
    /// Whether the text begins as JSON does, and whether it is JSON of types. `None`: nothing told yet.
    begins: Option<bool>,
    is: Option<bool>,
    bytes: Vec<u8>,
    too_long: bool,
    /// Line ends in strings.
    lines: usize,
}

impl Json {
    /// Takes a chunk; whether it is JSON's, and not to be read as lines. As long as nothing tells, it may be both.
    pub fn push(&mut self, chunk: &[u8]) -> bool {
        if self.begins.is_none() {
            self.begins = self.start.is_json(chunk);
        }
        if self.begins == Some(false) || self.is == Some(false) {
            self.bytes = Vec::new();
            return false;
        }
        let before = self.bytes.len();
        if before + chunk.len() > MAX_BYTES {
            self.too_long = true;
        } else {
            self.bytes.extend_from_slice(chunk);
        }
        if self.is.is_none() && self.begins == Some(true) {
            self.look(before);
        }
        self.is == Some(true)
    }

    /// Looks at what came after so many bytes.
    fn look(&mut self, before: usize) {
        let longest = KEYS.iter().map(|key| key.len()).max().unwrap_or(0);
        let (_, new) = self.bytes.split_at(before.saturating_sub(longest));
        let (_, of_lines) = self.bytes.split_at(before.saturating_sub(1));
        self.lines += memmem::find_iter(of_lines, b"\\n").count();
        if KEYS.iter().any(|key| memmem::find(new, key).is_some()) || self.bytes.len() > LOOKED_AT {
            self.is = Some(true);
        } else if self.lines >= LEAST_LINES {
            self.is = Some(false);
            self.bytes = Vec::new();
        }
    }

    /// Whether the text was JSON; where nothing told it, unless its lines were read.
    pub fn is_json(&self, has_lines: bool) -> bool {
        self.begins == Some(true) && self.is.unwrap_or(!has_lines)
    }

    /// The profile.
    pub fn finish(self) -> Result<AccessProfile, NothingUsable> {
        if self.too_long {
            let reason = format!("it is longer than {} MB", MAX_BYTES >> 20);
            return Err(NothingUsable::TypeJson { reason });
        }
        let bytes = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes);
        let of = |error: serde_json::Error| {
            let reason = match error.classify() {
                serde_json::error::Category::Eof => format!("it is cut off ({error})"),
                _ => error.to_string(),
            };
            NothingUsable::TypeJson { reason }
        };
        // The drafts began with an array of types.
        let shape = match bytes.trim_ascii_start() {
            [b'[', ..] => Shape { version: None, dsos: None },
            _ => serde_json::from_slice(bytes).map_err(of)?,
        };
        let Shape { version, dsos } = shape;
        let has_files = dsos.is_some();
        // Drafts of the same form had no version.
        let known = version.as_ref().is_none_or(|version| version.as_u64() == Some(1));
        if !known || !has_files {
            let version = version.map(|version| format!("version {version}"));
            let found = version.unwrap_or_else(|| "a draft without version".to_owned());
            return Err(NothingUsable::TypeJsonVersion { found });
        }
        let document: Document = serde_json::from_slice(bytes).map_err(of)?;
        gather::profile(document)
    }
}

/// As much as tells whether the rest can be read.
#[derive(Deserialize)]
struct Shape {
    version: Option<serde_json::Value>,
    dsos: Option<serde::de::IgnoredAny>,
}

#[cfg(test)]
mod tests;
