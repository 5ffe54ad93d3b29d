//! Types of the kernel that have an alignment of their own, from its sources.

use facts::Target;

/// The alignment in bytes that the kernel declares a type of this name with.
pub fn known_alignment(name: &[u8], target: &Target) -> Option<u32> {
    let at = ALIGNED.binary_search_by(|(known, _)| known.cmp(&name)).ok()?;
    let (_, align) = ALIGNED.get(at)?;
    Some(match *align {
        Align::Line => u32::from(target.line_bytes),
        Align::Bytes(bytes) => bytes,
        Align::Words(words) => words * u32::from(target.pointer_bytes),
    })
}

/// How a type is declared.
#[derive(Debug, Clone, Copy)]
enum Align {
    /// `____cacheline_aligned`, `____cacheline_aligned_in_smp` or `____cacheline_internodealigned_in_smp`.
    Line,
    /// `__aligned(n)`.
    Bytes(u32),
    /// `__aligned(n * sizeof(long))`.
    Words(u32),
}

/// Types of Linux 6.1 and 6.12 by name; each is declared in the file beside it. One that a file lays out otherwise
/// (another version, a BPF program's own) is not taken for aligned.
const ALIGNED: [(&[u8], Align); 60] = [
    (b"bgl_lock", Align::Line),           // include/linux/blockgroup_lock.h
    (b"blk_mq_ctx", Align::Line),         // block/blk-mq.h
    (b"cacheline_padding", Align::Line),  // include/linux/cache.h
    (b"clock_event_device", Align::Line), // include/linux/clockchips.h
    (b"dentry_operations", Align::Line),  // include/linux/dcache.h
    (b"dio", Align::Line),                // fs/direct-io.c
    (b"dma_debug_entry", Align::Line),    // kernel/dma/debug.c
    (b"fq_flow", Align::Line),            // net/sched/sch_fq.c
    (b"futex_hash_bucket", Align::Line),  // kernel/futex/futex.h
    (b"fxregs_state", Align::Bytes(16)),  // arch/x86/include/asm/fpu/types.h
    (b"gnet_stats_basic_sync", Align::Bytes(16)), // include/net/gen_stats.h
    (b"hrtimer_clock_base", Align::Line), // include/linux/hrtimer_defs.h
    (b"hrtimer_cpu_base", Align::Line),   // include/linux/hrtimer_defs.h
    (b"inet_hashinfo", Align::Line),      // include/net/inet_hashtables.h
    (b"inode_operations", Align::Line),   // include/linux/fs.h
    (b"io_hash_bucket", Align::Line),     // include/linux/io_uring_types.h
    (b"irq_desc", Align::Line),           // include/linux/irqdesc.h
    (b"irqaction", Align::Line),          // include/linux/interrupt.h
    (b"kern_ipc_perm", Align::Line),      // include/linux/ipc.h
    (b"kyber_ctx_queue", Align::Line),    // block/kyber-iosched.c
    (b"list_lru_node", Align::Line),      // include/linux/list_lru.h
    (b"memcg_vmstats_percpu", Align::Line), // mm/memcontrol.c
    (b"module", Align::Line),             // include/linux/module.h
    (b"mptcp_sched_ops", Align::Line),    // include/net/mptcp.h
    (b"net_device", Align::Line),         // include/linux/netdevice.h
    (b"net_device_core_stats", Align::Words(4)), // include/linux/netdevice.h
    (b"netdev_queue", Align::Line),       // include/linux/netdevice.h
    (b"netdev_rx_queue", Align::Line),    // include/net/netdev_rx_queue.h
    (b"nfs_iostats", Align::Line),        // fs/nfs/iostat.h
    (b"nfsd_localio_operations", Align::Line), // include/linux/nfslocalio.h
    (b"packet_rollover", Align::Line),    // net/packet/internal.h
    (b"page", Align::Words(2)),           // include/linux/mm_types.h
    (b"page_counter", Align::Line),       // include/linux/page_counter.h
    (b"pcpu_dstats", Align::Bytes(64)),   // include/linux/netdevice.h
    (b"pcpu_lstats", Align::Bytes(16)),   // include/linux/netdevice.h
    (b"pcpu_sw_netstats", Align::Bytes(32)), // include/linux/netdevice.h
    (b"per_cpu_pages", Align::Line),      // include/linux/mmzone.h
    (b"perf_sample_data", Align::Line),   // include/linux/perf_event.h
    (b"rchan_buf", Align::Line),          // include/linux/relay.h
    (b"rcu_node", Align::Line),           // kernel/rcu/tree.h
    (b"rpc_iostats", Align::Line),        // include/linux/sunrpc/metrics.h
    (b"rseq", Align::Bytes(32)),          // include/uapi/linux/rseq.h
    (b"rseq_cs", Align::Bytes(32)),       // include/uapi/linux/rseq.h
    (b"sbitmap_word", Align::Line),       // include/linux/sbitmap.h
    (b"sbq_wait_state", Align::Line),     // include/linux/sbitmap.h
    (b"sched_avg", Align::Line),          // include/linux/sched.h
    (b"sched_statistics", Align::Line),   // include/linux/sched.h
    (b"sem", Align::Line),                // ipc/sem.c
    (b"socket_wq", Align::Line),          // include/linux/net.h
    (b"svc_pool", Align::Line),           // include/linux/sunrpc/svc.h
    (b"tcp_congestion_ops", Align::Line), // include/net/tcp.h
    (b"timer_base", Align::Line),         // kernel/time/timer.c
    (b"udp_hslot", Align::Words(2)),      // include/net/udp.h
    (b"va_alignment", Align::Line),       // arch/x86/include/asm/elf.h
    (b"virtio_fs_vq", Align::Line),       // fs/fuse/virtio_fs.c
    (b"xdp_rxq_info", Align::Line),       // include/net/xdp.h
    (b"xfs_cil", Align::Line),            // fs/xfs/xfs_log_priv.h
    (b"xregs_state", Align::Bytes(64)),   // arch/x86/include/asm/fpu/types.h
    (b"zone", Align::Line),               // include/linux/mmzone.h
    (b"zone_padding", Align::Line),       // include/linux/mmzone.h
];

#[cfg(test)]
mod tests {
    use super::ALIGNED;

    #[test]
    fn the_table_is_sorted() {
        assert!(ALIGNED.is_sorted_by_key(|(name, _)| *name));
    }
}
