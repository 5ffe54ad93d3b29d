//! Texts that hold parts of two reports without anything between them, and lines that lost the line above their rows.

use facts::{AccessProfile, Severity};

use crate::{read, sample};

fn report(name: &str) -> String {
    String::from_utf8_lossy(&sample(name)).into_owned()
}

fn all(text: &str) -> Vec<AccessProfile> {
    let Ok(all) = perf::read_all(text.as_bytes(), perf::Options::default()) else {
        unreachable!("refused: {text}")
    };
    all.into_iter().map(|named| named.profile).collect()
}

fn warns(profile: &AccessProfile, of: &str) -> bool {
    let said = |message: &str| message.contains(of);
    profile.diagnostics.iter().any(|d| d.severity == Severity::Warning && said(&d.message))
}

/// The text from the first line that holds this on.
fn from<'a>(text: &'a str, words: &str) -> &'a str {
    let at = text.find(words).unwrap_or_else(|| unreachable!("no {words}"));
    &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..]
}

fn until<'a>(text: &'a str, words: &str) -> &'a str {
    text.strip_suffix(from(text, words)).unwrap_or(text)
}

#[test]
fn counters_that_come_again_are_another_reports() {
    let text = report("report-NNN.txt");
    // With the same counts it would be the same screen copied twice.
    let other = until(&text, "Load Operations").replace(|c: char| c.is_ascii_digit(), "7");
    let profiles = all(&[&other, from(&text, "Total records")].concat());
    assert_eq!(profiles.len(), 2);
    assert_eq!(profiles[1].lines, read(text.as_bytes()).lines);
}

#[test]
fn both_tables_of_counters_count_the_same_hitm() {
    let text = report("report-NNN.txt");
    assert!(!warns(&read(text.as_bytes()), "counters"));
    let merged = text.lines().find(|line| line.contains("Total Merged records"));
    let Some(merged) = merged else { unreachable!("perf prints it") };
    let other = text.replace(merged, "  Total Merged records              :         77");
    assert!(warns(&read(other.as_bytes()), "do not count the same HITM"));
}

#[test]
fn lines_cannot_have_more_than_all() {
    let text = report("report-NNN.txt");
    let stores = text.lines().find(|line| line.starts_with("  Store Operations"));
    let Some(stores) = stores else { unreachable!("perf prints it") };
    let fewer = text.replace(stores, "  Store Operations                  :          3");
    assert!(warns(&read(fewer.as_bytes()), "more stores together"));
}

#[test]
fn rows_whose_offsets_begin_again_are_of_another_line() {
    let rows = "      0      0     40      20        0   0x7f0000001000
       0.00%   40.00%   0.00%   0.00%   0x8   0  1  0x401150  0  200  60  30  2  [.] a  app  a.c:1  0
       0.00%   50.00%  25.00%   0.00%  0x10   0  1  0x401156  0  200  60  30  2  [.] a  app  a.c:2  0
       0.00%    0.00%  25.00%   0.00%   0x0   0  1  0x401190  0  200  60  30  2  [.] b  app  b.c:1  0
       0.00%    0.00%   0.00%   0.00%  0x38   0  1  0x401196  0  200  60  30  2  [.] b  app  b.c:2  0
";
    let offsets = |text: &str| -> Vec<(Option<String>, Vec<f64>)> {
        let line = |line: &facts::ProfileLine| {
            (line.address.clone(), line.rows.iter().map(|row| row.offset_bytes).collect())
        };
        read(text.as_bytes()).lines.iter().map(line).collect()
    };
    let address = Some("0x7f0000001000".to_owned());
    assert_eq!(offsets(rows), [(address.clone(), vec![8.0, 16.0]), (None, vec![0.0, 56.0])]);
    assert!(warns(&read(rows.as_bytes()), "no line above them"));
    // Somebody sorted these by their share.
    let by_share = rows.replace("40.00%   0.00%", "50.00%   0.00%");
    assert_eq!(offsets(&by_share), [(address, vec![8.0, 16.0, 0.0, 56.0])]);
}

