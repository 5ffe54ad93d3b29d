//! The end of a row: `[k] symbol  object  file.c:12   0{0-1,4}  1{25}`.

use std::borrow::Cow;

use facts::CodeLevel;
use pasted::GAP;

use super::columns::Columns;
use super::names::{Style, around_brackets, is_bracketed, names};
use super::nodes::{
    Node, drop_bare, ends_in_node, nodes, without_great_number, without_other_number,
};
use crate::tokens::hex;

/// What a page or a person puts in place of the rest of a name.
const ELLIPSIS: char = '\u{2026}';

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
    /// The sign before the symbol is another one than perf's, or was lost: whether it is the kernel's is not known.
    pub has_lost_level: bool,
    /// The last of its nodes was cut.
    pub has_cut_node: bool,
    /// A number that is no node stood behind them, and was left out.
    pub has_other_number: bool,
}

impl Tail {
    /// Whether the row ends within the brackets of an object: `[kernel.kal+`. Nothing follows a cut.
    pub fn has_cut_object(&self) -> bool {
        let is_open = |object: &str| object.starts_with('[') && !object.contains(']');
        self.nodes.is_empty()
            && self.source.is_none()
            && self.object.as_deref().is_some_and(is_open)
    }

    /// Whether this is the other and, behind its nodes, further ones: perf prints them by their number.
    pub fn has_more_nodes_than(&self, other: &Self) -> bool {
        let names = |tail: &Self| Self { nodes: Vec::new(), has_cut_node: false, ..tail.clone() };
        self.nodes.len() > other.nodes.len()
            && self.nodes.starts_with(&other.nodes)
            && self.nodes.is_sorted_by(|a, b| a.node < b.node)
            && names(self) == names(other)
    }

    /// Whether the row ends within its source line: where perf knows none it prints the symbol and how far behind it, `x::y()
    /// const+3`, of which the edge left no more than is the symbol's.
    pub fn has_cut_source(&self) -> bool {
        let of_symbol =
            |source: &str| self.symbol.as_deref().is_some_and(|symbol| symbol.starts_with(source));
        self.nodes.is_empty() && self.source.as_deref().is_some_and(of_symbol)
    }

    /// Whether the symbol ends in what is an object's: `vma_interval_tree_ikernel.kallsyms]` is of two rows.
    pub fn has_two_names_in_one(&self) -> bool {
        let closes = |name: &str| name.ends_with(']') && !name.contains('[');
        self.symbol.as_deref().is_some_and(closes)
    }

    /// Takes the last node off where a row has more of them than CPUs and it is not the next one: each node has a CPU that
    /// sampled the row. (A published report of an Arm machine has nodes 0 and 1 for one CPU.) Lists of CPUs say it
    /// themselves.
    pub fn drop_node_without_cpu(&mut self, cpus: Option<u64>) {
        let is_bare = self.nodes.iter().all(|node| node.cpu_count.is_none());
        let is_next =
            matches!(self.nodes.as_slice(), [.., before, last] if last.node == before.node + 1);
        let are_more = cpus.is_some_and(|cpus| cpus > 0 && self.nodes.len() as u64 > cpus);
        if is_bare && are_more && !is_next {
            self.nodes.pop();
            self.has_other_number = true;
        }
    }
}

