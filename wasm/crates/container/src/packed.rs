//! Files that hold the real file: compressed ones, boot images, archives.

use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::rc::Rc;

use facts::Message;
use object::elf;

use crate::boot::{self, Payload};
use crate::source::PartSource;
use crate::stream::Format;
use crate::unpack::{MAX_UNPACKED_BYTES, UnpackError, most_unpacked};
use crate::{ContainerError, MemorySource, Opened, Source, archive, bare, messages};

/// Where a tar archive's first header has its magic, which POSIX and GNU write alike up to here (pax, "ustar
/// Interchange Format").
const TAR_MAGIC_AT: Range<usize> = 257..262;
/// Objects of an archive that are looked into for debug information.
const MAX_ARCHIVE_PROBES: usize = 1000;

/// Whether a file that begins so is a tar archive.
pub fn is_tar(start: &[u8]) -> bool {
    start.get(TAR_MAGIC_AT) == Some(b"ustar")
}

/// The first bytes of what is in a compressed file that begins so, `len` at most; `None` where it is no such
/// file, or more of it would be needed to tell.
pub fn packed_head(start: &[u8], len: u64) -> Option<Vec<u8>> {
    let head = Format::of(start)?.head(start, len);
    (!head.is_empty()).then_some(head)
}

/// All that is in a compressed file.
///
/// # Errors
/// Where it is none, is damaged, or holds more than memory does.
pub fn unpack_file(source: &dyn Source) -> Result<Vec<u8>, ContainerError> {
    let (format, packed) = read_packed(source)?;
    let most = most_unpacked(source);
    format.unpack(&packed, most).map_err(|error| refused(format.name(), error))
}

/// All that is in a compressed file, or what comes before the place where it was cut or damaged.
///
/// # Errors
/// Where it is none, nothing of it can be had, or it holds more than memory does.
pub fn unpack_up_to_damage(source: &dyn Source) -> Result<Vec<u8>, ContainerError> {
    let (format, packed) = read_packed(source)?;
    let most = most_unpacked(source);
    format.unpack(&packed, most).or_else(|error| {
        let bytes = match error {
            UnpackError::TooMuch(_) => Vec::new(),
            UnpackError::Damaged(_) => format.head(&packed, most + 1),
        };
        if bytes.is_empty() { Err(refused(format.name(), error)) } else { Ok(bytes) }
    })
}

/// Unpacks a compressed file piece by piece, however large it becomes: what `take` is handed is all that memory holds of it.
/// Formats that are no streams (lz4, lzo, lzma, bzip2) are unpacked at once.
///
/// # Errors
/// Where it is none, is damaged or was cut, which what came before was handed over for.
pub fn unpack_in_parts(
    source: &dyn Source,
    take: &mut dyn FnMut(&[u8]),
) -> Result<(), ContainerError> {
    let start = source.read(0, source.len().min(TELLING_BYTES))?;
    let Some(format) = Format::of(&start) else {
        let reason = "it is not compressed in a way that is known".to_owned();
        return Err(ContainerError::Damaged { format: "compressed file", reason });
    };
    let most =
        source.len().saturating_mul(MOST_STREAMED_RATIO).clamp(LEAST_STREAMED, MOST_STREAMED);
    let mut packed = BufReader::with_capacity(STREAMED_AT_ONCE, SourceReader { source, at: 0 });
    match format.in_parts(&mut packed, most, take) {
        Some(done) => done.map_err(|error| refused(format.name(), error)),
        None => {
            take(&unpack_file(source)?);
            Ok(())
        }
    }
}

const TELLING_BYTES: u64 = 16;
/// Read at once from the file.
const STREAMED_AT_ONCE: usize = 1 << 20;
/// Source text packs to a fifteenth at best; what packs better was made to take time.
const MOST_STREAMED_RATIO: u64 = 32;
const LEAST_STREAMED: u64 = 256 << 20;
const MOST_STREAMED: u64 = 8 << 30;

/// A source from its beginning to its end.
struct SourceReader<'a> {
    source: &'a dyn Source,
    at: u64,
}

impl Read for SourceReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = (self.source.len() - self.at).min(buf.len() as u64) as usize;
        let (part, _) = buf.split_at_mut(len);
        self.source.read_at(self.at, part).map_err(io::Error::other)?;
        self.at += len as u64;
        Ok(len)
    }
}

fn refused(format: &'static str, error: UnpackError) -> ContainerError {
    match error {
        UnpackError::Damaged(reason) => ContainerError::Damaged { format, reason },
        UnpackError::TooMuch(most) => ContainerError::TooMuch { format, most_mb: most >> 20 },
    }
}

fn read_packed(source: &dyn Source) -> Result<(Format, Vec<u8>), ContainerError> {
    let packed = match source.len() {
        len if len > MAX_UNPACKED_BYTES => {
            let reason = format!("{} MB are more than memory holds", len >> 20);
            return Err(ContainerError::Damaged { format: "compressed file", reason });
        }
        len => source.read(0, len)?,
    };
    let Some(format) = Format::of(&packed) else {
        let reason = "it is not compressed in a way that is known".to_owned();
        return Err(ContainerError::Damaged { format: "compressed file", reason });
    };
    Ok((format, packed))
}

/// What is in a file that holds the real one.
pub enum Unpacked {
    /// A file, whatever it is.
    Layer(Layer),
    /// What can be used of it.
    Opened(Opened),
}

