//! What each changed line of a patch may do to a layout, as far as the text of the patch says.

use std::collections::HashSet;

use facts::{
    ConditionMark, Keyword, LineEffect, LineKind, MarkKind, PostedHead, PostedHunk, PostedSide,
};

use super::margin::begins_function;
use super::side::plain_text;
use crate::constants::Constants;
use crate::lexer::{Kind, Token, group_end, tokenize};
use crate::source::{Directive, Source};
use crate::words;

/// Fills in the effects of all lines.
pub fn settle(hunks: &mut [PostedHunk]) {
    let texts: Vec<[String; 2]> = hunks
        .iter()
        .map(|hunk| [&hunk.old, &hunk.new].map(|side| plain_text(&side.lines)))
        .collect();
    let sides: Vec<[SideText; 2]> = hunks
        .iter()
        .zip(&texts)
        .map(|(hunk, [old, new])| {
            [SideText::new(hunk, &hunk.old, old), SideText::new(hunk, &hunk.new, new)]
        })
        .collect();
    let macros = Macros::of(&sides);
    let effects: Vec<[Vec<LineEffect>; 2]> = sides
        .iter()
        .map(|[old, new]| [old.effects(&macros, false), new.effects(&macros, true)])
        .collect();
    let facts: Vec<[SideFacts; 2]> = sides
        .iter()
        .zip(&effects)
        .map(|([old, new], [old_effects, new_effects])| {
            [old.facts(old_effects), new.facts(new_effects)]
        })
        .collect();
    for ((hunk, effects), [old, new]) in hunks.iter_mut().zip(effects).zip(facts) {
        hunk.closes_unseen = new.closes_unseen;
        let [old_effects, new_effects] = effects;
        for (side, effects, facts) in
            [(&mut hunk.old, old_effects, old), (&mut hunk.new, new_effects, new)]
        {
            side.first_end = facts.first_end;
            side.goes_on = facts.goes_on;
            for (line, effect) in side.lines.iter_mut().zip(effects) {
                line.effect = effect;
            }
            for (line, mark) in side.lines.iter_mut().zip(facts.marks) {
                line.mark = mark;
            }
            for (line, has_word) in side.lines.iter_mut().zip(facts.has_word) {
                line.has_word = has_word;
            }
            for (line, names) in side.lines.iter_mut().zip(facts.redefines) {
                line.redefines = names;
            }
            for (line, value) in side.lines.iter_mut().zip(facts.macro_values) {
                line.macro_value = value.filter(|_| line.effect == LineEffect::OfMacro);
            }
        }
    }
}

/// What else the tokens of a side say.
struct SideFacts {
    first_end: Option<String>,
    goes_on: bool,
    closes_unseen: bool,
    marks: Vec<Option<ConditionMark>>,
    has_word: Vec<bool>,
    macro_values: Vec<Option<u32>>,
    redefines: Vec<Vec<String>>,
}

/// The struct that a line names which a diff puts after its `@@`.
pub fn head_of(context: &str) -> Option<PostedHead> {
    let source = Source::new(context.as_bytes());
    let code = source.significant(0..source.tokens.len());
    let head = head_in(&source, &code)?;
    Some(PostedHead {
        keyword: Keyword::of(&String::from_utf8_lossy(head.keyword))?,
        name: head.name.map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default(),
    })
}

/// What the sides of all hunks say of macros.
struct Macros {
    /// Every word of the old sides.
    old_words: HashSet<Vec<u8>>,
    /// The directives with a changed line, of the old sides and of the new ones.
    changed: [HashSet<String>; 2],
}

