//! Machines that sample differently.

use super::build::{Build, kernel};
use crate::scenario::{Machine, Maker, Memory, Scenario};
use crate::source::Source;

/// Arm with SPE: peer hits and no HITM, and no store names a level.
#[must_use]
pub fn arm() -> Scenario {
    let mut b = Build::new("arm", Machine::new(Maker::Arm, 2, 8), 31);
    let app = b.program("root/false_sharing.exe", 0x401000, None);
    let readers: Vec<usize> = (0..3).map(|n| b.thread(2200, 2201 + n, "reader_thd")).collect();
    let lock = b.thread(2200, 2210, "lock_th");
    let buf = b.object(
        "buf",
        0x7f00_0042_0080,
        Memory::Heap(2200),
        0,
        &[("lock0", 0, 8), ("lock1", 8, 8), ("reserved1", 16, 32), ("reader0", 32, 8)],
    );
    b.site(app, ("read_write_func", 0x401150), 0x98, (buf, 32))
        .by(&readers)
        .on([0, 3, 9])
        .source("false_sharing_example.c", 155)
        .saw(Source::PeerLocal, 231, 370)
        .saw(Source::PeerRemote, 83, 960)
        .saw(Source::L1, 402, 21);
    b.site(app, ("read_write_func", 0x401150), 0x44, (buf, 8))
        .by(&[lock])
        .on([1, 8])
        .source("false_sharing_example.c", 146)
        .saw(Source::PeerLocal, 45, 310)
        .saw(Source::StoreNoLevel, 612, 12);
    b.site(app, ("read_write_func", 0x401150), 0x30, (buf, 0))
        .by(&[lock])
        .on([1, 8])
        .source("false_sharing_example.c", 145)
        .saw(Source::StoreNoLevel, 590, 12)
        .saw(Source::Llc, 4, 80);
    b.finish()
}

/// AMD with IBS: HITM of loads; no store is sampled on the line, and most operations are neither.
#[must_use]
pub fn amd() -> Scenario {
    let mut b = Build::new("amd", Machine::new(Maker::Amd, 1, 12), 37);
    let app = b.program("usr/local/bin/ring", 0x401000, Some((0x409000, false)));
    let thread = b.thread(5100, 5101, "ring");
    let ring =
        b.object("ring", 0x409100, Memory::Variable(app), 0, &[("head", 0, 8), ("tail", 8, 8)]);
    let own = b.object("local", 0x7f00_0100_0000, Memory::Heap(5100), 0, &[("n", 0, 8)]);
    b.site(app, ("ring_poll", 0x401100), 0x10, (ring, 8))
        .by(&[thread])
        .on(0..8)
        .saw(Source::HitmLocal, 2092, 310)
        .saw(Source::HitmRemote, 4, 690)
        .saw(Source::L1, 1056, 5);
    b.site(app, ("ring_work", 0x401200), 0x20, (own, 0))
        .by(&[thread])
        .on(0..8)
        .saw(Source::StoreHit, 36, 0)
        .saw(Source::StoreNoLevel, 1, 0)
        .saw(Source::L1, 93, 5)
        .saw(Source::Nothing, 1700, 0);
    b.finish()
}

/// Store sampling failed: who writes is not known.
#[must_use]
pub fn stores_not_sampled() -> Scenario {
    let mut b = Build::new("stores_not_sampled", Machine::new(Maker::Intel, 2, 4), 41);
    let thread = b.thread(1200, 1200, "postgres: writer");
    let lock = b.object(
        "wait_queue_head",
        0xffff_8890_7c11_0e80,
        Memory::Kernel,
        0,
        &[("lock", 0, 4), ("head", 8, 16)],
    );
    b.site(0, ("_raw_spin_lock_irqsave", kernel(0xa0_1000)), 0x24, (lock, 0))
        .by(&[thread])
        .on([0, 3, 5])
        .saw_locked(Source::HitmLocal, 311, 240)
        .saw_locked(Source::HitmRemote, 129, 570);
    b.site(0, ("ep_poll_callback", kernel(0x3f_2000)), 0x41, (lock, 8))
        .by(&[thread])
        .on([0, 3, 5])
        .saw(Source::HitmLocal, 77, 200)
        .saw(Source::Nothing, 950, 0);
    b.finish()
}

/// Eight nodes: lists of CPUs are longer than perf's buffer for a row.
#[must_use]
pub fn many_nodes() -> Scenario {
    let mut b = Build::new("many_nodes", Machine::new(Maker::Intel, 8, 16), 43);
    let app = b.program("opt/hpc/solver", 0x401000, Some((0x409000, false)));
    let threads: Vec<usize> = (0..8).map(|n| b.thread(4000, 4001 + n, "solver")).collect();
    let barrier = b.object(
        "barrier",
        0x409010,
        Memory::Variable(app),
        3,
        &[("count", 0, 4), ("sense", 4, 4)],
    );
    b.moves_to_node(5);
    b.site(app, ("barrier_wait", 0x401100), 0x18, (barrier, 4))
        .by(&threads)
        .on((0..128).filter(|cpu| cpu % 3 != 1))
        .saw(Source::HitmRemote, 700, 900)
        .saw(Source::HitmLocal, 90, 260);
    b.site(app, ("barrier_wait", 0x401100), 0x8, (barrier, 0))
        .by(&threads)
        .on((0..128).filter(|cpu| cpu % 7 == 2))
        .saw_locked(Source::StoreHit, 260, 0);
    // Lines whose share is too small to be listed, and one that just is.
    for (n, count) in [(0, 1), (1, 1)] {
        let own =
            b.object("local", 0x7f00_0300_0000 + n * 64, Memory::Heap(4000), 1, &[("x", 0, 8)]);
        b.site(app, ("steal", 0x401300), n * 4, (own, 0)).by(&threads).on([n as u32]).saw(
            Source::HitmLocal,
            count,
            150,
        );
    }
    let rest = b.object("deque", 0x7f00_0400_0000, Memory::Heap(4000), 2, &[("top", 0, 8)]);
    b.site(app, ("push", 0x401380), 0x5, (rest, 0)).by(&threads).on([17, 33]).saw(
        Source::HitmRemote,
        900,
        880,
    );
    b.finish()
}
