//! Words and numbers of a line. Nothing is ever cut by column.

/// The words of a line of bytes.
#[derive(Debug, Clone, Copy)]
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// The words of this text.
    pub fn new(text: &'a [u8]) -> Self {
        Self { rest: text }
    }

    /// What is not taken yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Bytes<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.rest.trim_ascii_start();
        if text.is_empty() {
            return None;
        }
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// What is before the first such byte of a text, and what is after it; `None` where it has none.
pub fn split_once(text: &[u8], sign: u8) -> Option<(&[u8], &[u8])> {
    let (before, behind) = text.split_at(memchr::memchr(sign, text)?);
    Some((before, behind.get(1..)?))
}

/// A decimal number.
pub fn decimal(word: &[u8]) -> Option<u64> {
    if word.is_empty() || word.len() > 20 {
        return None;
    }
    word.iter().try_fold(0u64, |sum, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        sum.checked_mul(10)?.checked_add(digit)
    })
}

/// A hex number without or with `0x`.
pub fn hex(word: &[u8]) -> Option<u64> {
    let digits = word.strip_prefix(b"0x").unwrap_or(word);
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    digits.iter().try_fold(0u64, |sum, byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            b'A'..=b'F' => byte - b'A' + 10,
            _ => return None,
        };
        Some(sum << 4 | u64::from(digit))
    })
}

/// A word of a text line and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Byte offset of its start in the line.
    pub start: usize,
    /// Byte offset behind its end.
    pub end: usize,
}

impl Word<'_> {
    /// As a decimal number.
    pub fn number(&self) -> Option<u64> {
        decimal(self.text.as_bytes())
    }

    /// As a number with `0x`.
    pub fn address(&self) -> Option<u64> {
        self.text.strip_prefix("0x").and_then(|digits| hex(digits.as_bytes()))
    }

    /// As a percentage: hundredths of a percent ("9.22%" is 922). "nan%" and "-nan%" are 0.
    pub fn percent(&self) -> Option<u32> {
        let number = self.text.strip_suffix('%')?;
        if number == "nan" || number == "-nan" {
            return Some(0);
        }
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let whole = decimal(whole.as_bytes()).filter(|whole| *whole <= 100_000)? as u32;
        let digits = part.as_bytes().get(..2).unwrap_or(part.as_bytes());
        let hundredths = decimal(digits)? as u32 * if digits.len() == 1 { 10 } else { 1 };
        decimal(part.as_bytes()).map(|_| whole * 100 + hundredths)
    }
}

/// An address that somebody made unreadable: `0xXXXX`, `0xffff????`, `0x****`, `[redacted]`.
pub fn is_masked(word: &str) -> bool {
    const FEWEST_SIGNS: usize = 2;
    let bare = word.trim_matches(|c: char| "<>[](){}*".contains(c)).to_ascii_lowercase();
    if matches!(bare.as_str(), "redacted" | "masked" | "hidden" | "removed" | "addr" | "address") {
        return word.len() > bare.len();
    }
    let Some(rest) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) else {
        return false;
    };
    let is_sign = |c: char| "xX*#?_.\u{2026}".contains(c);
    rest.chars().filter(|c| is_sign(*c)).count() >= FEWEST_SIGNS
        && rest.chars().all(|c| is_sign(c) || c.is_ascii_hexdigit())
}

/// How many decimals a share has that is not 0: "9.22%" has two.
pub fn decimals(word: &str) -> Option<u32> {
    let number = word.trim_end_matches('%');
    let has_digit = number.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let part = number.split_once('.').map_or("", |(_, part)| part);
    has_digit.then_some(part.len() as u32)
}

/// The words of a line, with their places.
pub fn words(line: &str) -> Vec<Word<'_>> {
    let word = |start, end| Word { text: &line[start..end], start, end };
    let mut out = Vec::new();
    let (mut start, mut at) = (0, 0);
    let bytes = line.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let (white, width) = match ASCII_WHITE.get(usize::from(byte)) {
            Some(white) => (*white, 1),
            None => {
                let char = line[at..].chars().next().unwrap_or(' ');
                (char.is_whitespace(), char.len_utf8())
            }
        };
        if white {
            if start < at {
                out.push(word(start, at));
            }
            start = at + width;
        }
        at += width;
    }
    if start < at {
        out.push(word(start, at));
    }
    out
}

/// The words of a row without the dots that somebody has in place of its last ones.
pub fn without_ellipsis<'a>(words: &'a [Word<'a>]) -> &'a [Word<'a>] {
    match words {
        [row @ .., last] if matches!(last.text, "\u{2026}" | "...") => row,
        all => all,
    }
}

/// The text of words that follow each other in a line, with what is between them.
pub fn span<'a>(line: &'a str, words: &[Word]) -> &'a str {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => &line[first.start..last.end],
        _ => "",
    }
}

/// `char::is_whitespace` of the ASCII characters: nearly every one of a report is asked.
#[expect(clippy::indexing_slicing, reason = "the compiler fills the table, and would say so")]
const ASCII_WHITE: [bool; 128] = {
    let mut table = [false; 128];
    let mut at = 0;
    while at < 128 {
        table[at] = (at as u8 as char).is_whitespace();
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_hundredths() {
        let percent = |text: &str| words(text).first().and_then(Word::percent);
        assert_eq!(percent("9.22%"), Some(922));
        assert_eq!(percent("100.00%"), Some(10_000));
        assert_eq!(percent("66%"), Some(6_600));
        assert_eq!(percent("66.7%"), Some(6_670));
        assert_eq!(percent("-nan%"), Some(0));
        assert_eq!(percent("9.22"), None);
        assert_eq!(percent("x%"), None);
    }

    #[test]
    fn words_are_parted_by_white_space_of_any_kind() {
        let found: Vec<_> =
            words(" a\u{e9}\u{2003}b\u{b}c ").iter().map(|w| (w.text, w.start)).collect();
        assert_eq!(found, [("a\u{e9}", 1), ("b", 7), ("c", 9)]);
        assert!(words("").is_empty() && words(" \u{a0}").is_empty());
    }

    #[test]
    fn numbers_do_not_overflow() {
        assert_eq!(decimal(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(decimal(b"18446744073709551616"), None);
        assert_eq!(hex(b"ffffffffffffffff"), Some(u64::MAX));
        assert_eq!(hex(b"0x1ffffffffffffffff"), None);
    }
}
