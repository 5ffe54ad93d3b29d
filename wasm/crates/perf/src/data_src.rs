//! The data source of a memory sample, and what perf c2c counts it as.
//!
//! The bits are those of `union perf_mem_data_src` in `include/uapi/linux/perf_event.h`. They have
//! the same places on both byte orders once the 64-bit word is read in the file's order. Fields
//! were added over time (`mem_lvl_num`, `mem_remote`, `mem_snoopx` in 4.14, `mem_blk` in 5.12,
//! `mem_hops` in 5.16); in older words their bits are 0.

use crate::counters::{Counter, Raised};

/// A data source word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataSrc(pub u64);

const OP_LOAD: u64 = 0x02;
const OP_STORE: u64 = 0x04;

const LVL_NA: u64 = 0x01;
const LVL_HIT: u64 = 0x02;
const LVL_MISS: u64 = 0x04;
const LVL_L1: u64 = 0x08;
const LVL_LFB: u64 = 0x10;
const LVL_L2: u64 = 0x20;
const LVL_L3: u64 = 0x40;
const LVL_LOC_RAM: u64 = 0x80;
const LVL_REM_RAM: u64 = 0x100 | 0x200;
const LVL_REM_CACHE: u64 = 0x400 | 0x800;
const LVL_IO: u64 = 0x1000;
const LVL_UNCACHED: u64 = 0x2000;

const SNOOP_HIT: u64 = 0x04;
const SNOOP_HITM: u64 = 0x10;
const SNOOPX_PEER: u64 = 0x02;
const LOCK_LOCKED: u64 = 0x02;
const BLK_DATA: u64 = 0x02;
const BLK_ADDR: u64 = 0x04;

impl DataSrc {
    fn bits(self, shift: u32, width: u32) -> u64 {
        (self.0 >> shift) & ((1 << width) - 1)
    }
    fn op(self) -> u64 {
        self.bits(0, 5)
    }
    fn level(self) -> u64 {
        self.bits(5, 14)
    }
    fn snoop(self) -> u64 {
        self.bits(19, 5)
    }
    fn lock(self) -> u64 {
        self.bits(24, 2)
    }
    fn remote(self) -> bool {
        self.bits(37, 1) != 0
    }
    fn snoopx(self) -> u64 {
        self.bits(38, 2)
    }
    fn blocked(self) -> u64 {
        self.bits(40, 3)
    }
    fn hops(self) -> u64 {
        self.bits(43, 3)
    }
}

/// What perf c2c counts a sample as: `c2c_decode_stats()` of `tools/perf/util/mem-events.c`
/// (6.1 and 6.12), rule by rule. `unmapped`: the data or the code address lies in no mapping.
///
/// - local HITM: a load that hit the last level with snoop HITM;
/// - remote HITM: a load from a remote cache (or of an unknown remote level) with snoop HITM;
/// - local peer: a load that hit the second or last level with the extended snoop PEER; remote
///   peer: the same from a remote cache, where the snoop is neither HIT nor HITM;
/// - store hit and miss: of the first level; "no level" where the machine names none.
///
/// `mem_remote` with `mem_hops` set names another core of the same node (Power), so it counts as
/// remote only without hops.
pub fn classify(source: DataSrc, address: u64, unmapped: bool) -> Raised {
    let mut raised = Raised::default();
    raised.add(Counter::Entries);
    let (op, level, snoop) = (source.op(), source.level(), source.snoop());
    let peer = source.snoopx() & SNOOPX_PEER != 0;
    let remote = source.remote() && source.hops() == 0;

    if source.lock() & LOCK_LOCKED != 0 {
        raised.add(Counter::Locks);
    }
    if source.blocked() & BLK_DATA != 0 {
        raised.add(Counter::BlockedData);
    }
    if source.blocked() & BLK_ADDR != 0 {
        raised.add(Counter::BlockedAddress);
    }
    if op & OP_LOAD != 0 {
        raised.add(Counter::Load);
        if address == 0 {
            raised.add(Counter::LoadNoAddress);
            return raised;
        }
        if level & LVL_HIT != 0 {
            load_hit(&mut raised, level, snoop, peer, remote);
        }
        if level & LVL_REM_CACHE != 0 || remote {
            if snoop & SNOOP_HIT != 0 {
                raised.add(Counter::RemoteHit);
            } else if snoop & SNOOP_HITM != 0 {
                raised.add(Counter::HitmRemote);
            } else if peer {
                raised.add(Counter::RemoteHit);
                raised.add(Counter::PeerRemote);
            }
        }
        if level & LVL_MISS != 0 {
            raised.add(Counter::LoadMiss);
        }
    } else if op & OP_STORE != 0 {
        raised.add(Counter::Store);
        if address == 0 {
            raised.add(Counter::StoreNoAddress);
            return raised;
        }
        if level & LVL_HIT != 0 {
            if level & LVL_UNCACHED != 0 {
                raised.add(Counter::StoreUncached);
            }
            if level & LVL_L1 != 0 {
                raised.add(Counter::StoreL1Hit);
            }
        }
        if level & LVL_MISS != 0 && level & LVL_L1 != 0 {
            raised.add(Counter::StoreL1Miss);
        }
        if level & LVL_NA != 0 {
            raised.add(Counter::StoreNoLevel);
        }
    } else {
        raised.add(Counter::Unparsed);
        if address != 0 {
            raised.add(Counter::Access);
        }
        return raised;
    }
    if unmapped {
        raised.add(Counter::Unmapped);
    }
    raised
}

