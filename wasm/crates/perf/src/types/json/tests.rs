//! Texts in the form of `--data-type-json`.

use facts::{AccessProfile, ProfileKind};

use crate::NothingUsable;

fn read(text: &str) -> Result<AccessProfile, NothingUsable> {
    assert_eq!(crate::detect(text.as_bytes()), Some(ProfileKind::TypeReport), "{text}");
    let mut reader = crate::Reader::new(ProfileKind::TypeReport, crate::Options::default());
    text.as_bytes().chunks(7).for_each(|chunk| reader.push(chunk));
    let in_chunks = reader.finish().map(|mut all| all.swap_remove(0).profile);
    assert_eq!(in_chunks, crate::read(text.as_bytes(), crate::Options::default()));
    in_chunks
}

fn error(text: &str) -> String {
    read(text).err().map(|error| error.to_string()).unwrap_or_default()
}

/// As `perf_session__annotate_data_to_json()` writes it.
const TEXT: &str = r#"{
    "version": 1,
    "machine": {
        "hostname": "test",
        "os_release": "6.19.0",
        "perf_version": "7.3.4",
        "arch": "x86_64",
        "nrcpus_online": 8,
        "cpuid": null,
        "total_memory_kb": 1000,
        "cmdline": [ "/usr/bin/perf", "mem", "record" ],
        "captured_on": "Mon Aug 24 10:00:00 2026",
        "cacheline_size": 128
    },
    "dsos": [
        { "dso": "/usr/lib/debug/vmlinux",
            "build_id": "E74C00000000000000000000000000000000AAA4",
            "types": [
                { "type": "struct queue",
                    "size": 40,
                    "members": [
                        { "type": "struct list_head", "name": "head", "offset": 0, "size": 16, "children": [
                            { "type": "struct list_head*", "name": "next", "offset": 0, "size": 8 },
                            { "type": "struct list_head*", "name": "prev", "offset": 8, "size": 8 } ]
                        },
                        { "type": "union", "name": "", "offset": 16, "size": 8, "children": [
                            { "type": "unsigned int", "name": "mode:3", "offset": 16, "size": 4 } ]
                        },
                        { "type": "int", "name": "last", "offset": 32, "size": 4 } ],
                    "histograms": [
                        { "event": "cpu/mem-loads,ldlat=30/P",
                            "total_samples": 80,
                            "total_period": 800,
                            "samples": [ { "offset": 8, "nr_samples_load": 50, "nr_samples_store": 0, "period_load": 500, "period_store": 0 }, { "offset": 16, "nr_samples_load": 28, "nr_samples_store": 2, "period_load": 300, "period_store": 0 } ] },
                        { "event": "cpu/mem-stores/P",
                            "total_samples": 11,
                            "total_period": 110,
                            "samples": [ { "offset": 8, "nr_samples_load": 0, "nr_samples_store": 10, "period_load": 0, "period_store": 100 }, { "offset": 26, "nr_samples_load": 0, "nr_samples_store": 1, "period_load": 0, "period_store": 10 } ] }
                    ]
                }
            ]
        }
    ]
}
"#;

#[test]
fn loads_and_stores_of_each_offset() {
    let profile = read(TEXT).unwrap_or_else(|error| unreachable!("{error}"));
    assert_eq!(profile.build_ids[0].build_id, "e74c00000000000000000000000000000000aaa4");
    assert_eq!((profile.line_bytes, profile.perf_version.as_deref()), (128, Some("7.3.4")));
    assert_eq!(profile.command.as_deref(), Some("/usr/bin/perf mem record"));
    assert_eq!(profile.events, ["cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"]);
    let queue = &profile.types[0];
    assert_eq!((queue.samples, queue.size_bytes), (Some(91), Some(40.0)));
    assert_eq!(
        (&queue.events, &queue.values),
        (&vec!["loads".to_owned(), "stores".to_owned()], &vec![78.0, 13.0])
    );
    let rows: Vec<_> = queue
        .rows
        .iter()
        .map(|row| (row.offset_bytes, row.field.as_deref(), row.size_bytes, row.values.as_slice()))
        .collect();
    assert_eq!(
        rows,
        [
            (8.0, Some("head.prev"), Some(8.0), &[50.0, 10.0][..]),
            (16.0, Some("mode"), Some(4.0), &[28.0, 2.0]),
            (26.0, None, None, &[0.0, 1.0]),
        ]
    );
    // Stores come from both events.
    assert_eq!(profile.diagnostics.len(), 1, "{:?}", profile.diagnostics);
    assert!(profile.diagnostics[0].message.contains("stores were sampled by several events"));
}

#[test]
fn what_contradicts_itself_is_said() {
    let changed = TEXT
        .replace("\"total_samples\": 80", "\"total_samples\": 81")
        .replace("\"offset\": 26", "\"offset\": 40");
    let profile = read(&changed).unwrap_or_else(|error| unreachable!("{error}"));
    let said: Vec<_> = profile.diagnostics.iter().map(|remark| remark.message.as_str()).collect();
    assert!(said.iter().any(|message| message.contains("another number of samples")));
    assert!(said.iter().any(|message| message.contains("outside their type")));
    assert_eq!(profile.types[0].rows.len(), 2);
}

#[test]
fn a_type_that_is_there_twice_is_one_unless_its_sizes_differ() {
    let of = |size: &str, loads: u32| {
        format!(
            "{{ \"type\": \"struct a\"{size}, \"histograms\": [ {{ \"event\": \"e\", \"samples\": [ {{ \"offset\": 0, \"nr_samples_load\": {loads}, \"nr_samples_store\": 0 }} ] }} ] }}"
        )
    };
    let text = |types: &[String]| {
        format!(
            "{{ \"machine\": {{}}, \"dsos\": [ {{ \"dso\": null, \"build_id\": null, \"types\": [ {} ] }} ] }}",
            types.join(", ")
        )
    };
    let values = |text: &str| -> Vec<f64> {
        let profile = read(text).unwrap_or_else(|error| unreachable!("{error}"));
        profile.types.iter().map(|of| of.values[0]).collect()
    };
    assert_eq!(values(&text(&[of("", 50), of("", 25)])), [75.0]);
    assert_eq!(values(&text(&[of(", \"size\": 24", 5), of(", \"size\": 99", 4)])), [5.0, 4.0]);
}

#[test]
fn other_json_of_types_is_refused_by_name() {
    let draft = "[ { \"type\": \"struct a\", \"histograms\": [ { \"event\": \"e\", \"samples\": [ ] } ] } ]";
    assert!(error(draft).contains("not yet"), "{}", error(draft));
    assert!(error(&TEXT.replace("\"version\": 1", "\"version\": 2")).contains("version 2"));
    let cut = &TEXT[..TEXT.len() - 200];
    assert!(error(cut).contains("cut off"), "{}", error(cut));
    for at in 0..TEXT.trim_end().len() {
        let mut reader = crate::Reader::new(ProfileKind::TypeReport, crate::Options::default());
        reader.push(&TEXT.as_bytes()[..at]);
        assert!(reader.finish().is_err(), "{}", &TEXT[..at]);
    }
    let idle = "{ \"machine\": {}, \"dsos\": [ ] }";
    assert!(error(idle).contains("no type in it has samples"));
    assert_eq!(crate::detect(b"{ \"name\": \"x\", \"types\": [] }"), None);
}
