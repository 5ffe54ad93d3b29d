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
    /// `None` where that is unknown.
    pub has_source: Option<bool>,
    pub has_nodes: bool,
    /// Somebody made the table: a symbol has no level before it.
    pub by_hand: bool,
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
    /// The names are there and cannot be separated.
    pub names_unclear: bool,
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
        // Grouped by object only; of names behind the address of code, which is which is unknown.
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
/// name; `None` where that is unknown.
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

/// Symbol, object and source line, between which perf puts two blanks; `None` where names with blanks cannot be separated.
fn names<'a>(text: &'a str, style: &Style) -> Option<Names<'a>> {
    let fields: Vec<&str> = text.split("  ").map(str::trim).filter(|f| !f.is_empty()).collect();
    if style.by_hand && !style.has_object && style.has_source == Some(false) {
        return Some((Some(text.trim()).filter(|text| !text.is_empty()), None, None));
    }
    let has_source = style.has_source != Some(false);
    Some(match fields.as_slice() {
        [] => (None, None, None),
        // One blank between all columns, as a changelog of the kernel has it: more words cannot be separated.
        [names] if style.has_object && names.contains(' ') => {
            let words: Vec<&str> = names.split(' ').collect();
            match words.as_slice() {
                [symbol, object, source] if is_source(source) => {
                    (Some(symbol), Some(object), Some(source))
                }
                _ => return None,
            }
        }
        [symbol] => (Some(symbol), None, None),
        [symbol, source] if style.by_hand && !style.has_object => {
            (Some(symbol), None, Some(source))
        }
        // A mailer broke one of the two gaps.
        [first, last] if has_source && style.has_object => match last.split_once(' ') {
            // An object of the kernel is in brackets.
            _ if first.contains(" [") => return None,
            Some((object, source)) if is_source(source) && !source.contains(' ') => {
                (Some(first), Some(object), Some(source))
            }
            _ if is_source(last) => return None,
            _ => (Some(first), Some(last), None),
        },
        [symbol, object] => (Some(symbol), Some(object), None),
        [symbol, object, source] => (Some(symbol), Some(object), Some(source)),
        // Parts of two rows, or columns that somebody added.
        _ => return None,
    })
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
