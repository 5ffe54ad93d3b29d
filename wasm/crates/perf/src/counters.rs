//! What perf c2c counts: its counters, and which of them a sample raises.

/// What perf c2c counts. The order is that of [`Counters`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Counter {
    /// Every sample.
    Entries,
    /// Locked instructions.
    Locks,
    /// Loads blocked by data.
    BlockedData,
    /// Loads blocked by address.
    BlockedAddress,
    /// Loads.
    Load,
    /// Loads without an address.
    LoadNoAddress,
    /// Uncached loads.
    LoadUncached,
    /// Loads from I/O memory.
    LoadIo,
    /// Loads that found their line in a fill buffer.
    LoadFillBuffer,
    /// Loads from the first level.
    LoadL1,
    /// Loads from the second level.
    LoadL2,
    /// Loads from the last level that are not a local HITM.
    LoadLlc,
    /// Local HITM.
    HitmLocal,
    /// Local peer hits.
    PeerLocal,
    /// Loads from local memory.
    DramLocal,
    /// Loads from remote memory.
    DramRemote,
    /// Memory loads of a shared line.
    LoadShared,
    /// Memory loads of an exclusive line.
    LoadExclusive,
    /// Clean hits in a remote cache.
    RemoteHit,
    /// Remote HITM.
    HitmRemote,
    /// Remote peer hits.
    PeerRemote,
    /// Loads that missed.
    LoadMiss,
    /// Stores.
    Store,
    /// Stores without an address.
    StoreNoAddress,
    /// Uncached stores.
    StoreUncached,
    /// Stores that hit the first level.
    StoreL1Hit,
    /// Stores that missed it.
    StoreL1Miss,
    /// Stores without a level.
    StoreNoLevel,
    /// Neither load nor store.
    Unparsed,
    /// Data or code address outside of every known mapping.
    Unmapped,
    /// Neither load nor store, and an address: what was accessed, and not how. perf c2c has no counter of these.
    Access,
}

/// Number of counters.
pub const COUNTERS: usize = Counter::Access as usize + 1;

/// What one sample counts as: a bit for each counter that it raises by 1. Three counters can be
/// raised twice by one sample (a word that names two levels); those have a second bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Raised(u64);

const PEER_LOCAL_AGAIN: u32 = COUNTERS as u32;
const SHARED_AGAIN: u32 = PEER_LOCAL_AGAIN + 1;
const EXCLUSIVE_AGAIN: u32 = PEER_LOCAL_AGAIN + 2;

impl Raised {
    /// Raises one more.
    pub fn add(&mut self, counter: Counter) {
        let bit = 1 << counter as u32;
        if self.0 & bit == 0 {
            self.0 |= bit;
            return;
        }
        match counter {
            Counter::PeerLocal => self.0 |= 1 << PEER_LOCAL_AGAIN,
            Counter::LoadShared => self.0 |= 1 << SHARED_AGAIN,
            Counter::LoadExclusive => self.0 |= 1 << EXCLUSIVE_AGAIN,
            _ => {}
        }
    }

    /// Whether the sample raises a counter.
    pub fn has(self, counter: Counter) -> bool {
        self.0 & (1 << counter as u32) != 0
    }
}

/// perf's counters of a line or of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters([u32; COUNTERS]);

impl Default for Counters {
    fn default() -> Self {
        Self([0; COUNTERS])
    }
}

impl Counters {
    /// One counter.
    #[expect(clippy::indexing_slicing, reason = "`COUNTERS` is how many kinds there are")]
    pub fn get(&self, counter: Counter) -> u32 {
        self.0[counter as usize]
    }

    /// Counts one sample.
    pub fn count(&mut self, raised: Raised) {
        let mut bits = raised.0;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            let index = match bit {
                PEER_LOCAL_AGAIN => Counter::PeerLocal as usize,
                SHARED_AGAIN => Counter::LoadShared as usize,
                EXCLUSIVE_AGAIN => Counter::LoadExclusive as usize,
                bit => bit as usize,
            };
            if let Some(value) = self.0.get_mut(index) {
                *value = value.saturating_add(1);
            }
        }
    }

    /// Adds another set of counters.
    pub fn add(&mut self, other: &Counters) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(theirs);
        }
    }

    /// Local and remote HITM.
    pub fn hitm(&self) -> u32 {
        self.get(Counter::HitmLocal).saturating_add(self.get(Counter::HitmRemote))
    }

    /// Local and remote peer hits.
    pub fn peer(&self) -> u32 {
        self.get(Counter::PeerLocal).saturating_add(self.get(Counter::PeerRemote))
    }

    /// The loads of a line as perf's table counts them: `TOTAL_LOADS` in `tools/perf/builtin-c2c.c` is
    /// the sum of what answered, so a load that no level answered is not among them.
    pub fn answered_loads(&self) -> u32 {
        [
            Counter::DramLocal,
            Counter::DramRemote,
            Counter::HitmRemote,
            Counter::RemoteHit,
            Counter::LoadFillBuffer,
            Counter::LoadL1,
            Counter::LoadL2,
            Counter::LoadLlc,
            Counter::HitmLocal,
        ]
        .iter()
        .fold(0, |sum, counter| sum.saturating_add(self.get(*counter)))
    }

    /// `total_records()` of `tools/perf/builtin-c2c.c`: answered loads and stores of a known kind.
    pub fn records(&self) -> u32 {
        [Counter::StoreL1Hit, Counter::StoreL1Miss, Counter::StoreNoLevel]
            .iter()
            .fold(self.answered_loads(), |sum, counter| sum.saturating_add(self.get(*counter)))
    }
}
