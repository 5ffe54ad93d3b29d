//! `perf mem report -F overhead,op,cache,mem,snoop`, as perf 7.2 prints it of this crate's recordings.

use std::collections::BTreeMap;

use facts::{AccessProfile, ProfileKind};

use crate::{read, sample};

fn messages(profile: &AccessProfile) -> String {
    let texts = profile.diagnostics.iter().map(|remark| remark.text.clone() + "\n");
    texts.collect()
}

/// Samples of each address.
fn records(profile: &AccessProfile) -> BTreeMap<u64, u32> {
    let mut found = BTreeMap::new();
    for line in &profile.lines {
        let address = line.address.as_deref().and_then(|address| address.strip_prefix("0x"));
        let address = address.and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0);
        for row in &line.rows {
            let place = address + row.offset_bytes as u64;
            *found.entry(place).or_default() += row.counts.records.unwrap_or(0);
        }
    }
    found
}

fn text(name: &str) -> String {
    String::from_utf8(sample(name)).unwrap_or_else(|error| unreachable!("{error}"))
}

/// The same, from the words of the text: overhead, samples, and after the other shares `[.] address`.
fn printed(text: &str) -> BTreeMap<u64, u32> {
    let mut found = BTreeMap::new();
    for line in text.lines().filter(|line| line.contains('%') && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| word.starts_with('[')).unwrap_or(0);
        let digits = words[at + 1].trim_start_matches("0x");
        let address = u64::from_str_radix(digits, 16).unwrap_or(0);
        let samples: u32 = words[1].parse().unwrap_or(0);
        if address > 0 {
            *found.entry(address).or_default() += samples;
        }
    }
    found
}

#[test]
fn samples_are_counted_and_shares_of_weight_are_not() {
    let report = read(&sample("mem-groups.txt"));
    let recording = read(&sample("plain.data"));
    assert_eq!(report.kind, ProfileKind::MemReport);
    assert_eq!(report.totals.records, recording.totals.records);
    assert_eq!(records(&report), printed(&text("mem-groups.txt")));
    // The event is of loads by its name, and its table has stores.
    assert_eq!((report.totals.loads, report.totals.stores), (None, None));
    assert_eq!(report.totals.hitm_local, None);
    assert!(
        messages(&report).contains("Mem Op, Cache, Memory, Snoop, D-TLB"),
        "{}",
        messages(&report)
    );
}

#[test]
fn separated_values_are_the_same() {
    let report = read(&sample("mem-groups-separated.txt"));
    assert_eq!(records(&report), records(&read(&sample("mem-groups.txt"))));
}

