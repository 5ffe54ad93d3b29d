//! Tables that authors made of a report by hand, as they stand in commit messages. Each figure is judged by eye.

mod lines;
mod offsets;
mod spelled;

use facts::{AccessProfile, AccessRow, CodeLevel, Severity, SnoopDisplay};

use crate::read;

/// Offset, shares of HITM remote and local and of stores that hit, and function.
type Shares<'a> = (f64, Option<f64>, Option<f64>, Option<f64>, &'a str);

/// Those of every row.
fn shares(profile: &AccessProfile) -> Vec<Shares<'_>> {
    let rows = profile.lines.iter().flat_map(|line| &line.rows);
    rows.map(|row| {
        let shares = row.shares.unwrap_or_default();
        let [remote, local] = [shares.hitm_remote_percent, shares.hitm_local_percent];
        let symbol = row.symbol.as_deref().unwrap_or_default();
        (row.offset_bytes, remote, local, shares.stores_l1_hit_percent, symbol)
    })
    .collect()
}

fn rows(profile: &AccessProfile) -> Vec<&AccessRow> {
    profile.lines.iter().flat_map(|line| &line.rows).collect()
}

fn says(profile: &AccessProfile, text: &str) -> bool {
    profile.diagnostics.iter().any(|diagnostic| diagnostic.message.contains(text))
}

/// No count was made of a share.
fn has_no_counts(profile: &AccessProfile) -> bool {
    rows(profile).iter().all(|row| {
        let counts = row.counts;
        [counts.hitm_local, counts.hitm_remote, counts.stores, counts.loads] == [None; 4]
    })
}

#[test]
fn shares_cycles_records_and_a_function_in_another_order() {
    let profile = read(
        b"The reference count and the mode share a line. perf c2c says, trimmed:

    Rmt%    Lcl%   StoreL1%  offset  cycles  records  symbol
    --------------------------------------------------------
   41.20%  38.75%    0.00%    0x10     1130     8120  [k] do_lookup_fast
    9.05%  11.50%   97.31%     0x0      912     3301  [k] ref_get_many  <--- write
    2.00%   0.25%    1.00%    0x14        -       57  [k] close_one

With the patch the count has a line of its own.
",
    );
    assert_eq!(
        shares(&profile),
        [
            (16.0, Some(41.2), Some(38.75), Some(0.0), "do_lookup_fast"),
            (0.0, Some(9.05), Some(11.5), Some(97.31), "ref_get_many"),
            (20.0, Some(2.0), Some(0.25), Some(1.0), "close_one"),
        ]
    );
    let rows = rows(&profile);
    assert_eq!(rows[0].level, Some(CodeLevel::Kernel));
    let records: Vec<_> = rows.iter().map(|row| row.counts.records).collect();
    assert_eq!(records, [Some(8120), Some(3301), Some(57)]);
    let cycles: Vec<_> = rows.iter().map(|row| row.latencies.other_cycles).collect();
    assert_eq!(cycles, [Some(1130.0), Some(912.0), None]);
    assert_eq!(rows[0].shares.and_then(|shares| shares.stores_l1_miss_percent), None);
    assert!(has_no_counts(&profile));
    // 41.20 + 9.05 + 2.00 of the remote HITM are there.
    assert_eq!(profile.lines[0].missing.and_then(|of| of.hitm_remote_percent), Some(47.75));
    assert_eq!(profile.lines[0].trimmed_percent, None);
    assert!(says(&profile, "their shares are known but neither their counts nor"));
}

#[test]
fn functions_first_and_shares_without_a_sign() {
    let profile = read(
        b"Symbol               Object      Offset   HITM remote  HITM local   L1 Hit   L1 Miss
queue_push           libq.so     0x8             70.5        12.0       3.0     50.0
queue_pop            libq.so     0x38            29.5        88.0      97.0     50.0
",
    );
    assert_eq!(
        shares(&profile),
        [
            (8.0, Some(70.5), Some(12.0), Some(3.0), "queue_push"),
            (56.0, Some(29.5), Some(88.0), Some(97.0), "queue_pop"),
        ]
    );
    assert_eq!(rows(&profile)[1].object.as_deref(), Some("libq.so"));
    let misses = rows(&profile)[1].shares.and_then(|shares| shares.stores_l1_miss_percent);
    assert_eq!(misses, Some(50.0));
    assert_eq!(profile.lines[0].missing, None);
}

