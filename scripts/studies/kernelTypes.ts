import { aggregate, array, member, opaque, pointer, scalar } from '../../web/core/facts/build';

/** Kernel types that several studies hold by value, with the insides that matter (x86-64, no debugging options). */
export const u32 = scalar('unsigned int', 4, 4, 'uint');
export const u64 = scalar('u64', 8, 8, 'uint');
export const ulong = scalar('long unsigned int', 8, 8, 'uint');
export const fmode = scalar('fmode_t', 4, 4, 'uint');
export const errseq = scalar('errseq_t', 4, 4, 'uint');
export const gfp = scalar('gfp_t', 4, 4, 'uint');
export const loff = scalar('loff_t', 8);
export const int = scalar('int', 4);
export const bool = scalar('bool', 1, 1, 'bool');
export const voidPointer = pointer('void *');
export const spinlock = opaque('spinlock_t', 4, 4);
export const atomic = opaque('atomic_t', 4, 4);
export const atomicLong = opaque('atomic_long_t', 8, 8);

export const listHead = aggregate('struct', 'list_head', 16, [
  member('next', 0, pointer('struct list_head *')),
  member('prev', 8, pointer('struct list_head *')),
]);

export const path = aggregate('struct', 'path', 16, [
  member('mnt', 0, pointer('struct vfsmount *')),
  member('dentry', 8, pointer('struct dentry *')),
]);

export const rwSemaphore = aggregate('struct', 'rw_semaphore', 40, [
  member('count', 0, atomicLong),
  member('owner', 8, atomicLong),
  member('osq', 16, opaque('struct optimistic_spin_queue', 4, 4)),
  member('wait_lock', 20, opaque('raw_spinlock_t', 4, 4)),
  member('wait_list', 24, listHead),
]);

export const rbRootCached = aggregate('struct', 'rb_root_cached', 16, [
  member(
    'rb_root',
    0,
    aggregate('struct', 'rb_root', 8, [member('rb_node', 0, pointer('struct rb_node *'))]),
  ),
  member('rb_leftmost', 8, pointer('struct rb_node *')),
]);

export const mutex = opaque('struct mutex', 32, 8);
export const callbackHead = opaque('struct callback_head', 16, 8);
export const fileRaState = opaque('struct file_ra_state', 32, 8);
export const flexibleLongs = array(ulong, null);
