/**
 * What Linux's locks and counters are handed, by their declarations in `include/linux/{rwsem,mutex,
 * spinlock_api_smp,lockref,page_counter,percpu_counter,interval_tree_generic,rbtree}.h`, and POSIX
 * locks by `pthread.h`: enough to bind a line to a struct at hand where no binary is loaded. A binary's
 * own prototypes come first.
 */
const HANDED: Readonly<Record<string, readonly string[]>> = {
  rw_semaphore:
    'down_read down_read_trylock down_read_killable down_read_interruptible down_write down_write_killable down_write_trylock up_read up_write downgrade_write rwsem_down_read_slowpath rwsem_down_write_slowpath rwsem_down_read_failed rwsem_down_write_failed rwsem_spin_on_owner rwsem_optimistic_spin rwsem_wake rwsem_mark_wake __down_read __down_write __up_read __up_write call_rwsem_down_read_failed call_rwsem_down_write_failed call_rwsem_wake'.split(
      ' ',
    ),
  // include/linux/percpu-rwsem.h, kernel/locking/percpu-rwsem.c.
  percpu_rw_semaphore:
    'percpu_down_read percpu_down_read_trylock percpu_up_read percpu_down_write percpu_up_write __percpu_down_read'.split(
      ' ',
    ),
  mutex:
    'mutex_lock mutex_unlock mutex_trylock mutex_lock_killable mutex_lock_interruptible mutex_spin_on_owner mutex_optimistic_spin __mutex_lock __mutex_lock_slowpath __mutex_unlock_slowpath mutex_is_locked'.split(
      ' ',
    ),
  qspinlock:
    '_raw_spin_lock _raw_spin_lock_irq _raw_spin_lock_irqsave _raw_spin_lock_bh _raw_spin_trylock _raw_spin_trylock_bh _raw_spin_unlock _raw_spin_unlock_irq _raw_spin_unlock_irqrestore _raw_spin_unlock_bh queued_spin_lock_slowpath native_queued_spin_lock_slowpath __pv_queued_spin_lock_slowpath'.split(
      ' ',
    ),
  qrwlock:
    '_raw_read_lock _raw_read_lock_irqsave _raw_read_unlock _raw_write_lock _raw_write_lock_irq _raw_write_lock_irqsave _raw_write_unlock queued_read_lock_slowpath queued_write_lock_slowpath'.split(
      ' ',
    ),
  optimistic_spin_queue: 'osq_lock osq_unlock'.split(' '),
  lockref:
    'lockref_get lockref_get_not_zero lockref_put_not_zero lockref_put_return lockref_put_or_lock lockref_get_not_dead lockref_mark_dead'.split(
      ' ',
    ),
  page_counter:
    'page_counter_charge page_counter_try_charge page_counter_uncharge page_counter_cancel propagate_protected_usage'.split(
      ' ',
    ),
  percpu_counter: 'percpu_counter_add_batch __percpu_counter_sum percpu_counter_sync'.split(' '),
  rb_root_cached: 'vma_interval_tree_insert vma_interval_tree_remove'.split(' '),
  wait_queue_head:
    '__wake_up __wake_up_common __wake_up_sync_key prepare_to_wait prepare_to_wait_exclusive finish_wait add_wait_queue remove_wait_queue'.split(
      ' ',
    ),
  list_lru: 'list_lru_add list_lru_del'.split(' '),
  pthread_mutex_t:
    'pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock __pthread_mutex_lock ___pthread_mutex_lock __pthread_mutex_unlock __pthread_mutex_unlock_usercnt __pthread_mutex_trylock'.split(
      ' ',
    ),
  pthread_rwlock_t:
    'pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock __pthread_rwlock_rdlock __pthread_rwlock_wrlock __pthread_rwlock_unlock'.split(
      ' ',
    ),
};

const BY_FUNCTION: ReadonlyMap<string, string> = new Map(
  Object.entries(HANDED).flatMap(([type, functions]) => functions.map((name) => [name, type])),
);

/** The struct that a well-known function is handed; null for any other. */
export function wellKnownStruct(functionName: string): string | null {
  return BY_FUNCTION.get(functionName) ?? null;
}

/** Names of the same bytes: a lock is declared by one name and handed on by another. */
const SAME: readonly (readonly string[])[] = [
  ['qspinlock', 'arch_spinlock_t', 'raw_spinlock', 'raw_spinlock_t', 'spinlock', 'spinlock_t'],
  ['qrwlock', 'arch_rwlock_t', 'rwlock_t'],
  ['wait_queue_head', 'wait_queue_head_t'],
  ['refcount_struct', 'refcount_t'],
  ['seqcount', 'seqcount_t'],
];

/** The name with all that stand for the same bytes. */
export function aliasesOf(name: string): readonly string[] {
  return SAME.find((names) => names.includes(name)) ?? [name];
}

/** Structs that are made to be parts of others: which struct holds them is the question. */
export function isWellKnownPart(name: string): boolean {
  return (
    name in HANDED ||
    SAME.some((names) => names.includes(name)) ||
    ['rb_root', 'list_head', 'hlist_head', 'kref', 'completion', 'xarray'].includes(name)
  );
}
