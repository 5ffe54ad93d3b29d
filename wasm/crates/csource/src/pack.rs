//! `#pragma pack`: what is in force where a struct is.

use facts::PackLimit;

use crate::lexer::{Kind, tokenize};
use crate::reader::Reader;
use crate::source::{Directive, Source};

/// What is in force from a place on.
struct Pragma {
    offset: usize,
    limit: Option<PackLimit>,
}

impl Reader<'_> {
    /// Gives each record the limit that it is under. gcc looks at the end of a body, clang at its beginning: where the two
    /// differ nothing is claimed. (GCC manual, 6.65.11 "Structure-Layout Pragmas".)
    pub fn settle_packs(&mut self) {
        let pragmas = pragmas(&self.source);
        if pragmas.is_empty() {
            return;
        }
        let in_force = |offset: u32| {
            let before = pragmas.partition_point(|pragma| pragma.offset < offset as usize);
            before.checked_sub(1).and_then(|at| pragmas.get(at)).and_then(|pragma| pragma.limit)
        };
        for record in &mut self.records {
            let (begin, end) = (in_force(record.open), in_force(record.close));
            record.pack = match (begin, end) {
                (None, None) => None,
                (Some(begin), Some(end)) if begin.line == end.line => Some(end),
                (begin, end) => {
                    end.or(begin).map(|limit| PackLimit { line: limit.line, bytes: None })
                }
            };
        }
    }
}

fn pragmas(source: &Source) -> Vec<Pragma> {
    let mut found = Vec::new();
    let mut saved: Vec<Option<PackLimit>> = Vec::new();
    let mut now: Option<PackLimit> = None;
    // Of each `#if`: whether it asks for anything, and whether for a compiler that is none of ours.
    let mut open: Vec<(bool, bool)> = Vec::new();
    for index in (0..source.tokens.len()).filter(|at| source.kind(*at) == Some(Kind::Directive)) {
        match source.directive(index) {
            Directive::Open if is_guard(source, index) => open.push((false, false)),
            Directive::Open => open.push((true, is_of_others(&source.condition(index)))),
            Directive::Branch => {
                let other = is_of_others(&source.condition(index));
                if let Some(last) = open.last_mut() {
                    *last = (true, last.1 || other);
                }
            }
            Directive::Close => {
                open.pop();
            }
            Directive::Other
                if source.directive_name(index) == b"pragma"
                    && !open.iter().any(|(_, of_others)| *of_others) =>
            {
                let argument = source.directive_argument(index);
                let Some(words) = pack_words(&argument) else { continue };
                let line = source.first_line(index);
                let last = words.last().copied().unwrap_or_default();
                if words.first() == Some(&"pop") {
                    now = saved.pop().flatten();
                } else {
                    if words.first() == Some(&"push") {
                        saved.push(now);
                    }
                    // `pack(push)` keeps what is in force; `pack()` and `pack(0)` end it. A name may follow `push`.
                    if last.is_empty() || last == "0" {
                        now = None;
                    } else if words.len() != 1 || last != "push" {
                        let is_known = !open.iter().any(|(asks, _)| *asks);
                        let bytes = matches!(last, "1" | "2" | "4" | "8" | "16")
                            .then(|| last.parse().ok())
                            .flatten();
                        now = Some(PackLimit { line, bytes: bytes.filter(|_| is_known) });
                    }
                }
                found.push(Pragma { offset: source.token(index).start, limit: now });
            }
            _ => {}
        }
    }
    found
}

/// `push`, `8` of `pack(push, 8)`.
fn pack_words(argument: &str) -> Option<Vec<&str>> {
    let inside = argument.strip_prefix("pack")?.trim_start().strip_prefix('(')?;
    Some(inside.split(')').next()?.split(',').map(str::trim).collect())
}

fn is_of_others(condition: &str) -> bool {
    tokenize(condition.as_bytes()).iter().any(|token| {
        matches!(
            condition.get(token.start..token.end),
            Some("_MSC_VER" | "__BORLANDC__" | "__WATCOMC__" | "__IBMC__")
        )
    })
}

/// `#ifndef X`, `#if !defined(X)` with `#define X` right under it.
fn is_guard(source: &Source, at: usize) -> bool {
    let argument = source.directive_argument(at);
    let words = tokenize(argument.as_bytes());
    let mut names = words
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .filter_map(|token| argument.get(token.start..token.end))
        .filter(|word| *word != "defined");
    let next = (at + 1..source.tokens.len()).find(|next| source.kind(*next) != Some(Kind::Comment));
    next.is_some_and(|next| {
        source.kind(next) == Some(Kind::Directive)
            && source.directive_name(next) == b"define"
            && source.directive_argument(next).split([' ', '(']).next() == names.next()
    })
}
