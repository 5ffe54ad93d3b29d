// `npm run validate:model`: predicts layouts of simulated workloads from sampled baselines, simulates
// them, and prints how far off the predictions are, and how often what was told as likely came true.
// `-- --family NAME`, `--seeds FROM-TO` choose, `--development` takes the seeds that may be looked at.
//
// `--learn` writes what ranges and odds are looked up in (web/core/model/learned.ts), from the development seeds.
// `--code` tells the model what the functions load, as it knows where their code is open.
//
// `--held-out` takes the scenarios that are run ONCE, at the end, when nothing of the model is changed any more. A model
// that was tuned after a look at them has no judge left.
import { writeFileSync } from 'node:fs';
import { learned } from './learn';
import * as queued from './queued/families';
import { reportQueued, runQueued } from './queued/summary';

const SEEDS = {
  development: '1-37,85-100',
  judged: '2000-2019',
  heldOut: '41743-41765',
} as const;

/** No range that is given by hand may reach into the held-out seeds; the plain family takes each number plus 500 too. */
const HELD_OUT = { from: 40743, to: 42772 };

const LEARNED = 'web/core/model/learned.ts';

const LEGEND = `Tables of scores count scenarios whose true HITM varies by 10 % of the baseline or more.
Error: |predicted - true| / max(true, 5 % of baseline). Winner: the layout with the lowest prediction is
within 5 % of the baseline of the best. Sign: of the layouts that truly change by 5 % or more.
Decided: of those that truly have fewer HITM by 5 %, the whole range lies below today.`;

export function main(args: readonly string[]): number {
  const learns = args.includes('--learn');
  const set = args.includes('--held-out')
    ? 'heldOut'
    : learns || args.includes('--development')
      ? 'development'
      : 'judged';
  const family = valueOf(args, '--family');
  const seeds = seedsOf(valueOf(args, '--seeds') ?? SEEDS[set]);
  if (set !== 'heldOut' && seeds.some(isHeldOut)) usage();
  console.log(`Seeds ${valueOf(args, '--seeds') ?? SEEDS[set]}.`);
  const families = queued.FAMILIES.filter((name) =>
    family === undefined ? !learns || name !== 'ideal' : name === family,
  );
  const { trials, unusable } = runQueued(seeds, families, args.includes('--code'), progress);
  if (learns) {
    writeFileSync(LEARNED, learned(trials));
    console.log(`${LEARNED} is written: run prettier on it.`);
    return 0;
  }
  const met = trials.length === 0 || reportQueued(trials, unusable);
  console.log(LEGEND);
  return met ? 0 : 1;
}

function isHeldOut(seed: number): boolean {
  return seed >= HELD_OUT.from && seed <= HELD_OUT.to;
}

function progress(done: string): void {
  console.error(done);
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/** `1-28,87-100`. */
function seedsOf(ranges: string): number[] {
  return ranges.split(',').flatMap(seedsIn);
}

function seedsIn(range: string): number[] {
  const ends = /^(\d+)-(\d+)$/.exec(range);
  if (ends === null) usage();
  const [from, to] = [Number(ends[1]), Number(ends[2])];
  if (to < from) usage();
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function usage(): never {
  console.error(
    `validate:model: give --seeds FROM-TO[,FROM-TO…], --family ${queued.FAMILIES.join('|')} (or none for all), --code, --development, --held-out, --learn`,
  );
  process.exit(2);
}
