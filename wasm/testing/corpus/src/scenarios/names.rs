//! Programs whose names are difficult: templates, packages, modules.

use super::build::{Build, kernel};
use crate::scenario::{File, Machine, Maker, Memory, Scenario};
use crate::source::Source;

/// C++: names are longer than perf prints them, with blanks and brackets.
#[must_use]
pub fn cpp() -> Scenario {
    let mut b = Build::new("cpp", Machine::new(Maker::Intel, 2, 8), 19);
    let server = b.program("srv/bin/order-server", 0x5566_0000_1000, None);
    let library = b.program("srv/lib/libmatching.so.2", 0x7faa_1000_1000, None);
    let threads: Vec<usize> = (0..4).map(|n| b.thread(8000, 8001 + n, "match worker #1")).collect();
    let book = b.object(
        "OrderBook<int, std::less<int> >",
        0x7f00_2000_0020,
        Memory::Heap(8000),
        1,
        &[("bids", 0, 48), ("asks", 48, 48), ("sequence", 96, 8), ("lock", 104, 4)],
    );
    let sites: [(usize, &str, u64, u64, u64, Source, u32); 6] = [
        (
            library,
            "std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >::at(int const&)",
            0x7faa_1000_1100,
            0x198,
            8,
            Source::HitmRemote,
            61,
        ),
        (
            library,
            "std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >::at(int const&)",
            0x7faa_1000_1100,
            0x1a4,
            40,
            Source::HitmLocal,
            33,
        ),
        (library, "operator new(unsigned long)", 0x7faa_1000_1300, 0x9, 56, Source::HitmLocal, 12),
        (
            server,
            "OrderBook<int, std::less<int> >::push(Order const&)",
            0x5566_0000_1200,
            0x5c,
            96,
            Source::StoreHit,
            140,
        ),
        (
            server,
            "(anonymous namespace)::Sequencer::next()",
            0x5566_0000_1400,
            0x11,
            96,
            Source::HitmRemote,
            47,
        ),
        (
            server,
            "std::_Function_handler<void (int), run(int)::{lambda(int)#1}>::_M_invoke(std::_Any_data const&, int&&)",
            0x5566_0000_1500,
            0x2b,
            104,
            Source::HitmLocal,
            9,
        ),
    ];
    for (file, name, start, at, offset, source, count) in sites {
        b.site(file, (name, start), at, (book, offset))
            .by(&threads)
            .on([0, 1, 9, 10, 12])
            .saw(source, count, if source.is_store() { 0 } else { 402 })
            .saw(Source::L1, count / 3, 38);
    }
    b.unknown_site(library, 0x7faa_1000_24ac, (book, 104))
        .by(&threads)
        .on([3, 4])
        .saw_locked(Source::HitmLocal, 21, 260)
        .saw_locked(Source::StoreMiss, 16, 0);
    b.finish()
}

/// Go: names with slashes, dots and stars; debug info for all of them.
#[must_use]
pub fn go() -> Scenario {
    let mut b = Build::new("go", Machine::new(Maker::Amd, 1, 16), 23);
    let app = b.program("home/dev/bench/contended.test", 0x401000, None);
    let threads: Vec<usize> =
        (0..6).map(|n| b.thread(71_234, 71_240 + n, "contended.test")).collect();
    let counter = b.object(
        "bench.Counters",
        0x7f00_0803_4080,
        Memory::Heap(71_234),
        0,
        &[("Hits", 0, 8), ("Misses", 8, 8), ("mu", 16, 8)],
    );
    b.without_physical();
    let sites = [
        (
            "example.org/bench/internal/stats.(*Counters).Add",
            0x401200,
            0x2c,
            0,
            "stats.go",
            41,
            902,
            0,
        ),
        (
            "example.org/bench/internal/stats.(*Counters).Load",
            0x401280,
            0x14,
            8,
            "stats.go",
            48,
            611,
            4,
        ),
        ("sync.(*Mutex).lockSlow", 0x401400, 0x7d, 16, "mutex.go", 173, 77, 0),
        ("runtime.memmove", 0x401500, 0x3, 24, "memmove_amd64.s", 120, 2, 0),
    ];
    for (name, start, at, offset, file, line, local, remote) in sites {
        b.site(app, (name, start), at, (counter, offset))
            .by(&threads)
            .on(0..12)
            .source(file, line)
            .saw(Source::HitmLocal, local, 350)
            .saw(Source::HitmRemote, remote, 700)
            .saw(Source::L1, local / 2, 6);
    }
    b.finish()
}

/// Objects of kernel modules: their code, the kernel's code and a variable of the kernel on shared lines.
#[must_use]
pub fn modules() -> Scenario {
    let mut b = Build::new("modules", Machine::new(Maker::Intel, 2, 4), 29);
    let tables = b.file(File::Module {
        name: "nf_tables".to_owned(),
        start: 0xffff_ffff_c080_0000,
        bytes: 0x4_0000,
    });
    let card = b.file(File::Module {
        name: "mlx5_core".to_owned(),
        start: 0xffff_ffff_c0a0_0000,
        bytes: 0x10_0000,
    });
    let idle = b.thread(0, 0, "swapper");
    let softirq = b.thread(18, 18, "ksoftirqd/0");
    let worker = b.thread(402, 402, "kworker/u16:3-events_unbound");
    let chain = b.object(
        "nft_base_chain",
        0xffff_8881_4a3c_2f30,
        Memory::Kernel,
        0,
        &[("ops", 0, 48), ("stats", 88, 8), ("flags", 96, 1), ("policy", 97, 1)],
    );
    let queue = b.object(
        "mlx5e_rq",
        0xffff_8882_1c00_0040,
        Memory::Kernel,
        1,
        &[("wqe_cnt", 0, 4), ("pc", 4, 4), ("stats", 16, 8)],
    );
    let jiffies =
        b.object("jiffies", kernel(0x1e0_5000), Memory::KernelVariable, 0, &[("jiffies", 0, 8)]);
    b.site(tables, ("nft_do_chain", 0xffff_ffff_c080_1200), 0x9e, (chain, 88))
        .by(&[idle, softirq])
        .on([0, 1, 5])
        .saw(Source::HitmLocal, 240, 170)
        .saw(Source::HitmRemote, 71, 480)
        .saw(Source::StoreHit, 66, 0);
    b.site(tables, ("nft_do_chain", 0xffff_ffff_c080_1200), 0xa2, (chain, 96))
        .by(&[idle])
        .on([0, 5])
        .saw(Source::HitmLocal, 35, 150);
    b.site(card, ("mlx5e_post_rx_mpwqes", 0xffff_ffff_c0a2_0000), 0x133, (queue, 4))
        .by(&[softirq, worker])
        .on([2, 6])
        .saw_locked(Source::HitmRemote, 52, 610)
        .saw(Source::StoreHit, 91, 0)
        .saw(Source::StoreMiss, 13, 0);
    b.site(0, ("native_queued_spin_lock_slowpath", kernel(0xf_2180)), 0x6a, (queue, 16))
        .by(&[worker])
        .on([2, 3, 6])
        .saw_locked(Source::HitmLocal, 18, 320);
    b.site(0, ("tick_do_update_jiffies64", kernel(0x12_3400)), 0x1c, (jiffies, 0))
        .by(&[idle])
        .on([0, 4])
        .saw(Source::HitmLocal, 6, 140)
        .saw(Source::StoreHit, 11, 0);
    b.finish()
}
