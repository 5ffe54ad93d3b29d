//! Forms of public texts that were read wrong: rows made anew in each form, with its source. What a text says is in its comment.

use facts::MeasuredState;

use crate::read;

fn all(text: &str) -> Vec<facts::NamedProfile> {
    perf::read_all(text.as_bytes(), perf::Options::default())
        .unwrap_or_else(|error| unreachable!("{error}\n{text}"))
}

/// Addresses and offsets taken out ("edited to fit"), before and after in one mail: linux-fsdevel, 2 April 2024,
/// "[PATCH v1 0/3] overlayfs: Optimize override/revert creds".
#[test]
fn a_table_without_addresses_and_offsets_has_its_counts_and_functions() {
    let table = |counts: &str, rows: &str| {
        format!(
            "#\n#        ----- HITM -----                                        Shared\n#   Num  RmtHitm  LclHitm                      Symbol            Object         Source:Line  Node\n# .....  .......  .......  ..........................  ................  ..................  ....\n#\n  -------------------------\n      0  {counts}  \n  -------------------------\n{rows}\n"
        )
    };
    let before = table(
        "     200     1000",
        "\t  75.00%   40.00%  [k] put_it            [kernel.vmlinux]  atomic64_64.h:39     0  1\n\t  25.00%   60.00%  [k] take_it           [kernel.vmlinux]  cred.h:266           0",
    );
    let after = table(
        "      50       80",
        "\t 100.00%  100.00%   [k] other_one  [kernel.vmlinux]  atomic64_64.h:15   0  1",
    );
    let profiles = all(&format!("before this series:\n\n{before}\nafter this series:\n\n{after}"));
    let [first, second] = &profiles[..] else { unreachable!("{}", profiles.len()) };
    assert_eq!(
        (first.state, second.state),
        (Some(MeasuredState::Before), Some(MeasuredState::After))
    );
    let line = &first.profile.lines[0];
    assert_eq!((line.counts.hitm_remote, line.counts.hitm_local), (Some(200), Some(1000)));
    let rows: Vec<_> = line
        .unplaced
        .iter()
        .map(|row| (row.symbol.as_deref(), row.counts.hitm_remote, row.counts.hitm_local))
        .collect();
    assert_eq!(
        rows,
        [(Some("put_it"), Some(150), Some(400)), (Some("take_it"), Some(50), Some(600))]
    );
    assert_eq!(second.profile.lines[0].unplaced.len(), 1);
    let said: Vec<&str> = first.profile.diagnostics.iter().map(|said| said.text.as_str()).collect();
    assert_eq!(
        said,
        [
            "The report has rows without their cache line above them: the address of these rows is unknown."
        ]
    );
}

/// A patch of documentation that is reviewed, its hunk's header cut out: the replies on linux-kernel to the patch that added
/// `Documentation/kernel-hacking/false-sharing.rst`.
#[test]
fn a_report_among_the_remarks_of_a_review_is_read() {
    let text = "> > +has pieces like::\n> > +\n> > +  Total records                     :    1000\n> > +  Load Local HITM                   :      200\n> > +\n> > +  #----------------------------------------------------------------------\n> > +      4        0      100        0        0        0  0xff1100088366d880\n> > +  #----------------------------------------------------------------------\n> > +    0.00%   40.00%    0.00%    0.00%    0.00%    0x8     1       1  0xffffffff81373b7b         0       231       129     5312        64  [k] add_it    [kernel.vmlinux]  memcontrol.h:752   1\n> > +    0.00%   60.00%    0.00%    0.00%    0.00%   0x10     1       1  0xffffffff81374718         0       226        97     3551        64  [k] lock_it  [kernel.vmlinux]  memcontrol.h:752   1\n> > +\n> \n> Add a period at the end above?\n\nOK.\n";
    let line = &read(text.as_bytes()).lines[0];
    assert_eq!(line.address.as_deref(), Some("0xff1100088366d880"));
    let rows: Vec<_> =
        line.rows.iter().map(|row| (row.offset_bytes, row.counts.hitm_local)).collect();
    assert_eq!(rows, [(8.0, Some(40)), (16.0, Some(60))]);
}

