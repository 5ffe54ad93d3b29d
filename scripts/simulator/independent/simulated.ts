import type { AccessProfile } from '../../../web/analysis/hitm/profile';
import type { SimulatedLayout } from '../simulatedLayout';
import { randomFrom } from '../random';
import { simulate, type Counts } from './machine';
import { drawSampling, sampledProfile, visibleHitm } from './sampled';
import type { Scenario } from './scenario';
import { sitesOf } from './workload';

/** A scenario, run on its baseline and on each of its layouts. HITM is in samples of the baseline. */
export interface Simulated {
  /** What the model is shown. */
  readonly profile: AccessProfile;
  readonly baselineHitm: number;
  /** In the order of the scenario's layouts. */
  readonly layouts: readonly SimulatedLayout[];
}

const VISITS = 60_000;
const MORE_VISITS = 4;
const FEWEST_HITM = 500;

/** Null where the baseline has too little HITM to predict from. */
export function simulated(scenario: Scenario): Simulated | null {
  const { workload, baseline, layouts } = scenario;
  const random = randomFrom(scenario.seed ^ 0x5eed);
  const visits =
    VISITS * (workload.visits.every(({ steps }) => steps.length === 1) ? MORE_VISITS : 1);
  const run = (lineOf: Int32Array) =>
    simulate(
      workload,
      { lineOf, lines: scenario.lines, visits, thinkNs: scenario.thinkNs },
      random,
    );
  const before = run(baseline);
  const sampling = drawSampling(workload, before, random);
  const baselineHitm = visibleHitm(workload, before, sampling);
  if (baselineHitm < FEWEST_HITM) return null;
  return {
    profile: sampledProfile(workload, before, baseline, sampling, random),
    baselineHitm,
    layouts: layouts.map((lineOf) => ({
      truth: visibleHitm(workload, run(lineOf), sampling),
      observable: isObservable(scenario, before, lineOf),
    })),
  };
}

function isObservable(
  { workload, baseline }: Scenario,
  before: Counts,
  after: Int32Array,
): boolean {
  const loads = new Float64Array(workload.fields);
  const stores = new Float64Array(workload.fields);
  sitesOf(workload).forEach((site, s) => {
    if (site === null) return;
    loads[site.field] =
      (loads[site.field] ?? 0) + (site.kind === 'load' ? (before.loads[s] ?? 0) : 0);
    stores[site.field] = (stores[site.field] ?? 0) + (before.stores[s] ?? 0);
  });
  const written = (layout: Int32Array, line: number) =>
    layout.some((other, field) => other === line && (stores[field] ?? 0) > 0);
  return loads.every(
    (count, field) =>
      count === 0 ||
      written(baseline, baseline[field] ?? -1) ||
      !written(after, after[field] ?? -1),
  );
}
