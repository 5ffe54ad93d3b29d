/**
 * `lock`: threads wait for it, and write its words when they take or release it. `words`: more than one word that are
 * written together, and nobody waits (`list_head`). `counter`: one word, written by atomic operations.
 */
export type LockKind = 'lock' | 'words' | 'counter';

/** Types by their whole name, without `struct` and qualifiers. */
const LOCKS: readonly RegExp[] = [
  // The kernel: include/linux/{spinlock,rwlock,mutex,rwsem,percpu-rwsem,seqlock,completion,wait,swait}*.h.
  /^(?:raw_|arch_|local_)?(?:spin|rw|seq)?lock_t$/,
  /^(?:raw_|arch_)?spinlock$|^q(?:spin|rw)lock$|^mcs_spinlock$|^optimistic_spin_queue$/,
  /^(?:percpu_)?rw_semaphore$|^semaphore$|^(?:rt_|ww_)?mutex(?:_base)?$|^seqcount\w*$|^seqlock$/,
  /^completion$|^s?wait_queue_head(?:_t)?$|^rcuwait$/,
  // POSIX and C11.
  /^(?:__)?pthread_(?:mutex|rwlock|spinlock|cond|barrier)_[ts]$|^sem_t$|^mtx_t$|^cnd_t$/,
  // C++, Qt, nsync, Go.
  /^(?:std::(?:__\w+::)?)?(?:(?:\w+_)?mutex|condition_variable(?:_any)?)$/,
  /^Q(?:Basic|Recursive)?Mutex$|^QReadWriteLock$|^nsync_(?:mu|cv)(?:_s_)?$/,
  /^(?:sync|internal\/sync|runtime)\.(?:RW)?[Mm]utex$/,
];
/** Libraries in which the last part of a type's name makes it a lock. */
const LOCK_LIBRARIES =
  /^(?:absl|tbb|folly|boost|parking_lot|lock_api|(?:std|tokio)::sync|spin)::(?:.*::)?(\w+)$/;
const LOCK_WORD =
  /^(?:lock|mutex)|_(?:lock|mutex|spinlock)|^(?:Lock|Mutex)|[a-z0-9](?:Lock|Mutex)|^Cond(?:Var|var)$/;
/** A guard points to a lock. */
const NO_LOCK = /guard|attr/i;
const COUNTERS: readonly RegExp[] = [
  /^atomic(?:64|_long)?(?:_t)?$|^local(?:64)?_t$|^refcount_(?:t|struct)$|^kref$/,
  /^(?:std::(?:__\w+::)?)?atomic(?:_\w+)?$|^(?:core|std)::sync::atomic::Atomic\w+$/,
];
const WORDS = /^(?:list_head|hlist_node|llist_node)$/;

/** What a type is, by its name with the declared name left out; null where it is none of these. */
export function lockKind(typeName: string): LockKind | null {
  const name = typeName.replace(/\b(?:const|volatile|_Atomic|struct|class|union)\b/g, '').trim();
  // What a template is of is inside of it: an `Arc<Mutex<T>>` is a pointer.
  const outer = name.replace(/<.*>$/s, '');
  if (LOCKS.some((pattern) => pattern.test(outer)) || isLockOfLibrary(outer)) return 'lock';
  if (WORDS.test(outer)) return 'words';
  return COUNTERS.some((pattern) => pattern.test(outer)) ? 'counter' : null;
}

function isLockOfLibrary(name: string): boolean {
  const [, last = ''] = LOCK_LIBRARIES.exec(name) ?? [];
  return LOCK_WORD.test(last) && !NO_LOCK.test(last);
}

/** Functions that take, release or wait for a lock. */
const LOCK_FUNCTIONS: readonly RegExp[] = [
  // The kernel: kernel/locking/*.c and the headers before it.
  /_(?:slowpath|spin_on_owner|optimistic_spin|wait_next)\b|^osq_(?:un)?lock\b|^mcs_spin_/,
  /^_*(?:raw_)?(?:spin|read|write)_(?:try)?(?:un)?lock(?:_\w+)?\b|^(?:native_)?queued_(?:spin|read|write)_/,
  /^_*(?:down|up)(?:_(?:read|write))?(?:_(?:killable|interruptible|trylock|timeout|common|failed))*\b/,
  /^_*(?:mutex|rwsem|ww_mutex|rt_mutex)_\w+/,
  // glibc, nsync, Abseil, parking_lot, C++.
  /^_*pthread_(?:mutex|rwlock|spin|cond)_\w+|^__lll_\w+|^__?nptl_\w*lock|^futex_\w+|^nsync_\w+/,
  /^(?:__new_)?sem_(?:wait|post|trywait|timedwait|clockwait)\b/,
  /\bsync::(?:\w+::)*(?:Mutex|RwLock|Condvar)(?:<.*>)?::|\bsync\.\(\*(?:RW)?Mutex\)\./,
  /\babsl::(?:\w+::)*Mutex::|\bparking_lot|^std::(?:\w+::)*\w*mutex::(?:try_)?(?:un)?lock/,
];

/** Whether a function works on the words of a lock: what it touches is one, whatever its type is called. */
export function isLockFunction(symbol: string): boolean {
  const name = symbol.replace(/^\[.\] /, '');
  return LOCK_FUNCTIONS.some((pattern) => pattern.test(name));
}