/// perf's screen in a mail with a patch, whose `1 file changed` was taken for a row: linux-kernel, 12 August 2024,
/// "[PATCH 3/3] perf annotate-data: Show first-level children by default in TUI".
#[test]
fn what_follows_a_type_in_a_mail_is_none_of_its_rows() {
    let text = "  Annotate type: 'struct task' (4 samples)\n        Percent     Offset       Size  Field\n  -      100.00          0       9792  struct task {                           \u{25c6}\n  +       75.00          0         24      struct thread_info     thread_info;  \u{2592}\n          25.00         24          4      unsigned int   state;                \u{2592}\n  ...\n\nSigned-off-by: A <a@b>\n---\n 1 file changed, 10 insertions(+), 2 deletions(-)\n";
    let profile = read(text.as_bytes());
    let values: Vec<_> = profile.types[0].rows.iter().map(|row| row.values[0]).collect();
    assert_eq!(values, [100.0, 75.0, 25.0]);
    let said: Vec<&str> = profile.diagnostics.iter().map(|said| said.text.as_str()).collect();
    assert_eq!(
        said,
        [
            "The report ends inside a type: the rest of its members is missing.",
            "Somebody took lines out of the report: what they held is missing.",
        ]
    );
}

/// Data sources without addresses: linux-kernel, 12 November 2025, "[PATCH v3 21/25] perf arm_spe: Set extended fields in data
/// source".
#[test]
fn samples_with_a_data_source_alone_lack_addresses() {
    let text = "  sve-test 6516696.714341:        288100144 |OP STORE|LVL L1 hit|SNP None|TLB Walker hit|LCK No|BLK  N/A|AFF N/A\n  sve-test 6516696.714344:        288800142 |OP LOAD|LVL L1 hit|SNP HitM|TLB Walker hit|LCK No|BLK  N/A|AFF N/A\n";
    let refused = perf::read(text.as_bytes(), perf::Options::default());
    let said = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(said.contains("no addresses of data") && said.contains("-F +addr"), "{said}");
}

/// The kernel of s390 is linked below 2 GB; elsewhere such a row is two that are joined.
#[test]
fn code_of_the_kernel_is_where_its_other_rows_have_it() {
    let row = |share: &str, code: &str, name: &str| {
        format!(
            "  0.00%  {share}  0.00%  0.00%  0x8  0  1  {code}  0  200  102  30  2  [k] {name}  [kernel.kallsyms]  a.c:8  0  1\n"
        )
    };
    let line = "  0  0  10  0  0  0x4040c0\n";
    let read_rows = |other: &str| {
        let rows = row("60.00%", "0x1156a4", "one") + &row("40.00%", other, "two");
        let profile = read(format!("{line}{rows}").as_bytes());
        let names = profile.lines[0].rows.iter().map(|row| row.symbol.clone().unwrap_or_default());
        names.collect::<Vec<String>>()
    };
    assert_eq!(read_rows("0x1157b8"), ["one", "two"]);
    assert_eq!(read_rows("0xffffffff81234567"), ["two"]);
}

