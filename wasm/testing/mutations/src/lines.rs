//! A report's lines: which of them are rows, and changes of each.

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

/// The place in a row that is nearest to this one and has some of the row on both sides.
pub(crate) fn middle_of_row(bytes: &[u8], from: usize) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        if end > from && is_row(line) {
            let first = start + line.len() - line.trim_start().len();
            let last = start + line.trim_end().len();
            return from.clamp(first + 2, last.saturating_sub(2).max(first + 2)).min(bytes.len());
        }
        start = end;
    }
    from.min(bytes.len())
}
