//! The struct that is asked about, as it is named in code.

use facts::{Container, Hazard, HazardKind, HazardQuery};
use rustc_hash::FxHashSet;

use super::code::{Code, Macro};
use crate::lexer::Kind;
use crate::words;

/// Names in a form to compare with.
pub struct Subject<'a> {
    keyword: &'a [u8],
    name: &'a [u8],
    aliases: Vec<Vec<u8>>,
    pointers: Vec<Vec<u8>>,
    members: FxHashSet<&'a [u8]>,
    first_member: Option<&'a str>,
    first_types: Vec<&'a [u8]>,
    /// Members of other files' structs.
    pub held: &'a [Container],
    /// The file is C++: a tag names the struct by itself, braces need no `=`.
    pub cplusplus: bool,
}

impl<'a> Subject<'a> {
    /// The names of a query, and those that the file itself gives the struct.
    pub fn new(query: &'a HazardQuery, code: &Code, cplusplus: bool) -> Self {
        let mut subject = Self {
            keyword: query.keyword.as_str().as_bytes(),
            name: query.name.as_bytes(),
            aliases: query.aliases.iter().map(|name| name.clone().into_bytes()).collect(),
            pointers: query.pointers.iter().map(|name| name.clone().into_bytes()).collect(),
            members: query.members.iter().map(|name| name.as_bytes()).collect(),
            first_member: query.members.first().map(String::as_str),
            first_types: query.first_types.iter().map(|name| name.as_bytes()).collect(),
            held: &query.held,
            cplusplus,
        };
        if cplusplus && !query.aliases.contains(&query.name) {
            subject.aliases.push(query.name.clone().into_bytes());
        }
        subject.take_typedefs(code);
        subject
    }

    /// `typedef struct x x_t, *x_ptr;`, `using x_t = struct x;`, `#define x_t struct x`
    fn take_typedefs(&mut self, code: &Code) {
        for at in 0..code.len() {
            let from = match code.word(at) {
                b"typedef" => at + 1,
                b"using" if code.is(at + 2, b'=') => at + 3,
                _ => continue,
            };
            let Some(mut end) = self.mention(code, from) else {
                continue;
            };
            if from == at + 3 {
                self.take(
                    code.word(at + 1),
                    code.is(end, b'*'),
                    code.is(end, b'*') || code.is(end, b';'),
                );
                continue;
            }
            if code.is(end, b'{') {
                end = code.behind(end);
            }
            loop {
                let pointer = code.is(end, b'*');
                let name = end + usize::from(pointer);
                let next = name + 1;
                self.take(code.word(name), pointer, code.is(next, b';') || code.is(next, b','));
                if !code.is(next, b',') {
                    break;
                }
                end = next + 1;
            }
        }
        self.take_macros(code);
    }

    /// `#define x_t struct x`
    fn take_macros(&mut self, code: &Code) {
        let source = code.source();
        for (index, token) in source.tokens.iter().enumerate() {
            if token.kind != Kind::Directive || source.directive_name(index) != b"define" {
                continue;
            }
            let Some(found) = Macro::of(source.bytes(index)) else { continue };
            if found.parameters.is_some() || !self.may_be_named(found.body) {
                continue;
            }
            let body = Code::new(found.body, 0);
            let end = self.mention(&body, 0);
            let pointer = end.is_some_and(|end| body.is(end, b'*'));
            self.take(
                found.name,
                pointer,
                end.is_some_and(|end| end + usize::from(pointer) == body.len()),
            );
        }
    }

    fn take(&mut self, name: &[u8], pointer: bool, is_whole: bool) {
        let all = if pointer { &mut self.pointers } else { &mut self.aliases };
        if is_whole && !name.is_empty() && name != self.name && !all.iter().any(|each| each == name)
        {
            all.push(name.to_vec());
        } else if is_whole && !pointer && name == self.name && !all.iter().any(|each| each == name)
        {
            // `typedef struct x x;`
            all.push(name.to_vec());
        }
    }

    /// The names that its text gives the struct and a pointer to it, and that a query does not know.
    pub fn own_names(&self, query: &HazardQuery) -> (Vec<String>, Vec<String>) {
        let new = |all: &[Vec<u8>], known: &[String]| {
            all.iter()
                .filter(|name| !known.iter().any(|each| each.as_bytes() == *name))
                // C++ needs no typedef to name it by its tag.
                .filter(|name| !(self.cplusplus && *name == self.name))
                .map(|name| String::from_utf8_lossy(name).into_owned())
                .collect()
        };
        (new(&self.aliases, &query.aliases), new(&self.pointers, &query.pointers))
    }

