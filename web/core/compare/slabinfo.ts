import { slabsMessage } from './messages';
import type { Message } from '../base/messages';
import { fail, ok, type Result } from '../base/result';
import { slabFit, strideBytes, type SlabMachine } from '../figures/slab';
import type { SlabRow } from './slabRows';

/** A slab cache of a running kernel. */
export interface SlabCache {
  readonly name: string;
  readonly activeObjects: number;
  /** From one object to the next: what the kernel calls the object's size counts alignment and debugging in. */
  readonly strideBytes: number;
  readonly objectsPerSlab: number;
  readonly pagesPerSlab: number;
}

/** `filp 2050 2058 192 21 1 : tunables …`: slabinfo(5), version 2 (mm/slab_common.c, `cache_show`). */
const LINE = /^(\S+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +:/;

/** Reads /proc/slabinfo.  */
export function readSlabinfo(text: string): Result<readonly SlabCache[], Message> {
  const version = /^slabinfo - version: (\S+)/m.exec(text)?.[1] ?? '2.1';
  if (!version.startsWith('2.')) {
    return fail(slabsMessage('version', version));
  }
  const caches = text.split('\n').flatMap((line): SlabCache[] => {
    const [, name = '', active, , stride, perSlab, pages] = LINE.exec(line) ?? [];
    const numbers = [active, stride, perSlab, pages].map(Number);
    const [activeObjects = 0, bytes = 0, objectsPerSlab = 0, pagesPerSlab = 0] = numbers;
    const isCache = numbers.every(Number.isSafeInteger) && bytes > 0 && objectsPerSlab > 0;
    return isCache && pagesPerSlab > 0
      ? [{ name, activeObjects, strideBytes: bytes, objectsPerSlab, pagesPerSlab }]
      : [];
  });
  return caches.length > 0 ? ok(caches) : fail(slabsMessage('none'));
}

/** Caches that are not called as their struct is, with where the kernel (v6.12) makes them. */
const CACHES: ReadonlyMap<string, string> = new Map([
  ['file', 'filp'], // fs/file_table.c
  ['inode', 'inode_cache'], // fs/inode.c
  ['sk_buff', 'skbuff_head_cache'], // net/core/skbuff.c
  ['cred', 'cred_jar'], // kernel/cred.c
  ['signal_struct', 'signal_cache'], // kernel/fork.c
  ['sighand_struct', 'sighand_cache'], // kernel/fork.c
  ['files_struct', 'files_cache'], // kernel/fork.c
  ['fs_struct', 'fs_cache'], // kernel/fork.c
  ['xa_node', 'radix_tree_node'], // lib/radix-tree.c
  ['kernfs_node', 'kernfs_node_cache'], // fs/kernfs/mount.c
  ['epitem', 'eventpoll_epi'], // fs/eventpoll.c
  ['socket_alloc', 'sock_inode_cache'], // net/socket.c
  ['proc_inode', 'proc_inode_cache'], // fs/proc/inode.c
  ['shmem_inode_info', 'shmem_inode_cache'], // mm/shmem.c
  ['ext4_inode_info', 'ext4_inode_cache'], // fs/ext4/super.c
  ['btrfs_inode', 'btrfs_inode'], // fs/btrfs/inode.c
  ['xfs_inode', 'xfs_inode'], // fs/xfs/xfs_super.c
  ['tcp_sock', 'TCP'], // net/ipv4/tcp_ipv4.c
  ['tcp6_sock', 'TCPv6'], // net/ipv6/tcp_ipv6.c
  ['udp_sock', 'UDP'], // net/ipv4/udp.c
  ['udp6_sock', 'UDPv6'], // net/ipv6/udp.c
  ['unix_sock', 'UNIX'], // net/unix/af_unix.c
]);

/** The cache that objects of a struct come from, by its name; null where no cache of that name is there. */
export function cacheOf(caches: readonly SlabCache[], struct: string): SlabCache | null {
  const name = CACHES.get(struct) ?? struct;
  return caches.find((each) => each.name === name) ?? null;
}

/** What a cache gives its objects, known from their distance. */
export type CacheWay =
  | { readonly kind: 'hwcacheAlign' }
  | { readonly kind: 'plain' }
  /** Larger than the struct by so many bytes: a free pointer, debugging, or what is allocated behind it. */
  | { readonly kind: 'larger'; readonly bytes: number };

/** A size and alignment in bytes. */
interface Measures {
  readonly sizeBytes: number;
  readonly alignBytes: number;
}

/** Null where the cache's objects are smaller than the struct: it is another layout's, or another struct's. */
export function wayOf(
  cache: SlabCache,
  { sizeBytes, alignBytes }: Measures,
  machine: SlabMachine,
): CacheWay | null {
  if (cache.strideBytes < sizeBytes) return null;
  const stride = (hwcacheAlign: boolean) =>
    strideBytes(sizeBytes, alignBytes, { kind: 'cache', hwcacheAlign }, machine);
  // Where both fit, the change is counted without the rounding that nobody has shown.
  if (stride(false) === cache.strideBytes) return { kind: 'plain' };
  if (stride(true) === cache.strideBytes) return { kind: 'hwcacheAlign' };
  return { kind: 'larger', bytes: cache.strideBytes - stride(false) };
}

/**
 * What a cache takes before, as the kernel states it, and after. The new order is SLUB's for as many CPUs
 * as explain the order that is stated; it stays where the objects do, or none explains it.
 */
export function cacheRow(
  cache: SlabCache,
  way: CacheWay,
  after: Measures,
  machine: SlabMachine,
  objects: number,
): SlabRow {
  const hwcacheAlign = way.kind === 'hwcacheAlign';
  const extraBytes = way.kind === 'larger' ? way.bytes : 0;
  const own = strideBytes(
    after.sizeBytes,
    after.alignBytes,
    { kind: 'cache', hwcacheAlign },
    machine,
  );
  const stride = own + extraBytes;
  const order = Math.log2(cache.pagesPerSlab);
  const cpus = CPUS.find((count) => {
    const fit = slabFit(cache.strideBytes, { ...machine, cpus: count });
    return fit.order === order && fit.objectsPerSlab === cache.objectsPerSlab;
  });
  const newOrder =
    stride === cache.strideBytes || cpus === undefined
      ? order
      : slabFit(stride, { ...machine, cpus }).order;
  const cost = (bytes: number, of: number, perSlab: number) => {
    const slabBytes = machine.pageBytes * 2 ** of;
    return {
      strideBytes: bytes,
      order: of,
      objectsPerSlab: perSlab,
      totalBytes: Math.ceil(objects / Math.max(1, perSlab)) * slabBytes,
    };
  };
  return {
    name: cache.name,
    before: cost(cache.strideBytes, order, cache.objectsPerSlab),
    after: cost(stride, newOrder, Math.floor((machine.pageBytes * 2 ** newOrder) / stride)),
  };
}

/** Numbers of CPUs that are tried: SLUB's order grows by their logarithm. */
const CPUS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
