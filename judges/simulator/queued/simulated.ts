import type { AccessProfile } from '../../../web/core/facts/generated';
import type { SimulatedLayout } from '../simulatedLayout';
import { randomFrom, type Random } from '../random';
import type { Counted } from './counts';
import { simulate } from './machine';
import { reportOf } from './report';
import { visibleHitm } from './sampled';
import type { Scenario } from './scenario';
import { endOf, LINE_BYTES, wordLines, type Member, type Offsets } from './struct';

/** A scenario, run on its baseline and on each of its layouts. HITM is in samples of the baseline. */
export interface Simulated {
  /** What the model is shown. */
  readonly report: AccessProfile;
  /** What the report hides too. */
  readonly baselineHitm: number;
  /** In the order of the scenario's layouts. */
  readonly layouts: readonly SimulatedLayout[];
}

const VISITS = 36_000;
/** A truth is a count too: this many leave 3 % of noise. */
const FEWEST_HITM = 1200;

/** Null where the baseline has too little HITM to predict from. */
export function simulated(scenario: Scenario): Simulated | null {
  const { seed, program, machine, members, baseline, observation } = scenario;
  const random = randomFrom(seed ^ 0x2fee1);
  const before = runOn(scenario, baseline, random);
  const trueHitm = visibleHitm(program, before, observation.atomicVisibility);
  if (trueHitm < FEWEST_HITM) return null;
  const { report, hitm } = reportOf(
    program,
    machine,
    before,
    wordOffsets(members, baseline),
    observation,
    random,
  );
  // Sampling is fair on the whole: a true HITM is worth as many samples after as before.
  const samples = hitm / trueHitm;
  return {
    report,
    baselineHitm: hitm,
    layouts: scenario.layouts.map(({ offsets }) => {
      const after = runOn(scenario, offsets, random);
      return {
        truth: samples * sameWorkHitm(after, before, observation.atomicVisibility),
        observable: isObservable(scenario, before, offsets),
      };
    }),
  };
}

function runOn(
  { program, machine, thinkNs, members }: Scenario,
  offsets: Offsets,
  random: Random,
): Counted {
  const lineOf = wordLines(members, offsets);
  const lines = Math.ceil(endOf(members, offsets) / LINE_BYTES);
  // A pair's other line exists where the struct's last line is the first of its pair.
  const run = { lineOf, lines: lines + (lines % 2), visits: VISITS, thinkNs };
  return simulate(program, machine, run, random);
}

/** HITM of a run for the calls of another one: functions that got faster do not count more for it. */
function sameWorkHitm(run: Counted, work: Counted, atomicVisibility: number): number {
  let all = 0;
  run.visits.forEach((calls, visit) => {
    const plain = run.visitLoadHitm[visit] ?? 0;
    const atomic = run.visitAtomicHitm[visit] ?? 0;
    const share = calls > 0 ? (work.visits[visit] ?? 0) / calls : 1;
    all += share * (plain + atomicVisibility * atomic);
  });
  return all;
}

function wordOffsets(members: readonly Member[], offsets: Offsets): number[] {
  return members.flatMap(({ words }, m) =>
    words.map(({ offsetBytes }) => (offsets[m] ?? 0) + offsetBytes),
  );
}

function isObservable(
  { program, members, baseline }: Scenario,
  run: Counted,
  after: Offsets,
): boolean {
  const loads = new Float64Array(program.words);
  const stores = new Float64Array(program.words);
  const add = (into: Float64Array, word: number, from: Float64Array, at: number) =>
    (into[word] = (into[word] ?? 0) + (from[at] ?? 0));
  for (let slot = 0; slot < run.threads * run.phases; slot++) {
    program.sites.forEach(({ word, kind }, site) => {
      const at = slot * program.sites.length + site;
      if (word >= program.words) return;
      add(stores, word, run.stores, at);
      if (kind === 'load')
        for (const from of [run.hits, run.cleanLoads]) add(loads, word, from, at);
    });
  }
  const [first, then] = [wordLines(members, baseline), wordLines(members, after)];
  const isWritten = (lines: Int32Array, line: number) =>
    lines.some((other, word) => other === line && (stores[word] ?? 0) > 0);
  return loads.every(
    (count, word) =>
      count === 0 || isWritten(first, first[word] ?? -1) || !isWritten(then, then[word] ?? -1),
  );
}
