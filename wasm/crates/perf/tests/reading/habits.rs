//! Reports as spreadsheets, shells and trackers hand them on, and as people change their columns.

use facts::{MeasuredState, ProfileKind, Severity};

use crate::{read, sample};

fn report() -> String {
    String::from_utf8_lossy(&sample("report-NNN.txt")).into_owned()
}

fn rows(text: &str) -> Vec<&str> {
    let is_row = |line: &&str| line.matches('%').count() >= 4 && line.contains("0x");
    text.lines().filter(is_row).collect()
}

fn warning(text: &str, of: &str) -> bool {
    let all = read(text.as_bytes()).diagnostics;
    all.iter().any(|d| d.severity == Severity::Warning && d.message.contains(of))
}

#[test]
fn rows_of_a_spreadsheet() {
    let text = report();
    let whole = read(text.as_bytes());
    for sign in [",", ";", "|", "\t"] {
        let words = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(sign);
        let rows: Vec<String> = rows(&text).into_iter().map(words).collect();
        let of_sheet = read(rows.join("\n").as_bytes());
        let shares = |profile: &facts::AccessProfile| {
            let rows = profile.lines.iter().flat_map(|line| &line.rows);
            let mut all: Vec<String> =
                rows.map(|row| format!("{} {:?}", row.offset_bytes, row.shares)).collect();
            all.sort();
            all
        };
        assert_eq!(shares(&of_sheet), shares(&whole), "{sign}");
        assert!(of_sheet.lines.iter().all(|line| line.counts.stores.is_none()));
    }
}

#[test]
fn commands_that_print_two_reports_name_them() {
    let text = report();
    let all = rows(&text);
    let [first, second] = [&all[..2], &all[2..4]].map(|rows| rows.join("\n"));
    for prompt in ["$ ", "root@box:~# ", "[jane@box src]$ ", "jane@box ~ % "] {
        let both = format!(
            "{prompt}cat c2c-before.txt\n{first}\n{prompt}cat /tmp/after.txt\n{second}\n{prompt}\n"
        );
        let Ok(read) = perf::read_all(both.as_bytes(), perf::Options::default()) else {
            unreachable!("refused: {both}")
        };
        let named: Vec<_> = read.iter().map(|one| (one.name.as_deref(), one.state)).collect();
        assert_eq!(
            named,
            [
                (Some("c2c-before.txt"), Some(MeasuredState::Before)),
                (Some("after.txt"), Some(MeasuredState::After))
            ],
            "{prompt}"
        );
        assert!(read.iter().all(|one| one.profile.lines[0].rows.len() == 2));
    }
}

#[test]
fn a_number_behind_the_nodes_is_no_node() {
    let row = "  1.00%  2.00%  3.00%  4.00%  0.00%  0x8   0  1  0x401150  0  200  60  30  2  [.] a  app  a.c:1";
    let nodes = |end: &str| -> Vec<u32> {
        let text = format!("{row}{end}\n");
        let profile = read(text.as_bytes());
        profile.lines[0].rows[0].nodes.iter().map(|node| node.node).collect()
    };
    assert_eq!(nodes("   0  1"), [0, 1]);
    assert_eq!(nodes("  10 11"), [10, 11]);
    assert_eq!(nodes("   0  1    42"), [0, 1]);
    assert!(warning(&format!("{row}   0  1    42\n"), "none of its columns"));
    // Two CPUs are on two nodes at most.
    assert_eq!(nodes("   0  1  42"), [0, 1]);
    assert!(warning(&format!("{row}   0  1  42\n"), "none of its columns"));
}

#[test]
fn numbers_behind_all_lines_are_no_part_of_them() {
    let text = report();
    let numbered: String =
        text.lines().enumerate().map(|(at, line)| format!("{line}   {}\n", at + 1)).collect();
    assert_eq!(read(numbered.as_bytes()), read(text.as_bytes()));
}

#[test]
fn a_mem_report_without_its_header() {
    let row = "    16.72%            72  751           Remote Cache (1 hop) hit  [.] reader  demo           [.] 0x00007f0000001008   anon         HitM          L1 or L2 hit            No       N/A        0\n";
    let profile = read(row.as_bytes());
    assert_eq!(profile.kind, ProfileKind::MemReport);
    let line = &profile.lines[0];
    assert_eq!(line.address.as_deref(), Some("0x7f0000001000"));
    assert_eq!((line.counts.records, line.counts.hitm_remote), (Some(72), Some(72)));
    assert!(profile.diagnostics.iter().any(|d| d.message.contains("no column headers")));
}

