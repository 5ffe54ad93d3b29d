//! The list of sample files: one line for each.

use facts::ProfileKind;

use crate::c2c::{C2c, Display, Report};
use crate::data::{COMMAND_WORDS, Form, KERNEL_BUILD_ID};
use crate::recording::Recording;
use crate::scenario::Scenario;
use crate::scenarios as s;
use crate::script::Field;
use crate::tables::GroupKey::{Code, File, Pid, Tid};
use crate::truth::{self, Carried, Truth};
use crate::version::Version::{self, V4_18, V5_4, V5_15, V6_1, V6_6, V6_12, V6_18};
use crate::{data, mem_dump, mem_report, script};

/// What is printed or written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// `perf c2c report --stdio`
    C2c(C2c),
    /// `perf script -F …`
    Script(Vec<Field>),
    /// `perf mem -D report`, with or without physical addresses.
    MemDump(bool),
    /// `perf mem report --stdio`
    MemReport,
    /// The recording itself.
    Data(Form),
}

/// A sample: a name, what happened, and how it is printed.
#[derive(Debug, Clone)]
pub struct SampleFile {
    /// Name of its files, without an ending.
    pub name: String,
    /// What happened.
    pub recording: Recording,
    /// Which perf printed it.
    pub version: Version,
    /// What it printed.
    pub output: Output,
}

/// A sample of a scenario.
#[must_use]
pub fn sample(name: &str, scenario: Scenario, version: Version, output: Output) -> SampleFile {
    SampleFile { name: name.to_owned(), recording: Recording::new(scenario), version, output }
}

impl SampleFile {
    /// "txt" or "data"
    #[must_use]
    pub fn ending(&self) -> &'static str {
        if matches!(self.output, Output::Data(_)) { "data" } else { "txt" }
    }

    /// What perf prints or writes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let (recording, version) = (&self.recording, self.version);
        match &self.output {
            Output::C2c(options) => {
                Report::new(recording, version, options.clone()).text().into_bytes()
            }
            Output::Script(fields) => script::text(recording, version, fields).into_bytes(),
            Output::MemDump(physical) => mem_dump::text(recording, *physical).into_bytes(),
            Output::MemReport => mem_report::text(recording, version).into_bytes(),
            Output::Data(form) => data::file(recording, *form),
        }
    }

    /// Its truth.
    #[must_use]
    pub fn truth(&self) -> Truth {
        let recording = &self.recording;
        let mut profile = match &self.output {
            Output::C2c(options) => {
                truth::of_report(&Report::new(recording, self.version, options.clone()))
            }
            Output::Script(fields) => {
                let has = |field: Field| fields.contains(&field);
                let carried = Carried {
                    kind: ProfileKind::Script,
                    cpus: has(Field::Cpu),
                    weights: has(Field::Weight),
                    symbols: has(Field::Symbol),
                    files: has(Field::File),
                    physical: has(Field::Physical),
                    periods: has(Field::Period) && has(Field::Event),
                    events: has(Field::Event),
                    code_in_file: script::code_in_file(recording, self.version),
                };
                truth::of_samples(recording, carried)
            }
            Output::MemDump(physical) => {
                let carried = Carried { physical: *physical, ..Carried::all(ProfileKind::MemDump) };
                truth::of_samples(
                    recording,
                    Carried { cpus: false, periods: false, events: false, ..carried },
                )
            }
            Output::MemReport => truth::of_mem_report(recording, self.version),
            Output::Data(_) => {
                let carried = Carried::all(ProfileKind::PerfData);
                truth::of_samples(recording, Carried { symbols: false, ..carried })
            }
        };
        if let Output::Data(form) = &self.output {
            let machine = &recording.scenario.machine;
            profile.perf_version = Some(form.perf_version.to_owned());
            profile.kernel_release = Some(machine.kernel_release.clone());
            profile.machine = Some(machine.architecture().to_owned());
            profile.command = Some(COMMAND_WORDS.join(" "));
            profile.mappings = truth::mappings(recording);
            if !form.pipe {
                profile.build_ids.push(facts::MappedBuildId {
                    object: "[kernel.kallsyms]".to_owned(),
                    build_id: KERNEL_BUILD_ID.iter().map(|byte| format!("{byte:02x}")).collect(),
                });
            }
        }
        Truth::new(recording, profile)
    }
}

