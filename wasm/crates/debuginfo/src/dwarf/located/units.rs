//! The units of a file and of its companions: where each begins, and what leads to it. Headers are read by range,
//! nothing else is.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gimli::{RunTimeEndian, SectionId};
use rustc_hash::FxHashMap;

use crate::dwarf::bytes::Bytes;
use crate::dwarf::bytes::Slice;
use crate::dwarf::files::package::{Contribution, contribution, read_contributions};
use crate::dwarf::store::LazySection;
use crate::dwarf::store::attach::is_split;
use crate::dwarf::type_ref::{Lookup, TypeRef};
use crate::sections::Sections;

/// No program has more; a damaged one may claim so.
const MAX_UNITS: usize = 1 << 20;
/// A unit may be so large at most: those of kernels have some hundred kilobytes.
const MAX_UNIT_BYTES: u64 = 256 << 20;
/// Headers of small units are read together.
const WINDOW_BYTES: u64 = 4096;
const MAX_HEADER_BYTES: u64 = 40;

/// One file that has units.
pub(super) struct File {
    sections: Rc<dyn Sections>,
    is_dwo: bool,
    /// Sections with entries, where they cannot be read by range.
    whole: RefCell<FxHashMap<usize, Rc<Vec<u8>>>>,
    others: Vec<(SectionId, LazySection)>,
    /// The units of a package.
    contributions: Vec<Contribution>,
}

/// Where a unit is, as its header says.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitPlace {
    pub file: u32,
    /// The number of its section in the file.
    section: u32,
    pub is_types: bool,
    pub start: u64,
    pub length: u64,
    /// Signature, and offset from `start`, of the type that a type unit holds.
    type_unit: Option<(u64, u64)>,
    /// The id by which a skeleton and its unit know each other; from DWARF 5 on.
    pub dwo_id: Option<u64>,
}

/// All units, the file's own first, in the order of their sections.
pub(super) struct Units {
    pub files: Vec<File>,
    pub endian: RunTimeEndian,
    /// The one that dwz moved types to.
    pub supplementary: Option<u32>,
    list: Vec<UnitPlace>,
    signatures: FxHashMap<u64, TypeRef>,
}

impl File {
    fn new(sections: Rc<dyn Sections>, endian: RunTimeEndian) -> File {
        let ids = [
            SectionId::DebugAbbrev,
            SectionId::DebugAddr,
            SectionId::DebugAranges,
            SectionId::DebugLineStr,
            SectionId::DebugLoc,
            SectionId::DebugLocLists,
            SectionId::DebugRanges,
            SectionId::DebugRngLists,
            SectionId::DebugStr,
            SectionId::DebugStrOffsets,
        ];
        let is_dwo = is_split(sections.as_ref());
        let others = ids.into_iter().filter_map(|id| {
            let number = sections.find(if is_dwo { id.dwo_name()? } else { id.name() })?;
            Some((id, LazySection::new(sections.clone(), number)))
        });
        let contributions =
            if is_dwo { read_contributions(sections.as_ref(), endian) } else { Vec::new() };
        File {
            is_dwo,
            others: others.collect(),
            contributions,
            sections,
            whole: RefCell::default(),
        }
    }

    fn bytes(&self, section: usize, offset: u64, length: u64) -> Option<Vec<u8>> {
        let info = self.sections.list().get(section)?;
        let length = usize::try_from(length).ok()?;
        if offset.checked_add(length as u64)? > info.size {
            return None;
        }
        if info.plain {
            let mut bytes = vec![0; length];
            self.sections.read_range(section, offset, &mut bytes).ok()?;
            return Some(bytes);
        }
        let read = || Rc::new(self.sections.read(section).unwrap_or_default());
        let whole = self.whole.borrow_mut().entry(section).or_insert_with(read).clone();
        let start = usize::try_from(offset).ok()?;
        whole.get(start..start.checked_add(length)?).map(<[u8]>::to_vec)
    }

    /// gimli's view of all but the entries, for a unit of a package from its parts on. `own` is the program, which has
    /// the addresses of split units.
    fn dwarf<'a>(
        &'a self,
        endian: RunTimeEndian,
        own: &'a File,
        part: Option<Contribution>,
    ) -> gimli::Dwarf<Slice<'a>> {
        let data = |id: SectionId| {
            let of_own = self.is_dwo && matches!(id, SectionId::DebugAddr | SectionId::DebugRanges);
            let file = if of_own { own } else { self };
            let section = file.others.iter().find(|(other, _)| *other == id);
            let data = section.map_or(&[][..], |(_, section)| section.get());
            let begin = part.map_or(0, |part| match id {
                SectionId::DebugAbbrev => part.abbrev,
                SectionId::DebugLoc => part.loc,
                SectionId::DebugLocLists => part.loclists,
                SectionId::DebugRngLists => part.rnglists,
                SectionId::DebugStrOffsets => part.str_offsets,
                _ => 0,
            });
            let data = data.get(begin..).unwrap_or_default();
            Ok::<_, std::convert::Infallible>(Slice::new(data, endian))
        };
        let mut dwarf = match gimli::Dwarf::load(data) {
            Ok(dwarf) => dwarf,
            Err(never) => match never {},
        };
        if self.is_dwo {
            dwarf.file_type = gimli::DwarfFileType::Dwo;
        }
        dwarf
    }
}

