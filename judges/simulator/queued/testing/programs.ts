import { randomFrom } from '../../random';
import { createSites } from '../programs';
import type { LockKind } from '../locks/lock';
import { simulate } from '../machine';
import type { Observer } from '../processor';
import { threadsOf, type Machine, type Program, type Visit } from '../program';
import type { Counted } from '../counts';

/** A machine with everything that delays, forwards and takes lines away, small enough to collide. */
const BUSY: Machine = {
  cores: 8,
  smt: 1,
  nodes: 2,
  isIdeal: false,
  serviceNs: 4,
  storeBuffer: 8,
  loadsAhead: 4,
  prefetchShare: 0.3,
  evictShare: 0.05,
  migrateShare: 0,
};

export const IDEAL: Machine = {
  ...BUSY,
  cores: 2,
  nodes: 1,
  isIdeal: true,
  serviceNs: 0,
  storeBuffer: 0,
  prefetchShare: 0,
  evictShare: 0,
};

export interface Setting {
  readonly machine?: Partial<Machine>;
  /** Line of each word. */
  readonly lineOf: readonly number[];
  readonly visits?: number;
  readonly thinkNs?: number;
  readonly seed?: number;
  readonly observer?: Observer;
}

type Sites = ReturnType<typeof createSites>;

/** Runs bodies that all tasks call equally often. */
export function runBodies(
  setting: Setting,
  bodies: (sites: Sites) => readonly Visit['body'][],
  weights: readonly (readonly number[])[] = [],
): { program: Program; counted: Counted } {
  const { lineOf, visits = 5000, thinkNs = 300, seed = 1, observer } = setting;
  const machine = { ...BUSY, ...setting.machine };
  const tasks = threadsOf(machine);
  const sites = createSites(lineOf.length, tasks);
  const made = bodies(sites).map((body, v): Visit => ({
    weights: [Float64Array.from(weights[v] ?? new Array<number>(tasks).fill(1))],
    burst: 1,
    body,
  }));
  const program: Program = {
    sites: sites.all,
    words: lineOf.length,
    privateWords: sites.privateCount(),
    visits: made,
    phases: 1,
    begin: () => {},
  };
  const run = {
    lineOf: Int32Array.from(lineOf),
    lines: Math.max(...lineOf) + 1,
    visits,
    thinkNs,
  };
  return { program, counted: simulate(program, machine, run, randomFrom(seed), observer) };
}

/** The words of each lock, the first one at word 0. */
export const LOCK_PARTS: Readonly<Record<LockKind, readonly string[]>> = {
  testAndSet: ['slock'],
  testTestAndSet: ['slock'],
  ticket: ['owner', 'next'],
  queued: ['val'],
  mutex: ['owner', 'wait_lock', 'osq', 'wait_list'],
  rwsem: ['count', 'owner', 'osq', 'wait_lock', 'wait_list'],
};