/// Whether it is computed when it runs, so that it is neither a size nor a condition and declares no member: it follows a
/// pointer or is a statement, takes the size of nothing, and has no body of a type.
fn is_computed(text: &str) -> bool {
    const OF_TYPES: [&str; 4] = ["sizeof", "offsetof", "typeof", "alignof"];
    let text = text.as_bytes();
    let tokens = tokenize(text);
    let bytes = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let is_of_type = |token: &Token| {
        let word = String::from_utf8_lossy(bytes(token)).to_lowercase();
        OF_TYPES.iter().any(|each| word.contains(each))
    };
    let follows = tokens.windows(2).any(|pair| {
        matches!(pair, [dash, arrow] if dash.kind == Kind::Punct(b'-')
            && arrow.kind == Kind::Punct(b'>') && dash.end == arrow.start)
    });
    let is_statement = tokens.first().is_some_and(|first| bytes(first) == b"do")
        || tokens.iter().any(|token| words::begins_statement(bytes(token)));
    let has_body = tokens.iter().any(|token| token.kind == Kind::Punct(b'{'))
        && tokens.iter().any(|token| {
            words::is_record_keyword(bytes(token)) || matches!(bytes(token), b"enum" | b"typedef")
        });
    (follows || is_statement) && !has_body && !tokens.iter().any(is_of_type)
}

impl Macros {
    fn of(sides: &[[SideText; 2]]) -> Self {
        let mut old_words = HashSet::new();
        for [old, _] in sides {
            for (index, token) in old.source.tokens.iter().enumerate() {
                match token.kind {
                    Kind::Word => {
                        old_words.insert(old.source.bytes(index).to_vec());
                    }
                    Kind::Directive => old_words.extend(words_of(old.source.bytes(index))),
                    _ => {}
                }
            }
        }
        let changed = [0, 1].map(|which| {
            let own = sides.iter().filter_map(|pair| pair.get(which));
            own.flat_map(SideText::changed_directives).collect()
        });
        Self { old_words, changed }
    }
}

/// The words of a directive, its name left out.
pub fn words_of(directive: &[u8]) -> Vec<Vec<u8>> {
    let inside = directive.get(1..).unwrap_or_default();
    let words = tokenize(inside).into_iter().filter(|token| token.kind == Kind::Word).skip(1);
    words.filter_map(|token| inside.get(token.start..token.end).map(<[u8]>::to_vec)).collect()
}

/// A side with its tokens by line.
struct SideText<'a> {
    hunk: &'a PostedHunk,
    side: &'a PostedSide,
    source: Source<'a>,
    /// The code on each line.
    code: Vec<Vec<usize>>,
    /// The directive that each line is of.
    directives: Vec<Option<usize>>,
    /// Whether code of each line is between the braces of an enum.
    in_enum: Vec<bool>,
}

impl<'a> SideText<'a> {
    fn new(hunk: &'a PostedHunk, side: &'a PostedSide, text: &'a str) -> Self {
        let source = Source::new(text.as_bytes());
        let count = side.lines.len();
        let mut code = vec![Vec::new(); count];
        let mut directives = vec![None; count];
        for (index, token) in source.tokens.iter().enumerate() {
            let (first, last) = (source.first_line(index), source.last_line(index));
            if token.kind == Kind::Directive {
                let lines = directives.iter_mut().take(last as usize).skip(first as usize - 1);
                lines.for_each(|line| *line = Some(index));
            } else if token.kind != Kind::Comment
                && let Some(line) = code.get_mut(first as usize - 1)
            {
                line.push(index);
            }
        }
        let mut found = Self { hunk, side, source, code, directives, in_enum: vec![false; count] };
        found.in_enum = found.enum_lines(count);
        found
    }

    fn enum_lines(&self, count: usize) -> Vec<bool> {
        let mut lines = vec![false; count];
        // Whether each open brace is an enum's.
        let mut open: Vec<bool> = Vec::new();
        let mut begins_enum = false;
        for index in (0..self.source.tokens.len()).filter(|index| self.source.is_code(*index)) {
            match self.source.token(index).kind {
                Kind::Punct(b'{') => open.push(std::mem::take(&mut begins_enum)),
                Kind::Punct(b'}') => {
                    open.pop();
                    begins_enum = false;
                }
                Kind::Punct(b';' | b'=' | b'(') => begins_enum = false,
                _ if open.last() == Some(&true) => {
                    let line = self.source.first_line(index) as usize - 1;
                    lines.iter_mut().skip(line).take(1).for_each(|line| *line = true);
                }
                _ => begins_enum |= self.source.is_word(index, "enum"),
            }
        }
        lines
    }

