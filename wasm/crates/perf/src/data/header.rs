//! The beginning of a perf.data file: `struct perf_file_header` of `tools/perf/util/header.h`.

use super::attr::Attr;
use super::bytes::{Cursor, Order};
use crate::NothingUsable;

/// Bytes of the header of a file.
pub const FILE_HEADER_BYTES: u64 = 104;
/// Bytes of the header of a pipe.
pub const PIPE_HEADER_BYTES: u64 = 16;
/// Attributes and ids stand before the data, and are small.
const MAX_BEFORE_DATA: u64 = 256 << 20;
const MAX_ATTRS: u64 = 65_536;

/// A stretch of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// First byte.
    pub offset: u64,
    /// Length.
    pub bytes: u64,
}

/// What the header says.
#[derive(Debug, Clone)]
pub struct Header {
    /// Byte order of the recording machine.
    pub order: Order,
    /// Written through a pipe: everything is a record.
    pub pipe: bool,
    attr_bytes: u64,
    attrs: Section,
    /// The records.
    pub data: Section,
    /// Feature sections that stand behind the data: a bit for each.
    pub features: [u64; 4],
}

/// Reads the header; `Ok(None)` while it is not complete.
pub fn parse(bytes: &[u8]) -> Result<Option<Header>, NothingUsable> {
    let Some((magic, rest)) = bytes.split_at_checked(8) else { return Ok(None) };
    let order = match magic {
        b"PERFILE2" => Order { big: false },
        b"2ELIFREP" => Order { big: true },
        b"PERFFILE" => {
            return Err(damaged("it is of the first version, from before Linux 3.7"));
        }
        _ => return Err(damaged("it does not begin with PERFILE2")),
    };
    let mut at = Cursor::new(rest, order);
    let Some(size) = at.u64() else { return Ok(None) };
    if size == PIPE_HEADER_BYTES {
        return Ok(Some(Header {
            order,
            pipe: true,
            attr_bytes: 0,
            attrs: Section { offset: 0, bytes: 0 },
            data: Section { offset: PIPE_HEADER_BYTES, bytes: u64::MAX },
            features: [0; 4],
        }));
    }
    if !(72..=4096).contains(&size) {
        return Err(damaged(&format!("it says that it is {size} bytes long")));
    }
    if (bytes.len() as u64) < size.max(FILE_HEADER_BYTES) {
        return Ok(None);
    }
    let (header, ()) = (|| {
        let attr_bytes = at.u64()?;
        let mut section = || Some(Section { offset: at.u64()?, bytes: at.u64()? });
        let (attrs, data) = (section()?, section()?);
        section()?;
        let features = if size >= FILE_HEADER_BYTES {
            [at.u64()?, at.u64()?, at.u64()?, at.u64()?]
        } else {
            [0; 4]
        };
        let header = Header { order, pipe: false, attr_bytes, attrs, data, features };
        Some((header, ()))
    })()
    .ok_or(NothingUsable::DataTooShort { len: bytes.len() as u64 })?;
    let attrs_end = header.attrs.offset.saturating_add(header.attrs.bytes);
    if header.data.offset > MAX_BEFORE_DATA || attrs_end > header.data.offset {
        return Err(damaged(&format!(
            "its attributes end at {attrs_end:#x} and its records begin at {:#x}",
            header.data.offset
        )));
    }
    Ok(Some(header))
}

/// The events and the ids of their samples, from everything before the records.
pub fn attrs(header: &Header, before_data: &[u8]) -> Result<Vec<(Attr, Vec<u64>)>, NothingUsable> {
    // Behind each attribute stands where its ids are.
    let Some(size) = header.attr_bytes.checked_sub(16).filter(|size| *size >= 64) else {
        return Err(damaged(&format!("an event takes {} bytes", header.attr_bytes)));
    };
    let count = (header.attrs.bytes / header.attr_bytes).min(MAX_ATTRS);
    let mut at = Cursor::new(before_data, header.order);
    let mut out = Vec::new();
    let mut read = || {
        at.skip(header.attrs.offset)?;
        for _ in 0..count {
            let (attr, _) = Attr::parse(at.take(size)?, header.order)?;
            let (offset, bytes) = (at.u64()?, at.u64()?);
            let mut ids_at = Cursor::new(before_data, header.order);
            ids_at.skip(offset)?;
            let mut ids_at = Cursor::new(ids_at.take(bytes)?, header.order);
            let ids = std::iter::from_fn(|| ids_at.u64()).collect();
            out.push((attr, ids));
        }
        Some(())
    };
    match read() {
        Some(()) if !out.is_empty() => Ok(out),
        _ => Err(damaged("its events are beyond the end of the file")),
    }
}

fn damaged(reason: &str) -> NothingUsable {
    NothingUsable::DataHeader { reason: reason.to_owned() }
}