/// A mailer broke each line, and the keys of the order away from their name; a pager had cut the rows: linux-kernel, 3 June 2022,
/// "[BUG REPORT] perf tools: x86_64: weight column displays odd memory latency data".
#[test]
fn rows_that_a_mailer_broke_are_said_to_be_cut() {
    let text = "# Samples: 209K of event 'cpu/mem-loads,ldlat=30/Pu'\n# Total weight : 56835744\n# Sort order   : \nlocal_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,p_stage_cyc\n#\n# Overhead       Samples  Local Weight  Memory access             Symbol \n                            Shared Object         Data Symbol >\n#\n      0.01%            66  53            L1 or L1 hit              [.] \nwalk_it                       cg.D.x                [.] 0x00007f>\n      0.01%            53  58            L1 or L1 hit              [.] \nwalk_it                       cg.D.x                [.] 0x00007f>\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.totals.records, Some(119));
    let said: Vec<&str> = profile.diagnostics.iter().map(|said| said.text.as_str()).collect();
    assert!(
        said.iter().any(|said| said.starts_with("Rows of the report are cut at the right edge")),
        "{said:?}"
    );
    assert!(!said.iter().any(|said| said.contains("name no data")), "{said:?}");
}

fn said(profile: &facts::AccessProfile) -> Vec<&str> {
    profile.diagnostics.iter().map(|said| said.text.as_str()).collect()
}

/// The quoted tables of the mail before, and one more of other columns whose lines are numbered from 0 again: linux-fsdevel,
/// 27 January 2024, "Re: [RFC v2 0/4] overlayfs: Optimize override/revert creds".
#[test]
fn a_table_of_other_columns_without_titles_is_another_report() {
    let quoted = ">> after this series:\n>>\n>> #\n>> #        ----- HITM -----                     Shared\n>> #   Num  RmtHitm  LclHitm        Symbol      Object  Source:Line  Node\n>> #\n>>   -------------------------\n>>       0       50       80\n>>   -------------------------\n>>          100.00%  100.00%   [k] f_one  [kernel.vmlinux]  a.h:15   0  1\n";
    let own = "\nNumbers without it (edited):\n\n#\n#        ----- HITM -----  ------- Store Refs ------               Shared\n#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A      Symbol     Object  Source:Line  Node\n#\n  -------------------------\n      0       70       90        0        0        0\n  -------------------------\n          50.00%   60.00%    0.00%    0.00%    0.00%  [k] f_two  [kernel.kallsyms]  a.h:15   0  1\n";
    let profiles = all(&format!("{quoted}{own}"));
    let lines: Vec<_> = profiles.iter().map(|named| named.profile.lines.len()).collect();
    assert_eq!(lines, [1, 1]);
    assert_eq!(profiles[1].state, None);
    assert_eq!(profiles[1].profile.lines[0].counts.hitm_local, Some(90));
}

/// What its author says of each table, and `perf top` below: the pages of 389-ds on its performance, and Chinese notes on perf
/// with a call graph.
#[test]
fn sentences_about_tables_and_rows_of_other_commands_are_none_of_a_report() {
    let head = "=====\n  Shared Cache Line Distribution Pareto\n=====\n";
    let row = "  0  0  10  0  0  0x4040c0\n  0.00%  100.00%  0.00%  0.00%  0x8  0  1  0x4011b1  0  200  102  30  2  [.] f  demo  a.c:8  0\n";
    let after = "\nShared Cache Line Distribution Pareto (by `--stdio`) is the table that matters.\n\n  Overhead  Object\n+   22.15%     0.27%  [kernel]     [k] do_it\n     2.84%  [kernel]  [k] do_it\n";
    let profiles = all(&format!("{head}{row}{after}"));
    assert_eq!(profiles.len(), 1);
    let of_rows = said(&profiles[0].profile);
    assert!(of_rows.iter().all(|said| !said.contains("report")), "{of_rows:?}");
}