    fn facts(&self, effects: &[LineEffect]) -> SideFacts {
        let code: Vec<usize> = self.code.iter().flatten().copied().collect();
        let first_end = code.iter().position(|index| self.source.is_punct(*index, b';'));
        let last = self.code.last().and_then(|line| line.last());
        let mut depth = 0usize;
        let first_change = self.side.lines.iter().position(|line| line.changed).unwrap_or(0);
        let mut closes_unseen = false;
        for index in self.code.iter().take(first_change).flatten() {
            match self.source.token(*index).kind {
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') if depth == 0 => closes_unseen = true,
                Kind::Punct(b'}') => depth -= 1,
                _ => {}
            }
        }
        let is_word =
            |index: &usize| matches!(self.source.kind(*index), Some(Kind::Word | Kind::Number));
        SideFacts {
            first_end: first_end
                .map(|end| self.source.joined(code.get(..=end).unwrap_or_default())),
            goes_on: last.is_some_and(|last| {
                self.source.is_punct(*last, b',') || self.source.is_punct(*last, b'(')
            }),
            closes_unseen,
            marks: (0..self.directives.len()).map(|at| self.mark(at)).collect(),
            has_word: self.code.iter().map(|code| code.iter().any(is_word)).collect(),
            macro_values: (0..self.directives.len()).map(|at| self.macro_value(at)).collect(),
            redefines: effects
                .iter()
                .enumerate()
                .map(|(at, each)| self.redefined(at, *each))
                .collect(),
        }
    }

    /// The names that a changed line gives another meaning; none where they are not seen: a macro whose name is above the
    /// hunk, an enum that a value may make another type.
    fn redefined(&self, at: usize, effect: LineEffect) -> Vec<String> {
        let code = self.code.get(at).map(Vec::as_slice).unwrap_or_default();
        let names: Vec<&[u8]> = match effect {
            LineEffect::OfMacro => {
                let words = self.directives.get(at).copied().flatten();
                let words = words.map(|index| words_of(self.source.bytes(index)));
                let name = words.and_then(|words| words.into_iter().next());
                let name = name.filter(|name| name != b"hitmap_begun");
                return name.map(|name| text_of(&name)).into_iter().collect();
            }
            LineEffect::OfTypedef => {
                self.typedef_name(code).map(|name| self.source.bytes(name)).into_iter().collect()
            }
            LineEffect::OfEnum if self.is_small_enumerator(code) => {
                let lines = self.code.iter().zip(&self.in_enum).enumerate();
                // Those of the lines around it say which enum it is.
                lines
                    .filter(|(line, (_, in_enum))| **in_enum || *line == at)
                    .filter_map(|(_, (code, _))| code.first())
                    .filter(|index| self.source.kind(**index) == Some(Kind::Word))
                    .map(|index| self.source.bytes(*index))
                    .collect()
            }
            _ => Vec::new(),
        };
        names.into_iter().map(text_of).collect()
    }

    /// One enumerator without a value, or with one that every enum can hold.
    fn is_small_enumerator(&self, code: &[usize]) -> bool {
        let Some((name, rest)) = code.split_first() else { return false };
        let rest = match rest.split_last() {
            Some((last, rest)) if self.source.is_punct(*last, b',') => rest,
            _ => rest,
        };
        if self.source.kind(*name) != Some(Kind::Word) || self.source.is_word(*name, "enum") {
            return false;
        }
        let Some((equals, value)) = rest.split_first() else { return true };
        let value = self.source.joined(value);
        let found = Constants::default().value(value.as_bytes(), &tokenize(value.as_bytes()));
        self.source.is_punct(*equals, b'=')
            && found.is_some_and(|value| i32::try_from(value).is_ok())
    }

