//! Texts of several kinds in one: one kind is read, and the others are named.

use facts::{Diagnostic, ProfileKind};
use mailtext::Line;

use crate::c2c::names_rows;
use crate::detect::is_changed_row;
use crate::messages;
use crate::notes::{Lost, text_line};

/// What the text also holds.
#[derive(Debug)]
pub struct Others {
    read: Group,
    found: Vec<(Group, u64)>,
    /// Lines of another kind's table stand here, up to the next of the kind that is read.
    is_inside: bool,
    /// Rows in the difference of two reports.
    changed: Lost,
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
        Self { read, found: Vec::new(), is_inside: false, changed: Lost::default() }
    }

    /// Remembers a line that only another kind of text has; whether it is one of a c2c report among tables, whose rows look
    /// like theirs.
    pub fn look(&mut self, line: &Line) -> bool {
        let Some(group) = group_of(line.text) else { return self.is_inside };
        self.is_inside = self.read == Group::Tables && group == Group::C2c;
        if group == self.read {
            return false;
        }
        if self.found.iter().all(|(known, _)| *known != group) {
            self.found.push((group, line.number));
        }
        self.is_inside
    }

    /// Counts the rows of a patch that changes a report: `diff -u` of two, or a line that it adds to a text.
    pub fn changed(&mut self, line: &Line) {
        if is_changed_row(line.text, '-') || is_changed_row(line.text, '+') {
            self.changed.add(line.number);
        }
    }

    /// What was not read, by its command.
    pub fn diagnostics(self) -> impl Iterator<Item = Diagnostic> {
        let changed =
            (self.changed.rows > 0).then(|| self.changed.diagnostic(messages::patch_beside()));
        let others = self.found.into_iter().map(|(group, line)| {
            let said = messages::other_output(group.command());
            said.at(text_line(line), 1)
        });
        others.chain(changed)
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
    if has("Shared Data Cache Line Table")
        || has("Shared Cache Line Distribution Pareto")
        || names_rows(text)
    {
        Some(Group::C2c)
    } else if has("|OP ") && has("|LVL ") {
        Some(Group::Script)
    } else if has("LOCAL WEIGHT") && has("DSRC") {
        Some(Group::Dump)
    } else if has("Annotate type: ")
        || has("Overhead") && (has("Memory access") || has("Data Symbol") || has("Data Type"))
    {
        Some(Group::Tables)
    } else {
        None
    }
}
