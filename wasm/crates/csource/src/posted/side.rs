//! One side of a hunk as C. A hunk begins and ends anywhere: in a comment, in a nested body, in brackets. What began
//! before it is opened, and what ends after it closed, so that the one reader of headers reads it.

use facts::{HeaderDoc, LineKind, PostedLine, PostedSide};

use super::frame::SideLine;
use super::groups;
use crate::lexer::{Kind, Token, tokenize};
use crate::read_header;
use crate::source::{Directive, Source};
use crate::words;

pub fn side(first_line: u32, lines: Vec<SideLine>, context: &str) -> PostedSide {
    // Spans count bytes: what is not ASCII can only stand in comments and strings.
    let text: String = lines
        .iter()
        .flat_map(|line| line.text.chars().chain(['\n']))
        .map(|char| if char.is_ascii() { char } else { '?' })
        .collect();
    let text = without_macro_rest(text);
    let in_comment = begins_in_comment(&text);
    let plain = if in_comment { format!("/*{text}") } else { text };
    let marked = marks(&plain, lines.len());
    let code = groups::as_bodies(&without_directives(&plain));
    let open = Opened::of(&code);
    let begun = if is_function(context) && !open.ends_outer {
        begun_in_function(&code, &open)
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
    source.push_str(&"struct{".repeat(begun));
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
    let end = (start + body) as u32;
    let unended = unended(&doc, end);
    let posted = lines.into_iter().zip(marked).map(|(line, (says, condition))| PostedLine {
        text: line.text,
        changed: line.changed,
        number: line.number,
        says,
        condition,
    });
    PostedSide {
        first_line,
        lines: posted.collect(),
        begun: doc.records.iter().take_while(|record| (record.open as usize) < start).count()
            as u32,
        source,
        doc,
        unended,
    }
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
    // Of each line; an unmatched end shows that the lines before it stood in a condition, too.
    let mut around: Vec<Vec<String>> = vec![Vec::new(); count];
    let mut filled = 0;
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
        for line in first..=last.min(count) {
            if line <= count && (kind != LineKind::Comment || says[line - 1] == LineKind::Blank) {
                says[line - 1] = kind;
            }
        }
        if kind != LineKind::Condition {
            continue;
        }
        while filled < first.min(count + 1) - 1 {
            around[filled].clone_from(&conditions);
            filled += 1;
        }
        match source.directive(index) {
            Directive::Open => conditions.push(source.condition(index)),
            Directive::Branch => {
                let own = source.condition(index);
                match conditions.pop() {
                    Some(before) => {
                        let denied = format!("!({before})");
                        conditions.push(if own.is_empty() {
                            denied
                        } else {
                            format!("{denied} && {own}")
                        });
                    }
                    None => {
                        begun_before(&mut around[..filled]);
                        conditions.push(if own.is_empty() { "?".to_owned() } else { own });
                    }
                }
            }
            _ => {
                if conditions.pop().is_none() {
                    begun_before(&mut around[..filled]);
                }
            }
        }
    }
    while filled < count {
        around[filled].clone_from(&conditions);
        filled += 1;
    }
    says.into_iter().zip(around.into_iter().map(|around| around.join(" && "))).collect()
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
            for byte in &mut bytes[token.start..token.end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What a text leaves open at its ends.
#[derive(Debug, Default)]
struct Opened {
    /// `}` without their `{`.
    closers: usize,
    /// Where the last of them stands.
    last_closer: Option<usize>,
    /// It stands at the start of its line, as that of a struct does.
    ends_outer: bool,
    /// `{` without their `}`.
    openers: usize,
    /// `)` without their `(`.
    brackets: usize,
    /// `(` without their `)`, at the end.
    unclosed_brackets: usize,
    ends_in_comment: bool,
}

impl Opened {
    fn of(text: &str) -> Self {
        let tokens = tokenize(text.as_bytes());
        let mut found = Self::default();
        let mut depth = 0;
        let mut brackets = 0;
        let mut code_before = false;
        for token in &tokens {
            match token.kind {
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') if depth > 0 => depth -= 1,
                Kind::Punct(b'}') => {
                    found.closers += 1;
                    found.last_closer = Some(token.start);
                    // A macro's last line, the end of a nested class: what opens at the margin after it is
                    // no member.
                    found.ends_outer = token.start == 0
                        || text.as_bytes()[token.start - 1] == b'\n'
                        || opens_at_margin(&text[token.end..]);
                    brackets = 0;
                }
                Kind::Punct(b'(') => brackets += 1,
                Kind::Punct(b')') if brackets > 0 => brackets -= 1,
                // Further down a stray bracket is no beginning.
                Kind::Punct(b')') if !code_before => found.brackets += 1,
                Kind::Punct(b';') => {
                    code_before = true;
                    brackets = 0;
                }
                _ => {}
            }
        }
        found.openers = depth;
        found.unclosed_brackets = brackets;
        found.ends_in_comment = tokens.last().is_some_and(|last| is_unended(text, *last));
        found
    }
}

fn is_unended(text: &str, token: Token) -> bool {
    let comment = &text[token.start..token.end];
    token.kind == Kind::Comment
        && comment.starts_with("/*")
        && (comment.len() < 4 || !comment.ends_with("*/"))
}

/// Whether a hunk begins among the members of a struct.
fn is_inside(context: &str, code: &str, open: &Opened) -> bool {
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
        return !begins_declaration(first.unwrap_or_default());
    }
    // Nothing tells where the hunk lies but its own lines.
    context.is_empty() && !flush && first.is_some() && !is_statements(code)
}

fn is_function(context: &str) -> bool {
    context.contains('(') && !context.contains('=') && !is_record(context)
}

/// How many bodies of structs began in a function before the hunk: a function may declare structs, too. Its variables
/// have values and statements behind them, and its blocks hold statements.
fn begun_in_function(code: &str, open: &Opened) -> usize {
    let first = first_code_line(code).unwrap_or_default();
    let opens = first.trim_end().ends_with('{') && is_record(first.trim_start());
    let inside = &code[..open.last_closer.unwrap_or(code.len())];
    if opens || has_word_at_margin(inside) || !is_declarations(inside) {
        return 0;
    }
    open.closers.max(1)
}

/// `b:1,` or `b, c;` first: the rest of a declaration of several members, whose type stands above the hunk.
fn begins_with_declarator(code: &str) -> bool {
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
            tokens.next().is_some_and(|token| code.as_bytes()[token.start].is_ascii_digit())
        }
        _ => false,
    }
}

