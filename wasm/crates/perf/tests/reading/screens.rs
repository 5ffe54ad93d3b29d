//! perf's own screens of recordings whose truth is known, recorded by `tests/screens/record.sh`: what they show is what perf's text
//! of the same recording says, as far as the window reaches. `HITMAP_SCREENS` names a folder of others (`npm run check:screens`).

use std::path::PathBuf;

use facts::{AccessProfile, ProfileLine};

use crate::{read, sample};

fn folder() -> PathBuf {
    let own = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    std::env::var_os("HITMAP_SCREENS").map_or_else(own, PathBuf::from)
}

/// The screens of this name, `perf-6.1-80.txt` and `perf-6.1.typescript`; of each version of perf at least six.
fn screens(of: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder();
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| unreachable!("{error}"));
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(&format!("{of}-"))).collect();
    names.sort();
    assert!(names.len() >= 6, "{of}: {names:?}");
    names
        .into_iter()
        .map(|name| (name.clone(), std::fs::read(folder.join(name)).unwrap_or_default()))
        .collect()
}

/// What each function of `types.c` touches (`types.py`).
struct Touched {
    samples: u32,
    of_type: String,
    size_bytes: f64,
    offset_bytes: f64,
    member: String,
}

fn truth() -> Vec<Touched> {
    let text = std::fs::read_to_string(folder().join("types.truth")).unwrap_or_default();
    let rows =
        text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect());
    let touched = |row: Vec<&str>| match row.as_slice() {
        [samples, _, of_type, size, offset, member] => Some(Touched {
            samples: samples.parse().ok()?,
            of_type: (*of_type).to_owned(),
            size_bytes: size.parse().ok()?,
            offset_bytes: offset.parse().ok()?,
            // perf names an array, not its element.
            member: member.split('[').next()?.to_owned(),
        }),
        _ => None,
    };
    let all: Vec<Touched> = rows.filter_map(touched).collect();
    assert_eq!(all.iter().map(|row| row.samples).sum::<u32>(), 500);
    all
}

/// `samples` of `all`, as perf prints it.
fn percent(samples: u32, all: u32) -> f64 {
    (f64::from(samples) / f64::from(all) * 10_000.0).round() / 100.0
}

fn warnings(profile: &AccessProfile) -> Vec<&str> {
    let all = profile.diagnostics.iter();
    all.filter(|said| said.severity == facts::Severity::Warning)
        .map(|said| said.text.as_str())
        .collect()
}

#[test]
fn an_annotated_type_is_read_from_its_screens() {
    let truth = truth();
    for (name, text) in screens("types") {
        let profile = read(&text);
        assert_eq!(profile.diagnostics, [], "{name}");
        assert_eq!(profile.types.len(), 2, "{name}");
        for found in &profile.types {
            let own: Vec<&Touched> = truth.iter().filter(|row| row.of_type == found.name).collect();
            let samples: u32 = own.iter().map(|row| row.samples).sum();
            assert_eq!((found.samples, &found.values[..]), (Some(samples), &[100.0][..]), "{name}");
            assert_eq!(found.size_bytes, own.first().map(|row| row.size_bytes), "{name}");
            for row in found.rows.iter().filter(|row| !row.sums_members) {
                // An element of an array is within its row.
                let end = row.offset_bytes + row.size_bytes.unwrap_or_default();
                let is_of = |of: &&&Touched| {
                    (row.offset_bytes..end).contains(&of.offset_bytes)
                        && row.field.as_deref() == Some(&of.member)
                };
                // Both members of the union have what was sampled of it.
                let shares_union = row.field.as_deref() == Some("word");
                let touched = own.iter().find(is_of).map_or(0, |of| of.samples);
                let touched = if shares_union { 120 } else { touched };
                assert_eq!(row.values, [percent(touched, samples)], "{name}: {:?}", row.field);
            }
            for of in own {
                let is_row = |row: &&facts::TypeRow| row.field.as_deref() == Some(&of.member);
                assert!(found.rows.iter().any(|row| is_row(&row)), "{name}: {}", of.member);
            }
        }
        // Every member that the type has, each once.
        let fields = profile.types[0].rows.iter().filter_map(|row| row.field.as_deref());
        let named: Vec<&str> = fields.filter(|field| !field.is_empty()).collect();
        let all = [
            "mode",
            "kind",
            "word",
            "low",
            "high",
            "peers",
            "peers.next",
            "peers.prev",
            "queue",
            "queue.waiting",
            "queue.served",
            "queue.list",
            "queue.list.next",
            "queue.list.prev",
            "seen",
            "name",
            "done",
            "owner",
            "tail",
            "last",
        ];
        assert_eq!(named, all, "{name}");
    }
}

