//! Every sample of the corpus goes through one helper: what is read equals its truth, whole and in chunks.

use corpus::c2c::{C2c, Display};
use corpus::samples::{self, Output, SampleFile};
use corpus::script::Field;
use corpus::{Version, data, scenarios};
use facts::{AccessCounts, AccessProfile, AccessRow, ProfileKind, ProfileLine, ProfileVariable};

/// Rows that a trimmed report lacks are known from shares with two decimals.
const SHARE_ERROR_PERCENT: f64 = 0.06;
/// How far apart two ways to compute one mean or share may be.
const FLOAT_ERROR: f64 = 1e-6;

/// What a sample gets wrong, and why: such a sample fails once it is right.
const KNOWN_FAULTS: &[(&str, &str)] = &[];

fn read_in_chunks(bytes: &[u8], kind: ProfileKind, size: usize) -> AccessProfile {
    let mut reader = perf::Reader::new(kind, perf::Options::default());
    bytes.chunks(size).for_each(|chunk| reader.push(chunk));
    crate::only(reader.finish())
}

/// The first difference between what is read and the truth.
fn difference(sample: &SampleFile) -> Option<String> {
    let (bytes, truth) = (sample.bytes(), sample.truth().profile);
    let kind = perf::detect(&bytes);
    if kind != Some(truth.kind) {
        return Some(format!("it is taken for {kind:?}"));
    }
    let whole = read_in_chunks(&bytes, truth.kind, bytes.len().max(1));
    for size in [1, 7, 4093] {
        if read_in_chunks(&bytes, truth.kind, size) != whole {
            return Some(format!("chunks of {size} bytes are read otherwise"));
        }
    }
    let (read, truth) = comparable(whole, truth);
    first_difference(&read, &truth)
}

fn check(sample: &SampleFile) {
    let found = difference(sample);
    let known = KNOWN_FAULTS.iter().find(|(name, _)| *name == sample.name);
    match (found, known) {
        (None, None) | (Some(_), Some(_)) => {}
        (Some(found), None) => unreachable!("{}: {found}", sample.name),
        (None, Some((_, why))) => {
            unreachable!("{} is right now, so it is no known fault any more: {why}", sample.name)
        }
    }
}

/// Takes out of both what may differ: remarks, the order of equals, and what rounding leaves open.
fn comparable(mut read: AccessProfile, mut truth: AccessProfile) -> (AccessProfile, AccessProfile) {
    read.diagnostics.clear();
    if truth.kind != ProfileKind::C2cReport {
        for profile in [&mut read, &mut truth] {
            profile.lines.sort_by_key(|line| (line.address.clone(), line.counts.records));
            for line in &mut profile.lines {
                line.rows.sort_by(|a, b| {
                    a.offset_bytes
                        .total_cmp(&b.offset_bytes)
                        .then_with(|| a.code_address.cmp(&b.code_address))
                        .then_with(|| (&a.symbol, &a.object).cmp(&(&b.symbol, &b.object)))
                });
            }
            profile
                .variables
                .sort_by_key(|variable| (variable.name.clone(), variable.object.clone()));
            for variable in &mut profile.variables {
                variable.rows.sort_by(|a, b| {
                    a.offset_bytes
                        .total_cmp(&b.offset_bytes)
                        .then_with(|| (&a.symbol, &a.object).cmp(&(&b.symbol, &b.object)))
                });
            }
        }
    }
    if read.lines.len() == truth.lines.len() {
        for (mine, theirs) in read.lines.iter_mut().zip(&truth.lines) {
            same_line_within_rounding(mine, theirs);
        }
    }
    (read, truth)
}

