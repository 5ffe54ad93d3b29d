//! Percentages into which a reader of pictures or a person put a blank, or of which they lost the point: perf prints each with
//! two decimals, and no number stands between two of a row.

use std::borrow::Cow;

use crate::words::{is_number, is_percent};

/// Of rows that begin with a number so many may be for each that does not: perf numbers all of a table's rows or none.
const MOST_BROKEN: usize = 8;

/// Whether rows begin with a percentage: a number before the first one of a row is then a part of it.
pub fn begin_rows<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let (mut first, mut others) = (0, 0);
    for line in lines {
        let mut words = line.split_whitespace();
        match [words.next(), words.next(), words.next()] {
            [Some(share), Some(next), _] if is_percent(share) && is_percent(next) => first += 1,
            [Some(number), Some(share), Some(next)]
                if is_number(number) && is_percent(share) && is_percent(next) =>
            {
                others += 1;
            }
            _ => {}
        }
    }
    first * MOST_BROKEN > others
}

/// Whether percentages of a text lost their points: a single one may be made of the ends of two.
pub fn lose_points<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let words = lines.filter(|line| line.contains('%')).flat_map(str::split_whitespace);
    words.filter(|word| with_point(word).is_some()).nth(1).is_some()
}

/// The line with whole percentages; as it is where none is broken, or where it is not sure how. `first`: rows of the text
/// begin with one; `points`: some have lost their points.
pub fn mended(line: &str, first: bool, points: bool) -> Cow<'_, str> {
    if !line.contains('%') {
        return Cow::Borrowed(line);
    }
    let mut out: Option<String> = None;
    let mut from = 0;
    let words: Vec<&str> = line.split(' ').collect();
    // Whether the word before was a percentage: in a row the next one follows, and no number.
    let mut after_share = first;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if word.is_empty() {
            at += 1;
            continue;
        }
        // A node's shares have one decimal.
        if word.contains('{') {
            break;
        }
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        // One blank alone is between the parts.
        let next = words.get(at + 1).filter(|next| !next.is_empty());
        let joined = next.filter(|next| is_broken(word, next, after_share));
        let whole = match joined {
            Some(next) => Some(format!("{word}{next}")),
            None => with_point(word).filter(|_| points),
        };
        if let Some(whole) = whole {
            let out = out.get_or_insert_with(String::new);
            out.push_str(&line[from..start]);
            out.push_str(&whole);
            from = start + word.len() + joined.map_or(0, |next| next.len() + 1);
        }
        let last = joined.unwrap_or(word);
        after_share = last.ends_with('%');
        at += if joined.is_some() { 2 } else { 1 };
    }
    match out {
        Some(mut out) => {
            out.push_str(&line[from..]);
            Cow::Owned(out)
        }
        None => Cow::Borrowed(line),
    }
}

/// Whether two words are the parts of one percentage.
fn is_broken(word: &str, next: &str, after_share: bool) -> bool {
    let Some(next) = next.strip_suffix('%') else { return false };
    let digits = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    // `12. 34%`, `12 .34%`, `12.3 4%`
    if let Some(whole) = word.strip_suffix('.') {
        return digits(whole, 3) && next.len() == 2 && digits(next, 2);
    }
    if let Some(decimals) = next.strip_prefix('.') {
        return digits(word, 3) && decimals.len() == 2 && digits(decimals, 2);
    }
    if let Some((whole, decimal)) = word.split_once('.') {
        return digits(whole, 3)
            && decimal.len() == 1
            && digits(decimal, 1)
            && next.len() == 1
            && digits(next, 1);
    }
    // `1 2.34%`: perf prints no zero before another digit, and between two shares there is no number.
    let Some((whole, decimals)) = next.split_once('.') else { return false };
    let is_share =
        digits(word, 2) && digits(whole, 2) && decimals.len() == 2 && digits(decimals, 2);
    let leads = whole.len() == 2 && whole.starts_with('0');
    let joined = format!("{word}{whole}");
    let fits = joined.len() <= 2 || joined == "100";
    is_share && !word.starts_with('0') && fits && (leads || after_share)
}

/// `9953%` is 99.53 %: more than 100 without a point, or zeros before other digits, are none of perf's percentages.
fn with_point(word: &str) -> Option<String> {
    let digits = word.strip_suffix('%')?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || !(3..=5).contains(&digits.len()) || digits == "100" {
        return None;
    }
    let (whole, decimals) = digits.split_at(digits.len() - 2);
    Some(format!("{whole}.{decimals}%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_percentages_go() {
        for broken in ["12. 34%", "12 .34%", "12.3 4%", "0.00% 1 2.34%", "9953%", "1 00.00%"] {
            let whole = mended(broken, false, true);
            let last = whole.split_whitespace().last();
            assert!(matches!(last, Some("12.34%" | "99.53%" | "100.00%")), "{broken}: {whole}");
        }
        assert_eq!(mended("  12. 34%   5. 00%  0x8", false, true), "  12.34%   5.00%  0x8");
        assert_eq!(mended("  1 2.34%  0.00%  0x8", true, true), "  12.34%  0.00%  0x8");
        assert_eq!(mended("000%  0x8", false, true), "0.00%  0x8");
    }

    #[test]
    fn rows_begin_with_a_share_where_some_do() {
        let rows = ["4 0.74%  0.00%  0x3", "5 9.26%  0.00%  0x2d", "0.00%  0.00%  0x20"];
        assert!(begin_rows(rows.into_iter()));
        assert!(!begin_rows(rows[..2].iter().copied()));
    }

    #[test]
    fn numbers_before_percentages_stay() {
        for line in [
            "0  0x4040c0  0  13 99.53%  5",
            "in step 2. 34% of all",
            "by 100% and 66%, 35 % of it",
            " 1 1.00%",
            "0{ 1  61.0%  51.3%}",
            "see 3. 5%",
        ] {
            let expect = if line.contains("2. 34") { "in step 2.34% of all" } else { line };
            assert_eq!(mended(line, false, true), expect);
        }
    }
}