    fn mark(&self, at: usize) -> Option<ConditionMark> {
        let index = self.directives.get(at).copied().flatten()?;
        if self.source.first_line(index) as usize != at + 1 {
            return None;
        }
        let kind = match self.source.directive(index) {
            Directive::Open => MarkKind::Open,
            Directive::Branch => MarkKind::Branch,
            Directive::Close => MarkKind::Close,
            _ => return None,
        };
        let text = match kind {
            MarkKind::Close => "#endif".to_owned(),
            _ => self.squeezed(index),
        };
        Some(ConditionMark { kind, text })
    }

    fn effects(&self, macros: &Macros, is_new: bool) -> Vec<LineEffect> {
        let is_source = is_source(&self.hunk.file);
        let new_blocks = self.new_blocks();
        let new_enums = if is_new { self.whole_enums() } else { Vec::new() };
        let lines = self.side.lines.iter().enumerate();
        lines
            .map(|(at, line)| match line.says {
                _ if !line.changed || !is_source => LineEffect::Nothing,
                LineKind::Blank | LineKind::Comment => LineEffect::Nothing,
                LineKind::Directive => self.directive(at, macros, is_new),
                LineKind::Condition if new_blocks.get(at) == Some(&true) => LineEffect::Nothing,
                LineKind::Condition => LineEffect::OfStruct,
                LineKind::Code if new_enums.get(at) == Some(&true) => LineEffect::Nothing,
                LineKind::Code => self.code(at, macros, is_new),
            })
            .collect()
    }

    fn code(&self, at: usize, macros: &Macros, is_new: bool) -> LineEffect {
        let Some(code) = self.code.get(at) else { return LineEffect::Nothing };
        let is = |place: Option<&usize>, word: &str| {
            place.is_some_and(|index| self.source.bytes(*index) == word.as_bytes())
        };
        if self.ends_arguments(at) || self.is_prototype(code) {
            return LineEffect::Nothing;
        }
        if let [only] = code.as_slice()
            && self.source.is_word(*only, "__extension__")
        {
            // It keeps a compiler from warning of a union without a name.
            return LineEffect::Nothing;
        }
        if self.is_enumerator(at) {
            return LineEffect::OfEnum;
        }
        if self.is_in_body(at) {
            return LineEffect::OfStruct;
        }
        if self.is_attribute_alone(code) && self.is_above_head(at) {
            return LineEffect::Ignored;
        }
        if is(code.first(), "typedef") {
            let name = self.typedef_name(code).map(|name| self.source.bytes(name));
            let is_own = is_new && name.is_some_and(|name| !macros.old_words.contains(name));
            return if is_own { LineEffect::Nothing } else { LineEffect::OfTypedef };
        }
        let may_end = is(code.first(), "}") && is(code.last(), ";");
        let has_enum = words_in(&self.hunk.context).iter().any(|word| word == "enum")
            || code.iter().any(|index| self.source.is_word(*index, "enum"));
        if has_enum && (is(code.first(), "enum") || may_end) {
            return LineEffect::OfEnum;
        }
        let begins =
            code.first().is_some_and(|first| words::is_record_keyword(self.source.bytes(*first)));
        if begins && head_in(&self.source, code).is_some() {
            return LineEffect::OfStruct;
        }
        if self.may_be_member(at) { LineEffect::MayBeMember } else { LineEffect::Nothing }
    }

    /// `int f(struct x *x, long);`: a function is no member.
    fn is_prototype(&self, code: &[usize]) -> bool {
        matches!(code, [.., close, end]
            if self.source.is_punct(*close, b')') && self.source.is_punct(*end, b';'))
            && begins_function(&self.source.joined(code))
    }

