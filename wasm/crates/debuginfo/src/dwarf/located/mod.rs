//! What lies where while code runs: functions by address, and in each the variables with their locations.
//!
//! A question is about one function, so one compilation unit is read for it, by its range in `.debug_info`; the
//! list of all structs is not needed. The unit becomes flat tables of types; the scopes of a function are read
//! when that function is asked for. gimli evaluates lists of locations and ranges.
//!
//! What this does not follow: types in another unit (link-time optimisation, type units), in a supplementary
//! file (dwz) or in a `.dwo`. Such a type is unknown here, never guessed.

mod body;
mod complete;
mod entry;
mod index;
mod location;
mod reading;
mod types;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use gimli::{AttributeValue, EndianSlice, RunTimeEndian, SectionId};

use crate::NothingUsable;
use crate::sections::{SectionInfo, Sections};

use super::pick::unit_reader::Slice;
use super::store::LazySection;

pub use body::{Body, Call, Inlined, Pointee, Variable};
pub use location::{Frame, Location, Place};
pub use types::{Function, Global, Kind, Member, Type, TypeId, Types};

/// Units that are kept: functions that are asked for together often share one.
const MAX_KEPT_UNITS: usize = 6;
/// A unit may be so large at most: those of kernels have some hundred kilobytes.
const MAX_UNIT_BYTES: u64 = 256 << 20;

/// The DWARF of one file, asked by address.
pub struct Located {
    sections: Rc<dyn Sections>,
    endian: RunTimeEndian,
    /// The number of `.debug_info`.
    info: usize,
    /// All of it, where it cannot be read by range.
    whole: OnceCell<Vec<u8>>,
    others: Vec<(SectionId, LazySection)>,
    ranges: OnceCell<index::Ranges>,
    kept: RefCell<Vec<Rc<LocatedUnit>>>,
}

/// One compilation unit: its types, its functions, its global variables.
#[derive(Debug)]
pub struct LocatedUnit {
    /// Where it begins in `.debug_info`.
    offset: u64,
    bytes: Vec<u8>,
    /// What it declares and defines.
    pub types: Types,
}

impl std::fmt::Debug for Located {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Located").field("info", &self.info).finish_non_exhaustive()
    }
}

