//! One reader for every kind of profile, fed chunk by chunk.

use facts::{AccessProfile, NamedProfile, ProfileKind};
use mailtext::{Hunks, Line, Lines, Taken};

use crate::NothingUsable;
use crate::c2c::C2cReport;
use crate::data::PerfData;
use crate::detect::{detect, refusal};
use crate::grammar::GRAMMAR;
use crate::messages;
use crate::others::Others;
use crate::texts::Texts;

/// How samples are grouped; texts that are tables already are not affected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Rows of different threads stay apart, as with `perf c2c report --coalesce tid,iaddr`.
    pub by_thread: bool,
}

/// Reads a profile in chunks of any size; memory grows with what is different, not with the length.
///
/// ```
/// let text = b"0 1 0 0 0 0x4040c0\n 0.00% 100.00% 0.00% 0.00% 0x8 0 1 0x40115d 0 200 102 30 2 [.] reader demo demo.c:8 0 1\n";
/// let mut reader = perf::Reader::new(perf::ProfileKind::C2cReport, perf::Options::default());
/// for chunk in text.chunks(16) {
///     reader.push(chunk);
/// }
/// assert_eq!(reader.bytes_read(), text.len() as u64);
/// let profiles = reader.finish()?;
/// assert_eq!(profiles[0].profile.lines[0].rows[0].symbol.as_deref(), Some("reader"));
/// # Ok::<(), perf::NothingUsable>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    lines: Lines,
    of: Of,
    bytes: u64,
    /// Patches of the text, whose lines are not a report's.
    hunks: Hunks,
    /// Texts of other kinds.
    others: Others,
}

#[derive(Debug)]
enum Of {
    C2c(Box<C2cReport>),
    Text(Box<Texts>),
    Data(Box<PerfData>),
}

impl Reader {
    /// A reader of this kind ([`detect`] tells it).
    pub fn new(kind: ProfileKind, options: Options) -> Self {
        let by_thread = options.by_thread;
        let of = match kind {
            ProfileKind::C2cReport => Of::C2c(Box::default()),
            ProfileKind::Script
            | ProfileKind::MemDump
            | ProfileKind::MemReport
            | ProfileKind::TypeReport
            | ProfileKind::AnnotatedTypes => Of::Text(Box::new(Texts::new(kind, by_thread))),
            ProfileKind::PerfData => Of::Data(Box::new(PerfData::new(by_thread))),
        };
        Self {
            lines: Lines::new(GRAMMAR),
            of,
            bytes: 0,
            hunks: Hunks::default(),
            others: Others::new(kind),
        }
    }

    /// Takes the next chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        let Self { lines, of, others, hunks, .. } = self;
        match of {
            Of::Data(data) => data.push(chunk),
            _ => lines.push(chunk, &mut |line| take(of, others, hunks, line)),
        }
    }

    /// Bytes taken so far, for a progress bar.
    pub fn bytes_read(&self) -> u64 {
        self.bytes
    }

    /// The profiles of everything that was pushed, in the order of the text; never none.
    pub fn finish(self) -> Result<Vec<NamedProfile>, NothingUsable> {
        let Self { mut lines, mut of, mut others, mut hunks, .. } = self;
        lines.finish(&mut |line| take(&mut of, &mut others, &mut hunks, line));
        let mut profiles = match of {
            Of::C2c(reader) => reader.finish(),
            Of::Text(reader) => reader.finish(),
            Of::Data(reader) => reader.finish().map(|profile| vec![profile.into()]),
        }?;
        if let (too_long @ 1.., Some(first)) = (lines.too_long(), profiles.first_mut()) {
            let said = messages::long_line();
            let count = u32::try_from(too_long).unwrap_or(u32::MAX);
            first.profile.diagnostics.push(said.at("", count));
        }
        if let Some(first) = profiles.first_mut() {
            first.profile.diagnostics.extend(others.diagnostics());
        }
        Ok(profiles)
    }
}

/// Hands a line to its reader, unless it is a patch's.
fn take(of: &mut Of, others: &mut Others, hunks: &mut Hunks, line: Line) {
    let text = match hunks.take(line.text) {
        Taken::Not => line.text,
        Taken::Added(text) => text,
        Taken::Patch => return others.changed(&line),
    };
    let line = Line { text, ..line };
    if !others.look(&line) {
        of.line(line);
    }
}

impl Of {
    fn line(&mut self, line: Line) {
        match self {
            Self::C2c(reader) => reader.line(line),
            Self::Text(reader) => reader.line(line),
            Self::Data(_) => {}
        }
    }
}

/// Reads the profiles of a text or file that is in memory, of the kind that its content shows.
pub fn read_all(bytes: &[u8], options: Options) -> Result<Vec<NamedProfile>, NothingUsable> {
    let kind = detect(bytes).ok_or_else(|| refusal(bytes))?;
    let mut reader = Reader::new(kind, options);
    reader.push(bytes);
    reader.finish()
}

/// The first of them: all that there is in most texts.
pub fn read(bytes: &[u8], options: Options) -> Result<AccessProfile, NothingUsable> {
    let mut all = read_all(bytes, options)?;
    Ok(all.swap_remove(0).profile)
}