    /// The name that a typedef on one line gives.
    fn typedef_name(&self, code: &[usize]) -> Option<usize> {
        let is = |index: usize, punct: u8| self.source.is_punct(index, punct);
        let is_word = |index: &usize| self.source.kind(*index) == Some(Kind::Word);
        code.last().filter(|last| is(**last, b';'))?;
        let pointer = code
            .windows(2)
            .position(|pair| matches!(pair, [open, star] if is(*open, b'(') && is(*star, b'*')));
        match pointer {
            Some(at) => code.iter().skip(at).find(|index| is_word(index)).copied(),
            // `typedef void (function)(int);`
            None if code.iter().any(|index| is(*index, b'(') || is(*index, b'[')) => {
                let bracketed = code.windows(3).find(|part| {
                    matches!(part, [open, name, close]
                        if is(*open, b'(') && is_word(name) && is(*close, b')'))
                });
                bracketed.and_then(|part| part.get(1)).copied()
            }
            None => code.iter().rev().find(|index| is_word(index)).copied(),
        }
    }

    /// The lines of each enum of which all is changed, from the word to the `;`. On the new side it is a new one: no size
    /// that was there follows from it.
    fn whole_enums(&self) -> Vec<bool> {
        let mut lines = vec![false; self.side.lines.len()];
        let code: Vec<usize> = self.code.iter().flatten().copied().collect();
        let line_of = |at: usize| self.source.first_line(at) as usize - 1;
        for (place, index) in code.iter().enumerate() {
            let Some(rest) = code.get(place..).filter(|_| self.source.is_word(*index, "enum"))
            else {
                continue;
            };
            let find = |from: usize, punct: u8| {
                let found = rest.iter().skip(from).position(|at| self.source.is_punct(*at, punct));
                found.map(|at| at + from)
            };
            let Some(open) = find(1, b'{').filter(|open| *open < 3) else { continue };
            let Some(end) = find(open, b'}').and_then(|close| find(close, b';')) else { continue };
            let last = rest.get(end).map_or(0, |at| line_of(*at));
            let of_enum = line_of(*index)..=last;
            let is_changed = |line: usize| self.side.lines.get(line).is_some_and(|it| it.changed);
            if of_enum.clone().all(is_changed) {
                of_enum
                    .for_each(|line| lines.iter_mut().skip(line).take(1).for_each(|it| *it = true));
            }
        }
        lines
    }

    /// `);` alone: of alike ones git takes one for another. That of a `struct_group` is a `}` in what was read.
    fn ends_arguments(&self, at: usize) -> bool {
        let Some([close, semicolon]) = self.code.get(at).map(Vec::as_slice) else { return false };
        let text = self.side.lines.get(at).map(|line| line.text.as_str());
        self.source.is_punct(*close, b')')
            && self.source.is_punct(*semicolon, b';')
            && self.side.source.split('\n').nth(at) == text
    }

    /// `FIRST,`, `second = 1 << 2, // two`: between the braces of an enum, or beside others where those are outside of the hunk.
    fn is_enumerator(&self, at: usize) -> bool {
        if self.in_enum.get(at) == Some(&true) {
            return true;
        }
        let Some(code) = self.code.get(at) else { return false };
        if words_in(&self.hunk.context).first().is_some_and(|word| word == "enum")
            && self.reads_as_enumerators(code, false)
        {
            return true;
        }
        if is_function(&self.hunk.context) || !self.reads_as_enumerators(code, true) {
            return false;
        }
        let is_near = |code: &Vec<usize>| {
            self.reads_as_enumerators(code, true)
                || code.last().is_some_and(|last| self.source.is_punct(*last, b'{'))
                    && (code.len() == 1
                        || code.first().is_some_and(|first| self.source.is_word(*first, "enum")))
        };
        let has_code = |code: &&Vec<usize>| !code.is_empty();
        let before = self.code.iter().take(at).rev().find(has_code);
        let after = self.code.iter().skip(at + 1).find(has_code);
        [before, after].into_iter().flatten().any(is_near)
    }