impl UnitPlace {
    /// Whether it holds one type, and no code.
    pub fn is_type_unit(&self) -> bool {
        self.type_unit.is_some()
    }
}

impl Units {
    /// Reads the headers of all units: the file's own, those of the supplementary file, those of split files.
    pub fn read(
        own: Rc<dyn Sections>,
        supplementary: Option<Rc<dyn Sections>>,
        split: &[Rc<dyn Sections>],
        endian: RunTimeEndian,
    ) -> Units {
        let has_supplementary = supplementary.is_some();
        let all = [own].into_iter().chain(supplementary).chain(split.iter().cloned());
        let mut units = Units {
            files: all.map(|sections| File::new(sections, endian)).collect(),
            endian,
            supplementary: has_supplementary.then_some(1),
            list: Vec::new(),
            signatures: FxHashMap::default(),
        };
        for number in 0..units.files.len() {
            units.read_headers(number);
        }
        for (number, unit) in (0..).zip(&units.list) {
            if let Some((signature, offset)) = unit.type_unit
                && let Ok(offset) = usize::try_from(offset)
            {
                units.signatures.entry(signature).or_insert(TypeRef { unit: number, offset });
            }
        }
        units
    }

    fn read_headers(&mut self, number: usize) {
        let Some(file) = self.files.get(number) else { return };
        let suffix = if file.is_dwo { ".dwo" } else { "" };
        let sections = file.sections.list().iter().enumerate();
        let named = |name: &str| {
            let name = format!("{name}{suffix}");
            sections.clone().filter(move |(_, section)| section.name == name)
        };
        let info = named(".debug_info").map(|(at, section)| (at, section.size, false));
        let types = named(".debug_types").map(|(at, section)| (at, section.size, true));
        for (section, size, is_types) in info.chain(types) {
            let (mut offset, mut window, mut begin) = (0, Vec::new(), 0);
            while offset < size && self.list.len() < MAX_UNITS {
                let needed = MAX_HEADER_BYTES.min(size - offset);
                if offset + needed > begin + window.len() as u64 || window.is_empty() {
                    begin = offset;
                    match file.bytes(section, begin, WINDOW_BYTES.min(size - begin)) {
                        Some(bytes) => window = bytes,
                        None => break,
                    }
                }
                let head = window.get((offset - begin) as usize..).unwrap_or_default();
                let Some(mut unit) = read_header(head, self.endian, is_types) else { break };
                if unit.length > (size - offset).min(MAX_UNIT_BYTES) {
                    break;
                }
                (unit.file, unit.section, unit.start) = (number as u32, section as u32, offset);
                offset += unit.length;
                self.list.push(unit);
            }
        }
    }

    /// All of them.
    pub fn list(&self) -> &[UnitPlace] {
        &self.list
    }

    /// Its bytes.
    pub fn bytes(&self, unit: &UnitPlace) -> Option<Vec<u8>> {
        self.files.get(unit.file as usize)?.bytes(unit.section as usize, unit.start, unit.length)
    }

    /// The beginning of its bytes.
    pub fn head(&self, unit: &UnitPlace, length: u64) -> Option<Vec<u8>> {
        let file = self.files.get(unit.file as usize)?;
        file.bytes(unit.section as usize, unit.start, unit.length.min(length))
    }

    /// The unit that begins at an offset of the file's own `.debug_info`.
    pub fn beginning_at(&self, offset: u64) -> Option<u32> {
        let first = self.list.first()?;
        let at = self.find(0, first.section, offset)?;
        (self.list.get(at as usize)?.start == offset).then_some(at)
    }

    fn find(&self, file: u32, section: u32, offset: u64) -> Option<u32> {
        let after = self.list.partition_point(|unit| {
            (unit.file, unit.is_types, unit.section, unit.start) <= (file, false, section, offset)
        });
        let at = after.checked_sub(1)?;
        let unit = self.list.get(at)?;
        let is_inside = unit.file == file
            && unit.section == section
            && unit.start <= offset
            && offset - unit.start < unit.length;
        is_inside.then_some(at as u32)
    }

