//! Rows whose header was not copied: those of perf's own order of columns show what they are.

use super::cells::fields;

/// The columns of `perf mem report` without `-s`, since 4.18 (`default_mem_sort_order` of `tools/perf/util/sort.c`); each
/// version has further ones after these.
const DEFAULT: [&str; 9] = [
    "Overhead",
    "Samples",
    "Local Weight",
    "Memory access",
    "Symbol",
    "Shared Object",
    "Data Symbol",
    "Data Object",
    "Snoop",
];
const SNOOPS: [&str; 7] = ["HitM", "Hit", "Miss", "None", "Fwd", "Peer", "N/A"];

/// The names of a row's columns, where it is one of perf's own order; those after the snoop have no name.
pub fn names_of(row: &str) -> Option<Vec<&'static str>> {
    let values: Vec<&str> = fields(row.trim(), None).collect();
    let [share, samples, weight, _, symbol, _, data, _, snoop, rest @ ..] = values.as_slice()
    else {
        return None;
    };
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_symbol = |name: &str| ["[.] ", "[k] "].iter().any(|level| name.starts_with(level));
    let is_share = share.strip_suffix('%').is_some_and(|share| share.parse::<f64>().is_ok());
    (is_share
        && is_number(samples)
        && is_number(weight)
        && is_symbol(symbol)
        && is_symbol(data)
        && snoop.split([' ', '|']).next().is_some_and(|first| SNOOPS.contains(&first)))
    .then(|| DEFAULT.into_iter().chain(rest.iter().map(|_| "")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_of_perfs_own_order() {
        let row = "  16.72%   72  751   Remote Cache (1 hop) hit  [.] reader  demo   [.] counters+0x8   demo   HitM   L1 or L2 hit";
        assert_eq!(names_of(row).map(|names| names.len()), Some(10));
        for other in [
            row.replace("  751 ", ""),
            row.replace("HitM", "demo"),
            row.replace("[.] counters+0x8", "0x40"),
            row.replace('%', ""),
        ] {
            assert_eq!(names_of(&other), None, "{other}");
        }
    }
}
