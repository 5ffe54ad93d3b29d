//! `struct perf_event_attr`: what a sample of an event consists of.

use super::bytes::{Cursor, Order};

/// The size of the first published version; later ones only added fields.
const ATTR_SIZE_VER0: u32 = 64;

/// What is needed of an event's attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attr {
    /// `PERF_TYPE_*`.
    pub kind: u32,
    /// Which event of that type.
    pub config: u64,
    /// Events that each sample stands for, where it is not stated with the sample. 0 where the kernel chose it by a frequency.
    pub period: u64,
    /// `PERF_SAMPLE_*`: fields of a sample.
    pub sample_type: u64,
    /// `PERF_FORMAT_*`: fields of a counter value inside of a sample.
    pub read_format: u64,
    /// Other records end in time, ids and CPU.
    pub sample_id_all: bool,
    /// `PERF_SAMPLE_BRANCH_*`.
    pub branch_type: u64,
    /// Registers of a user-space register dump.
    pub user_registers: u64,
    /// Registers of an interrupt register dump.
    pub interrupt_registers: u64,
    /// Name, once a feature section or the recording gives it.
    pub name: Option<String>,
}

impl Attr {
    /// Reads one; returns also its stated size.
    pub fn parse(bytes: &[u8], order: Order) -> Option<(Self, u32)> {
        let mut at = Cursor::new(bytes, order);
        let kind = at.u32()?;
        // Size 0 means the first version.
        let size = match at.u32()? {
            0 => ATTR_SIZE_VER0,
            size => size,
        };
        let config = at.u64()?;
        let period = at.u64()?;
        let sample_type = at.u64()?;
        let read_format = at.u64()?;
        let flags = at.u64()?;
        // Bit-fields fill from the top on big-endian machines.
        let sample_id_all = flags >> if order.big { 63 - 18 } else { 18 } & 1 != 0;
        let by_frequency = flags >> if order.big { 63 - 10 } else { 10 } & 1 != 0;
        let field = |offset: usize| {
            let end = offset + 8;
            let known = bytes.get(offset..end).filter(|_| end <= size as usize)?;
            Cursor::new(known, order).u64()
        };
        Some((
            Self {
                kind,
                config,
                period: if by_frequency { 0 } else { period },
                sample_type,
                read_format,
                sample_id_all,
                branch_type: field(72).unwrap_or(0),
                user_registers: field(80).unwrap_or(0),
                interrupt_registers: field(96).unwrap_or(0),
                name: None,
            },
            size,
        ))
    }

    /// The name, or what can be said without one.
    pub fn display_name(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("type {} config {:#x}", self.kind, self.config))
    }
}
