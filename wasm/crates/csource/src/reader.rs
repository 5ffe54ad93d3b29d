//! A whole file: its structs, typedefs and constants.

use std::rc::Rc;

use facts::{HeaderDoc, RecordText, TypedefText};

use crate::constants::Constants;
use crate::dialect::{is_cplusplus, is_kernel};
use crate::lexer::Kind;
use crate::macros::{Macros, Room};
use crate::messages;
use crate::source::{Directive, Source};
use crate::words;

/// A header is at most this large; more is no header.
const MAX_BYTES: usize = 64 << 20;

/// Reads any bytes as C source. Best effort: what is not understood is passed over, or marked where it
/// stands in a struct.
pub fn read_header(text: &[u8]) -> HeaderDoc {
    read_header_with(text, b"")
}

/// The same beside what the file's tree defines: `included` has `#define`s as they are written there.
pub fn read_header_with(text: &[u8], included: &[u8]) -> HeaderDoc {
    if text.len() > MAX_BYTES {
        return HeaderDoc {
            size_bytes: text.len() as f64,
            records: Vec::new(),
            kernel: false,
            cplusplus: false,
            typedefs: Vec::new(),
            diagnostics: vec![messages::too_large().at("", 1)],
        };
    }
    let source = Source::new(text);
    let mut reader = Reader {
        cplusplus: is_cplusplus(&source),
        source,
        scopes: Vec::new(),
        templates: 0,
        records: Vec::new(),
        typedefs: Vec::new(),
        constants: Rc::default(),
        macros: Macros::new(included),
        room: Room::new(),
        conditions: Vec::new(),
        depth: 0,
    };
    reader.gather_constants();
    reader.document()
}

/// A `namespace a::b {` that is open.
pub struct Scope {
    pub names: Vec<String>,
    /// The token of its `}`.
    pub close: usize,
}

/// A file while it is being read.
pub struct Reader<'a> {
    /// The file.
    pub source: Source<'a>,
    /// Found so far; a record stands before those inside it.
    pub records: Vec<RecordText>,
    /// Found so far.
    pub typedefs: Vec<TypedefText>,
    /// All of the file's.
    pub constants: Rc<Constants>,
    /// The definitions that hold in it.
    pub macros: Macros<'a>,
    /// For what macros declare.
    pub room: Room,
    /// The `#if`s around the present place, outermost first.
    pub conditions: Vec<String>,
    /// How many bodies are open.
    pub depth: usize,
    /// Whether the file is C++.
    pub cplusplus: bool,
    /// The namespaces that are open.
    pub scopes: Vec<Scope>,
    /// How many templates are open.
    pub templates: usize,
}

