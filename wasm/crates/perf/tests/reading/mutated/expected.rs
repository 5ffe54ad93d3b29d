//! What the reader loses today, and why. An entry whose fault has gone fails the test: take it off.

/// Mutation, kinds of text, why.
pub const EXPECTED_LOST: &[(&str, &[&str], &str)] = &[
    ("the first 10 columns cut off", &["c2c"], "shares of rows without their names may be others'"),
    (
        "`cat -n`",
        &["with_callers-6.1-script-few"],
        "callers without tabs are taken with their numbers",
    ),
    ("numbers and blanks", &["with_callers-6.1-script-few"], "the same"),
    (
        "rows taken out for `[snip]`",
        &["c2c"],
        "rows whose line was taken out stand without an address",
    ),
];
