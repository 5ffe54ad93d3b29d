//! Numbers before the lines with only blanks or a tab behind them, as an editor or `cat -n` has them, or behind the lines.

/// So many lines count, at least.
const FEWEST_LINES: usize = 4;
/// Into so many pieces a mailer breaks a line, beside the first.
const MOST_PIECES: usize = 5;
/// At the ends of lines tables have numbers of their own: ranks, nodes.
const FEWEST_BEHIND: usize = 8;

/// Whether the lines are numbered: each has the number after that of the line before it, or the one before that where an
/// editor counts from its cursor, also those that are no row. (A table may number its rows; its header has no number.)
pub fn is_numbered<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut last, mut counted, mut others) = (None, 0, 0);
    let mut beside_rows = false;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match number(line) {
            Some((number, rest)) if last.is_none_or(|last| follows(line, number, last)) => {
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

/// Whether a line has the number after this one, or the one before it; of a copy that lacks its left side, the last
/// digits of it.
fn follows(line: &str, number: u64, last: u64) -> bool {
    let digits = line.trim_start().bytes().take_while(u8::is_ascii_digit).count();
    let wraps = || 10_u64.checked_pow(digits as u32).is_some_and(|all| number == (last + 1) % all);
    number.abs_diff(last) == 1 || digits > 1 && number == 0 && wraps()
}

/// The column at which the numbers of lines end of which a mailer broke many: the rest of such a line has no number and
/// begins flush left. `None` where they are not numbered.
pub fn numbered_up_to<'a>(lines: impl Iterator<Item = &'a str>) -> Option<usize> {
    let (mut column, mut last, mut counted, mut others) = (None, 0, 0, 0);
    let mut beside_rows = 0;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let found = number(line).map(|(number, rest)| (number_end(line), number, rest));
        match found {
            Some((end, number, rest))
                if end.is_some() && (column.is_none() || column == end && number == last + 1) =>
            {
                (column, last) = (end, number);
                counted += 1;
                beside_rows += usize::from(rest.starts_with(['#', '=']));
            }
            _ => others += 1,
        }
    }
    let is_numbered =
        counted >= FEWEST_BEHIND && beside_rows > 0 && others <= counted * MOST_PIECES;
    column.filter(|_| is_numbered)
}

/// The line without a number that ends at this column.
pub fn without_number_up_to(line: &str, column: usize) -> &str {
    match number(line) {
        Some((_, rest)) if number_end(line) == Some(column) => rest,
        _ => line,
    }
}

/// Where the number before a line ends, behind blanks.
fn number_end(line: &str) -> Option<usize> {
    let digits = line.trim_start_matches(' ');
    let blanks = line.len() - digits.len();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (blanks > 0).then_some(blanks + end)
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
    let mut beside_rule = false;
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match stamp(line) {
            Some((seconds, rest)) if seconds >= last => {
                (last, stamped) = (seconds, stamped + 1);
                let rest = number(rest).map_or(rest, |(_, rest)| rest).trim_start();
                beside_rows |= rest.starts_with("---")
                    || rest.starts_with(|c: char| c == '#' || c == '=' || c.is_alphabetic());
                beside_rule |=
                    ["--------", "========", "# "].iter().any(|own| rest.starts_with(own));
            }
            _ => others += 1,
        }
    }
    // Few lines have a time where each has one, also a rule or a header, which have nothing before them.
    let few = stamped >= FEWEST_LINES && others == 0 && beside_rule;
    // What a mailer broke off has none.
    let broken = stamped >= FEWEST_BEHIND && beside_rule && others <= stamped * MOST_PIECES;
    few || broken || stamped >= FEWEST_BEHIND && beside_rows && others * 20 <= stamped
}

/// The line without its time.
pub fn without_stamp(line: &str) -> &str {
    stamp(line).map_or(line, |(_, rest)| rest)
}

/// The line without its time, where another one has a time that is hardly earlier.
pub fn same_stamp<'a>(line: &'a str, other: &str) -> &'a str {
    match (stamp(other), stamp(line)) {
        (Some((before, _)), Some((after, rest))) if (0.0..1.0).contains(&(after - before)) => rest,
        _ => line,
    }
}

fn stamp(line: &str) -> Option<(f64, &str)> {
    let line = line.trim_start_matches(' ');
    let end = line.find([' ', '\t']).unwrap_or(line.len());
    let (whole, part) = line[..end].split_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let seconds = line[..end].parse().ok().filter(|_| is_number(whole) && is_number(part))?;
    Some((seconds, line[end..].strip_prefix([' ', '\t']).unwrap_or_default()))
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
    fn few_lines_have_a_time_where_a_rule_has_one() {
        let lines =
            ["0.013 --------", "0.026   0  3729  0xc0", "0.039 --------", "0.052   1.00%  0x8"];
        assert!(is_stamped(lines.into_iter()));
        let bare: Vec<&str> = lines.into_iter().map(without_stamp).collect();
        assert_eq!(bare, ["--------", "  0  3729  0xc0", "--------", "  1.00%  0x8"]);
        assert!(!is_stamped(["1.00 a", "2.00 b", "3.00 c", "4.00 d"].into_iter()));
    }

    #[test]
    fn a_tab_may_follow_a_time() {
        assert_eq!(without_stamp("     0.026\t  1.00%  0x8"), "  1.00%  0x8");
    }

    #[test]
    fn numbers_of_all_lines_are_an_editors() {
        let lines =
            ["  9  # Overhead  Samples", " 10  #", " 11", " 12      1.00%  3", " 13  \t401 f"];
        assert!(is_numbered(lines.into_iter()));
        let bare: Vec<&str> = lines.into_iter().map(without_number).collect();
        assert_eq!(bare, ["# Overhead  Samples", "#", "", "    1.00%  3", "\t401 f"]);
    }

    #[test]
    fn lines_that_a_mailer_broke_have_one_number() {
        let mut lines = vec!["     1  # Overhead  Samples".to_owned(), "2  Symbol".to_owned()];
        lines.extend((2..12).flat_map(|n| [format!("{n:6}      1.00%  3"), "4  [k] f".to_owned()]));
        let lines = || lines.iter().map(String::as_str);
        assert!(!is_numbered(lines()));
        assert_eq!(numbered_up_to(lines()), Some(6));
        let bare: Vec<&str> = lines().map(|line| without_number_up_to(line, 6)).take(4).collect();
        assert_eq!(bare, ["# Overhead  Samples", "2  Symbol", "    1.00%  3", "4  [k] f"]);
        let rows = ["  8  0x40", "  9  0x80", " 10  0xc0"].repeat(4);
        assert_eq!(numbered_up_to(rows.into_iter()), None);
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
