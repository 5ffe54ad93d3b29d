//! What people do to a report before they paste it. The report is perf's own of `samples/plain.data`.

use facts::AccessProfile;

use crate::{read, sample};

fn report() -> String {
    String::from_utf8_lossy(&sample("report-NNN.txt")).into_owned()
}

/// From the first row's line on.
fn pareto(text: &str) -> &str {
    let title = text.find("Distribution Pareto").unwrap_or(0);
    let rule = text[title..].find("\n  ---").unwrap_or(0);
    &text[title + rule + 1..]
}

/// Lines and rows are those of the untouched report.
fn same(text: &str) {
    let (got, whole) = (read(text.as_bytes()), read(report().as_bytes()));
    assert_eq!(rows(&got), rows(&whole), "{text}");
}

fn rows(profile: &AccessProfile) -> Vec<String> {
    let lines = profile.lines.iter();
    lines
        .flat_map(|line| {
            line.rows.iter().map(move |row| {
                format!(
                    "{:?} {:?} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                    line.address,
                    line.counts.hitm_local,
                    row.offset_bytes,
                    row.code_address,
                    row.counts,
                    row.latencies,
                    row.cpu_count,
                    row.nodes,
                    row.object,
                    row.source_line
                )
            })
        })
        .collect()
}

fn each_line(text: &str, change: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(n, line)| change(n, line) + "\n").collect()
}

#[test]
fn quotes_numbers_fences_and_indents() {
    let text = report();
    same(&each_line(&text, |_, line| format!("> {line}")));
    same(&each_line(&text, |_, line| format!("> > {line}")));
    same(&each_line(&text, |n, line| format!("{n:6}\t{line}")));
    same(&each_line(&text, |n, line| format!("{n:6}  {line}")));
    same(&format!("Look at this:\n\n```\n{text}```\nThanks\n"));
    same(&each_line(&text, |_, line| format!("    {line}\r")));
    same(&text.replace(' ', "\u{a0}"));
}

#[test]
fn white_space_squeezed_to_one_blank() {
    let text = report();
    same(&each_line(&text, |_, line| line.split_whitespace().collect::<Vec<_>>().join(" ")));
    same(&each_line(pareto(&text), |_, line| {
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }));
}

#[test]
fn without_headers_rules_and_sections() {
    let text = report();
    same(pareto(&text));
    same(&each_line(
        &text,
        |_, line| if line.starts_with('#') { String::new() } else { line.to_owned() },
    ));
    let bare = pareto(&text).lines().filter(|line| !line.contains("-----"));
    same(&bare.collect::<Vec<_>>().join("\n"));
}

#[test]
fn quoted_printable() {
    let text = report().replace('=', "=3D");
    same(&each_line(&text, |_, line| {
        let chunks: Vec<String> =
            line.as_bytes().chunks(74).map(|c| String::from_utf8_lossy(c).into_owned()).collect();
        chunks.join("=\n")
    }));
}

#[test]
fn a_pager_that_cut_the_right_side() {
    let text = report();
    let cut = each_line(&text, |_, line| line.chars().take(118).collect());
    let profile = read(cut.as_bytes());
    let whole = read(text.as_bytes());
    let hitm = |profile: &AccessProfile| -> Vec<_> {
        let rows = profile.lines.iter().flat_map(|line| &line.rows);
        rows.map(|row| (row.offset_bytes, row.counts.hitm_local, row.counts.stores)).collect()
    };
    assert_eq!(hitm(&profile), hitm(&whole));
    // The code address at the cut is not taken for a whole one.
    let codes = |profile: &AccessProfile| -> Vec<_> {
        let rows = profile.lines.iter().flat_map(|line| &line.rows);
        rows.filter_map(|row| row.code_address.clone()).collect()
    };
    let known: Vec<String> = codes(&whole);
    assert!(codes(&profile).iter().all(|code| known.contains(code)), "{:?}", codes(&profile));
    assert!(profile.diagnostics.iter().any(|d| d.text.contains("cut at the right")));
}

