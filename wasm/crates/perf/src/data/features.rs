//! What a recording says of its machine: the feature sections of `tools/perf/util/header.c`.

use facts::{MappedBuildId, NodeCpus};

use super::bytes::{Cursor, Order};
use crate::c2c::number_list;

/// CPUs, nodes and caches that are read at most.
const MAX_ENTRIES: u32 = 16_384;

/// What the sections say.
#[derive(Debug, Default)]
pub struct Features {
    /// `uname -r`.
    pub kernel_release: Option<String>,
    /// perf's version.
    pub perf_version: Option<String>,
    /// `uname -m`.
    pub machine: Option<String>,
    /// The command line.
    pub command: Option<String>,
    /// NUMA nodes.
    pub nodes: Vec<NodeCpus>,
    /// CPUs of each core.
    pub cores: Vec<Vec<u32>>,
    /// Build-ids.
    pub build_ids: Vec<MappedBuildId>,
    /// Names of the events and their ids.
    pub events: Vec<(String, Vec<u64>)>,
    /// Line size of the first-level data cache.
    cache_line_bytes: Option<u32>,
    /// Memory blocks of each node.
    pub memory: Memory,
}

/// Physical memory by node.
#[derive(Debug, Default)]
pub struct Memory {
    block_bytes: u64,
    nodes: Vec<(u32, Vec<u64>)>,
}

impl Memory {
    /// The node of a physical address.
    pub fn node(&self, physical: u64) -> Option<u32> {
        let block = physical.checked_div(self.block_bytes)?;
        let holds = |bits: &[u64]| {
            bits.get((block / 64) as usize).is_some_and(|word| word >> (block % 64) & 1 != 0)
        };
        self.nodes.iter().find(|(_, bits)| holds(bits)).map(|(node, _)| *node)
    }
}

impl Features {
    /// Reads section `number` (`HEADER_*`); a damaged one is `None` and changes nothing.
    pub fn read(&mut self, number: u32, bytes: &[u8], order: Order) -> Option<()> {
        let mut at = Cursor::new(bytes, order);
        match number {
            2 => self.build_ids(at, order),
            4 => self.kernel_release = Some(at.string()?),
            5 => self.perf_version = Some(at.string()?),
            6 => self.machine = Some(at.string()?),
            11 => {
                let words = at.u32()?.min(MAX_ENTRIES);
                let words: Option<Vec<String>> = (0..words).map(|_| at.string()).collect();
                self.command = Some(words?.join(" "));
            }
            12 => self.events = events(at)?,
            13 => self.cores = cores(at)?,
            14 => self.nodes = nodes(at)?,
            20 => self.cache_line_bytes = line_bytes(at),
            22 => self.memory = memory(at)?,
            _ => {}
        }
        Some(())
    }

    /// Size of the machine's cache lines: as its caches are described, else as usual for the machine.
    /// (perf itself takes that of the machine on which it reports.)
    pub fn line_bytes(&self) -> u32 {
        let machine = self.machine.as_deref().unwrap_or_default();
        let usual = match machine {
            m if m.starts_with("ppc") => 128,
            m if m.starts_with("s390") => 256,
            _ => 64,
        };
        self.cache_line_bytes.unwrap_or(usual)
    }

    fn build_ids(&mut self, mut at: Cursor, order: Order) {
        while let Some((misc, record)) = build_id_record(&mut at) {
            if let Some(found) = build_id(misc, record, order) {
                self.build_ids.push(found);
            }
            if self.build_ids.len() >= MAX_ENTRIES as usize {
                break;
            }
        }
    }
}

fn build_id_record<'a>(at: &mut Cursor<'a>) -> Option<(u16, &'a [u8])> {
    at.skip(4)?;
    let misc = at.u16()?;
    let size = at.u16()?;
    at.take(u64::from(size.checked_sub(8)?)).map(|record| (misc, record))
}

