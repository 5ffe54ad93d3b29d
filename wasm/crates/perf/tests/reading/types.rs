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
