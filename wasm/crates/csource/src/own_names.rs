//! What a struct defines between its braces, and which of its members use it.

use facts::{BodyNode, DefinedMacro, MemberText, RecordText};

use crate::lexer::Kind;
use crate::reader::Reader;
use crate::source::Source;

impl Reader<'_> {
    /// Gives each struct the macros that it defines, and each member the names of its struct that it uses.
    pub fn own_names(&mut self) {
        let Self { source, records, .. } = self;
        for family in records.chunk_by_mut(|_, next| next.parent.is_some()) {
            let Some(outermost) = family.first() else { continue };
            let defines = defines_between(source, outermost.open, outermost.close);
            let mut names: Vec<String> = defines.iter().map(|define| define.name.clone()).collect();
            for record in family.iter_mut() {
                record.defines =
                    defines.iter().filter(|define| holds(record, define)).cloned().collect();
                each_member(&mut record.body, &mut |member| {
                    names.extend(member.declared_names.iter().cloned());
                });
            }
            if names.is_empty() {
                continue;
            }
            for record in family {
                each_member(&mut record.body, &mut |member| {
                    member.uses = uses(source, member, &names);
                });
            }
        }
    }
}

fn defines_between(source: &Source, open: u32, close: u32) -> Vec<DefinedMacro> {
    source
        .tokens_between(open, close)
        .filter(|at| source.kind(*at) == Some(Kind::Directive))
        .filter(|at| source.directive_name(*at) == b"define")
        .map(|at| {
            let argument = source.directive_argument(at);
            let ends = |c: char| !c.is_ascii_alphanumeric() && c != '_';
            let name = argument.split(ends).next().unwrap_or_default().to_owned();
            DefinedMacro { name, at: source.point(at) }
        })
        .collect()
}

fn holds(record: &RecordText, define: &DefinedMacro) -> bool {
    (record.open..record.close).contains(&define.at.offset)
}

fn uses(source: &Source, member: &MemberText, names: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for at in source.tokens_between(member.span.start, member.span.end) {
        let word = source.word_bytes(at);
        let known = names.iter().find(|name| name.as_bytes() == word);
        found.extend(known.filter(|name| !found.contains(name)).cloned());
    }
    found
}

fn each_member(nodes: &mut [BodyNode], each: &mut dyn FnMut(&mut MemberText)) {
    for node in nodes {
        match node {
            BodyNode::Piece { piece } | BodyNode::Marker { piece, .. } => {
                piece.members.iter_mut().for_each(&mut *each);
            }
            BodyNode::Chain { branches, .. } => {
                for branch in branches {
                    each_member(&mut branch.nodes, each);
                }
            }
            BodyNode::Blank { .. } | BodyNode::Comment { .. } | BodyNode::Other { .. } => {}
        }
    }
}
