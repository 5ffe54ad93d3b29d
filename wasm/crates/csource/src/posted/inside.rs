//! Whether a side begins among the members of a struct, by what stands in it and by the line that its hunk names.

use super::margin::{begins_function, is_record};
use super::opened::Opened;
use crate::lexer::{Kind, Token, tokenize};

/// Whether a hunk begins among the members of a struct.
pub fn is_inside(context: &str, code: &str, open: &Opened) -> bool {
    if begins_with_value(code) {
        return false;
    }
    if open.closers > 0 && !open.ends_outer {
        // Of a function's block the code says so: members have no `=`, `if`, `return`.
        return !is_statements(code);
    }
    // What stands at the start of a line before the struct ends is no member.
    let first = first_code_line(code);
    let flush = first.is_some_and(|line| !line.starts_with([' ', '\t', '}']));
    let is_other = context.contains('=') || (context.contains('(') && !context.contains("__"));
    if opens_before_closing(code) {
        return false;
    }
    if is_record(context) && !is_other {
        let is_flush_function = flush && begins_function(code);
        return !is_flush_function && !begins_declaration(first.unwrap_or_default());
    }
    // Only the hunk's own lines show where it is.
    context.is_empty() && !flush && first.is_some() && !is_statements(code)
}

/// `.name = 1,`, `[ONE] = "one",`: a variable is given values here. (`[[…]]` is an attribute of C++.)
fn begins_with_value(code: &str) -> bool {
    first_code_line(code).is_some_and(|line| {
        let line = line.trim_start();
        line.starts_with('.') || (line.starts_with('[') && !line.starts_with("[["))
    })
}

pub fn is_function(context: &str) -> bool {
    context.contains('(') && !context.contains('=') && !is_record(context)
}

/// How many bodies of structs began in a function before the hunk: a function may declare structs, too. Its variables
/// have values and statements behind them, and its blocks hold statements.
/// Where changed lines stand after the last body that ends (`changed_after`), and all there reads as members, the struct
/// that holds that body is open, too: whose members they are, their names tell.
pub fn begun_in_function(code: &str, open: &Opened, changed_after: bool) -> usize {
    let first = first_code_line(code).unwrap_or_default();
    let opens = first.trim_end().ends_with('{') && is_record(first.trim_start());
    let inside = &code[..open.last_closer.unwrap_or(code.len())];
    if opens || has_word_at_margin(inside) || !is_declarations(inside) {
        return 0;
    }
    let held = open.last_closer.is_some_and(|at| changed_after && is_among_members(&code[at..]));
    open.closers.max(1) + usize::from(held)
}

/// Whether a `}` ends a member's body: it gives nothing a value, and what follows declares without values.
fn is_among_members(code: &str) -> bool {
    let Some((end, after)) = code.split_once(';') else { return false };
    let is_nothing = tokenize(after.as_bytes())
        .iter()
        .all(|token| matches!(token.kind, Kind::Comment | Kind::Directive));
    !end.contains('=') && !has_word_at_margin(after) && (is_nothing || is_declarations(after))
}

/// `b:1,` or `b, c;` first: the rest of a declaration of several members, whose type stands above the hunk.
pub fn begins_with_declarator(code: &str) -> bool {
    let mut tokens = tokenize(code.as_bytes())
        .into_iter()
        .filter(|token| !matches!(token.kind, Kind::Comment | Kind::Directive))
        .skip_while(|token| token.kind == Kind::Punct(b'*'));
    let Some(name) = tokens.next().filter(|token| token.kind == Kind::Word) else {
        return false;
    };
    match tokens.next().map(|token| token.kind) {
        Some(Kind::Punct(b',')) => true,
        // In capitals it is a macro of its own.
        Some(Kind::Punct(b';')) => code[name.start..name.end].contains(char::is_lowercase),
        Some(Kind::Punct(b':')) => {
            // Of an access label of C++ nothing like it follows.
            tokens
                .next()
                .is_some_and(|token| code[token.start..].starts_with(|c: char| c.is_ascii_digit()))
        }
        _ => false,
    }
}

pub fn begins_with_brace(code: &str) -> bool {
    first_code_line(code).is_some_and(|line| line.starts_with('{'))
}