/// The last columns cut out for `…`, of rows and of the table: JuliaFolds' page on mutations.
#[test]
fn dots_in_place_of_the_last_columns_are_said_to_be_a_cut() {
    let row = "# ----- HITM -----  -- Store Refs --  ------- CL --------\n# RmtHitm  LclHitm   L1 Hit  L1 Miss    Off  Node  PA cnt            Tid      …\n#\n      0       20       20    30000    20000      0x7f4300001ec0\n   30.00%   10.00%    0.00%    0.00%    0x0     0       1    22239:julia      …\n";
    let profile = read(row.as_bytes());
    assert_eq!(profile.lines[0].rows[0].tid, Some(22_239));
    assert!(said(&profile).iter().any(|said| said.contains("cut at the right")));
    let table = "=====\n  Shared Data Cache Line Table\n=====\n#        ----------- Cacheline ----------      Tot      …\n# Index             Address  Node  PA cnt     Hitm      …\n      0      0x555ae2321340     0       9    2.99%      …\n";
    let profile = read(table.as_bytes());
    assert_eq!(profile.lines[0].snoop_percent, Some(2.99));
    assert!(said(&profile).iter().any(|said| said.contains("cut at the right")));
}

/// A blank after the last row, as a page has it that shows the text: lectures on caches (GitHub, kam3nev).
#[test]
fn one_blank_after_a_row_is_no_edge() {
    let row = |symbol: &str, end: &str| {
        format!(
            "  0.00%  50.00%  0.00%  0.00%  0x8  0  1  0x4011b1  0  200  102  30  2  [.] {symbol}  demo  a.c:8  0{end}\n"
        )
    };
    let text =
        format!("  0  0  10  0  0  0x4040c0\n{}{}", row("summer", ""), row("incrementer", " "));
    let profile = read(text.as_bytes());
    assert!(said(&profile).iter().all(|said| !said.contains("cut at the right")));
    assert_eq!(profile.lines[0].rows[1].nodes.len(), 1);
}

/// The draft leaves peer hits out of the loads of each level: `--display peer`, linux-kernel, 2022.
#[test]
fn a_row_of_the_draft_of_peer_hits_is_whole() {
    let text = "#        ----------- Cacheline ----------    Snoop  ------- Load Hitm -------    Snoop    Total    Total    Total  --------- Stores --------  ----- Core Load Hit -----  - LLC Load Hit --  - RMT Load Hit --  --- Load Dram ----\n# Index             Address  Node  PA cnt     Peer    Total  LclHitm  RmtHitm     Peer  records    Loads   Stores    L1Hit   L1Miss      N/A       FB       L1       L2    LclHit  LclHitm    RmtHit  RmtHitm       Lcl       Rmt\n#\n      0      0xaaaac17d6000   N/A       0  100.00%        0        0        0       90    18090    18090        0        0        0        0        0    18000        0         0        0         0        0         0         0\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.lines[0].counts.peer_local, Some(90));
    assert!(said(&profile).iter().all(|said| !said.contains("cut")), "{:?}", said(&profile));
}

/// Counters alone, before and after, with remarks in Chinese brackets and numbered commands: a README of a program that shows
/// false sharing (`false_sharing.exe`, Kylin, aarch64 and x86).
#[test]
fn counters_of_two_states_are_two_reports_whatever_is_remarked_beside_a_count() {
    let state = |local: &str| {
        format!(
            "4.perf c2c report -NN -g -c pid,iaddr --stdio\n  Load Local HITM                   :  {local}\n  Load Remote HITM                  :       1200\n  Load Local DRAM                   :         70\n  LLC Misses to Local DRAM          :        2.2%\n"
        )
    };
    let text =
        state("2000 【too high】") + "compile\n8.gcc -g a.c\n" + &state("7【normal, it is gone】");
    let profiles = all(&text);
    let local: Vec<_> = profiles.iter().map(|each| each.profile.totals.hitm_local).collect();
    assert_eq!(local, [Some(2000), Some(7)]);
    let said = profiles.iter().flat_map(|each| &each.profile.diagnostics);
    let said: Vec<&str> = said.map(|said| said.text.as_str()).collect();
    assert!(said.iter().all(|said| !said.contains("joined") && !said.contains("row")), "{said:?}");
}

