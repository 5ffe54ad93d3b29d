//! What answered an access, as the machine writes it into the data source word of a sample.
//!
//! Bits: `union perf_mem_data_src` of `include/uapi/linux/perf_event.h` (6.12). Words: `pebs_data_source[]` of
//! `arch/x86/events/intel/ds.c` with the level numbers of Skylake; `perf_ibs_get_data_src()` of
//! `arch/x86/events/amd/ibs.c`; `arm_spe__synth_data_source()` of `tools/perf/util/arm-spe.c`.

use crate::maker::Maker;

/// What answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A modified line in a cache of the same node.
    HitmLocal,
    /// A modified line in a cache of another node.
    HitmRemote,
    /// A modified line, where the machine says "remote" and names no level (Skylake).
    HitmRemoteUnknown,
    /// The last level, clean.
    Llc,
    /// A cache of another node, clean.
    Remote,
    /// The first level.
    L1,
    /// The second level.
    L2,
    /// A fill buffer: the line was on its way.
    FillBuffer,
    /// Memory of the same node.
    DramLocal,
    /// Memory of another node.
    DramRemote,
    /// Another core of the same node.
    PeerLocal,
    /// A core of another node.
    PeerRemote,
    /// The first level, held back by an earlier store to the same bytes.
    L1BlockedByData,
    /// The first level, held back by an earlier store to a like address.
    L1BlockedByAddress,
    /// Uncached memory.
    Uncached,
    /// A store that hit the first level.
    StoreHit,
    /// A store that missed it.
    StoreMiss,
    /// A store without a level.
    StoreNoLevel,
    /// Neither load nor store.
    Nothing,
}

const LOAD: u64 = 0x02;
const STORE: u64 = 0x04;
const NO_OPERATION: u64 = 0x01;

const HIT: u64 = 0x02;
const MISS: u64 = 0x04;
const LEVEL_NA: u64 = 0x01;
const LEVEL1: u64 = 0x08;
const FILL: u64 = 0x10;
const LEVEL2: u64 = 0x20;
const LEVEL3: u64 = 0x40;
const RAM: u64 = 0x80;
const REMOTE_RAM: u64 = 0x100;
const REMOTE_CACHE: u64 = 0x400;
const UNCACHED: u64 = 0x2000;

const SNOOP_NA: u64 = 0x01;
const SNOOP_NONE: u64 = 0x02;
const SNOOP_HIT: u64 = 0x04;
const SNOOP_HITM: u64 = 0x10;

const LOCK_NA: u64 = 1 << 24;
const LOCKED: u64 = 2 << 24;
const TLB_NA: u64 = 1 << 26;
const TLB_HIT_ANY: u64 = (0x02 | 0x08 | 0x10) << 26;
const TLB_WALKER: u64 = (0x02 | 0x20) << 26;
const REMOTE_BIT: u64 = 1 << 37;
const PEER: u64 = 2 << 38;
const BLOCK_NA: u64 = 1 << 40;
const BLOCK_DATA: u64 = 2 << 40;
const BLOCK_ADDRESS: u64 = 4 << 40;

// `PERF_MEM_LVLNUM_*`
const NUMBER_L1: u64 = 1;
const NUMBER_L2: u64 = 2;
const NUMBER_L3: u64 = 3;
const NUMBER_ANY_CACHE: u64 = 0x0b;
const NUMBER_FILL: u64 = 0x0c;
const NUMBER_RAM: u64 = 0x0d;

impl Source {
    /// Whether it is a store.
    #[must_use]
    pub fn is_store(self) -> bool {
        matches!(self, Self::StoreHit | Self::StoreMiss | Self::StoreNoLevel)
    }

    /// The data source word.
    #[must_use]
    pub fn word(self, maker: Maker, locked: bool) -> u64 {
        let (level, number, snoop, mut more) = match self {
            Self::HitmLocal => (HIT | LEVEL3, NUMBER_L3, SNOOP_HITM, 0),
            Self::HitmRemote => (HIT | REMOTE_CACHE, 0, SNOOP_HITM, 0),
            Self::HitmRemoteUnknown => (HIT, NUMBER_ANY_CACHE, SNOOP_HITM, REMOTE_BIT),
            Self::Llc => (HIT | LEVEL3, NUMBER_L3, SNOOP_NONE, 0),
            Self::Remote => (HIT | REMOTE_CACHE, 0, SNOOP_HIT, 0),
            Self::L1 => (HIT | LEVEL1, NUMBER_L1, SNOOP_NONE, 0),
            Self::L2 => (HIT | LEVEL2, NUMBER_L2, SNOOP_NONE, 0),
            Self::FillBuffer => (HIT | FILL, NUMBER_FILL, SNOOP_NONE, 0),
            Self::DramLocal => (HIT | RAM, NUMBER_RAM, SNOOP_HIT, 0),
            Self::DramRemote => (HIT | REMOTE_RAM, NUMBER_RAM, SNOOP_NONE, 0),
            Self::PeerLocal => (HIT | LEVEL3, NUMBER_L3, SNOOP_NONE, PEER),
            Self::PeerRemote => (HIT | REMOTE_CACHE, NUMBER_ANY_CACHE, SNOOP_NONE, PEER),
            Self::L1BlockedByData => (HIT | LEVEL1, NUMBER_L1, SNOOP_NONE, BLOCK_DATA),
            Self::L1BlockedByAddress => (HIT | LEVEL1, NUMBER_L1, SNOOP_NONE, BLOCK_ADDRESS),
            Self::Uncached => (HIT | UNCACHED, 0, SNOOP_NA, 0),
            Self::StoreHit => (HIT | LEVEL1, NUMBER_L1, SNOOP_NA, 0),
            Self::StoreMiss => (MISS | LEVEL1, NUMBER_L1, SNOOP_NA, 0),
            Self::StoreNoLevel => (LEVEL_NA, 0, SNOOP_NA, 0),
            Self::Nothing => (LEVEL_NA, 0, SNOOP_NA, 0),
        };
        let operation = match self {
            Self::Nothing => NO_OPERATION,
            store if store.is_store() => STORE,
            _ => LOAD,
        };
        more |= match (locked, maker) {
            (true, _) => LOCKED,
            (false, Maker::Amd) => LOCK_NA,
            (false, Maker::Intel | Maker::Arm) => 0,
        };
        more |= match self {
            Self::Nothing | Self::StoreNoLevel => TLB_NA,
            Self::DramLocal | Self::DramRemote => TLB_WALKER,
            _ => TLB_HIT_ANY,
        };
        if more & (BLOCK_DATA | BLOCK_ADDRESS) == 0 && maker == Maker::Intel {
            more |= BLOCK_NA;
        }
        // Only Intel and newer IBS name numbers of levels.
        let number = if maker == Maker::Arm { 0 } else { number };
        operation | level << 5 | snoop << 19 | number << 33 | more
    }
}
