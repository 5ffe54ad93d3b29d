//! The body of a `PERF_RECORD_SAMPLE`.
//!
//! Fields stand in the order in which `perf_output_sample()` of `kernel/events/core.c` writes them,
//! which is not the order of their bits.

use super::attr::Attr;
use super::bytes::{Cursor, Order};

const IP: u64 = 1 << 0;
/// Process and thread.
pub const TID: u64 = 1 << 1;
/// Time stamp.
pub const TIME: u64 = 1 << 2;
/// Data address.
pub const ADDR: u64 = 1 << 3;
const READ: u64 = 1 << 4;
const CALLCHAIN: u64 = 1 << 5;
/// Event id.
pub const ID: u64 = 1 << 6;
/// Logical CPU.
pub const CPU: u64 = 1 << 7;
const PERIOD: u64 = 1 << 8;
/// Event id of the group's member.
pub const STREAM_ID: u64 = 1 << 9;
const RAW: u64 = 1 << 10;
const BRANCH_STACK: u64 = 1 << 11;
const REGS_USER: u64 = 1 << 12;
const STACK_USER: u64 = 1 << 13;
const WEIGHT: u64 = 1 << 14;
/// Data source word.
pub const DATA_SRC: u64 = 1 << 15;
/// Event id before everything else.
pub const IDENTIFIER: u64 = 1 << 16;
const TRANSACTION: u64 = 1 << 17;
const REGS_INTR: u64 = 1 << 18;
const PHYS_ADDR: u64 = 1 << 19;
const WEIGHT_STRUCT: u64 = 1 << 24;

const BRANCH_HW_INDEX: u64 = 1 << 17;
const BRANCH_COUNTERS: u64 = 1 << 19;

/// What is taken of a sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RawSample {
    /// Instruction.
    pub ip: Option<u64>,
    /// Process.
    pub pid: Option<u32>,
    /// Thread.
    pub tid: Option<u32>,
    /// Nanoseconds.
    pub time: Option<u64>,
    /// Data address.
    pub address: Option<u64>,
    /// Logical CPU.
    pub cpu: Option<u32>,
    /// Latency: the whole word (WEIGHT) or its low half (WEIGHT_STRUCT).
    pub weight: Option<u64>,
    /// Events that it stands for.
    pub period: Option<u64>,
    /// Data source word.
    pub data_src: Option<u64>,
    /// Physical address.
    pub physical: Option<u64>,
}

/// The id of a sample's event, by the layout that all events of the recording share.
pub fn event_id(body: &[u8], sample_type: u64, order: Order) -> Option<u64> {
    let mut at = Cursor::new(body, order);
    if sample_type & IDENTIFIER != 0 {
        return at.u64();
    }
    if sample_type & ID == 0 {
        return None;
    }
    let before = [IP, TID, TIME, ADDR];
    let words = before.iter().filter(|field| sample_type & **field != 0).count();
    at.skip(8 * words as u64)?;
    at.u64()
}

/// Decodes a sample; `None` where it is shorter than its fields.
pub fn decode(body: &[u8], attr: &Attr, order: Order) -> Option<RawSample> {
    let mut at = Cursor::new(body, order);
    let stated = (attr.period != 0).then_some(attr.period);
    let mut out = RawSample { period: stated, ..RawSample::default() };
    let has = |field: u64| attr.sample_type & field != 0;
    if has(IDENTIFIER) {
        at.skip(8)?;
    }
    if has(IP) {
        out.ip = Some(at.u64()?);
    }
    if has(TID) {
        out.pid = Some(at.u32()?);
        out.tid = Some(at.u32()?);
    }
    if has(TIME) {
        out.time = Some(at.u64()?);
    }
    if has(ADDR) {
        out.address = Some(at.u64()?);
    }
    if has(ID) {
        at.skip(8)?;
    }
    if has(STREAM_ID) {
        at.skip(8)?;
    }
    if has(CPU) {
        out.cpu = Some(at.u32()?);
        at.skip(4)?;
    }
    if has(PERIOD) {
        out.period = Some(at.u64()?);
    }
    if has(READ) {
        skip_read(&mut at, attr.read_format)?;
    }
    if has(CALLCHAIN) {
        let frames = at.u64()?;
        at.skip(frames.checked_mul(8)?)?;
    }
    if has(RAW) {
        let size = at.u32()?;
        at.skip(u64::from(size))?;
    }
    if has(BRANCH_STACK) {
        let entries = at.u64()?;
        if attr.branch_type & BRANCH_HW_INDEX != 0 {
            at.skip(8)?;
        }
        at.skip(entries.checked_mul(24)?)?;
        if attr.branch_type & BRANCH_COUNTERS != 0 {
            at.skip(entries.checked_mul(8)?)?;
        }
    }
    if has(REGS_USER) {
        skip_registers(&mut at, attr.user_registers)?;
    }
    if has(STACK_USER) {
        let size = at.u64()?;
        at.skip(size)?;
        if size != 0 {
            at.skip(8)?;
        }
    }
    if has(WEIGHT | WEIGHT_STRUCT) {
        let word = at.u64()?;
        // `union perf_sample_weight`: var1_dw is the low half on both byte orders.
        out.weight = Some(if has(WEIGHT) { word } else { word & 0xffff_ffff });
    }
    if has(DATA_SRC) {
        out.data_src = Some(at.u64()?);
    }
    if has(TRANSACTION) {
        at.skip(8)?;
    }
    if has(REGS_INTR) {
        skip_registers(&mut at, attr.interrupt_registers)?;
    }
    if has(PHYS_ADDR) {
        out.physical = Some(at.u64()?);
    }
    Some(out)
}

fn skip_registers(at: &mut Cursor, mask: u64) -> Option<()> {
    // No ABI, no registers.
    if at.u64()? != 0 {
        at.skip(8 * u64::from(mask.count_ones()))?;
    }
    Some(())
}

fn skip_read(at: &mut Cursor, format: u64) -> Option<()> {
    const TIMES: u64 = 1 | 2;
    const ID: u64 = 4;
    const GROUP: u64 = 8;
    const LOST: u64 = 16;
    let times = u64::from((format & TIMES).count_ones());
    let value = 1 + u64::from((format & (ID | LOST)).count_ones());
    let (values, header) = if format & GROUP != 0 { (at.u64()?, times) } else { (1, times) };
    at.skip(values.checked_mul(value)?.checked_add(header)?.checked_mul(8)?)
}

/// The time stamp that ends a record of another kind than sample, when all of them end in ids.
pub fn trailing_time(record: &[u8], attr: &Attr, order: Order) -> Option<u64> {
    if !attr.sample_id_all || attr.sample_type & TIME == 0 {
        return None;
    }
    let behind = [ID, STREAM_ID, CPU, IDENTIFIER];
    let words = 1 + behind.iter().filter(|field| attr.sample_type & **field != 0).count();
    let start = record.len().checked_sub(8 * words)?;
    Cursor::new(record.get(start..)?, order).u64()
}
