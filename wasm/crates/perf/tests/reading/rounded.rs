//! Reports whose shares somebody rounded: every count is within what that leaves, and it is said.

use facts::{AccessCounts, AccessProfile, ProfileKind};

use crate::read;

/// With so many decimals, as a person writes them.
fn rounded(text: &str, decimals: usize) -> String {
    let round = |word: &str| {
        let share = word.trim_end().strip_suffix('%').and_then(|number| number.parse::<f64>().ok());
        let white = &word[word.trim_end().len()..];
        share.map_or_else(|| word.to_owned(), |share| format!("{share:.decimals$}%{white}"))
    };
    text.split_inclusive(char::is_whitespace).map(round).collect()
}

fn kinds(counts: &AccessCounts) -> [Option<u32>; 7] {
    [
        counts.hitm_local,
        counts.hitm_remote,
        counts.peer_local,
        counts.peer_remote,
        counts.stores_l1_hit,
        counts.stores_l1_miss,
        counts.stores_no_level,
    ]
}

/// Lines and rows of both are the same but for counts that come from shares.
fn close(whole: &AccessProfile, less: &AccessProfile, name: &str) {
    assert_eq!(whole.lines.len(), less.lines.len(), "{name}");
    for (whole, less) in whole.lines.iter().zip(&less.lines) {
        assert_eq!((&whole.address, whole.counts), (&less.address, less.counts), "{name}");
        assert_eq!(whole.rows.len(), less.rows.len(), "{name}");
        for (row, other) in whole.rows.iter().zip(&less.rows) {
            assert_eq!(row.counts.records, other.counts.records, "{name}");
            assert_eq!(row.code_address, other.code_address, "{name}");
            for (count, other) in kinds(&row.counts).into_iter().zip(kinds(&other.counts)) {
                let off = count.zip(other).map(|(count, other)| count.abs_diff(other));
                // Half up, half to even: the last digit may be another one.
                assert!(
                    off.is_some_and(|off| off <= less.row_error_samples + 1) || count == other,
                    "{name}: {count:?} and {other:?}, {} off at most",
                    less.row_error_samples
                );
            }
        }
    }
}

#[test]
fn rounded_shares_give_counts_within_their_error_and_a_note() {
    let mut tried = 0;
    for specimen in mutations::specimen::all() {
        if specimen.kind != ProfileKind::C2cReport {
            continue;
        }
        let text = String::from_utf8_lossy(&specimen.text).into_owned();
        let whole = read(&specimen.text);
        for decimals in [1, 0] {
            let rounded = rounded(&text, decimals);
            if rounded == text || whole.lines.iter().all(|line| line.rows.is_empty()) {
                continue;
            }
            let all = perf::read_all(rounded.as_bytes(), perf::Options::default());
            let less = crate::only(all);
            let name = format!("{} with {decimals}", specimen.name);
            close(&whole, &less, &name);
            let said =
                |word: &str| less.diagnostics.iter().any(|remark| remark.text.contains(word));
            assert!(said("were rounded (perf prints two decimals)"), "{name}");
            assert!(!said("different reports") && !said("left out"), "{name}");
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}
