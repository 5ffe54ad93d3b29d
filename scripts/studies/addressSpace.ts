import { aggregate, member, opaque, pointer, structDesc } from '../../web/core/facts/build';
import { X86_64 } from '../../web/core/facts/targets';
import { AFTER, BEFORE } from './addressSpaceReports';
import { notes, study } from './study';
import {
  atomic,
  errseq,
  gfp,
  listHead,
  rbRootCached,
  rwSemaphore,
  spinlock,
  ulong,
  voidPointer,
} from './kernelTypes';

/**
 * `struct address_space` of v6.4, without CONFIG_READ_ONLY_THP_FOR_FS. It lies inside an inode and begins
 * 48 bytes into a line, so that the tree that readers walk shares a line with the lock that writers take.
 */
export const addressSpace = study(
  structDesc(
    X86_64,
    aggregate('struct', 'address_space', 192, [
      member('host', 0, pointer('struct inode *')),
      member('i_pages', 8, opaque('struct xarray', 16, 8)),
      member('invalidate_lock', 24, rwSemaphore),
      member('gfp_mask', 64, gfp),
      member('i_mmap_writable', 68, atomic),
      member('i_mmap', 72, rbRootCached),
      member('i_mmap_rwsem', 88, rwSemaphore),
      member('nrpages', 128, ulong),
      member('writeback_index', 136, ulong),
      member('a_ops', 144, pointer('const struct address_space_operations *')),
      member('flags', 152, ulong),
      member('wb_err', 160, errseq),
      member('private_lock', 164, spinlock),
      member('private_list', 168, listHead),
      member('private_data', 184, voidPointer),
    ]),
  ),
  {
    baseBytes: 48,
    profiles: [BEFORE, AFTER],
    bindings: [
      { profile: BEFORE.name, target: '0xff1ddd3f0c8a3b00', offsetBytes: 80 },
      { profile: AFTER.name, target: '0xff157a0f25b90c40', offsetBytes: 128 },
    ],
    notes: notes({
      host: 'The struct lies inside an inode: 48 bytes of its first line belong to that.',
    }),
  },
);