fn c2c(options: C2c) -> Output {
    Output::C2c(options)
}

fn plain() -> Output {
    c2c(C2c::default())
}

fn display(display: Display) -> Output {
    c2c(C2c { display: Some(display), ..C2c::default() })
}

fn nodes(node_info: u8) -> Output {
    c2c(C2c { node_info, ..C2c::default() })
}

fn by(keys: &[crate::tables::GroupKey]) -> Output {
    c2c(C2c { coalesce: keys.to_vec(), ..C2c::default() })
}

fn form(change: impl FnOnce(&mut Form)) -> Output {
    let mut form = Form::default();
    change(&mut form);
    Output::Data(form)
}

/// All samples.
#[must_use]
pub fn all() -> Vec<SampleFile> {
    let full = || C2c { full_symbols: true, ..C2c::default() };
    let every = || Output::Script(Field::ALL.to_vec());
    let few = || Output::Script(Field::FEW.to_vec());
    vec![
        sample("demo-4.18", s::demo(), V4_18, plain()),
        sample("demo-5.4", s::demo(), V5_4, plain()),
        sample("demo-5.15", s::demo(), V5_15, plain()),
        sample("demo-6.1", s::demo(), V6_1, plain()),
        sample("demo-6.6", s::demo(), V6_6, plain()),
        sample("demo-6.12", s::demo(), V6_12, plain()),
        sample("demo-6.18", s::demo(), V6_18, plain()),
        sample("demo-4.18-N", s::demo(), V4_18, nodes(1)),
        sample("demo-5.4-N", s::demo(), V5_4, nodes(1)),
        sample("demo-5.15-NN", s::demo(), V5_15, nodes(2)),
        sample("demo-6.1-N", s::demo(), V6_1, nodes(1)),
        sample("demo-6.1-NN", s::demo(), V6_1, nodes(2)),
        sample("demo-6.12-NNN", s::demo(), V6_12, nodes(3)),
        sample("demo-6.1-lcl", s::demo(), V6_1, display(Display::Local)),
        sample("demo-5.15-rmt", s::demo(), V5_15, display(Display::Remote)),
        sample("demo-6.12-rmt", s::demo(), V6_12, display(Display::Remote)),
        sample("demo-6.1-tid", s::demo(), V6_1, by(&[Tid, Code])),
        sample("demo-6.1-tid-only", s::demo(), V6_1, by(&[Tid])),
        sample("demo-5.4-tid", s::demo(), V5_4, by(&[Tid, Code])),
        sample("demo-6.12-pid", s::demo(), V6_12, by(&[Pid, Code])),
        sample("demo-6.1-dso", s::demo(), V6_1, by(&[File])),
        sample("demo-6.12-all-keys", s::demo(), V6_12, by(&[Tid, Pid, Code, File])),
        sample("demo-6.1-stats", s::demo(), V6_1, c2c(C2c { stats_only: true, ..C2c::default() })),
        sample(
            "demo-6.1-no-source",
            s::demo(),
            V6_1,
            c2c(C2c { no_source: true, ..C2c::default() }),
        ),
        sample("demo-6.1-all", s::demo(), V6_1, c2c(C2c { show_all: true, ..C2c::default() })),
        sample("nothing_shared-6.1", s::nothing_shared(), V6_1, plain()),
        sample("nothing_shared-5.4", s::nothing_shared(), V5_4, plain()),
        sample("two_processes-4.18", s::two_processes(), V4_18, plain()),
        sample("two_processes-5.15", s::two_processes(), V5_15, plain()),
        sample("two_processes-6.1", s::two_processes(), V6_1, plain()),
        sample("two_processes-6.12-tid", s::two_processes(), V6_12, by(&[Tid, Code])),
        sample("two_processes-6.1-script", s::two_processes(), V6_1, every()),
        sample("two_processes-5.4-script", s::two_processes(), V5_4, every()),
        sample("two_processes-6.12-script", s::two_processes(), V6_12, every()),
        sample("with_callers-6.1-script-few", s::with_callers(), V6_1, few()),
        sample("two_processes-6.1-dump", s::two_processes(), V6_1, Output::MemDump(false)),
        sample("two_processes-6.1-dump-physical", s::two_processes(), V6_1, Output::MemDump(true)),
        sample("with_callers-6.12-dump", s::with_callers(), V6_12, Output::MemDump(false)),
        sample("demo-4.18-mem-report", s::demo(), V4_18, Output::MemReport),
        sample("demo-5.15-mem-report", s::demo(), V5_15, Output::MemReport),
        sample("demo-6.1-mem-report", s::demo(), V6_1, Output::MemReport),
        sample("demo-6.12-mem-report", s::demo(), V6_12, Output::MemReport),
        sample("two_processes-6.1-mem-report", s::two_processes(), V6_1, Output::MemReport),
        sample("modules-6.1-mem-report", s::modules(), V6_1, Output::MemReport),
        sample("modules-6.12-mem-report", s::modules(), V6_12, Output::MemReport),
        sample("mm_struct-5.4-mem-report", s::mm_struct(), V5_4, Output::MemReport),
        sample("arm-6.6-mem-report", s::arm(), V6_6, Output::MemReport),
        sample("amd-6.1-mem-report", s::amd(), V6_1, Output::MemReport),
        sample("two_processes", s::two_processes(), V6_1, form(|_| {})),
        sample("two_processes-big", s::two_processes(), V6_1, form(|f| f.big_endian = true)),
        sample("two_processes-pipe", s::two_processes(), V6_1, form(|f| f.pipe = true)),
        sample("with_callers", s::with_callers(), V5_4, form(|f| f.weight_struct = false)),
        sample("with_callers-6.1", s::with_callers(), V6_1, plain()),
        sample("with_callers-5.4", s::with_callers(), V5_4, plain()),
        sample("with_callers-6.12-script", s::with_callers(), V6_12, every()),
        sample("cpp-5.4", s::cpp(), V5_4, plain()),
        sample("cpp-6.1", s::cpp(), V6_1, plain()),
        sample("cpp-6.1-full", s::cpp(), V6_1, c2c(full())),
        sample("cpp-6.12", s::cpp(), V6_12, plain()),
        sample("go-6.1", s::go(), V6_1, plain()),
        sample("go-6.12-full", s::go(), V6_12, c2c(full())),
        sample("modules-5.15", s::modules(), V5_15, plain()),
        sample("modules-6.1-NNN", s::modules(), V6_1, nodes(3)),
        sample("modules-6.1-tid", s::modules(), V6_1, by(&[Tid, Code])),
        sample("modules-6.1-script", s::modules(), V6_1, every()),
        sample("arm-5.15", s::arm(), V5_15, plain()),
        sample("arm-6.1", s::arm(), V6_1, plain()),
        sample("arm-6.12-N", s::arm(), V6_12, nodes(1)),
        sample("arm-6.6-tot", s::arm(), V6_6, display(Display::Total)),
        sample("amd-6.1", s::amd(), V6_1, plain()),
        sample("amd-6.18", s::amd(), V6_18, plain()),
        sample("stores_not_sampled-5.4", s::stores_not_sampled(), V5_4, plain()),
        sample("stores_not_sampled-6.1", s::stores_not_sampled(), V6_1, plain()),
        sample("many_nodes-6.1", s::many_nodes(), V6_1, plain()),
        sample("many_nodes-6.1-N", s::many_nodes(), V6_1, nodes(1)),
        sample("many_nodes-6.1-NN", s::many_nodes(), V6_1, nodes(2)),
        sample("address_space-before-5.15", s::address_space_before(), V5_15, plain()),
        sample("address_space-after-5.15", s::address_space_after(), V5_15, plain()),
        sample("address_space-before-6.1-NN", s::address_space_before(), V6_1, nodes(2)),
        sample("mm_struct-5.4", s::mm_struct(), V5_4, plain()),
        sample("mm_struct-6.12", s::mm_struct(), V6_12, plain()),
        sample("file_f_ref-6.12", s::file_f_ref(), V6_12, plain()),
        sample("file_f_count-5.4", s::file_f_count(), V5_4, plain()),
        sample(
            "file_f_count-6.6-double",
            s::file_f_count(),
            V6_6,
            c2c(C2c { double_line: true, ..C2c::default() }),
        ),
        sample("pcpu_chunk-5.15", s::pcpu_chunk(), V5_15, plain()),
        sample("pcpu_chunk-6.18", s::pcpu_chunk(), V6_18, plain()),
    ]
}
