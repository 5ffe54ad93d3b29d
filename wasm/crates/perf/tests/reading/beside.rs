//! Reports of many machines and versions, where they lie beside the checkout (`shared/fixtures/c2c`). They are
//! other people's, so they are not in the project; what is expected of them is in `expected.txt`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use facts::{AccessCounts, AccessProfile, AccessRow, RowShares};
use mutations::damage::edge::cut;
use mutations::damage::wrap::{at, hard, quoted};
use mutations::{Clean, Specimen};

use crate::read;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/fixtures/c2c")
}

fn fixture(name: &str) -> Vec<u8> {
    match std::fs::read(folder().join(name)) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("{name}: {error}"),
    }
}

/// Skips the test where the reports do not lie beside the checkout.
macro_rules! needs_reports {
    () => {
        if !folder().is_dir() {
            judges::skip!("the reports of other people are not beside the checkout");
        }
    };
}

type Column = (fn(&AccessCounts) -> Option<u32>, fn(&RowShares) -> Option<f64>);

/// The columns of a table with this many percentages.
fn columns(count: usize, peer: bool) -> Vec<Column> {
    let hitm: [Column; 2] = [
        (|c| c.hitm_remote, |s| s.hitm_remote_percent),
        (|c| c.hitm_local, |s| s.hitm_local_percent),
    ];
    let peers: [Column; 2] = [
        (|c| c.peer_remote, |s| s.peer_remote_percent),
        (|c| c.peer_local, |s| s.peer_local_percent),
    ];
    let mut out: Vec<Column> = if peer { peers.into() } else { hitm.into() };
    if count == 6 {
        out.push(peers[1]);
    }
    out.push((|c| c.stores_l1_hit, |s| s.stores_l1_hit_percent));
    out.push((|c| c.stores_l1_miss, |s| s.stores_l1_miss_percent));
    if count >= 5 {
        out.push((|c| c.stores_no_level, |s| s.stores_no_level_percent));
    }
    out
}

fn rows(profile: &AccessProfile) -> impl Iterator<Item = &AccessRow> {
    profile.lines.iter().flat_map(|line| &line.rows)
}

/// The sums of `expected.txt`, from a profile.
fn sums(profile: &AccessProfile, peer: bool, width: usize, stats: &str) -> String {
    let lines: Vec<_> = profile.lines.iter().filter(|line| !line.rows.is_empty()).collect();
    let columns = columns(width, peer);
    let join = |numbers: Vec<u64>| {
        let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(",") }
    };
    let counts = columns.iter().map(|(count, _)| {
        lines.iter().map(|line| u64::from(count(&line.counts).unwrap_or(0))).sum()
    });
    let share = |share: &fn(&RowShares) -> Option<f64>| {
        let hundredths =
            |row: &AccessRow| row.shares.as_ref().and_then(share).map_or(0.0, |s| s * 100.0);
        rows(profile).map(|row| hundredths(row).round() as u64).sum()
    };
    let shares = if lines.is_empty() {
        Vec::new()
    } else {
        columns.iter().map(|(_, of)| share(of)).collect()
    };
    let cycles = |row: &AccessRow| {
        let l = &row.latencies;
        [
            l.hitm_remote_cycles,
            l.hitm_local_cycles,
            l.peer_remote_cycles,
            l.peer_local_cycles,
            l.other_cycles,
        ]
        .iter()
        .flatten()
        .sum::<f64>() as u64
    };
    let codes: BTreeSet<_> = rows(profile).filter_map(|row| row.code_address.as_ref()).collect();
    let address = |text: &String| u128::from_str_radix(&text[2..], 16).unwrap_or(0);
    let addresses: u128 = lines.iter().filter_map(|line| line.address.as_ref()).map(address).sum();
    let sum = |of: &dyn Fn(&AccessRow) -> u64| rows(profile).map(of).sum::<u64>();
    let stats: Vec<String> = stats
        .split(',')
        .filter(|stat| *stat != "-")
        .map(|stat| {
            let name = stat.split('=').next().unwrap_or_default();
            let found = profile.stats.iter().find(|known| known.name == name.replace('_', " "));
            format!("{name}={}", found.map_or(-1.0, |known| known.count))
        })
        .collect();
    format!(
        "{} {} {} {} {} {} {} {} {} {} {} {} {} {}",
        lines.len(),
        rows(profile).count(),
        join(counts.collect()),
        join(shares),
        sum(&|row| row.offset_bytes as u64),
        sum(&|row| u64::from(row.counts.records.unwrap_or(0))),
        sum(&cycles),
        sum(&|row| u64::from(row.cpu_count.unwrap_or(0))),
        codes.len(),
        addresses,
        sum(&|row| row.nodes.iter().map(|node| u64::from(node.node) + 1).sum()),
        sum(&|row| u64::from(row.tid.unwrap_or(0))),
        sum(&|row| u64::from(row.pid.unwrap_or(0))),
        if stats.is_empty() { "-".to_owned() } else { stats.join(",") },
    )
}

