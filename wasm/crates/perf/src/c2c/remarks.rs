//! What a report lacks.

use facts::ProfileLine;

use super::Report;
use super::snoops::Snoops;
use crate::messages;
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
        notes.add(messages::counters_missing(count, first), String::new);
    }
    for message in counters {
        notes.add(message, String::new);
    }
    notes.add_times(report.dropped, messages::too_many_rows(), String::new);
    let is_bare = report.columns.layout.is_none() && report.columns.grouping.is_empty();
    match snoops {
        Snoops::LikePeer => notes.add(messages::peer_snoops_assumed(), String::new),
        Snoops::Unknown if has_rows => notes.add(messages::hitm_assumed(), String::new),
        _ => {}
    }
    if has_rows && is_bare && snoops != Snoops::Stated {
        let first = match snoops {
            Snoops::Peer | Snoops::LikePeer => "peer snoops",
            _ => "HITM",
        };
        notes.add(messages::columns_assumed(first), String::new);
    }
    for line in lines {
        let name = || line.address.clone().unwrap_or_else(|| "the first rows".to_owned());
        let counted = line.rows.iter().chain(&line.unplaced).any(|row| {
            row.counts.stores.or(row.counts.hitm_local).or(row.counts.hitm_remote).is_some()
        });
        if line.address.is_none() && counted {
            notes.add(messages::address_missing(), name);
        } else if line.address.is_none() {
            notes.add(messages::line_missing(), name);
        }
        if let Some(missing) = line.trimmed_percent.filter(|_| !line.rows.is_empty()) {
            notes.add(messages::rows_trimmed(name(), missing), name);
        }
    }
    let bare = lines.iter().filter(|line| line.rows.is_empty() && line.unplaced.is_empty()).count();
    if bare > 0 {
        let lines = if bare == 1 { "cache line has" } else { "cache lines have" };
        notes.add(messages::lines_without_rows(format!("{bare} {lines}")), String::new);
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
        notes.add(messages::no_store(), String::new);
    }
}

/// Why a text of counters has no line, as far as they tell.
fn counters_alone(report: &Report, lines: &[ProfileLine]) -> Vec<facts::Message> {
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
            Some(_) => messages::ends_after_counters(),
            None => messages::ends_in_counters(),
        };
        out.push(what);
    }
    if let (Some(unparsed), Some(records)) =
        (count("Unable to parse data source"), count("Total records"))
        && unparsed * 2.0 > records
    {
        out.push(messages::source_unknown(unparsed, records));
    }
    if shared > 0.0 || hitm > 0.0 || peer > 0.0 {
        let of = if shared > 0.0 {
            format!("none of the {shared} contended cache lines")
        } else {
            "no cache line".to_owned()
        };
        out.push(messages::counters_alone(of));
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
        messages::no_load()
    } else if arm && !knows_peers {
        messages::arm_needs_peers()
    } else if arm || l1 * 100.0 >= loads * ALL_L1_PERCENT {
        messages::no_load_served(l1, loads)
    } else {
        messages::no_hitm()
    });
    out
}
