//! The sections in memory, each once. Opening a file and reading its entries fill them; whoever answers only looks.

pub(crate) mod again;
pub(crate) mod attach;

use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

use gimli::constants as dw;

use crate::sections::Sections;

use super::bytes::Bytes;
use super::files::package::{Contribution, contribution};
use super::plans::plan::Table;
use super::plans::tables::Tables;
use super::unit::Unit;
use again::ReadAgain;

/// One `.debug_info` or `.debug_types`.
#[derive(Debug, Default)]
struct InfoSection {
    /// What is in memory of it, or of the part of it that is read here.
    data: Vec<u8>,
    /// Where `data` begin in the part: 0 but while one comes in.
    from: usize,
    /// Where the part begins in the section: 0 where all of it is read.
    base: u64,
    /// What is read again, of a part.
    again: Option<ReadAgain>,
    /// `.debug_types`, whose headers are different.
    is_types: bool,
    /// For diagnostics.
    name: String,
    /// Which file it is of: an index into [`Store::files`].
    file: u32,
}

/// A section that is read on first use; empty where it cannot be.
#[derive(Default)]
pub(crate) struct LazySection {
    source: Option<(Rc<dyn Sections>, usize)>,
    data: OnceCell<Vec<u8>>,
}

impl LazySection {
    /// The section of that number in `source`.
    pub fn new(source: Rc<dyn Sections>, number: usize) -> LazySection {
        LazySection { source: Some((source, number)), data: OnceCell::new() }
    }

    /// The bytes.
    pub fn get(&self) -> &[u8] {
        self.data.get_or_init(|| match &self.source {
            Some((source, number)) => source.read(*number).unwrap_or_default(),
            None => Vec::new(),
        })
    }
}

impl fmt::Debug for LazySection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LazySection").field("read", &self.data.get().is_some()).finish()
    }
}

/// All sections that the readers of entries look at. Of a program whose types are in several files, abbreviations and
/// strings of all follow each other.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// The program's own first, then those of each other file, in the order of `files`.
    infos: Vec<InfoSection>,
    abbrev: Vec<u8>,
    str: Vec<u8>,
    line_str: Vec<u8>,
    str_offsets: Vec<u8>,
    is_big_endian: bool,
    /// The file itself, then those that hold some of its types.
    files: Vec<Origin>,
    /// The one of them that dwz moved types to, once that is given.
    alt: Option<u32>,
    /// What `abbrev` means, as far as it was asked for.
    tables: RefCell<Tables>,
}

/// One file, and where its bytes begin in what all files share.
#[derive(Debug, Default)]
pub(crate) struct Origin {
    /// Its `.debug_info`, which offsets refer into: an index into `Store::infos`.
    pub info: u32,
    pub abbrev: usize,
    pub str: usize,
    pub line_str: usize,
    pub str_offsets: usize,
    /// Its `.debug_line`, read when a declared place is first asked for.
    pub line: LazySection,
    /// Sections of a `.dwo` file: string offsets begin right behind the first header.
    pub is_dwo: bool,
    /// The units of a `.dwp` package.
    pub contributions: Vec<Contribution>,
}

/// What stands for a name that only the supplementary file has.
pub(crate) const UNREACHABLE_NAME: &str = "?";

/// Where a string lies, before it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum StrPlace {
    /// In the entry itself, at this offset of its section.
    Inline(usize),
    /// In `.debug_str`.
    Str(u64),
    /// In `.debug_line_str`.
    LineStr(u64),
    /// In a supplementary file.
    Supplementary,
}

impl Store {
    /// Nothing in it yet.
    pub fn new(is_big_endian: bool) -> Store {
        Store { is_big_endian, ..Store::default() }
    }

    /// How many sections hold entries; they are numbered from 0, the program's own first.
    pub fn info_count(&self) -> u32 {
        self.infos.len() as u32
    }