#[test]
fn a_type_profile_that_is_the_value_of_something() {
    let table = "# Overhead  Data Type / Data Type Offset\n    60.00%     struct a\n       60.00%     struct a +8 (b)\n";
    let escaped = table.replace('\n', "\\n");
    let text = format!("{{\"id\": 7, \"output\": \"{escaped}\"}}");
    let whole = read(table.as_bytes());
    assert_eq!(read(text.as_bytes()), whole);
    // However it comes.
    let mut reader = perf::Reader::new(ProfileKind::TypeReport, perf::Options::default());
    text.as_bytes().chunks(7).for_each(|chunk| reader.push(chunk));
    assert_eq!(crate::only(reader.finish()), whole);
}

#[test]
fn the_counts_of_other_columns_are_no_counts() {
    let text = report();
    let is_listed = |line: &&str| line.matches("0x").count() == 1 && line.matches('%').count() == 1;
    for missing in 2..24 {
        let mut listed = 0;
        let changed: String = text
            .lines()
            .map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                if !is_listed(&line) || missing >= words.len() {
                    return format!("{line}\n");
                }
                listed += 1;
                let left = words.iter().enumerate().filter(|(at, _)| *at != missing);
                left.map(|(_, word)| format!("  {word}")).collect::<String>() + "\n"
            })
            .collect();
        if listed == 0 {
            continue;
        }
        let (whole, read) = (read(text.as_bytes()), read(changed.as_bytes()));
        for line in &read.lines {
            // Two processes may have lines of one address.
            let is_same = |known: &&facts::ProfileLine| {
                let pairs = [
                    (line.counts.loads, known.counts.loads),
                    (line.counts.stores, known.counts.stores),
                    (line.counts.records, known.counts.records),
                    (line.counts.loads_l1, known.counts.loads_l1),
                ];
                known.address == line.address
                    && pairs.iter().all(|(read, whole)| read.is_none() || read == whole)
            };
            assert!(
                whole.lines.iter().any(|known| is_same(&known)),
                "without word {missing}: {line:?}"
            );
        }
        assert!(!read.diagnostics.is_empty(), "without word {missing} in silence");
    }
}

/// Lines and rows, without what was said of them.
fn lines(text: &str) -> Vec<facts::ProfileLine> {
    read(text.as_bytes()).lines
}

/// What pages, editors, word processors and other countries make of numbers and lines.
#[test]
fn other_signs_for_the_same_numbers() {
    let text = report();
    let whole = lines(&text);
    let each = |change: fn(&str) -> String| text.lines().map(change).collect::<Vec<_>>().join("\n");
    for (what, written) in [
        ("0X", text.replace("0x", "0X")),
        ("a sign of multiplication", text.replace("0x", "0\u{d7}")),
        ("a blank before the percent sign", text.replace('%', " %")),
        ("a narrow one", text.replace('%', "\u{202f}%")),
        ("full width", text.replace('%', "\u{ff05}")),
        ("line separators", text.replace('\n', "\u{2028}")),
        ("isolates", each(|line| format!("\u{2068}{line}\u{2069}"))),
        ("shown ends", each(|line| format!("{line}$"))),
        ("a test's mark", each(|line| format!("E       {line}"))),
        ("Markdown's escapes", text.replace('_', "\\_").replace('[', "\\[").replace(']', "\\]")),
    ] {
        assert_eq!(lines(&written), whole, "{what}");
    }
    let listed: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(at, line)| {
            if line.matches('%').count() >= 4 {
                format!("{at}) {}", line.trim())
            } else {
                line.to_owned()
            }
        })
        .collect();
    assert_eq!(lines(&listed.join("\n")), whole);
}

/// A row with fewer shares than the others has shares of unknown kinds: zeros that somebody blanked.
#[test]
fn blanked_zeros_are_not_read_as_the_next_column() {
    let text = report();
    let blanked = text.replace(" 0.00%", "      ");
    assert_ne!(blanked, text);
    assert!(warning(&blanked, "fewer shares"));
    let (got, whole) = (lines(&blanked), lines(&text));
    for (got, whole) in got.iter().zip(&whole) {
        assert_eq!(got.counts, whole.counts);
        for (got, whole) in got.rows.iter().zip(&whole.rows) {
            assert!(got.counts.hitm_local.is_none_or(|n| Some(n) == whole.counts.hitm_local));
            assert!(got.counts.stores.is_none_or(|n| Some(n) == whole.counts.stores));
        }
    }
}

