//! One reader for every kind of profile, fed chunk by chunk.

use facts::{AccessProfile, Diagnostic, NamedProfile, ProfileKind, Severity};
use pasted::{Doubt, Line, Lines};

use crate::NothingUsable;
use crate::c2c::C2cReport;
use crate::data::PerfData;
use crate::detect::detect;
use crate::difference::Difference;
use crate::left::LeftSide;
use crate::others::Others;
use crate::overlap::Overlap;
use crate::shuffled::Shuffled;
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
    /// Texts of other kinds.
    others: Others,
    left: LeftSide,
    shuffled: Shuffled,
    difference: Difference,
    overlap: Overlap,
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
            lines: Lines::default(),
            of,
            bytes: 0,
            others: Others::new(kind),
            left: LeftSide::default(),
            shuffled: Shuffled::default(),
            difference: Difference::default(),
            overlap: Overlap::new(kind),
        }
    }

    /// Takes the next chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        let Self { lines, of, others, left, shuffled, difference, overlap, .. } = self;
        if let Of::Data(data) = of {
            return data.push(chunk);
        }
        if let Of::Text(texts) = of
            && texts.takes_chunk(chunk)
        {
            return;
        }
        lines.push(chunk, &mut |line| {
            others.look(&line);
            left.look(&line);
            shuffled.look(&line);
            difference.look(&line);
            overlap.line(line, &mut |line| of.line(line));
        });
    }

    /// Bytes taken so far, for a progress bar.
    pub fn bytes_read(&self) -> u64 {
        self.bytes
    }

    /// The profiles of everything that was pushed, in the order of the text; never none.
    pub fn finish(self) -> Result<Vec<NamedProfile>, NothingUsable> {
        let Self { mut lines, mut of, mut others, mut left, .. } = self;
        let Self { mut shuffled, mut difference, mut overlap, .. } = self;
        lines.finish(&mut |line| {
            others.look(&line);
            left.look(&line);
            shuffled.look(&line);
            difference.look(&line);
            overlap.line(line, &mut |line| of.line(line));
        });
        overlap.finish(&mut |line| of.line(line));
        let two_texts = difference.two_texts();
        if let Some(reason) = two_texts.or_else(|| left.reason()).or_else(|| shuffled.reason()) {
            return Err(reason);
        }
        let joined = match &of {
            Of::C2c(reader) => reader.joined(),
            Of::Text(_) | Of::Data(_) => 0,
        };
        let mut profiles = match of {
            Of::C2c(reader) => reader.finish(),
            Of::Text(reader) => reader.finish(),
            Of::Data(reader) => reader.finish().map(|profile| vec![profile.into()]),
        }
        .map_err(|error| difference.reason().unwrap_or(error))?;
        if let (too_long @ 1.., Some(first)) = (lines.too_long(), profiles.first_mut()) {
            first.profile.diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                message: "a line of the text is longer than a megabyte: it was read up to there"
                    .to_owned(),
                place: String::new(),
                count: u32::try_from(too_long).unwrap_or(u32::MAX),
            });
        }
        if let Some(first) = profiles.first_mut() {
            first.profile.diagnostics.extend(said_twice(&lines, &overlap));
            // perf itself has tabs in its annotations of types.
            let has_tabs = first.profile.kind == ProfileKind::AnnotatedTypes;
            let doubt = lines.doubt(joined, !has_tabs);
            first.profile.diagnostics.extend(doubt.map(doubted));
            first.profile.diagnostics.extend(others.diagnostics());
        }
        Ok(profiles)
    }
}

/// What of the text was there twice and was counted once.
fn said_twice(lines: &Lines, overlap: &Overlap) -> impl Iterator<Item = Diagnostic> {
    let warning = |message: &str, place: String, count: u64| {
        (count > 0).then(|| Diagnostic {
            severity: Severity::Warning,
            message: message.to_owned(),
            place,
            count: u32::try_from(count).unwrap_or(u32::MAX),
        })
    };
    let doubled = warning(
        "each line of the text is there twice, one after the other: it was read once",
        String::new(),
        lines.doubled(),
    );
    let overlapping = warning(
        "lines follow once more, as where screens that overlap were copied one after another: they were counted once",
        format!("line {}", overlap.first_line),
        overlap.left_out,
    );
    [doubled, overlapping].into_iter().flatten()
}

/// What may be wrong without a sign of it.
fn doubted(doubt: Doubt) -> Diagnostic {
    let Doubt { lines, are_cut, beside } = doubt;
    let (done, risk) = if are_cut {
        (
            "cut at the right",
            "what the cut left of a name or a number may have been taken for whole",
        )
    } else {
        ("broken", "what a break went through may have been put together wrongly")
    };
    Diagnostic {
        severity: Severity::Warning,
        message: format!(
            "rows of this text may be wrong: its lines were {done}, and it has {} too, so that {risk}. Compare the names and numbers with the report, or paste it from the file that perf wrote",
            beside.join(", ")
        ),
        place: String::new(),
        count: u32::try_from(lines).unwrap_or(u32::MAX),
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
    let kind = detect(bytes).ok_or(NothingUsable::UnknownKind)?;
    let mut reader = Reader::new(kind, options);
    reader.push(bytes);
    reader.finish()
}

/// The first of them: all that there is in most texts.
pub fn read(bytes: &[u8], options: Options) -> Result<AccessProfile, NothingUsable> {
    let mut all = read_all(bytes, options)?;
    Ok(all.swap_remove(0).profile)
}
