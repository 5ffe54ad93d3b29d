//! One side of a hunk as C. A hunk begins and ends anywhere: in a comment, in a nested body, in brackets. What began
//! before it is opened, and what ends after it closed, so that the one reader of headers reads it.

use facts::{HeaderDoc, LineEffect, LineKind, PostedLine, PostedSide};

use super::frame::SideLine;
use super::groups;
use super::inside::{
    begins_with_brace, begins_with_declarator, begun_in_function, is_function, is_inside,
};
use super::margin::is_record;
use super::opened::Opened;
use crate::lexer::{Kind, tokenize};
use crate::read_header;
use crate::source::{Directive, Source};

/// Whether changed lines stand after the last body that began before a side and ends in it.
pub fn changes_after_body(lines: &[SideLine]) -> bool {
    let plain = plain(lines.iter().map(|line| line.text.as_str()));
    let code = groups::as_bodies(&without_directives(&plain));
    let Some(last) = Opened::of(&code).last_closer else { return false };
    let line = code[..last].matches('\n').count();
    lines.iter().skip(line + 1).any(|line| line.changed)
}

/// The lines as C that begins where the side does: in a comment, in a macro. Spans count bytes: what is not ASCII can only be
/// in comments and strings.
fn plain<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let text: String = lines
        .flat_map(|line| line.chars().chain(['\n']))
        .map(|char| if char.is_ascii() { char } else { '?' })
        .collect();
    let text = without_macro_rest(text);
    if begins_in_comment(&text) { format!("/*{text}") } else { text }
}

/// See `plain`.
pub fn plain_text(lines: &[PostedLine]) -> String {
    plain(lines.iter().map(|line| line.text.as_str()))
}

/// `changed_after`: on this side or the other, `changes_after_body`.
pub fn side(
    first_line: u32,
    lines: Vec<SideLine>,
    context: &str,
    changed_after: bool,
) -> PostedSide {
    let plain = plain(lines.iter().map(|line| line.text.as_str()));
    let marked = marks(&plain, lines.len());
    let code = groups::as_bodies(&without_directives(&plain));
    let open = Opened::of(&code);
    let begun = if is_function(context) && !open.ends_outer {
        begun_in_function(&code, &open, changed_after)
    } else if is_inside(context, &code, &open) {
        open.closers + usize::from(!open.ends_outer)
    } else {
        0
    };
    let mut source = String::new();
    // `struct name` stands in the line before the hunk, which the context names.
    let headless = begins_with_brace(&code) && is_record(context);
    let begun = if headless { 0 } else { begun };
    if headless {
        source.push_str(context.trim().trim_end_matches('{'));
        source.push(' ');
    }
    // What is no struct is balanced, too.
    let blocks = if begun == 0 { open.closers } else { 0 };
    source.push_str(&"{".repeat(blocks));
    // The context alone may say that it is C++.
    let is_class = begun > 0 && context.trim_start().starts_with("class ");
    source.push_str(if is_class { "class hitmap_class{" } else { "" });
    source.push_str(&"struct{".repeat(begun - usize::from(is_class)));
    if open.brackets > 0 {
        // A pointer to a function is a member, and has the attributes behind its `)`.
        source.push_str("int (*hitmap_begun)");
        source.push_str(&"(".repeat(open.brackets));
    }
    if begun > 0 && open.brackets == 0 && begins_with_declarator(&code) {
        source.push_str("hitmap_type hitmap_begun,");
    }
    let body = code.len();
    let start = source.len();
    source.push_str(&code);
    if open.ends_in_comment {
        source.push_str("*/");
    }
    source.push_str(&")".repeat(open.unclosed_brackets));
    if open.unclosed_brackets > 0 {
        source.push(';');
    }
    let still_open = begun.saturating_sub(open.closers) + open.openers;
    source.push_str(&"};".repeat(still_open));
    let doc = read_header(source.as_bytes());
    let inside = inside(&source, &doc);
    let end = (start + body) as u32;
    let unended = unended(&doc, end);
    let posted = lines.into_iter().zip(marked).map(|(line, (says, condition))| PostedLine {
        text: line.text,
        changed: line.changed,
        number: line.number,
        says,
        is_cut: is_cut(&condition),
        condition,
        mark: None,
        has_word: false,
        effect: LineEffect::Nothing,
        redefines: Vec::new(),
        macro_value: None,
    });
    PostedSide {
        first_line,
        lines: posted.collect(),
        begun: doc.records.iter().take_while(|record| (record.open as usize) < start).count()
            as u32,
        source,
        doc,
        unended,
        inside,
        first_end: None,
        goes_on: false,
    }
}

/// Whether one of the conditions, or a part of one, is the `?` of one that began before the hunk. That of `A ? B : C` has an
/// operand before it.
fn is_cut(conditions: &str) -> bool {
    conditions.match_indices('?').any(|(at, _)| {
        let (before, after) = (&conditions[..at], &conditions[at + 1..]);
        (before.is_empty() || before.ends_with('(') || before.ends_with("&& "))
            && (after.is_empty() || after.starts_with(')') || after.starts_with(" &&"))
    })
}

