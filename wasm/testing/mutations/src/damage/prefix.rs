//! What stands before each line once it was quoted, numbered or logged.

use crate::mutation::{Group, Mutation};

const FIXED: [(&str, &str); 6] = [
    ("`> `", "> "),
    ("`> > `", "> > "),
    ("`>`", ">"),
    ("`>> `", ">> "),
    ("`+` of a diff", "+"),
    ("four blanks", "    "),
];

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let fixed = FIXED.into_iter().map(|(name, prefix)| fixed(name, prefix));
    let numbered = |name: &str, prefix: fn(usize, &str) -> String| {
        Mutation::numbered(Group::Prefix, name, move |n, line| prefix(n, line) + line)
    };
    fixed
        .chain([
            numbered("an ISO time", |n, _| {
                format!("2026-01-02T03:04:05.{:06}Z ", 123_456 + n * 37)
            }),
            numbered("`cat -n`", |n, _| format!("{n:6}\t")),
            numbered("numbers and blanks", |n, _| format!("{n:6}  ")),
            numbered("`grep -n`", |n, _| format!("{n}:")),
            numbered("`grep -n`, context", |n, line| {
                format!("{n}{}", if line.contains("0x") { ':' } else { '-' })
            }),
            numbered("`grep -Hn`", |n, _| format!("c2c.txt:{n}:")),
        ])
        .collect()
}

/// The same before each line.
#[must_use]
pub fn fixed(name: &str, prefix: impl Into<String>) -> Mutation {
    let prefix = prefix.into();
    Mutation::lines(Group::Prefix, name, move |line| format!("{prefix}{line}"))
}
