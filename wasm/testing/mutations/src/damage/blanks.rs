//! More blanks, or fewer.

use facts::ProfileKind::C2cReport;

use crate::lines::{each_line, each_line_in_order, is_row, keep_lines};
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
        lines("rows as a spreadsheet writes them", |line| with_signs(line, ','))
            .only_of(&[C2cReport]),
        lines("rows of a Markdown table", |line| with_signs(line, '|')).only_of(&[C2cReport]),
        lines("trailing blanks stripped", |line| line.trim_end().to_owned()),
        lines("trailing blanks added", |line| format!("{line}    ")),
        lines("filled to 250 columns", |line| format!("{line:250}")),
        lines("leading blanks stripped", |line| line.trim_start().to_owned()),
        text("`12. 34%` for some percentages", |text| {
            some_percentages(text, |word| word.replacen('.', ". ", 1))
        }),
        text("`1 2.34%` for some percentages", |text| {
            some_percentages(text, |word| {
                let (first, rest) = word.split_at(1);
                if rest.starts_with('.') { word.to_owned() } else { format!("{first} {rest}") }
            })
        })
        .only_of(&[C2cReport]),
        text("some percentages without their point", |text| {
            some_percentages(text, |word| word.replacen('.', "", 1))
        }),
        lines("a tab between all words", |line| {
            line.split_whitespace().collect::<Vec<_>>().join("\t")
        })
        .only_of(&[C2cReport]),
        lines("all words of a Markdown table", |line| match line.trim().is_empty() {
            true => String::new(),
            false => format!("| {} |", line.split_whitespace().collect::<Vec<_>>().join(" | ")),
        })
        .only_of(&[C2cReport]),
        text("empty lines removed", |text| keep_lines(text, |line| !line.trim().is_empty())),
        text("an empty line after each", |text| each_line(text, |_, line| format!("{line}\n"))),
        text("no end of the last line", |text| text.trim_end().to_owned()),
    ]
}

/// Every fifth percentage with two decimals, in another form.
fn some_percentages(text: &str, change: fn(&str) -> String) -> String {
    let mut number = 0;
    each_line_in_order(text, |line| {
        let words = line.split(' ').map(|word| {
            let part = word.strip_suffix('%').and_then(|share| share.split_once('.'));
            let is_share = part.is_some_and(|(_, decimals)| decimals.len() == 2);
            number += usize::from(is_share);
            if is_share && number % 5 == 0 { change(word) } else { word.to_owned() }
        });
        words.collect::<Vec<_>>().join(" ")
    })
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row with a sign between its columns, as a spreadsheet writes it, or on both sides of each, as Markdown has it.
fn with_signs(line: &str, sign: char) -> String {
    if !is_row(line) || !line.contains("0x") || line.contains('\t') {
        return line.to_owned();
    }
    // Two blanks in braces part the figures of a node: `0{ 1  50.6%  50.0%}`.
    let (mut columns, mut column, mut braces) = (Vec::new(), String::new(), false);
    for char in line.trim().chars() {
        braces = char == '{' || braces && char != '}';
        column.push(char);
        if !braces && column.ends_with("  ") {
            columns.push(std::mem::take(&mut column).trim().to_owned());
        }
    }
    columns.push(column.trim().to_owned());
    columns.retain(|column| !column.is_empty());
    if sign == '|' {
        return format!("|{}|", columns.join("|"));
    }
    let quoted = |column: String| {
        if column.contains(sign) { format!("\"{column}\"") } else { column }
    };
    columns.into_iter().map(quoted).collect::<Vec<_>>().join(&sign.to_string())
}

/// Runs of more than two blanks are two; single ones stay.
fn squeezed_runs(line: &str) -> String {
    let mut out = line.to_owned();
    while out.contains("   ") {
        out = out.replace("   ", "  ");
    }
    out
}
