//! The texts of the corpus, each with what tells it apart in a table.

use corpus::samples::{self, Output, SampleFile};
use corpus::types::{Form, Profile, Values, Version, annotation, report};
use facts::ProfileKind;

/// A clean text.
#[derive(Debug, Clone)]
pub struct Specimen {
    /// Of the sample.
    pub name: String,
    /// What happened when it was recorded: texts of two stories are two reports.
    pub story: String,
    /// What it is.
    pub kind: ProfileKind,
    /// Of perf, "6.1"; where it comes from, if that is all that is known.
    pub version: String,
    /// Its bytes.
    pub text: Vec<u8>,
}

impl Specimen {
    /// Of the corpus's list; `None` for a recording.
    #[must_use]
    pub fn of(sample: &SampleFile) -> Option<Self> {
        let kind = match &sample.output {
            Output::C2c(_) => ProfileKind::C2cReport,
            Output::Script(_) => ProfileKind::Script,
            Output::MemDump(_) => ProfileKind::MemDump,
            Output::MemReport => ProfileKind::MemReport,
            Output::Data(_) => return None,
        };
        Some(Self {
            name: sample.name.clone(),
            story: sample.recording.scenario.name.to_string(),
            kind,
            version: sample.version.to_string(),
            text: sample.bytes(),
        })
    }

    /// "c2c 6.1": its column of the table.
    #[must_use]
    pub fn column(&self) -> String {
        format!("{} {}", word(self.kind), self.version)
    }
}

/// The kinds of text, as tables have them side by side.
pub const KINDS: [ProfileKind; 6] = [
    ProfileKind::C2cReport,
    ProfileKind::Script,
    ProfileKind::MemDump,
    ProfileKind::MemReport,
    ProfileKind::TypeReport,
    ProfileKind::AnnotatedTypes,
];

/// What a kind of text is called in tables.
#[must_use]
pub fn word(kind: ProfileKind) -> &'static str {
    match kind {
        ProfileKind::C2cReport => "c2c",
        ProfileKind::Script => "script",
        ProfileKind::MemDump => "mem dump",
        ProfileKind::MemReport => "mem report",
        ProfileKind::TypeReport => "types",
        ProfileKind::AnnotatedTypes => "annotate",
        ProfileKind::PerfData => "perf.data",
    }
}

/// Every text of the corpus, and of its data type profiles, by kind.
#[must_use]
pub fn all() -> Vec<Specimen> {
    let mut list: Vec<Specimen> = samples::all().iter().filter_map(Specimen::of).collect();
    for (events, version) in (1..=2).flat_map(|n| Version::ALL.map(|version| (n, version))) {
        let profile = Profile::queue(events);
        let number = match version {
            Version::V6_8 => "6.8",
            Version::V6_12 => "6.12",
            Version::V6_18 => "6.18",
        };
        let specimen = |name: &str, kind: ProfileKind, text: String| Specimen {
            name: format!("queue-{events}-{number}-{name}"),
            story: format!("queue {events}"),
            kind,
            version: number.to_owned(),
            text: text.into_bytes(),
        };
        for (form, name) in [(Form::Flat, "types"), (Form::Hierarchy, "types-hierarchy")] {
            let text = report::print(&profile, version, form);
            list.push(specimen(name, ProfileKind::TypeReport, text));
        }
        let text = annotation::print(&profile, 0, version, Values::Default);
        list.push(specimen("annotate", ProfileKind::AnnotatedTypes, text));
    }
    list.sort_by_key(|specimen| KINDS.iter().position(|kind| *kind == specimen.kind));
    list
}