    fn at_offset(&self, file: u32, offset: usize) -> Option<TypeRef> {
        let first = self.list.iter().find(|unit| unit.file == file)?;
        let unit = self.find(file, first.section, offset as u64)?;
        let start = self.list.get(unit as usize)?.start;
        Some(TypeRef { unit, offset: offset - start as usize })
    }

    /// gimli's view of the sections that a unit refers to.
    pub fn dwarf(&self, unit: &UnitPlace) -> Option<gimli::Dwarf<Slice<'_>>> {
        let own = self.files.first()?;
        let file = self.files.get(unit.file as usize)?;
        let part = contribution(&file.contributions, unit.is_types, unit.start as usize);
        let mut dwarf = file.dwarf(self.endian, own, part);
        if let Some(alt) = self.supplementary.and_then(|number| self.files.get(number as usize)) {
            dwarf.set_sup(alt.dwarf(self.endian, own, None));
        }
        Some(dwarf)
    }
}

impl Lookup for Units {
    fn in_info(&self, unit: u32, offset: usize) -> Option<TypeRef> {
        self.at_offset(self.list.get(unit as usize)?.file, offset)
    }

    fn in_alt(&self, offset: usize) -> Option<TypeRef> {
        self.at_offset(self.supplementary?, offset)
    }

    fn by_signature(&self, signature: u64) -> Option<TypeRef> {
        self.signatures.get(&signature).copied()
    }

    fn unit_bytes(&self, unit: u32) -> usize {
        self.list.get(unit as usize).map_or(0, |unit| unit.length as usize)
    }
}

/// The entries of units, each read when something leads into it.
pub(super) struct UnitBytes {
    pub units: Rc<Units>,
    /// The skeleton of each split unit that was asked for.
    skeletons: Rc<RefCell<FxHashMap<u32, u32>>>,
    bytes: Box<[OnceCell<Vec<u8>>]>,
    read_bytes: Cell<usize>,
    /// That of the unit of the last question: dwz leaves it out of units that are parts of such.
    pub language: Cell<u16>,
}

impl UnitBytes {
    /// None is read yet.
    pub fn new(units: Rc<Units>, skeletons: Rc<RefCell<FxHashMap<u32, u32>>>) -> UnitBytes {
        let bytes = units.list().iter().map(|_| OnceCell::new()).collect();
        let (read_bytes, language) = (Cell::new(0), Cell::new(0));
        UnitBytes { units, skeletons, bytes, read_bytes, language }
    }

    /// The skeleton that a unit was split from.
    pub fn skeleton_of(&self, unit: u32) -> Option<u32> {
        self.skeletons.borrow().get(&unit).copied()
    }

    /// How much was read.
    pub fn read_bytes(&self) -> usize {
        self.read_bytes.get()
    }

    /// The bytes of a unit.
    pub fn get(&self, unit: u32) -> Option<Slice<'_>> {
        let bytes = self.bytes.get(unit as usize)?.get_or_init(|| {
            let place = self.units.list().get(unit as usize);
            let bytes = place.and_then(|place| self.units.bytes(place)).unwrap_or_default();
            self.read_bytes.set(self.read_bytes.get() + bytes.len());
            bytes
        });
        Some(Slice::new(bytes, self.units.endian))
    }
}

/// What a header says (DWARF 5, 7.5.1), as far as its first bytes are there; its place is still to be filled in.
fn read_header(head: &[u8], endian: RunTimeEndian, is_types: bool) -> Option<UnitPlace> {
    let bytes = Bytes { data: head, base: 0, big_endian: endian == RunTimeEndian::Big };
    let (length, at, is_dwarf64) = match bytes.u32(0)? {
        0xffff_ffff => (bytes.u64(4)?.checked_add(12)?, 12, true),
        0xffff_fff0.. => return None,
        short => (u64::from(short) + 4, 4, false),
    };
    let offset_bytes = if is_dwarf64 { 8 } else { 4 };
    let version = bytes.u16(at)?;
    let kind = gimli::DwUt(if version >= 5 { bytes.u8(at + 2)? } else { 0 });
    // Version, kind, size of addresses, abbreviations; before DWARF 5 without a kind.
    let after = at + 3 + usize::from(version >= 5) + offset_bytes;
    let is_type = is_types || matches!(kind, gimli::DW_UT_type | gimli::DW_UT_split_type);
    let type_unit = || Some((bytes.u64(after)?, bytes.offset(after + 8, is_dwarf64)?));
    let has_id = matches!(kind, gimli::DW_UT_skeleton | gimli::DW_UT_split_compile);
    Some(UnitPlace {
        file: 0,
        section: 0,
        is_types,
        start: 0,
        length,
        type_unit: if is_type { type_unit() } else { None },
        dwo_id: if has_id { bytes.u64(after) } else { None },
    })
}
