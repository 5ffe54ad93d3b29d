import { harmOf, scoreOf, type Harm, type Score } from '../score';
import { keptRuns } from '../kept';
import { harmTable, printTargets, scoreTable, type Target } from '../table';
import type { LayoutTrial, Trial } from '../trial';
import { MOVED } from './layouts';
import { scenarioOf } from './scenario';
import { hasLocks } from './families';
import type { Family } from './families';
import { FAMILIES } from './families';
import { runTrial } from './trial';

const SILENT_GROSS_ERRORS = 10 / 4770;
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
  const locks = of(hasLocks);
  const notIdeal = of((family) => family !== 'ideal');
  const plain = of((family) => family === 'unsaturated' || family === 'machines').map(withoutLocks);
  console.log(`QUEUED REQUESTS. This simulator shares none of the model's assumptions: requests queue at directories, stores
in buffers, waiters at locks; see scripts/simulator/README.md. ${trials.length} scenarios, ${unusable} more had too little HITM.
`);
  const groups: [string, readonly Trial[]][] = [
    ['everything but the ideal machine', notIdeal],
    ['  no locks, not saturated', plain],
    ['  locks', locks],
    ...families.map((family): [string, readonly Trial[]] => [
      family,
      of((other) => other === family),
    ]),
  ];
  const scored = (counts: (layout: LayoutTrial) => boolean) =>
    groups.map(([name, some]) => [name, scoreOf(some, model, counts)] as const);
  scoreTable(
    'Observable layouts (no reader that the baseline could not show meets a writer)',
    scored(observable),
  );
  scoreTable('All layouts', scored(all));
  scoreTable(
    'Locks by what moved, observable layouts, among all scenarios with a lock',
    MOVED.flatMap((moved) => {
      const some = trials.filter(({ layouts }) => layouts.some((layout) => layout.moved === moved));
      return moved === 'noLock' || some.length === 0
        ? []
        : [
            [
              moved,
              scoreOf(
                some,
                model,
                (layout) => layout.observable && layout.moved === moved,
                observable,
              ),
            ] as const,
          ];
    }),
  );
  harmTable(
    'What would mislead, all layouts',
    groups.map(([name, some]) => [name, harmOf(some, all)] as const),
  );
  return printTargets(
    targetsOf(
      scoreOf(plain, model, observable),
      harmOf(locks, all),
      harmOf(
        of((family) => family === 'hiddenRows'),
        all,
      ),
      harmOf(notIdeal, all),
    ),
  );
}

function targetsOf(plain: Score, locks: Harm, hidden: Harm, everything: Harm): Target[] {
  const where = (group: { readonly scenarios: number }, isMet: boolean) =>
    group.scenarios > 0 ? isMet : null;
  const isSilent = everything.grossAndSilent > SILENT_GROSS_ERRORS * everything.layouts;
  return [
    ['no locks, not saturated: winner at least 93 %', where(plain, plain.winners >= 0.93)],
    ['no locks, not saturated: sign at least 94 %', where(plain, plain.signs >= 0.94)],
    ['no locks, not saturated: band covers at least 95 %', where(plain, plain.covered >= 0.95)],
    ['locks: confident and wrong under 5 %', where(locks, locks.confidentAndWrong < 0.05)],
    ['hidden rows: harmful picks first under 5 %', where(hidden, hidden.harmfulFirst < 0.05)],
    ['errors over 50 %, silent: under 10 of 4,770 layouts', where(everything, !isSilent)],
  ];
}

/** The family of other machines has some scenarios with locks. */
function withoutLocks(trial: Trial): Trial {
  return { ...trial, layouts: trial.layouts.filter(({ moved }) => moved === 'noLock') };
}