/// Reads the end of a row.
pub fn parse(text: &str, columns: &Columns, style: Style) -> Tail {
    let mut tail = Tail::default();
    let (text, other) = without_other_number(text);
    let (text, is_no_node) = without_great_number(text);
    tail.has_other_number = other || is_no_node;
    let mut rest = nodes(text, &mut tail.nodes);
    // One blank is between all columns, and a person wrote something behind a gap.
    if tail.nodes.is_empty()
        && style.squeezed_names(text)
        && let Some((row, _)) = text.trim().split_once("  ")
    {
        rest = nodes(row, &mut tail.nodes);
    }
    tail.has_cut_node = drop_bare(&mut tail.nodes) || ends_in_node(text);
    let has_sign = rest.trim().get(..3).is_some_and(is_level);
    let (level, rest) = level(rest);
    tail.level = level;
    tail.has_lost_level = level.is_none() && (has_sign || are_names(rest, columns, style));
    if level.is_none() && !tail.has_lost_level {
        // Grouped by object only; of names behind the address of code, nothing tells which is which.
        tail.names_unclear = style.has_code && rest.trim().contains(' ');
        let object = Some(rest.trim().to_owned()).filter(|_| !tail.names_unclear);
        tail.object = object.filter(|object| is_object(object));
        return tail;
    }
    let gaps = with_gaps(rest, columns);
    let found = gaps.as_deref().and_then(|text| names(text, columns, style));
    let found = found.filter(|(symbol, object, _)| style.cut || !is_parted(*symbol, *object));
    // With one blank between all columns and no end that tells, a name's words may be columns.
    let found = found.filter(|(symbol, _, source)| {
        let is_torn = symbol.is_some_and(|symbol| symbol.ends_with(','))
            || source.is_some_and(|source| source.starts_with('['));
        !(style.squeezed && tail.nodes.is_empty() && is_torn)
    });
    let Some((symbol, object, source)) = found else {
        tail.names_unclear = true;
        return tail;
    };
    tail.one_blank = symbol
        .zip(object)
        .is_some_and(|(symbol, object)| rest.contains(&format!("{symbol} {object}")));
    tail.symbol = symbol
        .filter(|name| name.strip_prefix("0x").is_none_or(|d| hex(d.as_bytes()).is_none()))
        .map(str::to_owned);
    tail.object = object.map(str::to_owned);
    tail.source = source.filter(|source| !is_remark(source)).map(str::to_owned);
    // A break went through it.
    if tail.source.as_deref().is_some_and(|source| source.ends_with(',')) {
        (tail.source, tail.names_unclear) = (None, true);
    }
    for name in [&mut tail.symbol, &mut tail.object, &mut tail.source] {
        tail.has_cut_name |= name.as_deref().is_some_and(|name| name.ends_with(ELLIPSIS));
        if let Some(name) = name {
            name.truncate(name.trim_end_matches(ELLIPSIS).len());
        }
    }
    // Only an object is in brackets: somebody took the symbols out.
    if tail.object.is_none() && tail.symbol.as_deref().is_some_and(is_bracketed) {
        tail.object = tail.symbol.take();
    }
    tail
}

/// `(2)`, `# here` or `// here`, which a person wrote where the source line and the nodes are gone.
fn is_remark(source: &str) -> bool {
    let inside = source.strip_prefix('(').and_then(|open| open.strip_suffix(')'));
    source.starts_with('#')
        || source.starts_with("//")
        || inside.is_some_and(|inside| {
            !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Whether what is behind the numbers of a row with the address of its code is symbol, object and source line, all of them,
/// so that only the sign before them is missing.
fn are_names(text: &str, columns: &Columns, style: Style) -> bool {
    let apart = text.split("  ").filter(|field| !field.trim().is_empty()).count();
    let words = text.split_whitespace().count();
    let wanted = if columns.source == Some(false) { 2 } else { 3 };
    let one_each = style.squeezed && words == wanted && columns.source.is_some();
    let around = || around_brackets(text.trim()).is_some_and(|(_, _, source)| source.is_some());
    style.has_code && (apart == wanted || one_each || around()) && !text.contains(GAP)
}

/// Whether the only word of a tail is an executable or a library, and not what is left of other columns.
fn is_object(text: &str) -> bool {
    text.contains(char::is_alphabetic)
        && !text.contains("  ")
        && !text.starts_with("0x")
        && !text.starts_with("N/A")
        && !text.contains('\u{2026}')
}

/// The text with a mailer's breaks as what they were: gaps between two columns where so many are missing, else
/// blanks in a name; `None` where that cannot be told.
fn with_gaps<'a>(text: &'a str, columns: &Columns) -> Option<Cow<'a, str>> {
    let breaks = text.matches(GAP).count();
    if breaks == 0 {
        return Some(Cow::Borrowed(text));
    }
    let wanted = if columns.source == Some(false) { 2 } else { 3 };
    let blank = text.replace(GAP, " ");
    let found = blank.split("  ").filter(|field| !field.trim().is_empty()).count();
    if found >= wanted {
        Some(Cow::Owned(blank))
    } else {
        (found + breaks <= wanted).then(|| Cow::Owned(text.replace(GAP, "  ")))
    }
}

/// Whether a word is `[k]`, `[.]` and the like, or `[?]` for one that was altered.
pub fn is_level(word: &str) -> bool {
    matches!(word.as_bytes(), [b'[', b'k' | b'.' | b'g' | b'u' | b'H' | b'!' | b'?', b']'])
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
        [_, b'?', ..] => return (None, text[3..].trim()),
        _ => CodeLevel::User,
    };
    (Some(level), text[3..].trim())
}

