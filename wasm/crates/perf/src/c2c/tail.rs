//! The end of a row: `[k] symbol  object  file.c:12   0{0-1,4}  1{25}`.

use facts::CodeLevel;
use mailtext::GAP;

use super::nodes::{Node, nodes};
use crate::grammar::is_level;
use crate::tokens::{decimal, hex};

/// What a page or a person puts in place of the rest of a name.
const ELLIPSIS: char = '\u{2026}';

/// What is behind the numbers of a row, as far as the names above it or its signs tell.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    pub has_symbol: bool,
    pub has_object: bool,
    /// `None` where nothing tells.
    pub has_source: Option<bool>,
    pub has_nodes: bool,
    /// Somebody made the table: a symbol has no level before it.
    pub by_hand: bool,
    /// One blank between all columns, so that nothing tells a column from a blank in a name.
    pub is_squeezed: bool,
}

/// What stands behind the numbers of a row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tail {
    /// Kernel or user code.
    pub level: Option<CodeLevel>,
    /// Function.
    pub symbol: Option<String>,
    /// Executable or library.
    pub object: Option<String>,
    /// Source file and line.
    pub source: Option<String>,
    /// Nodes and their CPUs.
    pub nodes: Vec<Node>,
    /// The names are there and cannot be told apart.
    pub names_unclear: bool,
    /// One blank alone is between symbol and object, as it is between the words of a name of C++.
    pub one_blank: bool,
    /// Somebody shortened one of them: `read_wri…`.
    pub has_cut_name: bool,
}

/// Reads the end of a row.
pub fn parse(text: &str, style: &Style) -> Tail {
    let mut tail = Tail::default();
    // Numbers at the end of a table without nodes are a name's.
    let rest = if style.has_nodes { nodes(text, &mut tail.nodes) } else { text.trim_end() };
    let (level, rest) = level(rest);
    tail.level = level;
    // perf prints nodes in their order: the first of others is the end of a source line that was broken.
    if !tail.nodes.is_sorted_by(|node, next| node.node < next.node) {
        tail.nodes.clear();
        tail.names_unclear = true;
        return tail;
    }
    if level.is_none() && !(style.by_hand && style.has_symbol) {
        // Grouped by object only; of names behind the address of code, nothing tells which is which.
        let object = rest.trim();
        tail.names_unclear = style.has_symbol && object.contains(' ');
        let is_object = style.has_object
            && !tail.names_unclear
            && object.contains(char::is_alphabetic)
            && !object.contains("  ")
            && !object.starts_with("0x")
            && !object.starts_with("N/A");
        tail.object = is_object.then(|| object.to_owned());
        return tail;
    }
    let found = with_gaps(rest, style).and_then(|text| {
        let (symbol, object, source) = names(&text, style)?;
        Some([symbol, object, source].map(|name| name.map(str::to_owned)))
    });
    let Some([symbol, object, source]) = found.filter(|[symbol, object, source]| {
        let (object, source) = (object.as_deref(), source.as_deref());
        // The sign before a symbol is that of another row; a source line is one word, or was broken.
        !is_parted(symbol.as_deref(), object)
            && !object.is_some_and(is_level)
            && !source.is_some_and(|source| source.contains("  "))
    }) else {
        tail.names_unclear = true;
        return tail;
    };
    let both = symbol.as_deref().zip(object.as_deref());
    tail.one_blank =
        both.is_some_and(|(symbol, object)| rest.contains(&format!("{symbol} {object}")));
    let is_name =
        |name: &String| name.strip_prefix("0x").is_none_or(|d| hex(d.as_bytes()).is_none());
    (tail.symbol, tail.object, tail.source) = (symbol.filter(is_name), object, source);
    for name in [&mut tail.symbol, &mut tail.object, &mut tail.source] {
        tail.has_cut_name |= name.as_deref().is_some_and(|name| name.ends_with(ELLIPSIS));
        if let Some(name) = name {
            name.truncate(name.trim_end_matches(ELLIPSIS).len());
        }
    }
    tail
}

/// `[k] name` in its parts.
pub fn level(text: &str) -> (Option<CodeLevel>, &str) {
    let text = text.trim();
    if !text.get(..3).is_some_and(is_level) {
        return (None, text);
    }
    let level = match text.as_bytes() {
        [_, b'k', ..] => CodeLevel::Kernel,
        [_, b'g' | b'u', ..] => CodeLevel::Guest,
        [_, b'H', ..] => CodeLevel::Hypervisor,
        _ => CodeLevel::User,
    };
    (Some(level), text[3..].trim())
}