#[test]
fn a_table_of_markdown() {
    let text = "Here is what c2c shows:

| RmtHitm% | LclHitm% | Store L1 Hit % | Offset | Code address       | Function     |
|---------:|---------:|---------------:|-------:|--------------------|:-------------|
|    12.50 |     0.00 |           0.00 |   0x20 | 0xffffffff81101010 | sum_counters |
|    87.50 |   100.00 |         100.00 |   0x28 | 0xffffffff81101044 | add_counter  |
";
    let expect = [
        (32.0, Some(12.5), Some(0.0), Some(0.0), "sum_counters"),
        (40.0, Some(87.5), Some(100.0), Some(100.0), "add_counter"),
    ];
    for text in [
        text.to_owned(),
        text.replace(".50 |", ".50% |"),
        text.replace("% |", " % |"),
        text.replace("|--", "|--+--"),
    ] {
        let profile = read(text.as_bytes());
        assert_eq!(shares(&profile), expect, "{text}");
        assert_eq!(rows(&profile)[1].code_address.as_deref(), Some("0xffffffff81101044"));
    }
}

#[test]
fn empty_cells_do_not_move_the_others() {
    let profile = read(
        b"| Rmt% | Lcl% | L1Hit% | Off | Symbol |
| 12.5 |      | 3.0    | 8   | one    |
| 87.5 | 4.0  |        | 16  | two    |
| 1.0  | 2.0  | 3      | 24  | three  |
",
    );
    let seen = shares(&profile);
    assert_eq!(seen[0], (8.0, Some(12.5), Some(0.0), Some(3.0), "one"));
    assert_eq!(seen[1], (16.0, Some(87.5), Some(4.0), Some(0.0), "two"));
    assert_eq!(seen[2], (24.0, Some(1.0), Some(2.0), Some(3.0), "three"));
}

#[test]
fn two_states_under_their_headings() {
    let text = "Before:\n\n  Rmt%  Lcl%  Offset  Symbol\n  60.0%  1.0%  0x8  reader\n  40.0%  99.0%  0x0  writer\n\nAfter:\n\n  Rmt%  Lcl%  Offset  Symbol\n  10.0%  2.0%  0x8  reader\n";
    let all = match perf::read_all(text.as_bytes(), perf::Options::default()) {
        Ok(all) => all,
        Err(error) => unreachable!("{error}"),
    };
    let seen: Vec<_> =
        all.iter().map(|named| (named.name.as_deref(), rows(&named.profile).len())).collect();
    assert_eq!(seen, [(Some("Before"), 2), (Some("After"), 1)]);
}

#[test]
fn unknown_columns_are_named_and_left_out() {
    let profile = read(
        b"Rmt%   Lcl%   Offset   Temper   Symbol\n12.0%  30.0%  0x8      hot      do_one\n80.0%  70.0%  0x18     cold     do_two\n",
    );
    assert_eq!(shares(&profile)[1], (24.0, Some(80.0), Some(70.0), None, "do_two"));
    assert!(says(&profile, "`Temper`"));
}

#[test]
fn peers_and_remarks_behind_the_last_column() {
    let profile = read(
        b"Rmt Peer %  Lcl Peer %  Store N/A %  Offset  Load  Symbol\n 12.0        30.0        0.0         0x8     350   a_reader     reads the flag\n 88.0        70.0        100.0       0x10    0     a_writer     writes\n",
    );
    assert_eq!(profile.display, Some(SnoopDisplay::Peer));
    let first = rows(&profile)[0];
    assert_eq!(first.shares.and_then(|shares| shares.peer_local_percent), Some(30.0));
    assert_eq!(first.symbol.as_deref(), Some("a_reader"));
}

#[test]
fn perfs_cycles_below_its_shares() {
    let profile = read(
        b"#  RmtHitm  LclHitm   L1 Hit  Off  rmt hitm  lcl hitm  load  records  cpu cnt  Symbol  Object\n   10.00%   20.00%   30.00%  0x18  518  334  354  5490  16  [k] f  [kernel.kallsyms]\n",
    );
    let row = rows(&profile)[0];
    assert_eq!(row.latencies.hitm_remote_cycles, Some(518.0));
    assert_eq!(row.latencies.hitm_local_cycles, Some(334.0));
    assert_eq!(row.latencies.other_cycles, Some(354.0));
    assert_eq!((row.counts.records, row.cpu_count), (Some(5490), Some(16)));
    assert_eq!(row.object.as_deref(), Some("[kernel.kallsyms]"));
}

#[test]
fn a_row_without_its_columns_is_missed_and_said_so() {
    let profile = read(
        b"Rmt%   Lcl%   L1Hit%  Offset  Symbol\n12.0%  30.0%  1.0%    0x8     do_one\n80.0%  70.0%  0x18  do_two\n",
    );
    assert_eq!(rows(&profile).len(), 1);
    assert!(says(&profile, "could not be read and are missing"));
    assert!(says(&profile, "the first is `80.0%  70.0%  0x18  do_two`"));
}

#[test]
fn shares_that_are_too_many_are_of_several_lines() {
    let profile = read(b"Rmt%  Lcl%  Offset  Symbol\n80%  70%  0x8  one\n80%  20%  0x8  two\n");
    assert!(
        profile
            .diagnostics
            .iter()
            .any(|note| note.severity == Severity::Warning && note.message.contains("160.0 %"))
    );
}

