//! Reports in which a person altered a word or took one out: nothing is lost in silence, nothing is made of it.

use facts::{AccessProfile, CodeLevel};

use crate::{only, read};

fn corpus(name: &str) -> String {
    let samples = corpus::samples::all();
    let sample = samples.iter().find(|sample| sample.name == name);
    let text = sample.map(|sample| sample.bytes()).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

fn says(profile: &AccessProfile, text: &str) -> bool {
    profile.diagnostics.iter().any(|said| said.message.contains(text))
}

fn each(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

#[test]
fn lines_whose_addresses_were_made_unreadable_stay_apart() {
    let text = corpus("modules-6.1-NNN");
    let clean = read(text.as_bytes());
    for mask in ["0xXXXX", "0xffff????????", "0x****", "[redacted]"] {
        let masked = each(&text, |line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_block = words.len() > 5
                && words.last().is_some_and(|word| word.starts_with("0x"))
                && words[..words.len() - 1].iter().all(|word| word.parse::<u64>().is_ok());
            let last = words.last().copied().unwrap_or_default();
            if is_block { line.replace(last, mask) } else { line.to_owned() }
        });
        assert_ne!(masked, text);
        let found = read(masked.as_bytes());
        let rows = |profile: &AccessProfile| -> Vec<usize> {
            profile.lines.iter().map(|line| line.rows.len()).filter(|rows| *rows > 0).collect()
        };
        assert_eq!(rows(&found), rows(&clean), "{mask}");
        assert!(says(&found, "was made unreadable"), "{mask}: {:?}", found.diagnostics);
    }
}

#[test]
fn functions_behind_another_sign_or_none() {
    let text = corpus("demo-6.1");
    let clean = read(text.as_bytes());
    let names = |profile: &AccessProfile| -> Vec<Option<String>> {
        profile.lines.iter().flat_map(|line| &line.rows).map(|row| row.symbol.clone()).collect()
    };
    for (sign, is_known) in
        [("[ . ]", true), ("(.)", true), ("[\u{b7}]", true), ("[x]", false), ("", false)]
    {
        let found = read(text.replace("[.]", sign).as_bytes());
        assert_eq!(names(&found), names(&clean), "{sign}");
        let level = found.lines[0].rows[0].level;
        assert_eq!(level, is_known.then_some(CodeLevel::User), "{sign}");
        assert_eq!(says(&found, "says whose code it is"), !is_known, "{sign}");
    }
}

#[test]
fn rows_without_their_percent_signs() {
    let text = corpus("demo-6.1-NN");
    let clean = read(text.as_bytes());
    for sign in ["", "\\%", "%25", "\u{ff05}", "pct"] {
        assert_eq!(read(text.replace('%', sign).as_bytes()).lines, clean.lines, "{sign}");
    }
}

#[test]
fn a_counter_that_was_taken_out_is_named() {
    let text = corpus("demo-6.1");
    let found = read(
        each(&text, |line| match line.contains("Load Local HITM") {
            true => String::new(),
            false => line.to_owned(),
        })
        .as_bytes(),
    );
    assert!(says(
        &found,
        "1 of perf's counters are not in the text, and unknown; the first is `Load Local HITM`"
    ));
    assert_eq!(found.totals.hitm_local, None);
    assert!(!says(&read(text.as_bytes()), "counters are not in the text"));
    // A text that begins among them, whichever of the two tables follows; a few of them are a person's choice.
    let (before, rest) = text.split_at(text.find("  Store Operations").unwrap_or(0));
    assert!(says(
        &read(rest.as_bytes()),
        "not in the text, and unknown; the first is `Total records`"
    ));
    let (_, some) = before.split_at(before.find("  Load Local HITM").unwrap_or(0));
    let lines = &rest[rest.find("=====").unwrap_or(0)..];
    let chosen = some.lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(!says(
        &read(format!("{chosen}\n\n{lines}").as_bytes()),
        "counters are not in the text"
    ));
}

#[test]
fn the_address_of_a_line_without_its_last_digit() {
    let text = corpus("two_processes-6.1");
    let cut = text.replacen("      0x7f0000001000\n", "      0x7f000000100\n", 1);
    assert_ne!(cut, text);
    let all = perf::read_all(cut.as_bytes(), perf::Options::default());
    let found = only(all);
    assert!(found.lines.iter().all(|line| line.address.as_deref() != Some("0x7f000000100")));
    assert!(says(&found, "a row is cut at the right"), "{:?}", found.diagnostics);
}

#[test]
fn a_heading_above_a_table_without_its_title() {
    let (before, after) = (corpus("address_space-before-5.15"), corpus("address_space-after-5.15"));
    let table = after.find("#        ----------- Cacheline").unwrap_or(0);
    let text = format!("Before:\n{before}\nAfter:\n{}", &after[table..]);
    let all = perf::read_all(text.as_bytes(), perf::Options::default()).unwrap_or_default();
    let names: Vec<_> = all.iter().map(|named| named.name.as_deref()).collect();
    assert_eq!(names, [Some("Before"), Some("After")]);
}

#[test]
fn figures_of_an_annotation_that_are_grouped() {
    let text = "Annotate type: 'struct queue' in /opt/app (9,999 samples):\n============\n    samples     offset       size  field\n      9,999          0         16  struct queue\t {\n      5,593          0          8      long\thead;\n      4,406          8          8      long\ttail;\n                                   };\n";
    let found = read(text.as_bytes());
    let values: Vec<f64> = found.types[0].rows.iter().map(|row| row.values[0]).collect();
    assert_eq!((found.types[0].samples, values), (Some(9_999), vec![9_999.0, 5_593.0, 4_406.0]));
    // In a spelling that nobody knows it is no 0.
    let found = read(text.replace("5,593", "5.59K").as_bytes());
    assert!(
        says(&found, "could not be read") || says(&found, "skipped"),
        "{:?}",
        found.diagnostics
    );
}

#[test]
fn sort_keys_behind_the_offset() {
    let text = "# Samples: 4K of event 'ibs_op//'\n#\n# Overhead  Data Type     Data Type Offset                Symbol\n# ........  ............  ..............................  ..........\n#\n    10.50%  struct queue  struct queue +16 (head.next)    [k] fill\n     2.25%  struct queue  struct queue +16 (head.next)    [k] drain\n     1.00%  struct queue  struct queue +24 (head.prev)    [.] main\n";
    let found = read(text.as_bytes());
    let rows: Vec<_> = found.types[0]
        .rows
        .iter()
        .map(|row| (row.offset_bytes, row.field.as_deref(), row.values[0]))
        .collect();
    assert_eq!(rows, [(16.0, Some("head.next"), 12.75), (24.0, Some("head.prev"), 1.0)]);
    assert!(says(&found, "more columns after the offset"));
}

#[test]
fn a_table_of_records_whose_share_has_an_odd_name() {
    let text =
        "LineShare Records Symbol Offset\n41.2% 1200 foo_read 0x8\n22.1% 640 foo_write 0x10\n";
    let found = read(text.as_bytes());
    let rows: Vec<_> = found.lines[0]
        .rows
        .iter()
        .map(|row| (row.offset_bytes, row.symbol.as_deref(), row.counts.records))
        .collect();
    assert_eq!(rows, [(8.0, Some("foo_read"), Some(1200)), (16.0, Some("foo_write"), Some(640))]);
    assert!(says(&found, "`LineShare`"), "{:?}", found.diagnostics);
}