#[test]
fn one_line_of_a_fragment() {
    let row = " 44.74% 49.78% 0.00% 0.00% 0x10 0 1 0xffffffffab170995 609 344 430 26841 160 [k] spin [kernel.kallsyms] spin+53 0 1\n";
    let profile = read(row.as_bytes());
    let line = &profile.lines[0];
    assert_eq!(line.address, None);
    assert_eq!(line.rows[0].counts.hitm_local, None);
    assert_eq!(line.rows[0].shares.and_then(|s| s.hitm_local_percent), Some(49.78));
    assert_eq!(line.rows[0].counts.records, Some(26_841));
    assert!(
        profile.diagnostics.iter().any(|d| d.text.contains("without their cache line above them"))
    );
}

#[test]
fn columns_that_were_taken_out_by_hand() {
    let text = "0 100 200 300 0 0x4040c0\n 25.00% 50.00% 10.00% 0.00% 0x8 <--- read\n 75.00% 50.00% 90.00% 0.00% 0x10 write\n";
    let mut reader = perf::Reader::new(perf::ProfileKind::C2cReport, perf::Options::default());
    reader.push(text.as_bytes());
    let profile = crate::only(reader.finish());
    let counts: Vec<_> = profile.lines[0]
        .rows
        .iter()
        .map(|row| {
            (
                row.offset_bytes,
                row.counts.hitm_remote,
                row.counts.hitm_local,
                row.counts.stores_l1_hit,
            )
        })
        .collect();
    assert_eq!(
        counts,
        [(8.0, Some(25), Some(100), Some(30)), (16.0, Some(75), Some(100), Some(270))]
    );
}

#[test]
fn a_trimmed_report_says_by_how_much() {
    let text = "0 100 200 0 0 0x4040c0\n 50.00% 25.00% 0.00% 0.00% 0x8 0 1 0x401150 1 2 3 90 2 [.] f app a.c:1 0\n";
    let line = &read(text.as_bytes()).lines[0];
    // 50 of 100 and 150 of 200 are missing: 200 of 300.
    assert_eq!(line.trimmed_percent.map(f64::round), Some(67.0));
    assert_eq!(line.missing.and_then(|m| m.hitm_local_percent), Some(75.0));
}

#[test]
fn lines_of_128_bytes() {
    let text = "0 0 4 0 0 0 0x404080\n 0.00% 100.00% 0.00% 0.00% 0.00% 0x78 0 1 0x401150 0 2 3 9 2 [.] f app a.c:1 0\n";
    let profile = read(text.as_bytes());
    assert_eq!((profile.line_bytes, profile.lines[0].rows[0].offset_bytes), (128, 120.0));
}

#[test]
fn names_with_blanks() {
    let row = "0 0 4 0 0 0 0x404080\n 0.00% 100.00% 0.00% 0.00% 0.00%  0x8  0  1  0x401150  0  2  3  9  2  \
               [.] std::map<int, std::less<int> >::find(int const&)  libmap.so  std::map<int, std::less<int> >::find(int const&)+64  0{0-1}\n";
    let found = &read(row.as_bytes()).lines[0].rows[0];
    assert_eq!(found.symbol.as_deref(), Some("std::map<int, std::less<int> >::find(int const&)"));
    assert_eq!(found.object.as_deref(), Some("libmap.so"));
    assert_eq!(
        found.source_line.as_deref(),
        Some("std::map<int, std::less<int> >::find(int const&)+64")
    );
    assert_eq!(found.nodes[0].cpus, [0, 1]);
}

#[test]
fn what_stands_above_two_reports_names_them() {
    let (before, after) = (report(), report().replace("1423", "1424").replace("0x40", "0x50"));
    let names = |first: &str, second: &str| -> Vec<Option<String>> {
        let text = format!("{first}\n\n{before}\n{second}\n\n{after}");
        let all = perf::read_all(text.as_bytes(), perf::Options::default());
        all.unwrap_or_default().into_iter().map(|named| named.name).collect()
    };
    let named = |names: [&str; 2]| names.map(|name| Some(name.to_owned())).to_vec();
    assert_eq!(names("6.12:", "6.13:"), named(["6.12", "6.13"]));
    assert_eq!(names("== 6.12 ==", "== 6.13 =="), named(["6.12", "6.13"]));
    assert_eq!(names("v6.12", "v6.12+series"), named(["v6.12", "v6.12+series"]));
    assert_eq!(names("On Mon, X wrote:", "new file mode 100644"), [None, None]);
}