#[test]
fn every_report_has_the_rows_and_totals_that_its_text_has() {
    needs_reports!();
    let mut read_reports = 0;
    for expected in include_str!("expected.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = expected.splitn(3, ' ');
        let (Some(name), Some(mode), Some(sums_expected)) =
            (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let bytes = fixture(name);
        let profile = read(&bytes);
        let stats = sums_expected.rsplit(' ').next().unwrap_or("-");
        let width = sums_expected.split(' ').nth(2).map_or(0, |counts| counts.split(',').count());
        assert_eq!(sums(&profile, mode == "peer", width, stats), sums_expected, "{name}");
        read_reports += 1;
    }
    assert_eq!(read_reports, 41);
}

/// The counts of rows add up to the line's, where the report was not trimmed.
#[test]
fn rows_add_up_to_their_line() {
    needs_reports!();
    for expected in include_str!("expected.txt").lines().filter(|line| !line.starts_with('#')) {
        let bytes = fixture(expected.split(' ').next().unwrap_or_default());
        for line in read(&bytes).lines {
            if line.trimmed_percent.is_some() || line.rows.is_empty() {
                continue;
            }
            for (count, _) in columns(6, false).into_iter().chain(columns(5, true)) {
                if line.rows.iter().any(|row| count(&row.counts).is_some()) {
                    let sum: u32 = line.rows.iter().filter_map(|row| count(&row.counts)).sum();
                    assert_eq!(Some(sum), count(&line.counts), "{expected} {:?}", line.address);
                }
            }
            for row in &line.rows {
                // A row's stores never pass its records by more than rounding explains.
                if let (Some(stores), Some(records)) = (row.counts.stores, row.counts.records) {
                    assert!(stores <= records + 3 * line.row_error_samples, "{expected} {row:?}");
                }
            }
        }
    }
}

/// perf's recordings have the statistics that perf itself prints of them.
#[test]
fn recordings_equal_perfs_report_of_them() {
    needs_reports!();
    for (recording, report) in [
        ("synthetic/hitm.perf.data", "synthetic/tot.txt"),
        ("synthetic/peer_arm64.perf.data", "synthetic/peer_arm64.txt"),
        ("real/quipper_weight_struct.perf.data", "real/quipper_weight_struct_report_perf61.txt"),
    ] {
        let (recording, report) = (fixture(recording), fixture(report));
        crate::samples::same_tables(&read(&recording), &read(&report));
    }
}

/// The same samples, printed one by one.
#[test]
fn scripts_and_dumps_equal_the_recording() {
    needs_reports!();
    let recording = read(&fixture("synthetic/hitm.perf.data"));
    for name in ["script_allfields.txt", "script_memfields.txt", "mem_D.txt"] {
        let text = fixture(&format!("synthetic/{name}"));
        let profile = read(&text);
        crate::samples::same_rows(&profile, &recording, !name.starts_with("mem_D"));
        for stat in &recording.stats {
            let of_text =
                profile.stats.iter().find(|s| s.name == stat.name && s.table == stat.table);
            // Texts do not say what was mapped.
            if stat.name != "No Page Map Rejects" {
                assert_eq!(of_text, Some(stat), "{name}");
            }
        }
        // perf resolved the symbols of these texts.
        let symbols: BTreeSet<_> = rows(&profile).filter_map(|row| row.symbol.as_deref()).collect();
        assert_eq!(symbols.into_iter().collect::<Vec<_>>(), ["reader", "writer"], "{name}");
    }
    let text = fixture("real/quipper_weight_struct_script.txt");
    let (recording, script) = (fixture("real/quipper_weight_struct.perf.data"), read(&text));
    crate::samples::same_rows(&script, &read(&recording), true);
}

#[test]
fn mem_report_lands_on_variables() {
    needs_reports!();
    let text = fixture("synthetic/mem_report.txt");
    let profile = read(&text);
    let g = &profile.variables[0];
    assert_eq!((g.name.as_str(), g.object.as_deref()), ("g", Some("demo")));
    // The recording's own figures; g is at 0x4040c0, and byte 72 is on the next line.
    let hitm: Vec<_> = g
        .rows
        .iter()
        .map(|row| {
            (row.offset_bytes, row.counts.records, row.counts.hitm_remote, row.counts.hitm_local)
        })
        .collect();
    assert_eq!(
        hitm,
        [
            (0.0, Some(550), None, Some(77)),
            (8.0, Some(520), Some(216), Some(152)),
            (16.0, Some(390), Some(50), Some(144)),
            (24.0, Some(200), None, None),
            (56.0, Some(60), None, None),
            (72.0, Some(30), None, Some(3)),
        ]
    );
    assert_eq!(profile.totals.records, Some(1755));
}

#[test]
fn type_profiles_name_their_fields() {
    needs_reports!();
    let text = fixture("real/data_type_profiling_2023.txt");
    let profile = read(&text);
    let page = &profile.types[1];
    assert_eq!(
        (page.name.as_str(), page.values.as_slice()),
        ("struct page", &[18.48, 0.73, 0.0][..])
    );
    assert_eq!(page.events, ["cpu/mem-loads,ldlat=4/P", "cpu/mem-stores/P", "dummy:u"]);
    assert_eq!(page.rows.len(), 8);
    let annotated = &profile.types[4];
    // 447 loads and 33 stores are the 480 samples of the title.
    assert_eq!(
        (annotated.samples, annotated.values.as_slice()),
        (Some(480), &[447.0, 33.0, 0.0][..])
    );
    assert_eq!(annotated.rows.len(), 16);
    let leaves: f64 = annotated
        .rows
        .iter()
        .filter(|row| row.field.as_deref() == Some("lru.next"))
        .map(|row| row.values[0])
        .sum();
    assert_eq!(leaves, 236.0);
    assert_eq!(profile.types.len(), 7);
}

#[test]
fn a_draft_of_2014_that_a_mailer_wrapped() {
    needs_reports!();
    let text = fixture("real/proto_2014_zickus_cacheline_table.txt");
    let lines: Vec<_> = read(&text)
        .lines
        .iter()
        .map(|l| {
            (
                l.address.clone().unwrap_or_default(),
                l.counts.records,
                l.counts.loads,
                l.counts.hitm_local,
                l.counts.hitm_remote,
            )
        })
        .collect();
    let line = |address: &str, n: [u32; 4]| {
        (address.to_owned(), Some(n[0]), Some(n[1]), Some(n[2]), Some(n[3]))
    };
    assert_eq!(
        lines,
        [
            line("0xffff881fa55b0140", [72006, 43095, 3288, 6238]),
            line("0xffff881fba47f000", [21854, 13938, 1143, 1944]),
            line("0xffff881fc21b9cc0", [2153, 862, 148, 592]),
        ]
    );
}

#[test]
fn the_address_space_reports_say_what_was_trimmed() {
    needs_reports!();
    let (before, after) = (fixture("address_space-before.txt"), fixture("address_space-after.txt"));
    // Shares of the text, added by hand: remote HITM 82.49 %, local HITM 81.56 %, stores 47.53 and 14.29 %.
    let line = &read(&before).lines[0];
    assert_eq!(line.counts.hitm_remote, Some(13_642));
    let missing = line.missing.as_ref().map(|m| {
        [
            m.hitm_remote_percent,
            m.hitm_local_percent,
            m.stores_l1_hit_percent,
            m.stores_l1_miss_percent,
        ]
    });
    assert_eq!(missing, Some([Some(17.51), Some(18.44), Some(52.47), Some(85.71)]));
    // 44.74 % of 13642 and 49.78 % of 19392.
    let spin = &line.rows[7];
    assert_eq!((spin.counts.hitm_remote, spin.counts.hitm_local), (Some(6103), Some(9653)));
    assert_eq!(spin.symbol.as_deref(), Some("rwsem_spin_on_owner"));
    assert_eq!(read(&after).lines[0].rows.len(), 8);
}

/// The reports as they were mailed, with one blank between their columns, damaged in each way and broken or cut at each
/// width that a screen or a mailer may have.
#[test]
fn mailed_reports_are_read_as_they_are_or_with_a_note() {
    needs_reports!();
    let mailed = ["address_space-before", "address_space-after"].map(|name| {
        let text = fixture(&format!("{name}.txt"));
        let profile = read(&text);
        let (kind, name) = (profile.kind, name.to_owned());
        let (story, version) = (name.clone(), "mailed".to_owned());
        Clean { specimen: Specimen { name, story, kind, version, text }, profile }
    });
    let widths =
        (60..=180).flat_map(|width| [hard(width), at(width), quoted(width), cut(width, "")]);
    let all: Vec<_> = mutations::all().into_iter().chain(widths).collect();
    let (lost, _) = crate::mutated::lost(&mailed, &all);
    assert!(lost.is_empty(), "{} of them are lost: {lost:#?}", lost.len());
}
