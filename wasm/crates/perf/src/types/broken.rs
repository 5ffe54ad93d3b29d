//! Rows that a mailer broke at a blank, put together again. What an edge cut off is in no line, so that a row that is cut
//! is told by the next one, which begins as a row, a brace or a heading does. A terminal breaks words: where a blank would
//! be inside of a name or a number, the pieces stay what they are, and are said not to be read.

use pasted::Line;

use super::names::{looks_like_type, once, split_offset};
use super::table::percentages;
use crate::tokens::{Word, words};

/// A mailer makes no more of a row of perf's.
const MOST_PIECES: usize = 4;
/// Rows of an annotation have a value at least, an offset and a size.
const FEWEST_NUMBERS: usize = 3;

/// A line, or what a mailer made several of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub text: String,
    pub number: u64,
    pub cut: bool,
}

impl Piece {
    pub fn of(line: Line) -> Self {
        Self { text: line.text.to_owned(), number: line.number, cut: line.cut }
    }
}

/// What the next line is to those that may go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The end of their row.
    Whole(Piece),
    /// A further piece of it.
    Piece,
    /// Another line.
    Other,
}

/// What a line is that a mailer may have broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `Annotate type: 'struct page' in [kernel.kallsyms] (480 samples):`
    Heading,
    /// `# Samples: 10K of events 'a, b'`
    Events,
    /// `10.83% 0.02%  struct page +8 (lru.next)`
    Share,
    /// `447 33 0 0 64  struct page {`
    Member,
}

impl Form {
    fn of(text: &str, annotated: bool) -> Option<Self> {
        if text.starts_with("Annotate type:") {
            return Some(Self::Heading);
        }
        if text.trim_start_matches('#').trim_start().starts_with("Samples:") {
            return Some(Self::Events);
        }
        let first = words(text).first().copied()?;
        if first.percent().is_some() {
            return Some(Self::Share);
        }
        (annotated && is_number(&first)).then_some(Self::Member)
    }

    fn is_whole(self, text: &str) -> bool {
        match self {
            Self::Heading => text.ends_with("samples):"),
            Self::Events => text.matches('\'').count() != 1,
            Self::Share => {
                text.ends_with(')') && split_offset(text).is_some_and(|found| found.3.is_some())
            }
            Self::Member => text.ends_with([';', '{']),
        }
    }

    /// Whether no name and no number of the row `text` has a blank in it, which is where `before` and the `rest` meet.
    fn has_whole_words(self, text: &str, before: &str, rest: &str) -> bool {
        match self {
            Self::Heading => {
                let mut quoted = text.splitn(3, '\'').skip(1);
                let name = quoted.next().is_some_and(is_type_name);
                // ` in /opt/app (4711 samples):`
                let object = quoted.next().and_then(|behind| behind.strip_prefix(" in "));
                name && object.is_some_and(|object| object.split(' ').count() == 3)
            }
            Self::Events => {
                let quoted = text.split_once('\'').and_then(|(_, rest)| rest.rsplit_once('\''));
                quoted.is_some_and(|(names, _)| names.split(", ").all(|name| !name.contains(' ')))
            }
            Self::Share => {
                let words = words(text);
                let (_, end) = percentages(&words);
                let name = words.get(end).map_or("", |word| &text[word.start..]);
                split_offset(name).is_some_and(|(name, _, _, field)| {
                    let name = name.rsplit_once("  ").map_or(name, |(_, name)| name);
                    is_type_name(once(name).unwrap_or(name))
                        && field.is_some_and(|field| field == "no field" || !field.contains(' '))
                })
            }
            // Names are behind a gap: what has one already ends in a name, or in a piece of it.
            Self::Member => {
                let words = words(before);
                let name = words.iter().find(|word| !is_number(word));
                let declaration = name.map_or("", |word| before[word.start..].trim_end());
                let last = declaration.split_whitespace().last().unwrap_or_default();
                let first = rest.split_whitespace().next().unwrap_or_default();
                let is_keyword_broken = ![last, first].iter().any(|word| is_keyword(word))
                    && is_keyword(&format!("{last}{first}"));
                let has_gap = declaration.contains('\t') || declaration.contains("  ");
                rest == "{" || !has_gap && !is_keyword_broken
            }
        }
    }
}

/// `struct page`, `long unsigned int`: after a keyword a name has no blank. (Those of C++ have, and are left alone.)
fn is_type_name(name: &str) -> bool {
    let mut words = name.split(' ');
    if words.next().is_some_and(is_keyword) {
        words.count() == 1
    } else {
        looks_like_type(name) && !name.contains('<')
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "struct" | "union" | "enum" | "class")
}

/// Whether a line may go on in the next one; `annotated` where it is below the heading of an annotation.
pub(super) fn may_go_on(text: &str, annotated: bool) -> bool {
    let text = text.trim();
    Form::of(text, annotated).is_some_and(|form| !form.is_whole(text))
}

