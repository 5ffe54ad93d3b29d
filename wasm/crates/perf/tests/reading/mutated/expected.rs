//! What the reader loses today, and why. An entry whose fault has gone fails the test: take it off.

/// Mutation, kinds of text, why.
#[rustfmt::skip]
pub const EXPECTED_LOST: &[(&str, &[&str], &str)] = &[
    ("cut at 80", &["two_processes-6.1-dump-physical"], "only a few rows reach the edge, and nothing marks it"),
    ("quoted `> `, then wrapped at 72", &["cpp-6.1-full"], "the rest of a C++ name that begins with `>` looks quoted"),
    ("broken in words at 80", &["many_nodes-6.1-N", "two_processes-6.1-dump-physical"], "a piece looks like a row of its own"),
    ("wrapped at 136", &["arm-6.6-mem-report"], "refused: the header is broken within a name of two words"),
    ("wrapped at 146", &["modules-6.12-mem-report"], "refused: the header is broken within a name of two words"),
    ("wrapped at 184", &["two_processes-5.4-script", "with_callers-6.12-script"], "the code address of some samples is lost at the break; why was not found out"),
    ("rows taken out for `[snip]`", &["two_processes-4.18", "two_processes-6.12-tid"], "of two lines with one address the table's row of the one is taken for the other's"),
];
