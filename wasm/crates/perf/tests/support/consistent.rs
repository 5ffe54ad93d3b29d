//! What holds of every profile, whatever was read. For the properties of `cargo test` and the fuzz targets.

use facts::{AccessCounts, AccessProfile, AccessRow, ProfileKind, ProfileLine, TypeProfile};

/// More remarks than this are no help to anybody.
const MOST_REMARKS: usize = 1_100;

/// Panics where numbers contradict each other.
pub fn consistent(profile: &AccessProfile) {
    for line in &profile.lines {
        line_adds_up(profile.kind, line);
    }
    for row in profile.variables.iter().flat_map(|variable| &variable.rows) {
        row_is_possible(row, &AccessCounts::default());
    }
    profile.types.iter().for_each(type_is_possible);
    // What is listed and what is not makes the totals.
    if matches!(profile.kind, ProfileKind::Script | ProfileKind::PerfData) {
        let listed: u64 = profile.lines.iter().map(|line| hitm(&line.counts)).sum();
        assert_eq!(listed + hitm(&profile.unlisted), hitm(&profile.totals));
    }
    assert!(profile.diagnostics.len() <= MOST_REMARKS);
    assert!(profile.diagnostics.iter().all(|remark| remark.count > 0));
}

fn hitm(counts: &AccessCounts) -> u64 {
    u64::from(counts.hitm_local.unwrap_or(0))
}

fn line_adds_up(kind: ProfileKind, line: &ProfileLine) {
    for row in &line.rows {
        row_is_possible(row, &line.counts);
    }
    // Samples that were read one by one are all in rows.
    if matches!(kind, ProfileKind::Script | ProfileKind::MemDump | ProfileKind::PerfData) {
        let rows: u64 = line.rows.iter().map(|row| hitm(&row.counts)).sum();
        assert_eq!(rows, hitm(&line.counts));
        let records = |counts: &AccessCounts| u64::from(counts.records.unwrap_or(0));
        let rows: u64 = line.rows.iter().map(|row| records(&row.counts)).sum();
        assert_eq!(rows, records(&line.counts));
    }
    let shares = [line.snoop_percent, line.trimmed_percent];
    assert!(shares.into_iter().flatten().all(f64::is_finite));
}

fn row_is_possible(row: &AccessRow, line: &AccessCounts) {
    let counts = &row.counts;
    if let (Some(records), Some(loads)) = (counts.records, counts.loads) {
        assert!(loads <= records, "{row:?}");
    }
    // A row has at most what its line has.
    for (row, line) in [
        (counts.hitm_local, line.hitm_local),
        (counts.hitm_remote, line.hitm_remote),
        (counts.stores_l1_hit, line.stores_l1_hit),
    ] {
        assert!(row.is_none() || row <= line || line.is_none());
    }
    assert!(row.nodes.iter().all(|node| node.cpus.len() <= 16_384));
}

fn type_is_possible(found: &TypeProfile) {
    assert!(!found.rows.is_empty() || !found.values.is_empty());
    assert!(found.events.len() <= 64 && found.events.iter().all(|event| event.len() <= 256));
    let values = found.rows.iter().flat_map(|row| &row.values).chain(&found.values);
    let sizes =
        found.rows.iter().flat_map(|row| row.size_bytes.into_iter().chain([row.offset_bytes]));
    for number in values.copied().chain(sizes) {
        assert!(number.is_finite() && number >= 0.0, "{found:?}");
    }
}
