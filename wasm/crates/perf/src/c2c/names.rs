//! Symbol, object and source line at the end of a row, told apart by the gaps between them.

use super::columns::Columns;
use crate::tokens::{decimal, hex};

/// How a row is written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// One blank between all columns, so that nothing tells a column from a blank in a name.
    pub squeezed: bool,
    /// One blank between all numbers.
    pub squeezed_numbers: bool,
    /// The right edge went through it.
    pub cut: bool,
    /// It has the address of its code, so that a symbol follows.
    pub has_code: bool,
}

impl Style {
    /// Whether the names of a row have one blank between them, and one gap is behind all of them.
    pub(super) fn squeezed_names(self, text: &str) -> bool {
        let gaps =
            text.trim().match_indices("  ").filter(|(at, _)| !text.trim()[..*at].ends_with(' '));
        !self.cut && self.squeezed_numbers && gaps.count() == 1
    }
}

pub(super) type Names<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// Symbol, object and source line; `None` where names with blanks cannot be told apart. perf puts two blanks between columns; where a paste has only
/// one, the last word is the source line if it looks like one, and the word before it the object.
pub(super) fn names<'a>(text: &'a str, columns: &Columns, style: Style) -> Option<Names<'a>> {
    let fields: Vec<&str> = text.split("  ").map(str::trim).filter(|f| !f.is_empty()).collect();
    let has_source = columns.source != Some(false);
    if style.squeezed {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [symbol, object, source] if columns.source == Some(true) => {
                return Some((Some(symbol), Some(object), Some(source)));
            }
            [_, _, _, _, ..] => return squeezed(text),
            _ => {}
        }
    }
    if matches!(fields.len(), 1 | 2)
        && let Some(names) = around_brackets(text.trim())
    {
        return Some(names);
    }
    Some(match fields.as_slice() {
        [] => (None, None, None),
        [one] if style.cut && !style.squeezed => (Some(one), None, None),
        [one] => single_spaced(one, has_source),
        [symbol, object] if !has_source => (Some(symbol), Some(object), None),
        // One of the two gaps was squeezed.
        [first, last] => match (first.rsplit_once(' '), last.split_once(' ')) {
            (_, Some((object, source))) if is_source(source) && !object.ends_with(',') => {
                (Some(first), Some(object), Some(source))
            }
            (Some((symbol, object)), None) if is_source(last) && columns.source == Some(true) => {
                (Some(symbol), Some(object), Some(last))
            }
            _ if is_source(last) && !last.starts_with('[') && columns.source.is_none() => {
                (Some(first), None, Some(last))
            }
            _ => (Some(first), Some(last), None),
        },
        [symbol, object, source] => (Some(symbol), Some(object), Some(source)),
        // Parts of two rows, or columns that somebody added.
        _ => return None,
    })
}

/// Names around an object of the kernel (`[kernel.kallsyms]`, `[xfs]`, `[vdso]`), which no name has a word like: whatever
/// else stands between columns, and also where the right edge went through the source line.
pub(super) fn around_brackets(text: &str) -> Option<Names<'_>> {
    let (symbol, rest) = text.match_indices(" [").find_map(|(at, _)| {
        let (symbol, rest) = (text[..at].trim_end(), &text[at + 1..]);
        let object = rest.split(' ').next().unwrap_or_default();
        // A gap within the name is a break that somebody made in it.
        let is_name = !symbol.is_empty() && !symbol.contains("  ");
        (is_name && is_bracketed(object)).then_some((symbol, rest))
    })?;
    let (object, source) = rest.split_once(' ').unwrap_or((rest, ""));
    let source = source.trim();
    Some((Some(symbol), Some(object), (!source.is_empty()).then_some(source)))
}

/// `[kernel.kallsyms]`, `[xfs]`
pub(super) fn is_bracketed(word: &str) -> bool {
    word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).is_some_and(|name| {
        name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    })
}

/// Names of which one has blanks, where nothing else stands between columns: they are told apart where the last word
/// is a file and its line, and no bracket makes it and the word before it a part of a name.
fn squeezed(text: &str) -> Option<Names<'_>> {
    let (front, source) = text.rsplit_once(' ')?;
    let (symbol, object) = front.trim_end().rsplit_once(' ')?;
    let plain = |word: &str| !word.contains(['<', '>', '(', ')', ',']);
    let is_file = source
        .rsplit_once(':')
        .is_some_and(|(file, line)| file.contains('.') && decimal(line.as_bytes()).is_some());
    (is_file && plain(source) && plain(object)).then_some((
        Some(symbol),
        Some(object),
        Some(source),
    ))
}

fn single_spaced(text: &str, has_source: bool) -> Names<'_> {
    let Some((front, last)) = text.rsplit_once(' ') else {
        return (Some(text), None, None);
    };
    if has_source
        && is_source(last)
        && let Some((symbol, object)) = front.trim_end().rsplit_once(' ')
    {
        return (Some(symbol.trim()), Some(object), Some(last));
    }
    // "operator new(unsigned long)" without anything behind it is a symbol.
    if last.contains(')') || last.contains('>') {
        return (Some(text), None, None);
    }
    (Some(front.trim()), Some(last), None)
}

/// `file.c:12`, `func+18`, `exe[13e9]`, `??:0`.
fn is_source(word: &str) -> bool {
    let ends_in_number = |at: char| {
        word.rsplit_once(at)
            .is_some_and(|(front, n)| !front.is_empty() && decimal(n.as_bytes()).is_some())
    };
    let bracketed = word.strip_suffix(']').and_then(|front| front.split_once('['));
    ends_in_number(':')
        || ends_in_number('+')
        || bracketed.is_some_and(|(front, n)| !front.is_empty() && hex(n.as_bytes()).is_some())
}
