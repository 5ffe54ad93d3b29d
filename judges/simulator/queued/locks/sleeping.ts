import type { Body, Thread } from '../program';
import { wordNamed, zeroToOne, type Lock, type LockWords, type Sites } from './lock';
import { queued, waitingQueue } from './spin';

/** How long a waiter spins on the owner before it sleeps. */
const SPIN_NS = 6000;

/** The queue of the optimistic spinners (osq): only its head looks at the lock. */
function optimisticQueue(sites: Sites, words: LockWords) {
  const word = wordNamed(words, 'osq');
  const enter = sites.add('osq_lock', word, 'atomic');
  const leave = sites.add('osq_unlock', word, 'atomic');
  const queue = waitingQueue(sites);
  return {
    *lock(thread: Thread): Body {
      const me = thread.id + 1;
      yield* queue.enter(thread);
      const ahead = yield thread.atomic(enter, () => me);
      if (ahead !== 0) yield* queue.waitBehind(thread, ahead);
    },
    *unlock(thread: Thread): Body {
      const me = thread.id + 1;
      const last = yield thread.atomic(leave, (value) => (value === me ? 0 : value));
      if (last !== me) yield* queue.callNext(thread);
    },
  };
}

/**
 * The kernel's mutex. The owner word is 2 × owner + whether somebody sleeps; spinners queue in the osq, and
 * the first of them watches the owner.
 */
export function mutex(sites: Sites, words: LockWords): Lock {
  const owner = wordNamed(words, 'owner');
  const list = wordNamed(words, 'wait_list');
  const fast = sites.add('mutex_lock', owner, 'atomic');
  const watch = sites.add('mutex_spin_on_owner', owner, 'load');
  const trySlow = sites.add('__mutex_lock.constprop.0', owner, 'atomic');
  const announce = sites.add('__mutex_lock.constprop.0', owner, 'atomic');
  const link = sites.add('__mutex_lock.constprop.0', list, 'store');
  const free = sites.add('mutex_unlock', owner, 'atomic');
  const freeSlow = sites.add('__mutex_unlock_slowpath.constprop.0', owner, 'atomic');
  const first = sites.add('__mutex_unlock_slowpath.constprop.0', list, 'load');
  const osq = optimisticQueue(sites, words);
  const waitLock = queued(sites, words, 'wait_lock');
  /** Changed by who has the wait_lock only. */
  const sleepers: number[] = [];
  const ownerOf = (value: number) => Math.floor(value / 2);

  function* spin(thread: Thread): Generator<ReturnType<Thread['load']>, boolean, number> {
    const me = thread.id + 1;
    const take = (value: number) => (ownerOf(value) === 0 ? 2 * me + (value % 2) : value);
    let left = SPIN_NS;
    while (left > 0) {
      const seen = yield thread.spin(watch, (value) => ownerOf(value) === 0, left);
      if (ownerOf(seen) !== 0) return false;
      if (ownerOf(yield thread.atomic(trySlow, take)) === 0) return true;
      left /= 2;
      if (left < 100) left = 0;
    }
    return false;
  }

  function* sleep(thread: Thread): Body {
    const me = thread.id + 1;
    yield* waitLock.acquire(thread);
    sleepers.push(thread.id);
    yield thread.store(link, me);
    for (;;) {
      const take = (value: number) => (ownerOf(value) === 0 ? 2 * me + 1 : 2 * ownerOf(value) + 1);
      if (ownerOf(yield thread.atomic(announce, take)) === 0) break;
      yield* waitLock.release(thread);
      yield thread.sleep();
      yield* waitLock.acquire(thread);
    }
    sleepers.splice(sleepers.indexOf(thread.id), 1);
    yield thread.store(link, 0);
    if (sleepers.length === 0) yield thread.atomic(announce, (value) => 2 * ownerOf(value));
    yield* waitLock.release(thread);
  }

  function* acquire(thread: Thread): Body {
    const me = thread.id + 1;
    if ((yield thread.atomic(fast, (value) => (value === 0 ? 2 * me : value))) === 0) return;
    yield* osq.lock(thread);
    const isTaken = yield* spin(thread);
    yield* osq.unlock(thread);
    if (!isTaken) yield* sleep(thread);
  }

  function* release(thread: Thread): Body {
    const alone = 2 * (thread.id + 1);
    if ((yield thread.atomic(free, (value) => (value === alone ? 0 : value))) === alone) return;
    yield thread.atomic(freeSlow, () => 1);
    yield* waitLock.acquire(thread);
    yield thread.load(first);
    const next = sleepers[0];
    yield* waitLock.release(thread);
    if (next !== undefined) thread.wake(next);
  }

  const reset = () => {
    sleepers.length = 0;
  };
  return { acquire, release, acquireShared: acquire, releaseShared: release, reset };
}

