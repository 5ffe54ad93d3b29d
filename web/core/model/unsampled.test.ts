import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { calibrate } from './calibrate';
import type { FieldPlacement } from './placement';
import type { AccessProfile, AccessRow, AtomProfile } from './profile';

const NAMES = ['a', 'b', 'c'] as const;

/** Three fields, each on a line of its own. */
const BASELINE: FieldPlacement = (() => {
  const fields = NAMES.map((name, at) => ({
    path: name as MemberPath,
    offsetBytes: 64 * at,
    sizeBytes: 8,
  }));
  const offsets = new Map(fields.map(({ path, offsetBytes }) => [path, offsetBytes]));
  return { sizeBytes: 192, fields, offsets, start: { kind: 'asProfiled' } };
})();

const row = (symbol: string, codeOffset: number, counts: Partial<AccessRow>): AccessRow => ({
  ...{ symbol, codeOffset, rmtHitm: 0, lclHitm: 0, otherLoads: 0, stores: 0, cpus: 8 },
  ...counts,
});

const atom = (field: string, ...rows: AccessRow[]): AtomProfile => ({
  ...{ field: field as MemberPath, offsetBytes: 0, sizeBytes: 8, rows, cpuShares: null },
});

/** `reader` loads `a`, which is written, and something of a line without stores. Exposed loads of that line by function. */
function exposedOn(field: string, there: Partial<AccessRow>): number {
  const profile: AccessProfile = {
    kind: 'hitm',
    lineBytes: 64,
    cpuCount: 8,
    storeRatio: null,
    instances: [
      {
        baseBytes: 0,
        atoms: [
          atom(
            'a',
            row('reader', 0, { rmtHitm: 400, otherLoads: 50 }),
            row('writer', 0, { stores: 300 }),
          ),
          atom(field, row('reader', 8, there)),
        ],
        foreign: [],
        lines: [],
      },
    ],
  };
  const known = calibrate(profile, BASELINE);
  if (!known.ok) throw new Error(known.error.kind);
  const [group] = known.value.groups;
  const index =
    group?.sites.findIndex((site) => site.kind === 'field' && site.field === field) ?? -1;
  return group?.central.exposed[index]?.reduce((sum, visits) => sum + visits, 0) ?? NaN;
}

test('on a line that nobody writes a load without samples is exposed as often as its function visits', () => {
  expect(exposedOn('b', { isUnsampled: true })).toBeGreaterThan(300);
});

test('what was sampled there is as its samples say, though none of its loads missed clean', () => {
  expect(exposedOn('b', { rmtHitm: 20 })).toBe(0);
  expect(exposedOn('c', { otherLoads: 7 })).toBe(7);
});
