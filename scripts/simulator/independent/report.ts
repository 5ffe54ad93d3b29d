import { keptRuns } from '../kept';
import { scoreOf, type Score } from '../score';
import { printTargets, scoreTable } from '../table';
import type { LayoutTrial, Trial } from '../trial';
import { NAIVE_RULES } from './naive';
import { FAMILIES, scenarioOf } from './scenario';
import { runTrial } from './trial';

/** Files of this folder that take no part in a run. */
const JUDGING = ['naive.ts', 'report.ts', 'trial.ts'];

/** Scenarios of all families for these seeds; the unusable ones had too little HITM to predict from. */
export function runIndependent(
  seeds: readonly number[],
  families: readonly (typeof FAMILIES)[number][],
  thinkNs: number,
  progress: (done: string) => void,
): { trials: Trial[]; unusable: number } {
  const trials: Trial[] = [];
  let unusable = 0;
  const keep = keptRuns('independent', JUDGING);
  for (const family of families) {
    for (const seed of seeds) {
      const trial = runTrial(scenarioOf(family, seed, thinkNs), keep);
      if (trial === null) unusable++;
      else trials.push(trial);
      progress(`independent ${family} ${seed}`);
    }
  }
  return { trials, unusable };
}

/** @returns whether all targets are met */
export function reportIndependent(trials: readonly Trial[], unusable: number): boolean {
  const all = () => true;
  const observable = (layout: LayoutTrial) => layout.observable;
  const model = (layout: LayoutTrial) => layout.predicted;
  const ofFamily = (family: string) => trials.filter((trial) => trial.family === family);
  const families = FAMILIES.filter((family) => ofFamily(family).length > 0);
  console.log(`INDEPENDENT ACCESSES. This simulator shares the model's assumptions (independent visits, MESI, one line
size): its figures say how well the model inverts and re-applies them from sampled counts, not how well
it describes a machine. ${trials.length} scenarios, ${unusable} more had too little HITM.
`);
  const first = scoreOf(trials, model, observable);
  const rows: [string, Score][] = [['model', first]];
  for (const name of Object.keys(NAIVE_RULES)) {
    rows.push([name, scoreOf(trials, (layout) => layout.naive[name] ?? 0, observable)]);
  }
  scoreTable(
    'Observable layouts (no reader that the baseline could not show meets a writer)',
    rows,
  );
  scoreTable(
    'By family, observable layouts',
    families.map((family) => [family, scoreOf(ofFamily(family), model, observable)]),
  );
  const everything = scoreOf(trials, model, all);
  scoreTable('All layouts', [
    ['model', everything],
    ...families.map((family): [string, Score] => [family, scoreOf(ofFamily(family), model, all)]),
  ]);
  return printTargets([
    ['median error at most 3 %', first.medianError <= 0.03],
    ['p90 error at most 20 %', first.p90Error <= 0.2],
    ['winner picked at least 90 %', first.winners >= 0.9],
    ['sign right at least 93 %', first.signs >= 0.93],
    ['bands cover at least 90 % of all layouts', everything.covered >= 0.9],
  ]);
}
