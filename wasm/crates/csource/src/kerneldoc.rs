//! The kernel-doc comment above a struct (Documentation/doc-guide/kernel-doc.rst).

use facts::{DocMember, KernelDoc, LineRange, SourcePoint};

use crate::demands::states_order;
use crate::lexer::Kind;
use crate::source::Source;

/// The `/** … */` above the declaration whose keyword is at token `keyword`.
pub fn above(source: &Source, keyword: usize) -> Option<KernelDoc> {
    let comment = comment_above(source, keyword)?;
    if source.bytes(comment).starts_with(b"/**") { read(source, comment) } else { None }
}

/// Lines of the comment right above a declaration, if it says that the members have to keep their order.
pub fn order_above(source: &Source, keyword: usize) -> Option<LineRange> {
    let comment = comment_above(source, keyword)?;
    let is_next = source.last_line(comment) + 1 >= source.first_line(keyword);
    (is_next && states_order(source.bytes(comment))).then(|| source.lines(comment, comment))
}

/// The comment that nothing but empty lines parts from a declaration.
fn comment_above(source: &Source, keyword: usize) -> Option<usize> {
    let line = source.first_line(keyword);
    let mut at = keyword.checked_sub(1)?;
    // `typedef struct`, `static const struct`: words on the same line.
    while source.kind(at) == Some(Kind::Word) && source.first_line(at) == line {
        at = at.checked_sub(1)?;
    }
    (source.kind(at) == Some(Kind::Comment)).then_some(at)
}

fn read(source: &Source, comment: usize) -> Option<KernelDoc> {
    let lines = source.lines(comment, comment);
    let mut members: Vec<DocMember> = Vec::new();
    let mut open = false;
    // Where the last `@` stands.
    let mut column = 0;
    let mut sections = false;
    let mut start = source.token(comment).start;
    // The comment may begin in a line, and goes on at the beginning of lines.
    let mut column_of_line = source.point(comment).column as usize - 1;
    for (number, line) in (lines.first..).zip(source.bytes(comment).split(|byte| *byte == b'\n')) {
        let last = number == lines.last;
        let text = content(line, last);
        if let Some(name) = member_name(&text) {
            let at = line.iter().position(|byte| *byte == b'@').unwrap_or_default();
            members.push(DocMember {
                name,
                at: SourcePoint {
                    offset: (start + at) as u32,
                    line: number,
                    column: (column_of_line + at) as u32 + 1,
                },
                lines: LineRange { first: number, last: number },
                loose: false,
            });
            column = indent(line);
            sections = false;
            open = true;
        } else if is_section(&text) {
            sections = true;
            open = false;
        } else if text.is_empty() || sections {
            open = false;
        } else if let Some(member) = members.last_mut() {
            // kernel-doc takes text behind an empty line for the member's as well; a person may mean the struct.
            if open || indent(line) > column {
                member.lines.last = number;
                open = true;
            } else {
                member.loose = true;
            }
        }
        start += line.len() + 1;
        column_of_line = 0;
        // The line with the `*/` cannot move.
        if last && members.last().is_some_and(|member| member.lines.last == number) {
            members.pop();
        }
    }
    Some(KernelDoc { lines, members })
}

/// Columns before the first letter of a comment's line.
fn indent(line: &[u8]) -> usize {
    line.iter()
        .take_while(|byte| byte.is_ascii_whitespace() || **byte == b'*')
        .fold(0, |column, byte| if *byte == b'\t' { (column / 8 + 1) * 8 } else { column + 1 })
}

/// A line without its ` * `, and without the closing `*/`.
fn content(line: &[u8], last: bool) -> String {
    let text = String::from_utf8_lossy(line);
    let mut text = text.trim();
    if last {
        text = text.strip_suffix("*/").unwrap_or(text).trim_end();
    }
    text.trim_start_matches('/').trim_start_matches('*').trim().to_owned()
}

/// `@f_ref: reference count`; `@u.a:` and `@...:` too.
fn member_name(text: &str) -> Option<String> {
    let rest = text.strip_prefix('@')?;
    let end = rest.find(':')?;
    let name = rest[..end].trim();
    let plain = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    plain.then(|| name.to_owned())
}

/// `Description:`, `Context:`, `Note: …` at the start of a line.
fn is_section(text: &str) -> bool {
    let word: String = text.chars().take_while(|c| c.is_ascii_alphabetic()).collect();
    text[word.len()..].starts_with(':') && word.starts_with(|c: char| c.is_ascii_uppercase())
}
