import { binomial, type Random } from '../random';
import type { Counted } from './counts';
import type { Observation } from './observation';
import type { Program } from './program';

/** Samples of one instruction. */
export interface SampledRow {
  readonly site: number;
  localHitm: number;
  remoteHitm: number;
  cleanLoads: number;
  bufferedLoads: number;
  slowHits: number;
  stores: number;
  /** CPUs that had one. */
  readonly cpus: readonly number[];
}

/** Chance that a load or a store is sampled, by phase × threads + thread. */
export interface Chances {
  readonly load: Float64Array;
  readonly store: Float64Array;
}

/** HITM that a profiler could see of a run, per call of the baseline's mix; the unit is true HITM. */
export function visibleHitm(
  { sites, words }: Program,
  counted: Counted,
  atomicVisibility: number,
  chance: (slot: number) => number = () => 1,
): number {
  let all = 0;
  const { localHitm, remoteHitm, threads, phases } = counted;
  for (let slot = 0; slot < threads * phases; slot++) {
    const weight = chance(slot);
    sites.forEach(({ kind, word }, s) => {
      if (word >= words) return;
      const at = slot * sites.length + s;
      const hitm = (localHitm[at] as number) + (remoteHitm[at] as number);
      all += weight * hitm * (kind === 'atomic' ? atomicVisibility : 1);
    });
  }
  return all;
}

/**
 * In frequency mode perf adapts each event's period on each CPU so that samples come at one rate: a busy CPU's
 * accesses are sampled less. `-c` gives all the same period.
 */
export function chancesOf(program: Program, counted: Counted, observation: Observation): Chances {
  const { sites, words } = program;
  const slots = counted.threads * counted.phases;
  const loads = new Float64Array(slots);
  const stores = new Float64Array(slots);
  const { localHitm, remoteHitm, cleanLoads, bufferedLoads } = counted;
  for (let slot = 0; slot < slots; slot++) {
    sites.forEach(({ word }, s) => {
      if (word >= words) return;
      const at = slot * sites.length + s;
      for (const from of [localHitm, remoteHitm, cleanLoads, bufferedLoads]) {
        loads[slot] = (loads[slot] as number) + (from[at] as number);
      }
      stores[slot] = (stores[slot] as number) + (counted.stores[at] as number);
    });
  }
  const adapted = (seen: Float64Array) => {
    const mean = seen.reduce((sum, value) => sum + value, 0) / slots;
    const others = observation.otherSamples * mean;
    if (observation.mode === 'fixed') return new Float64Array(slots).fill(1);
    return seen.map((value) => (mean + others) / Math.max(1e-9, value + others));
  };
  const load = adapted(loads);
  const hitm = visibleHitm(
    program,
    counted,
    observation.atomicVisibility,
    (slot) => load[slot] ?? 0,
  );
  const scale = observation.wantedHitm / Math.max(1, hitm);
  return {
    load: load.map((chance) => Math.min(1, chance * scale)),
    store: adapted(stores).map((chance) => Math.min(1, (chance * scale) / observation.storeRatio)),
  };
}

/** What perf counts of a run, row by row. */
export function sampled(
  program: Program,
  counted: Counted,
  observation: Observation,
  random: Random,
): SampledRow[] {
  const chances = chancesOf(program, counted, observation);
  const rows: SampledRow[] = [];
  program.sites.forEach(({ word, kind }, site) => {
    if (word >= program.words) return;
    const visibility = kind === 'atomic' ? observation.atomicVisibility : 1;
    const row = {
      site,
      localHitm: 0,
      remoteHitm: 0,
      cleanLoads: 0,
      bufferedLoads: 0,
      slowHits: 0,
      stores: 0,
    };
    const cpus = new Set<number>();
    const { threads, phases } = counted;
    for (let slot = 0; slot < threads * phases; slot++) {
      const at = slot * program.sites.length + site;
      const load = chances.load[slot] ?? 0;
      const draw = (from: Float64Array, chance: number) => {
        const count = binomial(random, from[at] as number, chance);
        if (count > 0) cpus.add(slot % threads);
        return count;
      };
      row.localHitm += draw(counted.localHitm, load * visibility);
      row.remoteHitm += draw(counted.remoteHitm, load * visibility);
      row.cleanLoads += draw(counted.cleanLoads, load);
      row.bufferedLoads += draw(counted.bufferedLoads, load * visibility);
      row.slowHits += draw(counted.hits, load * observation.slowHits);
      row.stores += draw(counted.stores, chances.store[slot] ?? 0);
    }
    const all =
      row.localHitm +
      row.remoteHitm +
      row.cleanLoads +
      row.bufferedLoads +
      row.slowHits +
      row.stores;
    if (all > 0) rows.push({ ...row, cpus: [...cpus].sort((a, b) => a - b) });
  });
  return rows;
}
