//! This crate's own recordings (`samples/make.py`): perf's reports of them are the judge.

use facts::{AccessProfile, AccessRow, ProfileKind, ProfileLine};

use crate::{read, sample};

/// The statistics, lines and rows of a recording are those of perf's own report of it.
pub fn same_tables(recording: &AccessProfile, report: &AccessProfile) {
    assert_eq!(report.kind, ProfileKind::C2cReport);
    assert_eq!(recording.stats, report.stats);
    assert_eq!(recording.totals, report.totals);
    for of_report in &report.lines {
        // Two processes may have private memory at one address.
        let same = |line: &&ProfileLine| {
            line.address == of_report.address && line.counts.records == of_report.counts.records
        };
        let Some(line) = recording.lines.iter().find(same) else {
            unreachable!("{:?} is not among the lines", of_report.address)
        };
        assert_eq!(line.memory_nodes, of_report.memory_nodes);
        assert_eq!(line.physical_changes, of_report.physical_changes);
        let mut stated = of_report.counts;
        // A table shows HITM or peer hits.
        stated.peer_local = stated.peer_local.or(line.counts.peer_local);
        stated.peer_remote = stated.peer_remote.or(line.counts.peer_remote);
        assert_eq!(line.counts, stated);
        let share = (line.snoop_percent.unwrap_or(0.0) * 100.0).round() / 100.0;
        assert_eq!(Some(share), of_report.snoop_percent);
        for row in &of_report.rows {
            same_row(find(line.rows.as_slice(), row), row);
        }
    }
}

fn find<'a>(rows: &'a [AccessRow], like: &AccessRow) -> &'a AccessRow {
    let same = |row: &&AccessRow| {
        row.offset_bytes == like.offset_bytes
            && row.code_address == like.code_address
            && (like.tid.is_none() || row.tid == like.tid)
    };
    match rows.iter().find(same) {
        Some(row) => row,
        None => unreachable!("no row like {like:?}"),
    }
}

/// A row of perf's report; it rounds latencies and shows either HITM or peer hits.
fn same_row(row: &AccessRow, of_report: &AccessRow) {
    let (c, r) = (&row.counts, &of_report.counts);
    assert_eq!((c.records, c.loads, c.stores), (r.records, r.loads, r.stores), "{row:?}");
    for (mine, theirs) in [
        (c.hitm_remote, r.hitm_remote),
        (c.hitm_local, r.hitm_local),
        (c.peer_remote, r.peer_remote),
        (c.peer_local, r.peer_local),
        (c.stores_l1_hit, r.stores_l1_hit),
        (c.stores_l1_miss, r.stores_l1_miss),
        (c.stores_no_level, r.stores_no_level),
    ] {
        assert!(theirs.is_none() || mine == theirs, "{row:?}\n{of_report:?}");
    }
    let (l, p) = (&row.latencies, &of_report.latencies);
    for (mine, theirs) in [
        (l.hitm_remote_cycles, p.hitm_remote_cycles),
        (l.hitm_local_cycles, p.hitm_local_cycles),
        (l.peer_remote_cycles, p.peer_remote_cycles),
        (l.peer_local_cycles, p.peer_local_cycles),
        (l.other_cycles, p.other_cycles),
    ] {
        let near =
            matches!((mine, theirs), (Some(mine), Some(theirs)) if (mine - theirs).abs() <= 0.5);
        assert!(theirs.is_none() || near, "{mine:?} {theirs:?} {row:?}");
    }
    assert_eq!(row.cpu_count, of_report.cpu_count);
    let nodes = |row: &AccessRow| row.nodes.iter().map(|node| node.node).collect::<Vec<_>>();
    assert_eq!(nodes(row), nodes(of_report));
    for (node, theirs) in row.nodes.iter().zip(&of_report.nodes) {
        assert!(theirs.cpus.is_empty() || node.cpus == theirs.cpus);
    }
    if of_report.object.as_deref() != Some("[unknown]") {
        assert_eq!(row.object, of_report.object);
    }
}

/// Two readings of the same samples: every row with its counts, latencies and CPUs.
pub fn same_rows(one: &AccessProfile, two: &AccessProfile, with_cpus: bool) {
    assert_eq!(one.lines.len(), two.lines.len());
    for (a, b) in one.lines.iter().zip(&two.lines) {
        assert_eq!((&a.address, &a.counts, a.rows.len()), (&b.address, &b.counts, b.rows.len()));
        for (a, b) in a.rows.iter().zip(&b.rows) {
            assert_eq!((a.offset_bytes, &a.code_address), (b.offset_bytes, &b.code_address));
            assert_eq!((&a.counts, &a.latencies), (&b.counts, &b.latencies));
            assert!(!with_cpus || a.cpus == b.cpus, "{a:?} {b:?}");
        }
    }
}

