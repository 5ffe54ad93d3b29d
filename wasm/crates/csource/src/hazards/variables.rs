//! Variables, parameters and members whose type is the struct, with where their names hold.

use std::cell::OnceCell;

use facts::Container;
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::Code;
use super::declared::{Declaration, Declared};
use super::subject::Subject;
use crate::words;

/// One declared name.
pub struct Variable<'a> {
    /// The name.
    pub name: &'a [u8],
    /// How many `*` stand before it.
    pub stars: u32,
    /// How many `[]` stand behind it.
    pub dimensions: u32,
    /// Where its declarator begins.
    pub at: usize,
    /// Where its initialiser begins, behind the `=`.
    pub value: Option<usize>,
    /// To where its name holds.
    until: usize,
}

/// All of a text.
#[derive(Default)]
pub struct Variables<'a> {
    /// In the order of the text.
    pub all: Vec<Variable<'a>>,
    by_name: FxHashMap<&'a [u8], Vec<usize>>,
    /// What variables of other types are declared as: few files are asked for it.
    others: OnceCell<Declared<'a>>,
}

impl<'a> Variables<'a> {
    /// Reads every declaration that names the struct.
    pub fn new(code: &Code<'a>, subject: &Subject) -> Self {
        let mut found = Self::default();
        // Brackets around the present place.
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < code.len() {
            while open.last().is_some_and(|last| *last <= at) {
                open.pop();
            }
            if (code.is(at, b'{') || code.is(at, b'('))
                && let Some(close) = code.partner(at)
                && close > at
            {
                open.push(close);
            }
            if let Some(mut after) = subject.mention(code, at) {
                if code.is(after, b'{') {
                    // `struct x { … } v;`
                    after = code.behind(after);
                }
                let around = open.last().copied().unwrap_or(code.len());
                found.declarators(code, after, around, 0, subject.cplusplus);
                at += 1;
            } else if subject.is_pointer(code, at) {
                let around = open.last().copied().unwrap_or(code.len());
                found.declarators(code, at + 1, around, 1, subject.cplusplus);
            }
            at += 1;
        }
        for (index, variable) in found.all.iter().enumerate() {
            found.by_name.entry(variable.name).or_default().push(index);
        }
        found
    }

    /// What any variable or parameter that is used at a place is declared as.
    pub fn declared_as(&self, code: &Code<'a>, name: usize) -> Option<&Declaration<'a>> {
        self.others.get_or_init(|| Declared::new(code)).at(code, name)
    }

    /// The declaration that a name refers to at a place.
    pub fn named(&self, name: &[u8], at: usize) -> Option<&Variable<'a>> {
        let all = self.by_name.get(name)?;
        let mut all = all.iter().rev().filter_map(|index| self.all.get(*index));
        all.find(|one| one.at <= at && at < one.until)
    }

    /// A member of another struct, or what reads like one, that is the struct and no pointer to it.
    pub fn member(&self, name: &[u8]) -> Option<&Variable<'a>> {
        let all = self.by_name.get(name)?;
        let mut all = all.iter().filter_map(|index| self.all.get(*index));
        all.find(|one| one.stars == 0 && one.value.is_none())
    }

    /// `outer`: how many `*` the type's own name has.
    fn declarators(
        &mut self,
        code: &Code<'a>,
        from: usize,
        around: usize,
        outer: u32,
        cplusplus: bool,
    ) {
        let parameter = code.is(around, b')');
        let mut at = from;
        // `DEFINE_PER_CPU(struct x, name) = {`
        let in_macro = parameter && code.is(at, b',');
        if in_macro {
            at += 1;
        }
        loop {
            let mut stars = outer;
            loop {
                let word = code.word(at);
                if code.is(at, b'*') || (cplusplus && code.is(at, b'&')) {
                    stars += u32::from(code.is(at, b'*'));
                    at += 1;
                } else if words::is_qualifier(word) {
                    at += 1;
                } else if words::is_attribute(word) {
                    at = behind_word(code, at);
                } else {
                    break;
                }
            }
            let name = code.word(at);
            // `class x final {`
            if name.is_empty() || (cplusplus && name == b"final") {
                return;
            }
            let start = at;
            at += 1;
            let mut dimensions = 0;
            while code.is(at, b'[') {
                dimensions += 1;
                at = code.behind(at);
            }
            if in_macro && code.is(at, b')') {
                at += 1;
                while code.is(at, b'[') {
                    dimensions += 1;
                    at = code.behind(at);
                }
            } else if in_macro {
                return;
            }
            while words::is_attribute(code.word(at))
                || (words::looks_like_macro(code.word(at)) && !code.is(at + 1, b';'))
            {
                at = behind_word(code, at);
            }
            if code.is(at, b'(') {
                // A function that gives one back.
                return;
            }
            let value = match code.is(at, b'=') && !code.is(at + 1, b'=') {
                true => Some(at + 1),
                // `shop s{1, 2};`
                false => (cplusplus && code.is(at, b'{')).then_some(at),
            };
            // A parameter's name holds to the end of the function's body.
            let until = if parameter && !in_macro {
                (around + 1..(around + 4).min(code.len()))
                    .find(|brace| code.is(*brace, b'{'))
                    .map_or(around, |brace| code.behind(brace))
            } else if in_macro {
                code.len()
            } else {
                around
            };
            // `offsetof(struct x, name)` declares nothing.
            if in_macro && value.is_none() {
                return;
            }
            self.all.push(Variable { name, stars, dimensions, at: start, value, until });
            let Some(value) = value else {
                if !code.is(at, b',') || parameter {
                    return;
                }
                at += 1;
                continue;
            };
            at = value;
            while at < around && !code.is(at, b',') && !code.is(at, b';') {
                let opens = code.is(at, b'(') || code.is(at, b'{') || code.is(at, b'[');
                if opens && code.partner(at).is_none() {
                    return;
                }
                at = if opens { code.behind(at) } else { at + 1 };
            }
            if !code.is(at, b',') || parameter {
                return;
            }
            at += 1;
        }
    }
}

