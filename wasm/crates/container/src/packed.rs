//! Files that hold the real file: compressed ones, boot images, archives.

use std::rc::Rc;

use facts::{Diagnostic, Severity};
use object::elf;

use crate::boot::{self, Payload};
use crate::source::PartSource;
use crate::stream::Format;
use crate::unpack::{MAX_UNPACKED_BYTES, most_unpacked};
use crate::{ContainerError, MemorySource, Opened, Source, archive, identify};

/// `Image` in a zboot image in gzip has three.
const MAX_LAYERS: u32 = 4;
/// Where a tar archive's first header has its magic, which POSIX and GNU write alike up to here (pax, "ustar
/// Interchange Format").
const TAR_MAGIC_AT: std::ops::Range<usize> = 257..262;
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
    let damaged = |reason| ContainerError::Damaged { format: format.name(), reason };
    format.unpack(&packed).map_err(damaged)
}

/// All that is in a compressed file, or what comes before the place where it was cut or damaged.
///
/// # Errors
/// Where it is none, nothing of it can be had, or it holds more than memory does.
pub fn unpack_up_to_damage(source: &dyn Source) -> Result<Vec<u8>, ContainerError> {
    let (format, packed) = read_packed(source)?;
    format.unpack(&packed).or_else(|reason| {
        let most = most_unpacked(packed.len() as u64);
        let bytes = format.head(&packed, most + 1);
        if bytes.is_empty() || bytes.len() as u64 > most {
            return Err(ContainerError::Damaged { format: format.name(), reason });
        }
        Ok(bytes)
    })
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

/// Opens what is in the file; `None` where it is no such file.
pub fn open_packed(
    source: &Rc<dyn Source>,
    start: &[u8],
    depth: u32,
) -> Option<Result<Opened, ContainerError>> {
    if depth >= MAX_LAYERS {
        return Some(Err(ContainerError::TooDeep(MAX_LAYERS)));
    }
    if let Some(format) = Format::of(start) {
        return Some(open_stream(source, format, 0, source.len(), depth, format.name()));
    }
    if start.starts_with(archive::MAGIC) {
        return Some(open_archive(source, depth));
    }
    if start.starts_with(archive::THIN_MAGIC) {
        return Some(Err(ContainerError::Packed {
            format: "thin archive, whose objects are files of their own,",
            remedy: "ar t FILE",
        }));
    }
    match boot::payload(start, source.len())? {
        Payload::Packed { what, offset, len } => Some(open_boot(source, what, offset, len, depth)),
        Payload::Plain { what } => Some(open_image(source, what)),
    }
}

fn open_stream(
    source: &Rc<dyn Source>,
    format: Format,
    offset: u64,
    len: u64,
    depth: u32,
    what: &'static str,
) -> Result<Opened, ContainerError> {
    let damaged = |reason| ContainerError::Damaged { format: what, reason };
    if len > MAX_UNPACKED_BYTES {
        return Err(damaged(format!("{} MB are more than memory holds", len >> 20)));
    }
    let bytes = format.unpack(&source.read(offset, len)?).map_err(damaged)?;
    let size = bytes.len();
    let inner: Rc<dyn Source> = Rc::new(MemorySource::new(bytes));
    let mut opened = identify::open(inner, depth + 1)?;
    let compression =
        if what == format.name() { String::new() } else { format!(" ({})", format.name()) };
    note(&mut opened, format!("unpacked from {what}{compression}, {len} to {size} bytes"));
    Ok(opened)
}

fn open_boot(
    source: &Rc<dyn Source>,
    what: &'static str,
    offset: u64,
    len: u64,
    depth: u32,
) -> Result<Opened, ContainerError> {
    let start = source.read(offset, len.min(16))?;
    let Some(format) = Format::of(&start) else {
        let reason = "its kernel is compressed in a way that is not known".to_owned();
        return Err(ContainerError::Damaged { format: what, reason });
    };
    match open_stream(source, format, offset, len, depth, what) {
        Err(ContainerError::NoDebugInfo { .. }) => Err(ContainerError::BootWithoutBtf(what)),
        other => other,
    }
}

/// A memory image has no sections, but the BTF in it can be found.
fn open_image(source: &Rc<dyn Source>, what: &'static str) -> Result<Opened, ContainerError> {
    if source.len() > MAX_UNPACKED_BYTES {
        return Err(ContainerError::BootWithoutBtf(what));
    }
    let image = source.read(0, source.len())?;
    let range = boot::find_btf(&image).ok_or(ContainerError::BootWithoutBtf(what))?;
    let place = range.start;
    let btf: Rc<dyn Source> = Rc::new(MemorySource::new(image[range].to_vec()));
    let mut opened = identify::open_btf(btf, false);
    note(&mut opened, format!("BTF found at {place:#x} of the {what}"));
    Ok(opened)
}

/// The first object with debug information stands for the archive.
fn open_archive(source: &Rc<dyn Source>, depth: u32) -> Result<Opened, ContainerError> {
    let members = archive::members(&**source)?;
    for member in members.iter().take(MAX_ARCHIVE_PROBES) {
        let part = PartSource { whole: Rc::clone(source), offset: member.offset, len: member.len };
        // Objects only: an archive of compression bombs would unpack each of them.
        if !part.read(0, 4).is_ok_and(|start| start == elf::ELFMAG) {
            continue;
        }
        if let Ok(mut opened) = identify::open(Rc::new(part), depth + 1) {
            let others = members.len() - 1;
            if others > 0 {
                note(
                    &mut opened,
                    format!(
                        "types are read from `{}` alone, the first object with debug information; `ar x FILE` takes out the {others} others",
                        member.name
                    ),
                );
            }
            return Ok(opened);
        }
    }
    Err(ContainerError::Archive { members: members.len() })
}

fn note(opened: &mut Opened, message: String) {
    opened.diagnostics.push(Diagnostic {
        severity: Severity::Note,
        message,
        place: String::new(),
        count: 1,
    });
}
