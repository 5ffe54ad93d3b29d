//! Offsets: in hex or decimal, and where there are none.

use facts::Severity;

use super::{rows, says};
use crate::read;

#[test]
fn counts_with_decimal_offsets() {
    let profile = read(
        b"Offset  Field        Rmt Hitm  Lcl Hitm  Stores  CPUs  Function       Source:Line
8       refs             1,204       310      77    16  get_ref        core.c:120
24      head                15         -    9012    12  list_add_one   core.c:88
",
    );
    let seen: Vec<_> = rows(&profile)
        .iter()
        .map(|row| {
            let counts = row.counts;
            (row.offset_bytes, counts.hitm_remote, counts.hitm_local, counts.stores, row.cpu_count)
        })
        .collect();
    assert_eq!(
        seen,
        [
            (8.0, Some(1204), Some(310), Some(77), Some(16)),
            (24.0, Some(15), None, Some(9012), Some(12)),
        ]
    );
    assert_eq!(rows(&profile)[1].symbol.as_deref(), Some("list_add_one"));
    assert_eq!(rows(&profile)[1].source_line.as_deref(), Some("core.c:88"));
    assert!(rows(&profile).iter().all(|row| row.shares.is_none()));
    assert!(says(&profile, "read as decimal"));
    assert!(says(&profile, "their address is not known"));
    assert!(!says(&profile, "shares are known"));
}

/// Offsets with and without 0x in one column: each is read as it is written, and a warning says so.
#[test]
fn a_mixture_of_hex_and_decimal_is_said() {
    let text = |offsets: [&str; 3]| {
        let [a, b, c] = offsets;
        format!(
            "Offset  Rmt Hitm  Lcl Hitm  Stores  Function\n{a}  5  6  7  f\n{b}  5  6  7  g\n{c}  5  6  7  h\n"
        )
    };
    let check = |offsets: [&str; 3], expect: [f64; 3], mixed: u32| {
        let profile = read(text(offsets).as_bytes());
        let found: Vec<f64> = rows(&profile).iter().map(|row| row.offset_bytes).collect();
        assert_eq!(found, expect, "{offsets:?}");
        let said = profile.diagnostics.iter().find(|note| note.message.contains("has no 0x and"));
        assert_eq!(said.map_or(0, |note| note.count), mixed, "{offsets:?}");
        assert!(said.is_none_or(|note| note.severity == Severity::Warning));
    };
    check(["0x0", "+40", "0x8"], [0.0, 40.0, 8.0], 1);
    check(["0x10", "24", "32"], [16.0, 24.0, 32.0], 2);
    // The same number either way.
    check(["0", "8", "0x10"], [0.0, 8.0, 16.0], 0);
    // Letters are hex without 0x.
    check(["0x0", "10", "1c"], [0.0, 16.0, 28.0], 0);
    check(["0", "8", "40"], [0.0, 8.0, 40.0], 0);
}

/// Names of members say nothing of bytes: which column is missing is said, alone or beside a table that is read.
#[test]
fn a_table_without_offsets_says_so() {
    let without = "Field    Rmt Hitm  Lcl Hitm  Stores  Function\nlock          120        30     400  down_write\ntree           40        11      12  vma_insert\n";
    let says_so = |said: &str| {
        said.contains("names members (`Field`) and has no column of offsets")
            && said.contains("2 rows")
            && said.contains("`Offset`")
    };
    let refused = perf::read(without.as_bytes(), perf::Options::default());
    assert!(refused.is_err_and(|error| says_so(&error.to_string())));
    let barred = "| member | HITM |\n|---|---|\n| lock | 150 |\n| tree | 51 |\n";
    let refused = perf::read(barred.as_bytes(), perf::Options::default());
    assert!(refused.is_err_and(|error| error.to_string().contains("on line 1 names members")));
    let with =
        without.replace("Field ", "Offset").replace("lock ", "0x8  ").replace("tree", "0x10");
    assert_eq!(rows(&read(with.as_bytes())).len(), 2);
    for text in [format!("{with}\n{without}"), format!("before:\n\n{with}\nafter:\n\n{without}")] {
        let profile = read(text.as_bytes());
        assert_eq!(rows(&profile).len(), 2, "{text}");
        assert!(profile.diagnostics.iter().any(|said| says_so(&said.message)), "{text}");
    }
    // The same words in a sentence, or above no figures, are no table.
    for text in
        ["Field HITM\nand so on\n", "struct member  reads  writes  of each\n lock  few  many\n"]
    {
        let refused = perf::read(text.as_bytes(), perf::Options::default());
        assert_eq!(refused, Err(perf::NothingUsable::UnknownKind), "{text}");
    }
}
