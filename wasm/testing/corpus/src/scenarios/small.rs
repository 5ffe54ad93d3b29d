//! A small program with a line of each kind.

use super::build::Build;
use crate::scenario::{File, Machine, Maker, Memory, Scenario};
use crate::source::Source;

/// A C program: two readers and a writer on two nodes share a line of a struct, and another in private memory.
#[must_use]
pub fn demo() -> Scenario {
    let mut b = Build::new("demo", Machine::new(Maker::Intel, 2, 4), 7);
    let demo = b.program("opt/demo/demo", 0x401000, Some((0x407000, false)));
    let main = b.thread(3344, 3344, "demo");
    let reader = b.thread(3344, 3345, "demo reader");
    let writer = b.thread(3344, 3346, "demo writer");
    let counters = [("hits", 0, 8), ("limit", 8, 8), ("name", 16, 32), ("misses", 56, 8)];
    let shared = b.object("counters", 0x4070c0, Memory::Variable(demo), 0, &counters);
    let heap = b.object(
        "queue",
        0x7f00_0000_1040,
        Memory::Heap(3344),
        1,
        &[("head", 0, 8), ("tail", 8, 8)],
    );
    b.site(demo, ("reader", 0x401140), 0x10, (shared, 8))
        .by(&[reader])
        .on([0, 2, 5])
        .source("demo.c", 8)
        .saw(Source::HitmRemote, 216, 751)
        .saw(Source::HitmLocal, 152, 234)
        .saw(Source::FillBuffer, 50, 110)
        .saw(Source::L1, 102, 35);
    b.site(demo, ("reader", 0x401140), 0x16, (shared, 16))
        .by(&[reader])
        .on([0, 2, 5])
        .source("demo.c", 9)
        .saw(Source::HitmRemote, 50, 775)
        .saw(Source::HitmLocal, 144, 245)
        .saw(Source::Llc, 196, 90);
    b.site(demo, ("writer", 0x4011a0), 0x11, (shared, 0))
        .by(&[writer])
        .on([1, 6])
        .source("demo.c", 20)
        .saw(Source::StoreHit, 196, 0)
        .saw(Source::StoreMiss, 104, 0)
        .saw_locked(Source::HitmLocal, 77, 238)
        .saw(Source::L1BlockedByData, 3, 60);
    b.site(demo, ("writer", 0x4011a0), 0x22, (shared, 56))
        .by(&[writer])
        .on([1, 6])
        .source("demo.c", 21)
        .saw(Source::StoreHit, 60, 0)
        .saw(Source::StoreMiss, 1, 0);
    b.site(demo, ("drain", 0x401240), 0x8, (heap, 0))
        .by(&[main, reader])
        .on([0, 5])
        .saw(Source::HitmLocal, 3, 200)
        .saw(Source::L2, 8, 40)
        .saw(Source::DramLocal, 6, 300)
        .saw(Source::DramRemote, 5, 420)
        .saw(Source::Remote, 3, 380)
        .saw(Source::L1BlockedByAddress, 2, 50);
    b.site(demo, ("fill", 0x4012c0), 0x4, (heap, 8)).by(&[main]).on([0]).saw(
        Source::StoreHit,
        33,
        0,
    );
    b.site(demo, ("fill", 0x4012c0), 0x9, (heap, 8)).by(&[main]).on([0]).saw(Source::L1, 12, 33);
    b.finish()
}

/// Every thread has its own line: nothing is shared.
#[must_use]
pub fn nothing_shared() -> Scenario {
    let mut b = Build::new("nothing_shared", Machine::new(Maker::Intel, 1, 4), 11);
    let app = b.program("usr/bin/app", 0x401000, None);
    for n in 0..4u32 {
        let thread = b.thread(900, 900 + n, "app");
        let base = 0x7f00_0001_0000 + u64::from(n) * 64;
        let own = b.object("slot", base, Memory::Heap(900), 0, &[("sum", 0, 8), ("n", 8, 4)]);
        b.site(app, ("work", 0x401100), 0x14, (own, 0))
            .by(&[thread])
            .on([n])
            .saw(Source::L1, 40 + n, 31)
            .saw(Source::L2, 3, 45);
        b.site(app, ("work", 0x401100), 0x1c, (own, 8))
            .by(&[thread])
            .on([n])
            .saw(Source::StoreHit, 90 - n, 0)
            .saw(Source::StoreMiss, n, 0);
    }
    b.finish()
}