/// `diff -u` of two `perf annotate --data-type`, as it is and indented in a mail, is no patch of C; a patch beside it is.
#[test]
fn the_difference_of_two_type_reports_is_no_patch() {
    let rows = "-   75.00          8          4      gint    mod;\n+   60.00          8          4      gint    mod;\n";
    let text = format!(
        "--- a.txt\n+++ b.txt\n@@ -4,3 +4,3 @@\n  100.00          0         96  struct GHashTable       {{\n{rows}"
    );
    let indented: String = text.lines().map(|line| format!("    {line}\n")).collect();
    for text in [&text, &indented] {
        assert!(perf::is_difference(text.as_bytes()));
        let said = perf::refusal(text.as_bytes()).to_string();
        assert!(said.starts_with("This is the difference of two reports"), "{said}");
    }
    let patch =
        format!("{indented}\n--- a/x.h\n+++ b/x.h\n@@ -4,3 +4,3 @@\n-\tint mod;\n+\tint mask;\n");
    assert!(!perf::is_difference(patch.as_bytes()));
}

/// perf's screen with columns chosen by hand: a patch on linux-kernel that brings perf mem to AMD (`ibs_op//`).
#[test]
fn a_mem_report_without_data_is_named() {
    let text = b"  Samples: 836K of event 'ibs_op//', Event count (approx.): 8418762\n  Memory access                  Samples  Snoop\n  N/A                             700620  N/A\n  L1 hit                          126675  N/A\n";
    assert_eq!(perf::detect(text), None);
    let said = perf::refusal(text).to_string();
    assert!(said.contains("`perf mem report` without its column of data"), "{said}");
}

/// The group of operations as its first version printed it, with two columns `N/A`, by command: the patch on linux-kernel that
/// adds the output field `op`.
#[test]
fn a_mem_report_of_a_draft_is_refused_for_its_header() {
    let text = b"  # Samples: 4K of event 'ibs_op//'\n  # Sort order   : comm\n  #\n  #                         ------------------------ Mem Op ------------------------\n  # Overhead       Samples     Load  Store  Ld+St Pfetch   Exec  Other    N/A    N/A  Command\n  # ........  ............  ........................................................  ...............\n  #\n      44.85%          4077    21.1%  30.7%   0.0%   0.0%   0.0%  48.3%   0.0%   0.0%  swapper\n      26.82%            45    98.8%   0.3%   0.0%   0.0%   0.0%   0.9%   0.0%   0.0%  prober\n";
    let error = perf::read_all(text, perf::Options::default()).expect_err("no rows");
    let said = error.to_string();
    assert!(said.starts_with("No header says what the columns of the 2 rows"), "{said}");
}

/// Weight, instruction latency and retire latency, as the default of `perf script` has them on hybrid machines: a reply on
/// linux-kernel, August 2024.
#[test]
fn three_weights_are_before_the_code() {
    let sample = |weights: &str| {
        format!(
            " prober  1926 3475.778385:    1  cpu_core/mem-loads,ldlat=30/: ffff90cf25c26280  40668100842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK No|BLK  N/A {weights} ffffffff8f2a1b40 put_it+0x20 ([kernel.kallsyms])\n"
        )
    };
    for weights in ["96", "96 120", "96 120 0", "96 120 7"] {
        let profile = read(sample(weights).as_bytes());
        let row = &profile.lines[0].rows[0];
        assert_eq!(row.code_address.as_deref(), Some("0xffffffff8f2a1b40"), "{weights}");
        assert_eq!(row.symbol.as_deref(), Some("put_it"), "{weights}");
        assert!(said(&profile).iter().all(|said| !said.contains("cut")), "{weights}");
    }
}

/// A sample in two lines, the first with a backslash at its end: "perf script: Fix missing fields on hybrid", linux-kernel, 2024.
#[test]
fn a_sample_that_its_author_continued_is_one() {
    let text = "worker  7201 [004] 812.118: 20000 cpu_core/MEM_UOPS_RETIRED.LOAD_LATENCY/: 7f3a5c20e148  10268100142 \\\n |OP LOAD|LVL L1 hit|SNP None|TLB L1 or L2 hit|LCK No|BLK    N/A    91   9    0   55d0c1a3f2b8 bump (/usr/bin/worker)\n";
    let profile = read(text.as_bytes());
    let row = &profile.lines[0].rows[0];
    assert_eq!((row.symbol.as_deref(), row.counts.loads), (Some("bump"), Some(1)));
}