interface Sleeper {
  readonly id: number;
  readonly reads: boolean;
  /** A reader that was let in. */
  isIn: boolean;
}

const WRITER = 1;
const WAITERS = 2;
const READER = 256;
/** What readers leave in the owner word. */
const READER_OWNED = -1;

/** The kernel's rw_semaphore: count, owner, osq, wait_lock, wait_list. */
export function rwsem(sites: Sites, words: LockWords): Lock {
  const count = wordNamed(words, 'count');
  const owner = wordNamed(words, 'owner');
  const list = wordNamed(words, 'wait_list');
  const downWrite = sites.add('down_write', count, 'atomic');
  const setOwner = sites.add('down_write', owner, 'store');
  const clearOwner = sites.add('up_write', owner, 'store');
  const upWrite = sites.add('up_write', count, 'atomic');
  const downRead = sites.add('down_read', count, 'atomic');
  const seeOwner = sites.add('down_read', owner, 'load');
  const readOwner = sites.add('down_read', owner, 'store');
  const upRead = sites.add('up_read', count, 'atomic');
  const watch = sites.add('rwsem_spin_on_owner', owner, 'load');
  const look = sites.add('rwsem_down_write_slowpath', count, 'load');
  const trySlow = sites.add('rwsem_down_write_slowpath', count, 'atomic');
  const setOwnerSlow = sites.add('rwsem_down_write_slowpath', owner, 'store');
  const link = sites.add('rwsem_down_write_slowpath', list, 'store');
  const backOut = sites.add('rwsem_down_read_slowpath', count, 'atomic');
  const linkReader = sites.add('rwsem_down_read_slowpath', list, 'store');
  const first = sites.add('rwsem_wake', list, 'load');
  const grant = sites.add('rwsem_wake', count, 'atomic');
  const osq = optimisticQueue(sites, words);
  const waitLock = queued(sites, words, 'wait_lock');
  /** Changed by who has the wait_lock only. */
  const sleepers: Sleeper[] = [];
  const isFree = (value: number) => value < READER && value % 2 === 0;
  const takeFree = (value: number) => (isFree(value) ? value + WRITER : value);
  const hasWaiters = (value: number) => value % READER >= WAITERS;
  const flagged = (value: number) => (hasWaiters(value) ? value : value + WAITERS);
  const unflagged = (value: number) => (hasWaiters(value) ? value - WAITERS : value);

  function* spin(thread: Thread): Generator<ReturnType<Thread['load']>, boolean, number> {
    let left = SPIN_NS;
    while (left > 100) {
      // Readers leave no owner to watch: the count is looked at again and again.
      const seen = yield thread.spin(watch, (value) => value <= 0, left);
      if (seen > 0) return false;
      if (isFree(yield thread.load(look)) && isFree(yield thread.atomic(trySlow, takeFree)))
        return true;
      yield thread.delay(100);
      left = left * 0.8 - 100;
    }
    return false;
  }

  function* sleepToWrite(thread: Thread): Body {
    yield* waitLock.acquire(thread);
    sleepers.push({ id: thread.id, reads: false, isIn: false });
    yield thread.store(link, 1);
    for (;;) {
      const before = yield thread.atomic(trySlow, (value) => flagged(takeFree(value)));
      if (isFree(before)) break;
      yield* waitLock.release(thread);
      yield thread.sleep();
      yield* waitLock.acquire(thread);
    }
    sleepers.splice(
      sleepers.findIndex(({ id }) => id === thread.id),
      1,
    );
    yield thread.store(link, 0);
    if (sleepers.length === 0) yield thread.atomic(trySlow, unflagged);
    yield* waitLock.release(thread);
  }

  /** Wakes a writer, who then tries for himself, or the readers before the next writer, who get it. */
  function* wake(thread: Thread): Body {
    yield* waitLock.acquire(thread);
    yield thread.load(first);
    const woken = sleepers[0]?.reads === false ? [sleepers[0].id] : yield* letReadersIn(thread);
    yield* waitLock.release(thread);
    for (const id of woken) thread.wake(id);
  }

  function* letReadersIn(thread: Thread): Generator<ReturnType<Thread['load']>, number[], number> {
    let readers = sleepers.findIndex(({ reads }) => !reads);
    if (readers < 0) readers = sleepers.length;
    if (readers === 0) return [];
    const rest = sleepers.length - readers;
    const before = yield thread.atomic(grant, (value) => {
      if (value % 2 === WRITER) return value;
      return (rest === 0 ? unflagged(value) : value) + readers * READER;
    });
    // A spinner was faster; whoever has it now will wake them.
    if (before % 2 === WRITER) return [];
    return sleepers.splice(0, readers).map((reader) => {
      reader.isIn = true;
      return reader.id;
    });
  }

  return {
    *acquire(thread) {
      if ((yield thread.atomic(downWrite, zeroToOne)) === 0) {
        yield thread.store(setOwner, thread.id + 1);
        return;
      }
      yield* osq.lock(thread);
      const isTaken = yield* spin(thread);
      yield* osq.unlock(thread);
      if (!isTaken) yield* sleepToWrite(thread);
      yield thread.store(setOwnerSlow, thread.id + 1);
    },
    *release(thread) {
      yield thread.store(clearOwner, 0);
      const before = yield thread.atomic(upWrite, (value) => value - WRITER);
      if (hasWaiters(before)) yield* wake(thread);
    },
    *acquireShared(thread) {
      const before = yield thread.atomic(downRead, (value) => value + READER);
      if (before % 2 === WRITER || hasWaiters(before)) yield* sleepToRead(thread);
      else if ((yield thread.load(seeOwner)) !== READER_OWNED) {
        yield thread.store(readOwner, READER_OWNED);
      }
    },
    *releaseShared(thread) {
      const before = yield thread.atomic(upRead, (value) => value - READER);
      if (before - READER === WAITERS) yield* wake(thread);
    },
    reset: () => {
      sleepers.length = 0;
    },
  };

  function* sleepToRead(thread: Thread): Body {
    yield* waitLock.acquire(thread);
    const self: Sleeper = { id: thread.id, reads: true, isIn: false };
    sleepers.push(self);
    yield thread.store(linkReader, 1);
    const after = (yield thread.atomic(backOut, (value) => flagged(value - READER))) - READER;
    // Nobody holds it who could wake the queue: its first ones go in.
    const woken = isFree(after) && sleepers[0]?.reads === true ? yield* letReadersIn(thread) : [];
    const first = isFree(after) && sleepers[0]?.reads === false ? sleepers[0].id : null;
    yield* waitLock.release(thread);
    for (const id of woken) thread.wake(id);
    if (first !== null) thread.wake(first);
    // A wake-up may be left from an earlier sleep.
    while (!self.isIn) yield thread.sleep();
  }
}
