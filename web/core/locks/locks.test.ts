import { expect, test } from 'vitest';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import { structFromC } from '../layout/testing/c';
import { isLockFunction, lockKind } from './lockTypes';
import { lockObjects } from './objects';

test('types by their names, in the words of C, C++ and Rust', () => {
  const locks = [
    'spinlock_t',
    'raw_spinlock_t',
    'arch_spinlock_t',
    'struct rw_semaphore',
    'struct percpu_rw_semaphore',
    'struct mutex',
    'struct rt_mutex_base',
    'rwlock_t',
    'local_lock_t',
    'seqlock_t',
    'seqcount_spinlock_t',
    'struct optimistic_spin_queue',
    'struct completion',
    'wait_queue_head_t',
    'volatile spinlock_t',
    'pthread_mutex_t',
    'pthread_rwlock_t',
    'std::mutex',
    'std::shared_mutex',
    'absl::lts_20230802::Mutex',
    'parking_lot::raw_mutex::RawMutex',
    'nsync_mu',
    // As gcc, clang, rustc and go name them in debug information.
    'std::__1::mutex',
    'std::recursive_timed_mutex',
    'std::condition_variable',
    'absl::CondVar',
    'folly::SharedMutexImpl<false, void, std::atomic>',
    'boost::sync::spin_mutex',
    'tbb::detail::d1::spin_rw_mutex',
    'std::sync::poison::mutex::Mutex<u64>',
    'std::sync::poison::rwlock::RwLock<alloc::vec::Vec<u8>>',
    'std::sync::poison::condvar::Condvar',
    'lock_api::mutex::Mutex<parking_lot::raw_mutex::RawMutex, u64>',
    'tokio::sync::mutex::Mutex<u64>',
    'sync.RWMutex',
    'sem_t',
  ];
  expect(locks.filter((name) => lockKind(name) !== 'lock')).toEqual([]);
  const counters = [
    'atomic_t',
    'atomic_long_t',
    'refcount_t',
    'struct kref',
    'std::atomic<int>',
    'core::sync::atomic::AtomicU64',
  ];
  expect(counters.filter((name) => lockKind(name) !== 'counter')).toEqual([]);
  expect(lockKind('struct list_head')).toBe('words');
  const others = [
    'int',
    'struct file_lock_context *',
    'block_t',
    'clock_t',
    'spinlock_t *',
    'struct page',
    // What is only read, or points to a lock.
    'alloc::sync::Arc<std::sync::poison::mutex::Mutex<u64>>',
    'std::sync::poison::mutex::MutexGuard<u64>',
    'std::mutex *',
    'boost::container::block_allocator',
    'absl::Clock',
    'pthread_mutexattr_t',
  ];
  expect(others.filter((name) => lockKind(name) !== null)).toEqual([]);
});

test('functions that work on the words of a lock', () => {
  const locking = [
    'rwsem_down_write_slowpath',
    'rwsem_spin_on_owner',
    'native_queued_spin_lock_slowpath',
    'osq_lock',
    '_raw_spin_lock_irqsave',
    'down_write',
    'up_read',
    '__mutex_lock.constprop.0',
    'mutex_spin_on_owner',
    '[k] mutex_unlock',
    '__lll_lock_wait',
    '___pthread_mutex_lock',
    'absl::lts_20230802::Mutex::Lock',
    '___pthread_mutex_lock',
    '[.] pthread_mutex_unlock@@GLIBC_2.2.5',
    '__new_sem_wait',
    'std::sys::sync::mutex::futex::Mutex::lock_contended',
    'sync.(*Mutex).Lock',
    'nsync_mu_lock_slow_',
  ];
  expect(locking.filter((name) => !isLockFunction(name))).toEqual([]);
  const others = [
    'vma_interval_tree_insert',
    'up_to_date',
    'download',
    'readers',
    'fget',
    'update_load',
  ];
  expect(others.filter(isLockFunction)).toEqual([]);
});

test('a lock is one object, wherever its struct holds it', () => {
  const struct = orderedFrom(
    structFromC(`
      struct raw_spinlock { int slock; };
      struct spinlock { union { struct raw_spinlock rlock; int debug[1]; }; };
      struct list_head { void *next, *prev; };
      struct rw_semaphore { long count; long owner; int osq; struct spinlock wait_lock; struct list_head wait_list; };
      struct holder { int before; struct rw_semaphore sem; };
      struct s {
        long tree;
        struct { struct rw_semaphore tree_rwsem; int seq; };
        struct holder holder;
        union { struct spinlock lock; long word; };
        struct list_head list;
      };`),
  );
  const objects = lockObjects(struct.desc, computeLayout(struct));
  expect(
    objects.map(({ field, offsetBytes, sizeBytes, kind }) => [field, offsetBytes, sizeBytes, kind]),
  ).toEqual([
    ['tree_rwsem', 0, 40, 'lock'],
    ['holder', 8, 40, 'lock'],
    [expect.any(String), 0, 4, 'lock'],
    ['list', 0, 16, 'words'],
  ]);
  // By its name.
  expect(objects[0]?.guards).toEqual(['tree']);
});