    /// Names, each with or without a value, with commas between them. `in_capitals`: a member's name that a declaration goes
    /// on with is in small letters.
    fn reads_as_enumerators(&self, code: &[usize], in_capitals: bool) -> bool {
        if code.is_empty() || code.iter().any(|index| self.source.is_punct(*index, b';')) {
            return false;
        }
        let ends_list = code.last().is_some_and(|last| self.source.is_punct(*last, b','));
        let listed = if ends_list { code.get(..code.len() - 1) } else { Some(code) };
        let mut depth = 0usize;
        let mut names: Vec<&[usize]> = Vec::new();
        let listed = listed.unwrap_or_default();
        let mut from = 0;
        for (at, index) in listed.iter().enumerate() {
            match self.source.token(*index).kind {
                Kind::Punct(b'(') => depth += 1,
                Kind::Punct(b')') => depth = depth.saturating_sub(1),
                Kind::Punct(b',') if depth == 0 => {
                    names.extend(listed.get(from..at));
                    from = at + 1;
                }
                _ => {}
            }
        }
        names.extend(listed.get(from..));
        names.iter().all(|part| {
            let Some((name, rest)) = part.split_first() else { return false };
            let bytes = self.source.bytes(*name);
            let is_constant = bytes.len() > 1
                && bytes.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_');
            self.source.kind(*name) == Some(Kind::Word)
                && (is_constant || !in_capitals)
                && rest.first().is_none_or(|next| self.source.is_punct(*next, b'='))
        })
    }

    fn is_in_body(&self, at: usize) -> bool {
        let line = at as u32 + 1;
        self.side.doc.records.iter().enumerate().any(|(index, record)| {
            (index < self.side.begun as usize || record.lines.first <= line)
                && line <= record.lines.last
        })
    }

    /// `__packed`, `__aligned(8)`, `[[gnu::packed]]`
    fn is_attribute_alone(&self, code: &[usize]) -> bool {
        let Some(first) = code.first() else { return false };
        let all = without_attributes(&self.source, code);
        let is_group = all.is_empty();
        let is_word = code.len() == 1 && self.source.bytes(*first).starts_with(b"__");
        is_word || is_group
    }

    /// Whether the next line of code is the head of a struct.
    fn is_above_head(&self, at: usize) -> bool {
        let next = self.code.iter().skip(at + 1).find(|code| !code.is_empty());
        next.is_some_and(|code| head_in(&self.source, code).is_some())
    }

    /// Whether a line outside of all known bodies reads like a member (`unsigned long flags;`, ` u8 a[8], b:1;`: indented,
    /// without a value or a call), and is not a function's own variable.
    fn may_be_member(&self, at: usize) -> bool {
        let (Some(code), Some(line)) = (self.code.get(at), self.side.lines.get(at)) else {
            return false;
        };
        if !line.text.starts_with(char::is_whitespace) || !self.reads_as_member(code) {
            return false;
        }
        let after = self.side.lines.iter().skip(at + 1);
        let end = after
            .map(|line| &line.text)
            .find(|text| text.chars().next().is_some_and(|first| !first.is_whitespace()));
        // What ends with `};` at the margin is no function.
        let ends_body = end.is_some_and(|end| end.starts_with('}') && end.contains(';'));
        if is_function(&self.hunk.context) && !ends_body {
            return false;
        }
        let mut depth = 0usize;
        for index in self.code.iter().take(at).flatten() {
            match self.source.token(*index).kind {
                Kind::Punct(b'{') => depth += 1,
                Kind::Punct(b'}') => depth = depth.saturating_sub(1),
                Kind::Word if words::begins_statement(self.source.bytes(*index)) => return false,
                _ => {}
            }
        }
        depth == 0
    }

    fn reads_as_member(&self, code: &[usize]) -> bool {
        const OTHERS: [&[u8]; 5] = [b"typedef", b"extern", b"static", b"using", b"else"];
        let Some((last, declared)) = code.split_last() else { return false };
        let declared = without_attributes(&self.source, declared);
        let word = |at: usize| {
            declared.get(at).filter(|index| self.source.kind(**index) == Some(Kind::Word))
        };
        let Some(first) = word(0).map(|index| self.source.bytes(*index)) else { return false };
        let is_other = OTHERS.contains(&first) || words::begins_statement(first);
        let has_value = declared.iter().any(|index| {
            matches!(
                self.source.token(*index).kind,
                Kind::Punct(b'=' | b'(' | b')' | b'.' | b'-' | b'!')
            )
        });
        let stars = declared.iter().skip(1).take_while(|index| self.source.is_punct(**index, b'*'));
        self.source.is_punct(*last, b';')
            && !is_other
            && !has_value
            && word(1 + stars.count()).is_some()
    }