fn load_hit(raised: &mut Raised, level: u64, snoop: u64, peer: bool, remote: bool) {
    for (bit, counter) in [
        (LVL_UNCACHED, Counter::LoadUncached),
        (LVL_IO, Counter::LoadIo),
        (LVL_LFB, Counter::LoadFillBuffer),
        (LVL_L1, Counter::LoadL1),
        (LVL_L2, Counter::LoadL2),
    ] {
        if level & bit != 0 {
            raised.add(counter);
        }
    }
    if level & LVL_L2 != 0 && peer {
        raised.add(Counter::PeerLocal);
    }
    if level & LVL_L3 != 0 {
        raised.add(if snoop & SNOOP_HITM != 0 { Counter::HitmLocal } else { Counter::LoadLlc });
        if peer {
            raised.add(Counter::PeerLocal);
        }
    }
    let owned = if snoop & SNOOP_HIT != 0 { Counter::LoadShared } else { Counter::LoadExclusive };
    if level & LVL_LOC_RAM != 0 {
        raised.add(Counter::DramLocal);
        raised.add(owned);
    }
    if level & LVL_REM_RAM != 0 || remote {
        raised.add(Counter::DramRemote);
        raised.add(owned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::Counters;

    fn check(word: u64, expect: &[Counter]) {
        let mut counters = Counters::default();
        counters.count(classify(DataSrc(word), 0x4040c0, false));
        let mut wanted = Raised::default();
        expect.iter().chain(&[Counter::Entries]).for_each(|counter| wanted.add(*counter));
        let mut expected = Counters::default();
        expected.count(wanted);
        assert_eq!(counters, expected, "{word:#x}");
    }

    // The words are composed from the bits of perf_event.h by hand.
    #[test]
    fn words_of_each_machine() {
        use Counter::*;
        check(0x180_8042, &[Load, HitmRemote]); // load, hit, REM_CCE1, HITM
        check(0x180_0842, &[Load, HitmLocal]); // load, hit, L3, HITM
        check(0x120_0842, &[Load, LoadLlc]); // load, hit, L3, snoop hit
        check(0x110_0144, &[Store, StoreL1Hit]);
        check(0x110_0184, &[Store, StoreL1Miss]);
        check(0x110_0024, &[Store, StoreNoLevel]); // Arm SPE: level NA
        check(0x118_6810_0242, &[Load, LoadFillBuffer]); // fill buffer, with lvl_num
        check(0x102_6a10_0142, &[Load, Locks, LoadL1]); // locked
        // Arm: load, hit, L3, snoop none, PEER.
        check(0x80_0010_0842, &[Load, LoadLlc, PeerLocal]);
        // Arm: load, hit, L2, PEER.
        check(0x80_0010_0442, &[Load, LoadL2, PeerLocal]);
        // Arm: load, REM_CCE1, snoop none, PEER.
        check(0x80_0010_8042, &[Load, RemoteHit, PeerRemote]);
        // Skylake: unknown remote level, HITM.
        check(0x20_0180_0042, &[Load, DramRemote, LoadExclusive, HitmRemote]);
        // Power: remote bit with one hop is another core of the node.
        check(0x820_0180_0842, &[Load, HitmLocal]);
        check(0x1, &[Unparsed, Access]);
        check(0x200_0110_0142, &[Load, BlockedData, LoadL1]);
        check(0x400_0110_0142, &[Load, BlockedAddress, LoadL1]);
    }

    #[test]
    fn a_load_of_two_levels_counts_its_peer_twice_as_perf_does() {
        let mut counters = Counters::default();
        counters.count(classify(DataSrc(0x80_0010_0c42), 1, false));
        assert_eq!(counters.get(Counter::PeerLocal), 2);
    }

    #[test]
    fn without_an_address_nothing_else_is_counted() {
        let raised = classify(DataSrc(0x180_8042), 0, true);
        assert!(raised.has(Counter::LoadNoAddress));
        assert!(!raised.has(Counter::HitmRemote) && !raised.has(Counter::Unmapped));
    }
}
