/**
 * Typedefs of named kernel structs, which an index of structs lists under the struct's name alone
 * (include/linux: spinlock_types.h, seqlock_types.h, wait.h, …).
 */
export const KERNEL_TYPEDEFS: ReadonlyMap<string, string> = new Map([
  ['spinlock_t', 'struct spinlock'],
  ['raw_spinlock_t', 'struct raw_spinlock'],
  ['arch_spinlock_t', 'struct qspinlock'],
  ['seqcount_t', 'struct seqcount'],
  ['seqcount_spinlock_t', 'struct seqcount_spinlock'],
  ['seqcount_raw_spinlock_t', 'struct seqcount_raw_spinlock'],
  ['seqcount_mutex_t', 'struct seqcount_mutex'],
  ['wait_queue_head_t', 'struct wait_queue_head'],
  ['wait_queue_entry_t', 'struct wait_queue_entry'],
  ['refcount_t', 'struct refcount_struct'],
  ['cpumask_t', 'struct cpumask'],
  ['rt_rwlock_t', 'struct rwbase_rt'],
  ['netdev_tracker', 'struct ref_tracker_dir'],
  ['uuid_t', 'struct uuid'],
  ['local_lock_t', 'struct local_lock'],
  ['pteval_t', 'unsigned long'],
]);
