import { describe, expect, test } from 'vitest';
import { LOCKS } from '../programs';
import { LOCK_PARTS, runBodies } from '../testing/programs';
import { LOCK_KINDS, type Lock, type LockKind, type Sites } from './lock';

function lockOf(kind: LockKind, sites: Sites): Lock {
  return LOCKS[kind](sites, Object.fromEntries(LOCK_PARTS[kind].map((part, word) => [part, word])));
}

/** Its words together on one line, or each on its own. */
const linesOf = (kind: LockKind, isSplit: boolean) =>
  LOCK_PARTS[kind].map((_, word) => (isSplit ? word : 0));

describe.each(LOCK_KINDS)('%s', (kind) => {
  test.each([
    [2, false],
    [8, false],
    [8, true],
    [24, false],
  ])('sections of %i CPUs exclude each other, split: %s', (cores, isSplit) => {
    const counter = LOCK_PARTS[kind].length;
    const counted: number[] = [];
    const observer = {
      committed: (_: number, word: number, value: number) => {
        if (word === counter) counted.push(value);
      },
    };
    const lineOf = [...linesOf(kind, isSplit), 7];
    runBodies({ lineOf, machine: { cores }, visits: 4000, observer }, (sites) => {
      const lock = lockOf(kind, sites);
      const [load, store] = [sites.add('f', counter, 'load'), sites.add('f', counter, 'store')];
      return [
        function* (thread) {
          yield* lock.acquire(thread);
          // No atomic operation: without the lock, updates would be lost.
          const value = yield thread.load(load);
          yield thread.delay(30);
          yield thread.store(store, value + 1);
          yield* lock.release(thread);
        },
      ];
    });
    expect(counted.length).toBeGreaterThan(4000);
    expect(counted).toEqual(counted.map((_, i) => i + 1));
  });

  test('a reader sees no half of what a writer stores', () => {
    const word = LOCK_PARTS[kind].length;
    let torn = 0;
    let reads = 0;
    runBodies({ lineOf: [...linesOf(kind, false), 7, 8], visits: 4000 }, (sites) => {
      const lock = lockOf(kind, sites);
      const loads = [word, word + 1].map((each) => sites.add('r', each, 'load'));
      const stores = [word, word + 1].map((each) => sites.add('w', each, 'store'));
      let value = 0;
      return [
        function* (thread) {
          yield* lock.acquire(thread);
          value++;
          for (const site of stores) yield thread.store(site, value);
          yield* lock.release(thread);
        },
        function* (thread) {
          yield* lock.acquireShared(thread);
          const first = yield thread.load(loads[0] ?? 0);
          const second = yield thread.load(loads[1] ?? 0);
          reads++;
          if (first !== second) torn++;
          yield* lock.releaseShared(thread);
        },
      ];
    });
    expect(torn).toBe(0);
    expect(reads).toBeGreaterThan(1000);
  });
});

test('without a lock the same sections do lose updates', () => {
  const counted: number[] = [];
  const observer = { committed: (_: number, __: number, value: number) => counted.push(value) };
  runBodies({ lineOf: [0], observer }, (sites) => {
    const [load, store] = [sites.add('f', 0, 'load'), sites.add('f', 0, 'store')];
    return [
      function* (thread) {
        const value = yield thread.load(load);
        yield thread.store(store, value + 1);
      },
    ];
  });
  expect(counted.at(-1)).toBeLessThan(counted.length);
});

test.each(['ticket', 'queued'] as const)('%s: who came first goes first', (kind) => {
  const queue = joins(kind);
  const entered: number[] = [];
  runBodies({ lineOf: linesOf(kind, false), observer: queue }, (sites) => {
    const lock = lockOf(kind, sites);
    return [
      function* (thread) {
        yield* lock.acquire(thread);
        entered.push(thread.id);
        queue.left(thread.id);
        yield thread.delay(40);
        yield* lock.release(thread);
      },
    ];
  });
  expect(entered.length).toBeGreaterThan(5000);
  expect(queue.came.slice(0, entered.length)).toEqual(entered);
});

/** The order in which threads join the queue of a lock, by what is written to its words. */
function joins(kind: 'ticket' | 'queued') {
  const came: number[] = [];
  const inQueue = new Set<number>();
  const arrivals = LOCK_PARTS[kind].indexOf(kind === 'ticket' ? 'next' : 'val');
  let last = 0;
  return {
    came,
    left: (thread: number) => inQueue.delete(thread),
    committed(thread: number, word: number, value: number) {
      if (word !== arrivals) return;
      const before = last;
      last = value;
      // A qspinlock is joined by its tail, or, where it is free, by its locked byte; a failed try is no joining.
      const isJoin =
        kind === 'ticket' || Math.floor(value / 2) === thread + 1 || (before === 0 && value === 1);
      if (!isJoin || inQueue.has(thread)) return;
      inQueue.add(thread);
      came.push(thread);
    },
  };
}