/// Two reports of rows alone, the first of which begins without a header.
#[test]
fn two_bare_reports_are_two() {
    let report = |address: &str| {
        format!(
            "0 266 373 323 38 {address}\n\
         10.00% 20.00% 30.00% 40.00% 0x8 0 1 0x401150 751 234 90 520 3 [.] reader demo demo.c:8 0 1\n\
         90.00% 80.00% 70.00% 60.00% 0x10 0 1 0x401156 775 245 90 390 3 [.] writer demo demo.c:9 0 1\n"
        )
    };
    let both = report("0x4040c0") + &report("0x7f0000001040");
    let read = perf::read_all(both.as_bytes(), perf::Options::default()).unwrap_or_default();
    assert_eq!(read.len(), 2);
}

/// Nodes that a wide wrap broke off the longest row are that row's.
#[test]
fn nodes_in_the_next_line() {
    let rows = |gap: &str| {
        format!(
            "0 266 373 323 38 0x4040c0\n\
         10.00% 20.00% 30.00% 40.00% 0x8 0 1 0x401150 751 234 90 520 3 [.] reader demo demo.c:8 0 1\n\
         90.00% 80.00% 70.00% 60.00% 0x10 0 1 0x401156 775 245 90 390 3 [.] the_longest_name demo demo.c:9 0{gap}1\n"
        )
    };
    assert_eq!(lines(&rows("\n")), lines(&rows(" ")));
}

/// Numbers of another separator are none, a word between columns is no process, and what a page left out is said.
#[test]
fn what_cannot_be_read_is_said() {
    let text = report();
    let row = rows(&text)[0];
    let written = text.replacen(row, &row.replacen("  0x", " (f_count)  0x", 1), 1);
    assert!(
        lines(&written)
            .iter()
            .flat_map(|line| &line.rows)
            .all(|row| row.pid.is_none() || row.pid > Some(1))
    );
    for sign in [
        "[... 2 lines omitted ...]",
        "[Message clipped]  View entire message",
        "\u{2026} (truncated)",
    ] {
        let cut = text.replacen(row, sign, 1);
        assert!(warning(&cut, "taken out") || warning(&cut, "missing"), "{sign}");
    }
}

/// perf's report of peer snoops, and what is left of it without what names them.
#[test]
fn peer_snoops_without_a_header_are_not_hitm_without_a_warning() {
    let report = String::from_utf8_lossy(&sample("report-peer.txt")).into_owned();
    let bare: String = report
        .lines()
        .filter(|line| !line.starts_with('#') && line.contains("0x"))
        .map(|line| format!("{line}\n"))
        .collect();
    let first = bare.find("      0        0       18").unwrap_or(0);
    let counters = "Load Local HITM                   :          0\nLoad HIT Local Peer               :         20\n";
    let doubt = |profile: &facts::AccessProfile| {
        let said = profile.diagnostics.iter().find(|d| d.message.contains("Arm"));
        said.map(|said| (said.severity, said.message.contains("not known")))
    };
    let unknown = Some((Severity::Warning, true));
    // A row of the table has both, so that its sums tell; the rows alone do not.
    for text in [bare.as_str(), &bare[..first]] {
        let profile = read(text.as_bytes());
        assert_eq!(doubt(&profile), None, "{text}");
        assert_eq!(profile.lines[0].counts.peer_local, Some(18));
    }
    assert_eq!(doubt(&read(&bare.as_bytes()[first..])), unknown);
    // As stores of Arm are, without a level.
    let rows = bare[first..]
        .lines()
        .next()
        .unwrap_or_default()
        .replace("132       63       18", "0  0  213");
    let row = bare[first..].lines().nth(1).unwrap_or_default();
    let like_arm = read(format!("{rows}\n{row}\n").as_bytes());
    assert_eq!(doubt(&like_arm), unknown);
    assert_eq!(like_arm.lines[0].counts.peer_local, Some(18));
    // The counters say it.
    let known = read(format!("{counters}\n{}", &bare[first..]).as_bytes());
    assert_eq!(doubt(&known), None, "{:?}", known.diagnostics);
    assert_eq!(known.lines[0].counts.peer_local, Some(18));
    let hitm = counters.replace("  0\n", "  9\n").replace(" 20\n", "  0\n");
    let known = read(format!("{hitm}\n{}", &bare[first..]).as_bytes());
    assert_eq!(doubt(&known), None, "{:?}", known.diagnostics);
    assert_eq!(known.lines[0].counts.hitm_local, Some(18));
}
