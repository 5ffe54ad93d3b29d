//! Several tables or texts of samples in one text: each is a profile, or is named.

use facts::AccessProfile;
use perf::Options;

fn messages(profile: &AccessProfile) -> String {
    let texts = profile
        .diagnostics
        .iter()
        .map(|remark| format!("{}x {} ({})\n", remark.count, remark.text, remark.location));
    texts.collect()
}

fn table(samples: u32) -> String {
    format!(
        "# Samples: 1K of event 'cpu/mem-loads/P'\n# Overhead  Samples  Memory access  Data Symbol  Snoop\n 9.00%  {samples}  L1 hit  [.] g+0x8  None\n\n"
    )
}

fn all(text: &str) -> Vec<facts::NamedProfile> {
    perf::read_all(text.as_bytes(), Options::default())
        .unwrap_or_else(|error| unreachable!("{error}"))
}

#[test]
fn a_text_that_cannot_be_read_is_named() {
    let shares = table(7).replace("  Samples", "").replace("  7  ", "  ");
    let found = all(&format!("before:\n\n{}after:\n\n{shares}", table(7)));
    assert_eq!(found.len(), 1);
    let said = messages(&found[0].profile);
    assert!(said.contains("\"after\" could not be read. The 1 rows"), "{said}");
    // Where it is the first one, too.
    let found = all(&format!("before:\n\n{shares}after:\n\n{}", table(7)));
    let said = messages(&found[0].profile);
    assert!(said.contains("\"before\" could not be read. The 1 rows"), "{said}");
}

#[test]
fn texts_above_the_limit_are_left_out_and_not_added() {
    let text: String =
        (0..100).map(|n| format!("# To display the perf.data header\n{}", table(n + 1))).collect();
    let found = all(&text);
    assert_eq!(found.len(), 64);
    let records: Vec<_> = found.iter().map(|named| named.profile.totals.records).collect();
    let expect: Vec<_> = (1..=64).map(Some).collect();
    assert_eq!(records, expect);
    let said = messages(&found[63].profile);
    assert!(said.contains("36x") && said.contains("left out"), "{said}");
}
