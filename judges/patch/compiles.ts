import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '../../web/core/base/itemAt';
import { readHeader } from '../../web/cli/open/openText';
import type { CodeBase } from './codeBase';
import { checkCompilesOf } from './compileStruct';
import { randomFrom } from './random';
import { report, tally } from './tally';

/** Structs that people fight false sharing in, by the header that declares them. */
const HOT_STRUCTS: readonly { readonly header: string; readonly struct: string }[] = (
  [
    [
      'linux/fs.h',
      'file inode super_block address_space file_lock kiocb file_operations block_device_operations',
    ],
    ['linux/dcache.h', 'dentry'],
    [
      'linux/sched.h',
      'task_struct sched_entity sched_rt_entity sched_dl_entity sched_statistics vtime',
    ],
    ['linux/sched/signal.h', 'signal_struct sighand_struct'],
    ['linux/mm_types.h', 'mm_struct vm_area_struct page folio'],
    ['linux/mmzone.h', 'zone pglist_data lruvec per_cpu_pages'],
    ['linux/skbuff.h', 'sk_buff skb_shared_info'],
    ['linux/netdevice.h', 'net_device napi_struct netdev_queue softnet_data netdev_rx_queue'],
    ['net/sock.h', 'sock sock_common proto'],
    ['net/tcp.h', 'tcp_skb_cb'],
    ['linux/tcp.h', 'tcp_sock tcp_request_sock'],
    ['net/neighbour.h', 'neighbour neigh_table'],
    ['net/dst.h', 'dst_entry'],
    ['linux/workqueue.h', 'work_struct delayed_work'],
    ['linux/blkdev.h', 'request_queue gendisk'],
    ['linux/blk-mq.h', 'request blk_mq_hw_ctx'],
    ['linux/bio.h', 'bio_set'],
    ['linux/cgroup-defs.h', 'cgroup cgroup_subsys_state css_set'],
    ['linux/memcontrol.h', 'mem_cgroup'],
    ['linux/cred.h', 'cred'],
    ['linux/percpu-refcount.h', 'percpu_ref percpu_ref_data'],
    ['linux/mutex.h', 'mutex'],
    ['linux/rwsem.h', 'rw_semaphore'],
    ['linux/hrtimer.h', 'hrtimer hrtimer_cpu_base'],
    ['linux/nsproxy.h', 'nsproxy'],
    ['linux/pid.h', 'pid'],
    ['linux/backing-dev-defs.h', 'bdi_writeback backing_dev_info'],
    ['linux/pipe_fs_i.h', 'pipe_inode_info'],
    ['linux/swap.h', 'swap_info_struct'],
    ['linux/device.h', 'device'],
  ] as const
).flatMap(([header, structs]) => structs.split(' ').map((struct) => ({ header, struct })));

interface Probe {
  readonly header: string;
  /** As C declares a variable of it: `struct file`, `foo_t`. */
  readonly struct: string;
}

/** The kernel's structs that people fight false sharing in. */
export function hotProbes(): readonly Probe[] {
  return HOT_STRUCTS.map(({ header, struct }) => ({
    header: `include/${header}`,
    struct: `struct ${struct}`,
  }));
}

/** Every `every`th struct of the headers of a code base, of those whose paths are `wanted`. */
export function probesOf(base: CodeBase, every: number, wanted = /^/): readonly Probe[] {
  return readdirSync(base.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.h'))
    .map((entry) => join(entry.parentPath, entry.name).slice(base.root.length + 1))
    .filter((header) => wanted.test(header))
    .sort()
    .flatMap((header) =>
      readHeader(readFileSync(join(base.root, header))).records.flatMap((record): Probe[] => {
        const { tag, typedefName, parent, keyword, unsupported } = record;
        if (parent !== null || keyword !== 'struct' || unsupported !== null) return [];
        if (tag !== null) return [{ header, struct: `struct ${tag}` }];
        return typedefName === null ? [] : [{ header, struct: typedefName }];
      }),
    )
    .filter((_, place) => place % every === 0);
}

export interface CompileOptions {
  /** Edits of each struct. */
  readonly rounds: number;
  readonly seed: number;
  /** How long to go on, in random order; infinite for all, in theirs. */
  readonly minutes: number;
}

export function shuffled<T>(all: readonly T[], random: (below: number) => number): readonly T[] {
  const order = [...all];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [order[last], order[other]] = [itemAt(order, other), itemAt(order, last)];
  }
  return order;
}

/** Compiles structs before and after patches; whether each member lies where the page says. */
export function checkCompiles(
  base: CodeBase,
  probes: readonly Probe[],
  { rounds, seed, minutes }: CompileOptions,
): boolean {
  const counted = tally();
  const random = randomFrom(seed);
  const until = Date.now() + minutes * 60_000;
  const order = minutes === Infinity ? probes : shuffled(probes, random);
  for (const [at, { header, struct }] of order.entries()) {
    if (Date.now() > until) {
      console.log(`${at} of ${order.length} structs in ${minutes} minutes.`);
      break;
    }
    checkCompilesOf(base, header, struct, rounds, random, {
      ...counted,
      fail: (why) => counted.fail(`${struct}: ${why}`),
    });
  }
  return report(`compiled: ${base.name}`, counted);
}