impl Reader<'_> {
    /// A reader of what a macro declares in this file.
    pub fn within<'b>(&'b self, source: Source<'b>, room: Room) -> Reader<'b> {
        Reader {
            source,
            records: Vec::new(),
            typedefs: Vec::new(),
            constants: self.constants.clone(),
            macros: self.macros.clone(),
            room,
            conditions: Vec::new(),
            depth: 0,
            cplusplus: self.cplusplus,
            scopes: Vec::new(),
            templates: 0,
        }
    }

    /// Reads all of it.
    pub fn document(mut self) -> HeaderDoc {
        self.scan();
        self.settle_records();
        self.settle_packs();
        self.own_names();
        HeaderDoc {
            size_bytes: self.source.text.len() as f64,
            kernel: is_kernel(&self.source),
            records: self.records,
            cplusplus: self.cplusplus,
            typedefs: self.typedefs,
            diagnostics: Vec::new(),
        }
    }

    /// A record by its number.
    #[expect(
        clippy::indexing_slicing,
        reason = "`record` gives the numbers, and no record is taken out"
    )]
    pub fn record_at(&self, index: u32) -> &RecordText {
        &self.records[index as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "as in `record_at`")]
    pub fn record_mut(&mut self, index: u32) -> &mut RecordText {
        &mut self.records[index as usize]
    }

    fn gather_constants(&mut self) {
        let mut constants = Constants::new(self.source.text.len());
        let mut at = 0;
        while at < self.source.tokens.len() {
            match self.source.token(at).kind {
                Kind::Directive
                    if self.source.directive_name(at) == b"define"
                        && !self.source.defines_function(at) =>
                {
                    let argument = self.source.directive_argument(at);
                    let (name, value) = argument.split_once(' ').unwrap_or((&argument, ""));
                    constants.define(name.as_bytes(), value.as_bytes());
                }
                Kind::Word if self.source.is_word(at, "enum") => {
                    self.enumerators(at, &mut constants);
                }
                _ => {}
            }
            at += 1;
        }
        self.constants = Rc::new(constants);
    }

    fn enumerators(&self, keyword: usize, constants: &mut Constants) {
        let open = (keyword + 1..self.source.tokens.len().min(keyword + 6))
            .find(|at| self.source.is_punct(*at, b'{'));
        let Some((open, close)) = open.and_then(|at| Some((at, self.source.partner(at)?))) else {
            return;
        };
        let mut next = Some(0i64);
        let code = self.source.significant(open + 1..close);
        for entry in code.split(|at| self.source.is_punct(*at, b',')) {
            let Some((&name, value)) = entry.split_first() else {
                continue;
            };
            if let [_, expression @ ..] = value {
                let tokens: Vec<_> = expression.iter().map(|at| self.source.token(*at)).collect();
                next = constants.value(self.source.text, &tokens);
            }
            if let Some(value) = next {
                constants.enumerator(self.source.bytes(name), value);
                next = value.checked_add(1);
            }
        }
    }

    fn scan(&mut self) {
        let mut at = 0;
        while at < self.source.tokens.len() {
            at = match self.source.token(at).kind {
                Kind::Directive => {
                    self.file_condition(at);
                    at + 1
                }
                Kind::Word if self.source.is_word(at, "typedef") => self.typedef(at),
                Kind::Word if self.cplusplus && self.source.is_word(at, "namespace") => {
                    self.namespace(at)
                }
                Kind::Word if self.cplusplus && self.source.is_word(at, "template") => {
                    self.template(at)
                }
                Kind::Word if words::is_record_keyword(self.source.bytes(at)) => {
                    match self.record(at, None) {
                        Some((_, close)) => self.skip_conditions(at, close + 1),
                        None => at + 1,
                    }
                }
                _ => at + 1,
            };
        }
    }

    /// A class template is read, so that it can be said that it is one.
    fn template(&mut self, at: usize) -> usize {
        let Some(next) = self.behind_template(at) else {
            return at + 1;
        };
        if !words::is_record_keyword(self.source.bytes(next)) {
            return next;
        }
        self.templates += 1;
        let read = self.record(next, None);
        self.templates -= 1;
        read.map_or(next + 1, |(_, close)| self.skip_conditions(next, close + 1))
    }

    fn file_condition(&mut self, at: usize) {
        match self.source.directive(at) {
            Directive::Open => {
                let condition = if self.source.is_include_guard(at) {
                    String::new()
                } else {
                    self.source.condition(at)
                };
                self.conditions.push(condition);
            }
            Directive::Branch => {
                let condition = self.source.condition(at);
                if let Some(last) = self.conditions.last_mut() {
                    *last = if condition.is_empty() { format!("!({last})") } else { condition };
                }
            }
            Directive::Close => {
                self.conditions.pop();
            }
            _ => {}
        }
    }

    /// Goes on behind a record: the conditions that it holds are balanced, or they are lost track of.
    fn skip_conditions(&mut self, from: usize, to: usize) -> usize {
        let outside = self.conditions.clone();
        for at in from..to {
            if self.source.kind(at) == Some(Kind::Directive) {
                self.file_condition(at);
            }
        }
        if self.conditions.len() == outside.len() {
            self.conditions = outside;
        }
        to.max(from + 1)
    }

    fn typedef(&mut self, at: usize) -> usize {
        let mut end = at + 1;
        while end < self.source.tokens.len() && !self.source.is_punct(end, b';') {
            // A typedef without its `;` must not swallow the file.
            if self.source.kind(end) == Some(Kind::Directive) || self.source.is_word(end, "typedef")
            {
                return end;
            }
            end = match self.source.token(end).kind {
                Kind::Punct(b'{' | b'(' | b'[') => self.source.partner(end).unwrap_or(end).max(end),
                _ => end,
            } + 1;
        }
        if end >= self.source.tokens.len() {
            return at + 1;
        }
        let code = self.source.significant(at + 1..end);
        if code.is_empty() {
            return end;
        }
        let offset = self.source.token(end).end;
        let before = self.records.len();
        let member = self.declaration(&code, offset, None);
        for declarator in member.declarators {
            let Some(name) = declarator.name else {
                continue;
            };
            let names_record = !declarator.declared_type.pointer
                && declarator.declared_type.counts.is_empty()
                && declarator.bit_width.is_none();
            if let (Some(index), true) = (member.record, names_record) {
                let record = self.record_mut(index);
                record.typedef_name.get_or_insert_with(|| name.clone());
            }
            self.typedefs.push(TypedefText {
                name,
                declared_type: declarator.declared_type,
                layout: declarator.layout,
                at: declarator.at,
            });
        }
        if let Some(record) = self.records.get_mut(before)
            && record.doc.is_none()
        {
            record.doc = crate::kerneldoc::above(&self.source, at);
            record.order_comment = crate::kerneldoc::order_above(&self.source, at);
        }
        self.skip_conditions(at, end)
    }
}
