//! Which file is mapped where, at the time of a sample: what perf decides by it.
//!
//! `tools/perf/util/map.c` and `sort__dcacheline_cmp()` of `tools/perf/util/sort.c`: two samples are on one
//! line if their CPU mode, the file of their data and the address inside of it are equal; private
//! memory without a file also needs the same process.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// CPU mode of a record (`PERF_RECORD_MISC_CPUMODE_MASK`).
pub const KERNEL: u16 = 1;
/// User code.
pub const USER: u16 = 2;

/// Maps of one process, and processes, that are kept at most.
const MAX_MAPS: usize = 1 << 20;

/// One mapping.
#[derive(Debug, Clone)]
pub struct Map {
    end: u64,
    /// What is added to an address to get the place in the file; 0 for memory without a file.
    shift: u64,
    /// Identity of the file (device, inode, generation); 0 where there is none.
    file: u64,
    shared: bool,
    /// Index of its name in the tables' names.
    pub name: u32,
    /// What the record said of it, however much of it was mapped over since.
    pub stated: Stated,
    /// Whether an instruction in it was sampled.
    pub is_sampled: Cell<bool>,
}

/// Where a file was mapped, as a record says it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stated {
    /// First address.
    pub start: u64,
    /// The address after the last.
    pub end: u64,
    /// Offset in the file; of a kernel the address of `symbol`.
    pub file_offset: u64,
    /// What perf names behind `[kernel.kallsyms]`.
    pub symbol: Option<Rc<str>>,
}

/// A new mapping, as a record says it.
#[derive(Debug, Clone)]
pub struct NewMap {
    /// First address.
    pub start: u64,
    /// Bytes.
    pub len: u64,
    /// Offset in the file.
    pub file_offset: u64,
    /// Identity of the file; 0 where the record has none.
    pub file: u64,
    /// `MAP_SHARED`.
    pub shared: bool,
    /// Path, or a name in brackets or slashes.
    pub path: String,
    /// Index of the name that is shown.
    pub name: u32,
}

/// All mappings at one moment.
#[derive(Debug, Default)]
pub struct Maps {
    kernel: BTreeMap<u64, Map>,
    processes: FxHashMap<u32, BTreeMap<u64, Map>>,
    count: usize,
}

/// Where an address lies, for telling lines apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Address inside of the file, or the address.
    pub key: u64,
    /// File and process, as far as they tell lines apart.
    pub space: u64,
    /// Whether any mapping holds it.
    pub mapped: bool,
}

impl Maps {
    /// Adds a mapping of a process, or of the kernel.
    pub fn add(&mut self, pid: u32, mode: u16, new: NewMap) {
        // A guest's mappings belong to another machine.
        if self.count >= MAX_MAPS || !matches!(mode, KERNEL | USER) {
            return;
        }
        self.count += 1;
        let kernel = mode == KERNEL;
        // perf takes a kernel map without extent as all of the address space.
        let end = if kernel && new.start == 0 && new.len == 0 {
            u64::MAX
        } else {
            new.start.saturating_add(new.len)
        };
        let anonymous = new.path.starts_with("//anon")
            || new.path.starts_with("/dev/zero")
            || new.path.starts_with("/anon_hugepage")
            || new.path.starts_with("[stack")
            || new.path.starts_with("/SYSV")
            || new.path.starts_with("[heap]");
        let symbol = new.path.strip_prefix("[kernel.kallsyms]").filter(|rest| !rest.is_empty());
        let stated = Stated {
            start: new.start,
            end,
            file_offset: new.file_offset,
            symbol: symbol.map(Rc::from),
        };
        let map = Map {
            stated,
            is_sampled: Cell::new(false),
            end,
            shift: if anonymous || kernel { 0 } else { new.file_offset.wrapping_sub(new.start) },
            file: new.file,
            shared: new.shared,
            name: new.name,
        };
        let maps = if kernel { &mut self.kernel } else { self.processes.entry(pid).or_default() };
        cut_out(maps, new.start, end);
        maps.insert(new.start, map);
    }

