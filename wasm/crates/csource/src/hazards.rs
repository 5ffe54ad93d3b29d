//! What a file holds that asks a struct's members to lie as they do.

mod assembly;
mod calls;
mod casts;
mod code;
mod declared;
mod documentation;
mod initialisers;
mod macros;
mod operands;
mod roles;
mod rows;
mod subject;
mod values;
mod variables;

use facts::{FileHazards, HazardQuery};

use code::Code;
use macros::OwnMacros;
use subject::Subject;
use variables::Variables;

use crate::dialect::is_cplusplus;

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
    let own = OwnMacros::new(&code, &subject);
    found.held = variables::holders(&code, &subject);
    search(&code, &subject, &own, is_table, &mut found);
    macros::macros(&code, &subject, &own, &mut found);
    (found.aliases, found.pointers) = subject.own_names(query);
    facts::sort_by(&mut found.hazards, |a, b| a.line.cmp(&b.line));
    found.hazards.dedup_by(|a, b| (a.kind, a.line, &a.text) == (b.kind, b.line, &b.text));
    found
}

/// Whether a compiler takes a file for C++ by its name.
pub fn is_cplusplus_file(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    matches!(ending, "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" | "C" | "H")
}

fn search<'a>(
    code: &Code<'a>,
    subject: &Subject,
    own: &OwnMacros<'a>,
    is_table: bool,
    found: &mut FileHazards,
) {
    let variables = Variables::new(code, subject);
    initialisers::initialisers(code, subject, &variables, found);
    calls::Scan { code, subject, variables: &variables, own, is_table }.all(found);
    casts::casts(code, subject, &variables, found);
}