#[test]
fn types_without_offsets_are_refused_by_name() {
    for (text, word) in [
        (text("mem-types.txt"), "perf mem report -T"),
        (
            "#                      --- Mem Op ---\n# Data Type  Overhead     Load  Store  Data Type Offset\n  struct a    100.00%    69.2%  30.8%  struct a +0x8 (b)\n".to_owned(),
            "column groups",
        ),
    ] {
        let found = perf::read(text.as_bytes(), perf::Options::default());
        let said = found.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn a_table_of_loads_alone_has_loads() {
    let report = read(&sample("mem-groups-two-events.txt"));
    assert_eq!(report.events, ["cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"]);
    assert_eq!(
        (report.totals.records, report.totals.loads, report.totals.stores),
        (Some(124), Some(80), Some(44))
    );
    assert_eq!(records(&report), BTreeMap::from([(0x409080, 87), (0x409088, 37)]));
    assert_eq!(report.totals.loads_l1, None);
}

#[test]
fn shares_alone_are_refused_by_name() {
    let Err(error) = perf::read(&sample("mem-groups-shares.txt"), perf::Options::default()) else {
        unreachable!("shares are no counts")
    };
    let said = error.to_string();
    assert!(said.contains("The 10 rows") && said.contains("-F overhead,sample,op"), "{said}");
}

#[test]
fn tables_that_are_there_twice_count_once() {
    for name in ["mem-groups.txt", "mem-groups-two-events.txt"] {
        let once = read(&sample(name));
        let text = text(name);
        let rows: Vec<&str> =
            text.lines().filter(|line| line.contains('%') && !line.starts_with('#')).collect();
        let head: Vec<&str> = text.lines().take_while(|line| !line.starts_with("    ")).collect();
        let twice = read(format!("{text}{text}").as_bytes());
        assert_eq!(twice.totals, once.totals, "{name}");
        assert_eq!(twice.lines, once.lines, "{name}");
        assert!(messages(&twice).contains("more than once"), "{name}");
        if name == "mem-groups.txt" {
            let rows = rows.join("\n");
            let again = read(format!("{}\n{rows}\n{rows}\n", head.join("\n")).as_bytes());
            assert_eq!(again.totals, once.totals);
        }
    }
    let samples = corpus::samples::all();
    let old = samples
        .iter()
        .find(|sample| sample.name == "demo-6.1-mem-report")
        .expect("a sample")
        .bytes();
    assert_eq!(read(&[&old[..], &old].concat()).totals, read(&old).totals);
}

#[test]
fn a_header_of_one_line_is_not_guessed_at() {
    let text = text("mem-groups.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("Mem Op")).collect();
    assert!(perf::read(lines.join("\n").as_bytes(), perf::Options::default()).is_err());
}

#[test]
fn a_table_without_data_keeps_its_total() {
    let text = "# Samples: 30  of event 'ibs_op//'\n#           --- Mem Op ---\n# Overhead     Load  Store       Samples  Symbol\n    60.00%    50.0%  10.0%            20  [k] f\n    40.00%    40.0%   0.0%            10  [k] g\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.totals.records, Some(30));
    assert!(profile.lines.is_empty() && messages(&profile).contains("name no data"));
}

/// Lines cut at any column: no number of samples is ever made up.
#[test]
fn what_is_cut_is_not_counted_otherwise() {
    let text = text("mem-groups.txt");
    let whole = records(&read(text.as_bytes()));
    for width in 20..200 {
        let cut: String =
            text.lines().map(|line| line.chars().take(width).collect::<String>() + "\n").collect();
        let Ok(profile) = perf::read(cut.as_bytes(), perf::Options::default()) else { continue };
        for (address, samples) in records(&profile) {
            assert!(
                whole.get(&address).is_some_and(|all| samples <= *all),
                "{width}: {address:#x}\n{cut}"
            );
        }
        let missing = profile.totals.records < Some(900) || records(&profile) != whole;
        let said =
            profile.diagnostics.iter().any(|remark| remark.severity == facts::Severity::Warning);
        assert!(said || !missing, "{width}\n{cut}");
    }
}

/// The columns of each group as `mem_stat_name()` of `util/mem-events.c` has them: each group alone is named and read
/// beside numbers of samples, and refused with a reason where there are shares alone.
#[test]
fn each_group_is_read_beside_samples_and_refused_without() {
    for (title, names) in [
        ("Mem Op", &["Load", "Store", "Ld+St", "Pfetch", "Exec", "Other"][..]),
        ("Cache", &["L1", "L2", "L3", "L4", "L1-buf", "L2-buf", "Other"]),
        ("Memory", &["RAM", "MSC", "Uncach", "CXL", "IO", "PMEM", "Other"]),
        ("Snoop", &["Hit", "HitM", "Miss", "Other"]),
        ("D-TLB", &["L1-Hit", "L2-Hit", "L?-Hit", "Miss", "Other"]),
    ] {
        // perf hides the columns without samples, and a single one has no dashes.
        for shown in 1..=names.len() {
            let table = |samples: [&str; 2]| {
                let width = shown * 7;
                let above = match shown {
                    1 => format!("{title:>7}"),
                    _ => format!("{:-^width$}", format!(" {title} ")),
                };
                let columns: String =
                    names[..shown].iter().map(|name| format!("{name:>7}")).collect();
                let shares: String = (0..shown)
                    .map(|at| format!("{:>6}%", if at == 0 { "60.0" } else { "0.0" }))
                    .collect();
                format!(
                    "# Samples: 30  of event 'ibs_op//'\n#           {above}\n# Overhead  {columns}{}  Data Symbol\n    60.00%  {shares}{}  [.] counters+0x8\n",
                    samples[0], samples[1]
                )
            };
            let text = table(["       Samples", "            20"]);
            let profile = perf::read(text.as_bytes(), perf::Options::default())
                .unwrap_or_else(|error| unreachable!("{error}\n{text}"));
            let said = format!("The report's columns of {title} are shares of weight");
            assert!(messages(&profile).contains(&said), "{text}{}", messages(&profile));
            assert_eq!(records_of_variables(&profile), [Some(20)], "{text}");
            let shares = table(["", ""]);
            let Err(error) = perf::read(shares.as_bytes(), perf::Options::default()) else {
                unreachable!("read without numbers of samples\n{shares}");
            };
            assert!(error.to_string().contains("shares"), "{error}\n{shares}");
        }
    }
}

fn records_of_variables(profile: &AccessProfile) -> Vec<Option<u32>> {
    let rows = profile.variables.iter().flat_map(|variable| &variable.rows);
    rows.chain(profile.lines.iter().flat_map(|line| &line.rows))
        .map(|row| row.counts.records)
        .collect()
}
