//! A small program with a line of each kind.

use super::build::Build;
use crate::scenario::{Machine, Maker, Memory, Scenario};
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