#[test]
fn every_form_of_file_gives_perfs_tables() {
    let report = read(&sample("report-tot.txt"));
    for form in ["plain", "big", "pipe", "packed"] {
        println!("{form}");
        same_tables(&read(&sample(&format!("{form}.data"))), &report);
    }
    let wide = read(&sample("wide.data"));
    same_tables(&wide, &read(&sample("wide-c2c.txt")));
    assert_eq!(wide.events, ["cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"]);
}

#[test]
fn what_a_recording_says_of_its_machine() {
    for form in ["plain", "big", "pipe"] {
        let profile = read(&sample(&format!("{form}.data")));
        assert_eq!(profile.kernel_release.as_deref(), Some("6.1.0-made-up"), "{form}");
        assert_eq!(profile.perf_version.as_deref(), Some("6.1.192"));
        assert_eq!(profile.machine.as_deref(), Some("x86_64"));
        let nodes: Vec<_> =
            profile.nodes.iter().map(|node| (node.node, node.cpus.clone())).collect();
        assert_eq!(nodes, [(0, vec![0, 1]), (1, vec![2, 3])]);
        assert_eq!(profile.events, ["cpu/mem-loads,ldlat=30/P"]);
    }
}

#[test]
fn perfs_own_reports_of_the_recording_in_each_mode() {
    let recording = read(&sample("plain.data"));
    for mode in ["tot", "N", "NNN", "all", "lcl", "rmt", "peer"] {
        let report = read(&sample(&format!("report-{mode}.txt")));
        assert_eq!(report.stats, recording.stats, "{mode}");
        assert!(!report.lines.is_empty());
        for line in &report.lines {
            let same = |mine: &&ProfileLine| {
                mine.address == line.address && mine.counts.records == line.counts.records
            };
            let Some(mine) = recording.lines.iter().find(same) else {
                // --show-all lists the line of samples without an address.
                assert_eq!(line.address.as_deref(), Some("0x0"), "{mode}");
                continue;
            };
            line.rows.iter().for_each(|row| same_row(find(&mine.rows, row), row));
            assert_eq!(line.trimmed_percent, None, "{mode}");
        }
    }
}

#[test]
fn threads_stay_apart_when_asked() {
    let options = perf::Options { by_thread: true };
    let recording =
        perf::read(&sample("plain.data"), options).unwrap_or_else(|e| unreachable!("{e}"));
    let report = read(&sample("report-tid.txt"));
    assert_eq!(report.grouping, ["offset", "tid", "iaddr"]);
    for (mine, theirs) in recording.lines.iter().zip(&report.lines) {
        assert_eq!((&mine.address, mine.counts.records), (&theirs.address, theirs.counts.records));
        theirs.rows.iter().for_each(|row| same_row(find(&mine.rows, row), row));
    }
}

#[test]
fn callers_between_rows_are_not_rows() {
    let with = read(&sample("callgraph-c2c.txt"));
    let without = read(&sample("wide-c2c.txt"));
    assert_eq!(with.lines, without.lines);
}

#[test]
fn samples_printed_one_by_one() {
    let recording = read(&sample("plain.data"));
    same_rows(&read(&sample("script.txt")), &recording, true);
    let chained = read(&sample("script-callchain.txt"));
    let dumped = read(&sample("mem-dump.txt"));
    for text in [&chained, &dumped] {
        assert_eq!(text.totals, recording.totals);
        // Neither mappings nor physical addresses say that two processes share a file: each has its line.
        let line = |text: &AccessProfile, address: &str| {
            let lines = text.lines.iter().filter(|line| line.address.as_deref() == Some(address));
            lines.filter_map(|line| line.counts.records).collect::<Vec<_>>()
        };
        assert_eq!(line(text, "0x404040").iter().sum::<u32>(), line(&recording, "0x404040")[0]);
    }
    // With callers, perf prints the place in the file, and the instruction stands on a line of its own.
    let row = &chained.lines[0].rows[0];
    assert_eq!(row.code_address.as_deref(), Some("0x1150"));
    assert_eq!(row.object.as_deref(), Some("app"));
}

#[test]
fn chunks_may_end_anywhere() {
    for name in ["plain.data", "packed.data", "pipe.data", "report-tot.txt", "script.txt"] {
        let bytes = sample(name);
        let whole = read(&bytes);
        for size in [1usize, 7, 4096] {
            let mut reader = perf::Reader::new(whole.kind, perf::Options::default());
            bytes.chunks(size).for_each(|chunk| reader.push(chunk));
            assert_eq!(reader.bytes_read(), bytes.len() as u64);
            let profile = crate::only(reader.finish());
            assert_eq!(profile, whole, "{name} in chunks of {size}");
        }
    }
}

#[test]
fn a_recording_that_was_cut_off_keeps_what_it_has() {
    let bytes = sample("plain.data");
    let profile = read(&bytes[..bytes.len() / 2]);
    assert!(profile.totals.records > Some(300) && profile.totals.records < Some(600));
    assert!(
        profile.diagnostics.iter().any(|d| d.text.contains("cut off")),
        "{:?}",
        profile.diagnostics
    );
}

