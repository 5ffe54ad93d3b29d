import { calibrationOf, harmOf, scoreOf } from '../score';
import { keptRuns } from '../kept';
import { calibrationTable, harmTable, printTargets, scoreTable, type Target } from '../table';
import type { LayoutTrial, Trial } from '../trial';
import { scenarioOf } from './scenario';
import type { Family } from './families';
import { FAMILIES } from './families';
import { runTrial } from './trial';

const SILENT_GROSS_ERRORS = 12 / 6690;
/** Files of this folder that take no part in a run. */
const JUDGING = ['summary.ts', 'trial.ts'];

export function runQueued(
  seeds: readonly number[],
  families: readonly Family[],
  knowsCode: boolean,
  progress: (done: string) => void,
): { trials: Trial[]; unusable: number } {
  const trials: Trial[] = [];
  let unusable = 0;
  const keep = keptRuns('queued', JUDGING);
  for (const family of families) {
    for (const seed of seedsFor(family, seeds)) {
      const trial = runTrial(scenarioOf(family, seed), keep, knowsCode);
      if (trial === null) unusable++;
      else trials.push(trial);
      progress(`queued ${family} ${seed}`);
    }
  }
  return { trials, unusable };
}

/** The plain family, of which many scenarios hardly vary, has twice as many; a thousand seeds belong together. */
function seedsFor(family: Family, seeds: readonly number[]): readonly number[] {
  return family === 'unsaturated' ? [...seeds, ...seeds.map((seed) => seed + 500)] : seeds;
}

/** @returns whether all targets are met */
export function reportQueued(trials: readonly Trial[], unusable: number): boolean {
  const all = () => true;
  const observable = (layout: LayoutTrial) => layout.observable;
  const model = (layout: LayoutTrial) => layout.predicted;
  const of = (wanted: (family: Family) => boolean) =>
    trials.filter(({ family }) => wanted(family as Family));
  const families = FAMILIES.filter((family) => of((other) => other === family).length > 0);
  const notIdeal = of((family) => family !== 'ideal');
  const locks = notIdeal.filter(({ layouts }) => layouts.some(hasLock));
  const lockless = notIdeal.filter(({ layouts }) => !layouts.some(hasLock));
  const plain = lockless.filter(({ family }) => family === 'unsaturated' || family === 'machines');
  console.log(`This simulator shares none of the model's assumptions: requests queue at directories, stores in buffers,
waiters at locks; see judges/README.md. ${trials.length} scenarios, ${unusable} more had too little HITM.
`);
  const groups: [string, readonly Trial[]][] = [
    ['everything but the ideal machine', notIdeal],
    ['  no locks, not saturated', plain],
    ['  no locks', lockless],
    ['  locks', locks],
    ...families.map((family): [string, readonly Trial[]] => [
      family,
      of((other) => other === family),
    ]),
  ];
  scoreTable(
    'Observable layouts (no reader that the baseline could not show meets a writer)',
    groups.map(([name, some]) => [name, scoreOf(some, model, observable, 'seenBand')]),
  );
  scoreTable(
    'All layouts',
    groups.map(([name, some]) => [name, scoreOf(some, model, all, 'band')]),
  );
  const rules = Object.keys(trials[0]?.layouts[0]?.rules ?? {});
  scoreTable('The model and rules of thumb, observable layouts of all but the ideal machine', [
    ['the model', scoreOf(notIdeal, model, observable, 'seenBand')],
    ...rules.map(
      (rule) =>
        [
          rule,
          scoreOf(notIdeal, ({ rules: by }) => by[rule] ?? 0, observable, 'seenBand'),
        ] as const,
    ),
  ]);
  calibrationTable(
    'Odds, all layouts',
    groups.map(([name, some]) => [name, calibrationOf(some)]),
  );
  harmTable(
    'What would mislead, all layouts',
    groups.map(([name, some]) => [name, harmOf(some)]),
  );
  return printTargets(targetsOf({ notIdeal, plain, lockless, locks, of }));
}

interface Groups {
  readonly notIdeal: readonly Trial[];
  readonly plain: readonly Trial[];
  readonly lockless: readonly Trial[];
  readonly locks: readonly Trial[];
  readonly of: (wanted: (family: Family) => boolean) => readonly Trial[];
}

function targetsOf({ notIdeal, plain, lockless, locks, of }: Groups): Target[] {
  const observable = (layout: LayoutTrial) => layout.observable;
  const score = (some: readonly Trial[]) =>
    scoreOf(some, ({ predicted }) => predicted, observable, 'seenBand');
  const where = (some: readonly Trial[], isMet: boolean) => (some.length > 0 ? isMet : null);
  const covers = (name: string, some: readonly Trial[]): Target => {
    const { covered } = score(some);
    return [`${name}: range covers 90 to 96 %`, where(some, covered >= 0.9 && covered <= 0.96)];
  };
  const [whole, own] = [score(notIdeal), score(plain)];
  const calibration = calibrationOf(notIdeal);
  const isTrue = calibration.bins.every(
    ({ stated: stated, came }) => Math.abs(stated - came) <= 0.05,
  );
  const harm = harmOf(notIdeal);
  const families = FAMILIES.filter((family) => family !== 'ideal');
  return [
    ['all but the ideal machine: winner at least 78 %', where(notIdeal, whole.winners >= 0.78)],
    ['all but the ideal machine: sign at least 85 %', where(notIdeal, whole.signs >= 0.85)],
    ['no locks, not saturated: winner at least 90 %', where(plain, own.winners >= 0.9)],
    ['no locks, not saturated: sign at least 92 %', where(plain, own.signs >= 0.92)],
    ['no locks, not saturated: width at most 30 %', where(plain, own.bandWidth <= 0.3)],
    [
      'no locks, not saturated: improvements decided at least 50 %',
      where(plain, own.decided >= 0.5),
    ],
    covers('locks', locks),
    ...families.map((family) =>
      covers(
        family,
        of((other) => other === family),
      ),
    ),
    ['odds: each bin comes true within 5 points', where(notIdeal, isTrue)],
    [
      'odds: Brier a fifth below the base rate, and below the sign',
      where(
        notIdeal,
        calibration.brier <= 0.8 * calibration.brierOfBaseRate &&
          calibration.brier < calibration.brierOfSign,
      ),
    ],
    [
      'odds: without locks 40 % told at 90 % or more, or 10 % or less',
      where(lockless, calibrationOf(lockless).sharp >= 0.4),
    ],
    [
      'errors over 50 %, silent: 12 of 6,690 at most',
      where(notIdeal, harm.grossAndSilent <= SILENT_GROSS_ERRORS * harm.layouts),
    ],
  ];
}

/** Families have scenarios with locks and without. */
function hasLock({ moved }: LayoutTrial): boolean {
  return moved !== 'noLock';
}
