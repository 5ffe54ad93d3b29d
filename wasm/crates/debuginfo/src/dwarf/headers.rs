//! Reads unit headers and what a unit's own entry says.

use facts::Keyword;
use gimli::constants as dw;

use super::place::sane_bytes;
use super::plans::classes::{Class, Slot};
use super::plans::forms::{Format, read_integer};
use super::plans::plan::Table;
use super::store::Store;
use super::unit::{Unit, entry, has_flat_names};

/// The header at `start`, once all of the unit is in memory.
pub(crate) enum Header {
    /// Read.
    Unit(Unit),
    /// More of the section is needed: up to here.
    Needs(usize),
    /// The section ends before the unit does, or the length means nothing: nothing behind it can be found.
    Lost(&'static str),
    /// This unit cannot be read; the next begins here.
    Odd(usize, String),
}

/// Reads the header at `start` of section `section`, of which `total` bytes will be there at last.
pub(crate) fn read_header(store: &Store, section: u32, start: usize, total: usize) -> Header {
    let bytes = store.info(section);
    let left = total - start;
    if left < 4 {
        return Header::Lost("the section ends within a unit's length");
    }
    let Some(first) = bytes.u32(start) else {
        return Header::Needs(start + 12.min(left));
    };
    let (length, header) = if first == 0xffff_ffff {
        if left < 12 {
            return Header::Lost("the section ends within a unit's length");
        }
        match bytes.u64(start + 4) {
            Some(length) => (length, 12),
            None => return Header::Needs(start + 12),
        }
    } else if first >= 0xffff_fff0 {
        return Header::Lost("a unit's length is one of the reserved values");
    } else {
        (u64::from(first), 4)
    };
    let end = match usize::try_from(length).ok().and_then(|len| len.checked_add(start + header)) {
        Some(end) if end <= total => end,
        _ => return Header::Lost("a unit claims to be longer than its section"),
    };
    let Some(unit) = bytes.range(start..end) else { return Header::Needs(end) };
    let endian = store.endian();
    let slice = gimli::EndianSlice::new(unit, endian);
    let parsed = if store.is_types(section) {
        gimli::DebugTypes::from(slice).units().next()
    } else {
        gimli::DebugInfo::from(slice).units().next()
    };
    let header = match parsed {
        Ok(Some(header)) => header,
        Ok(None) => return Header::Odd(end, "it is empty".to_owned()),
        Err(error) => return Header::Odd(end, error.to_string()),
    };
    let encoding = header.encoding();
    if u32::try_from(end - start).is_err() {
        return Header::Odd(end, "it is larger than 4 GB".to_owned());
    }
    if !matches!(encoding.address_size, 1..=8) {
        return Header::Odd(end, format!("its addresses have {} bytes", encoding.address_size));
    }
    let type_unit = match header.type_() {
        gimli::UnitType::Type { type_signature, type_offset }
        | gimli::UnitType::SplitType { type_signature, type_offset } => {
            Some((type_signature.0, type_offset.0))
        }
        _ => None,
    };
    let dwo_id = match header.type_() {
        gimli::UnitType::Skeleton(id) | gimli::UnitType::SplitCompilation(id) => Some(id.0),
        _ => None,
    };
    let part = store.contribution(section, start);
    let file = store.file_of(section);
    Header::Unit(Unit {
        section,
        start,
        entries: start + header.root_offset().0,
        end,
        format: Format {
            is_dwarf64: encoding.format == gimli::Format::Dwarf64,
            address_bytes: encoding.address_size,
            version: encoding.version,
        },
        abbrev: header
            .debug_abbrev_offset()
            .0
            .saturating_add(part.map_or(0, |part| part.abbrev))
            .saturating_add(file.abbrev),
        type_unit,
        dwo_id,
        language: 0,
        str_offsets: part.map_or(0, |part| part.str_offsets).saturating_add(file.str_offsets),
        line: part.map_or(0, |part| part.line),
        str: file.str,
        skeleton: None,
        first_instance: 0,
    })
}

/// What a unit's own entry says beyond what [`Unit`] keeps.
#[derive(Debug, Default)]
pub(crate) struct UnitFacts {
    /// `DW_AT_dwo_name`: its types are in that file.
    pub split_into: Option<String>,
    /// `DW_AT_comp_dir`
    pub directory: Option<String>,
    /// `DW_AT_stmt_list`
    pub line: Option<usize>,
    /// `DW_AT_producer`
    pub producer: Option<String>,
}

/// Reads the unit's own entry; the string offsets' base and the id go into `unit`.
pub(crate) fn read_own_entry(store: &Store, unit: &mut Unit, table: &Table) -> UnitFacts {
    let info = store.unit(unit);
    let format = unit.format;
    let file = store.file_of(unit.section);
    unit.str_offsets += match (file.is_dwo, format.version >= 5, format.is_dwarf64) {
        (true, true, false) => 8,
        (true, true, true) => 16,
        _ => 0,
    };
    let mut facts = UnitFacts::default();
    let Some((plan, at)) = entry(info, unit.entries, table) else {
        return facts;
    };
    let mut split_into = None;
    let mut directory = None;
    let mut producer = None;
    let _ = table.unit_attributes(plan, info, at, format, |name, form, implicit, at| match name {
        dw::DW_AT_language => {
            let value = implicit.map(|value| value as u64).or_else(|| read_integer(form, info, at));
            unit.language = value.unwrap_or(0).min(0xffff) as u16;
        }
        dw::DW_AT_str_offsets_base => {
            if let Some(base) = info.offset(at, format.is_dwarf64) {
                let base = usize::try_from(base).unwrap_or(usize::MAX);
                unit.str_offsets = base.saturating_add(file.str_offsets);
            }
        }
        dw::DW_AT_dwo_name | dw::DW_AT_GNU_dwo_name => split_into = Some((form, at)),
        dw::DW_AT_GNU_dwo_id => unit.dwo_id = unit.dwo_id.or_else(|| read_integer(form, info, at)),
        dw::DW_AT_stmt_list => {
            let offset = match dw::DwForm(form) {
                dw::DW_FORM_sec_offset => info.offset(at, format.is_dwarf64),
                _ => read_integer(form, info, at),
            };
            facts.line = offset.and_then(|offset| usize::try_from(offset).ok());
        }
        dw::DW_AT_comp_dir => directory = Some((form, at)),
        dw::DW_AT_producer => producer = Some((form, at)),
        _ => {}
    });
    let text = |place: Option<(u16, usize)>| {
        let (form, at) = place?;
        let bytes = store.string(unit, form, at)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    };
    facts.split_into = text(split_into);
    facts.producer = text(producer);
    if facts.split_into.is_some() {
        facts.directory = text(directory);
    }
    facts
}

/// What a typedef of another unit leads to.
pub(crate) enum Aggregate {
    /// With its size in bytes.
    Unnamed(Keyword, u64),
    /// Of C, by its name.
    Named(Vec<u8>),
}

/// The aggregate at an offset from the unit's start, if there is one.
pub(crate) fn aggregate_at(
    store: &Store,
    unit: &Unit,
    table: &Table,
    offset: usize,
) -> Option<Aggregate> {
    let info = store.unit(unit);
    let (plan, at) = entry(info, unit.start.checked_add(offset)?, table)?;
    let Class::Aggregate(kind) = plan.class else {
        return None;
    };
    if let Some(place) = plan.place(Slot::Name).filter(|_| has_flat_names(unit.language)) {
        let at = table.find(plan, place, info, at, unit.format)?;
        return Some(Aggregate::Named(store.string(unit, place.form, at)?.to_vec()));
    }
    if plan.has(Slot::Name) || plan.has(Slot::Specification) || plan.has(Slot::Declaration) {
        return None;
    }
    let size_bytes = table.integer(plan, Slot::ByteSize, info, at, unit.format)?;
    Some(Aggregate::Unnamed(kind, sane_bytes(size_bytes)))
}
