import { randomFrom, type Random } from '../random';
import type { Body, Machine, Op, Thread } from './program';

/**
 * A thread of the machine, doing what its body yields. A stalled one waits for exactly one thing: a line,
 * room in its store buffer, an empty store buffer, a change of the word it spins on, or a wake-up.
 */
export interface Cpu extends Thread {
  readonly core: number;
  body: Body;
  op: Op;
  site: number;
  value: number;
  update: (before: number) => number;
  until: (value: number) => boolean;
  deadline: number;
  ns: number;
  waits: number;
  /** Line that the operation waits for; -1 where it does not. */
  waitLine: number;
  /** Somebody else's request brings that line. */
  isMerged: boolean;
  waitSince: number;
  parkedLine: number;
  stall: 'none' | 'full' | 'fence' | 'sleep' | 'ahead';
  tokens: number;
  buffer: Entry[];
  drainLine: number;
  isDraining: boolean;
  ahead: number;
}

/** A store that no other core sees yet. */
export interface Entry {
  readonly site: number;
  readonly value: number;
  readonly adds: boolean;
}

/** Waits of one thread are told apart up to this number. */
export const WAITS = 4096;

/** @param wake what is done with a thread that sleeps */
export function createCpu(
  id: number,
  { smt }: Machine,
  random: Random,
  others: readonly Cpu[],
  wake: (sleeper: Cpu) => void,
): Cpu {
  const cpu: Cpu = {
    id,
    random: randomFrom(Math.floor(random.next() * 2 ** 31)),
    core: Math.floor(id / smt),
    body: idle(),
    op: 'delay',
    site: -1,
    value: 0,
    update: (before) => before,
    until: () => true,
    deadline: Infinity,
    ns: 0,
    waits: 0,
    waitLine: -1,
    isMerged: false,
    waitSince: 0,
    parkedLine: -1,
    stall: 'none',
    tokens: 0,
    buffer: [],
    drainLine: -1,
    isDraining: false,
    ahead: 0,
    load: (site) => at(site, 'load'),
    loadAhead: (site) => at(site, 'loadAhead'),
    store: (site, value) => {
      cpu.value = value;
      return at(site, 'store');
    },
    storeAdd: (site, change) => {
      cpu.value = change;
      return at(site, 'storeAdd');
    },
    atomic: (site, update) => {
      cpu.update = update;
      return at(site, 'atomic');
    },
    spin: (site, until, limitNs = Infinity) => {
      cpu.until = until;
      cpu.ns = limitNs;
      return at(site, 'spin');
    },
    delay: (ns) => {
      cpu.ns = ns;
      return 'delay';
    },
    sleep: () => 'sleep',
    wake: (thread) => {
      const other = others[thread] as Cpu;
      if (other.stall === 'sleep') wake(other);
      else other.tokens++;
    },
  };
  const at = (site: number, op: Op): Op => {
    cpu.site = site;
    return op;
  };
  return cpu;
}

function* idle(): Body {
  // Replaced by a body before it runs.
}
