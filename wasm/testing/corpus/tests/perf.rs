//! perf itself reports the recordings, and each text has to be ours byte for byte.
//!
//! What is judged: the version of perf that is on the machine, or of the one that `HITMAP_PERF` names.

use std::path::{Path, PathBuf};
use std::process::Command;

use corpus::c2c::{C2c, Display, Report};
use corpus::script::Field;
use corpus::tables::GroupKey;
use corpus::{Recording, Scenario, Version, data, elf, mem_dump, mem_report, scenarios, script};

/// A perf that can judge, and the version that it is.
struct Judge {
    program: String,
    version: Version,
}

/// The perf of this machine; the error says why there is none.
fn judge() -> Result<Judge, String> {
    let program = std::env::var("HITMAP_PERF").unwrap_or_else(|_| "perf".to_owned());
    let output = Command::new(&program).arg("version").output();
    let Ok(output) = output else { return Err(judges::missing("perf")) };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number = text.trim().trim_start_matches("perf version ").to_owned();
    match Version::of(&number) {
        Some(version) => Ok(Judge { program, version }),
        None => Err(format!("no text is written as perf {number} writes it")),
    }
}

/// A folder with the recording and everything that perf looks names up in.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("hitmap-corpus-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        write(&path.join("home/x"), b"");
        Self(path)
    }

    fn root(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn write(path: &Path, bytes: &[u8]) {
    let folder = path.parent().unwrap_or(path);
    let done = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, bytes));
    assert!(done.is_ok(), "{}: {done:?}", path.display());
}

/// Writes a recording and the files that name its addresses.
fn lay_out(scenario: Scenario, folder: &Folder) -> Recording {
    lay_out_as(scenario, folder, data::Form::default())
}

/// The same in a form of file.
fn lay_out_as(scenario: Scenario, folder: &Folder, form: data::Form) -> Recording {
    let recording = Recording::below(scenario, folder.root());
    write(&folder.0.join("perf.data"), &data::file(&recording, form));
    for (index, file) in recording.scenario.files.iter().enumerate() {
        if let (corpus::scenario::File::Program { path, .. }, Some(bytes)) =
            (file, elf::program(&recording, index))
        {
            write(&folder.0.join(path), &bytes);
        }
    }
    let id: String = data::KERNEL_BUILD_ID.iter().map(|byte| format!("{byte:02x}")).collect();
    let kernel = format!("home/.debug/[kernel.kallsyms]/{id}/kallsyms");
    write(&folder.0.join(kernel), elf::kernel_symbols(&recording).as_bytes());
    recording
}

/// What perf prints; the error is what it says where it does not run on this machine.
fn perf(judge: &Judge, folder: &Folder, words: &[String]) -> Result<String, String> {
    // perf asks addr2line about files; now and then that ends perf with a broken pipe.
    for _ in 0..20 {
        let output = Command::new(&judge.program)
            .args(words)
            .current_dir(&folder.0)
            .env("HOME", folder.0.join("home"))
            .env("PERF_CONFIG", "/dev/null")
            .output();
        match output {
            Ok(output) if output.status.success() => {
                return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
            }
            Ok(output) => {
                // 6.12 asks even for a report whether the machine itself could be sampled.
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                if said.contains("no PMU") {
                    return Err(said.trim().to_owned());
                }
            }
            Err(error) => unreachable!("{}: {error}", judge.program),
        }
    }
    unreachable!("{} {words:?} failed every time", judge.program)
}

/// Fails with the first line that differs.
fn same_text(name: &str, ours: &str, theirs: &str) {
    if ours != theirs {
        keep_difference(name, ours, theirs);
    }
    for (number, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(ours, theirs, "{name}, line {}: ours, then perf's", number + 1);
    }
    assert!(ours == theirs, "{name}: one ends before the other, or lines end otherwise");
}

/// Both texts, in the folder that `HITMAP_DIFFERENCES` names.
fn keep_difference(name: &str, ours: &str, theirs: &str) {
    if let Ok(folder) = std::env::var("HITMAP_DIFFERENCES") {
        write(&Path::new(&folder).join(format!("{name}.ours")), ours.as_bytes());
        write(&Path::new(&folder).join(format!("{name}.perf")), theirs.as_bytes());
    }
}

