//! More blanks, or fewer.

use facts::ProfileKind::C2cReport;

use crate::lines::{each_line, keep_lines};
use crate::mutation::{Group, Mutation};

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let lines =
        |name: &str, change: fn(&str) -> String| Mutation::lines(Group::Blanks, name, change);
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Blanks, name, change);
    vec![
        lines("each gap one blank", squeezed),
        lines("gaps of two blanks at most", squeezed_runs),
        lines("trailing blanks stripped", |line| line.trim_end().to_owned()),
        lines("trailing blanks added", |line| format!("{line}    ")),
        lines("leading blanks stripped", |line| line.trim_start().to_owned()),
        lines("a tab between all words", |line| {
            line.split_whitespace().collect::<Vec<_>>().join("\t")
        })
        .only_of(&[C2cReport]),
        text("empty lines removed", |text| keep_lines(text, |line| !line.trim().is_empty())),
        text("an empty line after each", |text| each_line(text, |_, line| format!("{line}\n"))),
        text("no end of the last line", |text| text.trim_end().to_owned()),
    ]
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs of more than two blanks are two; single ones stay.
fn squeezed_runs(line: &str) -> String {
    let mut out = line.to_owned();
    while out.contains("   ") {
        out = out.replace("   ", "  ");
    }
    out
}
