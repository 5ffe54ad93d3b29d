//! Zeros that a person wrote as a dash.

use std::borrow::Cow;

use crate::tokens::{Word, words};

/// A dash among the figures of a row is none of their kind: `9.22%  -  0x8  0  1  0x401150  -  234`. The line with zeros in
/// their place; as it is where it has no row's figures.
pub fn with_zeros(text: &str) -> Cow<'_, str> {
    if !text.contains(" - ") {
        return Cow::Borrowed(text);
    }
    let found = words(text);
    let is_figure = |word: &Word| {
        word.text == "-"
            || word.number().is_some()
            || word.percent().is_some()
            || word.address().is_some()
    };
    // A dash at the start is the sign of a list or of a tree.
    let end = found.iter().position(|word| !is_figure(word)).unwrap_or(found.len());
    let (figures, _) = found.split_at(end);
    let Some(first) = figures.first().filter(|first| first.text != "-") else {
        return Cow::Borrowed(text);
    };
    let addresses = figures.iter().filter(|word| word.address().is_some()).count();
    if addresses == 0 || figures.len() < 5 || first.address().is_some() {
        return Cow::Borrowed(text);
    }
    // Only the rows of a line have shares before an address.
    let place = figures.iter().position(|word| word.address().is_some()).unwrap_or(0);
    let has_shares = figures.iter().take(place).any(|word| word.percent().is_some());
    let (mut out, mut at) = (String::with_capacity(text.len() + 16), 0);
    for (index, dash) in figures.iter().enumerate().filter(|(_, word)| word.text == "-") {
        out.push_str(&text[at..dash.start]);
        out.push_str(if has_shares && index < place { "0.00%" } else { "0" });
        at = dash.end;
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::with_zeros;

    #[test]
    fn dashes_among_figures_are_zeros() {
        for (text, expect) in [
            (
                "  9.22%  -  0x8  0  1  0x401150  -  234",
                "  9.22%  0.00%  0x8  0  1  0x401150  0  234",
            ),
            ("  0  266  -  323  0x4070c0", "  0  266  0  323  0x4070c0"),
            ("0  0x4070c0  0  1  99.53%  -  12  -  7", "0  0x4070c0  0  1  99.53%  0  12  0  7"),
        ] {
            assert_eq!(with_zeros(text), expect);
        }
        for text in [
            "- 9.22% 1.00% 0x8 - 1 0x401150",
            "Load Operations - all : 12",
            "9.22%  1.00%  0x8  0  1  0x401150  1  2  3  [.] a - b",
            "12 - 34",
        ] {
            assert_eq!(with_zeros(text), text);
        }
    }
}
