//! The comment behind a member in pahole's output.

/// `0 16`, `64: 3 4`, `/* 0 0x10 */`: offset, bit, size.
pub fn stated(comment: &[u8]) -> Option<(u64, Option<u64>, u64)> {
    let text = String::from_utf8_lossy(comment);
    let inner = text.trim_start_matches("/*").trim_end_matches("*/");
    let (first, rest) = match inner.split_once(':') {
        Some((offset, rest)) => (offset.trim(), rest),
        None => {
            let inner = inner.trim_start();
            let end = inner.find(char::is_whitespace)?;
            (&inner[..end], &inner[end..])
        }
    };
    let mut numbers = rest.split_whitespace();
    let offset = value(first)?;
    let result = if inner.contains(':') {
        (offset, Some(value(numbers.next()?)?), value(numbers.next()?)?)
    } else {
        (offset, None, value(numbers.next()?)?)
    };
    // No struct is larger; what is, is a comment with other numbers in it.
    [result.0, result.1.unwrap_or(0), result.2]
        .iter()
        .all(|number| *number < 1 << 31)
        .then_some(result)
}

/// Decimal or hexadecimal.
pub fn value(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}