/// The text with a mailer's breaks as what they were: gaps between two columns where so many are missing, else blanks in a
/// name; `None` where that cannot be told.
fn with_gaps(text: &str, style: &Style) -> Option<String> {
    let breaks = text.matches(GAP).count();
    let blank = text.replace(GAP, " ");
    let wanted = 1 + usize::from(style.has_object) + usize::from(style.has_source != Some(false));
    let found = blank.split("  ").filter(|field| !field.trim().is_empty()).count();
    if breaks == 0 || found >= wanted {
        return Some(blank);
    }
    (found + breaks <= wanted).then(|| text.replace(GAP, "  "))
}

type Names<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// Symbol, object and source line; `None` where names with blanks cannot be told apart. perf puts two blanks between columns;
/// where a paste has one, the last word is the source line if it looks like one, and the word before it the object.
fn names<'a>(text: &'a str, style: &Style) -> Option<Names<'a>> {
    let fields: Vec<&str> = text.split("  ").map(str::trim).filter(|f| !f.is_empty()).collect();
    if style.by_hand {
        return Some(match fields.as_slice() {
            [] => (None, None, None),
            _ if !style.has_object && style.has_source == Some(false) => {
                (Some(text.trim()), None, None)
            }
            [symbol] => (Some(symbol), None, None),
            [symbol, other] if style.has_object => (Some(symbol), Some(other), None),
            [symbol, other] => (Some(symbol), None, Some(other)),
            [symbol, object, source] => (Some(symbol), Some(object), Some(source)),
            _ => return None,
        });
    }
    let has_source = style.has_source != Some(false);
    if style.is_squeezed {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [symbol, object, source] if style.has_source == Some(true) => {
                return Some((Some(symbol), Some(object), Some(source)));
            }
            [_, _, _, _, ..] => return around_brackets(text.trim()).or_else(|| squeezed(text)),
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
        [one] => single_spaced(one, has_source),
        [symbol, object] if !has_source => (Some(symbol), Some(object), None),
        // One of the two gaps was squeezed.
        [first, last] => match (first.rsplit_once(' '), last.split_once(' ')) {
            (_, Some((object, source))) if is_source(source) && !object.ends_with(',') => {
                (Some(first), Some(object), Some(source))
            }
            (Some((symbol, object)), None) if is_source(last) && style.has_source == Some(true) => {
                (Some(symbol), Some(object), Some(last))
            }
            _ => (Some(first), Some(last), None),
        },
        [symbol, object, source] => (Some(symbol), Some(object), Some(source)),
        // Parts of two rows, or columns that somebody added.
        _ => return None,
    })
}

/// Names around an object of the kernel (`[kernel.kallsyms]`, `[xfs]`, `[vdso]`), which no name has a word like: whatever
/// else stands between columns.
fn around_brackets(text: &str) -> Option<Names<'_>> {
    let (symbol, rest) = text.match_indices(" [").find_map(|(at, _)| {
        let (symbol, rest) = (text[..at].trim_end(), &text[at + 1..]);
        let object = rest.split(' ').next().unwrap_or_default();
        let is_name = !symbol.is_empty() && !symbol.contains("  ");
        (is_name && is_bracketed(object)).then_some((symbol, rest))
    })?;
    let (object, source) = rest.split_once(' ').unwrap_or((rest, ""));
    let source = source.trim();
    Some((Some(symbol), Some(object), (!source.is_empty()).then_some(source)))
}

/// `[kernel.kallsyms]`, `[xfs]`
fn is_bracketed(word: &str) -> bool {
    word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).is_some_and(|name| {
        name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    })
}

/// Names of which one has blanks, where nothing else stands between columns: they are told apart where the last word is a
/// file and its line, and no bracket makes it and the word before it a part of a name.
fn squeezed(text: &str) -> Option<Names<'_>> {
    let (front, source) = text.rsplit_once(' ')?;
    let (symbol, object) = front.trim_end().rsplit_once(' ')?;
    let plain = |word: &str| !word.contains(['<', '>', '(', ')', ',']);
    let is_file = source
        .rsplit_once(':')
        .is_some_and(|(file, line)| file.contains('.') && decimal(line.as_bytes()).is_some());
    let is_known = is_file && plain(source) && plain(object);
    is_known.then_some((Some(symbol), Some(object), Some(source)))
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

/// Whether a symbol goes on in what seems to be its object: `ns::Table<int,` and `long>::find(int)`.
fn is_parted(symbol: Option<&str>, object: Option<&str>) -> bool {
    let (Some(symbol), Some(object)) = (symbol, object) else { return false };
    let opens = symbol.matches('<').count() > symbol.matches('>').count();
    let closes = object.matches('>').count() > object.matches('<').count();
    opens && closes && !symbol.contains("operator")
}