/// The modes of a c2c report.
fn modes(version: Version) -> Vec<C2c> {
    use GroupKey::{Code, File, Pid, Tid};
    let plain = C2c::default;
    let of = |display| C2c { display: Some(display), ..plain() };
    let by = |keys: &[GroupKey]| C2c { coalesce: keys.to_vec(), ..plain() };
    let mut list = vec![
        plain(),
        of(Display::Total),
        of(Display::Local),
        of(Display::Remote),
        by(&[Pid, Code]),
        by(&[Tid, Code]),
        by(&[Tid]),
        by(&[File]),
        C2c { node_info: 3, ..by(&[Tid, Pid, Code, File]) },
        C2c { node_info: 1, ..plain() },
        C2c { node_info: 2, ..plain() },
        C2c { node_info: 3, ..plain() },
        C2c { no_source: true, ..plain() },
        C2c { show_all: true, ..plain() },
        C2c { full_symbols: true, ..plain() },
        C2c { no_source: true, full_symbols: true, show_all: true, node_info: 2, ..plain() },
        C2c { stats_only: true, ..plain() },
        C2c { no_callers: true, ..plain() },
    ];
    if version.counts_peers() {
        list.push(of(Display::Peer));
        list.push(C2c { node_info: 1, show_all: true, ..of(Display::Peer) });
    }
    if version.has_double_line() {
        list.push(C2c { double_line: true, ..plain() });
    }
    list
}

fn c2c_reports(scenario: Scenario) {
    let judge = match judge() {
        Ok(judge) => judge,
        Err(reason) => judges::skip!(reason),
    };
    let name = scenario.name;
    let folder = Folder::new(name);
    let recording = lay_out(scenario, &folder);
    let by_code =
        |options: &C2c| options.coalesce.is_empty() || options.coalesce.contains(&GroupKey::Code);
    // Callers of several instructions make a tree, which is not written here.
    let chains = recording.scenario.call_chains;
    for options in modes(judge.version).into_iter().filter(|mode| !chains || by_code(mode)) {
        let mut words: Vec<String> =
            ["c2c", "report", "-i", "perf.data", "--stdio"].map(str::to_owned).to_vec();
        words.extend(options.words());
        let label = format!("{name}-{}-{}", judge.version, options.words().join("_"));
        let ours = Report::new(&recording, judge.version, options).text();
        match perf(&judge, &folder, &words) {
            Ok(theirs) => same_text(&label, &ours, &theirs),
            Err(reason) => judges::skip_part!(label, reason),
        }
    }
}

/// `perf script` in its common forms, and the raw dump of `perf mem`.
fn single_samples(scenario: Scenario) {
    let judge = match judge() {
        Ok(judge) => judge,
        Err(reason) => judges::skip!(reason),
    };
    let name = scenario.name;
    let folder = Folder::new(&format!("{name}-samples"));
    let recording = lay_out(scenario, &folder);
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    for fields in [&Field::ALL[..], &Field::FEW[..]] {
        let list: Vec<&str> = fields.iter().map(|field| field.word()).collect();
        let theirs =
            perf(&judge, &folder, &words(&["script", "-i", "perf.data", "-F", &list.join(",")]));
        let ours = script::text(&recording, judge.version, fields);
        let label = format!("{name}-{}-script-{}", judge.version, fields.len());
        match theirs {
            Ok(theirs) => same_text(&label, &ours, &theirs),
            Err(reason) => judges::skip_part!(label, reason),
        }
    }
    for physical in [false, true] {
        // 6.12 has both switches behind the word.
        let list = match (judge.version >= Version::V6_12, physical) {
            (true, true) => words(&["mem", "report", "-D", "-p", "-i", "perf.data"]),
            (true, false) => words(&["mem", "report", "-D", "-i", "perf.data"]),
            (false, true) => words(&["mem", "-D", "-p", "report", "-i", "perf.data"]),
            (false, false) => words(&["mem", "-D", "report", "-i", "perf.data"]),
        };
        let ours = mem_dump::text(&recording, physical);
        let label = format!("{name}-{}-dump-{physical}", judge.version);
        match perf(&judge, &folder, &list) {
            Ok(theirs) => same_text(&label, &ours, &theirs),
            Err(reason) => judges::skip_part!(label, reason),
        }
    }
}

