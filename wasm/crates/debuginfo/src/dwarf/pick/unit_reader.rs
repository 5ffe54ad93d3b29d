//! gimli's view of one unit, opened on demand.

use std::cell::OnceCell;

use gimli::constants as dw;
use gimli::{AttributeValue, DwAt, EndianSlice, UnitOffset};

use facts::Declared;

use crate::dwarf::bytes::Slice;
use crate::dwarf::place::constant_location;
use crate::dwarf::store::{Origin, Store, UNREACHABLE_NAME};
use crate::dwarf::unit::Unit;

pub(crate) type Entry<'a> = gimli::DebuggingInformationEntry<Slice<'a>>;

/// The names of source files, and the file of which these bytes are: a unit of a `.dwo` may count by the
/// program's.
struct Lines<'a> {
    header: gimli::LineProgramHeader<Slice<'a>>,
    origin: &'a Origin,
}

/// One unit, its abbreviations, and the names of its source files once they are asked for.
pub(crate) struct UnitReader<'a> {
    pub store: &'a Store,
    pub unit: &'a Unit,
    header: gimli::UnitHeader<Slice<'a>>,
    abbreviations: gimli::Abbreviations,
    line: OnceCell<Option<Lines<'a>>>,
}

impl<'a> UnitReader<'a> {
    /// Opens a unit that the scan has read before.
    pub fn open(store: &'a Store, unit: &'a Unit) -> gimli::Result<UnitReader<'a>> {
        let endian = store.endian();
        let bytes = store.unit(unit).range(unit.start..unit.end).unwrap_or_default();
        let slice = EndianSlice::new(bytes, endian);
        let header = if store.is_types(unit.section) {
            gimli::DebugTypes::from(slice).units().next()?
        } else {
            gimli::DebugInfo::from(slice).units().next()?
        };
        let header = header.ok_or(gimli::Error::MissingUnitDie)?;
        let abbrev = gimli::DebugAbbrev::new(store.abbrev().data, endian);
        let abbreviations = abbrev.abbreviations(gimli::DebugAbbrevOffset(unit.abbrev))?;
        Ok(UnitReader { store, unit, header, abbreviations, line: OnceCell::new() })
    }

    /// Whether the unit holds one type that others refer to by signature.
    pub fn is_type_unit(&self) -> bool {
        self.unit.type_unit.is_some()
    }

    /// The entry at an offset from the unit's start.
    pub fn entry(&self, offset: usize) -> gimli::Result<Entry<'a>> {
        self.header.entry(&self.abbreviations, UnitOffset(offset))
    }

    /// Calls `each` with every direct child of the entry at an offset, and with the children of
    /// those that `descend` says to look into.
    pub fn children(
        &self,
        offset: usize,
        descend: impl Fn(&Entry<'a>) -> bool,
        mut each: impl FnMut(&Entry<'a>),
    ) -> gimli::Result<()> {
        let mut raw = self.header.entries_raw(&self.abbreviations, Some(UnitOffset(offset)))?;
        let mut entry = Entry::null();
        if !raw.read_entry(&mut entry)? || !entry.has_children() {
            return Ok(());
        }
        // Entries deeper than this lie in something that is not looked into.
        let mut open_depth = 1;
        while !raw.is_empty() {
            let depth = raw.next_depth();
            if depth <= 0 {
                break;
            }
            if !raw.read_entry(&mut entry)? || depth > open_depth {
                continue;
            }
            each(&entry);
            let enters = entry.has_children() && descend(&entry);
            open_depth = if enters { depth + 1 } else { depth };
        }
        Ok(())
    }

    /// A string attribute; `None` where it is absent, empty or out of reach.
    pub fn string(&self, entry: &Entry<'a>, name: DwAt) -> Option<String> {
        let own = self.store.file_of(self.unit.section);
        let bytes = self.bytes_of(entry.attr(name)?.raw_value(), own)?;
        if bytes.is_empty() {
            return None;
        }
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// `own` is the file that the attribute stands in.
    fn bytes_of(&self, value: AttributeValue<Slice<'a>>, own: &Origin) -> Option<&'a [u8]> {
        let at = |data: &'a [u8], offset: usize| {
            crate::dwarf::bytes::Bytes { data, base: 0, big_endian: false }.name(offset)
        };
        match value {
            AttributeValue::String(text) => Some(text.slice()),
            AttributeValue::DebugStrRef(offset) => {
                at(self.store.str(), offset.0.checked_add(own.str)?)
            }
            AttributeValue::DebugLineStrRef(offset) => {
                at(self.store.line_str(), offset.0.checked_add(own.line_str)?)
            }
            AttributeValue::DebugStrOffsetsIndex(index) => {
                let width = if self.unit.format.is_dwarf64 { 8 } else { 4 };
                let place = index.0.checked_mul(width)?.checked_add(self.unit.str_offsets)?;
                let offset = self.store.str_offsets().offset(place, self.unit.format.is_dwarf64)?;
                at(self.store.str(), usize::try_from(offset).ok()?.checked_add(own.str)?)
            }
            AttributeValue::DebugStrRefSup(offset) => match self.store.alt() {
                Some(alt) => at(self.store.str(), offset.0.checked_add(alt.str)?),
                None => Some(UNREACHABLE_NAME.as_bytes()),
            },
            _ => None,
        }
    }

    /// Where an entry is declared.
    pub fn declared(&self, entry: &Entry<'a>) -> Option<Declared> {
        let line = constant(entry, dw::DW_AT_decl_line)?;
        let file = constant(entry, dw::DW_AT_decl_file);
        Some(Declared {
            file: file.and_then(|file| self.file(file)).unwrap_or_default(),
            line: u32::try_from(line).ok()?,
            column: constant(entry, dw::DW_AT_decl_column)
                .and_then(|column| u32::try_from(column).ok())
                .unwrap_or(0),
        })
    }

    /// The name of a source file as the compiler was given it; below its own directory, relative to that.
    fn file(&self, number: u64) -> Option<String> {
        let lines = self.line.get_or_init(|| self.read_line_header()).as_ref()?;
        let bytes_of = |value| self.bytes_of(value, lines.origin);
        let file = lines.header.file(number)?;
        let name = String::from_utf8_lossy(bytes_of(file.path_name())?).into_owned();
        if name.starts_with('/') {
            return Some(self.below_own_directory(name));
        }
        // Directory 0 is the compiler's own.
        if file.directory_index() == 0 {
            return Some(name);
        }
        let path = match file.directory(&lines.header).and_then(bytes_of) {
            Some(directory) => format!("{}/{name}", String::from_utf8_lossy(directory)),
            None => name,
        };
        Some(self.below_own_directory(path))
    }

    fn below_own_directory(&self, path: String) -> String {
        let own = self
            .entry(self.unit.entries - self.unit.start)
            .ok()
            .and_then(|root| self.string(&root, dw::DW_AT_comp_dir))
            .or_else(|| self.unit.skeleton.as_ref()?.directory.clone());
        let relative = own
            .as_deref()
            .and_then(|own| path.strip_prefix(own.trim_end_matches('/')))
            .and_then(|rest| rest.strip_prefix('/'));
        match relative {
            Some(relative) => relative.to_owned(),
            None => path.strip_prefix("./").unwrap_or(&path).to_owned(),
        }
    }

    fn read_line_header(&self) -> Option<Lines<'a>> {
        let root = self.entry(self.unit.entries - self.unit.start).ok()?;
        let own = match root.attr_value_raw(dw::DW_AT_stmt_list) {
            Some(AttributeValue::SecOffset(offset)) => Some(offset),
            // DWARF 2 and 3 wrote offsets as plain numbers.
            Some(AttributeValue::Data4(offset)) => Some(offset as usize),
            Some(AttributeValue::Data8(offset)) => usize::try_from(offset).ok(),
            _ => None,
        };
        let (origin, offset) = match (own, &self.unit.skeleton) {
            (Some(offset), _) => {
                (self.store.file_of(self.unit.section), offset.checked_add(self.unit.line)?)
            }
            (None, Some(skeleton)) => (self.store.own_file()?, skeleton.line?),
            (None, None) => return None,
        };
        let line = gimli::DebugLine::new(origin.line.get(), self.store.endian());
        let program = line
            .program(gimli::DebugLineOffset(offset), self.header.address_size(), None, None)
            .ok()?;
        Some(Lines { header: program.header().clone(), origin })
    }
}

/// An integer attribute; a signed one as its two's complement.
pub(crate) fn constant(entry: &Entry<'_>, name: DwAt) -> Option<u64> {
    match entry.attr_value_raw(name)? {
        AttributeValue::Data1(value) => Some(u64::from(value)),
        AttributeValue::Data2(value) => Some(u64::from(value)),
        AttributeValue::Data4(value) => Some(u64::from(value)),
        AttributeValue::Data8(value) | AttributeValue::Udata(value) => Some(value),
        AttributeValue::Sdata(value) => Some(value as u64),
        _ => None,
    }
}

/// A flag attribute.
pub(crate) fn flag(entry: &Entry<'_>, name: DwAt) -> bool {
    matches!(entry.attr_value_raw(name), Some(AttributeValue::Flag(true)))
}

/// `DW_AT_data_member_location`: `Ok(None)` where not stated, `Err` where it is not a constant.
pub(crate) fn location(entry: &Entry<'_>) -> Result<Option<u64>, ()> {
    let Some(value) = entry.attr_value_raw(dw::DW_AT_data_member_location) else {
        return Ok(None);
    };
    match value {
        AttributeValue::Exprloc(expression) => {
            constant_location(expression.0.slice()).map(Some).ok_or(())
        }
        AttributeValue::Block(bytes) => constant_location(bytes.slice()).map(Some).ok_or(()),
        _ => constant(entry, dw::DW_AT_data_member_location).map(Some).ok_or(()),
    }
}
