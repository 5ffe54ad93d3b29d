//! `address_space`: the rows of the c2c reports in the changelog of the patch "fs/address_space: add alignment
//! padding for i_map and i_mmap_rwsem to mitigate a false sharing" (June 2023).

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
