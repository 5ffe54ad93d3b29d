//! How authors write numbers: `**1,040**`, `5_600`, `5600 (81%)`, and what is no exact one: `~9.7k`, `>5000`.

use super::cells::figure;

/// Signs between groups of digits, but for the comma.
const BETWEEN_GROUPS: [char; 9] =
    ['_', '\'', '\u{2019}', ' ', '\u{a0}', '\u{2007}', '\u{2009}', '\u{202f}', ','];
const ABOUT: [&str; 6] = ["~", "\u{2248}", "\u{223c}", "about ", "approx. ", "ca. "];
const BOUNDS: [char; 4] = ['<', '>', '\u{2264}', '\u{2265}'];

/// What a cell says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spelled {
    /// As it is, or a number in the spelling of the others.
    Exact(String),
    /// A number that its author rounded, and by how much it may be wrong.
    Rounded(String, u32),
    /// No number, but a limit of one.
    Bound,
}

/// A cell of a column of figures.
pub fn spelled(cell: &str) -> Spelled {
    let bare = unmarked(cell);
    if bare.starts_with(BOUNDS)
        && figures(bare.trim_start_matches(BOUNDS).trim_start_matches('=').trim_start())
        || bare.strip_suffix('+').is_some_and(figures)
    {
        return Spelled::Bound;
    }
    let bare = without_share(bare);
    if let Some(exact) = exact(bare) {
        return Spelled::Exact(exact);
    }
    rounded(bare).unwrap_or_else(|| Spelled::Exact(bare.to_owned()))
}

/// A cell without quotes and the signs that make it bold or slanted, or code.
pub fn unmarked(cell: &str) -> &str {
    let mut bare = cell.trim();
    for mark in ["\"", "**", "__", "*", "`"] {
        let inner = bare.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        bare = inner.filter(|inner| !inner.is_empty()).unwrap_or(bare).trim();
    }
    bare
}

/// `5600 (81%)` without what stands in brackets.
fn without_share(cell: &str) -> &str {
    let share = cell.strip_suffix(')').and_then(|rest| rest.split_once('('));
    match share {
        Some((count, share))
            if share.ends_with('%') && figures(share) && !count.trim_end().ends_with('%') =>
        {
            unmarked(count)
        }
        _ => cell,
    }
}

fn figures(text: &str) -> bool {
    matches!(rounded(text), Some(Spelled::Rounded(..))) || exact(text).is_some()
}

/// A number without the signs between its groups of digits.
fn exact(cell: &str) -> Option<String> {
    if figure(cell).is_some() {
        return Some(cell.to_owned());
    }
    let sign = cell.chars().find(|c| BETWEEN_GROUPS.contains(c))?;
    let mut groups = cell.split(sign);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|group| (1..=3).contains(&group.len()) && digits(group));
    let whole = first && groups.all(|group| group.len() == 3 && digits(group));
    let bare = cell.replace(sign, "");
    (whole && figure(&bare).is_some()).then_some(bare)
}

/// `~9.7k`, `14k`, `~9700`, `~12%`.
fn rounded(cell: &str) -> Option<Spelled> {
    let about = ABOUT.iter().find_map(|sign| cell.strip_prefix(sign)).map(str::trim_start);
    let bare = about.unwrap_or(cell);
    let (number, times) = match bare.as_bytes().last()? {
        b'k' | b'K' => (&bare[..bare.len() - 1], 1e3),
        b'M' => (&bare[..bare.len() - 1], 1e6),
        _ if about.is_some() => (bare, 1.0),
        _ => return None,
    };
    let number = exact(number.trim_end())?;
    if number.ends_with('%') {
        return (times == 1.0).then_some(Spelled::Rounded(number, 0));
    }
    let value = (figure(&number)? * times).round();
    if value > f64::from(u32::MAX) {
        return None;
    }
    // Half of what its last digit stands for.
    let unit = match number.split_once('.') {
        Some((_, part)) => times / 10f64.powi(part.len() as i32),
        None if times > 1.0 => times,
        None => {
            let zeros = number.len() - number.trim_end_matches('0').len();
            10f64.powi(zeros.min(9) as i32)
        }
    };
    Some(Spelled::Rounded(format!("{value}"), (unit / 2.0).ceil() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_in_any_spelling() {
        for (cell, number) in [
            ("1040", "1040"),
            ("**1,040**", "1,040"),
            ("\"1,040\"", "1,040"),
            ("`77`", "77"),
            ("5_600", "5600"),
            ("1\u{202f}234\u{202f}567", "1234567"),
            ("1 040", "1040"),
            ("1'040", "1040"),
            ("5600 (81%)", "5600"),
            ("**5_600** (81.5%)", "5600"),
            ("12.5%", "12.5%"),
            ("-", "-"),
            ("many", "many"),
            ("1 04", "1 04"),
            ("81% (5600)", "81% (5600)"),
        ] {
            assert_eq!(spelled(cell), Spelled::Exact(number.to_owned()), "{cell}");
        }
    }

    #[test]
    fn what_is_no_exact_number() {
        for (cell, number, error) in [
            ("~9.7k", "9700", 50),
            ("~14k", "14000", 500),
            ("5.6k", "5600", 50),
            ("1.25M", "1250000", 5000),
            ("~9700", "9700", 50),
            ("~12%", "12%", 0),
        ] {
            assert_eq!(spelled(cell), Spelled::Rounded(number.to_owned(), error), "{cell}");
        }
        for cell in [">5000", "< 10", ">=5k", "5000+", "<0.1%"] {
            assert_eq!(spelled(cell), Spelled::Bound, "{cell}");
        }
    }
}