fn same_line_within_rounding(mine: &mut ProfileLine, truth: &ProfileLine) {
    let near = |a: Option<f64>, b: Option<f64>, error: f64| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= error,
        _ => a == b,
    };
    if near(mine.snoop_percent, truth.snoop_percent, FLOAT_ERROR) {
        mine.snoop_percent = truth.snoop_percent;
    }
    let share_error = SHARE_ERROR_PERCENT * (truth.rows.len().max(1)) as f64;
    if near(mine.trimmed_percent, truth.trimmed_percent, share_error) {
        mine.trimmed_percent = truth.trimmed_percent;
    }
    if let (Some(a), Some(b)) = (&mut mine.missing, &truth.missing) {
        for (mine, theirs) in [
            (&mut a.hitm_remote_percent, b.hitm_remote_percent),
            (&mut a.hitm_local_percent, b.hitm_local_percent),
            (&mut a.peer_remote_percent, b.peer_remote_percent),
            (&mut a.peer_local_percent, b.peer_local_percent),
            (&mut a.stores_l1_hit_percent, b.stores_l1_hit_percent),
            (&mut a.stores_l1_miss_percent, b.stores_l1_miss_percent),
            (&mut a.stores_no_level_percent, b.stores_no_level_percent),
        ] {
            if near(*mine, theirs, share_error) {
                *mine = theirs;
            }
        }
    }
    let error = truth.row_error_samples;
    let same_number = mine.rows.len() == truth.rows.len();
    for (mine, theirs) in mine.rows.iter_mut().zip(&truth.rows).filter(|_| same_number) {
        // Four kinds are summed up at most.
        same_counts(&mut mine.counts, &theirs.counts, error, 4 * error);
        if let (Some(a), Some(b)) = (mine.other_loads, theirs.other_loads)
            && a.abs_diff(b) <= 4 * error
        {
            mine.other_loads = theirs.other_loads;
        }
        let (a, b) = (&mut mine.latencies, &theirs.latencies);
        for (mine, theirs) in [
            (&mut a.hitm_remote_cycles, b.hitm_remote_cycles),
            (&mut a.hitm_local_cycles, b.hitm_local_cycles),
            (&mut a.peer_remote_cycles, b.peer_remote_cycles),
            (&mut a.peer_local_cycles, b.peer_local_cycles),
            (&mut a.other_cycles, b.other_cycles),
        ] {
            if near(*mine, theirs, FLOAT_ERROR) {
                *mine = theirs;
            }
        }
    }
}

fn same_counts(mine: &mut AccessCounts, truth: &AccessCounts, error: u32, of_sums: u32) {
    for (mine, theirs, error) in [
        (&mut mine.loads, truth.loads, of_sums),
        (&mut mine.stores, truth.stores, of_sums),
        (&mut mine.hitm_local, truth.hitm_local, error),
        (&mut mine.hitm_remote, truth.hitm_remote, error),
        (&mut mine.peer_local, truth.peer_local, error),
        (&mut mine.peer_remote, truth.peer_remote, error),
        (&mut mine.stores_l1_hit, truth.stores_l1_hit, error),
        (&mut mine.stores_l1_miss, truth.stores_l1_miss, error),
        (&mut mine.stores_no_level, truth.stores_no_level, error),
    ] {
        if let (Some(a), Some(b)) = (*mine, theirs)
            && a.abs_diff(b) <= error
        {
            *mine = theirs;
        }
    }
}

