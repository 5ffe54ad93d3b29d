//! `#define`s of a file: hazards in their bodies, what they would put into an initialiser, and which of them assert
//! something or are a length.

use facts::{Asserted, FileHazards, HazardKind, MacroText, StandIn};

use super::code::{Code, Macro};
use super::roles::{Role, is_offsetof, is_one_member_twice};
use super::subject::Subject;
use super::{initialisers, search, stand_ins};
use crate::lexer::Kind;
use crate::words;

/// What the macros of a file do with the struct where they are used.
#[derive(Default)]
pub struct OwnMacros<'a> {
    asserting: Vec<Asserting<'a>>,
    lengths: Vec<(Vec<u8>, Vec<String>)>,
    /// `#define OFF(t, m) ((size_t)&((t *)0)->m)`
    offsets: Vec<&'a [u8]>,
}

/// `#define CHECK_OFF(t, f, o) _Static_assert(offsetof(t, f) == (o), #f)`: the definition makes it one, whatever its name.
pub struct Asserting<'a> {
    name: &'a [u8],
    /// Whether the definition itself names the struct.
    pub names_it: bool,
    /// Whether it asks for a size and for no offset.
    pub size: bool,
}

impl<'a> OwnMacros<'a> {
    /// Reads all `#define`s of a file; `others` are of the headers that it may include.
    pub fn new(code: &Code<'a>, subject: &Subject, others: &[StandIn]) -> Self {
        let mut found = Self::default();
        for each in others.iter().filter(|each| stand_ins::is_length(each)) {
            found.take_length(each.name.as_bytes(), &Code::new(each.body.as_bytes(), 0), subject);
        }
        let source = code.source();
        for (index, token) in source.tokens.iter().enumerate() {
            if token.kind != Kind::Directive || source.directive_name(index) != b"define" {
                continue;
            }
            let Some(Macro { name, parameters, body }) = Macro::of(source.bytes(index)) else {
                continue;
            };
            // What a file defines itself comes before what others do.
            found.lengths.retain(|(known, _)| known != name);
            let asks = |part: &[u8]| body.windows(part.len()).any(|window| window == part);
            if parameters.is_some() && asks(b"*)0)->") {
                found.offsets.push(name);
            }
            if !asks(b"offsetof") && !asks(b"sizeof") {
                continue;
            }
            let body = Code::new(body, 0);
            // A pointer to it asks nothing of its layout: iommufd's `IOMMUFD_FILE_OFFSET`.
            let is_it = |at| subject.mention(&body, at).is_some_and(|end| !body.is(end, b'*'));
            let names_it = (0..body.len()).any(is_it);
            let offset = body.has_word(0, body.len(), is_offsetof);
            if parameters.is_some() {
                let asserts = |word: &[u8]| matches!(Role::of(word), Some(Role::Assertion));
                if body.has_word(0, body.len(), asserts)
                    && !is_one_member_twice(&body, 0, body.len())
                {
                    found.asserting.push(Asserting { name, names_it, size: !offset });
                }
            } else if offset && names_it {
                found.take_length(name, &body, subject);
            }
        }
        found
    }

    fn take_length(&mut self, name: &[u8], body: &Code, subject: &Subject) {
        self.lengths.push((name.to_vec(), subject.members_in(body, 0, body.len())));
    }

    /// The macro of that name, if its definition asserts something.
    pub fn asserting(&self, name: &[u8]) -> Option<&Asserting<'a>> {
        self.asserting.iter().find(|each| each.name == name)
    }

    /// Whether a macro of that name is an `offsetof` by another name.
    pub fn is_offset(&self, name: &[u8]) -> bool {
        self.offsets.contains(&name)
    }

    /// The members of the offset that a name stands for.
    pub fn length(&self, name: &[u8]) -> Option<&[String]> {
        let found = self.lengths.iter().find(|(each, _)| *each == name)?;
        Some(&found.1)
    }
}

/// Bodies of `#define`s: hazards in them, and what they would put into an initialiser.
pub fn macros<'a>(
    code: &Code<'a>,
    subject: &Subject,
    own: &OwnMacros<'a>,
    found: &mut FileHazards,
) {
    let source = code.source();
    for (index, token) in source.tokens.iter().enumerate() {
        if token.kind != Kind::Directive || source.directive_name(index) != b"define" {
            continue;
        }
        let Some(Macro { name, parameters, body: text }) = Macro::of(source.bytes(index)) else {
            continue;
        };
        let asserts = own.asserting(name).map(|each| match each.size {
            true => Asserted::Size,
            false => Asserted::Offset,
        });
        if asserts.is_some() {
            let name = String::from_utf8_lossy(name).into_owned();
            found.macros.push(MacroText { name, asserts, ..MacroText::default() });
        }
        // Most are numbers.
        let first = text.iter().find(|byte| !byte.is_ascii_whitespace()).copied().unwrap_or(b'0');
        let initialises =
            matches!(first, b'{' | b'.' | b'[' | b'_' | b'\\') || first.is_ascii_uppercase();
        if !initialises && !subject.may_be_named(text) {
            continue;
        }
        let body = Code::new(text, source.line_of(token.end - text.len()) - 1);
        if (0..body.len()).any(|at| subject.mention(&body, at).is_some()) {
            let from = found.hazards.len();
            search(&body, subject, own, false, found);
            let added = found.hazards.split_off(from);
            // FFmpeg's `COMMON_OPTIONS_NOSIZE` are rows of a table.
            let is_length = says_length(name) && !(0..body.len()).any(|at| body.is(at, b'{'));
            found.hazards.extend(added.into_iter().filter_map(|mut each| {
                // A definition with a parameter for the member asserts nothing: its uses do.
                let is_definition = each.kind == HazardKind::Assertion && each.members.is_empty();
                if is_definition && parameters.is_some() && !each.size {
                    return None;
                }
                let is_offset = matches!(each.kind, HazardKind::Offsetof | HazardKind::Prefix);
                if parameters.is_none() && is_offset {
                    if is_length {
                        each.kind = HazardKind::Prefix;
                    }
                    each.subject = String::from_utf8_lossy(name).into_owned();
                }
                Some(each)
            }));
        }
        if asserts.is_none()
            && may_initialise(&body, subject)
            && let Some(text) = initialisers::macro_text(&String::from_utf8_lossy(name), &body)
        {
            found.macros.push(text);
        }
    }
}

/// `SizeOfRecord`, `KEYLEN`, `HEADER_BYTES`
fn says_length(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    let has = |part: &[u8]| name.windows(part.len()).any(|window| window == part);
    has(b"size") || has(b"len") || has(b"bytes")
}

/// Not a constant, nor a statement: braces, designators, a compound literal, or another macro.
fn may_initialise(body: &Code, subject: &Subject) -> bool {
    let first = body.word(0);
    body.is(0, b'{')
        || body.is(0, b'.')
        || body.is(0, b'[')
        || (body.is(0, b'(') && (1..4).any(|at| subject.mention(body, at).is_some()))
        || (words::looks_like_macro(first) && body.len() < 200)
}
