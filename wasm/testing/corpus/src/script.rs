//! `perf script -F …`: `process_event()` of `tools/perf/builtin-script.c` (6.1, 6.12), which fixes the order.

use std::fmt::Write;

use crate::data_text::DataText;
use crate::recording::Recording;
use crate::sample::Sample;
use crate::scenario::{File, Function};
use crate::version::Version;

/// A field of `-F`, in the order in which perf prints them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are perf's")]
pub enum Field {
    Comm,
    Pid,
    Tid,
    Cpu,
    Time,
    Period,
    Event,
    Address,
    DataSource,
    Weight,
    Code,
    Symbol,
    SymbolOffset,
    File,
    Physical,
}

impl Field {
    /// As `-F` takes it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Comm => "comm",
            Self::Pid => "pid",
            Self::Tid => "tid",
            Self::Cpu => "cpu",
            Self::Time => "time",
            Self::Period => "period",
            Self::Event => "event",
            Self::Address => "addr",
            Self::DataSource => "data_src",
            Self::Weight => "weight",
            Self::Code => "ip",
            Self::Symbol => "sym",
            Self::SymbolOffset => "symoff",
            Self::File => "dso",
            Self::Physical => "phys_addr",
        }
    }

    /// All that is known of a sample.
    pub const ALL: [Self; 14] = [
        Self::Comm,
        Self::Pid,
        Self::Tid,
        Self::Cpu,
        Self::Time,
        Self::Event,
        Self::Address,
        Self::DataSource,
        Self::Weight,
        Self::Code,
        Self::Symbol,
        Self::SymbolOffset,
        Self::File,
        Self::Physical,
    ];

    /// What a guide to `perf mem` asks for.
    pub const FEW: [Self; 7] = [
        Self::Tid,
        Self::Cpu,
        Self::Event,
        Self::Address,
        Self::DataSource,
        Self::Weight,
        Self::Code,
    ];
}

/// The buffer that perf writes a data source into holds as many characters.
const DATA_CHARS: usize = 99;

/// The text.
#[must_use]
pub fn text(recording: &Recording, version: Version, fields: &[Field]) -> String {
    let mut out = String::new();
    let mut widest = 0;
    for sample in &recording.samples {
        line(&mut out, recording, sample, version, fields, &mut widest);
    }
    out
}

fn line(
    out: &mut String,
    recording: &Recording,
    sample: &Sample,
    version: Version,
    fields: &[Field],
    widest: &mut usize,
) {
    let has = |field: Field| fields.contains(&field);
    let (site, thread) = (recording.site(sample), recording.thread(sample));
    let chain = recording.scenario.call_chains && has(Field::Code);
    if has(Field::Comm) {
        let width = if chain { 0 } else { 16 };
        let _ = write!(out, "{:>width$} ", thread.name);
    }
    // 6.3 made room for longer numbers.
    let width = if version >= Version::V6_6 { 7 } else { 5 };
    match (has(Field::Pid), has(Field::Tid)) {
        (true, true) => {
            let _ = write!(out, "{:>width$}/{:<width$} ", thread.pid, thread.tid);
        }
        (true, false) => {
            let _ = write!(out, "{:>width$} ", thread.pid);
        }
        (false, true) => {
            let _ = write!(out, "{:>width$} ", thread.tid);
        }
        (false, false) => {}
    }
    if has(Field::Cpu) {
        let _ = write!(out, "[{:03}] ", sample.cpu);
    }
    if has(Field::Time) {
        let (seconds, micros) =
            (sample.time_ns / 1_000_000_000, sample.time_ns % 1_000_000_000 / 1000);
        let time = format!("{seconds:>5}.{micros:06}");
        let _ = write!(out, "{time:>12}: ");
    }
    if has(Field::Period) {
        let _ = write!(out, "{:>10} ", crate::data::PERIOD_EVENTS);
    }
    if has(Field::Event) {
        let events = recording.scenario.machine.events();
        let width = events.iter().map(|event| event.len()).max().unwrap_or(0);
        let _ = write!(out, "{:>width$}: ", events[sample.event]);
    }
    if has(Field::Address) {
        let _ = write!(out, "{:>16x}", sample.address);
    }
    if has(Field::DataSource) {
        let mut words = DataText { word: sample.source, version }.line();
        words.truncate(DATA_CHARS);
        let mut data = format!("{:>16x} {words}", sample.source);
        data.truncate(DATA_CHARS);
        // The column grows with what was printed.
        *widest = (*widest).max(data.len());
        let _ = write!(out, "{data:<0$}", *widest);
    }
    if has(Field::Weight) {
        let _ = write!(out, "{:>16}", sample.weight);
    }
    if has(Field::Code) {
        if chain {
            callers(out, recording, sample, version, fields);
        } else {
            let _ = write!(out, " {:>16x}", site.code);
            let file = recording.file(site);
            code(out, recording, file, recording.function(site), site.code, fields);
        }
    }
    if has(Field::Physical) {
        let _ = write!(out, "{:>16x}", sample.physical);
    }
    out.push('\n');
}

/// Whether programs' instructions are printed as places in their files: in call chains, by 5.15 to 6.6.
#[must_use]
pub fn code_in_file(recording: &Recording, version: Version) -> bool {
    recording.scenario.call_chains && (Version::V5_15..=Version::V6_6).contains(&version)
}

/// `sample__fprintf_callchain()` of `tools/perf/util/evsel_fprintf.c`
fn callers(
    out: &mut String,
    recording: &Recording,
    sample: &Sample,
    version: Version,
    fields: &[Field],
) {
    let site = recording.site(sample);
    out.push('\n');
    for (n, address) in recording.call_chain(site).into_iter().enumerate() {
        let function = match n {
            0 => recording.function(site),
            _ => Some(&recording.scenario.functions[site.callers[n - 1]]),
        };
        let file = function.map_or(recording.file(site), |f| &recording.scenario.files[f.file]);
        let in_file = code_in_file(recording, version);
        let place = if in_file { recording.file_address(file, address) } else { address };
        let _ = write!(out, "\t{place:>16x}");
        code(out, recording, file, function, address, fields);
        out.push('\n');
    }
}

/// `sample__fprintf_sym()` of `tools/perf/util/evsel_fprintf.c`
fn code(
    out: &mut String,
    recording: &Recording,
    file: &File,
    function: Option<&Function>,
    address: u64,
    fields: &[Field],
) {
    if fields.contains(&Field::Symbol) {
        match function {
            Some(function) if fields.contains(&Field::SymbolOffset) => {
                let _ = write!(out, " {}+{:#x}", function.name, address - function.start);
            }
            Some(function) => {
                let _ = write!(out, " {}", function.name);
            }
            None => *out += " [unknown]",
        }
    }
    if fields.contains(&Field::File) {
        let _ = write!(out, " ({})", recording.file_name(file));
    }
}
