//! `perf mem report`, written by hand: what single columns and events mean.

use facts::{AccessCounts, AccessProfile};

use crate::read;

const COLUMNS: &str = "# Overhead  Samples  Local Weight  Memory access  Symbol  Shared Object  Data Symbol  Data Object  Snoop";

fn messages(profile: &AccessProfile) -> String {
    let texts = profile.diagnostics.iter().map(|remark| remark.text.clone() + "\n");
    texts.collect()
}

fn report(event: &str, columns: &str, rows: &str) -> AccessProfile {
    read(format!("# Samples: 1K of event '{event}'\n{columns}\n{rows}").as_bytes())
}

/// Counts of the only variable.
fn counts(event: &str, rows: &str) -> AccessCounts {
    report(event, COLUMNS, rows).variables[0].counts
}

const LOADS: &str = "cpu/mem-loads,ldlat=30/P";
const STORES: &str = "cpu/mem-stores/P";

/// `hist_entry__global_weight_snprintf()` of `tools/perf/util/sort.c`: "Weight" is that of all of a row's samples.
#[test]
fn weight_is_the_sum_of_a_row_and_local_weight_of_a_sample() {
    let mean = |column: &str, weight: u32| {
        let columns = COLUMNS.replace("Local Weight", column);
        let row = format!(" 9.00%  4  {weight}  L1 hit  [.] f  app  [.] g+0x8  app  None\n");
        report(LOADS, &columns, &row).variables[0].rows[0].latencies.other_cycles
    };
    assert_eq!(mean("Local Weight", 30), Some(30.0));
    assert_eq!(mean("Weight", 120), Some(30.0));
}

/// perf counts the level of a load only where it hit (`c2c_decode_stats()` of `tools/perf/util/mem-events.c`).
#[test]
fn a_miss_is_no_hit() {
    let row = |access: &str, snoop: &str| {
        format!(" 9.00%  4  30  {access}  [.] f  app  [.] g+0x8  app  {snoop}\n")
    };
    assert_eq!(counts(LOADS, &row("L3 hit", "None")).loads_llc, Some(4));
    let missed = counts(LOADS, &row("L3 miss", "None"));
    assert_eq!((missed.loads, missed.loads_llc), (Some(4), None));
    assert_eq!(counts(LOADS, &row("L1 miss", "None")).loads_l1, None);
    assert_eq!(counts(LOADS, &row("L3 miss", "HitM")).hitm_local, None);
    assert_eq!(counts(STORES, &row("L1 miss", "N/A")).stores_l1_miss, Some(4));
}

/// Without what answered it is not known whether that was of another node.
#[test]
fn a_hitm_is_local_only_where_that_is_said() {
    let row = " 9.00%  4  30  L3 hit  [.] f  app  [.] g+0x8  app  HitM\n";
    assert_eq!(counts(LOADS, row).hitm_local, Some(4));
    let columns = COLUMNS.replace("  Memory access", "");
    let without = report(LOADS, &columns, &row.replace("  L3 hit", ""));
    let found = &without.variables[0].counts;
    assert_eq!((found.loads, found.hitm_local, found.hitm_remote), (Some(4), None, None));
}

#[test]
fn a_group_of_events_is_of_neither_operation() {
    let row = " 9.00%  4  30  L1 hit  [.] f  app  [.] g+0x8  app  None\n";
    let both = format!("{LOADS}, {STORES}");
    assert_eq!((counts(&both, row).loads, counts(&both, row).stores), (None, None));
    // On Intel a group of two load events samples loads.
    assert_eq!(counts(&format!("cpu/mem-loads-aux/, {LOADS}"), row).loads, Some(4));
}

#[test]
fn what_a_table_does_not_tell_apart_is_said_of_that_table_alone() {
    let said = |profile: &AccessProfile| {
        messages(profile).contains("does not distinguish loads and stores")
    };
    let table = |event: &str| {
        format!(
            "# Samples: 1K of event '{event}'\n{COLUMNS}\n 9.00%  4  30  L1 hit  [.] f  app  [.] g+0x8  app  None\n\n"
        )
    };
    assert!(said(&read(table("ibs_op//").as_bytes())));
    assert!(!said(&read(table(STORES).as_bytes())), "all of them are stores");
    assert!(!said(&read([table(LOADS), table(STORES)].concat().as_bytes())));
    assert!(said(&read([table(LOADS), table("ibs_op//")].concat().as_bytes())));
}

#[test]
fn prose_that_begins_with_a_number_is_no_row() {
    let rows = " 9.00%  4  30  L1 hit  [.] f  app  [.] g+0x8  app  None\n";
    for prose in ["1 file changed, 2 insertions(+), 3 deletions(-)", "2.43.0", "1.05%"] {
        let text = format!("# Samples: 1K of event '{LOADS}'\n{COLUMNS}\n{rows}\n{prose}");
        let said = messages(&read(format!("{text}\n").as_bytes()));
        let is_said = said.contains("skipped") || said.contains("cut");
        assert_eq!(is_said, prose.ends_with('%'), "{prose}: {said}");
        let ends_inside = messages(&read(text.as_bytes())).contains("ends in the middle of a row");
        assert_eq!(ends_inside, prose.ends_with('%'), "{prose}");
    }
}