#[test]
fn one_that_is_cut_before_its_first_sample_is_damaged_and_not_without_samples() {
    for name in ["plain.data", "big.data", "packed.data", "wide.data"] {
        let bytes = sample(name);
        let whole = read(&bytes).totals.records;
        for cut in [bytes.len() / 50, bytes.len() / 10, bytes.len() / 5, bytes.len() / 2] {
            match perf::read(&bytes[..cut], perf::Options::default()) {
                Ok(profile) => {
                    assert!(profile.totals.records < whole, "{name} cut at {cut}");
                    assert!(profile.diagnostics.iter().any(|d| d.text.contains("cut off")));
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.contains("cut off"), "{name} cut at {cut}: {text}");
                }
            }
        }
        // The samples themselves are nonsense.
        let mut noise = bytes.clone();
        let mut state = 1u32;
        for byte in noise.iter_mut().skip(400) {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (state >> 24) as u8;
        }
        let error = perf::read(&noise, perf::Options::default()).err().map(|e| e.to_string());
        assert!(error.is_none_or(|text| text.contains("damaged")), "{name} as noise");
    }
}

#[test]
fn what_has_no_memory_samples_says_so() {
    let error =
        |bytes: &[u8]| perf::read(bytes, perf::Options::default()).err().map(|e| e.to_string());
    let said = |bytes: &[u8], word: &str| error(bytes).is_some_and(|text| text.contains(word));
    assert!(said(b"PERFILE2", "cut off"));
    assert!(said(b"PERFFILE", "first version"));
    assert!(said(&[&b"PERFILE2"[..], &[0xff; 200]].concat(), "bytes long"));
    assert!(said(b"int main(void) { return 0; }", "not a report"));
    assert!(said(b"Trace Event Information\n", "No cache line"));
}

#[test]
fn a_damaged_record_ends_the_data_wherever_chunks_end() {
    let bytes = sample("plain.data");
    // A length of 0 in the hundredth sample, and a last record that claims more than there is.
    let samples = (0..bytes.len() - 8).filter(|at| bytes[*at..at + 8] == [9, 0, 0, 0, 2, 0, 80, 0]);
    let sample_at = samples.take(100).last().unwrap_or(0);
    let last_at = bytes.windows(8).rposition(|w| w == [68, 0, 0, 0, 0, 0, 8, 0]).unwrap_or(0);
    assert!(sample_at > 104 && last_at > sample_at);
    for (at, length) in [(sample_at, 0u8), (last_at, 200)] {
        let mut damaged = bytes.clone();
        damaged[at + 6] = length;
        let whole = read(&damaged);
        let mut reader = perf::Reader::new(whole.kind, perf::Options::default());
        damaged.chunks(509).for_each(|chunk| reader.push(chunk));
        assert_eq!(crate::only(reader.finish()), whole);
        // What the file knows of its machine stands behind the data and is read all the same.
        assert_eq!(whole.nodes.len(), 2, "{:?}", whole.diagnostics);
    }
}

/// 300 accesses of the first member of a line, 100 of the second.
#[test]
fn samples_with_addresses_alone_are_accesses_and_no_hitm() {
    for (name, symbols) in
        [("accesses.data", [None, None]), ("breakpoint.txt", [Some("write_it"), Some("read_it")])]
    {
        let profile = read(&sample(name));
        let records = |n| facts::AccessCounts { records: Some(n), ..Default::default() };
        assert_eq!((&profile.totals, profile.display), (&records(400), None), "{name}");
        assert_eq!(profile.stats, [], "{name}");
        let [line] = &profile.lines[..] else { unreachable!("{name}: {:?}", profile.lines) };
        assert_eq!((line.address.as_deref(), &line.counts), (Some("0x404080"), &records(400)));
        let rows: Vec<_> = line
            .rows
            .iter()
            .map(|row| (row.offset_bytes, row.counts, row.other_loads, row.symbol.as_deref()))
            .collect();
        let [first, second] = symbols;
        assert_eq!(
            rows,
            [(0.0, records(300), None, first), (8.0, records(100), None, second)],
            "{name}"
        );
        let said: Vec<&str> = profile.diagnostics.iter().map(|said| said.text.as_str()).collect();
        let [only] = said[..] else { unreachable!("{name}: {said:?}") };
        assert!(only.starts_with("The samples have addresses and no data source"), "{name}");
    }
}

#[test]
fn a_refusal_says_which_word_is_missing() {
    let text = String::from_utf8_lossy(&sample("breakpoint.txt")).into_owned();
    let without = text.replace("          404080 ", " ").replace("          404088 ", " ");
    let refused = perf::read(without.as_bytes(), perf::Options::default());
    let said = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(said.contains("no addresses of data and no data source"), "{said}");
}
