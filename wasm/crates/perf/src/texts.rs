//! Texts of samples and tables: one profile for each heading that names a state of the code, and a text that is there
//! twice is counted once.

use facts::{AccessProfile, Diagnostic, NamedProfile, ProfileKind};
use mailtext::{GAP, Line};

use crate::NothingUsable;
use crate::again::Again;
use crate::heading::{Heading, heading_between};
use crate::mem_dump::MemDump;
use crate::mem_report::MemReport;
use crate::messages;
use crate::notes::{Lost, text_line};
use crate::prose::{is_left_out, without_remark};
use crate::screens::Screens;
use crate::script::{LEFT_OUT, Script};
use crate::types::TypeText;

/// Texts that are kept apart.
const MAX_TEXTS: usize = 64;

/// Reads the lines of every text but that of `perf c2c report`.
#[derive(Debug)]
pub struct Texts {
    kind: ProfileKind,
    by_thread: bool,
    done: Vec<Text>,
    current: Text,
    /// Texts above [`MAX_TEXTS`]: their lines are left out, because they are of other states than the last one that is read.
    further: Lost,
}

/// One of them.
#[derive(Debug)]
struct Text {
    heading: Option<Heading>,
    of: Of,
    screens: Screens,
    again: Again,
    /// Signs that lines were taken out, and where the first one is.
    left_out: Lost,
}

#[derive(Debug)]
enum Of {
    Script(Box<Script>),
    MemDump(Box<MemDump>),
    MemReport(Box<MemReport>),
    Types(Box<TypeText>),
}

impl Texts {
    /// A reader of this kind of text; `by_thread` keeps the rows of different threads apart.
    pub fn new(kind: ProfileKind, by_thread: bool) -> Self {
        let current = Text::new(kind, by_thread, None);
        Self { kind, by_thread, done: Vec::new(), current, further: Lost::default() }
    }

    /// Takes one line.
    pub fn line(&mut self, line: Line) {
        // These readers tell columns by their words where a mailer has broken a gap.
        if line.text.contains(GAP) {
            let text = line.text.replace(GAP, " ");
            return self.blank_line(Line { text: &text, ..line });
        }
        self.blank_line(line);
    }

    fn blank_line(&mut self, line: Line) {
        if let Some(heading) = heading_between(line.text).filter(|_| !line.last) {
            let Text { of, screens, .. } = &mut self.current;
            screens.finish(&mut |line| of.line(line));
            if self.current.of.is_empty() && self.current.again.is_empty() {
                self.current.heading = Some(heading);
                return;
            } else if heading.is_state {
                return self.next(Some(heading), line.number);
            }
        }
        let text = without_remark(line.text);
        if is_left_out(text) && !text.trim().is_empty() {
            return self.current.leave_out(line);
        }
        // perf begins each report with these.
        let begins = ["# To display the perf.data header", "# Total Lost Samples:"]
            .iter()
            .any(|start| text.starts_with(start));
        if begins && !self.current.of.is_empty() {
            self.next(None, line.number);
        }
        if self.further.rows == 0 {
            self.current.line(Line { text, ..line });
        }
    }

    fn next(&mut self, heading: Option<Heading>, line: u64) {
        if self.done.len() + 1 >= MAX_TEXTS {
            return self.further.add(line);
        }
        let next = Text::new(self.kind, self.by_thread, heading);
        self.done.push(std::mem::replace(&mut self.current, next));
    }

    /// The profiles of all texts that have rows, or why none has.
    pub fn finish(self) -> Result<Vec<NamedProfile>, NothingUsable> {
        let Self { mut done, current, further, .. } = self;
        done.push(current);
        let (mut read, mut refused): (Vec<NamedProfile>, Vec<Refused>) = Default::default();
        for text in done {
            let is_state = text.heading.as_ref().is_some_and(|heading| heading.is_state);
            let is_empty = text.of.is_empty() && (text.again.is_empty() || !is_state);
            let (name, state) = Heading::parts(text.heading.clone());
            match text.finish() {
                Ok(profile) => add(&mut read, NamedProfile { name, state, profile }),
                Err(error) => refused.push(Refused { name, is_empty, error }),
            }
        }
        let Some(first) = read.first_mut() else {
            // What stands between two headings may be prose.
            refused.sort_by_key(|text| text.is_empty);
            let first = refused.into_iter().next();
            return Err(first.map_or(NothingUsable::UnknownKind, |text| text.error));
        };
        let unread = refused.into_iter().filter(|text| !text.is_empty).map(Refused::diagnostic);
        first.profile.diagnostics.extend(unread);
        if let (1.., Some(last)) = (further.rows, read.last_mut()) {
            let said = messages::more_reports(MAX_TEXTS);
            last.profile.diagnostics.push(further.diagnostic(said));
        }
        Ok(read)
    }
}

