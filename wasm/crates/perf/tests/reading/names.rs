//! Columns by the names above them, and rows that lack them: no share is called what no name calls it.

use facts::{AccessProfile, RowShares};

use crate::{read, sample};

const HEADER: &str = "\
#        ----- HITM -----  ------- Store Refs ------  --------- Data address ---------                      ---------- cycles ----------    Total       cpu                       Shared
#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A              Offset  Node  PA cnt        Code address  rmt hitm  lcl hitm      load  records       cnt        Symbol           Object  Source:Line  Node
";
const ROWS: &str = "\
      0        0      400      300        0        0      0x7ffd00402240
           0.00%   75.00%   25.00%    0.00%    0.00%                 0x0     0       1            0x401150         0       231        75      500         2  [.] first  app  a.c:7   0
           0.00%   25.00%   75.00%    0.00%    0.00%                 0x8     0       1            0x401160         0       220        70      300         2  [.] other  app  a.c:9   0
";

fn snoops(text: &str) -> (Option<u32>, Option<u32>, AccessProfile) {
    let profile = read(text.as_bytes());
    let counts = profile.lines[0].counts;
    (counts.hitm_remote, counts.hitm_local, profile)
}

fn says(profile: &AccessProfile, what: &str) -> bool {
    profile.diagnostics.iter().any(|said| said.text.contains(what))
}

#[test]
fn an_unknown_exchanged_or_new_name_has_no_kind() {
    let text = |header: &str| format!("{header}{ROWS}");
    let (remote, local, clean) = snoops(&text(HEADER));
    assert_eq!((remote, local), (Some(0), Some(400)));
    assert!(clean.diagnostics.is_empty(), "{:?}", clean.diagnostics);
    for (names, expect, word) in [
        ("RmtFwd   LclHitm", (None, Some(400)), "RmtFwd"),
        ("RmtFwd   LclFwd ", (None, None), "LclFwd"),
        ("LclHitm  RmtHitm", (None, None), "order that no perf prints"),
        ("LclHit   LclHitm", (None, Some(400)), "LclHit"),
        ("   Hit      Miss", (None, None), "Miss"),
    ] {
        let header = HEADER.replace("RmtHitm  LclHitm", names);
        let (remote, local, profile) = snoops(&text(&header));
        assert_eq!((remote, local), expect, "{names}");
        assert!(says(&profile, word), "{names}: {:?}", profile.diagnostics);
        // Which of the loads are HITM is not known.
        assert!(profile.lines[0].rows.iter().all(|row| row.other_loads.is_none()), "{names}");
    }
    let (.., profile) = snoops(&text(&HEADER.replace("L1 Miss", "   Miss")));
    let rows = &profile.lines[0].rows;
    assert!(rows.iter().all(|row| row.counts.stores.or(row.counts.loads).is_none()), "{rows:?}");
    // A column more is shown under its own name, and moves no other.
    let header = HEADER.replace("      N/A", "      N/A      Fwd");
    let rows =
        ROWS.replace("    0.00%                 0x", "    0.00%   50.00%                 0x");
    let rows = rows.replace("        0      0x7ffd", "        0       77      0x7ffd");
    let (remote, local, profile) = snoops(&format!("{header}{rows}"));
    assert_eq!((remote, local), (Some(0), Some(400)));
    assert_eq!(profile.lines[0].counts.stores, Some(300));
    let named = &profile.lines[0].named;
    assert_eq!(
        named.iter().map(|of| (of.name.as_str(), of.count)).collect::<Vec<_>>(),
        [("Fwd", Some(77))]
    );
    assert_eq!(profile.lines[0].rows[0].named[0].percent, Some(50.0));
}

#[test]
fn the_one_table_that_people_make() {
    let rows = "\
-------  -------  ------  ------  ------  ------  ------------------------
 130       50       40    0xff11223344556640
-------  -------  ------  ------  ------  ------  ------------------------
60.00%   40.00%    0.00%  0x0     3300    420   find_first_rule
40.00%    0.00%   75.00%  0x8     5800    31    set_rule
 0.00%   60.00%   25.00%  0x8     3600    18    set_rule
";
    let two_lines = "\
1. Perf c2c report of `rules->first` cache line:
-------  -------  ------  ------  ------  ------  ------------------------
 Rmt      Lcl     Store   Data    Load    Total    Symbol
Hitm%    Hitm%   L1 Hit%  offset  cycles  records
";
    let one_line = "RmtHitm% LclHitm% StoreL1Hit% Offset Cycles Records Symbol\n";
    for header in [two_lines, one_line] {
        let profile = read(format!("{header}{rows}").as_bytes());
        let line = &profile.lines[0];
        assert_eq!(line.address.as_deref(), Some("0xff11223344556640"));
        assert_eq!((line.counts.hitm_remote, line.counts.hitm_local), (Some(130), Some(50)));
        let found: Vec<_> = line
            .rows
            .iter()
            .map(|row| {
                let symbol = row.symbol.as_deref().unwrap_or_default();
                (row.offset_bytes, row.latencies.other_cycles, row.counts.records, symbol)
            })
            .collect();
        assert_eq!(
            found,
            [
                (0.0, Some(3300.0), Some(420), "find_first_rule"),
                (8.0, Some(5800.0), Some(31), "set_rule"),
                (8.0, Some(3600.0), Some(18), "set_rule"),
            ],
            "{header}"
        );
        assert_eq!(line.rows[1].counts.stores_l1_hit, Some(30));
        assert!(profile.diagnostics.is_empty(), "{:?}", profile.diagnostics);
    }
}

