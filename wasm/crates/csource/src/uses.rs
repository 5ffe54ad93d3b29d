//! Which structs may change when a constant or a type does, as far as one file tells.

use std::collections::HashSet;

use facts::NameUses;

use crate::lexer::Kind;
use crate::posted::{head_in, words_of};
use crate::questions::uses_any;
use crate::source::{Directive, Source};
use crate::words;

/// Where a file uses names whose meaning changes: in the text of a struct, or in what other names are made of. What a
/// function computes with them changes no layout. `names` are macros, enumerators and typedefs.
pub fn read_uses(text: &[u8], names: &[String]) -> NameUses {
    // Most files of a tree have none of them.
    if !uses_any(text, names) && memchr::memmem::find(text, b"##").is_none() {
        return NameUses::default();
    }
    let source = Source::new(text);
    let mut found = Found {
        source: &source,
        wanted: names.iter().map(String::as_bytes).collect(),
        uses: NameUses::default(),
    };
    found.walk();
    found.uses
}

struct Found<'a> {
    source: &'a Source<'a>,
    wanted: HashSet<&'a [u8]>,
    uses: NameUses,
}

/// A brace that is open.
struct Open {
    begins: Begins,
    /// The first token of its statement.
    head: usize,
    /// The token of the brace, and of the one that ends it.
    open: usize,
    close: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Record,
    Enum,
    Other,
}

impl<'a> Found<'a> {
    fn walk(&mut self) {
        let mut open: Vec<Open> = Vec::new();
        // Where the statement began that is read, and the bodies that ended in it.
        let mut statement: Vec<usize> = Vec::new();
        let mut ended: Option<Open> = None;
        for index in 0..self.source.tokens.len() {
            while open.last().is_some_and(|last| last.close < index) {
                open.pop();
            }
            match self.source.token(index).kind {
                Kind::Directive => self.directive(index),
                Kind::Punct(b'{') => {
                    let Some(close) = self.source.partner(index) else { continue };
                    let begins = self.begins(&statement);
                    let head = statement.first().copied().unwrap_or(index);
                    let own = Open { begins, head, open: index, close };
                    // `struct x { int a[N]; }`, and what aligns or packs it before the brace.
                    let is_used = statement.iter().skip(1).any(|at| self.is_wanted(*at));
                    if begins == Begins::Record && is_used {
                        self.record(&own);
                    }
                    open.push(own);
                    statement.clear();
                    ended = None;
                }
                Kind::Punct(b'}') => {
                    statement.clear();
                    ended = open.pop();
                }
                Kind::Punct(b';') => {
                    self.typedef(&statement);
                    statement.clear();
                    ended = None;
                }
                Kind::Comment => {}
                _ => {
                    if self.is_wanted(index) {
                        let bodies = open.iter().chain(&ended);
                        let inside: Vec<_> = bodies.collect();
                        for body in inside {
                            match body.begins {
                                Begins::Record => self.record(body),
                                Begins::Enum => self.enumerators(body),
                                Begins::Other => {}
                            }
                        }
                    }
                    statement.push(index);
                }
            }
        }
    }

    fn is_wanted(&self, index: usize) -> bool {
        self.source.kind(index) == Some(Kind::Word)
            && self.wanted.contains(self.source.bytes(index))
    }

    fn begins(&self, statement: &[usize]) -> Begins {
        if head_in(self.source, statement).is_some() {
            Begins::Record
        } else if statement.iter().any(|at| self.source.is_word(*at, "enum"))
            && !statement.iter().any(|at| self.source.is_punct(*at, b'('))
        {
            Begins::Enum
        } else {
            Begins::Other
        }
    }

    /// Its tag, and every word after its body: `} name_t, *name_p;`.
    fn record(&mut self, body: &Open) {
        let head = self.source.significant(body.head..body.open);
        let tag = head_in(self.source, &head).and_then(|head| head.name);
        let names: Vec<&[u8]> = tag.into_iter().chain(self.words_after(body.close)).collect();
        names.into_iter().for_each(|name| add(&mut self.uses.structs, name));
    }

