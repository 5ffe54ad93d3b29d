//! The mutations themselves: each has its own name, changes something, and does the same each time.

use std::collections::BTreeSet;

use mutations::damage::{edge, wrap};
use mutations::{Mutation, all, specimen};

#[test]
fn each_has_a_name_of_its_own() {
    let names: BTreeSet<String> = all().into_iter().map(|mutation| mutation.name).collect();
    assert_eq!(names.len(), all().len());
}

#[test]
fn each_changes_a_text_that_it_suits() {
    let texts = specimen::all();
    for mutation in all() {
        let changes = texts.iter().any(|text| {
            mutation.suits(text.kind) && mutation.apply(&text.text, b"another\n") != text.text
        });
        assert!(changes, "{}", mutation.name);
    }
}

fn check(mutation: &Mutation, text: &str, expect: &str) {
    let found = mutation.apply(text.as_bytes(), b"other\n");
    assert_eq!(String::from_utf8_lossy(&found), expect, "{}", mutation.name);
}

fn named(name: &str) -> Mutation {
    let found = all().into_iter().find(|mutation| mutation.name == name);
    found.unwrap_or_else(|| unreachable!("no mutation is named {name}"))
}

#[test]
fn a_few_as_people_know_them() {
    check(&edge::cut(4, ""), "abcdef\nab\n", "abcd\nab\n");
    check(&edge::cut(4, "…"), "abcdef\nabcd\n", "abc…\nabcd\n");
    check(&edge::cut(4, "..."), "abcdef\n", "a...\n");
    check(&wrap::at(9), "  aaa bbb  ccc d\n", "  aaa bbb\nccc d\n");
    check(&wrap::quoted(5), "aaa bbb\n", "> aaa\n> bbb\n");
    check(&wrap::hard(3), "abcdefg\n", "abc\ndef\ng\n");
    check(&named("`cat -n`"), "a\n", "     1\ta\n");
    check(&named("`grep -n`, context"), "a\n0x1\n", "1-a\n2:0x1\n");
    check(&named("perf's colours"), " 0.10%  7.00%\n", " 0.10%\u{1b}[31m  7.00%\u{1b}[m\n");
    check(&named("quoted-printable"), "a=b \n", "a=3Db=20\n");
    check(&named("each gap one blank"), "  a   b c\n", "a b c\n");
    check(&named("tabs for gaps"), "a   b c\n", "a\tb c\n");
    check(&named("titles and rules removed"), "====\n  Title\n====\na\n", "a\n");
    check(&named("the same twice"), "a\n", "a\na\n");
    let row =
        "  0.00%  0.00%  9.00%  0x8  7  [.] f  app  a.c:1  0{ 1  50.6%    n/a}  1{ 2  1.0%  n/a}\n";
    let title = "Distribution Pareto\n";
    let bare = "  0.00%  0.00%  9.00%  0x8  7  [.] f  app  a.c:1\n";
    check(&named("rows without nodes"), &format!("{title}{row}"), &format!("{title}{bare}"));
    let barer = "  0.00%  0.00%  9.00%  0x8  7  [.] f  app\n";
    check(&named("rows without source and nodes"), row, barer);
}

#[test]
fn flowed_text_can_be_put_together_again() {
    let text = "  0.00%   20.64%   76.56%   99.05%    0.00%                 0x0     0       1            0x4011b1\n";
    let flowed =
        String::from_utf8(named("format=flowed").apply(text.as_bytes(), &[])).expect("text");
    assert!(flowed.lines().count() > 1 && flowed.lines().all(|line| line.chars().count() <= 78));
    let lines = flowed.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
    assert_eq!(lines.collect::<String>() + "\n", text);
}
