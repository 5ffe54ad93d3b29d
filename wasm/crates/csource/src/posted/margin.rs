//! What begins at the start of a line: a struct, a function.

use crate::lexer::{Kind, Token, group_end, tokenize};
use crate::words;

/// `struct name`, `extern struct name {`, `static const struct name {`: as the line that git names before a hunk.
pub fn is_record(context: &str) -> bool {
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
pub fn opens_at_margin(code: &str) -> bool {
    code.lines().any(|line| {
        line.trim_end().ends_with('{') && is_record(line) && !line.starts_with([' ', '\t'])
    })
}

/// Whether a text begins with a function: a name after its type, then parameters, each a type with a name or a pointer.
/// `UV_EXTERN int f(struct x *x,`, `PyAPI_FUNC(int) f(void)`; an attribute's argument, as in `int x __counted_by(len);`, is
/// neither. A virtual function is a member, since the first one brings a pointer along.
pub fn begins_function(text: &str) -> bool {
    let code: Vec<Token> = tokenize(text.as_bytes())
        .into_iter()
        .filter(|token| !matches!(token.kind, Kind::Comment | Kind::Directive))
        .collect();
    let is = |at: usize, punct: u8| code.get(at).is_some_and(|token| token.is(punct));
    let word = |at: usize| {
        code.get(at).filter(|token| token.kind == Kind::Word).map(|it| &text[it.start..it.end])
    };
    // A macro or an attribute with its arguments: redis' `__attribute__((noinline)) void SHA1Update(SHA1_CTX *context);`
    let first =
        if word(0).is_some() && is(1, b'(') { group_end(code.iter().copied(), 1) } else { 0 };
    let declared = (first..code.len()).take_while(|at| word(*at).is_some() || is(*at, b'*'));
    let open = first + declared.count();
    // What is in capitals may be a macro for a member.
    let is_name = word(open.wrapping_sub(1)).is_some_and(|it| it.contains(char::is_lowercase));
    let is_parameter = match word(open + 1) {
        Some("void") if is(open + 2, b')') => true,
        Some(_) => {
            word(open + 2).is_some()
                || is(open + 2, b'*')
                || (is(open + 2, b'(') && is(open + 3, b'*'))
        }
        None => false,
    };
    is(open, b'(')
        && open > usize::from(first == 0)
        && is_name
        && is_parameter
        && !(first..open).any(|at| word(at) == Some("virtual"))
}
