//! More than one report in one text.

use facts::ProfileKind::{C2cReport, MemReport};

use crate::damage::around::PATCH;
use crate::lines::{each_line, middle_of_row};
use crate::mutation::{Holds, Mutation};

const HEADINGS: [&str; 2] = ["Baseline", "With this change"];

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    vec![
        Mutation::two("the same twice", Holds::Twice, |text, _| [text, text].concat()),
        Mutation::two("the same twice, a line between", Holds::Twice, |text, _| {
            [text, b"\n----8<----\n\n", text].concat()
        }),
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
        Mutation::two("each line twice", Holds::Twice, |text, _| {
            let text = String::from_utf8_lossy(text);
            each_line(&text, |_, line| format!("{line}\n{line}")).into_bytes()
        }),
        Mutation::two("screens that overlap by 20 lines", Holds::Twice, |text, _| {
            overlapping(&String::from_utf8_lossy(text), 40, 20).into_bytes()
        })
        .only_of(&[C2cReport, MemReport]),
        joined(50),
        joined(85),
    ]
}

/// Screens of so many lines, each of which begins with the last ones of the one before it.
fn overlapping(text: &str, height: usize, overlap: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= height {
        return text.to_owned();
    }
    let starts = (0..lines.len().saturating_sub(overlap)).step_by(height - overlap);
    let screens = starts.flat_map(|at| lines[at..].iter().take(height));
    screens.map(|line| format!("{line}\n")).collect()
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
