//! What a report lacks, in sentences.

use facts::ProfileLine;

use super::Report;
use super::snoops::Snoops;
use crate::stats;

/// Of a hundred loads, so many from the first level say that perf knew no other.
const ALL_L1_PERCENT: f64 = 95.0;

/// Says what is missing or was guessed.
///
/// `has_rows`: there are rows of perf's own tables.
pub fn say(report: &mut Report, lines: &[ProfileLine], has_rows: bool, snoops: Snoops) {
    let counters = counters_alone(report, lines);
    let notes = &mut report.notes;
    report.ledger.say(notes);
    if let lacking @ [first, ..] = stats::lacking(&report.stats).as_slice() {
        let count = lacking.len();
        notes.warn(
            format!("{count} of perf's counters are not in the text, and unknown; the first is `{first}`"),
            String::new,
        );
    }
    for sentence in counters {
        notes.note(sentence, String::new);
    }
    notes.warn_times(
        report.dropped,
        "the report has more rows than are read: pass one with fewer lines",
        String::new,
    );
    let is_bare = report.columns.layout.is_none() && report.columns.grouping.is_empty();
    match snoops {
        Snoops::LikePeer => notes.warn(
            "column headers are missing: peer snoops of an Arm machine are assumed, because no store has a cache level; paste the headers to be sure",
            String::new,
        ),
        Snoops::Unknown if has_rows => notes.warn(
            "column headers are missing: HITM is assumed, which would be peer snoops on an Arm machine; paste the headers to be sure",
            String::new,
        ),
        _ => {}
    }
    if has_rows && is_bare && snoops != Snoops::Stated {
        let first = match snoops {
            Snoops::Peer | Snoops::LikePeer => "peer snoops",
            _ => "HITM",
        };
        notes.note(
            format!("no column headers: the shares are read as {first} remote and local, stores L1 hit, miss and without level"),
            String::new,
        );
    }
    for line in lines {
        let name = || line.address.clone().unwrap_or_else(|| "the first rows".to_owned());
        let counted = line.rows.iter().chain(&line.unplaced).any(|row| {
            row.counts.stores.or(row.counts.hitm_local).or(row.counts.hitm_remote).is_some()
        });
        if line.address.is_none() && counted {
            notes.note("these rows have no line above them, so their address is not known", name);
        } else if line.address.is_none() {
            notes.warn(
                "these rows have no line above them, so their shares are known but neither their counts nor their address: paste the line with the address too",
                name,
            );
        }
        if let Some(missing) = line.trimmed_percent.filter(|_| !line.rows.is_empty()) {
            notes.note(
                format!(
                    "the rows of {} were trimmed: {missing:.1} % of its samples are not among them",
                    name()
                ),
                name,
            );
        }
    }
    let bare = lines.iter().filter(|line| line.rows.is_empty() && line.unplaced.is_empty()).count();
    if bare > 0 {
        let lines = if bare == 1 { "line has" } else { "lines have" };
        notes.note(format!("{bare} {lines} no rows in the text"), String::new);
    }
    let hitm_without_store = lines.iter().any(|line| {
        let counts = &line.counts;
        counts.stores == Some(0) && (counts.hitm_local > Some(0) || counts.hitm_remote > Some(0))
    });
    let unparsed = report.stats.iter().find(|stat| stat.name == "Unable to parse data source");
    let stores = report.stats.iter().find(|stat| stat.name == "Store Operations");
    if hitm_without_store
        && stores.is_some_and(|s| s.count == 0.0)
        && unparsed.is_some_and(|u| u.count > 0.0)
    {
        notes.warn(
            "no store was sampled in the whole recording: who writes these lines is not known",
            String::new,
        );
    }
}

/// Why a text of counters has no line, as far as they tell.
fn counters_alone(report: &Report, lines: &[ProfileLine]) -> Vec<String> {
    let count =
        |name: &str| report.stats.iter().find(|stat| stat.name == name).map(|stat| stat.count);
    if !lines.is_empty() || report.stats.is_empty() {
        return Vec::new();
    }
    let sum = |a: &str, b: &str| count(a).unwrap_or(0.0) + count(b).unwrap_or(0.0);
    let hitm = sum("Load Local HITM", "Load Remote HITM");
    let peer = sum("Load HIT Local Peer", "Load HIT Remote Peer");
    let shared = count("Total Shared Cache Lines").unwrap_or(0.0);
    let mut out = Vec::new();
    // perf says what it groups by after its counters.
    if report.columns.grouping.is_empty() {
        let what = match count("Total Merged records") {
            Some(_) => "the text ends behind perf's counters: its `c2c details` are missing",
            None => "the text ends within perf's counters, or lines of them were taken out",
        };
        out.push(what.to_owned());
    }
    if let (Some(unparsed), Some(records)) =
        (count("Unable to parse data source"), count("Total records"))
        && unparsed * 2.0 > records
    {
        out.push(format!(
            "perf could not tell what {unparsed} of {records} samples are (`Unable to parse data source`): its version may be older than the machine"
        ));
    }
    if shared > 0.0 || hitm > 0.0 || peer > 0.0 {
        let of = if shared > 0.0 {
            format!("none of the {shared} contended lines")
        } else {
            "no line".to_owned()
        };
        out.push(format!(
            "the text has perf's counters and {of}: paste the report from `Shared Data Cache Line Table` on; `perf c2c report --stdio` prints it, without `--stats`"
        ));
        return out;
    }
    let (Some(loads), Some(_)) = (count("Load Operations"), count("Load Local HITM")) else {
        return out;
    };
    // Intel and AMD tell where a store went.
    let levels = sum("Store L1D Hit", "Store L1D Miss");
    let stores_lack_levels = count("Store Operations").unwrap_or(0.0) > 0.0 && levels == 0.0;
    let arm = stores_lack_levels || report.events.iter().any(|event| event.contains("arm_spe"));
    let knows_peers = count("Load HIT Local Peer").is_some();
    let l1 = count("Load L1D hit").unwrap_or(0.0);
    out.push(if loads == 0.0 {
        "no load was sampled, so no line can be contended: record with `perf c2c record`, and with more time or a lower `--ldlat`".to_owned()
    } else if arm && !knows_peers {
        "no store has a level, as on an Arm core, and this perf has no counters of loads that another core served (`Load HIT Local Peer`): versions before 6.0 look for HITM alone, which Arm does not mark, so that no line is listed; report the same recording with perf 6.1 or newer (Neoverse V2 and others need 6.13)".to_owned()
    } else if arm || l1 * 100.0 >= loads * ALL_L1_PERCENT {
        format!(
            "no load is marked as served by another core, and {l1} of {loads} are L1 hits: where the machine is an Arm core, perf did not know its data source (Neoverse V2 and others need perf 6.13 or newer to report and a kernel with SPE); otherwise nothing was contended while perf recorded"
        )
    } else {
        "no load hit a line that another core had modified (HITM): nothing was contended while perf recorded, or the processor does not mark it (AMD before Zen 4 without IBS, virtual machines)".to_owned()
    });
    out
}