/// `-F period,data_src,weight,ip,sym`: perf-mem.txt, a patch on linux-kernel, 2025. A first number that differs is an address.
#[test]
fn the_period_is_no_address() {
    let sample = |first: &str| {
        format!(
            "  {first}    629800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 hit|LCK N/A|BLK  N/A   35   7f12a93ca524 put_it\n"
        )
    };
    let periods = sample("200000").repeat(2);
    let error = perf::read_all(periods.as_bytes(), perf::Options::default()).expect_err("periods");
    assert!(error.to_string().contains("no addresses of data"), "{error}");
    let addresses = read((sample("404000") + &sample("404080")).as_bytes());
    assert_eq!(addresses.lines.len(), 2);
}

/// Data sources below a sentence, and no addresses: "perf mem: Print snoop peer flag", linux-kernel, April 2022.
#[test]
fn samples_below_prose_lack_their_addresses_and_not_their_data_source() {
    let sample = " prober  3603 [020]   122.463754:  1  l1d-access:  8688000842 |OP LOAD|LVL L3 or L3 hit|SNP N/A|TLB Walker hit|LCK No|BLK  N/A  aaaac17c3e88 [unknown] (/usr/bin/prober)\n";
    let text = format!("The flag is new, so print it if\nit is set.\n\nBefore:\n{sample}{sample}");
    let error = perf::read_all(text.as_bytes(), perf::Options::default()).expect_err("none");
    assert!(error.to_string().contains("no addresses of data. Print them"), "{error}");
}

/// `diff -u10` of two annotated types, indented as a mail shows it: linux-kernel, August 2024, on bit-fields.
#[test]
fn the_difference_of_two_types_is_no_type() {
    let rows = "      root:~# diff -u10 /tmp/before /tmp/after\n      --- /tmp/before       2024-08-20 17:29:58 -0300\n      +++ /tmp/after        2024-08-20 17:33:13 -0300\n      @@ -163,4 +163,4 @@\n       Annotate type: 'GTable' in /usr/lib64/libg.so (8 samples):\n        Percent     offset       size  field\n         100.00          0         40  GTable    {\n      -   75.00          0          4      guint    have_keys;\n      +   75.00         24          1      guint    have_keys:1;\n";
    let said = perf::refusal(rows.as_bytes()).to_string();
    assert!(perf::detect(rows.as_bytes()).is_none());
    assert!(said.starts_with("This is the difference of two reports"), "{said}");
    // Beside a report it is named.
    let report = " Annotate type: 'struct one' in [kernel.kallsyms] (8 samples):\n Percent  offset  size  field\n  100.00  0  8  struct one  {\n  100.00  0  8      long  a;\n                    };\n\n";
    let profile = read(format!("{report}{rows}").as_bytes());
    let names: Vec<&str> = profile.types.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(names, ["struct one"]);
    assert!(said_of(&profile, "difference of two reports, whose rows are left out"));
}

fn said_of(profile: &facts::AccessProfile, words: &str) -> bool {
    said(profile).iter().any(|said| said.contains(words))
}

/// A mem report in the lines that a patch adds to a document: "perf mem: Describe output fields", linux-kernel, June 2025.
#[test]
fn a_patch_that_adds_a_report_is_no_difference() {
    let text = b"diff --git a/perf-mem.txt b/perf-mem.txt\n--- a/perf-mem.txt\n+++ b/perf-mem.txt\n@@ -171,1 +171,4 @@\n A report:\n+    57.99%          1209  L2 hit                       N/A\n+    35.08%           238  core, same node Any cache hit   HitM\n+     6.93%           801  N/A                          N/A\n";
    let said = perf::refusal(text).to_string();
    assert!(said.starts_with("This is a patch that adds a report"), "{said}");
}

