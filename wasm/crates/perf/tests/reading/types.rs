//! Data type profiles of every version of perf, from the corpus: each text reads to its truth.

use corpus::types::{Form, Profile, Values, Version, annotation, report, truth};
use facts::TypeProfile;

use crate::read;

/// What is not read as it is, yet. A fault that has gone fails the test: take it off here.
const KNOWN_FAULTS: [&str; 0] = [];

struct Case {
    name: String,
    text: String,
    truth: Vec<TypeProfile>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (events, version) in (1..=3).flat_map(|n| Version::ALL.map(|version| (n, version))) {
        let profile = Profile::queue(events);
        let forms = [Form::Flat, Form::Hierarchy, Form::Lines];
        let known = |form: &Form| *form != Form::Lines || version > Version::V6_8;
        for form in forms.into_iter().filter(known) {
            cases.push(Case {
                name: format!("report {form:?} {version:?} {events}"),
                text: report::print(&profile, version, form),
                truth: truth::of_report(&profile, form),
            });
        }
        for values in [Values::Default, Values::Samples, Values::Period] {
            if version == Version::V6_8 && values != Values::Default {
                continue;
            }
            cases.push(Case {
                name: format!("annotation {values:?} {version:?} {events}"),
                text: annotation::print(&profile, 0, version, values),
                truth: vec![truth::of_annotation(&profile, 0, version, values)],
            });
        }
    }
    cases
}

#[test]
fn every_text_reads_to_its_truth() {
    let mut wrong = Vec::new();
    for Case { name, text, truth } in cases() {
        let found = read(text.as_bytes()).types;
        if found != truth {
            println!("{name}\n{text}\nread:  {found:#?}\ntruth: {truth:#?}");
            wrong.push(name);
        }
    }
    assert_eq!(wrong, KNOWN_FAULTS);
}

#[test]
fn rows_by_cache_line_are_left_out_and_said() {
    let profile = read(report::print(&Profile::queue(1), Version::V6_12, Form::Lines).as_bytes());
    assert!(profile.types.iter().all(|found| found.rows.is_empty()));
    assert!(profile.diagnostics.iter().any(|remark| remark.message.contains("type,typeoff")));
}

fn messages(profile: &facts::AccessProfile) -> String {
    let texts = profile
        .diagnostics
        .iter()
        .map(|remark| format!("{}x {} ({})\n", remark.count, remark.message, remark.place));
    texts.collect()
}

