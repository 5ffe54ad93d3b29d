//! Whether a file is C or C++.

use crate::lexer::Kind;
use crate::source::Source;

/// Whether a file is C++: C headers that allow for it do so under `#ifdef __cplusplus`, which is passed over.
pub fn is_cplusplus(source: &Source) -> bool {
    let mut guarded = Vec::new();
    for (at, token) in source.tokens.iter().enumerate() {
        match token.kind {
            Kind::Directive => guard(source, at, &mut guarded),
            Kind::Word if guarded.last() != Some(&true) && only_in_cplusplus(source, at) => {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Keeps for each open `#if` whether it, or one around it, asks for C++.
fn guard(source: &Source, at: usize, open: &mut Vec<bool>) {
    use crate::source::Directive;
    match source.directive(at) {
        Directive::Open => {
            let around = open.last() == Some(&true);
            open.push(around || source.bytes(at).windows(11).any(|part| part == b"__cplusplus"));
        }
        Directive::Close => {
            open.pop();
        }
        _ => {}
    }
}

fn only_in_cplusplus(source: &Source, at: usize) -> bool {
    let next = source.next_code(at + 1);
    let mark = |token: usize, byte: u8| source.is_punct(token, byte);
    match source.bytes(at) {
        b"namespace" if begins(source, at) => {
            mark(next, b'{')
                || (source.kind(next) == Some(Kind::Word) && {
                    let after = source.next_code(next + 1);
                    mark(after, b'{') || mark(after, b':') || mark(after, b'=')
                })
        }
        b"template" => mark(next, b'<'),
        b"class" | b"using" if begins(source, at) => source.kind(next) == Some(Kind::Word),
        b"public" | b"private" | b"protected" if begins(source, at) => mark(next, b':'),
        b"operator" => {
            matches!(source.kind(next), Some(Kind::Punct(b'=' | b'<' | b'>' | b'+' | b'!')))
        }
        b"virtual" if begins(source, at) => {
            source.kind(next) == Some(Kind::Word) || mark(next, b'~')
        }
        // `asm("…" :: "r"(x))` has no word behind it.
        _ => {
            mark(next, b':')
                && mark(next + 1, b':')
                && source.kind(source.next_code(next + 2)) == Some(Kind::Word)
        }
    }
}

/// Behind a type or a `*` the word is a name of C's.
fn begins(source: &Source, at: usize) -> bool {
    let before = (0..at).rev().take(8).find(|before| source.is_code(*before));
    before.is_none_or(|before| {
        matches!(source.kind(before), Some(Kind::Punct(b';' | b'{' | b'}' | b':' | b'>' | b')')))
    })
}

/// Whether a file includes or uses what only the kernel has.
pub fn is_kernel(source: &Source) -> bool {
    (0..source.tokens.len()).any(|at| match source.kind(at) {
        Some(Kind::Word) => {
            let word = source.bytes(at);
            word == b"__rcu" || word.starts_with(b"____cacheline_aligned")
        }
        Some(Kind::Directive) => {
            source.directive_name(at) == b"include"
                && source.directive_argument(at).starts_with("<linux/")
        }
        _ => false,
    })
}
