import { attribute } from '../../../web/core/heat/attribute';
import { sliceProfile, profileLines } from '../../../web/core/heat/slice';
import { modelProfile } from '../../../web/core/model/toModel';
import { calibrate } from '../../../web/core/model/calibrate';
import type { Calibrated } from '../../../web/core/model/calibrated';
import { lockObjects } from '../../../web/core/locks/objects';
import { placementOf, type FieldPlacement } from '../../../web/core/model/placement';
import type { AccessProfile as ModelProfile } from '../../../web/core/model/profile';
import type { UnsampledLoad } from '../../../web/core/edit/profiles';
import type { AccessProfile } from '../../../web/core/facts/generated';
import type { MemberPath } from '../../../web/core/layout/ids';
import { computeLayout } from '../../../web/core/layout/compute';
import { orderedFrom } from '../../../web/core/layout/original';
import { structFromC } from '../../../web/core/layout/testing/c';
import type { Keep } from '../kept';
import { byRules } from '../rules';
import { forecastFigures, type Trial } from '../trial';
import { BASE_ADDRESS } from './report';
import type { Scenario } from './scenario';
import { simulated } from './simulated';
import { cSource, endOf, type Member, type Offsets } from './struct';

/**
 * Null where the baseline has too little HITM to predict from, or the report shows none of it.
 *
 * @param knowsCode whether the model is told what the functions load, as it is where their code is open
 */
export function runTrial(scenario: Scenario, keep: Keep, knowsCode: boolean): Trial | null {
  const { family, seed, members } = scenario;
  const run = keep(`${family}-${seed}`, () => simulated(scenario));
  const known = run === null ? null : calibratedBy(scenario, run.report, knowsCode);
  if (run === null || known === null) return null;
  const { calibrated, profile, placement } = known;
  return {
    family,
    seed,
    baselineHitm: run.baselineHitm,
    shownHitm: calibrated.baselineHitm,
    layouts: scenario.layouts.flatMap(({ offsets, moved }, at) => {
      const truth = run.layouts[at];
      if (truth === undefined) return [];
      const after = placementAt(members, offsets);
      const rules = byRules(profile, placement, after);
      return [{ ...forecastFigures(calibrated, after), ...truth, rules, moved }];
    }),
  };
}

/** What the model makes of a report. */
interface Known {
  readonly calibrated: Calibrated;
  readonly profile: ModelProfile;
  readonly placement: FieldPlacement;
}

/** The report goes the way of any report: bound to a struct, laid on its fields, handed to the model. */
function calibratedBy(scenario: Scenario, report: AccessProfile, knowsCode: boolean): Known | null {
  const { members, baseline } = scenario;
  const struct = orderedFrom(structFromC(cSource(members, baseline)));
  const [hottest] = profileLines(report);
  if (hottest === undefined || hottest.address === null) return null;
  const sliced = sliceProfile(report, {
    name: 'simulated',
    measuredOn: [],
    wanted: new Set(profileLines(report).map(({ id }) => id)),
  });
  const unsampled = knowsCode ? unsampledLoads(scenario, report) : [];
  const extract = { ...sliced, unsampled };
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
  return known.ok ? { calibrated: known.value, profile, placement } : null;
}

/** What the code of the functions loads, but for what the report has a row of. */
function unsampledLoads(
  { members, baseline, program }: Scenario,
  { lines }: AccessProfile,
): UnsampledLoad[] {
  const rows = new Set(lines.flatMap((line) => line.rows.map((row) => row.codeAddress)));
  const words = members.flatMap(({ words: own }, m) =>
    own.map((word) => ({ ...word, offsetBytes: (baseline[m] ?? 0) + word.offsetBytes })),
  );
  return program.sites.flatMap(({ symbol, codeOffset, word, kind }): UnsampledLoad[] => {
    const codeAddress = codeAddressOf(codeOffset);
    const at = words[word];
    if (kind !== 'load' || at === undefined || rows.has(codeAddress)) return [];
    return [{ symbol, codeAddress, offsetBytes: at.offsetBytes, sizeBytes: at.sizeBytes }];
  });
}

/** As the report writes it. */
function codeAddressOf(codeOffset: number): string {
  return `0x${(0xffff_0000 + codeOffset).toString(16)}`;
}

function placementAt(members: readonly Member[], offsets: Offsets): FieldPlacement {
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
