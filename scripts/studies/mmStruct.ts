import {
  aggregate,
  member,
  opaque,
  pointer,
  structDesc,
  type MemberSpec,
} from '../../web/core/facts/build';
import { X86_64 } from '../../web/core/facts/targets';
import { notes, study, tags } from './study';
import {
  atomic,
  atomicLong,
  int,
  listHead,
  rwSemaphore,
  spinlock,
  u64,
  ulong,
} from './kernelTypes';

const SEQCOUNT = opaque('seqcount_t', 4, 4);
const COUNTERS = ['hiwater_rss', 'hiwater_vm', 'total_vm', 'locked_vm'];
const VM_KINDS = ['data_vm', 'exec_vm', 'stack_vm', 'def_flags'];
const ADDRESSES = [
  'start_code',
  'end_code',
  'start_data',
  'end_data',
  'start_brk',
  'brk',
  'start_stack',
  'arg_start',
  'arg_end',
  'env_start',
  'env_end',
];

/**
 * `struct mm_struct` of v5.13-rc as far as env_end. With write_protect_seq where it was, both words of
 * mmap_lock that waiters use lie in one line; moving it closes two holes and splits them again.
 */
export const mmStruct = study(
  structDesc(
    X86_64,
    aggregate('struct', 'mm_struct', 352, [
      member('mmap', 0, pointer('struct vm_area_struct *')),
      member('mm_rb', 8, opaque('struct rb_root', 8, 8)),
      member('vmacache_seqnum', 16, u64),
      member(
        'get_unmapped_area',
        24,
        pointer(
          'long unsigned int (*)(struct file *, long unsigned int, long unsigned int, long unsigned int, long unsigned int)',
        ),
      ),
      ...longs(32, 'mmap_base', 'mmap_legacy_base', 'mmap_compat_base', 'mmap_compat_legacy_base'),
      ...longs(64, 'task_size', 'highest_vm_end'),
      member('pgd', 80, pointer('pgd_t *')),
      member('membarrier_state', 88, atomic),
      member('mm_users', 92, atomic),
      member('mm_count', 96, atomic),
      member('has_pinned', 100, atomic),
      member('write_protect_seq', 104, SEQCOUNT),
      member('pgtables_bytes', 112, atomicLong),
      member('map_count', 120, int),
      member('page_table_lock', 124, spinlock),
      member('mmap_lock', 128, rwSemaphore),
      member('mmlist', 168, listHead),
      ...longs(184, ...COUNTERS),
      member('pinned_vm', 216, atomicLong),
      ...longs(224, ...VM_KINDS),
      member('arg_lock', 256, spinlock),
      ...longs(264, ...ADDRESSES),
    ]),
  ),
  {
    tags: tags({ mmap_lock: 'lock' }),
    notes: notes({ env_end: 'The struct goes on; what follows is left out here.' }),
  },
);

function longs(offsetBytes: number, ...names: readonly string[]): readonly MemberSpec[] {
  return names.map((name, index) => member(name, offsetBytes + 8 * index, ulong));
}