/// A text of several that has no row that can be read.
struct Refused {
    name: Option<String>,
    /// Nothing in it looks like a table or a sample: what follows a report is often prose.
    is_empty: bool,
    error: NothingUsable,
}

impl Refused {
    fn diagnostic(self) -> Diagnostic {
        let name = self.name.map_or_else(String::new, |name| format!(" \"{name}\""));
        let said = messages::report_unread(name, self.error);
        said.at("", 1)
    }
}

/// Adds the profile of a text, unless it is there already: a report that is pasted twice is one.
fn add(read: &mut Vec<NamedProfile>, mut next: NamedProfile) {
    let diagnostics = std::mem::take(&mut next.profile.diagnostics);
    let known = read.iter_mut().find_map(|known| {
        let of_known = std::mem::take(&mut known.profile.diagnostics);
        let same =
            known.profile == next.profile && (next.name.is_none() || next.name == known.name);
        known.profile.diagnostics = of_known;
        same.then_some(known)
    });
    if let Some(known) = known {
        let said = messages::table_again();
        known.profile.diagnostics.push(said.at("", 1));
        return;
    }
    next.profile.diagnostics = diagnostics;
    read.push(next);
}

impl Text {
    fn new(kind: ProfileKind, by_thread: bool, heading: Option<Heading>) -> Self {
        let of = match kind {
            ProfileKind::MemDump => Of::MemDump(Box::new(MemDump::new(by_thread))),
            ProfileKind::MemReport => Of::MemReport(Box::default()),
            ProfileKind::TypeReport | ProfileKind::AnnotatedTypes => Of::Types(Box::default()),
            ProfileKind::Script | ProfileKind::C2cReport | ProfileKind::PerfData => {
                Of::Script(Box::new(Script::new(by_thread)))
            }
        };
        let (screens, again) = Default::default();
        Self { heading, of, screens, again, left_out: Lost::default() }
    }

    fn leave_out(&mut self, line: Line) {
        self.left_out.add(line.number);
        match &mut self.of {
            // A sample's lines go on no further than that.
            Of::Script(_) => self.line(Line { text: LEFT_OUT, last: false, ..line }),
            // Members are within others.
            Of::Types(types) => types.leave_out(),
            // Rows are whole in themselves.
            Of::MemDump(_) | Of::MemReport(_) => {}
        }
    }

    fn line(&mut self, line: Line) {
        // Tables are compared row by row where they are read; of samples nothing but the text tells.
        let Self { of, screens, again, .. } = self;
        if matches!(of, Of::Script(_) | Of::MemDump(_)) {
            again.line(&line);
            return of.line(line);
        }
        screens.line(line, &mut |line| of.line(line));
    }

    fn finish(self) -> Result<AccessProfile, NothingUsable> {
        let Self { mut of, mut screens, again, left_out, .. } = self;
        screens.finish(&mut |line| of.line(line));
        let repeated = again.begins_again();
        let mut profile = match of {
            Of::Script(reader) => reader.finish(),
            Of::MemDump(reader) => reader.finish(),
            Of::MemReport(reader) => reader.finish(),
            Of::Types(reader) => reader.finish(),
        }?;
        if let Some(line) = repeated {
            let said = messages::samples_again();
            profile.diagnostics.push(said.at(text_line(line), 1));
        }
        if left_out.rows > 0 {
            let said = messages::text_left_out();
            profile.diagnostics.push(left_out.diagnostic(said));
        }
        Ok(profile)
    }
}

impl Of {
    fn line(&mut self, line: Line) {
        match self {
            Self::Script(reader) => reader.line(line),
            Self::MemDump(reader) => reader.line(line),
            Self::MemReport(reader) => reader.line(line),
            Self::Types(reader) => reader.line(line),
        }
    }

    /// Whether nothing was read yet.
    fn is_empty(&self) -> bool {
        match self {
            Self::Script(reader) => reader.is_empty(),
            Self::MemDump(reader) => reader.is_empty(),
            Self::MemReport(reader) => reader.is_empty(),
            Self::Types(reader) => reader.is_empty(),
        }
    }
}