/// What the next line is to those that may go on.
pub(super) fn next(pieces: &[Piece], line: Line, annotated: bool) -> Next {
    let Some((first, others)) = pieces.split_first() else { return Next::Other };
    let Some(form) = Form::of(first.text.trim(), annotated) else { return Next::Other };
    if !is_rest(line.text.trim()) || pieces.len() >= MOST_PIECES {
        return Next::Other;
    }
    // The blanks before a row tell what it is of.
    let mut text = first.text.trim_end().to_owned();
    for piece in others.iter().map(|piece| piece.text.as_str()).chain([line.text]) {
        // No name of an event has a blank: one that does not end in its comma was broken itself.
        if form != Form::Events || text.ends_with(',') {
            text.push(' ');
        }
        text += piece.trim();
    }
    let before = pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join(" ");
    if form.is_whole(text.trim()) && form.has_whole_words(text.trim(), &before, line.text.trim()) {
        Next::Whole(Piece { text, number: first.number, cut: line.cut })
    } else {
        Next::Piece
    }
}

/// Whether nothing begins with this line.
fn is_rest(text: &str) -> bool {
    let begins = ["}", "#", "=", "Annotate type:", "event["];
    if text.is_empty() || begins.iter().any(|begin| text.starts_with(begin)) {
        return false;
    }
    let words = words(text);
    let numbers = words.iter().take_while(|word| is_number(word)).count();
    words.first().is_some_and(|word| word.percent().is_none()) && numbers < FEWEST_NUMBERS
}

fn is_number(word: &Word) -> bool {
    word.text.starts_with(|c: char| c.is_ascii_digit()) && word.text.parse::<f64>().is_ok()
        || word.address().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that are read.
    fn check(text: &str, expect: &[&str]) {
        let mut held: Vec<Piece> = Vec::new();
        let mut read: Vec<String> = Vec::new();
        for (at, text) in text.lines().enumerate() {
            let line = Line { text, number: at as u64 + 1, cut: false, last: false };
            match next(&held, line, true) {
                Next::Whole(piece) => {
                    held.clear();
                    read.push(piece.text);
                    continue;
                }
                Next::Piece => {
                    held.push(Piece::of(line));
                    continue;
                }
                Next::Other => read.extend(held.drain(..).map(|piece| piece.text)),
            }
            if may_go_on(text, true) {
                held.push(Piece::of(line));
            } else {
                read.push(text.to_owned());
            }
        }
        read.extend(held.into_iter().map(|piece| piece.text));
        assert_eq!(read, expect);
    }

    #[test]
    fn broken_rows_are_one() {
        check(
            "  0.25%  struct page +48\n(_mapcount.counter)\n  0.02%  struct page\n+52 (a)\n",
            &["  0.25%  struct page +48 (_mapcount.counter)", "  0.02%  struct page +52 (a)"],
        );
        check(
            " 319 13 0 8 40\nstruct          {\n 319 13 0 8\n40 union {\n 236 1 0 8 8\nvoid*\n__filler;\n",
            &[
                " 319 13 0 8 40 struct          {",
                " 319 13 0 8 40 union {",
                " 236 1 0 8 8 void* __filler;",
            ],
        );
        check(
            "# Samples: 1 of events 'a, cpu/mem-\nstores/P'\n",
            &["# Samples: 1 of events 'a, cpu/mem-stores/P'"],
        );
        check(
            "# Samples: 1 of events 'a, b,\nc'\nAnnotate type: 'struct a' in b (7\nsamples):\n",
            &["# Samples: 1 of events 'a, b, c'", "Annotate type: 'struct a' in b (7 samples):"],
        );
    }

    #[test]
    fn what_an_edge_cut_stays_cut() {
        for text in [
            "  0.25%  struct page +48\n  0.02%  struct page\n",
            " 447 33 0 0 64 struct pa\n };\n 7 0 8 long a;\n",
            " 447 33 0 0 64 struct pa\n 7 0 8 long a;\n",
            "Annotate type: 'struct a\n event[0] = a:\n",
            " 3.00%  struct a\n(see below)\n",
            // A terminal broke these.
            " 0.25%  struct page +48 (_mapcou\nnt.counter)\n",
            " 0.25%  struct pa\nge +48 (_mapcount.counter)\n",
            " 236 1 0 8 8 struct list_head*  ne\nxt;\n",
            " 236 1 0 8 8 str\nuct          {\n",
            "Annotate type: 'struct a' in b (47\n11 samples):\n",
            "Annotate type: 'struct a' in b/c\nd (47 samples):\n",
            "Annotate type: 'struct a\nb' in c (47 samples):\n",
        ] {
            let lines: Vec<&str> = text.lines().collect();
            check(text, &lines);
        }
    }
}
