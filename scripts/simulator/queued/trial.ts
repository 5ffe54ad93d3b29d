import { attribute } from '../../../web/analysis/attribute/attribute';
import { sliceProfile, profileLines } from '../../../web/analysis/attribute/slice';
import { modelProfile } from '../../../web/analysis/attribute/toModel';
import { calibrate } from '../../../web/analysis/hitm/calibrate';
import type { Calibrated } from '../../../web/analysis/hitm/calibrated';
import { lockObjects } from '../../../web/analysis/locks/objects';
import { placementOf, type Placement } from '../../../web/analysis/hitm/placement';
import type { AccessProfile } from '../../../web/facts/generated';
import type { MemberPath } from '../../../web/layout/ids';
import { computeLayout } from '../../../web/layout/compute';
import { orderedFrom } from '../../../web/layout/original';
import { structFromC } from '../../../web/layout/testing/c';
import { randomFrom, type Random } from '../random';
import { toldBy, type Trial } from '../trial';
import type { Counted } from './counts';
import { simulate } from './machine';
import { BASE_ADDRESS, reportOf } from './report';
import { visibleHitm } from './sampled';
import type { Scenario } from './scenario';
import { cSource, endOf, LINE_BYTES, wordLines, type Member, type Offsets } from './struct';

const VISITS = 36_000;
/** A truth is a count too: this many leave 3 % of noise. */
const FEWEST_HITM = 1200;

/** Null where the baseline has too little HITM to predict from, or the report shows none of it. */
export function runTrial(scenario: Scenario): Trial | null {
  const { family, seed, program, machine, members, baseline, observation } = scenario;
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
  const calibrated = calibratedBy(members, baseline, report);
  if (calibrated === null) return null;
  // Sampling is fair on the whole: a true HITM is worth as many samples after as before.
  const samples = hitm / trueHitm;
  return {
    family,
    seed,
    baselineHitm: hitm,
    shownHitm: calibrated.baselineHitm,
    layouts: scenario.layouts.map(({ offsets, moved }) => {
      const after = runOn(scenario, offsets, random);
      return {
        ...toldBy(calibrated, placementAt(members, offsets)),
        truth: samples * sameWorkHitm(after, before, observation.atomicVisibility),
        naive: {},
        observable: isObservable(scenario, before, offsets),
        moved,
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

/** The report goes the way of any report: bound to a struct, laid on its fields, handed to the model. */
function calibratedBy(
  members: readonly Member[],
  baseline: Offsets,
  report: AccessProfile,
): Calibrated | null {
  const struct = orderedFrom(structFromC(cSource(members, baseline)));
  const [hottest] = profileLines(report);
  if (hottest === undefined || hottest.address === null) return null;
  const extract = sliceProfile(report, {
    name: 'simulated',
    measuredOn: [],
    wanted: new Set(profileLines(report).map(({ id }) => id)),
  });
  const offsetBytes = Number(BigInt(hottest.address) - BASE_ADDRESS);
  const binding = { profile: 'simulated', target: hottest.id, offsetBytes };
  const profile = modelProfile(attribute(struct, extract, [binding]));
  const layout = computeLayout(struct);
  const placement = placementOf(layout);
  members.forEach(({ name }, m) => {
    if (placement.offsets.get(name as MemberPath) !== baseline[m]) {
      throw new Error(`${name} is not where the scenario has it`);
    }
  });
  if (profile === null) return null;
  const known = calibrate(profile, placement, { locks: lockObjects(struct.desc, layout) });
  return known.ok ? known.value : null;
}

function placementAt(members: readonly Member[], offsets: Offsets): Placement {
  const fields = members.map(({ name, sizeBytes }, m) => ({
    path: name as MemberPath,
    offsetBytes: offsets[m] ?? 0,
    sizeBytes,
  }));
  return {
    sizeBytes: Math.ceil(endOf(members, offsets) / 8) * 8,
    fields,
    offsets: new Map(fields.map(({ path, offsetBytes }) => [path, offsetBytes])),
    start: { kind: 'asProfiled' },
  };
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
