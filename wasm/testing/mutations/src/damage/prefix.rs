//! What stands before each line once it was quoted, numbered, logged or commented out.

use facts::ProfileKind::{C2cReport, MemReport};

use crate::mutation::{Group, Mutation};

const FIXED: [(&str, &str); 17] = [
    ("`> `", "> "),
    ("`> > `", "> > "),
    ("`>`", ">"),
    ("`>> `", ">> "),
    ("a name and `> `", "AM> "),
    ("`| `", "| "),
    ("`# `", "# "),
    ("`// `", "// "),
    ("`*` of a comment", " * "),
    ("`+` of a diff", "+"),
    ("a tab", "\t"),
    ("four blanks", "    "),
    ("`grep -H`", "c2c.txt:"),
    ("a kernel's time", "[   12.345678] "),
    ("a time in brackets", "[03:04:05] "),
    ("a time", "03:04:05 "),
    ("syslog", "Jan 02 03:04:05 host perf[123]: "),
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
            numbered("a logger's time", |n, _| format!("2026-01-02 03:04:05,{:03} ", 123 + n)),
            numbered("`cat -n`", |n, _| format!("{n:6}\t")),
            numbered("numbers and blanks", |n, _| format!("{n:6}  ")),
            Mutation::text(Group::Prefix, "`nl`", nl),
            numbered("`grep -n`", |n, _| format!("{n}:")),
            numbered("`grep -n`, context", |n, line| {
                format!("{n}{}", if line.contains("0x") { ':' } else { '-' })
            }),
            numbered("`grep -Hn`", |n, _| format!("c2c.txt:{n}:")),
            numbered("`12 | `", |n, _| format!("{n:3} | ")),
            numbered("`ts -s`, in seconds", |n, _| format!("{:10.3} ", n as f64 * 0.013))
                .only_of(&[C2cReport, MemReport]),
            enclosed("strings of YAML", |line| format!("- '{}'", line.replace('\'', "''"))),
            enclosed("`echo '…'`", |line| format!("echo '{}'", line.replace('\'', "'\\''"))),
            enclosed("`msg=\"…\"` of a log", |line| {
                format!("level=info msg=\"{}\"", line.replace('"', "\\\""))
            }),
            numbered("`12│`", |n, _| format!("{n:3}│")),
        ])
        .collect()
}

/// Something before each line and after it.
fn enclosed(name: &str, change: fn(&str) -> String) -> Mutation {
    Mutation::lines(Group::Prefix, name, change)
}

/// The same before each line.
#[must_use]
pub fn fixed(name: &str, prefix: impl Into<String>) -> Mutation {
    let prefix = prefix.into();
    Mutation::lines(Group::Prefix, name, move |line| format!("{prefix}{line}"))
}

/// `nl` leaves empty lines without a number.
fn nl(text: &str) -> String {
    let mut number = 0;
    text.lines()
        .map(|line| {
            if line.is_empty() {
                return "       \n".to_owned();
            }
            number += 1;
            format!("{number:6}\t{line}\n")
        })
        .collect()
}
