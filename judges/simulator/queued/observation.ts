import type { Random } from '../random';
import type { Family } from './families';

/** How perf looks at a run. The model is told none of it. */
export interface Observation {
  /** HITM samples that the struct has, about. */
  readonly wantedHitm: number;
  /** Load samples for each load, in relation to store samples for each store. */
  readonly storeRatio: number;
  /** Share of the HITM of atomic operations that shows as HITM of loads. */
  readonly atomicVisibility: number;
  /** Share of cache hits that are sampled all the same, as their address took long. */
  readonly slowHits: number;
  /** Periods that each CPU adapts to what it does, phase by phase; or one for all (`-c`). */
  readonly mode: 'frequency' | 'fixed';
  /** Samples of other data that a CPU has for each of this struct's: they damp how periods adapt. */
  readonly otherSamples: number;
  /** Of the HITM of the whole recording: lines below 0.1 % of it are not shown. */
  readonly structShare: number;
  /** Without `--show-all`: cold lines and cold rows are left out. */
  readonly hidesRows: boolean;
  readonly hasLineTable: boolean;
  /** `-NNN`: rows list their CPUs. */
  readonly listsCpus: boolean;
}

export function drawObservation(family: Family, random: Random): Observation {
  const between = (least: number, times: number) =>
    least * Math.exp(random.next() * Math.log(times));
  return {
    wantedHitm: between(1000, 15),
    storeRatio: between(0.7, 30 / 0.7),
    atomicVisibility: between(0.02, 15),
    slowHits: 0.02 * random.next(),
    mode: random.next() < 0.7 ? 'frequency' : 'fixed',
    otherSamples: between(0.5, 20),
    structShare: family === 'hiddenRows' ? between(0.02, 10) : 0.05 + 0.9 * random.next(),
    hidesRows: family === 'hiddenRows',
    hasLineTable: family !== 'noLineTable',
    listsCpus: random.next() < 0.3,
  };
}