impl Located {
    /// Reads nothing yet.
    pub fn open(sections: Rc<dyn Sections>, is_big_endian: bool) -> Result<Located, NothingUsable> {
        let info = sections
            .find(".debug_info")
            .ok_or_else(|| NothingUsable::Dwarf("there is no .debug_info section".to_owned()))?;
        let others = [
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
        let others = others.into_iter().filter_map(|id| {
            let number = sections.find(id.name())?;
            Some((id, LazySection::new(sections.clone(), number)))
        });
        let endian = if is_big_endian { RunTimeEndian::Big } else { RunTimeEndian::Little };
        Ok(Located {
            others: others.collect(),
            sections,
            endian,
            info,
            whole: OnceCell::new(),
            ranges: OnceCell::new(),
            kept: RefCell::default(),
        })
    }

    /// The unit whose code has this address.
    pub fn unit_at(&self, address: u64) -> Option<Rc<LocatedUnit>> {
        let offset = self.ranges.get_or_init(|| index::read(self)).find(address)?;
        self.unit(offset)
    }

    /// The unit that begins at this offset of `.debug_info`.
    fn unit(&self, offset: u64) -> Option<Rc<LocatedUnit>> {
        let mut kept = self.kept.borrow_mut();
        if let Some(known) = kept.iter().find(|unit| unit.offset == offset) {
            return Some(known.clone());
        }
        let length = self.unit_length(offset)?;
        let bytes = self.bytes(offset, length)?;
        let types = reading::read(self, &bytes)?;
        let unit = Rc::new(LocatedUnit { offset, bytes, types });
        if kept.len() >= MAX_KEPT_UNITS {
            kept.remove(0);
        }
        kept.push(unit.clone());
        Some(unit)
    }

    /// The variables of a function, with what is inlined in it, and its calls.
    pub fn body(&self, unit: &LocatedUnit, function: &Function) -> Body {
        body::read(self, unit, function).unwrap_or_default()
    }

    /// How long the unit is, its length field included; `None` where that cannot be.
    fn unit_length(&self, offset: u64) -> Option<u64> {
        let left = self.info()?.size.checked_sub(offset)?;
        let head = self.bytes(offset, 12.min(left))?;
        let head =
            super::bytes::Bytes { data: &head, big_endian: self.endian == RunTimeEndian::Big };
        let length = match head.u32(0)? {
            0xffff_ffff => head.u64(4)?.checked_add(12)?,
            0xffff_fff0.. => return None,
            short => u64::from(short) + 4,
        };
        (length <= left.min(MAX_UNIT_BYTES) && length > 12).then_some(length)
    }

    /// Bytes of `.debug_info`.
    fn info(&self) -> Option<&SectionInfo> {
        self.sections.list().get(self.info)
    }

    fn bytes(&self, offset: u64, length: u64) -> Option<Vec<u8>> {
        let length = usize::try_from(length).ok()?;
        let info = self.info()?;
        if offset.checked_add(length as u64)? > info.size {
            return None;
        }
        if info.plain {
            let mut bytes = vec![0; length];
            self.sections.read_range(self.info, offset, &mut bytes).ok()?;
            return Some(bytes);
        }
        let whole = self.whole.get_or_init(|| self.sections.read(self.info).unwrap_or_default());
        let start = usize::try_from(offset).ok()?;
        whole.get(start..start.checked_add(length)?).map(<[u8]>::to_vec)
    }

    /// All that gimli looks things up in.
    fn sections(&self) -> gimli::Dwarf<Slice<'_>> {
        let data = |id: SectionId| {
            let section = self.others.iter().find(|(other, _)| *other == id);
            let data = section.map_or(&[][..], |(_, section)| section.get());
            Ok::<_, std::convert::Infallible>(EndianSlice::new(data, self.endian))
        };
        match gimli::Dwarf::load(data) {
            Ok(dwarf) => dwarf,
            Err(never) => match never {},
        }
    }

    /// gimli's view of a unit's bytes. Its own constructor wants `.debug_line`, which nothing here needs.
    fn parse<'a>(
        &'a self,
        dwarf: &gimli::Dwarf<Slice<'a>>,
        bytes: &'a [u8],
    ) -> Option<gimli::Unit<Slice<'a>>> {
        let header = gimli::DebugInfo::from(EndianSlice::new(bytes, self.endian)).units().next();
        let header = header.ok()??;
        let (encoding, file_type) = (header.encoding(), dwarf.file_type);
        let mut unit = gimli::Unit {
            abbreviations: dwarf.abbreviations(&header).ok()?,
            name: None,
            comp_dir: None,
            low_pc: 0,
            str_offsets_base: gimli::DebugStrOffsetsBase::default_for_encoding_and_file(
                encoding, file_type,
            ),
            addr_base: gimli::DebugAddrBase(0),
            loclists_base: gimli::DebugLocListsBase::default_for_encoding_and_file(
                encoding, file_type,
            ),
            rnglists_base: gimli::DebugRngListsBase::default_for_encoding_and_file(
                encoding, file_type,
            ),
            line_program: None,
            dwo_id: None,
            header,
        };
        let root = unit.entry(unit.header.root_offset()).ok()?;
        for attribute in root.attrs() {
            match attribute.value() {
                AttributeValue::DebugStrOffsetsBase(base) => unit.str_offsets_base = base,
                AttributeValue::DebugAddrBase(base) => unit.addr_base = base,
                AttributeValue::DebugLocListsBase(base) => unit.loclists_base = base,
                AttributeValue::DebugRngListsBase(base) => unit.rnglists_base = base,
                _ => {}
            }
        }
        if let Some(low) = root.attr_value(gimli::constants::DW_AT_low_pc) {
            unit.low_pc = dwarf.attr_address(&unit, low).ok()?.unwrap_or(0);
        }
        Some(unit)
    }
}