/// Something that a file was packed in.
pub struct Layer {
    /// What was in it.
    pub inner: Rc<dyn Source>,
    note: Message,
    /// What kind of boot image it is, if it is one.
    boot: Option<&'static str>,
}

impl Layer {
    /// What was found in it, with a note about the layer; of boot images nobody expects DWARF.
    pub fn told(self, found: Result<Opened, ContainerError>) -> Result<Opened, ContainerError> {
        match (found, self.boot) {
            (Ok(opened), Some(what)) if opened.is_stripped() => {
                Err(ContainerError::BootWithoutBtf(what))
            }
            (Ok(mut opened), _) => {
                note(&mut opened, self.note);
                Ok(opened)
            }
            (Err(ContainerError::NoDebugInfo { .. }), Some(what)) => {
                Err(ContainerError::BootWithoutBtf(what))
            }
            (Err(error), _) => Err(error),
        }
    }
}

/// What is in the file, `most` bytes of it; `None` where it is none that holds another.
///
/// # Errors
/// Where what it holds cannot be taken out.
pub fn unpack(
    source: &Rc<dyn Source>,
    start: &[u8],
    most: u64,
) -> Result<Option<Unpacked>, ContainerError> {
    if let Some(format) = Format::of(start) {
        return unpack_stream(source, format, 0..source.len(), None, most).map(Some);
    }
    if start.starts_with(archive::MAGIC) {
        return open_archive(source).map(Some);
    }
    if start.starts_with(archive::THIN_MAGIC) {
        return Err(ContainerError::Packed {
            format: "thin archive, whose objects are files of their own,",
            remedy: "ar t FILE",
        });
    }
    match boot::payload(start, source.len()) {
        Some(Payload::Packed { what, offset, len }) => {
            unpack_boot(source, what, offset..offset.saturating_add(len), most).map(Some)
        }
        Some(Payload::Plain { what }) => open_image(source, what).map(Some),
        None => Ok(None),
    }
}

/// The compressed bytes of a file, or of the kernel in a boot image.
fn unpack_stream(
    source: &Rc<dyn Source>,
    format: Format,
    range: Range<u64>,
    boot: Option<&'static str>,
    most: u64,
) -> Result<Unpacked, ContainerError> {
    let len = range.end - range.start;
    let what = boot.unwrap_or(format.name());
    let damaged = |reason| ContainerError::Damaged { format: what, reason };
    if len > MAX_UNPACKED_BYTES {
        return Err(damaged(format!("{} MB are more than memory holds", len >> 20)));
    }
    let unpacked = format.unpack(&source.read(range.start, len)?, most);
    let bytes = unpacked.map_err(|error| refused(what, error))?;
    let size = bytes.len();
    let compression = boot.map_or(String::new(), |_| format!(" ({})", format.name()));
    Ok(Unpacked::Layer(Layer {
        inner: Rc::new(MemorySource::new(bytes)),
        note: messages::unpacked(format!("{what}{compression}"), len, size),
        boot,
    }))
}

fn unpack_boot(
    source: &Rc<dyn Source>,
    what: &'static str,
    range: Range<u64>,
    most: u64,
) -> Result<Unpacked, ContainerError> {
    let start = source.read(range.start, (range.end - range.start).min(16))?;
    let Some(format) = Format::of(&start) else {
        let reason = "its kernel is compressed in a way that is not known".to_owned();
        return Err(ContainerError::Damaged { format: what, reason });
    };
    unpack_stream(source, format, range, Some(what), most)
}

/// A memory image has no sections, but the BTF in it can be found.
fn open_image(source: &Rc<dyn Source>, what: &'static str) -> Result<Unpacked, ContainerError> {
    if source.len() > MAX_UNPACKED_BYTES {
        return Err(ContainerError::BootWithoutBtf(what));
    }
    let image = source.read(0, source.len())?;
    let range = boot::find_btf(&image);
    let (place, btf) = range
        .and_then(|range| Some((range.start, image.get(range)?)))
        .ok_or(ContainerError::BootWithoutBtf(what))?;
    let btf: Rc<dyn Source> = Rc::new(MemorySource::new(btf.to_vec()));
    let mut opened = bare::open_btf(btf, false);
    note(&mut opened, messages::btf_found(format!("{place:#x}"), what));
    Ok(Unpacked::Opened(opened))
}

/// The first object with debug information stands for the archive.
fn open_archive(source: &Rc<dyn Source>) -> Result<Unpacked, ContainerError> {
    let members = archive::members(&**source)?;
    for member in members.iter().take(MAX_ARCHIVE_PROBES) {
        let part = PartSource { whole: Rc::clone(source), offset: member.offset, len: member.len };
        // Objects only: an archive of compression bombs would unpack each of them.
        if !part.read(0, 4).is_ok_and(|start| start == elf::ELFMAG) {
            continue;
        }
        if let Ok(mut opened) = bare::open_elf(Rc::new(part)) {
            let others = members.len() - 1;
            if others > 0 {
                note(&mut opened, messages::archive_member(&member.name, others));
            }
            return Ok(Unpacked::Opened(opened));
        }
    }
    Err(ContainerError::Archive { members: members.len() })
}

fn note(opened: &mut Opened, message: Message) {
    opened.diagnostics.push(message.at("", 1));
}