    #[inline(always)]
    #[expect(
        clippy::indexing_slicing,
        reason = "units give the numbers, and of a file that is detached none is kept"
    )]
    fn section(&self, section: u32) -> &InfoSection {
        &self.infos[section as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "as in `section`")]
    fn section_mut(&mut self, section: u32) -> &mut InfoSection {
        &mut self.infos[section as usize]
    }

    /// What a section with entries is called in diagnostics.
    pub fn info_name(&self, section: u32) -> &str {
        &self.section(section).name
    }

    /// Whether it is `.debug_types`.
    pub fn is_types(&self, section: u32) -> bool {
        self.section(section).is_types
    }

    /// Whether a section is of the file itself, and not of one that holds some of its types.
    pub fn is_own(&self, section: u32) -> bool {
        self.section(section).file == 0
    }

    /// The file itself.
    pub fn own_file(&self) -> Option<&Origin> {
        self.files.first()
    }

    /// What is in memory of a section with entries, for whoever reads it.
    pub fn info_mut(&mut self, section: u32) -> &mut Vec<u8> {
        &mut self.section_mut(section).data
    }

    /// Makes room for so many bytes of a section; whether there is memory for them.
    pub fn make_room(&mut self, section: u32, bytes: usize) -> bool {
        self.section_mut(section).data.try_reserve_exact(bytes).is_ok()
    }

    /// Begins a part of section `number` of the file, from byte `base` on, as section 0.
    pub fn begin_part(&mut self, sections: &Rc<dyn Sections>, number: usize, base: u64) {
        let info = self.section_mut(0);
        info.base = base;
        info.again = Some(ReadAgain::new(Rc::clone(sections), number, base));
    }

    /// Up to where the part is in memory.
    pub fn have(&self) -> usize {
        let info = self.section(0);
        info.from + info.data.len()
    }

    /// Drops the part's bytes before `place`: of `units`, which were looked at and are read again where they are needed.
    pub fn drop_before(&mut self, place: usize, units: &[Unit]) {
        let mut again = self.section_mut(0).again.take();
        if let Some(again) = &mut again {
            again.note(units, self.info(0));
        }
        self.section_mut(0).again = again;
        self.drop_to(place);
    }

    /// Whether a unit of the part that came in again is what it was.
    pub fn is_same(&self, unit: &Unit) -> bool {
        self.section(0).again.as_ref().is_some_and(|again| again.is_same(unit, self.info(0)))
    }

    /// The part comes in again, from its beginning.
    pub fn rewind(&mut self) {
        let info = self.section_mut(0);
        (info.from, info.data) = (0, Vec::new());
    }

    /// Drops the part's bytes before `place`.
    pub fn drop_to(&mut self, place: usize) {
        let info = self.section_mut(0);
        let dropped = place.saturating_sub(info.from).min(info.data.len());
        info.data.drain(..dropped);
        info.from += dropped;
    }

    /// Before a question: drops what the last ones read again, where it is much.
    pub fn drop_much(&mut self) {
        for info in &mut self.infos {
            info.again.iter_mut().for_each(ReadAgain::drop_much);
        }
    }

    /// Why something that was asked for since could not be read again.
    pub fn failure(&self) -> Option<&String> {
        self.infos.iter().find_map(|info| info.again.as_ref()?.failure())
    }

    /// The compiled abbreviations of a unit; none where a damaged file asks for too many.
    pub fn table(&self, unit: &Unit) -> Rc<Table> {
        self.tables.borrow_mut().get(self.abbrev(), unit)
    }

    /// To be called before work of which the amount is bounded otherwise: abbreviations may be compiled anew.
    pub fn renew_budget(&self) {
        self.tables.borrow_mut().renew_budget();
    }

    /// All of `.debug_str`.
    pub fn str(&self) -> &[u8] {
        &self.str
    }

    /// All of `.debug_line_str`.
    pub fn line_str(&self) -> &[u8] {
        &self.line_str
    }

    /// All of `.debug_str_offsets`.
    pub fn str_offsets(&self) -> Bytes<'_> {
        self.bytes(&self.str_offsets)
    }

    /// The byte order.
    pub fn is_big_endian(&self) -> bool {
        self.is_big_endian
    }

    /// What is in memory of an info section.
    #[inline(always)]
    pub fn info(&self, section: u32) -> Bytes<'_> {
        let InfoSection { data, from, .. } = self.section(section);
        Bytes { data, base: *from, big_endian: self.is_big_endian }
    }

    /// The bytes of a unit, by their places in its section.
    #[inline]
    pub fn unit(&self, unit: &Unit) -> Bytes<'_> {
        let InfoSection { data, from, again, .. } = self.section(unit.section);
        let is_there = unit.start >= *from && unit.end <= from + data.len();
        match again {
            Some(again) if !is_there => {
                let (data, base) = again.get(unit.start);
                Bytes { data, base, big_endian: self.is_big_endian }
            }
            _ => Bytes { data, base: *from, big_endian: self.is_big_endian },
        }
    }

    fn bytes<'a>(&self, data: &'a [u8]) -> Bytes<'a> {
        Bytes { data, base: 0, big_endian: self.is_big_endian }
    }

    /// `.debug_abbrev`.
    pub fn abbrev(&self) -> Bytes<'_> {
        self.bytes(&self.abbrev)
    }

    /// "`.debug_info` + 0x…", for a diagnostic.
    pub fn place(&self, section: u32, offset: usize) -> String {
        let info = self.section(section);
        format!("{} + {:#x}", info.name, info.base + offset as u64)
    }

    /// The file that an info section is of.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a section is attached together with its file")]
    pub fn file_of(&self, section: u32) -> &Origin {
        &self.files[self.section(section).file as usize]
    }

    /// The file that dwz moved types to.
    pub fn alt(&self) -> Option<&Origin> {
        self.files.get(self.alt? as usize)
    }

    /// The section that a reference of a unit in `section` leads to: into the supplementary file, or by its
    /// offset in the own one. `None` where that file was not given.
    pub fn referred_section(&self, section: u32, is_alt: bool) -> Option<u32> {
        // Types units too refer into `.debug_info`.
        if is_alt { Some(self.alt()?.info) } else { Some(self.file_of(section).info) }
    }

    /// What belongs to the unit at `start`, in a package.
    pub fn contribution(&self, section: u32, start: usize) -> Option<Contribution> {
        let list = &self.file_of(section).contributions;
        contribution(list, self.section(section).is_types, start)
    }

    /// The byte order in gimli's terms.
    pub fn endian(&self) -> gimli::RunTimeEndian {
        if self.is_big_endian { gimli::RunTimeEndian::Big } else { gimli::RunTimeEndian::Little }
    }

    /// Where the string of the attribute at `at` lies.
    #[inline(always)]
    pub fn string_place(&self, unit: &Unit, form: u16, at: usize) -> Option<StrPlace> {
        let info = self.unit(unit);
        let is_dwarf64 = unit.format.is_dwarf64;
        let index = match dw::DwForm(form) {
            dw::DW_FORM_strp => {
                let at = info.offset(at, is_dwarf64)?;
                return Some(StrPlace::Str(at.saturating_add(unit.str as u64)));
            }
            dw::DW_FORM_string => return Some(StrPlace::Inline(at)),
            dw::DW_FORM_line_strp => {
                let base = self.file_of(unit.section).line_str as u64;
                let at = info.offset(at, is_dwarf64)?;
                return Some(StrPlace::LineStr(at.saturating_add(base)));
            }
            dw::DW_FORM_strp_sup | dw::DW_FORM_GNU_strp_alt => {
                let Some(alt) = self.alt() else { return Some(StrPlace::Supplementary) };
                let at = info.offset(at, is_dwarf64)?;
                return Some(StrPlace::Str(at.saturating_add(alt.str as u64)));
            }
            dw::DW_FORM_strx1 => u64::from(info.u8(at)?),
            dw::DW_FORM_strx2 => u64::from(info.u16(at)?),
            dw::DW_FORM_strx3 => u64::from(info.u24(at)?),
            dw::DW_FORM_strx4 => u64::from(info.u32(at)?),
            dw::DW_FORM_strx | dw::DW_FORM_GNU_str_index => info.uleb(at)?.0,
            _ => return None,
        };
        let width = if is_dwarf64 { 8 } else { 4 };
        let at = usize::try_from(index.checked_mul(width)?).ok()?.checked_add(unit.str_offsets)?;
        let at = self.str_offsets().offset(at, is_dwarf64)?;
        Some(StrPlace::Str(at.saturating_add(unit.str as u64)))
    }

    /// The string at a place, without its zero.
    pub fn string_at(&self, unit: &Unit, place: StrPlace) -> Option<&[u8]> {
        match place {
            StrPlace::Inline(at) => self.unit(unit).name(at),
            StrPlace::Str(at) => self.bytes(&self.str).name(usize::try_from(at).ok()?),
            StrPlace::LineStr(at) => self.bytes(&self.line_str).name(usize::try_from(at).ok()?),
            StrPlace::Supplementary => Some(UNREACHABLE_NAME.as_bytes()),
        }
    }

    /// The string of the attribute at `at`.
    pub fn string(&self, unit: &Unit, form: u16, at: usize) -> Option<&[u8]> {
        let place = self.string_place(unit, form, at)?;
        self.string_at(unit, place)
    }
}
