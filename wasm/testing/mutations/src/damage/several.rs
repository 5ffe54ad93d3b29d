//! More than one report in one text.

use facts::ProfileKind::{AnnotatedTypes, C2cReport, MemReport, TypeReport};

use crate::damage::around::PATCH;
use crate::lines::middle_of_row;
use crate::mutation::{Holds, Mutation};

const HEADINGS: [&str; 2] = ["Baseline", "With this change"];

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    vec![
        // Of samples it is said that each is counted twice.
        Mutation::two("the same twice", Holds::Twice, |text, _| [text, text].concat()).only_of(&[
            C2cReport,
            MemReport,
            TypeReport,
            AnnotatedTypes,
        ]),
        Mutation::two("the same twice, under headings", Holds::TwiceNamed(HEADINGS), |text, _| {
            headed(HEADINGS, text, text)
        }),
        Mutation::two("two under headings", Holds::Two(HEADINGS.map(Some)), |text, other| {
            headed(HEADINGS, text, other)
        }),
        Mutation::two(
            "two under `before:` and `after:`",
            Holds::Two([Some("before"), Some("after")]),
            |text, other| headed(["before", "after"], text, other),
        ),
        Mutation::two("two, one after another", Holds::Two([None, None]), |text, other| {
            [text, other].concat()
        })
        .only_of(&[C2cReport, MemReport]),
        Mutation::two(
            "two under headings, with a diff",
            Holds::Two(HEADINGS.map(Some)),
            |text, other| {
                [&headed(HEADINGS, text, other), b"---\n".as_slice(), PATCH.as_bytes()].concat()
            },
        ),
        joined(50),
        joined(85),
    ]
}

/// This much of the one, in percent, and the rest of the other: the text is joined in a row.
fn joined(percent: usize) -> Mutation {
    let name = format!("two parts, joined in a row at {percent} %");
    let at = move |bytes: &[u8]| middle_of_row(bytes, bytes.len() * percent / 100);
    Mutation::two(name, Holds::PartsOfTwo, move |text, other| {
        [&text[..at(text)], &other[at(other)..]].concat()
    })
    .only_of(&[C2cReport, MemReport])
}

fn headed([first, second]: [&str; 2], text: &[u8], other: &[u8]) -> Vec<u8> {
    let head = |name: &str| format!("{name}:\n\n").into_bytes();
    [head(first), text.to_vec(), b"\n".to_vec(), head(second), other.to_vec()].concat()
}
