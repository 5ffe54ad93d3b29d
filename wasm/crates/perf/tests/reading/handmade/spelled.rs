//! Numbers as authors spell them, and what of a table is no number.

use facts::{AccessProfile, AccessRow, Severity};

use super::{rows, says};
use crate::read;

/// A table in each form that authors write, of an address, names of columns and rows.
fn in_each_form(rows: &[[&str; 5]]) -> [(&'static str, String); 3] {
    let names = ["offset", "rmt hitm", "lcl hitm", "stores", "symbol"];
    let written = |row: &[&str; 5], between: &str| row.join(between);
    let markdown = rows.iter().map(|row| format!("| {} |\n", written(row, " | ")));
    let markdown: String = markdown.collect();
    let quoted = |cell: &str| {
        if cell.contains(',') { format!("\"{cell}\"") } else { cell.to_owned() }
    };
    let values = rows.iter().map(|row| row.map(quoted).join(",") + "\n");
    let values: String = values.collect();
    let blanks: String = rows.iter().map(|row| written(row, "    ") + "\n").collect();
    let address = "cacheline 0xff1ddd3f0c8a3b00\n";
    [
        (
            "Markdown",
            format!("{address}\n| {} |\n|--:|--:|--:|--:|---|\n{markdown}", written(&names, " | ")),
        ),
        ("values", format!("{address}{}\n{values}", written(&names, ","))),
        ("blanks", format!("{address}{}\n{blanks}", written(&names, "    "))),
    ]
}

/// Offset, HITM remote and local, and stores.
type Counts = (f64, Option<u32>, Option<u32>, Option<u32>);

/// Those of every row.
fn counted(profile: &AccessProfile) -> Vec<Counts> {
    let each = |row: &&AccessRow| {
        let counts = row.counts;
        (row.offset_bytes, counts.hitm_remote, counts.hitm_local, counts.stores)
    };
    rows(profile).iter().map(each).collect()
}

const ABOVE: [&str; 5] = ["0x0", "10", "20", "30", "fget"];
const BELOW: [&str; 5] = ["0x38", "70", "50", "60", "fdrop"];

#[test]
fn exact_numbers_are_read_in_any_spelling() {
    for (cell, truth) in [
        ("1040", 1040),
        ("1,040", 1040),
        ("**1,040**", 1040),
        ("5_600", 5600),
        ("5600 (81%)", 5600),
        ("1'040", 1040),
        ("1 040", 1040),
        ("1\u{202f}040", 1040),
        ("`77`", 77),
    ] {
        for (form, text) in in_each_form(&[ABOVE, ["0x8", cell, "50", "60", "fput"], BELOW]) {
            let profile = read(text.as_bytes());
            assert_eq!(
                counted(&profile),
                [
                    (0.0, Some(10), Some(20), Some(30)),
                    (8.0, Some(truth), Some(50), Some(60)),
                    (56.0, Some(70), Some(50), Some(60)),
                ],
                "{form}: {cell}"
            );
            assert_eq!(rows(&profile)[1].symbol.as_deref(), Some("fput"), "{form}: {cell}");
            for note in ["missing", "no exact number", "only a limit"] {
                assert!(!says(&profile, note), "{form}: {cell}");
            }
        }
    }
}

#[test]
fn numbers_that_the_author_rounded_are_read_and_said() {
    for (cell, truth, error) in
        [("~9.7k", 9700, 50), ("~14k", 14_000, 500), ("5.6k", 5600, 50), ("~1,040", 1040, 5)]
    {
        for (form, text) in in_each_form(&[ABOVE, ["0x8", cell, "50", "60", "fput"], BELOW]) {
            let profile = read(text.as_bytes());
            assert_eq!(
                counted(&profile)[1],
                (8.0, Some(truth), Some(50), Some(60)),
                "{form}: {cell}"
            );
            assert_eq!(rows(&profile).len(), 3, "{form}: {cell}");
            assert_eq!(profile.lines[0].row_error_samples, error, "{form}: {cell}");
            assert!(says(&profile, &format!("no exact number (the first is `{cell}`)")), "{form}");
        }
    }
}

#[test]
fn a_limit_is_no_number() {
    for cell in [">5000", "<10", "5000+", ">=5k"] {
        for (form, text) in in_each_form(&[ABOVE, ["0x8", cell, "50", "60", "fput"], BELOW]) {
            let profile = read(text.as_bytes());
            assert_eq!(counted(&profile)[1], (8.0, None, Some(50), Some(60)), "{form}: {cell}");
            assert!(says(&profile, &format!("only a limit (the first is `{cell}`)")), "{form}");
        }
    }
}

#[test]
fn a_row_that_is_not_read_is_said_in_every_form() {
    let odd = [
        ["0x8-0x2f", "1040", "50", "60", "fput"],
        ["owner", "1040", "50", "60", "fput"],
        ["0x8", "many", "50", "60", "fput"],
        ["0x8", "10/40", "50", "60", "fput"],
        ["5000", "1040", "50", "60", "fput"],
    ];
    for row in odd {
        for rows_of in [[ABOVE, row, BELOW], [row, ABOVE, BELOW], [ABOVE, BELOW, row]] {
            for (form, text) in in_each_form(&rows_of) {
                let profile = read(text.as_bytes());
                let found: Vec<f64> = counted(&profile).iter().map(|row| row.0).collect();
                assert_eq!(found, [0.0, 56.0], "{form}: {row:?}");
                let said = profile.diagnostics.iter().filter(|note| {
                    note.severity == Severity::Warning && note.message.contains("missing")
                });
                let said: Vec<u32> = said.map(|note| note.count).collect();
                assert_eq!(said, [1], "{form}: {row:?} {:?}", profile.diagnostics);
            }
        }
    }
}

/// What an author writes below a table is no row of it.
#[test]
fn sentences_below_a_table_are_no_rows() {
    for (form, text) in in_each_form(&[ABOVE, BELOW]) {
        for below in [
            "\nWith the patch, 2 of 3 are gone, and so on, and on, and on.\n",
            "That is 92% of the HITM of 4 runs.\n",
            "---\n fs/file.c | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n",
        ] {
            let profile = read(format!("{text}{below}").as_bytes());
            assert_eq!(rows(&profile).len(), 2, "{form}");
            assert!(!says(&profile, "missing"), "{form}: {below} {:?}", profile.diagnostics);
        }
    }
}

#[test]
fn a_column_of_remarks_goes_along() {
    for name in ["remark", "Remarks", "comment", "comments", "Note", "notes"] {
        for text in [
            format!(
                "| offset | rmt hitm | lcl hitm | symbol | {name} |\n|--|--|--|--|--|\n| 0x0 | 10 | 20 | fget | the hot one |\n| 0x8 | 3 | 4 | fput | |\n"
            ),
            format!(
                "offset,rmt hitm,lcl hitm,symbol,{name}\n0x0,10,20,fget,the hot one\n0x8,3,4,fput,\n"
            ),
            format!(
                "offset  rmt hitm  lcl hitm  symbol  {name}\n0x0  10  20  fget  the hot one\n0x8  3  4  fput\n"
            ),
        ] {
            let profile = read(text.as_bytes());
            let remarks: Vec<_> = rows(&profile).iter().map(|row| row.remark.as_deref()).collect();
            assert_eq!(remarks, [Some("the hot one"), None], "{text}");
            let names: Vec<_> = rows(&profile).iter().map(|row| row.symbol.as_deref()).collect();
            assert_eq!(names, [Some("fget"), Some("fput")], "{text}");
            assert!(!says(&profile, "nobody here knows"), "{text}");
        }
    }
}

/// A comma among digits that nothing quotes is one more value: no figure may move into another column.
#[test]
fn digits_with_the_sign_of_the_values_are_not_read() {
    let text = "offset,rmt hitm,lcl hitm,stores,symbol
0x0,10,20,30,fget
0x8,1,040,50,60,fput
0x38,70,50,60,fdrop
";
    let profile = read(text.as_bytes());
    let truth = [(0.0, Some(10), Some(20), Some(30)), (56.0, Some(70), Some(50), Some(60))];
    assert_eq!(counted(&profile), truth);
    assert!(says(&profile, "the first is `0x8,1,040,50,60,fput`"));
}
