//! Reports out of which somebody took columns, and numbers as people write them.

use facts::AccessRow;

use crate::{read, sample};

fn report() -> String {
    String::from_utf8_lossy(&sample("report-NNN.txt")).into_owned()
}

/// perf's header and rows of the Pareto without the columns from one name up to the next.
fn without_column(text: &str, from: &str, to: &str) -> String {
    let header = text.lines().find(|line| line.contains("Code address")).unwrap_or_default();
    let find =
        |name: &str| header.rfind(name).unwrap_or_else(|| unreachable!("no {name}")) + name.len();
    let (start, end) = (find(from), find(to));
    let is_row =
        |line: &str| line.contains("0x") && line.matches('%').count() >= 4 || line == header;
    let cut = |line: &str| {
        if is_row(line) && line.len() > end {
            format!("{}{}\n", &line[..start], &line[end..])
        } else {
            format!("{line}\n")
        }
    };
    text.lines().map(cut).collect()
}

fn rows(text: &str) -> Vec<AccessRow> {
    read(text.as_bytes()).lines.into_iter().flat_map(|line| line.rows).collect()
}

#[test]
fn columns_that_were_taken_out_leave_the_others_as_they_are() {
    let text = report();
    let whole = rows(&text);
    for (from, to) in [
        ("Code address", "rmt hitm"),
        ("rmt hitm", "lcl hitm"),
        ("lcl hitm", "load"),
        ("load", "records"),
        ("records", "cnt"),
    ] {
        let less = rows(&without_column(&text, from, to));
        assert_eq!(less.len(), whole.len(), "{to}");
        for (less, whole) in less.iter().zip(&whole) {
            let known = |of: &AccessRow| {
                let cycles = &of.latencies;
                [
                    cycles.hitm_remote_cycles,
                    cycles.hitm_local_cycles,
                    cycles.other_cycles,
                    of.counts.records.map(f64::from),
                    of.cpu_count.map(f64::from),
                ]
            };
            for (at, (less, whole)) in known(less).into_iter().zip(known(whole)).enumerate() {
                assert!(
                    less.is_none() || less == whole,
                    "{to}: figure {at} is {less:?} instead of {whole:?}"
                );
            }
            assert_eq!(less.symbol, whole.symbol);
        }
    }
}

#[test]
fn the_number_of_pages_is_no_process() {
    let text = report();
    let whole = rows(&text);
    assert!(whole.iter().all(|row| row.pid.is_none()));
    assert!(rows(&without_column(&text, "Offset", "PA cnt")).iter().all(|row| row.pid.is_none()));
}

#[test]
fn counters_with_grouped_digits() {
    let text = report();
    let truth = read(text.as_bytes()).stats;
    let line = text.lines().find(|line| line.contains("Total records")).unwrap_or_default();
    let count = line.rsplit(' ').next().unwrap_or_default();
    let name = &line[..line.len() - count.len()];
    for (written, read_as) in [
        ("1,423", Some(1423.0)),
        ("1 423", Some(1423.0)),
        ("1\u{2009}423", Some(1423.0)),
        ("1.423", Some(1423.0)),
        ("12,345,678", Some(12_345_678.0)),
        ("1423   # many", Some(1423.0)),
        ("1.4K", None),
        ("1423 -> 376", None),
        ("1423  |  Total records : 99", None),
    ] {
        let profile = read(text.replace(line, &format!("{name}{written}")).as_bytes());
        let found =
            profile.stats.iter().find(|stat| stat.name == "Total records").map(|stat| stat.count);
        assert_eq!(found, read_as, "{written}");
        let said = profile.diagnostics.iter().any(|d| d.message.contains("could not be read"));
        assert_eq!(said, read_as.is_none(), "{written}");
        assert_eq!(profile.stats.len() + usize::from(read_as.is_none()), truth.len(), "{written}");
    }
}

#[test]
fn decimal_commas_and_grouped_counts_in_rows() {
    let text = report();
    let commas: String = text
        .split_inclusive(char::is_whitespace)
        .map(
            |word| {
                if word.trim().ends_with('%') { word.replace('.', ",") } else { word.to_owned() }
            },
        )
        .collect();
    assert_ne!(commas, text);
    assert_eq!(rows(&commas), rows(&text));
    assert_eq!(read(commas.as_bytes()).lines, read(text.as_bytes()).lines);
    let wide = text.replace('%', "\u{ff05}");
    assert_eq!(read(wide.as_bytes()).lines, read(text.as_bytes()).lines);
}

#[test]
fn part_of_a_key_is_no_other_key() {
    let text = report();
    let key = text.lines().find(|line| line.contains("Locked Load/Store")).unwrap_or_default();
    let cut = text.replace(key, &key[key.find("ad/Store").unwrap_or(0)..]);
    let count = |text: &str| {
        let profile = read(text.as_bytes());
        profile.stats.iter().filter(|stat| stat.name == "Store Operations").count()
    };
    assert_eq!((count(&text), count(&cut)), (1, 1));
}