#[test]
fn an_event_without_its_end_is_no_event() {
    let text = report("report-NNN.txt");
    let events = read(text.as_bytes()).events;
    assert!(!events.is_empty());
    for event in &events {
        let Some(half) = event.strip_suffix("/P") else { continue };
        let cut = text.replace(event.as_str(), half);
        assert!(!read(cut.as_bytes()).events.iter().any(|name| name == half), "{half}");
    }
}

#[test]
fn a_share_that_no_count_of_the_line_has_is_another_lines() {
    let block = "      0      0    900       0        0        0   0x7f0000001000\n";
    let row = |share: &str, stores: &str| {
        format!(
            "{block}       0.00%   {share}   {stores}   0.00%  0.00%  0x8   0  1  0x401150  0  200  60  488  2  [.] a  app  a.c:1  0\n"
        )
    };
    let strange = "are not those of";
    // 488 and 489 of 900 are 54.22 % and 54.33 %.
    assert!(!warns(&read(row("54.22%", "0.00%").as_bytes()), strange));
    assert!(warns(&read(row("54.23%", "0.00%").as_bytes()), strange));
    // The line has no store.
    assert!(warns(&read(row("54.22%", "0.16%").as_bytes()), strange));
}

#[test]
fn two_rows_in_one_line_are_not_mixed() {
    let text = "      0      0     40      20        0        0   0x7f0000001000
       0.00%   40.00%   0.00%   0.00%  0.00%   0x8   0  1  0x401150  0  200  60  30  21  286  42  1467  1  [.] b  other  b.c:1  0
       0.00%   50.00%  25.00%   0.00%  0.00%  0x10   0  1    0.00%   0.67%   0.00%   0.00%  0.00%  0x24   0  1  0x401190  0  200  60  30  2  [.] b  other  b.c:1  0
";
    let profile = read(text.as_bytes());
    assert!(warns(&profile, "cut at the right"));
    let rows: Vec<_> = profile.lines.iter().flat_map(|line| &line.rows).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row.symbol.is_none() && row.cpu_count.is_none()));
    assert_eq!(rows[0].code_address.as_deref(), Some("0x401150"));
    assert_eq!(rows[1].code_address, None);
}

#[test]
fn the_report_before_a_join_is_in_doubt_too() {
    let text = report("report-NNN.txt");
    let pareto = from(&text, "Shared Cache Line Distribution Pareto");
    let address = read(text.as_bytes()).lines[0].address.clone().unwrap_or_default();
    let other = pareto.replace(&address, "0x7f0000001000");
    let joined = [until(&text, "Shared Cache Line Distribution Pareto"), &other].concat();
    let profiles = all(&joined);
    assert_eq!(profiles.len(), 2);
    assert!(profiles.iter().all(|profile| warns(profile, "joined to")));
}

#[test]
fn counters_behind_lines_that_a_table_follows_are_another_reports() {
    let text = report("report-NNN.txt");
    let table = from(&text, "Shared Data Cache Line Table");
    let head = until(&text, "Shared Data Cache Line Table");
    let listed = until(table, "Shared Cache Line Distribution Pareto");
    // A table that was pasted alone, and a report of which nothing was contended.
    let names = listed.lines().take_while(|line| !line.contains("0x"));
    let empty: String = names.map(|line| format!("{line}\n")).collect();
    let profiles = all(&[listed, head, &empty].concat());
    assert_eq!(profiles.len(), 2);
    assert_eq!((profiles[0].stats.len(), profiles[1].lines.len()), (0, 0));
    assert_eq!(profiles[1].events, read(text.as_bytes()).events);
}

#[test]
fn rows_with_more_shares_than_columns_are_another_reports() {
    let text = report("report-NNN.txt");
    let strange = "more shares than the names";
    assert!(!warns(&read(text.as_bytes()), strange));
    let other: String = text
        .lines()
        .map(|line| match line.matches('%').count() >= 4 && line.contains("0x") {
            true => format!("  0.00%{line}\n"),
            false => format!("{line}\n"),
        })
        .collect();
    assert!(warns(&read(other.as_bytes()), strange));
}