#[test]
fn a_report_of_types_is_read_from_its_screens() {
    let truth = truth();
    for (name, text) in screens("report") {
        let profile = read(&text);
        assert_eq!(profile.diagnostics, [], "{name}");
        let mut rows = 0;
        for of in &truth {
            let found = profile.types.iter().find(|found| found.name == of.of_type);
            let found = found.unwrap_or_else(|| unreachable!("{name}: {}", of.of_type));
            let member = if of.member == "low" { "word" } else { &of.member };
            let row = found.rows.iter().find(|row| row.offset_bytes == of.offset_bytes);
            let row = row.unwrap_or_else(|| unreachable!("{name}: {member}"));
            assert_eq!(row.field.as_deref(), Some(member), "{name}");
            assert_eq!(row.values, [percent(of.samples, 500)], "{name}: {member}");
            rows += 1;
        }
        let read: usize = profile.types.iter().map(|found| found.rows.len()).sum();
        assert_eq!((read, profile.types.len()), (rows, 2), "{name}");
        assert_eq!(profile.types[0].values, [96.0], "{name}");
    }
}

#[test]
fn samples_of_memory_are_read_from_screens_that_scroll() {
    let truth = truth();
    for (name, text) in screens("mem") {
        let profile = read(&text);
        assert_eq!(profile.totals.records, Some(500), "{name}");
        // What the last screen cuts is said.
        assert!(
            warnings(&profile)
                .iter()
                .all(|said| said.starts_with("Rows of the report are cut at the right")),
            "{name}"
        );
        let mut rows = 0;
        for of in &truth {
            let variable = of.of_type.trim_start_matches("struct ");
            let found = profile.variables.iter().find(|found| found.name == variable);
            let found = found.unwrap_or_else(|| unreachable!("{name}: {variable}"));
            let row = found.rows.iter().find(|row| row.offset_bytes == of.offset_bytes);
            let row = row.unwrap_or_else(|| unreachable!("{name}: {}", of.member));
            assert_eq!(row.counts.records, Some(of.samples), "{name}: {}", of.member);
            rows += 1;
        }
        let read: usize = profile.variables.iter().map(|found| found.rows.len()).sum();
        assert_eq!((read, profile.variables.len(), profile.lines.len()), (rows, 2, 0), "{name}");
    }
}

fn line_at<'a>(profile: &'a AccessProfile, address: &str) -> Vec<&'a ProfileLine> {
    let all = profile.lines.iter();
    all.filter(|line| line.address.as_deref() == Some(address)).collect()
}

#[test]
fn a_line_read_from_its_screen_joins_the_table_above_it() {
    let truth = read(&sample("report-tot.txt"));
    let [whole] = line_at(&truth, "0x404040")[..] else { unreachable!("no line") };
    for (name, text) in screens("perf") {
        let profile = read(&text);
        let found = line_at(&profile, "0x404040");
        let [shown] = found[..] else { unreachable!("{name}: {} lines", found.len()) };
        assert_eq!(shown.counts.hitm_local, whole.counts.hitm_local, "{name}");
        // A narrow window has it beyond its edge.
        assert!([None, whole.counts.hitm_remote].contains(&shown.counts.hitm_remote), "{name}");
        assert_eq!(shown.rows.len(), whole.rows.len(), "{name}");
        for (row, of_text) in shown.rows.iter().zip(&whole.rows) {
            assert_eq!(row.offset_bytes, of_text.offset_bytes, "{name}");
            assert_eq!(row.shares, of_text.shares, "{name}");
            assert_eq!(row.counts.hitm_local, of_text.counts.hitm_local, "{name}");
            let code = [None, of_text.code_address.as_deref()];
            assert!(code.contains(&row.code_address.as_deref()), "{name}");
        }
    }
}

#[test]
fn the_sign_of_a_fold_is_no_part_of_a_row() {
    let text = |sign: char| {
        format!(
            "Annotate type: 'struct channel' (7 samples)\n      Percent     Offset       Size  Field\n{sign}      100.00          0         96  struct channel {{\n         0.00          0          4      int   mode;\n{sign}       60.00          8         16      struct list_head   peers {{\n        60.00          8          8          struct list_head*   next;\n                                          }};\n        40.00         24          8      struct owner*   owner;\n                                   }};\n"
        )
    };
    let plain = read(text(' ').as_bytes());
    assert_eq!(plain.types[0].size_bytes, Some(96.0));
    assert_eq!(plain.types[0].values, [100.0]);
    for sign in ['+', '-'] {
        assert_eq!(read(text(sign).as_bytes()).types, plain.types, "{sign}");
    }
}