/// Chosen columns without data, and rows without the lines that name their columns: replies on perf mem for AMD (2022 to 2025),
/// notes on a PMU (GitHub).
#[test]
fn a_mem_report_of_chosen_columns_is_called_one() {
    for header in
        ["      Samples  Memory access", "# Overhead       Samples  Snoop", "# Samples  TLB access"]
    {
        let text = format!("{header}\n    70.71%            44  N/A\n");
        let said = perf::refusal(text.as_bytes()).to_string();
        assert!(said.contains("`perf mem report` without its column of data"), "{said}");
    }
    let rows = b"# Samples: 213  of event 'cpu/mem-loads,ldlat=30/'\n    78.98%           102  L3 hit                                   [.] walk\n    16.31%            12  RAM hit                                  [.] main\n";
    let said = perf::refusal(rows).to_string();
    assert!(said.starts_with("No header says what the columns of the 2 rows"), "{said}");
}

/// Two small tables of one recording, which names no event: replies on `perf mem report -F mem`, linux-kernel, April 2025.
#[test]
fn two_tables_of_one_recording_are_added_up_and_that_is_said() {
    let table = |name: &str, rows: &str| format!("# Overhead       Samples  {name}\n{rows}\n");
    let text = table("Memory access", "    60.00%   30  L3 hit\n    40.00%    5  N/A\n")
        + &table("Snoop", "    70.00%   32  N/A\n    30.00%    3  HitM\n");
    let profile = read(text.as_bytes());
    assert!(
        said_of(&profile, "Two tables of the text are of the same event"),
        "{:?}",
        said(&profile)
    );
}

/// The table of a type without the line that names it: "Show offset and size in hex", linux-kernel, August 2024, and a reply.
#[test]
fn a_type_is_named_by_its_first_row() {
    let text = b" Percent     offset       size  field\n  100.00          0      0x140  struct one_rq    {\n   84.56       0x14        0x4      unsigned int        h_nr_running;\n   15.44       0x18        0x4      unsigned int        idle_nr_running;\n                                };\n";
    let profile = read(text);
    let [found] = &profile.types[..] else { unreachable!("{}", profile.types.len()) };
    assert_eq!((found.name.as_str(), found.size_bytes), ("struct one_rq", Some(320.0)));
    assert_eq!(found.rows[1].field.as_deref(), Some("h_nr_running"));
}

/// Types, and below them rows of `perf c2c report`: a reply on data type profiling, linux-kernel, October 2023.
#[test]
fn rows_of_c2c_below_types_are_named_as_such() {
    let text = "   # Samples: 12K of event 'cpu/mem-loads,ldlat=1/P'\n   #    Overhead  Data Type / Data Type Offset\n   # ...........  ............................\n       61.20%     struct one\n          40.10%     struct one +8 (n2)\n          21.10%     struct one +0 (n1)\n\nThe same with c2c:\n#      ----- HITM -----  ------- Store Refs ------  ------ Data address ------\n# Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A        Offset  Node  PA cnt  Code address\n    0      210      640     5120     2048        0      0x407200\n        70.00%   60.00%    0.00%    0.00%    0.00%          0x10     1       1      0x402505\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.types[0].rows.len(), 2);
    assert!(said_of(&profile, "also holds output of `perf c2c report`"));
    assert!(!said_of(&profile, "Rows that look like rows of types"));
}