    fn words_after(&self, close: usize) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let source = self.source;
        let after = close + 1..source.tokens.len();
        after
            .take_while(|at| !source.is_punct(*at, b';'))
            .take(MOST_NAMES)
            .filter(|at| source.kind(*at) == Some(Kind::Word))
            .map(|at| source.bytes(at))
    }

    /// A value that moves moves all that follow it, which may be the size of an enum that is packed.
    fn enumerators(&mut self, body: &Open) {
        let is_packed = self.words_after(body.close).any(|word| word.ends_with(b"packed__"))
            || self.words_after(body.close).any(|word| word == b"packed" || word == b"__packed");
        if is_packed {
            self.anywhere(body.open);
        }
        for at in body.open..body.close {
            let name = self.source.next_code(at + 1);
            let begins = at == body.open || self.source.is_punct(at, b',');
            if begins && self.source.kind(name) == Some(Kind::Word) {
                add(&mut self.uses.names, self.source.bytes(name));
            }
        }
    }

    /// `typedef int name[N];` is another type with another N.
    fn typedef(&mut self, statement: &[usize]) {
        let is_typedef = statement.first().is_some_and(|at| self.source.is_word(*at, "typedef"));
        if !is_typedef || !statement.iter().any(|at| self.is_wanted(*at)) {
            return;
        }
        for at in statement.iter().skip(1) {
            if self.source.kind(*at) == Some(Kind::Word) {
                add(&mut self.uses.names, self.source.bytes(*at));
            }
        }
    }

    fn directive(&mut self, index: usize) {
        let text = self.source.bytes(index);
        let words = words_of(text);
        let is_wanted = |word: &Vec<u8>| self.wanted.contains(word.as_slice());
        match self.source.directive(index) {
            Directive::Define => {
                let Some((name, made_of)) = words.split_first() else { return };
                if !made_of.iter().any(is_wanted) && !self.is_pasted(text) {
                    return;
                }
                if text.contains(&b'{') && made_of.iter().any(|word| words::is_record_keyword(word))
                {
                    self.anywhere(index);
                }
                add(&mut self.uses.names, name);
            }
            Directive::Open | Directive::Branch
                if words.iter().any(is_wanted) && !self.is_default(index, &words) =>
            {
                self.anywhere(index);
            }
            _ => {}
        }
    }

    /// Whether a macro pastes what a wanted name begins or ends with: `#define MOST(what) what##_MAX` makes `ROWS_MAX`.
    fn is_pasted(&self, text: &[u8]) -> bool {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let pastes = text.windows(2).enumerate().filter(|(_, pair)| *pair == b"##");
        pastes.into_iter().any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default().trim_ascii_end();
            let after = text.get(at + 2..).unwrap_or_default().trim_ascii_start();
            let start = before.iter().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
            let end = after.iter().position(|byte| !is_word(byte)).unwrap_or(after.len());
            let (front, back) = (before.get(start..), after.get(..end));
            self.wanted.iter().any(|name| {
                front.is_some_and(|front| !front.is_empty() && name.starts_with(front))
                    || back.is_some_and(|back| !back.is_empty() && name.ends_with(back))
            })
        })
    }

    /// `#ifndef N`, `#define N 64`: what is in it is its definition alone.
    fn is_default(&self, index: usize, words: &[Vec<u8>]) -> bool {
        let is_directive = |at: &usize| self.source.token(*at).kind == Kind::Directive;
        let next = (index + 1..self.source.tokens.len()).find(is_directive);
        self.source.directive_name(index) == b"ifndef"
            && next.is_some_and(|next| {
                self.source.directive_name(next) == b"define"
                    && words_of(self.source.bytes(next)).first() == words.first()
            })
    }

    fn anywhere(&mut self, index: usize) {
        self.uses.anywhere.get_or_insert(self.source.first_line(index));
    }
}

fn add(names: &mut Vec<String>, name: &[u8]) {
    let name = String::from_utf8_lossy(name).into_owned();
    if !names.contains(&name) {
        names.push(name);
    }
}

/// Words after a body that are looked at: a text without a `;` is no declaration.
const MOST_NAMES: usize = 64;

#[cfg(test)]
mod tests {
    use super::read_uses;

    fn check(text: &str, structs: &[&str], names: &[&str], anywhere: Option<u32>) {
        let found = read_uses(text.as_bytes(), &["N".to_owned()]);
        let shown = (found.structs, found.names, found.anywhere);
        let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(shown, (strings(structs), strings(names), anywhere), "{text}");
    }

    #[test]
    fn what_a_constant_decides() {
        check("struct s { int a; struct { char b[N]; } c; };", &["s", "c"], &[], None);
        check("typedef struct { int a:N; } t, *p;", &["t", "p"], &[], None);
        check(
            "struct s { int a; } __attribute__((aligned(N)));",
            &["s", "__attribute__", "aligned", "N"],
            &[],
            None,
        );
        check("struct __attribute__((aligned(N))) s { int a; };", &["s"], &[], None);
        check("#define M(x) (N + x)\nenum { A, B = N, C };", &[], &["M", "A", "B", "C"], None);
        check("#define MOST(what) what##N", &[], &["MOST"], None);
        check("#define MOST(what) N ## what", &[], &["MOST"], None);
        check("typedef int row[N];", &[], &["int", "row", "N"], None);
        check("#define BODY struct s { int a[N]; }", &[], &["BODY"], Some(1));
        check("#if N > 3\n#endif", &[], &[], Some(1));
        check("enum { N, A } __attribute__((packed));", &[], &["N", "A"], Some(1));
    }

    #[test]
    fn what_it_does_not() {
        // haproxy's proxy-t.h and redis's server.h: flags that only functions and tables use.
        check("#ifndef N\n#define N 64\n#endif\nint f(void) { return x & N; }", &[], &[], None);
        check(
            "static struct kw list[] = { { \"a\", N }, { 0 } };\nstruct s { int a; };",
            &[],
            &[],
            None,
        );
        check("struct s { int a; /* N */ }; int g(int x[N]);", &[], &[], None);
    }
}
