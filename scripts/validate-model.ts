// `npm run validate:model`: predicts layouts of simulated workloads from sampled baselines, simulates
// them, and prints how far off the predictions are, on two simulators, the one that is harder first.
// `-- --simulator queued|independent`, `--family NAME`, `--seeds FROM-TO` choose, `--development` takes the seeds
// that may be looked at, `--think-ns 200` lets CPUs of the independent simulator hammer their lines.
//
// `--code` tells the model what the functions of the queued simulator load, as it knows where their code is open.
//
// `--held-out` takes the third of the scenarios that is run ONCE, at the end, when nothing of the model is
// changed any more. A model that was tuned after a look at them has no judge left.
import { reportIndependent, runIndependent } from './simulator/independent/report';
import * as independent from './simulator/independent/scenario';
import * as queued from './simulator/queued/families';
import { reportQueued, runQueued } from './simulator/queued/summary';

const SEEDS = {
  independent: { development: '1-30', judged: '5000-5099', heldOut: '7100-7149' },
  queued: { development: '1-12', judged: '2000-2019', heldOut: '4300-4399' },
} as const;

/** No range that is given by hand may reach into the held-out seeds; the plain family takes each number plus 500 too. */
const HELD_OUT = {
  independent: { from: 7000, to: 7999 },
  queued: { from: 3500, to: 4999 },
} as const;

type Simulator = keyof typeof SEEDS;
const SIMULATORS: readonly Simulator[] = ['queued', 'independent'];

const LEGEND = `Tables of scores count scenarios whose true HITM varies by 10 % of the baseline or more.
Error: |predicted - true| / max(true, 5 % of baseline). Winner: the layout with the lowest prediction is
within 5 % of the baseline of the best. Sign: of the layouts that truly change by 5 % or more.`;

export function main(args: readonly string[]): number {
  const set = args.includes('--held-out')
    ? 'heldOut'
    : args.includes('--development')
      ? 'development'
      : 'judged';
  const family = valueOf(args, '--family');
  const thinkNs = Number(valueOf(args, '--think-ns') ?? independent.USUAL_THINK_NS);
  const wanted = valueOf(args, '--simulator');
  const chosen = SIMULATORS.filter((name) => wanted === undefined || name === wanted);
  if (chosen.length === 0 || !(thinkNs > 0)) usage();

  let met = true;
  for (const simulator of chosen) {
    const seeds = seedsOf(valueOf(args, '--seeds') ?? SEEDS[simulator][set]);
    if (set !== 'heldOut' && seeds.some((seed) => isHeldOut(simulator, seed))) usage();
    console.log(`Seeds ${seeds[0]} to ${seeds.at(-1)}.`);
    if (simulator === 'queued') {
      const families = queued.FAMILIES.filter((name) => family === undefined || name === family);
      const { trials, unusable } = runQueued(seeds, families, args.includes('--code'), progress);
      met = (trials.length === 0 || reportQueued(trials, unusable)) && met;
    } else {
      const families = independent.FAMILIES.filter(
        (name) => family === undefined || name === family,
      );
      const { trials, unusable } = runIndependent(seeds, families, thinkNs, progress);
      met = (trials.length === 0 || reportIndependent(trials, unusable)) && met;
    }
  }
  console.log(LEGEND);
  return met ? 0 : 1;
}

function isHeldOut(simulator: Simulator, seed: number): boolean {
  return seed >= HELD_OUT[simulator].from && seed <= HELD_OUT[simulator].to;
}

function progress(done: string): void {
  console.error(done);
}

function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

function seedsOf(range: string): number[] {
  const ends = /^(\d+)-(\d+)$/.exec(range);
  if (ends === null) usage();
  const [from, to] = [Number(ends[1]), Number(ends[2])];
  if (to < from) usage();
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function usage(): never {
  console.error(
    `validate:model: give --seeds FROM-TO, --simulator ${SIMULATORS.join('|')}, --family ${[...queued.FAMILIES, ...independent.FAMILIES].join('|')} (or none for all), --think-ns N, --code, --development, --held-out`,
  );
  process.exit(2);
}