fn error(text: &str) -> String {
    match perf::read(text.as_bytes(), perf::Options::default()) {
        Ok(profile) => unreachable!("{profile:#?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn decimal_and_hex_offsets_in_one_text_are_said() {
    let row = |offset: &str| format!("  1.00%  struct a +{offset} (b)\n");
    let head = "# Overhead  Data Type / Data Type Offset\n 3.00%  struct a\n";
    let text = [head, &row("0"), &row("16"), &row("0x18")].concat();
    let profile = read(text.as_bytes());
    let offsets: Vec<f64> = profile.types[0].rows.iter().map(|row| row.offset_bytes).collect();
    assert_eq!(offsets, [0.0, 16.0, 24.0]);
    assert!(messages(&profile).contains("1 offsets are in decimal"), "{}", messages(&profile));
    let same = [head, &row("0"), &row("0x10"), &row("0x18")].concat();
    assert!(!messages(&read(same.as_bytes())).contains("decimal"));
}

#[test]
fn texts_without_offsets_say_what_they_are() {
    let lines = "# Overhead  Data Type Cacheline\n 60.00%  struct page: cache-line 0\n 3.00%  struct page: cache-line 1\n";
    let said = error(lines);
    assert!(said.contains("typecln") && said.contains("2 rows") && said.contains("no offset"));
    let types = read(b"# Overhead  Data Type\n 60.00%  struct page\n 3.00%  (unknown)\n");
    assert!(messages(&types).contains("by type alone"), "{}", messages(&types));
    assert_eq!(types.types.len(), 2);
    let flat = read(report::print(&Profile::queue(1), Version::V6_12, Form::Flat).as_bytes());
    assert!(messages(&flat).contains("that is unknown"), "{}", messages(&flat));
    assert!(flat.types.iter().all(|found| found.values.is_empty()));
}

#[test]
fn rows_that_are_not_read_are_counted() {
    let text = "# Overhead  Data Type / Data Type Offset\n 3.00%  struct a\n    1.00%     struct a +0x8 (b)\n    1.00%     struct a +0x1\n   12.00%\n    1.00%     struct a +0x18 (lru.ne\n";
    let profile = read(text.as_bytes());
    let said = messages(&profile);
    assert!(said.contains("2x rows that look like rows of types could not be read"), "{said}");
    assert!(said.contains("(line 4)") && said.contains("1x rows are cut in the name"), "{said}");
    let rows: Vec<_> =
        profile.types[0].rows.iter().map(|row| (row.offset_bytes, row.field.as_deref())).collect();
    assert_eq!(rows, [(8.0, Some("b")), (24.0, Some(""))]);
}

/// Columns of a terminal, from where nothing is left to where nothing is cut.
const WIDTHS: std::ops::Range<usize> = 8..120;

#[test]
fn what_is_cut_at_the_right_edge_is_right_or_said() {
    for Case { name, text, truth } in cases() {
        for width in WIDTHS {
            let cut: String = text
                .lines()
                .map(|line| line.chars().take(width).collect::<String>() + "\n")
                .collect();
            let Ok(profile) = perf::read(cut.as_bytes(), perf::Options::default()) else {
                continue;
            };
            let mut rows = 0;
            for found in &profile.types {
                let of = truth.iter().find(|of| of.name == found.name);
                let Some(of) = of else { unreachable!("{name} at {width}: {}\n{cut}", found.name) };
                assert!(found.values.is_empty() || found.values == of.values, "{name} at {width}");
                for row in &found.rows {
                    let same = |of: &&facts::TypeRow| {
                        let field = row.field == of.field || row.field.as_deref() == Some("");
                        of.offset_bytes == row.offset_bytes
                            && of.values == row.values
                            && (of.depth, of.sums_members) == (row.depth, row.sums_members)
                            && field
                    };
                    assert!(
                        of.rows.iter().any(|of| same(&of)),
                        "{name} at {width}: {row:?}\n{cut}"
                    );
                }
                rows += found.rows.len();
            }
            let whole: usize = truth.iter().map(|of| of.rows.len()).sum();
            let said = profile
                .diagnostics
                .iter()
                .any(|remark| remark.severity == facts::Severity::Warning);
            assert!(
                said || (rows == whole && profile.types.len() == truth.len()),
                "{name} at {width}: {rows} of {whole} rows\n{cut}"
            );
        }
    }
}

#[test]
fn a_text_that_is_there_twice_counts_once() {
    for Case { name, text, truth } in cases() {
        let profile = read(format!("{text}{text}").as_bytes());
        assert_eq!(profile.types, truth, "{name}");
        assert!(messages(&profile).contains("more than once"), "{name}");
    }
    // The rows alone.
    let row =
        " 3.00%  struct a\n    1.00%     struct a +0x8 (b)\n    2.00%     struct a +0x10 (c)\n";
    let profile = read(format!("{row}{row}").as_bytes());
    assert_eq!(profile.types[0].rows.len(), 2);
}

#[test]
fn shares_of_several_columns_are_not_values_of_events() {
    let text = "# Samples: 9  of event 'cycles'\n# Children      Self  Data Type / Data Type Offset\n 30.00%  20.00%  struct a\n    30.00%  20.00%     struct a +0x8 (b)\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.types[0].values, [20.0]);
    assert_eq!(profile.types[0].rows[0].values, [20.0]);
    assert_eq!(profile.types[0].events, ["cycles"]);
}

/// The same table as perf 7 prints it, with shares of all weight, and as the first patches did, with shares of the row.
#[test]
fn breakdowns_of_a_share_are_not_added() {
    let head = "# Samples: 900  of event 'ibs_op//'\n#           ------ Mem Op -------    Cache  --- Snoop ----\n# Overhead     Load  Store  Other       L1     HitM  Other  Data Type  Data Type Offset\n# ........  .....................  .......  ..............  .........  ...........\n#\n";
    let of_all = "    46.00%    30.0%  15.0%   1.0%    46.0%     6.0%  40.0%  struct a   struct a +0x8 (b)\n    54.00%    54.0%   0.0%   0.0%    54.0%     0.0%  54.0%  struct a   struct a +0x10 (c)\n";
    let of_row = "    46.00%    65.2%  32.6%   2.2%   100.0%    13.0%  87.0%  struct a   struct a +0x8 (b)\n    54.00%   100.0%   0.0%   0.0%   100.0%     0.0% 100.0%  struct a   struct a +0x10 (c)\n";
    for rows in [of_all, of_row] {
        let profile = read(format!("{head}{rows}").as_bytes());
        assert_eq!(profile.types[0].events, ["loads", "stores"]);
        assert_eq!(profile.events, ["ibs_op//"]);
        let values: Vec<Vec<f64>> = profile.types[0]
            .rows
            .iter()
            .map(|row| row.values.iter().map(|value| value.round()).collect())
            .collect();
        assert_eq!(values, [[30.0, 15.0], [54.0, 0.0]]);
        let said = messages(&profile);
        assert!(
            said.contains("Cache, Snoop") && said.contains("neither loads nor stores"),
            "{said}"
        );
    }
    // A row whose groups fit neither is not guessed at.
    let wrong = "    46.00%    30.0%  35.0%   1.0%    46.0%     6.0%  40.0%  struct a   struct a +0x8 (b)\n";
    assert!(
        messages(&read(format!("{head}{of_all}{wrong}").as_bytes())).contains("could not be read")
    );
    // Neither is a table without the line that names its groups.
    let lines: Vec<&str> = head.lines().filter(|line| !line.contains("Mem Op")).collect();
    assert!(error(&format!("{}\n{of_all}", lines.join("\n"))).contains("no row"));
}

/// `hist_entry__typeoff_snprintf()` of perf 7.3: what is no type has no offset.
#[test]
fn pseudo_types_may_have_no_offset() {
    let head = "# Samples: 900  of event 'cycles'\n";
    let flat = "# Overhead  Data Type  Data Type Offset\n  60.00%  struct a   struct a +0x8 (b)\n  40.00%  (unknown)  (unknown)\n";
    let tree = "#    Overhead  Data Type / Data Type Offset\n    60.00%     struct a\n       60.00%     struct a +0x8 (b)\n    40.00%     (unknown)\n       40.00%     (unknown)\n";
    for text in [flat, tree] {
        let profile = read(format!("{head}{text}").as_bytes());
        let unknown = &profile.types[1];
        assert_eq!((unknown.name.as_str(), unknown.rows.len()), ("(unknown)", 1), "{text}");
        assert_eq!(
            (unknown.rows[0].field.as_deref(), &unknown.rows[0].values),
            (None, &vec![40.0])
        );
        assert!(!messages(&profile).contains("could not be read"), "{}", messages(&profile));
    }
}