#[test]
fn a_table_without_offsets_has_its_functions() {
    let text =
        "RmtHitm  LclHitm  Symbol\n 75.00%  25.00%  [k] take_lock\n 25.00%  75.00%  [k] other\n";
    let profile = read(text.as_bytes());
    let functions = profile.lines[0].unplaced.iter().map(|row| row.symbol.as_deref());
    assert_eq!(functions.collect::<Vec<_>>(), [Some("take_lock"), Some("other")]);
}

#[test]
fn a_report_in_a_patch_that_adds_a_file_is_read() {
    let count = HEADER.lines().count() + ROWS.lines().count();
    let added: String =
        format!("{HEADER}{ROWS}").lines().map(|line| format!("+{line}\n")).collect();
    let patch = format!(
        "diff --git a/doc.txt b/doc.txt\nnew file mode 100644\n--- /dev/null\n+++ b/doc.txt\n@@ -0,0 +1,{count} @@\n{added}"
    );
    for text in [&patch, &patch.lines().map(|line| format!("> {line}\n")).collect(), &added] {
        assert_eq!(snoops(text).1, Some(400), "{text}");
    }
    // The difference of two reports is named.
    let changed = ROWS.replace("\n ", "\n-").replacen("      0", "-      0", 1);
    let diff = format!("--- a.txt\n+++ b.txt\n@@ -1,3 +0,0 @@\n{changed}");
    let why = perf::read_all(diff.as_bytes(), perf::Options::default()).err();
    assert!(matches!(why, Some(perf::NothingUsable::Difference { .. })), "{why:?}");
}

/// Rows and what they say, for a text in which they stand alone.
fn shares(profile: &AccessProfile) -> Vec<(f64, Option<String>, Option<RowShares>)> {
    let rows = profile.lines.iter().flat_map(|line| &line.rows);
    rows.map(|row| (row.offset_bytes, row.code_address.clone(), row.shares)).collect()
}

/// Whole, in ranges and one by one: no step may take a share, an address or a count off a row because it is alike in all.
#[test]
fn rows_alone_are_what_the_whole_text_says_or_have_no_kind() {
    let specimens = mutations::specimen::all().into_iter();
    let c2c = specimens.filter(|specimen| specimen.kind == facts::ProfileKind::C2cReport);
    let mut texts: Vec<Vec<u8>> = c2c.map(|specimen| specimen.text).collect();
    texts.push(sample("report-tot.txt"));
    // One socket, no remote HITM: the first column is alike in all rows.
    let one = |at: usize| {
        format!(
            "           0.00%    3.{at}%    3.00%    0.00%                 0x{at:x}     0       1            0x40{at:x}0         0       231        75      500         2  [.] f{at}  app  a.c:7   0\n"
        )
    };
    texts.push(
        format!(
            "      0        0    10000    10000        0      0x7ffd00402240\n{}",
            (10..40).map(one).collect::<String>()
        )
        .into_bytes(),
    );
    let mut compared = 0;
    for text in texts {
        let whole = shares(&read(&text));
        let text = String::from_utf8_lossy(&text).into_owned();
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.split_whitespace().next().is_some_and(|word| word.ends_with('%')))
            .collect();
        let ranges = [rows.len().max(1), 9, 3, 1].into_iter();
        for part in ranges.flat_map(|size| rows.chunks(size)) {
            let Ok(alone) = perf::read(part.join("\n").as_bytes(), perf::Options::default()) else {
                continue;
            };
            for (offset, code, shares) in shares(&alone) {
                let Some(shares) = shares else { continue };
                let of_peer = |of: &RowShares| {
                    (
                        of.peer_remote_percent.or(of.hitm_remote_percent),
                        of.peer_local_percent.or(of.hitm_local_percent),
                        of.stores_l1_hit_percent,
                    )
                };
                let is_known = shares == RowShares::default()
                    || whole.iter().any(|(at, by, known)| {
                        *at == offset
                            && (*by == code || code.is_none())
                            && known.as_ref().map(of_peer) == Some(of_peer(&shares))
                    });
                assert!(is_known, "{offset} {code:?} {shares:?} of\n{}", part.join("\n"));
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