fn first_difference(read: &AccessProfile, truth: &AccessProfile) -> Option<String> {
    let without_lines = |profile: &AccessProfile| AccessProfile {
        lines: Vec::new(),
        variables: Vec::new(),
        ..profile.clone()
    };
    let (a, b) = (without_lines(read), without_lines(truth));
    if a != b {
        return Some(format!("\nread:  {a:?}\ntruth: {b:?}"));
    }
    let bare =
        |variable: &ProfileVariable| ProfileVariable { rows: Vec::new(), ..variable.clone() };
    let names =
        |profile: &AccessProfile| -> Vec<_> { profile.variables.iter().map(bare).collect() };
    if names(read) != names(truth) {
        return Some(format!("\nread:  {:?}\ntruth: {:?}", names(read), names(truth)));
    }
    let rows = |profile: &AccessProfile| -> Vec<AccessRow> {
        profile.variables.iter().flat_map(|variable| variable.rows.clone()).collect()
    };
    if rows(read).len() != rows(truth).len() {
        return Some(format!("\nread:  {:?}\ntruth: {:?}", rows(read), rows(truth)));
    }
    for (mine, theirs) in rows(read).iter().zip(&rows(truth)) {
        if mine != theirs {
            return Some(format!("\nread:  {mine:?}\ntruth: {theirs:?}"));
        }
    }
    if read.lines.len() != truth.lines.len() {
        let addresses = |profile: &AccessProfile| -> Vec<_> {
            profile.lines.iter().map(|line| (line.address.clone(), line.counts.records)).collect()
        };
        return Some(format!("lines\nread:  {:?}\ntruth: {:?}", addresses(read), addresses(truth)));
    }
    let bare = |line: &ProfileLine| ProfileLine { rows: Vec::new(), ..line.clone() };
    for (mine, theirs) in read.lines.iter().zip(&truth.lines) {
        if bare(mine) != bare(theirs) {
            return Some(format!("\nread:  {:?}\ntruth: {:?}", bare(mine), bare(theirs)));
        }
        if mine.rows.len() != theirs.rows.len() {
            let rows = |line: &ProfileLine| -> Vec<_> {
                line.rows.iter().map(|row| (row.offset_bytes, row.code_address.clone())).collect()
            };
            return Some(format!("rows\nread:  {:?}\ntruth: {:?}", rows(mine), rows(theirs)));
        }
        let differs = |(a, b): &(&AccessRow, &AccessRow)| a != b;
        if let Some((a, b)) = mine.rows.iter().zip(&theirs.rows).find(differs) {
            return Some(format!("\nread:  {a:?}\ntruth: {b:?}"));
        }
    }
    None
}

#[test]
fn every_sample_is_read_as_it_is() {
    let mut wrong = Vec::new();
    for sample in samples::all() {
        if let Err(panic) = std::panic::catch_unwind(|| check(&sample)) {
            wrong.push(panic.downcast_ref::<String>().cloned().unwrap_or(sample.name));
        }
    }
    assert!(wrong.is_empty(), "{} samples\n{}", wrong.len(), wrong.join("\n"));
}

/// How many random scenarios are read; `HITMAP_SEED` names the first seed.
const RANDOM_SCENARIOS: u64 = 24;

#[test]
fn random_scenarios_are_read_as_they_are() {
    let first = seeds::seed();
    for seed in first..first + RANDOM_SCENARIOS {
        for version in Version::ALL {
            let mut modes = vec![
                C2c::default(),
                C2c { node_info: (seed % 4) as u8, full_symbols: true, ..C2c::default() },
                C2c { show_all: true, display: Some(Display::Local), ..C2c::default() },
            ];
            if version.counts_peers() {
                modes.push(C2c { display: Some(Display::Peer), ..C2c::default() });
            }
            for options in modes {
                let name = format!("random {seed} {version} {}", options.words().join(" "));
                let scenario = scenarios::random_scenario(seed);
                check(&samples::sample(&name, scenario, version, Output::C2c(options)));
            }
        }
    }
}

#[test]
fn random_recordings_are_read_as_they_are() {
    let first = seeds::seed();
    for seed in first..first + RANDOM_SCENARIOS {
        for (form, name) in [
            (data::Form::default(), "plain"),
            (data::Form { big_endian: true, ..data::Form::default() }, "big"),
            (data::Form { pipe: true, weight_struct: false, ..data::Form::default() }, "pipe"),
        ] {
            let name = format!("random {seed} {name}");
            let scenario = scenarios::random_scenario(seed);
            check(&samples::sample(&name, scenario, Version::V6_1, Output::Data(form)));
        }
    }
}

#[test]
fn random_memory_reports_are_read_as_they_are() {
    let first = seeds::seed();
    for seed in first..first + RANDOM_SCENARIOS {
        for version in Version::ALL {
            let name = format!("random {seed} {version} mem report");
            let scenario = scenarios::random_scenario(seed);
            check(&samples::sample(&name, scenario, version, Output::MemReport));
        }
    }
}

#[test]
fn random_scripts_are_read_as_they_are() {
    let first = seeds::seed();
    for seed in first..first + RANDOM_SCENARIOS {
        for version in Version::ALL {
            let name = format!("random {seed} {version} script");
            let scenario = scenarios::random_scenario(seed);
            let output = Output::Script(Field::ALL.to_vec());
            let sample = samples::sample(&name, scenario, version, output);
            check(&sample);
        }
    }
}
