//! What C++ puts between the members of a class: functions, types, constants, labels.

use facts::{Declares, InitialisedMember, OrderedText};

use crate::declaration::{part, token_at};
use crate::lexer::Kind;
use crate::reader::Reader;
use crate::source::Source;
use crate::words;

/// Whether what stands between the braces of a struct is C++: constructors, functions with bodies, initialisers.
pub fn body_is_cplusplus(source: &Source, open: usize, close: usize, tag: Option<&[u8]>) -> bool {
    let mut at = open + 1;
    let mut before = open;
    while at < close {
        if !source.is_code(at) {
            at += 1;
            continue;
        }
        let begins = matches!(source.kind(before), Some(Kind::Punct(b';' | b'{' | b'}' | b':')));
        let next = source.next_code(at + 1);
        match source.kind(at) {
            Some(Kind::Punct(b'=')) => return true,
            Some(Kind::Punct(b'~')) if begins => return true,
            Some(Kind::Word)
                if begins && tag == Some(source.bytes(at)) && source.is_punct(next, b'(') =>
            {
                return true;
            }
            Some(Kind::Punct(b'{')) if source.is_punct(before, b')') => {
                // `__attribute__((x)) {` of a struct without a tag is C.
                let head = source.partner(before).and_then(|group| group.checked_sub(1));
                let word = head.map_or(&b""[..], |head| source.bytes(head));
                if !words::is_attribute(word) && !words::looks_like_macro(word) {
                    return true;
                }
            }
            _ => {}
        }
        before = at;
        at = match source.kind(at) {
            Some(Kind::Punct(b'(' | b'[' | b'{')) => {
                let partner = source.partner(at).filter(|to| *to > at).unwrap_or(at);
                before = partner;
                partner + 1
            }
            _ => at + 1,
        };
    }
    false
}

/// Words before a member function or a friend that are part of neither type nor name.
fn is_function_word(word: &[u8]) -> bool {
    matches!(word, b"virtual" | b"explicit" | b"inline" | b"constexpr" | b"consteval")
}

