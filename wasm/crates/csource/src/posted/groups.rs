//! `struct_group(name, …)` of include/linux/stddef.h written out: what stands in its arguments are members, and a hunk
//! may change any of them.

use crate::lexer::{Kind, Token, tokenize};

/// The text with its groups as what they expand to but for the copy that has the name. Lines stay lines.
pub fn as_bodies(text: &str) -> String {
    let tokens: Vec<Token> =
        tokenize(text.as_bytes()).into_iter().filter(|token| token.kind != Kind::Comment).collect();
    let word = |at: usize| tokens.get(at).map_or("", |token| &text[token.start..token.end]);
    let mut changes: Vec<(usize, usize, String)> = Vec::new();
    let mut depth = 0usize;
    // Depth at which each open group began, and the attributes that it gives its members' struct.
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match word(at) {
            "(" => depth += 1,
            ")" => {
                if open.last().is_some_and(|(began, _)| *began == depth) {
                    let attributes =
                        open.pop().map(|(_, attributes)| attributes).unwrap_or_default();
                    changes.push((token.start, token.end, format!("}} {attributes};}}")));
                } else if depth == 0
                    && word(at + 1) == ";"
                    && begins_line(text, token.start)
                    && ends_declaration(tokens.iter().take(at))
                {
                    // A group that began before the hunk.
                    changes.push((token.start, token.end, "};}".to_owned()));
                }
                depth = depth.saturating_sub(1);
            }
            name => {
                if let Some(arguments) = arguments_before(name)
                    && word(at + 1) == "("
                    && let Some((last, attributes)) = after_commas(&tokens, text, at + 2, arguments)
                    && let Some(comma) = tokens.get(last)
                {
                    changes.push((token.start, comma.end, "union{struct{".to_owned()));
                    depth += 1;
                    open.push((
                        depth,
                        if name == "struct_group_attr" { attributes } else { String::new() },
                    ));
                    at = last + 1;
                    continue;
                }
            }
        }
        at += 1;
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut from = 0;
    for (start, end, with) in changes {
        out.push_str(&text[from..start]);
        out.push_str(&with);
        // What the arguments in front took of lines.
        out.extend(text[start..end].chars().filter(|char| *char == '\n'));
        from = end;
    }
    out.push_str(&text[from..]);
    out
}

/// How many arguments stand before the members.
fn arguments_before(name: &str) -> Option<usize> {
    match name {
        "struct_group" => Some(1),
        "struct_group_attr" | "struct_group_tagged" => Some(2),
        "__struct_group" => Some(3),
        _ => None,
    }
}

/// The token of the last of so many commas, and the text of the argument before it.
fn after_commas(
    tokens: &[Token],
    text: &str,
    from: usize,
    count: usize,
) -> Option<(usize, String)> {
    let mut left = count;
    let mut depth = 0;
    let mut start = from;
    for (at, token) in tokens.iter().enumerate().skip(from).take(64) {
        match token.kind {
            Kind::Punct(b'(') => depth += 1,
            Kind::Punct(b')') if depth == 0 => return None,
            Kind::Punct(b')') => depth -= 1,
            Kind::Punct(b',') if depth == 0 => {
                left -= 1;
                if left == 0 {
                    let argument =
                        tokens.get(start).map_or("", |first| &text[first.start..token.start]);
                    return Some((at, argument.trim().to_owned()));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// Of a group's members the last one has its `;`; the arguments of a function have none.
fn ends_declaration<'a>(before: impl Iterator<Item = &'a Token>) -> bool {
    before.last().is_none_or(|last| matches!(last.kind, Kind::Punct(b';' | b'}') | Kind::Directive))
}

fn begins_line(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_written_out() {
        let check = |text: &str, expect: &str| assert_eq!(as_bodies(text), expect);
        check("struct_group(a, int b; f(x); );", "union{struct{ int b; f(x); } ;};");
        check(
            "struct_group_attr(a,\n__packed,\nint b;\n);",
            "union{struct{\n\nint b;\n} __packed;};",
        );
        check("struct_group(a,\n int b;\n", "union{struct{\n int b;\n");
        check("int b;\n\t);\nint c;", "int b;\n\t};};\nint c;");
        check("int (*f)(int\n);", "int (*f)(int\n);");
        check("int a,\n\tint b\n);\nint c;", "int a,\n\tint b\n);\nint c;");
    }
}