    /// A `#define` that only moves stays what it was, and a new name changes nothing; any other may be the size of an array.
    fn directive(&self, at: usize, macros: &Macros, is_new: bool) -> LineEffect {
        let Some(index) = self.directives.get(at).copied().flatten() else {
            return LineEffect::Nothing;
        };
        let name = self.source.directive_name(index);
        // `#pragma once` packs nothing.
        let is_pragma = name == b"pragma" && self.source.directive_argument(index) != "once";
        if !is_pragma && self.source.directive(index) != Directive::Define {
            return LineEffect::Nothing;
        }
        let words = words_of(self.source.bytes(index));
        let defined = words.first().filter(|_| name == b"define");
        let is_begun = defined.is_some_and(|defined| defined == b"hitmap_begun");
        if is_new && !is_begun && defined.is_some_and(|word| !macros.old_words.contains(word)) {
            return LineEffect::Nothing;
        }
        let [old, new] = &macros.changed;
        let others = if is_new { old } else { new };
        if !is_begun && others.contains(&self.squeezed(index)) {
            return LineEffect::Nothing;
        }
        if is_pragma {
            return LineEffect::OfPragma;
        }
        let replacement = self.replacement(index);
        let is_computed = !is_begun && replacement.is_some_and(|(_, text)| is_computed(&text));
        if is_computed { LineEffect::Nothing } else { LineEffect::OfMacro }
    }

    /// What a `#define` puts in the place of its name, and whether it takes no arguments.
    fn replacement(&self, index: usize) -> Option<(bool, String)> {
        if self.source.directive_name(index) != b"define" {
            return None;
        }
        let text = self.source.directive_argument(index);
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let rest = text.get(end..)?;
        let (is_plain, rest) = match rest.strip_prefix('(') {
            Some(arguments) => (false, arguments.split_once(')')?.1),
            None => (true, rest),
        };
        Some((is_plain, rest.trim().to_owned()))
    }

    fn macro_value(&self, at: usize) -> Option<u32> {
        let (is_plain, text) = self.replacement(self.directives.get(at).copied()??)?;
        let tokens = tokenize(text.as_bytes());
        let value = Constants::default().value(text.as_bytes(), &tokens).filter(|_| is_plain)?;
        u32::try_from(value).ok()
    }

