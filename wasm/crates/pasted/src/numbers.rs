//! Numbers before the lines with only blanks or a tab behind them, as an editor or `cat -n` has them, or behind the lines.

/// So many lines count, at least.
const FEWEST_LINES: usize = 4;
/// At the ends of lines tables have numbers of their own: ranks, nodes.
const FEWEST_BEHIND: usize = 8;

/// Whether the lines are numbered: each has the number after that of the line before it, or the one before that where an
/// editor counts from its cursor, also those that are no row. (A table may number its rows; its header has no number.)
pub fn is_numbered<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut last, mut counted, mut others) = (None, 0, 0);
    let mut beside_rows = false;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match number(line) {
            Some((number, rest)) if last.is_none_or(|last: u64| number.abs_diff(last) == 1) => {
                last = Some(number);
                counted += 1;
                // `cat -n`
                let tab = line[..line.len() - rest.len()].ends_with('\t');
                let rest = rest.trim_start();
                beside_rows |= tab
                    || rest.is_empty()
                    || rest.starts_with(|c: char| c == '#' || c.is_alphabetic());
            }
            _ => others += 1,
        }
    }
    counted >= FEWEST_LINES && beside_rows && others * 20 <= counted
}

/// Whether the lines have their numbers at their ends.
pub fn is_numbered_behind<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut last, mut counted, mut others) = (None, 0, 0);
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match number_behind(line) {
            Some((_, number)) if last.is_none_or(|last| number == last + 1) => {
                last = Some(number);
                counted += 1;
            }
            _ => others += 1,
        }
    }
    counted >= FEWEST_BEHIND && others * 20 <= counted
}

/// Whether each line begins with seconds, as `ts -s` writes them (`0.007919 `), and those that have none of perf's numbers too.
pub fn is_stamped<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut last, mut stamped, mut others, mut beside_rows) = (0.0, 0, 0, false);
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match stamp(line) {
            Some((seconds, rest)) if seconds >= last => {
                (last, stamped) = (seconds, stamped + 1);
                let rest = rest.trim_start();
                beside_rows |=
                    rest.starts_with(|c: char| c == '#' || c == '=' || c.is_alphabetic());
            }
            _ => others += 1,
        }
    }
    stamped >= FEWEST_BEHIND && beside_rows && others * 20 <= stamped
}

/// The line without its time.
pub fn without_stamp(line: &str) -> &str {
    stamp(line).map_or(line, |(_, rest)| rest)
}

fn stamp(line: &str) -> Option<(f64, &str)> {
    let line = line.trim_start_matches(' ');
    let end = line.find(' ').unwrap_or(line.len());
    let (whole, part) = line[..end].split_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let seconds = line[..end].parse().ok().filter(|_| is_number(whole) && is_number(part))?;
    Some((seconds, line[end..].strip_prefix(' ').unwrap_or_default()))
}

/// The line without the number at its end.
pub fn without_number_behind(line: &str) -> &str {
    number_behind(line).map_or(line, |(rest, _)| rest)
}

fn number_behind(line: &str) -> Option<(&str, u64)> {
    let line = line.trim_end();
    let rest = line.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = line[rest.len()..].parse().ok()?;
    (rest.is_empty() || rest.ends_with([' ', '\t'])).then_some((rest.trim_end(), number))
}

/// The line without its number.
pub fn without_number(line: &str) -> &str {
    number(line).map_or(line, |(_, rest)| rest)
}

fn number(line: &str) -> Option<(u64, &str)> {
    let line = line.trim_start_matches(' ');
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let rest = &line[end..];
    let number = line[..end].parse().ok()?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then(|| {
        // At most two blanks are between them.
        let bare = ["\t", "  ", " "].iter().find_map(|gap| rest.strip_prefix(gap));
        (number, bare.unwrap_or(rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_lines_are_an_editors() {
        let lines =
            ["  9  # Overhead  Samples", " 10  #", " 11", " 12      1.00%  3", " 13  \t401 f"];
        assert!(is_numbered(lines.into_iter()));
        let bare: Vec<&str> = lines.into_iter().map(without_number).collect();
        assert_eq!(bare, ["# Overhead  Samples", "#", "", "    1.00%  3", "\t401 f"]);
    }

    #[test]
    fn numbers_at_the_ends_of_all_lines() {
        let mut lines: Vec<String> =
            (1..9).map(|number| format!("  1.00%  0x8   {number}")).collect();
        assert!(is_numbered_behind(lines.iter().map(String::as_str)));
        assert_eq!(without_number_behind(&lines[3]), "  1.00%  0x8");
        lines[5] = "  1.00%  0x8  1".to_owned();
        assert!(!is_numbered_behind(lines.iter().map(String::as_str)));
    }

    #[test]
    fn numbers_of_rows_are_the_tables() {
        let rows = ["# Index", "  0  0x40", "  1  0x80", "  2  0xc0", "  3  0x100", "  4  0x140"];
        assert!(!is_numbered(rows.into_iter()));
        assert!(!is_numbered(rows[1..].iter().copied()));
    }
}
