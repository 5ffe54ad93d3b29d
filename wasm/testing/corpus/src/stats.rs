//! What perf c2c counts a sample as: `c2c_decode_stats()` of `tools/perf/util/mem-events.c`.
//!
//! Read in 6.1.192 and 6.12.117. Before 6.0 neither stores without a level nor peer hits are counted, before
//! 5.12 no blocked loads (4.19 read). A remote bit with hops is no remote access since 5.17; no scenario has hops.

use crate::version::Version;

/// perf's counters (`struct c2c_stats`), under perf's names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of perf's source")]
pub struct Stats {
    pub nr_entries: u32,
    pub locks: u32,
    pub store: u32,
    pub st_uncache: u32,
    pub st_noadrs: u32,
    pub st_l1hit: u32,
    pub st_l1miss: u32,
    pub st_na: u32,
    pub load: u32,
    pub ld_excl: u32,
    pub ld_shared: u32,
    pub ld_uncache: u32,
    pub ld_io: u32,
    pub ld_miss: u32,
    pub ld_noadrs: u32,
    pub ld_fbhit: u32,
    pub ld_l1hit: u32,
    pub ld_l2hit: u32,
    pub ld_llchit: u32,
    pub lcl_hitm: u32,
    pub rmt_hitm: u32,
    pub lcl_peer: u32,
    pub rmt_peer: u32,
    pub rmt_hit: u32,
    pub lcl_dram: u32,
    pub rmt_dram: u32,
    pub blk_data: u32,
    pub blk_addr: u32,
    pub nomap: u32,
    pub noparse: u32,
}

impl Stats {
    /// Counts of one sample. `mapped`: perf knows mappings of both the code and the data.
    #[must_use]
    pub fn of(word: u64, address: u64, mapped: bool, version: Version) -> Self {
        let mut stats = Self { nr_entries: 1, ..Self::default() };
        let bit = |at: u32| u32::from(word >> at & 1 != 0);
        let bits = |at: u32, mask: u64| word >> at & mask != 0;
        let (hit, miss) = (bit(6) != 0, bit(7) != 0);
        stats.locks = bit(25);
        if version.counts_blocked() {
            (stats.blk_data, stats.blk_addr) = (bit(41), bit(42));
        }
        if bit(1) != 0 {
            stats.load = 1;
            if address == 0 {
                stats.ld_noadrs = 1;
                return stats;
            }
            stats.decode_load(word, hit, version);
            stats.ld_miss = u32::from(miss);
        } else if bit(2) != 0 {
            stats.store = 1;
            if address == 0 {
                stats.st_noadrs = 1;
                return stats;
            }
            let first = bit(8) != 0;
            stats.st_uncache = u32::from(hit && bits(18, 1));
            stats.st_l1hit = u32::from(hit && first);
            stats.st_l1miss = u32::from(miss && first);
            stats.st_na = u32::from(version.counts_peers() && bits(5, 1));
        } else {
            stats.noparse = 1;
            return stats;
        }
        stats.nomap = u32::from(!mapped);
        stats
    }

    fn decode_load(&mut self, word: u64, hit: bool, version: Version) {
        let bits = |at: u32, mask: u64| word >> at & mask != 0;
        let (snoop_hit, snoop_hitm) = (bits(21, 1), bits(23, 1));
        let peer = version.counts_peers() && bits(39, 1);
        let remote = bits(37, 1);
        if hit {
            self.ld_uncache = u32::from(bits(18, 1));
            self.ld_io = u32::from(bits(17, 1));
            self.ld_fbhit = u32::from(bits(9, 1));
            self.ld_l1hit = u32::from(bits(8, 1));
            if bits(10, 1) {
                self.ld_l2hit = 1;
                self.lcl_peer += u32::from(peer);
            }
            if bits(11, 1) {
                if snoop_hitm {
                    self.lcl_hitm = 1;
                } else {
                    self.ld_llchit = 1;
                }
                self.lcl_peer += u32::from(peer);
            }
            let owned = |stats: &mut Self| {
                if snoop_hit {
                    stats.ld_shared += 1;
                } else {
                    stats.ld_excl += 1;
                }
            };
            if bits(12, 1) {
                self.lcl_dram = 1;
                owned(self);
            }
            if bits(13, 3) || remote {
                self.rmt_dram = 1;
                owned(self);
            }
        }
        if bits(15, 3) || remote {
            if snoop_hit {
                self.rmt_hit = 1;
            } else if snoop_hitm {
                self.rmt_hitm = 1;
            } else if peer {
                self.rmt_hit = 1;
                self.rmt_peer = 1;
            }
        }
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.nr_entries, other.nr_entries),
            (&mut self.locks, other.locks),
            (&mut self.store, other.store),
            (&mut self.st_uncache, other.st_uncache),
            (&mut self.st_noadrs, other.st_noadrs),
            (&mut self.st_l1hit, other.st_l1hit),
            (&mut self.st_l1miss, other.st_l1miss),
            (&mut self.st_na, other.st_na),
            (&mut self.load, other.load),
            (&mut self.ld_excl, other.ld_excl),
            (&mut self.ld_shared, other.ld_shared),
            (&mut self.ld_uncache, other.ld_uncache),
            (&mut self.ld_io, other.ld_io),
            (&mut self.ld_miss, other.ld_miss),
            (&mut self.ld_noadrs, other.ld_noadrs),
            (&mut self.ld_fbhit, other.ld_fbhit),
            (&mut self.ld_l1hit, other.ld_l1hit),
            (&mut self.ld_l2hit, other.ld_l2hit),
            (&mut self.ld_llchit, other.ld_llchit),
            (&mut self.lcl_hitm, other.lcl_hitm),
            (&mut self.rmt_hitm, other.rmt_hitm),
            (&mut self.lcl_peer, other.lcl_peer),
            (&mut self.rmt_peer, other.rmt_peer),
            (&mut self.rmt_hit, other.rmt_hit),
            (&mut self.lcl_dram, other.lcl_dram),
            (&mut self.rmt_dram, other.rmt_dram),
            (&mut self.blk_data, other.blk_data),
            (&mut self.blk_addr, other.blk_addr),
            (&mut self.nomap, other.nomap),
            (&mut self.noparse, other.noparse),
        ];
        for (mine, theirs) in pairs {
            *mine += theirs;
        }
    }

    /// `tot_hitm`
    #[must_use]
    pub fn hitm(&self) -> u32 {
        self.lcl_hitm + self.rmt_hitm
    }

    /// `tot_peer`
    #[must_use]
    pub fn peer(&self) -> u32 {
        self.lcl_peer + self.rmt_peer
    }

    /// `get_load_llc_misses()`
    #[must_use]
    pub fn llc_misses(&self) -> u32 {
        self.lcl_dram + self.rmt_dram + self.rmt_hitm + self.rmt_hit
    }

    /// `total_loads()` (`TOTAL_LOADS` before 5.11)
    #[must_use]
    pub fn loads(&self) -> u32 {
        let near = self.ld_fbhit + self.ld_l1hit + self.ld_l2hit + self.ld_llchit + self.lcl_hitm;
        self.llc_misses() + near
    }

    /// `total_records()`
    #[must_use]
    pub fn records(&self) -> u32 {
        self.loads() + self.st_l1hit + self.st_l1miss + self.st_na
    }
}