fn begins_with_brace(code: &str) -> bool {
    first_code_line(code).is_some_and(|line| line.starts_with('{'))
}

/// `struct name`, `extern struct name {`, `static const struct name {`: as the line that git names before a hunk.
fn is_record(context: &str) -> bool {
    let head = context.split('{').next().unwrap_or_default();
    for word in head.split_whitespace() {
        match word {
            "struct" | "union" | "class" => return true,
            "typedef" | "extern" | "static" | "const" | "volatile" | "__extension__" => {}
            // `static SQLITE_WSD struct name {`
            _ if words::looks_like_macro(word.as_bytes()) => {}
            _ => return false,
        }
    }
    false
}

/// Whether a struct opens at the start of a line.
fn opens_at_margin(code: &str) -> bool {
    code.lines().any(|line| {
        line.trim_end().ends_with('{') && is_record(line) && !line.starts_with([' ', '\t'])
    })
}

/// From its first token that is neither comment nor directive, or with the blanks before that where it has any.
fn first_code_line(code: &str) -> Option<&str> {
    let first = tokenize(code.as_bytes())
        .into_iter()
        .find(|token| !matches!(token.kind, Kind::Comment | Kind::Directive))?;
    let start = code[..first.start].rfind('\n').map_or(0, |at| at + 1);
    let start = if code[start..first.start].trim().is_empty() { start } else { first.start };
    code[start..].lines().next()
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
        let is_first = token.start == 0 || code.as_bytes()[token.start - 1] == b'\n';
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
        [only] => matches!(&code[only.start..only.end], "struct" | "union"),
        [_, bracket, star, ..] if bracket.is(b'(') => star.is(b'*'),
        [_, second, ..] => second.kind == Kind::Word || second.is(b'*'),
        [] => false,
    };
    let is_value = |token: &Token| matches!(token.kind, Kind::Punct(b'=' | b'.' | b'!' | b'?'));
    begins && tokens[0].kind == Kind::Word && !tokens.iter().any(is_value)
}

fn is_statements(code: &str) -> bool {
    tokenize(code.as_bytes()).iter().any(|token| {
        let word = &code[token.start..token.end];
        matches!(word, "return" | "if" | "for" | "while" | "goto" | "switch" | "case" | "break")
            && token.kind == Kind::Word
    })
}
