import type { Random } from '../random';

/** What runs, and on which machine. Words are numbers; which line each lies on is the layout's matter. */
export interface Program {
  readonly sites: readonly Site[];
  readonly words: number;
  /** Words outside of the struct, each on a line of its own: the nodes in which waiters queue. */
  readonly privateWords: number;
  readonly visits: readonly Visit[];
  /** Parts of the run with weights of their own; 1 where the mix stays the same. */
  readonly phases: number;
  /** Before each run: whoever slept at the end of the last one is forgotten. */
  readonly begin: () => void;
}

/** One instruction on one word: a row of the report. */
export interface Site {
  readonly symbol: string;
  readonly codeOffset: number;
  readonly word: number;
  readonly kind: 'load' | 'store' | 'atomic';
}

/** A function that is called again and again. */
export interface Visit {
  /** How often each task calls it, relative to the others, by phase. */
  readonly weights: readonly Float64Array[];
  /** Mean number of times that it runs in a row. */
  readonly burst: number;
  readonly body: (thread: Thread) => Body;
}

/** Yields what the CPU shall do next, and is handed the value that was loaded. */
export type Body = Generator<Op, void, number>;

export type Op =
  'load' | 'loadAhead' | 'store' | 'storeAdd' | 'atomic' | 'spin' | 'delay' | 'sleep';

/** What a body says of its next operation; each method returns the operation to yield. */
export interface Thread {
  readonly id: number;
  readonly random: Random;
  /** A load whose value is waited for. */
  load(site: number): Op;
  /** A load that the CPU need not wait for. */
  loadAhead(site: number): Op;
  store(site: number, value: number): Op;
  /** A store to a part of the word: what it adds is added when it leaves the store buffer. */
  storeAdd(site: number, change: number): Op;
  /** A locked read-modify-write; yields the value from before. */
  atomic(site: number, update: (before: number) => number): Op;
  /** Loads until the value is as wanted, or `limitNs` are over; yields the last value. */
  spin(site: number, until: (value: number) => boolean, limitNs?: number): Op;
  delay(ns: number): Op;
  /** Until somebody wakes this thread; at once where that has happened already. */
  sleep(): Op;
  wake(thread: number): void;
}

export interface Machine {
  readonly cores: number;
  /** Threads of a core: they share its cache. */
  readonly smt: number;
  readonly nodes: number;
  /** All times 0: the machine that the model assumes. */
  readonly isIdeal: boolean;
  /** Time that a home directory needs for a request, whatever its outcome. */
  readonly serviceNs: number;
  /** Stores that a thread can have outstanding; 0: each store waits until it is done. */
  readonly storeBuffer: number;
  /** Loads that a thread can have outstanding. */
  readonly loadsAhead: number;
  /** Share of misses that pull the other line of the 128-byte pair. */
  readonly prefetchShare: number;
  /** Share of visits after which one of the struct's lines falls out of the cache. */
  readonly evictShare: number;
  /** Share of visits after which two tasks swap their CPUs. */
  readonly migrateShare: number;
}

export function threadsOf({ cores, smt }: Machine): number {
  return cores * smt;
}