/// The code between the braces of each record.
fn inside(source: &str, doc: &HeaderDoc) -> Vec<String> {
    let tokens = tokenize(source.as_bytes());
    let records = doc.records.iter();
    records
        .map(|record| {
            // Only of what is declared where its member is anybody asks.
            if record.parent.is_none() {
                return String::new();
            }
            let (open, close) = (record.open as usize, record.close as usize);
            let inner = tokens.iter().filter(|token| {
                open < token.start
                    && token.start < close
                    && !matches!(token.kind, Kind::Comment | Kind::Directive)
            });
            inner.map(|token| &source[token.start..token.end]).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// The records whose `}` stands behind the hunk.
fn unended(doc: &HeaderDoc, end: u32) -> Vec<u32> {
    (0..).zip(&doc.records).filter(|(_, record)| record.close >= end).map(|(at, _)| at).collect()
}

/// Whether a text begins in the middle of a comment: the first end of one stands before any beginning, or a line
/// begins as those inside of a comment do.
fn begins_in_comment(text: &str) -> bool {
    let end = text.find("*/");
    let begin = text.find("/*");
    match (begin, end) {
        (Some(begin), Some(end)) if end < begin => true,
        (None, Some(_)) => true,
        _ => {
            let before = begin.map_or(text, |begin| &text[..begin]);
            before.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(|line| {
                line == "*"
                    || line.starts_with("* ")
                    || line.starts_with("*\t")
                    || line.starts_with("*@")
            })
        }
    }
}

/// A hunk that begins in the middle of a macro has its last lines first: the directive is begun anew, in the place of
/// the first line's blanks.
fn without_macro_rest(text: String) -> String {
    let first = text.lines().next().unwrap_or_default();
    if !first.ends_with('\\') || first.trim_start().starts_with('#') {
        return text;
    }
    format!("#define hitmap_begun {text}")
}

/// What each line says, and the conditions around it.
fn marks(text: &str, count: usize) -> Vec<(LineKind, String)> {
    let source = Source::new(text.as_bytes());
    let mut says = vec![LineKind::Blank; count];
    let mut conditions: Vec<String> = Vec::new();
    let mut deeper = 0usize;
    // Of each line so far; an unmatched end shows that the lines before it stood in a condition, too.
    let mut around: Vec<Vec<String>> = Vec::with_capacity(count);
    for (index, token) in source.tokens.iter().enumerate() {
        let (first, last) = (source.first_line(index) as usize, source.last_line(index) as usize);
        let kind = match token.kind {
            Kind::Comment => LineKind::Comment,
            Kind::Directive => match source.directive(index) {
                Directive::Open | Directive::Branch | Directive::Close => LineKind::Condition,
                _ => LineKind::Directive,
            },
            _ => LineKind::Code,
        };
        for says in says.iter_mut().take(last).skip(first - 1) {
            if kind != LineKind::Comment || *says == LineKind::Blank {
                *says = kind;
            }
        }
        if kind != LineKind::Condition {
            continue;
        }
        let lines_before = first.min(count + 1) - 1;
        around.resize(around.len().max(lines_before), conditions.clone());
        match source.directive(index) {
            // Deeper than any source: as if there were none.
            Directive::Open if conditions.len() == MOST_NESTED => deeper += 1,
            Directive::Close if deeper > 0 => deeper -= 1,
            _ if deeper > 0 => {}
            Directive::Open => conditions.push(bounded(source.condition(index))),
            Directive::Branch => {
                let own = source.condition(index);
                match conditions.pop() {
                    Some(before) => {
                        let denied = format!("!({before})");
                        conditions.push(bounded(if own.is_empty() {
                            denied
                        } else {
                            format!("{denied} && {own}")
                        }));
                    }
                    None => {
                        begun_before(&mut around);
                        conditions.push(if own.is_empty() { "?".to_owned() } else { own });
                    }
                }
            }
            _ => {
                if conditions.pop().is_none() {
                    begun_before(&mut around);
                }
            }
        }
    }
    around.resize(count, conditions);
    says.into_iter().zip(around.into_iter().map(|around| around.join(" && "))).collect()
}

/// `#if`s in each other, and how long a condition with those that it rules out may be.
const MOST_NESTED: usize = 40;
const LONGEST_CONDITION: usize = 400;

/// A condition too long to be told is one that is not seen.
fn bounded(condition: String) -> String {
    if condition.len() > LONGEST_CONDITION { "?".to_owned() } else { condition }
}

fn begun_before(around: &mut [Vec<String>]) {
    for conditions in around {
        conditions.insert(0, "?".to_owned());
    }
}

/// The text with its directives blanked out: their chains begin and end outside of hunks.
fn without_directives(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for token in tokenize(text.as_bytes()) {
        if token.kind == Kind::Directive {
            for byte in bytes.get_mut(token.start..token.end).into_iter().flatten() {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