/// Two processes have private memory at one address, and share a file besides; some code is in no mapping, some
/// samples have no address, and some are neither load nor store.
#[must_use]
pub fn two_processes() -> Scenario {
    let mut b = Build::new("two_processes", Machine::new(Maker::Intel, 2, 2), 13);
    let app = b.program("opt/app", 0x401000, Some((0x409000, true)));
    let nowhere = b.file(File::Nowhere);
    let one = b.thread(500, 501, "app one");
    let two = b.thread(600, 601, "app two");
    let own =
        b.object("cache", 0x7f00_0000_1000, Memory::Heap(500), 0, &[("key", 0, 8), ("n", 16, 8)]);
    let other =
        b.object("cache", 0x7f00_0000_1000, Memory::Heap(600), 1, &[("key", 0, 8), ("n", 16, 8)]);
    let shared = b.object("board", 0x409040, Memory::Variable(app), 0, &[("a", 0, 8), ("b", 8, 8)]);
    b.moves_to_node(1);
    let unknown = b.object("?", 0, Memory::Unknown, 0, &[]);
    for (thread, object, cpus, n) in [(one, own, [0, 2], 9), (two, other, [1, 3], 5)] {
        b.site(app, ("lookup", 0x401180), 0x10, (object, 16))
            .by(&[thread])
            .on(cpus)
            .saw(Source::HitmLocal, n, 180)
            .saw(Source::HitmRemote, 2 * n, 520)
            .saw(Source::StoreHit, 7, 0);
        b.site(app, ("poll", 0x401200), 0x8, (shared, 8))
            .by(&[thread])
            .on(cpus)
            .saw(Source::HitmLocal, 20 + n, 210)
            .saw(Source::HitmRemoteUnknown, 3, 640)
            .saw(Source::Uncached, 2, 700);
        b.site(app, ("post", 0x401280), 0x1c, (shared, 0))
            .by(&[thread])
            .on(cpus)
            .saw_locked(Source::StoreHit, 31, 0)
            .saw(Source::StoreNoLevel, 6, 0);
    }
    b.unknown_site(app, 0x4013e9, (shared, 8)).by(&[one]).on([0]).saw(Source::HitmLocal, 4, 150);
    b.unknown_site(nowhere, 0x90_9090, (shared, 0)).by(&[two]).on([3]).saw(
        Source::HitmLocal,
        5,
        160,
    );
    b.site(app, ("poll", 0x401200), 0x14, (unknown, 0)).by(&[one]).on([0]).saw(Source::L1, 6, 30);
    b.site(app, ("poll", 0x401200), 0x18, (shared, 8)).by(&[two]).on([1]).saw(
        Source::Nothing,
        9,
        0,
    );
    b.finish()
}

/// The same with call chains: callers stand between the rows.
#[must_use]
pub fn with_callers() -> Scenario {
    let mut b = Build::new("with_callers", Machine::new(Maker::Intel, 2, 2), 17).with_call_chains();
    let app = b.program("opt/queue/queue-bench", 0x401000, Some((0x409000, false)));
    let thread = b.thread(700, 700, "queue-bench");
    let queue =
        b.object("queue", 0x409080, Memory::Variable(app), 0, &[("head", 0, 8), ("tail", 8, 8)]);
    let main = b.function(app, "main", 0x401400);
    let run = b.function(app, "run_worker", 0x401480);
    b.site(app, ("queue_push", 0x401100), 0x12, (queue, 0))
        .by(&[thread])
        .on([0, 2])
        .called_by(&[run, main])
        .saw(Source::HitmLocal, 31, 190)
        .saw(Source::HitmRemote, 12, 610)
        .saw(Source::StoreHit, 44, 0);
    b.site(app, ("queue_pop", 0x401180), 0x1a, (queue, 8))
        .by(&[thread])
        .on([1, 3])
        .called_by(&[main])
        .saw(Source::HitmLocal, 17, 175)
        .saw(Source::L1, 20, 33);
    b.finish()
}
