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
mod stand_ins;
mod subject;
mod values;
mod variables;

use facts::{FileHazards, HazardQuery, StandIn};

use code::Code;
use macros::OwnMacros;
use stand_ins::Expanded;
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
    found.stand_ins = stand_ins::found_in(&code, &subject);
    (found.aliases, found.pointers) = subject.own_names(query);
    let others = &query.stand_ins;
    let expanded = with_stand_ins(&code, query, cplusplus, &mut found.stand_ins);
    match expanded {
        None => read_code(path, &code, &subject, others, &mut found),
        Some(expanded) => {
            let read = Code::new(&expanded.text, 0);
            let subject = Subject::new(query, &read, cplusplus);
            read_code(path, &read, &subject, others, &mut found);
            for hazard in &mut found.hazards {
                if let Some(written) = expanded.written(code.source(), hazard.line) {
                    hazard.text = written;
                }
            }
        }
    }
    facts::sort_by(&mut found.hazards, |a, b| a.line.cmp(&b.line));
    found.hazards.dedup_by(|a, b| (a.kind, a.line, &a.text) == (b.kind, b.line, &b.text));
    found
}

/// The text with what stands for the struct expanded: in the macros that it defines too, which then may stand for it as well.
fn with_stand_ins(
    code: &Code,
    query: &HazardQuery,
    cplusplus: bool,
    own: &mut Vec<StandIn>,
) -> Option<Expanded> {
    // `OFFSET(x)` of another file is another struct's: what a file defines itself is its own.
    let defined = stand_ins::defined_in(code);
    let is_other = |each: &&StandIn| !defined.contains(each.name.as_bytes());
    let others: Vec<&StandIn> = query.stand_ins.iter().filter(is_other).collect();
    loop {
        let told =
            own.iter().filter(|each| !stand_ins::asserts(each)).chain(others.iter().copied());
        let all: Vec<StandIn> = told.filter(|each| !stand_ins::is_length(each)).cloned().collect();
        let expanded = stand_ins::expanded(code.source(), &all)?;
        let read = Code::new(&expanded.text, 0);
        let more = stand_ins::found_in(&read, &Subject::new(query, &read, cplusplus));
        if more.len() <= own.len() {
            return Some(expanded);
        }
        *own = more;
    }
}

fn read_code(
    path: &str,
    code: &Code,
    subject: &Subject,
    others: &[StandIn],
    found: &mut FileHazards,
) {
    let file = path.rsplit('/').next().unwrap_or(path);
    let is_table =
        file.ends_with("offsets.c") || file.contains("asm-offsets") || file.contains("asm_offsets");
    let own = OwnMacros::new(code, subject, others);
    found.held = variables::containers(code, subject);
    search(code, subject, &own, is_table, found);
    macros::macros(code, subject, &own, found);
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
