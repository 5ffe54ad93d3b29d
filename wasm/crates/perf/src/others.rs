//! Texts of several kinds in one: one kind is read, and the others are named.

use facts::{Diagnostic, ProfileKind};
use mailtext::Line;

use crate::notes::warning;

/// What the text also holds.
#[derive(Debug)]
pub struct Others {
    read: Group,
    found: Vec<(Group, u64)>,
}

/// Kinds that one reader reads, or that have the same headers.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Group {
    C2c,
    Script,
    Dump,
    Tables,
    Data,
}

impl Others {
    /// For a reader of this kind.
    pub fn new(kind: ProfileKind) -> Self {
        let read = match kind {
            ProfileKind::C2cReport => Group::C2c,
            ProfileKind::Script => Group::Script,
            ProfileKind::MemDump => Group::Dump,
            ProfileKind::MemReport | ProfileKind::TypeReport | ProfileKind::AnnotatedTypes => {
                Group::Tables
            }
            ProfileKind::PerfData => Group::Data,
        };
        Self { read, found: Vec::new() }
    }

    /// Remembers a line that only another kind of text has.
    pub fn look(&mut self, line: &Line) {
        let Some(group) = group_of(line.text).filter(|group| *group != self.read) else { return };
        if self.found.iter().all(|(known, _)| *known != group) {
            self.found.push((group, line.number));
        }
    }

    /// What was not read, by its command.
    pub fn diagnostics(self) -> impl Iterator<Item = Diagnostic> {
        self.found.into_iter().map(|(group, line)| {
            let said = format!(
                "the text also holds output of `{}`, which is not read with the rest: give it as a text of its own",
                group.command()
            );
            warning(said, 1, format!("line {line}"))
        })
    }
}

impl Group {
    fn command(self) -> &'static str {
        match self {
            Self::C2c => "perf c2c report",
            Self::Script => "perf script",
            Self::Dump => "perf mem -D report",
            Self::Tables => "perf mem report` or `perf report -s type,typeoff",
            Self::Data => "perf record",
        }
    }
}

fn group_of(text: &str) -> Option<Group> {
    let has = |part: &str| text.contains(part);
    if has("Shared Data Cache Line Table") || has("Shared Cache Line Distribution Pareto") {
        Some(Group::C2c)
    } else if has("|OP ") && has("|LVL ") {
        Some(Group::Script)
    } else if has("LOCAL WEIGHT") && has("DSRC") {
        Some(Group::Dump)
    } else if has("Overhead") && (has("Memory access") || has("Data Symbol") || has("Data Type")) {
        Some(Group::Tables)
    } else {
        None
    }
}
