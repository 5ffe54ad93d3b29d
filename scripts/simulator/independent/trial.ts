import { calibrate } from '../../../web/analysis/hitm/calibrate';
import type { Keep } from '../kept';
import { toldBy, type Trial } from '../trial';
import { NAIVE_RULES } from './naive';
import { placed } from './sampled';
import type { Scenario } from './scenario';
import { simulated } from './simulated';

/** Null where the baseline has too little HITM to predict from. */
export function runTrial(scenario: Scenario, keep: Keep): Trial | null {
  const { family, seed, thinkNs, baseline, layouts } = scenario;
  const run = keep(`${family}-${seed}-${thinkNs}`, () => simulated(scenario));
  if (run === null) return null;
  const { profile, baselineHitm } = run;
  const calibrated = calibrate(profile, placed(baseline));
  if (!calibrated.ok) return null;
  return {
    family,
    seed,
    baselineHitm,
    shownHitm: baselineHitm,
    layouts: layouts.flatMap((lineOf, at) => {
      const truth = run.layouts[at];
      if (truth === undefined) return [];
      const naive = Object.entries(NAIVE_RULES).map(
        ([name, rule]) => [name, rule(profile, baseline, lineOf)] as const,
      );
      return [
        {
          ...toldBy(calibrated.value, placed(lineOf)),
          ...truth,
          naive: Object.fromEntries(naive),
          moved: 'noLock',
        },
      ];
    }),
  };
}
