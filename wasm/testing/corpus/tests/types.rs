//! The texts of data type profiles, judged by lines that perf itself printed and by sums.

use corpus::types::{
    Access, DataType, Form, Member, Profile, Values, Version, annotation, report, truth,
};

/// `struct page` as far as the mail of December 2023 has it (version 3 of the series that became perf 6.8).
fn page() -> Profile {
    let leaf = |type_name, name, offset| Member {
        type_name,
        name: Some(name),
        offset,
        size: 8,
        bits: None,
        members: Vec::new(),
    };
    Profile {
        events: vec!["cpu/mem-loads,ldlat=4/P", "cpu/mem-stores/P", "dummy:u"],
        object: "[kernel.kallsyms]",
        types: vec![DataType {
            name: "struct page",
            size: 64,
            members: vec![
                leaf("long unsigned int", "flags", 0),
                Member {
                    type_name: "union",
                    name: None,
                    size: 40,
                    members: vec![Member {
                        type_name: "struct list_head",
                        size: 16,
                        members: vec![
                            leaf("struct list_head*", "next", 8),
                            leaf("struct list_head*", "prev", 16),
                        ],
                        ..leaf("", "lru", 8)
                    }],
                    ..leaf("", "", 8)
                },
            ],
        }],
        accesses: [(0, [108, 8]), (8, [339, 25])]
            .into_iter()
            .map(|(offset, [loads, stores])| Access {
                data_type: 0,
                offset,
                counts: vec![(loads, loads * 10), (stores, stores), (0, 0)],
            })
            .collect(),
    }
}

/// Without trailing blanks; a mail has its tabs as blanks.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn an_annotation_of_6_8_has_the_lines_of_the_mail() {
    let text = annotation::print(&page(), 0, Version::V6_8, Values::Default);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Annotate type: 'struct page' in [kernel.kallsyms] (480 samples):");
    assert_eq!(lines[1], " event[0] = cpu/mem-loads,ldlat=4/P");
    assert_eq!(lines[5], "                          samples     offset       size  field");
    assert_eq!(
        lines[6],
        "        447         33          0          0         64  struct page\t {"
    );
    assert_eq!(
        lines[7],
        "        108          8          0          0          8      long unsigned int\tflags;"
    );
    assert_eq!(words(lines[9])[5..], ["struct", "list_head", "lru", "{"]);
}

#[test]
fn offsets_are_hex_since_6_12_and_nought_is_nought() {
    let profile = Profile::queue(1);
    let old = report::print(&profile, Version::V6_8, Form::Hierarchy);
    let new = report::print(&profile, Version::V6_12, Form::Hierarchy);
    assert!(old.contains("struct queue +72 (wake)") && old.contains("struct queue +0 (flags)"));
    assert!(new.contains("struct queue +0x48 (wake)") && new.contains("struct queue +0 (flags)"));
    assert!(old.contains("(unknown) +0 (no field)") && new.contains("struct queue +0x1e ()"));
    let text = annotation::print(&profile, 0, Version::V6_12, Values::Default);
    assert!(text.contains("       0x18        0x1      unsigned int\tmode:3;"), "{text}");
    assert_eq!(
        report::print(&profile, Version::V6_18, Form::Flat),
        report::print(&profile, Version::V6_12, Form::Flat)
    );
}

#[test]
fn a_hierarchy_is_indented_as_in_the_mail() {
    let text = report::print(&page(), Version::V6_8, Form::Hierarchy);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains('%')).collect();
    assert_eq!(rows[0], "   100.00% 100.00%   0.00%     struct page");
    assert_eq!(rows[1], "       75.84%  75.76%   0.00%     struct page +8 (lru.next)");
}

#[test]
fn shares_add_up() {
    for events in 1..=3 {
        let types = truth::of_report(&Profile::queue(events), Form::Hierarchy);
        for event in 0..events {
            let all: f64 = types.iter().map(|found| found.values[event]).sum();
            // The third event has no sample.
            let expected = if event == 2 { 0.0 } else { 100.0 };
            assert!((all - expected).abs() < 0.05, "{all}");
            for found in &types {
                let rows: f64 = found.rows.iter().map(|row| row.values[event]).sum();
                assert!((rows - found.values[event]).abs() < 0.05, "{}", found.name);
            }
        }
    }
}