/// `perf mem report`, without call chains: trees are not written here.
fn memory_report(scenario: Scenario) {
    let judge = match judge() {
        Ok(judge) => judge,
        Err(reason) => judges::skip!(reason),
    };
    let label = format!("{}-{}-mem-report", scenario.name, judge.version);
    let folder = Folder::new(&format!("{}-mem-report", scenario.name));
    let recording = lay_out(scenario, &folder);
    let words = ["mem", "report", "-i", "perf.data", "--stdio"].map(str::to_owned);
    let ours = mem_report::text(&recording, judge.version);
    match perf(&judge, &folder, &words) {
        Ok(theirs) => same_text(&label, &ours, &with_our_tip(&theirs)),
        Err(reason) => judges::skip_part!(label, reason),
    }
}

/// perf draws a tip for the last lines; every other line has to be the same.
fn with_our_tip(text: &str) -> String {
    let body = text.strip_suffix(")\n#\n").unwrap_or(text);
    match body.rfind("\n# (") {
        Some(at) => format!("{}\n{}\n#\n", &body[..at], mem_report::TIP),
        None => text.to_owned(),
    }
}

#[test]
fn memory_reports() {
    for scenario in scenarios::all().into_iter().filter(|scenario| !scenario.call_chains) {
        memory_report(scenario);
    }
}

#[test]
fn random_memory_reports() {
    for seed in 0..12 {
        println!("seed {seed}");
        memory_report(scenarios::random_scenario(seed));
    }
}

/// perf c2c reads no pipe; every other form of file gives the same report.
#[test]
fn forms_of_file() {
    let judge = match judge() {
        Ok(judge) => judge,
        Err(reason) => judges::skip!(reason),
    };
    for (name, form) in [
        ("big", data::Form { big_endian: true, ..data::Form::default() }),
        ("weight", data::Form { weight_struct: false, ..data::Form::default() }),
    ] {
        let folder = Folder::new(name);
        let recording = lay_out_as(scenarios::two_processes(), &folder, form);
        let words = ["c2c", "report", "-i", "perf.data", "--stdio"].map(str::to_owned);
        let ours = Report::new(&recording, judge.version, C2c::default()).text();
        let label = format!("form-{name}");
        match perf(&judge, &folder, &words) {
            Ok(theirs) => same_text(&label, &ours, &theirs),
            Err(reason) => judges::skip_part!(label, reason),
        }
    }
}

#[test]
fn a_small_program() {
    c2c_reports(scenarios::demo());
    single_samples(scenarios::demo());
}

#[test]
fn nothing_shared_and_two_processes() {
    c2c_reports(scenarios::nothing_shared());
    c2c_reports(scenarios::two_processes());
    single_samples(scenarios::two_processes());
}

#[test]
fn callers() {
    c2c_reports(scenarios::with_callers());
    single_samples(scenarios::with_callers());
}

#[test]
fn difficult_names() {
    c2c_reports(scenarios::cpp());
    c2c_reports(scenarios::go());
    c2c_reports(scenarios::modules());
    single_samples(scenarios::cpp());
    single_samples(scenarios::modules());
}

#[test]
fn other_machines() {
    c2c_reports(scenarios::arm());
    c2c_reports(scenarios::amd());
    c2c_reports(scenarios::stores_not_sampled());
    c2c_reports(scenarios::many_nodes());
    single_samples(scenarios::arm());
}

#[test]
fn published() {
    c2c_reports(scenarios::mm_struct());
    c2c_reports(scenarios::file_f_ref());
    c2c_reports(scenarios::file_f_count());
    c2c_reports(scenarios::pcpu_chunk());
}

#[test]
fn published_with_many_samples() {
    c2c_reports(scenarios::address_space_before());
}

#[test]
fn random_ones() {
    for seed in 0..12 {
        println!("seed {seed}");
        c2c_reports(scenarios::random_scenario(seed));
        single_samples(scenarios::random_scenario(seed));
    }
}
