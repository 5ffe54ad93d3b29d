//! Published cases of the kernel whose rows were not posted: which members share a line, and which functions touch
//! them, are from their patches; counts are made up.

use super::build::{Build, kernel};
use crate::scenario::{Machine, Maker, Memory, Scenario};
use crate::source::Source;

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
