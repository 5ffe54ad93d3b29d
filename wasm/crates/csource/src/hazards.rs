//! What a file holds that asks a struct's members to lie as they do.

mod assembly;
mod calls;
mod casts;
mod code;
mod declared;
mod documentation;
mod initialisers;
mod operands;
mod roles;
mod rows;
mod subject;
mod values;
mod variables;

use facts::{FileHazards, HazardQuery};

use code::Code;
use subject::Subject;
use variables::Variables;

use crate::dialect::is_cplusplus;
use crate::lexer::Kind;

/// Reads any bytes as C source. Best effort: no preprocessor runs, and a type is known by its name alone. Of
/// each statement at most one hazard is told. `path` tells a table of offsets for assembly from other files.
pub fn read_hazards(path: &str, text: &[u8], query: &HazardQuery) -> FileHazards {
    let mut found = FileHazards::default();
    if documentation::is_page(path) {
        found.hazards.extend(documentation::page(path, text, query));
        return found;
    }
    if path.ends_with(".S") {
        found.hazards.extend(assembly::uses(text, query));
    }
    let code = Code::new(text, 0);
    let cplusplus = is_cplusplus_file(path)
        || (query.cplusplus && path.ends_with(".h"))
        || is_cplusplus(code.source());
    let subject = Subject::new(query, &code, cplusplus);
    let file = path.rsplit('/').next().unwrap_or(path);
    let is_table =
        file.ends_with("offsets.c") || file.contains("asm-offsets") || file.contains("asm_offsets");
    search(&code, &subject, is_table, &mut found);
    found.held = variables::holders(&code, &subject);
    macros(&code, &subject, &mut found);
    facts::sort_by(&mut found.hazards, |a, b| a.line.cmp(&b.line));
    found.hazards.dedup_by(|a, b| (a.kind, a.line, &a.text) == (b.kind, b.line, &b.text));
    found
}

/// Whether a compiler takes a file for C++ by its name.
pub fn is_cplusplus_file(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    matches!(ending, "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" | "C" | "H")
}

fn search(code: &Code, subject: &Subject, is_table: bool, found: &mut FileHazards) {
    let variables = Variables::new(code, subject);
    initialisers::initialisers(code, subject, &variables, found);
    calls::calls(code, subject, &variables, is_table, found);
    casts::casts(code, subject, &variables, found);
}

/// Bodies of `#define`s: hazards in them, and what they would put into an initialiser.
fn macros(code: &Code, subject: &Subject, found: &mut FileHazards) {
    let source = code.source();
    for (index, token) in source.tokens.iter().enumerate() {
        if token.kind != Kind::Directive || source.directive_name(index) != b"define" {
            continue;
        }
        let Some((name, text)) = macro_name(source.bytes(index)) else {
            continue;
        };
        // Most are numbers.
        let first = text.iter().find(|byte| !byte.is_ascii_whitespace()).copied().unwrap_or(b'0');
        let initialises =
            matches!(first, b'{' | b'.' | b'[' | b'_' | b'\\') || first.is_ascii_uppercase();
        if !initialises && !subject.may_be_named(text) {
            continue;
        }
        let body = Code::new(text, source.line_of(token.end - text.len()) - 1);
        if (0..body.len()).any(|at| subject.mention(&body, at).is_some()) {
            search(&body, subject, false, found);
        }
        if may_initialise(&body, subject)
            && let Some(text) = initialisers::macro_text(&name, &body)
        {
            found.macros.push(text);
        }
    }
}

/// The name that a `#define` defines, and its body.
fn macro_name(directive: &[u8]) -> Option<(String, &[u8])> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let keyword = directive.windows(6).position(|window| window == b"define")? + 6;
    let definition = directive.get(keyword..)?.trim_ascii_start();
    let length = definition.iter().take_while(|byte| is_word(byte)).count();
    let (name, body) = definition.split_at(length);
    if name.is_empty() {
        return None;
    }
    let name = String::from_utf8_lossy(name).into_owned();
    if body.starts_with(b"(") {
        let close = body.iter().position(|byte| *byte == b')')?;
        return Some((name, body.get(close + 1..)?));
    }
    Some((name, body))
}

/// Not a constant, nor a statement: braces, designators, a compound literal, or another macro.
fn may_initialise(body: &Code, subject: &Subject) -> bool {
    let first = body.word(0);
    body.is(0, b'{')
        || body.is(0, b'.')
        || body.is(0, b'[')
        || (body.is(0, b'(') && (1..4).any(|at| subject.mention(body, at).is_some()))
        || (crate::words::looks_like_macro(first) && body.len() < 200)
}
