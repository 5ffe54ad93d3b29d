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
    let said: Vec<&str> =
        first.profile.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(said, ["these rows have no line above them, so their address is not known"]);
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
    let said: Vec<&str> = profile.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "the text ends inside a type: the rest of its members is missing",
            "lines were taken out of the text: what was in them is missing",
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
    let said: Vec<&str> = profile.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert!(said.iter().any(|said| said.starts_with("rows are cut at the right edge")), "{said:?}");
    assert!(!said.iter().any(|said| said.contains("name no data")), "{said:?}");
}

fn said(profile: &facts::AccessProfile) -> Vec<&str> {
    profile.diagnostics.iter().map(|said| said.message.as_str()).collect()
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
    let said: Vec<&str> = said.map(|said| said.message.as_str()).collect();
    assert!(said.iter().all(|said| !said.contains("joined") && !said.contains("row")), "{said:?}");
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
    assert!(said.starts_with("no header says what the columns of the 2 rows"), "{said}");
}
