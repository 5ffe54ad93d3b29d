//! What every reader starts from.

use facts::{AccessCounts, AccessProfile, ProfileKind};

/// A profile without anything in it.
pub fn empty(kind: ProfileKind) -> AccessProfile {
    AccessProfile {
        kind,
        perf_version: None,
        kernel_release: None,
        machine: None,
        command: None,
        events: Vec::new(),
        display: None,
        grouping: Vec::new(),
        line_bytes: 64,
        nodes: Vec::new(),
        cores: Vec::new(),
        build_ids: Vec::new(),
        mappings: Vec::new(),
        about: Vec::new(),
        stats: Vec::new(),
        totals: AccessCounts::default(),
        unlisted: AccessCounts::default(),
        lines: Vec::new(),
        variables: Vec::new(),
        types: Vec::new(),
        diagnostics: Vec::new(),
    }
}
