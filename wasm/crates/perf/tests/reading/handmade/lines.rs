//! What a table says of whole lines: the counts above it, and rows that are lines.

use crate::read;

#[test]
fn the_line_above_gives_the_counts() {
    let profile = read(
        b"  3   2000   400   0xffff888112340040
  LclHitm%  RmtHitm%  Offset  Symbol
  ----------------------------------
    25.00%    50.00%     0x8  one
    70.00%    50.00%    0x10  two
",
    );
    let line = &profile.lines[0];
    assert_eq!(line.address.as_deref(), Some("0xffff888112340040"));
    assert_eq!((line.counts.hitm_local, line.counts.hitm_remote), (Some(2000), Some(400)));
    let counts: Vec<_> =
        line.rows.iter().map(|row| (row.counts.hitm_local, row.counts.hitm_remote)).collect();
    assert_eq!(counts, [(Some(500), Some(200)), (Some(1400), Some(200))]);
    // 5 % of 2000 of 2400.
    assert_eq!(line.trimmed_percent.map(|percent| (percent * 10.0).round()), Some(42.0));
}

/// Counts of a line above counts of its rows: what no row has is the line's all the same.
#[test]
fn the_line_above_states_the_counts_of_a_table_of_counts() {
    let profile = read(
        b"0  123476  2345  80  0x1000000
Offset  Remote HITM  Local HITM  Stores  Records  Symbol
0x8     123456       2345        77      9999999  down_write
0x10    3            0           0       400      fget

1  17  0  1200  0x1000040
Offset  Remote HITM  Local HITM  Stores  Records  Symbol
0x20    17           0           1200    1300     vma_link
",
    );
    let [first, second] = profile.lines.as_slice() else {
        unreachable!("not two lines: {:?}", profile.lines);
    };
    let of = |counts: &facts::AccessCounts| (counts.hitm_remote, counts.hitm_local, counts.stores);
    assert_eq!(first.address.as_deref(), Some("0x1000000"));
    assert_eq!(of(&first.counts), (Some(123_476), Some(2345), Some(80)));
    assert_eq!(of(&second.counts), (Some(17), Some(0), Some(1200)));
    assert_eq!(
        of(&first.rows.first().expect("a row").counts),
        (Some(123_456), Some(2345), Some(77))
    );
    assert_eq!((first.row_error_samples, second.row_error_samples), (0, 0));
    let missing = first.missing.map(|missing| missing.hitm_remote_percent);
    assert!(missing.is_none_or(|percent| percent == Some(0.01)), "{missing:?}");
}

#[test]
fn whole_addresses_are_lines_and_offsets() {
    let profile = read(
        b"addr                 rmt hitm   lcl hitm   func
0xffff888112340048      500        20   wake_one
0xffff888112340040       40         0   sleep_one
0xffff888112340088        3         1   other
",
    );
    let lines: Vec<_> = profile
        .lines
        .iter()
        .map(|line| (line.address.as_deref().unwrap_or_default(), line.rows.len()))
        .collect();
    assert_eq!(lines, [("0xffff888112340040", 2), ("0xffff888112340080", 1)]);
    assert_eq!(profile.lines[0].rows[0].offset_bytes, 8.0);
    assert_eq!(profile.lines[0].rows[0].counts.hitm_remote, Some(500));
}

#[test]
fn a_table_of_lines_has_no_rows() {
    let profile = read(
        b"Address             LclHitm  RmtHitm  Records  Stores
0xffff888112340040      20      500     2000     130
0xffff8881123400c0       2        5       60       1
",
    );
    let lines: Vec<_> = profile
        .lines
        .iter()
        .map(|line| {
            let counts = line.counts;
            (line.rows.len(), counts.hitm_remote, counts.records, counts.loads, counts.stores)
        })
        .collect();
    assert_eq!(
        lines,
        [
            (0, Some(500), Some(2000), Some(1870), Some(130)),
            (0, Some(5), Some(60), Some(59), Some(1)),
        ]
    );
}

/// Offsets with more behind them, and a last row that sums the others up, as authors write them.
#[test]
fn ranges_names_behind_offsets_and_totals() {
    for (first, second) in [("0x10-0x18", "0x20 (lock)"), ("0x10..0x17", "0x20")] {
        let text = format!(
            "| Offset | Symbol | Rmt HITM | Lcl HITM | Stores |\n|---|---|---|---|---|\n| {first} | a | 10 | 20 | 3 |\n| {second} | b | 12 | 22 | 4 |\n| **Total** | | 22 | 42 | 7 |\n"
        );
        let profile = read(text.as_bytes());
        let rows = super::rows(&profile);
        let of: Vec<_> = rows.iter().map(|r| (r.offset_bytes, r.counts.hitm_remote)).collect();
        assert_eq!(of, [(16.0, Some(10)), (32.0, Some(12))]);
        assert!(super::says(&profile, &format!("is a range (the first is `{first}`)")));
        assert!(super::says(&profile, "a row of a table is the sum of the others"));
        assert!(!super::says(&profile, "could not be read"));
    }
    // A name alone is no offset: its row is named.
    let profile = read(
        b"Offset  Symbol  RmtHITM  LclHITM  Stores
0x10    a       10       20       3
tail    b       12       22       4
",
    );
    assert_eq!(super::rows(&profile).len(), 1);
    assert!(super::says(&profile, "no number or no offset: the first is `tail"));
}