impl Reader<'_> {
    /// What a declaration of a class that is no data member declares, with the names; `None` for all others.
    pub fn other_than_member(
        &self,
        code: &[usize],
        record: u32,
    ) -> Option<(Declares, Vec<String>)> {
        let from = self.behind_brackets(code, 0);
        let word = self.source.bytes(*code.get(from)?);
        if matches!(word, b"static_assert" | b"_Static_assert")
            && self.source.is_punct(*code.get(from + 1)?, b'(')
        {
            return Some((Declares::Nothing, Vec::new()));
        }
        if !self.cplusplus {
            return None;
        }
        let names = || self.names_declared(part(code, from..code.len()));
        match word {
            b"friend" => return Some((Declares::Nothing, Vec::new())),
            b"using" | b"typedef" | b"template" | b"static" => {
                return Some((Declares::Name, names()));
            }
            _ => {}
        }
        // `const static int limit = 4;`
        let leading = code.iter().skip(from).take_while(|token| {
            let bytes = self.source.bytes(**token);
            words::is_qualifier(bytes) || is_function_word(bytes)
        });
        if leading.into_iter().any(|token| self.source.is_word(*token, "static")) {
            return Some((Declares::Name, names()));
        }
        let mut at = from;
        while code.get(at).is_some_and(|token| {
            is_function_word(self.source.bytes(*token)) || self.source.is_punct(*token, b'[')
        }) {
            if self.source.bytes(token_at(code, at)) == b"constexpr" {
                return Some((Declares::Name, names()));
            }
            at = self.behind_brackets(code, at + 1);
        }
        let function = at > from && is_function_word(self.source.bytes(token_at(code, from)));
        let tag = self.records.get(record as usize).and_then(|record| record.tag.as_deref());
        let constructs = code.get(at).is_some_and(|token| {
            self.source.is_punct(*token, b'~')
                || (Some(self.source.word(*token).as_str()) == tag
                    && code.get(at + 1).is_some_and(|next| self.source.is_punct(*next, b'(')))
        });
        let operates = code.iter().take(MAX_WORDS).any(|token| {
            self.source.is_word(*token, "operator")
                && !matches!(
                    self.source.kind(self.source.next_code(*token + 1)),
                    Some(Kind::Punct(b';' | b',' | b':'))
                )
        });
        (function || constructs || operates).then(|| (Declares::Nothing, Vec::new()))
    }

    /// `using NAME =`, `static const int NAME`, `template <…> struct NAME`: the last word before the `=`, `(`, `{`
    /// or the end, or behind `using X::`.
    fn names_declared(&self, code: &[usize]) -> Vec<String> {
        let mut found = None;
        let mut at = 0;
        while let Some(&token) = code.get(at) {
            match self.source.kind(token) {
                Some(Kind::Punct(b'=' | b'{' | b'(')) => break,
                Some(Kind::Punct(b'[')) => at = self.after_group(code, at) - 1,
                Some(Kind::Punct(b'<')) => at = self.behind_angles(code, at) - 1,
                Some(Kind::Word) => found = Some(token),
                _ => {}
            }
            at += 1;
        }
        found.map(|token| self.source.word(token)).into_iter().collect()
    }

    /// Behind the `>` that closes the `<` at `at`; always further than `at`.
    pub fn behind_angles(&self, code: &[usize], at: usize) -> usize {
        let mut depth = 0usize;
        let mut here = at;
        while let Some(&token) = code.get(here) {
            match self.source.kind(token) {
                Some(Kind::Punct(b'<')) => depth += 1,
                Some(Kind::Punct(b'>')) => {
                    depth -= 1;
                    if depth == 0 {
                        return here + 1;
                    }
                }
                Some(Kind::Punct(b'(' | b'[' | b'{')) => here = self.after_group(code, here) - 1,
                Some(Kind::Punct(b';')) => break,
                _ => {}
            }
            here += 1;
        }
        at + 1
    }

    /// Behind `[[nodiscard]]` and the like.
    pub fn behind_brackets(&self, code: &[usize], from: usize) -> usize {
        let mut at = from;
        while self.is_bracketed(code, at) {
            at = self.after_group(code, at);
        }
        at
    }

    /// What of a member function depends on the order of the members.
    pub fn ordered(&self, code: &[usize], record: u32) -> Option<OrderedText> {
        let line = self.source.first_line(*code.first()?);
        let defaulted = code.array_windows().any(|[sign, word]| {
            self.source.is_punct(*sign, b'=') && self.source.is_word(*word, "default")
        });
        if let Some(at) = code.iter().position(|token| self.source.is_word(*token, "operator")) {
            let name: String = code
                .iter()
                .skip(at + 1)
                .map_while(|token| match self.source.kind(*token) {
                    Some(Kind::Punct(byte @ (b'<' | b'>' | b'='))) => Some(char::from(byte)),
                    _ => None,
                })
                .collect();
            let compares = matches!(name.as_str(), "<=>" | "==");
            return (defaulted && compares)
                .then(|| OrderedText::Comparison { line, name: format!("operator{name}") });
        }
        let tag = self.records.get(record as usize)?.tag.clone()?;
        let named = code.iter().position(|token| self.source.is_word(*token, &tag))?;
        if !self.source.is_punct(*code.get(named + 1)?, b'(') {
            return None;
        }
        let behind = self.after_group(code, named + 1);
        let colon = code.iter().skip(behind).position(|token| self.source.is_punct(*token, b':'));
        let colon = colon.map(|at| behind + at);
        let parameters = self.words_in(part(code, named + 1..behind));
        let mut members = colon.map_or(Vec::new(), |colon| self.initialised(code, colon + 1));
        for member in &mut members {
            member.reads.retain(|word| !parameters.contains(word));
        }
        Some(OrderedText::Constructor { line, members })
    }

    /// `a_(x), b_{y}`, to what is neither.
    fn initialised(&self, code: &[usize], from: usize) -> Vec<InitialisedMember> {
        let mut members = Vec::new();
        let mut at = from;
        while let Some(&name) = code.get(at) {
            let mut open = at + 1;
            while let Some(&token) = code.get(open)
                && !matches!(self.source.kind(token), Some(Kind::Punct(b'(' | b'{')))
            {
                open = if self.source.is_punct(token, b'<') {
                    self.behind_angles(code, open)
                } else {
                    open + 1
                };
            }
            if self.source.kind(name) != Some(Kind::Word) || open >= code.len() {
                break;
            }
            let behind = self.after_group(code, open);
            let reads = self.words_in(part(code, open..behind));
            members.push(InitialisedMember { name: self.source.word(name), reads });
            if !code.get(behind).is_some_and(|next| self.source.is_punct(*next, b',')) {
                break;
            }
            at = behind + 1;
        }
        members
    }

    /// The different words among tokens, but those behind a `.` or `->`, which are another object's.
    pub fn words_in(&self, code: &[usize]) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (place, token) in code.iter().enumerate() {
            let token_before = |places: usize| code.get(place.checked_sub(places)?).copied();
            let before = token_before(1);
            let others = before.is_some_and(|before| {
                (self.source.is_punct(before, b'.') || self.source.is_punct(before, b'>'))
                    && !token_before(3).is_some_and(|token| self.source.is_word(token, "this"))
            });
            if self.source.kind(*token) != Some(Kind::Word) || others {
                continue;
            }
            let word = self.source.word(*token);
            if !found.contains(&word) && found.len() < MAX_WORDS {
                found.push(word);
            }
        }
        found
    }

    /// Whether the `{` at token `open` begins a member function's body, in a declaration that begins at `first`:
    /// behind its parameters, `const` and the like, or its list of initialised members.
    pub fn begins_body(&self, first: usize, open: usize) -> bool {
        let code = self.source.significant(first..open);
        let Some(&last) = code.last() else {
            return false;
        };
        let mut parameters = false;
        let mut listed = false;
        let mut at = self.behind_brackets(&code, 0);
        while let Some(&token) = code.get(at) {
            match self.source.kind(token) {
                Some(Kind::Punct(b'=')) if !parameters && !self.is_operator(&code, at) => {
                    return false;
                }
                Some(Kind::Punct(b'(')) => {
                    let before = at.checked_sub(1).and_then(|at| code.get(at));
                    let before = before.map_or(&b""[..], |token| self.source.bytes(*token));
                    parameters |= !words::is_attribute(before)
                        && !matches!(before, b"decltype" | b"noexcept" | b"" | b"explicit");
                    at = self.after_group(&code, at);
                    continue;
                }
                Some(Kind::Punct(b':')) if parameters => {
                    let doubled = code.get(at + 1).is_some_and(|n| self.source.is_punct(*n, b':'))
                        || at
                            .checked_sub(1)
                            .is_some_and(|b| self.source.is_punct(token_at(&code, b), b':'));
                    listed |= !doubled;
                }
                Some(Kind::Word)
                    if !parameters
                        && {
                            let bytes = self.source.bytes(token);
                            words::is_record_keyword(bytes) || bytes == b"enum"
                        }
                        && code.get(at + 2).is_none() =>
                {
                    return false;
                }
                Some(Kind::Punct(b'<')) if !parameters && !self.is_operator(&code, at) => {
                    at = self.behind_angles(&code, at);
                    continue;
                }
                Some(Kind::Punct(b'{')) => {
                    at = self.after_group(&code, at);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        // `a_{1}` in the list: behind a name braces hold a value.
        let behind_name = matches!(self.source.kind(last), Some(Kind::Word | Kind::Punct(b'>')));
        parameters && !(listed && behind_name)
    }

    fn is_operator(&self, code: &[usize], at: usize) -> bool {
        part(code, at.saturating_sub(3)..at)
            .iter()
            .any(|before| self.source.is_word(*before, "operator"))
    }
}

/// More words than a person writes in one place.
const MAX_WORDS: usize = 64;