/// From its first token that is neither comment nor directive, or with the blanks before that where it has any.
fn first_code_line(code: &str) -> Option<&str> {
    let first = tokenize(code.as_bytes())
        .into_iter()
        .find(|token| !matches!(token.kind, Kind::Comment | Kind::Directive))?;
    let start = code[..first.start].rfind('\n').map_or(0, |at| at + 1);
    let start = if code[start..first.start].trim().is_empty() { start } else { first.start };
    code[start..].lines().next().map(before_comment)
}

/// A line up to a comment that nothing but comments follows: `struct list_head list; /* of chunks */` ends with `;`.
fn before_comment(line: &str) -> &str {
    let last = tokenize(line.as_bytes()).into_iter().rfind(|token| token.kind != Kind::Comment);
    &line[..last.map_or(0, |token| token.end)]
}

/// `struct next {` or `struct next;` at the start of a line: the struct that the context names has ended.
fn begins_declaration(line: &str) -> bool {
    let mut words = line.split(|char: char| !char.is_alphanumeric() && char != '_');
    let first = words.next().unwrap_or_default();
    match first {
        "typedef" | "static" | "extern" | "namespace" | "template" => true,
        // A member may have such a type where a mailer took the blanks away.
        "struct" | "union" | "enum" | "class" => {
            let end = line.trim_end();
            !end.ends_with(';') || words.filter(|word| !word.is_empty()).count() == 1
        }
        _ => false,
    }
}

/// Whether a struct begins at the start of a line before anything that began before the hunk ends.
fn opens_before_closing(code: &str) -> bool {
    let before = code.find("\n}").unwrap_or(code.len());
    code[..before].lines().any(|line| {
        let head = line.trim_end().strip_suffix('{').unwrap_or_default();
        // `union {` may be a member's where a mailer took the blanks away.
        let is_named = (head.starts_with("struct ") || head.starts_with("union "))
            && head.split_whitespace().count() > 1;
        is_named || head.starts_with("typedef ")
    })
}

/// What stands at the margin is outside of functions.
fn has_word_at_margin(code: &str) -> bool {
    tokenize(code.as_bytes()).iter().any(|token| {
        let is_first = token.start == 0 || code[..token.start].ends_with('\n');
        is_first && token.kind == Kind::Word
    })
}

/// Whether all that stands in a text declares something and gives it no value, as members do.
fn is_declarations(code: &str) -> bool {
    let tokens: Vec<Token> = tokenize(code.as_bytes())
        .into_iter()
        .filter(|token| !matches!(token.kind, Kind::Comment | Kind::Directive))
        .collect();
    let is_end = |token: &Token| matches!(token.kind, Kind::Punct(b';' | b'{' | b'}'));
    let mut is_after_body = false;
    for part in tokens.split_inclusive(is_end) {
        let words = match part {
            [before @ .., last] if is_end(last) => before,
            all => all,
        };
        // `} name;` and `} *name = value;` end what a body began.
        if !words.is_empty() && !is_after_body && !is_declaration(code, words) {
            return false;
        }
        is_after_body = part.last().is_some_and(|last| last.is(b'}'));
    }
    tokens.iter().any(|token| token.is(b';')) && !is_statements(code)
}

/// `unsigned long flags`, `struct`, `void (*call)(int)`: no value, no call, nothing reached through a pointer.
fn is_declaration(code: &str, tokens: &[Token]) -> bool {
    let begins = match tokens {
        [first, ..] if first.kind != Kind::Word => false,
        [only] => matches!(&code[only.start..only.end], "struct" | "union"),
        [_, bracket, star, ..] if bracket.is(b'(') => star.is(b'*'),
        [_, second, ..] => second.kind == Kind::Word || second.is(b'*'),
        [] => false,
    };
    let is_value = |token: &Token| matches!(token.kind, Kind::Punct(b'=' | b'.' | b'!' | b'?'));
    begins && !tokens.iter().any(is_value)
}

fn is_statements(code: &str) -> bool {
    tokenize(code.as_bytes()).iter().any(|token| {
        let word = &code[token.start..token.end];
        matches!(word, "return" | "if" | "for" | "while" | "goto" | "switch" | "case" | "break")
            && token.kind == Kind::Word
    })
}