/// Whether a symbol was broken, `read_ write`, or goes on in what seems to be its object: `ns::Table<int,` and
/// `long>::find(int)`.
fn is_parted(symbol: Option<&str>, object: Option<&str>) -> bool {
    let Some(symbol) = symbol else { return false };
    // Without brackets a name is one word: a screen broke it. (`operator new`, `virtual thunk to f`, `vtable for f`.)
    let is_plain = !symbol.contains(['<', '(', ',', '[', '{']);
    let has_words = ["operator", "thunk", " for "].iter().any(|word| symbol.contains(word));
    if is_plain && symbol.contains(' ') && (!has_words || symbol.contains("_ ")) {
        return true;
    }
    let Some(object) = object else { return false };
    let opens = symbol.matches('<').count() > symbol.matches('>').count();
    let closes = object.matches('>').count() > object.matches('<').count();
    opens && closes && !symbol.contains("operator")
}

#[cfg(test)]
mod tests {
    use facts::RowNode;

    use super::*;
    use crate::c2c::nodes::Room;

    fn check(text: &str, expect: (&str, &str, &str), nodes: &[(u32, &[u32])]) {
        let tail = parse(text, &Columns::default(), Style::default());
        let text_of = |name: Option<String>| name.unwrap_or_default();
        assert_eq!(
            (text_of(tail.symbol), text_of(tail.object), text_of(tail.source)),
            (expect.0.into(), expect.1.into(), expect.2.into()),
            "{text}"
        );
        let listed: Vec<RowNode> =
            tail.nodes.into_iter().map(|node| node.listed(&mut Room::new(100))).collect();
        let seen: Vec<(u32, &[u32])> = listed.iter().map(|n| (n.node, n.cpus.as_slice())).collect();
        assert_eq!(seen, nodes, "{text}");
    }

    #[test]
    fn every_spelling_of_a_tail() {
        check(
            "[.] writer  demo  demo.c:9      0{1}  1{6}",
            ("writer", "demo", "demo.c:9"),
            &[(0, &[1]), (1, &[6])],
        );
        check(
            "[k] up_write [kernel.kallsyms] up_write+27 0 1",
            ("up_write", "[kernel.kallsyms]", "up_write+27"),
            &[(0, &[]), (1, &[])],
        );
        check(
            "[.] 0x00000000000025ac  memstress         memstress[25ac]   0",
            ("", "memstress", "memstress[25ac]"),
            &[(0, &[])],
        );
        check(
            "[.] std::map<int, long>::at  libx.so  std::map<int, long>::at+408   0{0-1,4}",
            ("std::map<int, long>::at", "libx.so", "std::map<int, long>::at+408"),
            &[(0, &[0, 1, 4])],
        );
        check("[k] f [kernel.kallsyms] fs.h:12", ("f", "[kernel.kallsyms]", "fs.h:12"), &[]);
        check("[.] work(void*)   a b.c:3", ("work(void*)", "a", "b.c:3"), &[]);
        check("[k] f [kernel.kallsyms]", ("f", "[kernel.kallsyms]", ""), &[]);
        check("[k] f [kernel.kallsyms] ma", ("f", "[kernel.kallsyms]", "ma"), &[]);
        check("[.] a::operator [] libx.so x.h:3", ("a::operator []", "libx.so", "x.h:3"), &[]);
        check("[k] only_a_symbol", ("only_a_symbol", "", ""), &[]);
        check("demo   0  1", ("", "demo", ""), &[(0, &[]), (1, &[])]);
        check("[.] f  demo  a.c:1   0{0-1}  1{24-2", ("f", "demo", "a.c:1"), &[(0, &[0, 1])]);
        check("[.] f  demo  a.c:1   0{0-1}  1", ("f", "demo", "a.c:1"), &[(0, &[0, 1])]);
    }

    #[test]
    fn shares_of_nodes() {
        let tail = parse(
            "[.] reader  demo  demo.c:8      0{ 2  67.4%    n/a}  1{ 1  32.6%  51.0%}",
            &Columns::default(),
            Style::default(),
        );
        assert_eq!(tail.nodes[0].cpu_count, Some(2));
        assert_eq!(tail.nodes[0].snoop_percent, Some(67.4));
        assert_eq!(tail.nodes[0].stores_percent, None);
        assert_eq!(tail.nodes[1].stores_percent, Some(51.0));
    }

    #[test]
    fn a_list_without_room_is_counted() {
        let tail = parse("[k] f g 0{0-7} 1{8-9}", &Columns::default(), Style::default());
        let mut room = Room::new(4);
        let listed: Vec<RowNode> = tail.nodes.into_iter().map(|n| n.listed(&mut room)).collect();
        assert_eq!((listed[0].cpu_count, listed[0].cpus.len()), (Some(8), 0));
        assert_eq!(room.refused, 1);
        assert_eq!((listed[1].cpu_count, listed[1].cpus.as_slice()), (Some(2), &[8, 9][..]));
    }
}