#[test]
fn separated_rows_that_are_cut_or_too_long_are_not_misread() {
    let header = COLUMNS.replace("# ", "").replace("  ", ",");
    let row = "9.00,40,30,L1 hit,[.] f,app,[.] g+0x8,app,None\n";
    let read = |rows: &str| report(LOADS, &header, &format!("{row}{rows}"));
    assert_eq!(read("").totals.records, Some(40));
    for (cut, message) in [
        ("9.00,3", "cut"),
        ("9.00,300,30,L1 hit,[.] f,app,[.] g+0", "cut"),
        ("9.00,300,30,L1 hit,[.] f,app,[.] g+0x18,ap,p,None", "could not be read"),
    ] {
        let profile = read(&format!("{cut}\n"));
        let rows: Vec<f64> = profile.variables[0].rows.iter().map(|row| row.offset_bytes).collect();
        assert_eq!(rows, [8.0], "{cut}");
        assert!(messages(&profile).contains(message), "{cut}: {}", messages(&profile));
    }
}

/// Parts of two reports without a header between them.
#[test]
fn shares_that_rise_are_said() {
    let row = |share: &str, at: u32| {
        format!(" {share}%  4  30  L1 hit  [.] f  app  [.] g+0x{at}  app  None\n")
    };
    let said = |rows: &str| messages(&report(LOADS, COLUMNS, rows)).contains("not sorted by share");
    let falling = [row("9.00", 0), row("9.00", 8), row("1.00", 1)].concat();
    assert!(!said(&falling));
    assert!(said(&[falling.clone(), row("1.01", 2)].concat()));
    // The same table twice is said to be that, and no more.
    assert!(!said(&[falling.clone(), falling].concat()));
}

/// `evlist__tty_browse_hists()` of `tools/perf/builtin-report.c` states the samples of each table.
#[test]
fn the_rows_have_the_samples_that_the_table_states() {
    let row = " 9.00%  4  30  L3 hit  [.] f  app  [.] g+0x8  app  None\n";
    let of = |stated: &str, rows: &str| {
        messages(&read(
            format!("# Samples: {stated} of event '{LOADS}'\n{COLUMNS}\n{rows}").as_bytes(),
        ))
    };
    assert!(!of("4 ", row).contains("and its header states"));
    assert!(of("3 ", row).contains("have 4 samples, and its header states 3"));
    assert!(of("70", row).contains("add up to 4 of 70 samples"));
    // perf rounds down.
    let many = row.replace("  4  30", "  4999  30");
    assert!(
        !of("4K", &many).contains("samples and the line")
            && !of("4K", &many).contains("of at least")
    );
    assert!(of("4K", row).contains("add up to 4 of at least 4000 samples"));
}

#[test]
fn tables_of_one_event_are_of_two_reports() {
    let table = |samples: &str| {
        format!(
            "# Samples: {samples} of event '{STORES}'\n{COLUMNS}\n 9.00%  {samples}  0  L1 hit  [.] f  app  [.] g+0x8  app  N/A\n\n"
        )
    };
    let said = "Two tables of the text are of the same event";
    assert!(messages(&read((table("4") + &table("9")).as_bytes())).contains(said));
    assert!(!messages(&read((table("4") + &table("4")).as_bytes())).contains(said));
}

#[test]
fn a_row_without_its_beginning_is_missed() {
    let rows = " 9.00%  4  30  L3 hit  [.] f  app  [.] g+0x8  app  None\n 0.2 or L2 hit  [.] f  app  [.] g+0x8  app  None\n";
    assert!(
        messages(&report(LOADS, COLUMNS, rows))
            .contains("Rows of the report that could not be read")
    );
}

/// What is left of a table of which the text has no row, or the beginning of one.
#[test]
fn a_table_whose_rows_are_missing_is_said() {
    let row = " 9.00%  4  30  L3 hit  [.] f  app  [.] g+0x8  app  None\n";
    let first = format!("# Samples: 4 of event '{LOADS}'\n{COLUMNS}\n{row}\n");
    assert!(!messages(&read(first.as_bytes())).contains("samples"));
    let second = format!("{first}# Samples: 82 of event '{STORES}'\n{COLUMNS}\n");
    assert!(messages(&read(second.as_bytes())).contains("add up to 0 of 82 samples"));
    for begun in ["46", "0.", "0.0", "0.~~~", "7```"] {
        let said = messages(&read(format!("{first}    {begun}\n").as_bytes()));
        assert!(said.contains("ends in the middle of a row"), "{begun}: {said}");
        let said = messages(&read(
            format!("{first}    {begun}\n{}", row.replace("+0x8", "+0x9")).as_bytes(),
        ));
        assert!(!said.contains("ends in the middle of a row"), "{begun}: {said}");
    }
}