    /// Whether a name of a pointer to it stands at a place as a type.
    pub fn is_pointer(&self, code: &Code, at: usize) -> bool {
        let word = code.word(at);
        !word.is_empty()
            && self.pointers.iter().any(|name| name == word)
            && !code.is(at + 1, b'(')
            && !at.checked_sub(1).is_some_and(|before| {
                code.is(before, b'.')
                    || (code.is(before, b'>') && before > 0 && code.is(before - 1, b'-'))
            })
    }

    /// Whether one of its names stands in a text, in whatever role.
    pub fn may_be_named(&self, text: &[u8]) -> bool {
        let stands =
            |name: &[u8]| !name.is_empty() && text.windows(name.len()).any(|part| part == name);
        stands(self.name) || self.aliases.iter().chain(&self.pointers).any(|alias| stands(alias))
    }

    /// Behind `struct name` or an alias, where one begins at a place.
    pub fn mention(&self, code: &Code, at: usize) -> Option<usize> {
        let word = code.word(at);
        if word == self.keyword && code.word(at + 1) == self.name {
            return Some(at + 2);
        }
        if word.is_empty() || !self.aliases.iter().any(|alias| alias == word) {
            return None;
        }
        // `x.name`, `struct name` of another kind, `name(`: no type.
        let before = at.checked_sub(1);
        let member = before.is_some_and(|before| {
            code.is(before, b'.')
                || (code.is(before, b'>') && before > 0 && code.is(before - 1, b'-'))
                || words::is_record_keyword(code.word(before))
                || matches!(code.word(before), b"enum" | b"namespace")
        });
        (!member && !code.is(at + 1, b'(')).then_some(at + 1)
    }

    /// Whether the struct is named in `from..to`.
    pub fn named_in(&self, code: &Code, from: usize, to: usize) -> bool {
        (from..to).any(|at| self.mention(code, at).is_some())
    }

    /// Whether its bare tag is an argument in `from..to`: `OFFSET(X, name, y)`.
    pub fn is_argument_in(&self, code: &Code, from: usize, to: usize) -> bool {
        let ends = |at: usize| code.is(at, b',') || code.is(at, b'(') || code.is(at, b')');
        (from + 1..to).any(|at| code.word(at) == self.name && ends(at - 1) && ends(at + 1))
    }

    /// The members that are named in `from..to`, once each.
    pub fn members_in(&self, code: &Code, from: usize, to: usize) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for at in from..to.min(code.len()) {
            let word = code.word(at);
            if self.is_inside_member(code, at) {
                continue;
            }
            if self.members.contains(word) && !found.iter().any(|each| each.as_bytes() == word) {
                found.push(String::from_utf8_lossy(word).into_owned());
            }
        }
        found
    }

    /// `flags` of `p->info.flags`, where `info` is the member: a nested one may have an outer one's name.
    fn is_inside_member(&self, code: &Code, at: usize) -> bool {
        let of = |at: usize| match at.checked_sub(2) {
            Some(of) if code.is(at - 1, b'.') => Some(of),
            Some(of) if code.is(at - 1, b'>') && code.is(of, b'-') => of.checked_sub(1),
            _ => None,
        };
        let Some(outer) = of(at).filter(|outer| self.members.contains(code.word(*outer))) else {
            return false;
        };
        // `offsetof(struct x, info.flags)`; a variable may have a member's name as well.
        of(outer).is_some() || (outer > 0 && code.is(outer - 1, b','))
    }

    /// The member that lies at its beginning, or the first in what has no name there.
    pub fn first_member(&self) -> Option<&str> {
        self.first_member
    }

    /// Whether it has a member of that name.
    pub fn has_member(&self, name: &[u8]) -> bool {
        self.members.contains(name)
    }

    /// Whether a type of that tag lies at its beginning.
    pub fn begins_with(&self, tag: &[u8]) -> bool {
        self.first_types.contains(&tag)
    }

    /// How many `[]` a member of another file's struct has that is this struct, where there is one of that name.
    pub fn held_by_others(&self, name: &[u8]) -> Option<u32> {
        let held = self.held.iter().find(|held| held.member.as_bytes() == name)?;
        Some(held.dimensions)
    }

    /// Whether a tag or typedef is the struct itself.
    pub fn is_called(&self, name: &[u8]) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// A place with nothing said about it yet.
pub fn hazard(kind: HazardKind, line: u32, text: String) -> Hazard {
    Hazard {
        kind,
        line,
        text,
        members: Vec::new(),
        subject: String::new(),
        values: 0,
        rows: 0,
        size: false,
        certain: true,
    }
}