    /// A process begins as a copy of its parent.
    pub fn fork(&mut self, pid: u32, parent: u32) {
        if pid == parent {
            return;
        }
        let Some(maps) = self.processes.get(&parent).cloned() else { return };
        self.count += maps.len();
        if self.count < MAX_MAPS {
            self.processes.insert(pid, maps);
        }
    }

    /// The mapping that holds an instruction, in whatever mode (`thread__find_cpumode_addr_location()`).
    pub fn code(&self, pid: u32, address: u64) -> Option<&Map> {
        find(&self.kernel, address).or_else(|| find(self.processes.get(&pid)?, address))
    }

    /// Where a data address lies, as seen from a CPU mode.
    pub fn data(&self, pid: u32, mode: u16, address: u64) -> Place {
        let map = match mode {
            KERNEL => find(&self.kernel, address),
            USER => self.processes.get(&pid).and_then(|maps| find(maps, address)),
            _ => None,
        };
        let Some(map) = map else {
            return Place { key: address, space: mix([u64::from(mode), 0, 0, 0]), mapped: false };
        };
        let private = mode != KERNEL && !map.shared && map.file == 0;
        let pid = if private { u64::from(pid) + 1 } else { 0 };
        Place {
            key: address.wrapping_add(map.shift),
            space: mix([u64::from(mode), 1, map.file, pid]),
            mapped: true,
        }
    }
}

/// One word for a few (FNV-1a over their bytes).
pub fn mix<const N: usize>(words: [u64; N]) -> u64 {
    words.iter().flat_map(|word| word.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn find(maps: &BTreeMap<u64, Map>, address: u64) -> Option<&Map> {
    let (_, map) = maps.range(..=address).next_back()?;
    (address < map.end).then_some(map)
}

/// Takes a range out of what was mapped before; what is left on both sides stays.
fn cut_out(maps: &mut BTreeMap<u64, Map>, start: u64, end: u64) {
    if let Some((_, before)) = maps.range_mut(..start).next_back()
        && before.end > start
    {
        let rest = before.clone();
        before.end = start;
        if rest.end > end {
            maps.insert(end, rest);
        }
    }
    let inside: Vec<u64> = maps.range(start..end.max(start)).map(|(at, _)| *at).collect();
    for at in inside {
        if let Some(old) = maps.remove(&at)
            && old.end > end
        {
            maps.insert(end, old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(start: u64, len: u64, name: u32) -> NewMap {
        NewMap { start, len, file_offset: 0, file: 7, shared: false, path: "/a".into(), name }
    }

    #[test]
    fn a_new_mapping_takes_the_place_of_the_old() {
        let mut maps = Maps::default();
        maps.add(1, USER, map(0x1000, 0x3000, 1));
        maps.add(1, USER, map(0x2000, 0x1000, 2));
        let names: Vec<_> = [0x1fff, 0x2000, 0x3000, 0x4000]
            .iter()
            .map(|address| maps.code(1, *address).map(|map| map.name))
            .collect();
        assert_eq!(names, [Some(1), Some(2), Some(1), None]);
    }

    #[test]
    fn files_are_one_for_all_processes_and_private_memory_is_not() {
        let mut maps = Maps::default();
        maps.add(1, USER, map(0x1000, 0x1000, 1));
        maps.add(2, USER, map(0x9000, 0x1000, 1));
        assert_eq!(maps.data(1, USER, 0x1040), maps.data(2, USER, 0x9040));
        for pid in [1, 2] {
            let heap = NewMap { file: 0, path: "[heap]".into(), ..map(0x20_000, 0x1000, 3) };
            maps.add(pid, USER, heap);
        }
        assert_ne!(maps.data(1, USER, 0x20_000), maps.data(2, USER, 0x20_000));
    }

    #[test]
    fn a_fork_has_its_parents_memory() {
        let mut maps = Maps::default();
        maps.add(1, USER, map(0x1000, 0x1000, 1));
        maps.fork(2, 1);
        assert!(maps.data(2, USER, 0x1000).mapped);
        assert!(!maps.data(3, USER, 0x1000).mapped);
    }
}
