//! What a reader should find in a text: exactly what the text carries, and `None` for what it does not print.

mod c2c;
mod mem_report;
mod samples;

use facts::{AccessCounts, AccessProfile, MappedCode, ProfileKind};
use serde::Serialize;

use crate::recording::Recording;
use crate::scenario::{File, KERNEL_BYTES, KERNEL_START, PAGE_BYTES, Site};

pub use c2c::of_report;
pub use mem_report::of_mem_report;
pub use samples::{Carried, of_samples};

/// The truth of a text: what a reader should find, and what no reader can know from the text alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Truth {
    /// What the text says.
    pub profile: AccessProfile,
    /// What every touched byte is, and who touches it.
    pub touches: Vec<Touch>,
}

/// A byte of an object that an instruction touches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Touch {
    /// Address of the byte, as hex.
    pub address: String,
    /// The instruction, as hex.
    pub code_address: String,
    /// Its function.
    pub symbol: Option<String>,
    /// The struct.
    pub type_name: String,
    /// Where its instance begins, as hex.
    pub base: String,
    /// The byte, from the start of the struct.
    pub offset_bytes: u32,
    /// The member that it lies in.
    pub member: Option<String>,
    /// Stores were sampled.
    pub writes: bool,
    /// Loads were sampled.
    pub reads: bool,
}

impl Truth {
    /// Of a text of this recording.
    #[must_use]
    pub fn new(recording: &Recording, profile: AccessProfile) -> Self {
        let touches = recording.scenario.sites.iter().filter_map(|site| {
            let object = &recording.scenario.objects[site.object];
            if object.memory == crate::scenario::Memory::Unknown {
                return None;
            }
            let any = |store: bool| {
                site.accesses.iter().any(|a| a.count > 0 && a.source.is_store() == store)
            };
            Some(Touch {
                address: format!("{:#x}", object.base + site.offset_bytes),
                code_address: format!("{:#x}", site.code),
                symbol: recording.function(site).map(|function| function.name.clone()),
                type_name: object.type_name.clone(),
                base: format!("{:#x}", object.base),
                offset_bytes: site.offset_bytes as u32,
                member: object.member_at(site.offset_bytes).map(|member| member.name.clone()),
                writes: any(true),
                reads: any(false),
            })
        });
        Self { profile, touches: touches.collect() }
    }
}

/// A profile in which nothing is said.
fn empty(kind: ProfileKind) -> AccessProfile {
    AccessProfile {
        about: Vec::new(),
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
        stats: Vec::new(),
        totals: AccessCounts::default(),
        unlisted: AccessCounts::default(),
        lines: Vec::new(),
        variables: Vec::new(),
        types: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// Where perf.data says that the code of the sites was mapped.
pub fn mappings(recording: &Recording) -> Vec<MappedCode> {
    let scenario = &recording.scenario;
    let sampled = |index: usize| {
        let of_file = |site: &Site| site.file == index && site.accesses.iter().any(|a| a.count > 0);
        scenario.sites.iter().any(of_file)
    };
    let files = scenario.files.iter().enumerate().filter(|(index, _)| sampled(*index));
    let mut found: Vec<MappedCode> = files
        .filter_map(|(_, file)| {
            let (start, bytes, offset, symbol) = match file {
                File::Kernel => (KERNEL_START, KERNEL_BYTES, KERNEL_START, Some("_text")),
                File::Module { start, bytes, .. } => (*start, *bytes, 0, None),
                File::Program { start, bytes, .. } => (*start, *bytes, PAGE_BYTES, None),
                File::Nowhere => return None,
            };
            Some(MappedCode {
                object: match file {
                    File::Module { name, .. } => format!("{name}.ko"),
                    _ => file.short_name(),
                },
                start: format!("{start:#x}"),
                end: format!("{:#x}", start + bytes),
                file_offset: format!("{offset:#x}"),
                symbol: symbol.map(str::to_owned),
            })
        })
        .collect();
    found.sort_by(|a, b| (&a.object, &a.start).cmp(&(&b.object, &b.start)));
    found
}
