import type { Body, Thread } from '../program';
import { isZero, wordNamed, zeroToOne, type Lock, type LockWords, type Sites } from './lock';

/** Mean pause after a try that failed. */
const BACK_OFF_NS = 60;

export function testAndSet(sites: Sites, words: LockWords): Lock {
  const word = wordNamed(words, 'slock');
  const take = sites.add('tas_spin_lock', word, 'atomic');
  const give = sites.add('tas_spin_unlock', word, 'store');
  return exclusive(
    function* (thread) {
      while ((yield thread.atomic(take, () => 1)) !== 0) {
        yield thread.delay(thread.random.exponential(BACK_OFF_NS));
      }
    },
    function* (thread) {
      yield thread.store(give, 0);
    },
  );
}

export function testTestAndSet(sites: Sites, words: LockWords): Lock {
  const word = wordNamed(words, 'slock');
  const take = sites.add('ttas_spin_lock', word, 'atomic');
  const poll = sites.add('ttas_spin_lock', word, 'load');
  const give = sites.add('ttas_spin_unlock', word, 'store');
  return exclusive(
    function* (thread) {
      while ((yield thread.atomic(take, () => 1)) !== 0) yield thread.spin(poll, isZero);
    },
    function* (thread) {
      yield thread.store(give, 0);
    },
  );
}

export function ticket(sites: Sites, words: LockWords): Lock {
  const next = wordNamed(words, 'next');
  const serving = wordNamed(words, 'owner');
  const draw = sites.add('ticket_spin_lock', next, 'atomic');
  const poll = sites.add('ticket_spin_lock', serving, 'load');
  const give = sites.add('ticket_spin_unlock', serving, 'store');
  return exclusive(
    function* (thread) {
      const mine = yield thread.atomic(draw, (value) => value + 1);
      yield thread.spin(poll, (value) => value === mine);
    },
    function* (thread) {
      yield thread.storeAdd(give, 1);
    },
  );
}

/** The kernel's qspinlock: the tail of a queue in which each waiter spins on a word of its own. */
export function queued(sites: Sites, words: LockWords, part = 'val'): Lock {
  const word = wordNamed(words, part);
  const fast = sites.add('_raw_spin_lock', word, 'atomic');
  const swap = sites.add('queued_spin_lock_slowpath', word, 'atomic');
  const poll = sites.add('queued_spin_lock_slowpath', word, 'load');
  const take = sites.add('queued_spin_lock_slowpath', word, 'atomic');
  const give = sites.add('_raw_spin_unlock', word, 'store');
  const queue = waitingQueue(sites);
  // The word is 2 × tail + locked.
  const isUnlocked = (value: number) => value % 2 === 0;
  return exclusive(
    function* (thread) {
      if ((yield thread.atomic(fast, zeroToOne)) === 0) return;
      const me = thread.id + 1;
      yield* queue.enter(thread);
      const before = yield thread.atomic(swap, (value) => 2 * me + (value % 2));
      const ahead = Math.floor(before / 2);
      if (ahead !== 0) yield* queue.waitBehind(thread, ahead);
      yield thread.spin(poll, isUnlocked);
      const last = yield thread.atomic(take, (value) =>
        Math.floor(value / 2) === me ? 1 : value + 1,
      );
      if (Math.floor(last / 2) !== me) yield* queue.callNext(thread);
    },
    function* (thread) {
      // One byte of the word.
      yield thread.storeAdd(give, -1);
    },
  );
}

/** The nodes in which waiters queue (MCS): a link to the next one, and a word to spin on. */
export function waitingQueue(sites: Sites) {
  const links = sites.privateWords();
  const turns = sites.privateWords();
  const storeLink = sites.privateSites(links, 'store');
  const loadLink = sites.privateSites(links, 'load');
  const storeTurn = sites.privateSites(turns, 'store');
  const loadTurn = sites.privateSites(turns, 'load');
  return {
    *enter(thread: Thread): Body {
      yield thread.store(storeLink(thread.id), 0);
      yield thread.store(storeTurn(thread.id), 0);
    },
    *waitBehind(thread: Thread, ahead: number): Body {
      yield thread.store(storeLink(ahead - 1), thread.id + 1);
      yield thread.spin(loadTurn(thread.id), (value) => value === 1);
    },
    *callNext(thread: Thread): Body {
      const next = yield thread.spin(loadLink(thread.id), (value) => value !== 0);
      yield thread.store(storeTurn(next - 1), 1);
    },
  };
}

function exclusive(acquire: Lock['acquire'], release: Lock['release']): Lock {
  return { acquire, release, acquireShared: acquire, releaseShared: release, reset: () => {} };
}