#[test]
fn sentences_with_these_words_are_no_header() {
    let text = b"Rmt and Lcl HITM at offset 8:\nthe store at the offset, the function and the symbol\n12.0% of 5 0x8\n";
    assert_eq!(perf::detect(text), None);
}

/// perf's rows have the cycles of HITM under the names of HITM: without the line of titles above them they look like counts.
#[test]
fn more_loads_than_records_are_no_loads() {
    let text = "Offset  rmt hitm  lcl hitm  load  records  Symbol
0x0  474  396  432  107  reader
0x8  560  435  458  167  reader
";
    let profile = read(text.as_bytes());
    let rows = &profile.lines[0].rows;
    assert_eq!(
        rows.iter().map(|row| row.counts.records).collect::<Vec<_>>(),
        [Some(107), Some(167)]
    );
    assert!(rows.iter().all(|row| row.counts.hitm_local.is_none() && row.counts.loads.is_none()));
    assert!(profile.diagnostics.iter().any(|d| d.message.contains("more loads than records")));
}

#[test]
fn names_that_one_blank_parts_are_a_column_each() {
    let lines = |text: &str| {
        let profile = read(text.as_bytes());
        let counts = |line: &facts::ProfileLine| {
            let counts = line.counts;
            [counts.stores, counts.loads, counts.hitm_remote, counts.hitm_local]
        };
        (profile.lines.iter().map(counts).collect::<Vec<_>>(), profile.diagnostics)
    };
    let expected =
        [[Some(361), Some(990), Some(266), Some(373)], [Some(33), Some(39), Some(0), Some(3)]];
    let (first, _) = lines(
        "Address            Stores Loads RmtHitm LclHitm
0x4070c0     361     990     266     373
0x7f0000001040     33     39     0     3
",
    );
    assert_eq!(first, expected);
    let (second, _) = lines(
        "Address            LclHitm RmtHitm Loads Stores
0x4070c0     373     266     990     361
0x7f0000001040     3     0     39     33
",
    );
    assert_eq!(second, expected);
}

#[test]
fn a_row_with_more_figures_than_columns_is_not_read() {
    let text = "Address  Stores  Loads
0x4070c0  361  990
0x4070c0  361  990  12
";
    let profile = read(text.as_bytes());
    assert_eq!(profile.lines.len(), 1);
    assert!(profile.diagnostics.iter().any(|d| d.message.contains("could not be read")));
}

#[test]
fn values_with_commas_between_them() {
    for sign in [",", ";"] {
        let text = "Offset,HITM,Stores,Loads,Function\n0x0,2687,0,5490,vma_interval_tree_remove\n0x8,612,4292,17884,down_write\n".replace(',', sign);
        let profile = read(text.as_bytes());
        let found: Vec<_> = rows(&profile)
            .iter()
            .map(|row| {
                (row.offset_bytes, row.counts.hitm_local, row.counts.stores, row.counts.loads)
            })
            .collect();
        assert_eq!(
            found,
            [(0.0, Some(2687), Some(0), Some(5490)), (8.0, Some(612), Some(4292), Some(17_884))]
        );
        assert_eq!(rows(&profile)[1].symbol.as_deref(), Some("down_write"));
    }
}

#[test]
fn what_the_author_says_above_and_behind_goes_along() {
    let text = "== Baseline ==
# Seen on 12 machines of one rack.
# Total Lost Samples: 0
#
# ----------------
# Two of them are new.
Offset  Remote HITM  Local HITM  Stores  Symbol
0x8     41           12          0       do_lookup_fast   <- 9 machines
0x10    3            1           77      `ref_get_many`   // everyone

== With the patch ==
# On the same ones.
Offset  Remote HITM  Local HITM  Stores  Symbol
0x8     2            1           0       do_lookup_fast
";
    let all = match perf::read_all(text.as_bytes(), perf::Options::default()) {
        Ok(all) => all,
        Err(error) => unreachable!("{error}"),
    };
    let [before, after] = all.as_slice() else { unreachable!("two reports, not {}", all.len()) };
    let [before, after] = [&before.profile, &after.profile];
    assert_eq!(before.about, ["Seen on 12 machines of one rack.", "Two of them are new."]);
    assert_eq!(after.about, ["On the same ones."]);
    let remarks =
        |profile| rows(profile).iter().map(|row| row.remark.as_deref()).collect::<Vec<_>>();
    assert_eq!(remarks(before), [Some("9 machines"), Some("everyone")]);
    assert_eq!(remarks(after), [None]);
    let names: Vec<_> = rows(before).iter().map(|row| row.symbol.as_deref()).collect();
    assert_eq!(names, [Some("do_lookup_fast"), Some("ref_get_many")]);
}
