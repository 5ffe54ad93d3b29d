//! Published cases of the kernel.
//!
//! `address_space`: the rows of the c2c reports in the changelog of the patch "fs/address_space: add alignment
//! padding for i_map and i_mmap_rwsem to mitigate a false sharing" (June 2023). The others: which members share a
//! line, and which functions touch them, from their patches; no rows were posted, so counts are made up.

use super::build::{Build, kernel};
use crate::scenario::{Machine, Maker, Memory, Scenario};
use crate::source::Source;

/// A posted row: remote and local HITM, stores hit and missed (each as it was printed, in hundredths of a percent),
/// place in the struct, latencies, records, CPUs, function and how far into it.
type Posted = ([u32; 4], u64, [u32; 3], u32, u32, (&'static str, u64));

/// Where the functions are.
const FUNCTIONS: [(&str, u64); 5] = [
    ("vma_interval_tree_remove", 0x34_4040),
    ("rwsem_down_write_slowpath", 0xb9_9f90),
    ("down_write", 0xb9_a5d0),
    ("up_write", 0x17_0810),
    ("rwsem_spin_on_owner", 0x17_0960),
];

fn address_space(
    name: &'static str,
    totals: [u32; 4],
    base: u64,
    members: &[(&str, u64, u64)],
    rows: &[Posted],
) -> Scenario {
    let mut b = Build::new(name, Machine::new(Maker::Intel, 2, 112), 47);
    let shells: Vec<usize> = (0..3)
        .map(|n| b.thread(41_000 + n, 41_000 + n, ["sh", "sort", "multi.sh"][n as usize]))
        .collect();
    let object = b.object("address_space", base, Memory::Kernel, 0, members);
    for (shares, offset, cycles, records, cpus, (function, at)) in rows {
        let start = FUNCTIONS.iter().find(|known| known.0 == *function).map_or(0, |known| known.1);
        let count = |kind: usize| {
            let samples = u64::from(totals[kind]) * u64::from(shares[kind]);
            ((samples + 5_000) / 10_000) as u32
        };
        let [remote, local, hit, miss] = [count(0), count(1), count(2), count(3)];
        let others = records.saturating_sub(remote + local + hit + miss);
        // The CPUs of a row are spread over both nodes.
        let on: Vec<u32> = (0..*cpus).map(|n| n / 2 + n % 2 * 112).collect();
        b.site(0, (function, kernel(start)), *at, (object, *offset))
            .by(&shells)
            .on(on)
            .saw(Source::HitmRemote, remote, cycles[0])
            .saw(Source::HitmLocal, local, cycles[1])
            .saw(Source::L1, others, cycles[2])
            .saw(Source::StoreHit, hit, 0)
            .saw(Source::StoreMiss, miss, 0);
    }
    b.finish()
}

/// i_mmap and i_mmap_rwsem on one line.
#[must_use]
pub fn address_space_before() -> Scenario {
    let members = [
        ("host", 0, 8),
        ("i_pages", 8, 16),
        ("invalidate_lock", 24, 40),
        ("gfp_mask", 64, 4),
        ("i_mmap_writable", 68, 4),
        ("i_mmap", 72, 16),
        ("i_mmap_rwsem", 88, 40),
        ("nrpages", 128, 8),
    ];
    address_space(
        "address_space_before",
        [13_642, 19_392, 9_012, 63],
        0xff1d_dd3f_0c8a_3b00 - 80,
        &members,
        &[
            ([922, 737, 0, 0], 80, [518, 334, 354], 5_490, 160, ("vma_interval_tree_remove", 18)),
            ([71, 73, 0, 0], 88, [574, 338, 458], 1_991, 160, ("rwsem_down_write_slowpath", 655)),
            (
                [52, 71, 534, 635],
                88,
                [1080, 597, 390],
                4_848,
                160,
                ("rwsem_down_write_slowpath", 678),
            ),
            ([56, 47, 2639, 635], 88, [1327, 1037, 587], 8_537, 160, ("down_write", 28)),
            ([11, 8, 1572, 159], 88, [1618, 1077, 735], 7_303, 160, ("up_write", 27)),
            ([1, 2, 8, 0], 88, [1594, 593, 512], 53, 43, ("rwsem_down_write_slowpath", 749)),
            ([0, 1, 0, 0], 88, [0, 323, 518], 97, 74, ("rwsem_down_write_slowpath", 308)),
            ([4474, 4978, 0, 0], 96, [609, 344, 430], 26_841, 160, ("rwsem_spin_on_owner", 53)),
            ([2662, 2239, 0, 0], 96, [514, 347, 437], 13_364, 160, ("rwsem_spin_on_owner", 5)),
        ],
    )
}

/// i_mmap_rwsem on a line of its own.
#[must_use]
pub fn address_space_after() -> Scenario {
    let members =
        [("host", 0, 8), ("i_mmap", 72, 16), ("i_mmap_rwsem", 128, 40), ("nrpages", 168, 8)];
    address_space(
        "address_space_after",
        [12_726, 18_554, 9_039, 49],
        0xff15_7a0f_25b9_0c40 - 128,
        &members,
        &[
            ([90, 72, 0, 0], 128, [532, 353, 461], 2_200, 160, ("rwsem_down_write_slowpath", 655)),
            (
                [53, 70, 516, 612],
                128,
                [1196, 670, 403],
                4_774,
                160,
                ("rwsem_down_write_slowpath", 678),
            ),
            ([68, 51, 2591, 612], 128, [1049, 807, 540], 8_552, 160, ("down_write", 28)),
            ([9, 6, 1650, 204], 128, [1693, 1351, 758], 7_317, 160, ("up_write", 27)),
            ([1, 0, 0, 0], 128, [543, 0, 491], 89, 68, ("rwsem_down_write_slowpath", 308)),
            ([0, 1, 2, 0], 128, [0, 597, 742], 45, 40, ("rwsem_down_write_slowpath", 749)),
            ([4929, 5301, 0, 0], 136, [580, 310, 413], 27_106, 160, ("rwsem_spin_on_owner", 53)),
            ([2860, 2412, 0, 0], 136, [490, 321, 419], 13_244, 160, ("rwsem_spin_on_owner", 5)),
        ],
    )
}

struct Touch {
    function: (&'static str, u64),
    at: u64,
    offset: u64,
    /// Remote HITM, local HITM, other loads, stores that hit, stores that missed.
    counts: [u32; 5],
}

fn kernel_object(b: &mut Build, object: usize, threads: &[usize], cpus: &[u32], touches: &[Touch]) {
    for Touch { function: (name, start), at, offset, counts } in touches {
        b.site(0, (name, kernel(*start)), *at, (object, *offset))
            .by(threads)
            .on(cpus.iter().copied())
            .saw(Source::HitmRemote, counts[0], 640)
            .saw(Source::HitmLocal, counts[1], 260)
            .saw(Source::L1, counts[2], 40)
            .saw(Source::StoreHit, counts[3], 0)
            .saw(Source::StoreMiss, counts[4], 0);
    }
}

/// write_protect_seq moved mmap_lock: its count and owner are on one line.
#[must_use]
pub fn mm_struct() -> Scenario {
    let mut b = Build::new("mm_struct", Machine::new(Maker::Intel, 2, 24), 53);
    let threads: Vec<usize> = (0..4).map(|n| b.thread(3_100, 3_100 + n, "mmap1_threads")).collect();
    let members = [
        ("mm_count", 96, 4),
        ("has_pinned", 100, 4),
        ("write_protect_seq", 104, 4),
        ("pgtables_bytes", 112, 8),
        ("map_count", 120, 4),
        ("page_table_lock", 124, 4),
        ("mmap_lock", 128, 40),
        ("mmlist", 168, 16),
    ];
    let mm = b.object("mm_struct", 0xffff_9c41_02d3_4b00, Memory::Kernel, 0, &members);
    let cpus: Vec<u32> = (0..48).collect();
    kernel_object(
        &mut b,
        mm,
        &threads,
        &cpus,
        &[
            Touch {
                function: ("down_write_killable", 0xb9_8000),
                at: 0x17,
                offset: 128,
                counts: [210, 330, 90, 160, 9],
            },
            Touch {
                function: ("up_write", 0x17_0810),
                at: 0x1b,
                offset: 128,
                counts: [60, 81, 30, 210, 4],
            },
            Touch {
                function: ("rwsem_optimistic_spin", 0x17_1a00),
                at: 0x5a,
                offset: 128,
                counts: [410, 660, 40, 0, 0],
            },
            Touch {
                function: ("rwsem_spin_on_owner", 0x17_0960),
                at: 0x35,
                offset: 136,
                counts: [390, 704, 1100, 0, 0],
            },
            Touch {
                function: ("do_mmap", 0x2a_1000),
                at: 0x210,
                offset: 120,
                counts: [6, 11, 60, 0, 0],
            },
            Touch {
                function: ("__vma_adjust", 0x2a_4000),
                at: 0x88,
                offset: 120,
                counts: [0, 2, 5, 55, 1],
            },
        ],
    );
    b.finish()
}

/// f_ref shares its line with what every reader of a file reads.
#[must_use]
pub fn file_f_ref() -> Scenario {
    let mut b = Build::new("file_f_ref", Machine::new(Maker::Amd, 1, 128), 59);
    let threads: Vec<usize> = (0..4).map(|n| b.thread(9_400, 9_400 + n, "rocksdb:low")).collect();
    let members = [
        ("f_ref", 0, 8),
        ("f_lock", 8, 4),
        ("f_mode", 12, 4),
        ("f_op", 16, 8),
        ("f_mapping", 24, 8),
        ("private_data", 32, 8),
        ("f_inode", 40, 8),
        ("f_flags", 48, 4),
    ];
    let file = b.object("file", 0xffff_8ca1_4405_0300, Memory::Kernel, 0, &members);
    let cpus: Vec<u32> = (0..128).step_by(3).collect();
    kernel_object(
        &mut b,
        file,
        &threads,
        &cpus,
        &[
            Touch {
                function: ("fget", 0x41_2000),
                at: 0x3e,
                offset: 0,
                counts: [0, 840, 0, 12, 0],
            },
            Touch { function: ("fput", 0x41_3000), at: 0x9, offset: 0, counts: [0, 790, 0, 15, 0] },
            Touch {
                function: ("fget", 0x41_2000),
                at: 0x4a,
                offset: 12,
                counts: [0, 310, 41, 0, 0],
            },
            Touch {
                function: ("vfs_read", 0x40_1000),
                at: 0x54,
                offset: 16,
                counts: [0, 120, 25, 0, 0],
            },
            Touch {
                function: ("filemap_read", 0x28_0000),
                at: 0x91,
                offset: 24,
                counts: [0, 98, 20, 0, 0],
            },
            Touch {
                function: ("ext4_file_read_iter", 0x4f_0000),
                at: 0x11,
                offset: 40,
                counts: [0, 55, 13, 0, 0],
            },
        ],
    );
    b.finish()
}

/// f_count and f_mode are on two lines of 64 bytes, and on one of 128.
#[must_use]
pub fn file_f_count() -> Scenario {
    let mut b = Build::new("file_f_count", Machine::new(Maker::Intel, 2, 12), 61);
    let threads: Vec<usize> = (0..3).map(|n| b.thread(700 + n, 700 + n, "syscall")).collect();
    let members = [
        ("f_path", 16, 16),
        ("f_inode", 32, 8),
        ("f_op", 40, 8),
        ("f_lock", 48, 4),
        ("f_count", 56, 8),
        ("f_flags", 64, 4),
        ("f_mode", 68, 4),
        ("f_pos_lock", 72, 32),
    ];
    let file = b.object("file", 0xffff_a02f_1e60_0c00, Memory::Kernel, 1, &members);
    let cpus: Vec<u32> = (0..24).collect();
    kernel_object(
        &mut b,
        file,
        &threads,
        &cpus,
        &[
            Touch {
                function: ("fget_many", 0x41_2000),
                at: 0x29,
                offset: 56,
                counts: [120, 205, 60, 340, 3],
            },
            Touch {
                function: ("fput_many", 0x41_2800),
                at: 0x5,
                offset: 56,
                counts: [98, 188, 70, 330, 2],
            },
            Touch {
                function: ("__fget", 0x41_2200),
                at: 0x30,
                offset: 68,
                counts: [31, 44, 400, 0, 0],
            },
            Touch {
                function: ("filp_close", 0x40_8000),
                at: 0x12,
                offset: 40,
                counts: [22, 30, 64, 0, 0],
            },
        ],
    );
    b.finish()
}

/// base_addr is read where free_bytes and chunk_md are written.
#[must_use]
pub fn pcpu_chunk() -> Scenario {
    let mut b = Build::new("pcpu_chunk", Machine::new(Maker::Intel, 2, 112), 67);
    let threads: Vec<usize> = (0..3).map(|n| b.thread(6_000 + n, 6_000 + n, "execl")).collect();
    let members = [
        ("list", 0, 16),
        ("free_bytes", 16, 4),
        ("chunk_md", 20, 32),
        ("base_addr", 56, 8),
        ("alloc_map", 64, 8),
        ("bound_map", 72, 8),
    ];
    let chunk = b.object("pcpu_chunk", 0xff11_0001_0c3f_8a00, Memory::Kernel, 0, &members);
    let cpus: Vec<u32> = (0..224).step_by(4).collect();
    kernel_object(
        &mut b,
        chunk,
        &threads,
        &cpus,
        &[
            Touch {
                function: ("pcpu_alloc", 0x2d_0000),
                at: 0x3c1,
                offset: 56,
                counts: [310, 420, 220, 0, 0],
            },
            Touch {
                function: ("free_percpu", 0x2d_2000),
                at: 0x6e,
                offset: 56,
                counts: [260, 380, 180, 0, 0],
            },
            Touch {
                function: ("pcpu_alloc_area", 0x2d_1000),
                at: 0x145,
                offset: 16,
                counts: [40, 71, 15, 130, 6],
            },
            Touch {
                function: ("pcpu_block_update", 0x2d_3000),
                at: 0x22,
                offset: 28,
                counts: [55, 90, 30, 215, 12],
            },
            Touch {
                function: ("pcpu_free_area", 0x2d_4000),
                at: 0x9d,
                offset: 16,
                counts: [0, 0, 12, 101, 3],
            },
        ],
    );
    b.finish()
}
