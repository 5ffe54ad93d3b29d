import { describe, expect, test } from 'vitest';
import { computeLayout } from '../../../web/core/layout/compute';
import type { MemberPath } from '../../../web/core/layout/ids';
import { orderedFrom } from '../../../web/core/layout/original';
import { placementOf } from '../../../web/core/model/placement';
import { structFromC } from '../../../web/core/layout/testing/c';
import { randomFrom } from '../random';
import { reportOf } from './report';
import { chancesOf, visibleHitm } from './sampled';
import { scenarioOf } from './scenario';
import { hasLocks } from './families';
import { FAMILIES } from './families';
import { cSource, LINE_BYTES, type Member, type Offsets } from './struct';
import type { Observation } from './observation';
import { runBodies } from './testing/programs';

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

describe.each(FAMILIES)('%s', (family) => {
  test('no edit lets members overlap, or puts one off its alignment', () => {
    for (const seed of SEEDS) {
      const { members, baseline, layouts } = scenarioOf(family, seed);
      for (const offsets of [baseline, ...layouts.map((layout) => layout.offsets)]) {
        expect(faults(members, offsets)).toEqual([]);
      }
    }
  });

  test('the C of a layout gives that layout', () => {
    for (const seed of SEEDS.slice(0, 4)) {
      const { members, baseline } = scenarioOf(family, seed);
      const struct = orderedFrom(structFromC(cSource(members, baseline)));
      const { offsets } = placementOf(computeLayout(struct));
      expect(members.map(({ name }) => offsets.get(name as MemberPath))).toEqual(baseline);
    }
  });

  test('no lock is split at the baseline', () => {
    for (const seed of SEEDS) {
      const { members, baseline, lockKind } = scenarioOf(family, seed);
      expect(lockKind !== null).toBe(members.some(({ role }) => role === 'lock'));
      if (hasLocks(family)) expect(lockKind).not.toBeNull();
      members.forEach(({ role, sizeBytes }, m) => {
        const at = baseline[m] ?? 0;
        if (role === 'lock') expect(at % LINE_BYTES).toBeLessThanOrEqual(LINE_BYTES - sizeBytes);
      });
    }
  });
});

function faults(members: readonly Member[], offsets: Offsets): string[] {
  return members.flatMap(({ name, sizeBytes, alignBytes }, m) => {
    const at = offsets[m] ?? -1;
    const overlapping = members.filter((other, o) => {
      const begin = offsets[o] ?? 0;
      return o !== m && begin < at + sizeBytes && begin + other.sizeBytes > at;
    });
    const isAligned = at >= 0 && at % alignBytes === 0;
    return [
      ...overlapping.map((other) => `${name} overlaps ${other.name}`),
      ...(isAligned ? [] : [`${name} at ${at}`]),
    ];
  });
}

const SEEN: Observation = {
  wantedHitm: 2000,
  storeRatio: 4,
  atomicVisibility: 0.1,
  slowHits: 0.01,
  mode: 'fixed',
  otherSamples: 0.5,
  structShare: 0.5,
  hidesRows: false,
  hasLineTable: true,
  listsCpus: false,
};

/** A hot line, a line with a reader that comes once in 400 calls, and one thread that does most of it. */
function profiledRun() {
  const made = runBodies(
    { lineOf: [0, 0, 1, 1], visits: 40_000, thinkNs: 1000, machine: { prefetchShare: 0 } },
    (sites) =>
      [0, 2].flatMap((word) => {
        const [load, store] = [sites.add('r', word, 'load'), sites.add('w', word + 1, 'store')];
        return [
          function* (thread) {
            yield thread.load(load);
          },
          function* (thread) {
            yield thread.store(store, 1);
          },
        ];
      }),
    [
      [8, 1, 1, 1, 1, 1, 1, 1],
      [8, 1, 1, 1, 1, 1, 1, 1],
      [0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005],
      [0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005, 0.005],
    ],
  );
  const report = (more: Partial<Observation>) =>
    reportOf(
      made.program,
      { cores: 8, smt: 1, nodes: 2 } as Parameters<typeof reportOf>[1],
      made.counted,
      [0, 8, 64, 72],
      { ...SEEN, ...more },
      randomFrom(3),
    ).report;
  return { ...made, report };
}

describe('what perf shows', () => {
  const { program, counted, report } = profiledRun();

  test('as many HITM samples as there are meant to be, and fewer stores', () => {
    const [line] = report({}).lines;
    expect(
      Math.abs(((line?.counts.hitmLocal ?? 0) + (line?.counts.hitmRemote ?? 0)) / 2000 - 1),
    ).toBeLessThan(0.1);
    const all = visibleHitm(program, counted, 0.1);
    const stores = counted.stores.reduce((sum, value) => sum + value, 0);
    const expected = (stores * (2000 / all)) / 4;
    expect(Math.abs((line?.counts.stores ?? 0) / expected - 1)).toBeLessThan(0.15);
  });

  test('in frequency mode a busy CPU is sampled less', () => {
    const { load } = chancesOf(program, counted, { ...SEEN, mode: 'frequency' });
    for (let cpu = 1; cpu < 8; cpu++) expect(load[0]).toBeLessThan((load[cpu] ?? 0) * 0.8);
    expect(new Set(chancesOf(program, counted, SEEN).load).size).toBe(1);
  });

  test('a line below 0.1 % of all HITM is left out, unless everything is shown', () => {
    expect(report({ wantedHitm: 20_000 }).lines.map(({ address }) => address)).toEqual([
      '0x100000',
      '0x100040',
    ]);
    const hidden = report({ wantedHitm: 20_000, hidesRows: true, structShare: 0.02 });
    expect(hidden.lines.map(({ address }) => address)).toEqual(['0x100000']);
  });

  test('without a line table only HITM and stores of a line are known', () => {
    const [line] = report({ hasLineTable: false }).lines;
    expect(line?.counts).toMatchObject({ loads: null, loadsLlc: null, loadsRemote: null });
  });
});
