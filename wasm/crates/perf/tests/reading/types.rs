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
    assert!(
        profile
            .diagnostics
            .iter()
            .any(|remark| remark.fix.as_deref().is_some_and(|fix| fix.contains("type,typeoff")))
    );
}

fn messages(profile: &facts::AccessProfile) -> String {
    let texts = profile
        .diagnostics
        .iter()
        .map(|remark| format!("{}x {} ({})\n", remark.count, remark.text, remark.location));
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
    assert!(messages(&profile).contains("1 offsets in decimal"), "{}", messages(&profile));
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
    assert!(messages(&flat).contains("totals of types are unknown"), "{}", messages(&flat));
    assert!(flat.types.iter().all(|found| found.values.is_empty()));
}

#[test]
fn rows_that_are_not_read_are_counted() {
    let text = "# Overhead  Data Type / Data Type Offset\n 3.00%  struct a\n    1.00%     struct a +0x8 (b)\n    1.00%     struct a +0x1\n   12.00%\n    1.00%     struct a +0x18 (lru.ne\n";
    let profile = read(text.as_bytes());
    let said = messages(&profile);
    assert!(said.contains("2x Rows that look like rows of types could not be read"), "{said}");
    assert!(
        said.contains("(line 4 of the text)") && said.contains("1x The names of fields are cut"),
        "{said}"
    );
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
    assert!(error(&format!("{}\n{of_all}", lines.join("\n"))).contains("No row"));
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

/// The operations that no value has are said of whole types too.
#[test]
fn other_operations_of_whole_types_are_said() {
    let text = "# Samples: 900  of event 'ibs_op//'\n#           ------ Mem Op -------\n# Overhead     Load  Store  Other  Data Type\n    46.00%    30.0%  15.0%   1.0%  struct a\n    54.00%    54.0%   0.0%   0.0%  struct b\n";
    let profile = read(text.as_bytes());
    assert_eq!(profile.types[0].values, [30.0, 15.0]);
    let said = messages(&profile);
    assert!(said.contains("have 1.0 % of a table"), "{said}");
    // Of the same table twice it is no more.
    assert_eq!(messages(&read(format!("{text}{text}").as_bytes())).matches("1.0 %").count(), 1);
}

#[test]
fn rows_of_other_numbers_of_shares_are_said() {
    // The line that names the events is wrapped or cut, so that their number is not known.
    let head = "# Samples: 9 of events 'a, b,\n# Overhead  Data Type / Data Type Offset\n";
    let text = format!(
        "{head} 3.00% 1.00%  struct a\n    1.00% 0.50%     struct a +0x8 (b)\n    2.00%     struct a +0x10 (c)\n"
    );
    let profile = read(text.as_bytes());
    let offsets: Vec<f64> = profile.types[0].rows.iter().map(|row| row.offset_bytes).collect();
    assert_eq!(offsets, [8.0]);
    assert!(messages(&profile).contains("could not be read"), "{}", messages(&profile));
    // Events are known, and are not those of the shares.
    let text = text.replace("'a, b,", "'a, b, c'").replace("    2.00%  ", " 2.00% 0.25%  ");
    let profile = read(text.as_bytes());
    assert_eq!((profile.types[0].rows.len(), profile.types[0].events.len()), (2, 0));
    assert!(messages(&profile).contains("more or fewer"), "{}", messages(&profile));
}

#[test]
fn a_type_whose_name_the_edge_cut_is_no_type() {
    let text = "# Samples: 9 of event 'a'\n# Overhead  Data Type / Data Type Offset\n 3.00%  struct a\n    1.00%     struct a +0x8 (b)\n 2.00%  struct a_name_that_goes_…\n";
    let profile = read(text.as_bytes());
    let names: Vec<_> = profile.types.iter().map(|found| found.name.as_str()).collect();
    assert_eq!(names, ["struct a"]);
    assert!(messages(&profile).contains("cut"), "{}", messages(&profile));
}

#[test]
fn members_below_what_was_not_read_are_not_given_to_others() {
    // Deeper than is read: the rest of the type is not taken for members of what is less deep.
    let open: String = (0..300).map(|n| format!(" 1 0 8 struct a m{n} {{\n")).collect();
    let text = format!(
        "Annotate type: 'struct a' in b (1 samples):\n Samples offset size field\n{open} 1 0 8 long last;\n{} 1 0 8 long after;\n",
        " };\n".repeat(299)
    );
    let profile = read(text.as_bytes());
    assert!(profile.types[0].rows.iter().all(|row| row.field.as_deref() != Some("after")));
    assert!(messages(&profile).contains("could not be read"), "{}", messages(&profile));
}

#[test]
fn a_type_of_one_row_ends_with_it() {
    let text = "Annotate type: 'long' in b (7 samples):\n Samples offset size field\n 7 0 8 long;\n 9 0 8 long;\n";
    let profile = read(text.as_bytes());
    assert_eq!((&profile.types[0].values, profile.types[0].rows.len()), (&vec![7.0], 1));
}

/// The heading of an annotation, cut at any place: each of its parts is whole, or is not there.
#[test]
fn the_heading_of_an_annotation_is_read_as_far_as_it_is_whole() {
    let heading = "Annotate type: 'struct queue' in /opt/app (4711 samples):";
    let table = " Samples offset size field\n 4711 0 8 struct queue {\n 4711 0 8 long head;\n };\n";
    for end in "Annotate type: ".len()..=heading.len() {
        let cut = &heading[..end];
        let Ok(profile) =
            perf::read(format!("{cut}\n{table}").as_bytes(), perf::Options::default())
        else {
            continue;
        };
        let found = &profile.types[0];
        assert_eq!(found.name, "struct queue", "{cut}");
        assert!(matches!(found.object.as_deref(), None | Some("/opt/app")), "{cut}: {found:?}");
        assert!(matches!(found.samples, None | Some(4711)), "{cut}: {found:?}");
    }
    assert_eq!(read(format!("{heading}\n{table}").as_bytes()).types[0].samples, Some(4711));
}

#[test]
fn numbers_beside_the_shares_are_said_to_be_left_out() {
    let table = |numbers: [&str; 2]| {
        format!(
            "# Samples: 10K of event 'cpu/mem-loads/P'\n#\n# Overhead  {}Data Type    Data Type Offset\n# ........\n#\n    23.95%  {}struct page  struct page +8 (next)\n",
            numbers[0], numbers[1]
        )
    };
    let bare = read(table(["", ""]).as_bytes());
    let beside = read(table(["     Samples  ", "         100  "]).as_bytes());
    assert_eq!(beside.types, bare.types);
    assert_eq!(bare.types[0].rows[0].values, [23.95]);
    let said = "The report's table has `Samples` beside its shares";
    assert!(messages(&beside).contains(said) && !messages(&bare).contains(said));
}