    fn changed_directives(&self) -> impl Iterator<Item = String> + '_ {
        let lines = self.side.lines.iter().zip(&self.directives);
        lines.filter(|(line, _)| line.changed).filter_map(|(_, index)| {
            let index = (*index)?;
            Some(self.squeezed(index))
        })
    }

    /// A directive without comments and blanks.
    fn squeezed(&self, index: usize) -> String {
        let name = String::from_utf8_lossy(self.source.directive_name(index)).into_owned();
        format!("#{name}{}", self.source.directive_argument(index).replace(' ', ""))
    }

    /// The lines of each `#if` that, with all that is in it up to its `#endif`, is a block outside of structs that only one side
    /// has.
    fn new_blocks(&self) -> Vec<bool> {
        let mut lines = vec![false; self.side.lines.len()];
        let mut begin = 0;
        let mut depth = 0usize;
        for (line, index) in self.directives.iter().enumerate() {
            let Some(index) = *index else { continue };
            if self.source.first_line(index) as usize != line + 1 {
                continue;
            }
            match self.source.directive(index) {
                Directive::Open => {
                    if depth == 0 {
                        begin = line;
                    }
                    depth += 1;
                }
                Directive::Close if depth > 0 => {
                    depth -= 1;
                    let block = self.side.lines.get(begin..=line).unwrap_or_default();
                    if depth == 0 && block.iter().all(|line| line.changed) {
                        let places = lines.iter_mut().enumerate().take(line + 1).skip(begin);
                        places.for_each(|(at, new)| *new = !self.is_in_body(at));
                    }
                }
                _ => {}
            }
        }
        lines
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// git names no `#define`, and others may.
fn is_function(context: &str) -> bool {
    context.contains('(') && !context.starts_with('#')
}

/// The words of a line that a diff names.
fn words_in(line: &str) -> Vec<String> {
    let tokens = tokenize(line.as_bytes()).into_iter();
    let words = tokens.filter(|token| token.kind == Kind::Word);
    words.filter_map(|token| line.get(token.start..token.end).map(str::to_owned)).collect()
}

/// A header or a source file; a name that says nothing may be one.
fn is_source(file: &str) -> bool {
    const OTHERS: [&str; 23] = [
        "rst", "txt", "md", "py", "pl", "sh", "s", "json", "yaml", "yml", "toml", "mk", "cmake",
        "htm", "html", "css", "js", "ts", "rs", "go", "java", "cfg", "lock",
    ];
    const NAMES: [&str; 5] = ["Makefile", "Kconfig", "MAINTAINERS", "README", "Kbuild"];
    let name = file.rsplit('/').next().unwrap_or(file);
    match name.rsplit_once('.') {
        Some((_, ending)) => !OTHERS.contains(&ending.to_ascii_lowercase().as_str()),
        None => !NAMES.contains(&name),
    }
}

/// The head of a struct on a line: its keyword, and its tag where it has one.
pub struct Head<'a> {
    pub keyword: &'a [u8],
    pub name: Option<&'a [u8]>,
}

/// `struct file {`, `typedef struct __packed x`, `struct alignas(64) x : base {`; `None` for any other line, as the head of a
/// function that gives a struct back.
pub fn head_in<'a>(source: &Source<'a>, code: &[usize]) -> Option<Head<'a>> {
    let bare = without_attributes(source, code);
    let kind = |at: usize| bare.get(at).and_then(|index| source.kind(*index));
    (0..bare.len()).find_map(|at| {
        let keyword = source.bytes(*bare.get(at)?);
        let is_inside = at > 0 && matches!(kind(at - 1), Some(Kind::Punct(b'(' | b'.')));
        if is_inside || kind(at) != Some(Kind::Word) || !words::is_record_keyword(keyword) {
            return None;
        }
        let mut end = at + 1;
        let mut name = None;
        while kind(end) == Some(Kind::Word) {
            let word = source.bytes(*bare.get(end)?);
            if word != b"final" {
                name = Some(word);
            }
            end += 1;
        }
        if kind(end) == Some(Kind::Punct(b':')) {
            end += 1;
            while !matches!(kind(end), None | Some(Kind::Punct(b'{' | b':' | b';' | b'='))) {
                end += 1;
            }
        }
        matches!(kind(end), None | Some(Kind::Punct(b'{'))).then_some(Head { keyword, name })
    })
}

/// The tokens without attributes that have arguments, and without `[[…]]`.
fn without_attributes(source: &Source, code: &[usize]) -> Vec<usize> {
    let is = |at: usize, byte: u8| code.get(at).is_some_and(|index| source.is_punct(*index, byte));
    let mut kept = Vec::with_capacity(code.len());
    let mut at = 0;
    while let Some(&index) = code.get(at) {
        let bytes = source.bytes(index);
        let takes = source.kind(index) == Some(Kind::Word)
            && (bytes.starts_with(b"__")
                || matches!(bytes, b"alignas" | b"_Alignas")
                || bytes.iter().all(|b| b.is_ascii_uppercase() || *b == b'_'));
        if takes && is(at + 1, b'(') {
            at = group_end(code.iter().map(|at| source.token(*at)), at + 1);
        } else if is(at, b'[') && is(at + 1, b'[') {
            at = group_end(code.iter().map(|at| source.token(*at)), at);
        } else {
            kept.push(index);
            at += 1;
        }
    }
    kept
}
