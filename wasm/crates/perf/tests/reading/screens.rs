//! perf's own screens of `samples/plain.data`, recorded by `tests/screens/record.sh`: what they show is what perf's text of the
//! same recording says, as far as the window reaches.

use facts::{AccessProfile, ProfileLine};

use crate::{read, sample};

fn screens() -> Vec<(String, Vec<u8>)> {
    let folder = format!("{}/tests/screens", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| unreachable!("{error}"));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let recorded = paths.filter(|path| path.extension().is_some_and(|end| end != "sh"));
    let mut all: Vec<(String, Vec<u8>)> = recorded
        .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap_or_default()))
        .collect();
    all.sort();
    all
}

fn line_at<'a>(profile: &'a AccessProfile, address: &str) -> Vec<&'a ProfileLine> {
    let all = profile.lines.iter();
    all.filter(|line| line.address.as_deref() == Some(address)).collect()
}

#[test]
fn a_line_read_from_its_screen_joins_the_table_above_it() {
    let truth = read(&sample("report-tot.txt"));
    let [whole] = line_at(&truth, "0x404040")[..] else { unreachable!("no line") };
    let screens = screens();
    assert!(screens.len() >= 10, "{}", screens.len());
    for (name, text) in screens {
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
