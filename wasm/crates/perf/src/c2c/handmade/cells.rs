//! The cells of a line, and what a cell says: a figure, an address, or nothing.

use std::borrow::Cow;

use crate::c2c::tail;
use crate::tokens::{Word, decimal, hex, span};

/// A header of values with a sign between them has so many, at least.
const FEWEST_SIGNS: usize = 2;
const BARS: [char; 4] = ['|', '\u{2502}', '\u{2503}', '\u{a6}'];

/// The last word of a name that begins here: brackets may hold blanks, and perf puts `[k]` before it.
pub fn name_end(found: &[Word], at: usize, text: &str) -> usize {
    let mut end = at;
    if found.get(at).is_some_and(|word| tail::is_level(word.text)) && at + 1 < found.len() {
        end += 1;
    }
    let open = |end: usize| {
        let name = span(text, found.get(at..=end).unwrap_or_default());
        let count = |signs: [char; 2]| name.matches(signs).count();
        count(['(', '<']) > count([')', '>'])
    };
    while open(end) && end + 1 < found.len() {
        end += 1;
    }
    end
}

/// The cells of a line that bars, tabs or two blanks part.
pub fn parted(text: &str, barred: bool) -> Vec<&str> {
    if barred {
        return text.split('|').map(str::trim).collect();
    }
    let cells = text.split("  ").flat_map(|cell| cell.split(['\t', pasted::GAP]));
    cells.map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

/// The sign that parts the names of a header, where nothing else does.
pub fn sign_of(header: &str) -> Option<char> {
    let parts = |sign: &char| header.matches(*sign).count() >= FEWEST_SIGNS;
    let has_gaps = header.trim().contains("  ") || header.contains('\t') || header.contains(BARS);
    [',', ';'].into_iter().find(parts).filter(|_| !has_gaps)
}

/// The line with bars for the sign between its values; one between quotes is a part of its value.
pub fn with_bars(text: &str, sign: Option<char>) -> Cow<'_, str> {
    let Some(sign) = sign else { return Cow::Borrowed(text) };
    if text.matches('"').count() % 2 == 1 {
        return Cow::Owned(text.replace(sign, "|"));
    }
    let mut quoted = false;
    let each = |c: char| {
        quoted ^= c == '"';
        if c == sign && !quoted { '|' } else { c }
    };
    Cow::Owned(text.chars().map(each).collect())
}

/// A line whose columns have bars between them, with bars of one kind and none at its ends.
pub fn without_bars(text: &str) -> (String, bool) {
    let bare = text.trim();
    if !bare.contains(BARS) {
        return (text.to_owned(), false);
    }
    let bare = bare.strip_prefix(BARS).unwrap_or(bare);
    let bare = bare.strip_suffix(BARS).unwrap_or(bare);
    (bare.replace(BARS, "|"), bare.contains(BARS))
}

pub fn is_none(cell: &str) -> bool {
    matches!(cell, "" | "-" | "--" | "." | "?" | "N/A" | "n/a" | "\u{2013}")
}

pub fn is_figure(word: &str) -> bool {
    figure(word).is_some()
}

/// `12.34%`, `12.5`, `1,204`.
pub fn figure(cell: &str) -> Option<f64> {
    let bare = cell.strip_suffix('%').unwrap_or(cell).trim_end();
    let (whole, part) = bare.split_once('.').unwrap_or((bare, "0"));
    let grouped = whole.replace(',', "");
    let right = decimal(grouped.as_bytes()).is_some() && decimal(part.as_bytes()).is_some();
    let value: f64 = format!("{grouped}.{part}").parse().ok()?;
    (right && value <= f64::from(u32::MAX)).then_some(value)
}

/// `0x8`, `8`, `+8`, `ff11000112345680`.
pub fn address(cell: &str) -> Option<u64> {
    let bare = cell.trim_start_matches('+');
    let bare = bare.strip_suffix(':').unwrap_or(bare);
    if !bare.starts_with(|c: char| c.is_ascii_digit())
        && (bare.len() < 8 || !bare.bytes().any(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    hex(bare.as_bytes())
}

/// A range of so many bytes is what a field fills; whose a row of a wider one is cannot be known.
const WIDEST_BYTES: u64 = 8;

/// What stands in a cell behind an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest<'a> {
    /// The end of a range that is no wider than a field: `0x10-0x18`.
    End,
    /// What lies there: `0x18 (lock)`.
    Name(&'a str),
}

/// The offset with which a cell begins that says more; `None` where it says no more, or something else.
pub fn offset_of(cell: &str) -> Option<(&str, Rest<'_>)> {
    const BETWEEN: [&str; 6] = ["...", "..", "\u{2013}", "\u{2014}", "-", " to "];
    let ends = |sign: &str| {
        let (first, last) = cell.split_once(sign)?;
        let (first, last) = (first.trim(), last.trim());
        let bytes = address(last)?.checked_sub(address(first)?)?;
        (bytes <= WIDEST_BYTES).then_some((first, Rest::End))
    };
    let named = || {
        let (offset, name) = cell.strip_suffix(')')?.split_once('(')?;
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        (address(offset.trim()).is_some() && is_name).then_some((offset.trim(), Rest::Name(name)))
    };
    BETWEEN.into_iter().find_map(ends).or_else(named)
}

/// Whether a row begins as one does that sums up the others: `Total`, `| **Sum** |`.
pub fn is_totals(text: &str) -> bool {
    const WORDS: [&str; 5] = ["total", "totals", "sum", "all", "overall"];
    let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    word.is_some_and(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_with_more_behind_them() {
        for range in ["0x10-0x18", "0x10..0x18", "0x10 \u{2013} 0x18", "0x10 to 0x18"] {
            assert_eq!(offset_of(range), Some(("0x10", Rest::End)), "{range}");
        }
        assert_eq!(offset_of("0x18 (lock)"), Some(("0x18", Rest::Name("lock"))));
        for other in ["0x10", "16", "lock", "0x18-0x10", "0x10-0x3f", "0x18 (12%)", "-8", ""] {
            assert_eq!(offset_of(other), None, "{other}");
        }
    }

    #[test]
    fn rows_of_totals() {
        for totals in ["Total   22  42", "| **Sum** | | 22 |", "all,,22"] {
            assert!(is_totals(totals), "{totals}");
        }
        for other in ["0x10 total_len 22", "totality 3", "12 total", ""] {
            assert!(!is_totals(other), "{other}");
        }
    }
}
