import type { Body, Site, Thread } from '../program';

export type LockKind = 'testAndSet' | 'testTestAndSet' | 'ticket' | 'queued' | 'mutex' | 'rwsem';

export const LOCK_KINDS: readonly LockKind[] = [
  'testAndSet',
  'testTestAndSet',
  'ticket',
  'queued',
  'mutex',
  'rwsem',
];

/** A lock as code that runs on the machine: what it does to its words decides who has it. */
export interface Lock {
  readonly acquire: (thread: Thread) => Body;
  readonly release: (thread: Thread) => Body;
  /** The same as `acquire` and `release` where the lock knows no readers. */
  readonly acquireShared: (thread: Thread) => Body;
  readonly releaseShared: (thread: Thread) => Body;
  /** Forgets who slept when a run ended. */
  readonly reset: () => void;
}

/** Adds the instructions of a lock to a program. */
export interface Sites {
  add(symbol: string, word: number, kind: Site['kind']): number;
  /** A word of each thread outside of the struct, on a line of its own: the thread's first site for it. */
  privateWords(): (thread: number) => number;
  privateSites(words: (thread: number) => number, kind: Site['kind']): (thread: number) => number;
}

/** Words of the struct that a lock consists of, by the names of its parts. */
export type LockWords = Readonly<Record<string, number>>;

export function wordNamed(words: LockWords, part: string): number {
  const word = words[part];
  if (word === undefined) throw new Error(`a lock without its word ${part}`);
  return word;
}

export const isZero = (value: number): boolean => value === 0;
export const zeroToOne = (value: number): number => (value === 0 ? 1 : value);