/// Members of the struct's type that are looked at in a file, those of nested structs once for each: more is no source.
const MOST_HELD: usize = 20_000;

/// The structs of a file that have members of the struct's type.
pub fn containers(code: &Code, subject: &Subject) -> Vec<Container> {
    let mentions: Vec<(usize, usize)> = (0..code.len())
        .filter_map(|at| Some((at, subject.mention(code, at)?)))
        .filter(|(_, after)| !code.is(*after, b'{'))
        .collect();
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    let mut left = MOST_HELD;
    for open in 0..code.len() {
        let Some(close) = code.partner(open).filter(|close| code.is(open, b'{') && *close > open)
        else {
            continue;
        };
        let Some(container) = record_name(code, open, close) else { continue };
        let first = mentions.partition_point(|(at, _)| *at <= open);
        let mut inside = Variables::default();
        for (_, after) in mentions.iter().skip(first).take_while(|(at, _)| *at < close).take(left) {
            inside.declarators(code, *after, close, 0, subject.cplusplus);
        }
        left = left.saturating_sub(inside.all.len());
        let mut place = (open + 1, 0);
        for member in inside.all.iter().filter(|one| one.stars == 0 && one.value.is_none()) {
            place = counted(code, place, member.at);
            let each = Container {
                container: String::from_utf8_lossy(container).into_owned(),
                member: String::from_utf8_lossy(member.name).into_owned(),
                dimensions: member.dimensions,
                position: place.1,
            };
            if known.insert(each.clone()) {
                found.push(each);
            }
        }
    }
    found
}

/// Goes on from a place, with the members declared before it counted, to a declarator.
fn counted(code: &Code, (mut at, mut found): (usize, u32), declarator: usize) -> (usize, u32) {
    while at < declarator {
        found += u32::from(code.is(at, b';') || code.is(at, b','));
        let opens = code.is(at, b'{') || code.is(at, b'(') || code.is(at, b'[');
        at = if opens { code.behind(at) } else { at + 1 };
    }
    (at, found)
}

/// `struct tag {`, `struct tag attribute {`, `typedef struct { … } name;`
fn record_name<'a>(code: &Code<'a>, open: usize, close: usize) -> Option<&'a [u8]> {
    let keyword = (open.saturating_sub(4)..open)
        .rev()
        .take_while(|at| !code.word(*at).is_empty())
        .find(|at| words::is_record_keyword(code.word(*at)))?;
    let tag = (keyword + 1..open).map(|at| code.word(at)).find(|word| !words::is_attribute(word));
    let typedef = keyword > 0 && code.word(keyword - 1) == b"typedef";
    let behind = code.word(close + 1);
    tag.or_else(|| (typedef && !behind.is_empty()).then_some(behind))
}

/// Behind a word and the argument list that follows it.
fn behind_word(code: &Code, at: usize) -> usize {
    if code.is(at + 1, b'(') { code.behind(at + 1) } else { at + 1 }
}
