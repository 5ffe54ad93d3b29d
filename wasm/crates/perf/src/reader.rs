//! One reader for every kind of profile, fed chunk by chunk.

use facts::{AccessProfile, ProfileKind};

use crate::NothingUsable;
use crate::c2c::C2cReport;
use crate::data::PerfData;
use crate::detect::detect;
use crate::feed::LineFeed;
use crate::mem_dump::MemDump;
use crate::mem_report::MemReport;
use crate::script::Script;
use crate::types::TypeText;

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
/// let profile = reader.finish()?;
/// assert_eq!(profile.lines[0].rows[0].symbol.as_deref(), Some("reader"));
/// # Ok::<(), perf::NothingUsable>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    feed: LineFeed,
    of: Of,
    bytes: u64,
}

#[derive(Debug)]
enum Of {
    C2c(Box<C2cReport>),
    Script(Box<Script>),
    MemDump(Box<MemDump>),
    MemReport(Box<MemReport>),
    Types(Box<TypeText>),
    Data(Box<PerfData>),
}

impl Reader {
    /// A reader of this kind ([`detect`] tells it).
    pub fn new(kind: ProfileKind, options: Options) -> Self {
        let by_thread = options.by_thread;
        let of = match kind {
            ProfileKind::C2cReport => Of::C2c(Box::default()),
            ProfileKind::Script => Of::Script(Box::new(Script::new(by_thread))),
            ProfileKind::MemDump => Of::MemDump(Box::new(MemDump::new(by_thread))),
            ProfileKind::MemReport => Of::MemReport(Box::default()),
            ProfileKind::TypeReport | ProfileKind::AnnotatedTypes => Of::Types(Box::default()),
            ProfileKind::PerfData => Of::Data(Box::new(PerfData::new(by_thread))),
        };
        Self { feed: LineFeed::default(), of, bytes: 0 }
    }

    /// Takes the next chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        let Self { feed, of, .. } = self;
        if let Of::Data(data) = of {
            return data.push(chunk);
        }
        feed.push(chunk, &mut |line| of.line(line));
    }

    /// Bytes taken so far, for a progress bar.
    pub fn bytes_read(&self) -> u64 {
        self.bytes
    }

    /// The profile of everything that was pushed.
    pub fn finish(self) -> Result<AccessProfile, NothingUsable> {
        let Self { mut feed, mut of, .. } = self;
        feed.finish(&mut |line| of.line(line));
        match of {
            Of::C2c(reader) => reader.finish(),
            Of::Script(reader) => reader.finish(),
            Of::MemDump(reader) => reader.finish(),
            Of::MemReport(reader) => reader.finish(),
            Of::Types(reader) => reader.finish(),
            Of::Data(reader) => reader.finish(),
        }
    }
}

impl Of {
    fn line(&mut self, line: &[u8]) {
        match self {
            Self::C2c(reader) => reader.line(line),
            Self::Script(reader) => reader.line(line),
            Self::MemDump(reader) => reader.line(line),
            Self::MemReport(reader) => reader.line(line),
            Self::Types(reader) => reader.line(line),
            Self::Data(_) => {}
        }
    }
}

/// Reads a whole profile that is in memory, of the kind that its content shows.
pub fn read(bytes: &[u8], options: Options) -> Result<AccessProfile, NothingUsable> {
    let kind = detect(bytes).ok_or(NothingUsable::UnknownKind)?;
    let mut reader = Reader::new(kind, options);
    reader.push(bytes);
    reader.finish()
}
