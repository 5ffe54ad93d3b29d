//! Parts of the report that were not copied, or were taken out.

use facts::ProfileKind::{C2cReport, MemReport, TypeReport};

use crate::left::end_of_start;
use crate::lines::{each_line_in_order, is_pareto_row, is_rule, is_table_row, keep_lines};
use crate::mutation::{Group, Mutation};

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Parts, name, change);
    vec![
        begun(25),
        begun(50),
        begun(75),
        text("titles and rules removed", untitled).only_of(&[C2cReport]),
        // The columns of these two differ with every version and option, and only the header names them.
        text("column headers removed", |text| keep_lines(text, |line| !is_header(line)))
            .leaves_nothing_of(&[MemReport]),
        text("comments removed", |text| keep_lines(text, |line| !line.starts_with('#')))
            .leaves_nothing_of(&[MemReport]),
        text("separators removed", |text| keep_lines(text, |line| !is_rule(line))),
        text("only the rows of the last section", last_section).only_of(&[C2cReport]),
        text("rows without nodes", |text| each_pareto_row(text, without_nodes))
            .only_of(&[C2cReport]),
        text("rows without source and nodes", |text| each_pareto_row(text, without_source))
            .only_of(&[C2cReport]),
        text("a column taken out of the table of lines", without_column).only_of(&[C2cReport]),
        text("rows taken out for `[snip]`", |text| {
            let mut number = 0;
            each_line_in_order(text, |line| {
                number += usize::from(is_table_row(line));
                let here = is_table_row(line) && number % 4 == 3;
                if here { "[snip]".to_owned() } else { line.to_owned() }
            })
        })
        .only_of(&[C2cReport, MemReport, TypeReport]),
    ]
}

/// The first so many percent of the bytes, up to the middle of a row.
#[must_use]
pub fn begun(percent: usize) -> Mutation {
    Mutation::bytes(Group::Parts, format!("the first {percent} %"), move |bytes| {
        bytes[..end_of_start(bytes, percent)].to_vec()
    })
    .beginning(percent)
}

fn is_header(line: &str) -> bool {
    line.starts_with('#')
        && !is_rule(line)
        && ["----", "Index  ", "Num  ", "Overhead", "PID, TID", "Offset"]
            .iter()
            .any(|word| line.contains(word))
}

/// `=====`, a title, `=====`.
fn untitled(text: &str) -> String {
    let mut in_title = false;
    let kept = text.lines().filter(|line| {
        let edge = line.starts_with("====");
        if edge {
            in_title = !in_title;
        }
        !edge && !in_title
    });
    kept.map(|line| format!("{line}\n")).collect()
}

fn last_section(text: &str) -> String {
    let title = text.find("Distribution Pareto").unwrap_or(0);
    let rows = text[title..].find("\n  ----").map_or(0, |at| title + at + 1);
    text[rows..].to_owned()
}

fn each_pareto_row(text: &str, change: fn(&str) -> String) -> String {
    each_line_in_order(
        text,
        |line| {
            if is_pareto_row(line) { change(line) } else { line.to_owned() }
        },
    )
}

/// `0{ 1  50.6%  50.0%}  1{ 1  49.4%  50.0%}` or `0  1` off the right end.
fn without_nodes(line: &str) -> String {
    let mut rest = line.trim_end();
    loop {
        let front = match rest.strip_suffix('}') {
            Some(open) => &open[..open.rfind('{').unwrap_or(0)],
            None => rest,
        };
        let name = front.trim_end_matches(|c: char| c.is_ascii_digit());
        if name.len() == front.len() || !name.ends_with("  ") {
            return rest.to_owned();
        }
        rest = name.trim_end();
    }
}

/// The third word after the share, of each row of the table of lines.
fn without_column(text: &str) -> String {
    each_line_in_order(text, |line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_listed = words.get(1).is_some_and(|word| word.starts_with("0x"));
        let share = words.iter().position(|word| word.ends_with('%'));
        match share.filter(|_| is_listed && !is_pareto_row(line)) {
            Some(share) => {
                let left = words.iter().enumerate().filter(|(at, _)| *at != share + 3);
                left.map(|(_, word)| format!("  {word}")).collect()
            }
            None => line.to_owned(),
        }
    })
}

/// The last column of those rows that have a symbol, an object and a source line.
fn without_source(line: &str) -> String {
    let line = without_nodes(line);
    let Some(level) = ["[k]", "[.]"].iter().find_map(|level| line.find(level)) else { return line };
    let columns = line[level..].split("  ").filter(|column| !column.trim().is_empty()).count();
    match line.rfind("  ") {
        Some(at) if columns == 3 => line[..at].trim_end().to_owned(),
        _ => line,
    }
}