/// Counters: a part of them quoted again below (a README on type pollution, GitHub), a text that ends before those of HITM (a
/// reply on linux-kernel, August 2020).
#[test]
fn counters_are_not_more_than_they_are() {
    let shared = "  Total Shared Cache Lines          :          3\n  Load HITs on shared lines         :        120\n  Total Merged records              :        100\n";
    let title = "    Global Shared Cache Line Event Information   \n";
    let head = "            Trace Event Information              \n  Total records                     :       1000\n  Load Operations                   :        600\n  Load Local HITM                   :         40\n";
    let details = "                 c2c details                     \n  Cachelines sort on                : Total HITMs\n  Cacheline data grouping           : offset,iaddr\n";
    let text = format!("{head}{title}{shared}{details}The suspicious part:\n{title}{shared}");
    let profiles = all(&text);
    assert_eq!(profiles.len(), 1);
    assert!(!said_of(&profiles[0].profile, "joined"), "{:?}", said(&profiles[0].profile));
    let start = "    Trace Event Information\n      Total records                     :      41923\n      Locked Load/Store Operations      :        406\n      Load Operations                   :       6392\n      Loads - Miss                      :          0\n";
    assert!(!said_of(&read(start.as_bytes()), "nothing was contended"));
}

/// The last column that is there has its end where it is the rest of a sum: four states in one mail, linux-kernel, 2022.
#[test]
fn a_table_that_is_cut_behind_its_hitm_has_them() {
    let text = "           Shared Data Cache Line Table\n#        ----------- Cacheline ---------------      Tot  ------- Load Hitm -------    \n# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  \n      0  0xff2dfd8dfd4cd200     1   59737   99.43%    71780    58409    13371  \n";
    let counts = &read(text.as_bytes()).lines[0].counts;
    assert_eq!((counts.hitm_local, counts.hitm_remote), (Some(58409), Some(13371)));
}

/// perf's screen in a fence, whose last row is right above the fence: a page on OCaml's parallel programming (GitHub).
#[test]
fn a_row_above_a_fence_is_whole() {
    let text = "```\nShared Data Cache Line Table     (2 entries, sorted on Total HITMs)\n       ----------- Cacheline ----------    Total      Tot  ----- LLC Load Hitm -----  ---- Store Reference ----\nIndex             Address  Node  PA cnt  records     Hitm    Total      Lcl      Rmt    Total    L1Hit   L1Miss\n    0      0x7f1bf49d7dc0     0   10473    12008   94.23%     2306     2306        0     1660      695      965\n    1      0x7f1bf49a7b80     0     371      468    5.48%       86       86        0      133       86       47\n```\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.lines.len(), 2, "{:?}", said(&profile));
}

/// `...` in a struct below an excerpt, which is its author's: netperf and `struct tcp_sock`, linux-kernel.
#[test]
fn what_is_left_out_of_a_struct_is_no_row() {
    let text = "----- HITM -----  ------- Store Refs ------  --------- Data address -------\nRmtHitm  LclHitm   L1 Hit  L1 Miss                     Offset  Node\n0.00%    61.20%    0.00%    0.00%                      0x1c         <---- read\n0.00%    0.00%     30.00%   0.00%                      0x1f         <---- write\n\nstruct one_sock {\n\t...\n\tu16     header_len; <----- read\n\t...\n};\n";
    assert!(!said_of(&read(text.as_bytes()), "took lines out"));
    // Between rows it is.
    let rows = text.replace("read\n0.00%", "read\n...\n0.00%");
    assert!(said_of(&read(rows.as_bytes()), "took lines out"));
}

/// Types whose author took some of their offsets out, without a sign: a cover letter on linuxppc-dev, July 2024.
#[test]
fn offsets_that_were_taken_out_of_a_type_are_said() {
    let table = |last: &str| {
        format!(
            "    Overhead  Data Type / Data Type Offset\n    ........  ............................\n    60.00%     struct one\n       40.00%     struct one +276 (flags)\n       {last}     struct one +1872 (mm)\n"
        )
    };
    assert!(said_of(&read(table(" 5.00%").as_bytes()), "more samples than its rows add up to"));
    assert!(!said_of(&read(table("19.99%").as_bytes()), "more samples than its rows add up to"));
}
