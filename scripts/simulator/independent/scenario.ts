import { randomFrom, type Random } from '../random';
import type { Step, Visit, Workload } from './workload';

/** Families of workloads: what a model of independent accesses finds easy, and what it does not. */
export type Family = 'poisson' | 'cpuSets' | 'visits' | 'spinLocks';

export const FAMILIES: readonly Family[] = ['poisson', 'cpuSets', 'visits', 'spinLocks'];

/** A workload, the layout it was profiled on, and other layouts of the same fields. */
export interface Scenario {
  readonly family: Family;
  readonly seed: number;
  readonly workload: Workload;
  readonly thinkNs: number;
  readonly lines: number;
  readonly baseline: Int32Array;
  readonly layouts: readonly Int32Array[];
}

const LAYOUTS = 10;
const FIELDS_PER_LINE = 8;

/** Shortest mean time between the visits of one CPU; the longest is twenty times that. */
export const USUAL_THINK_NS = 1000;

export function scenarioOf(
  family: Family,
  seed: number,
  leastThinkNs: number = USUAL_THINK_NS,
): Scenario {
  const random = randomFrom(seed * 4 + FAMILIES.indexOf(family));
  const fields = 8 + random.below(7);
  const lines = 3 + random.below(2);
  const cpus = random.pick([8, 16, 24, 32]);
  const latency = family === 'visits' || family === 'spinLocks';
  const workload: Workload = {
    cpus,
    sockets: 2,
    protocol: latency && random.next() < 0.5 ? 'dirtyLlc' : 'clean',
    latency,
    fields,
    visits: VISITS[family](random, fields, cpus),
    pairShare: 0,
  };
  const baseline = shuffledLayout(random, fields, lines);
  const layouts = Array.from({ length: LAYOUTS }, (_, number) =>
    number % 2 === 0
      ? shuffledLayout(random, fields, lines)
      : moved(random, baseline, lines, 1 + random.below(3)),
  );
  const thinkNs = leastThinkNs * Math.exp(random.next() * 3) * meanWeight(workload);
  return { family, seed, workload, thinkNs, lines, baseline, layouts };
}

const VISITS: Readonly<Record<Family, (random: Random, fields: number, cpus: number) => Visit[]>> =
  {
    poisson: (random, fields, cpus) =>
      singleAccesses(random, fields, () => new Float64Array(cpus).fill(1)),
    cpuSets: (random, fields, cpus) =>
      singleAccesses(random, fields, () => cpuSubset(random, cpus)),
    visits: manyFields,
    spinLocks: criticalSections,
  };

/** Each access on its own: nothing but rates, over the CPUs that `cpuSet` draws for it. */
function singleAccesses(random: Random, fields: number, cpuSet: () => Float64Array): Visit[] {
  const visits: Visit[] = [];
  const add = (kind: Step['kind'], field: number, scale: number) => {
    const rate = scale * Math.exp(random.normal());
    visits.push({
      symbol: `${kind}_${field}`,
      steps: [{ kind, field, watched: null }],
      cpuWeights: cpuSet().map((weight) => weight * rate),
      burst: 1,
    });
  };
  for (let field = 0; field < fields; field++) {
    const role = random.next();
    if (role < 0.7) add('load', field, 1);
    if (role > 0.55) add(random.next() < 0.3 ? 'atomic' : 'store', field, 0.5);
  }
  return visits;
}

/** Functions that touch several fields in one go, some of them in bursts. */
function manyFields(random: Random, fields: number, cpus: number): Visit[] {
  const count = 3 + random.below(5);
  return Array.from({ length: count }, (_, v) => {
    const steps = touches(random, fields, 2 + random.below(4), random.pick([0, 0.2, 0.5]));
    const rate = Math.exp(random.normal());
    const set = random.next() < 0.6 ? new Float64Array(cpus).fill(1) : cpuSubset(random, cpus);
    return {
      symbol: `fn${v}`,
      steps,
      cpuWeights: set.map((weight) => weight * rate),
      burst: random.next() < 0.3 ? 2 + random.below(6) : 1,
    };
  });
}

/** Critical sections under one or two spin locks, and readers who take none. */
function criticalSections(random: Random, fields: number, cpus: number): Visit[] {
  const everywhere = () => new Float64Array(cpus).fill(1);
  const locks = 1 + random.below(2);
  const visits: Visit[] = [];
  for (let lock = 0; lock < locks; lock++) {
    const owner = random.next() < 0.5 ? 2 + lock : null;
    const sections = 1 + random.below(2);
    for (let s = 0; s < sections; s++) {
      const inside = touches(random, fields, 1 + random.below(4), 0.5, locks * 2);
      const steps: Step[] = [
        { kind: 'lock', field: lock, watched: owner },
        ...(owner === null ? [] : [{ kind: 'store' as const, field: owner, watched: null }]),
        ...inside,
        { kind: 'unlock', field: lock, watched: null },
      ];
      const rate = 0.3 * Math.exp(0.7 * random.normal());
      visits.push({
        symbol: `locked${lock}_${s}`,
        steps,
        cpuWeights: everywhere().map((weight) => weight * rate),
        burst: 1,
      });
    }
  }
  const readers = 2 + random.below(3);
  for (let r = 0; r < readers; r++) {
    const rate = Math.exp(0.7 * random.normal());
    visits.push({
      symbol: `reader${r}`,
      steps: touches(random, fields, 1 + random.below(3), 0.1, locks * 2),
      cpuWeights: everywhere().map((weight) => weight * rate),
      burst: 1,
    });
  }
  return visits;
}

function touches(
  random: Random,
  fields: number,
  count: number,
  storeShare: number,
  from = 0,
): Step[] {
  const all = Array.from({ length: fields - from }, (_, i) => from + i);
  return random
    .shuffled(all)
    .slice(0, count)
    .flatMap((field): Step[] => {
      if (random.next() >= storeShare) return [{ kind: 'load', field, watched: null }];
      const how = random.next();
      if (how < 0.25) return [{ kind: 'atomic', field, watched: null }];
      const store: Step = { kind: 'store', field, watched: null };
      // `x++` without atomics: a load, then a store.
      return how < 0.6 ? [{ kind: 'load', field, watched: null }, store] : [store];
    });
}

function cpuSubset(random: Random, cpus: number): Float64Array {
  const weights = new Float64Array(cpus);
  const count = random.next() < 0.4 ? cpus : 1 + random.below(cpus);
  const chosen = random.shuffled(Array.from({ length: cpus }, (_, cpu) => cpu)).slice(0, count);
  // As much work in all, however many CPUs share it.
  for (const cpu of chosen) weights[cpu] = (Math.exp(0.5 * random.normal()) * cpus) / count;
  return weights;
}

function meanWeight({ cpus, visits }: Workload): number {
  let all = 0;
  for (const { cpuWeights } of visits) for (const weight of cpuWeights) all += weight;
  return all / cpus;
}

function shuffledLayout(random: Random, fields: number, lines: number): Int32Array {
  const slots = Array.from({ length: lines * FIELDS_PER_LINE }, (_, slot) =>
    Math.floor(slot / FIELDS_PER_LINE),
  );
  return Int32Array.from(random.shuffled(slots).slice(0, fields));
}

function moved(random: Random, layout: Int32Array, lines: number, count: number): Int32Array {
  const result = Int32Array.from(layout);
  for (let move = 0; move < count; move++) {
    const field = random.below(result.length);
    const to = random.below(lines);
    if (result.filter((line) => line === to).length < FIELDS_PER_LINE) result[field] = to;
  }
  return result;
}
