//! The mutations, a module for each group.

pub mod around;
pub mod blanks;
pub mod boxes;
pub mod edge;
pub mod encoding;
pub mod escapes;
pub mod html;
pub mod parts;
pub mod prefix;
pub mod several;
pub mod signs;
pub mod wrap;

/// Changes each line; the first has the number 1.
pub(crate) fn each_line(text: &str, change: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(at, line)| change(at + 1, line) + "\n").collect()
}

/// Leaves these lines.
pub(crate) fn keep_lines(text: &str, keep: impl Fn(&str) -> bool) -> String {
    text.lines().filter(|line| keep(line)).map(|line| format!("{line}\n")).collect()
}

/// A rule across the page: `=====`, `  -----`, `# ....  ....`.
pub(crate) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() > 1 && line.chars().all(|c| matches!(c, '-' | '=' | '.' | '#' | ' '))
}

/// A line of data: no comment, no rule, no heading.
pub(crate) fn is_row(line: &str) -> bool {
    !line.trim().is_empty()
        && !line.trim_start().starts_with('#')
        && !is_rule(line)
        && line.split_whitespace().any(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// A row of a table of addresses or shares: what people point at and take out, unlike events and sums.
pub(crate) fn is_table_row(line: &str) -> bool {
    is_row(line) && (line.contains('%') || line.contains("0x"))
}

/// A row below "Shared Cache Line Distribution Pareto": percentages, then an offset.
pub(crate) fn is_pareto_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let percents = words.by_ref().take_while(|word| word.ends_with('%')).count();
    // The first word that is no percentage is gone; what follows an offset are more columns.
    percents >= 3 && line.contains("0x")
}

/// Changes each line, one after another.
pub(crate) fn each_line_in_order(text: &str, mut change: impl FnMut(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}