/// The body of a `PERF_RECORD_HEADER_BUILD_ID`: pid, 20 bytes of id (its length behind them since 5.10), name.
pub fn build_id(misc: u16, record: &[u8], order: Order) -> Option<MappedBuildId> {
    const HAS_SIZE: u16 = 1 << 15;
    let mut at = Cursor::new(record, order);
    at.skip(4)?;
    let (id, size) = at.take(24)?.split_at_checked(20)?;
    let len = if misc & HAS_SIZE != 0 { usize::from(*size.first()?) } else { id.len() };
    let hex = id.iter().take(len).map(|byte| format!("{byte:02x}")).collect();
    Some(MappedBuildId { object: at.text(), build_id: hex })
}

fn events(mut at: Cursor) -> Option<Vec<(String, Vec<u64>)>> {
    let count = at.u32()?.min(MAX_ENTRIES);
    let attr_bytes = at.u32()?;
    let mut event = || {
        at.skip(u64::from(attr_bytes))?;
        let ids = at.u32()?;
        let name = at.string()?;
        let ids: Option<Vec<u64>> = (0..ids).map(|_| at.u64()).collect();
        Some((name, ids?))
    };
    (0..count).map(|_| event()).collect()
}

/// Lists of which none has a CPU of another one: together they are no longer than one list of all CPUs. Sixteen
/// thousand lists of sixteen thousand CPUs would be a gigabyte, from a file of 200 KB.
#[derive(Default)]
struct CpuLists {
    listed: usize,
}

impl CpuLists {
    fn read(&mut self, text: &str) -> Vec<u32> {
        if self.listed >= MAX_ENTRIES as usize {
            return Vec::new();
        }
        let list = number_list(text);
        self.listed += list.len();
        list
    }
}

/// Lists of the CPUs of each socket, then of each core.
fn cores(mut at: Cursor) -> Option<Vec<Vec<u32>>> {
    let sockets = at.u32()?.min(MAX_ENTRIES);
    for _ in 0..sockets {
        at.string()?;
    }
    let cores = at.u32()?.min(MAX_ENTRIES);
    let mut lists = CpuLists::default();
    (0..cores).map(|_| at.string().map(|list| lists.read(&list))).collect()
}

fn nodes(mut at: Cursor) -> Option<Vec<NodeCpus>> {
    let count = at.u32()?.min(MAX_ENTRIES);
    let mut lists = CpuLists::default();
    let mut node = || {
        let node = at.u32()?;
        // Total and free memory.
        at.skip(16)?;
        let cpus = lists.read(&at.string()?);
        Some(NodeCpus { node, cpus })
    };
    (0..count).map(|_| node()).collect()
}

fn line_bytes(mut at: Cursor) -> Option<u32> {
    at.skip(4)?;
    let count = at.u32()?.min(MAX_ENTRIES);
    for _ in 0..count {
        let level = at.u32()?;
        let line = at.u32()?;
        at.skip(8)?;
        let kind = at.string()?;
        at.string()?;
        at.string()?;
        if level == 1
            && kind != "Instruction"
            && line.is_power_of_two()
            && (16..=1024).contains(&line)
        {
            return Some(line);
        }
    }
    None
}

fn memory(mut at: Cursor) -> Option<Memory> {
    at.skip(8)?;
    let block_bytes = at.u64()?;
    let count = at.u64()?.min(u64::from(MAX_ENTRIES));
    let mut nodes = Vec::new();
    for _ in 0..count {
        let node = at.u64()? as u32;
        // The number of bits stands twice: for the node and for its bitmap.
        at.skip(8)?;
        let bits = at.u64()?;
        let words = bits.div_ceil(64);
        let bytes = at.take(words.checked_mul(8)?)?;
        let mut words_at = Cursor::new(bytes, at.order());
        let words: Option<Vec<u64>> = (0..words).map(|_| words_at.u64()).collect();
        nodes.push((node, words?));
    }
    Some(Memory { block_bytes, nodes })
}
