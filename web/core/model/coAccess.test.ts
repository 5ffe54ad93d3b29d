import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { calibrate } from './calibrate';
import { CO_ACCESS } from './constants';
import type { FieldPlacement } from './placement';
import type { AccessProfile, AccessRow } from './profile';

/** Two fields, each on a line of its own. */
const APART: FieldPlacement = (() => {
  const fields = ['a', 'b'].map((name, at) => ({
    path: name as MemberPath,
    offsetBytes: 64 * at,
    sizeBytes: 8,
  }));
  const offsets = new Map(fields.map(({ path, offsetBytes }) => [path, offsetBytes]));
  return { sizeBytes: 128, fields, offsets, start: { kind: 'asProfiled' } };
})();

type Counts = Partial<Pick<AccessRow, 'rmtHitm' | 'stores'>>;

/**
 * The chance that the rows of `worker` run in one go, which does this to each field; others write and read all of them.
 * It is the first symbol of the profile.
 */
function chance(rows: Readonly<Record<string, Counts>>): number {
  const row = (symbol: string, codeOffset: number, counts: Counts): AccessRow => ({
    ...{ symbol, codeOffset, rmtHitm: 0, lclHitm: 0, otherLoads: 0, stores: 0, cpus: 32 },
    ...counts,
  });
  const profile: AccessProfile = {
    kind: 'hitm',
    lineBytes: 64,
    cpuCount: 32,
    storeRatio: 1,
    instances: [
      {
        baseBytes: 0,
        atoms: Object.entries(rows).map(([field, counts], at) => ({
          ...{ field: field as MemberPath, offsetBytes: 0, sizeBytes: 8, cpuShares: null },
          rows: [
            row('worker', at, counts),
            row(`${field}_writer`, 0, { stores: 500 }),
            row(`${field}_reader`, 0, { rmtHitm: 200 }),
          ],
        })),
        foreign: [],
        lines: Object.keys(rows).map((_, line) => ({ line, cleanLoads: 40 })),
      },
    ],
  };
  const known = calibrate(profile, APART);
  if (!known.ok) throw new Error(known.error.kind);
  return known.value.groups[0]?.central.coAccess(0) ?? NaN;
}

test('a function of which one row is known runs in one go as likely as any', () => {
  expect(chance({ a: { stores: 300 }, b: {} })).toBe(CO_ACCESS);
});

test('fields that a function stores to equally often it stores to in one go', () => {
  expect(chance({ a: { stores: 300 }, b: { stores: 310 } })).toBeGreaterThan(0.85);
  expect(chance({ a: { stores: 300 }, b: { stores: 15 } })).toBeLessThan(0.5);
  // Three stores and one are no evidence of anything.
  expect(chance({ a: { stores: 3 }, b: { stores: 1 } })).toBeCloseTo(CO_ACCESS, 1);
});

test('so are fields that it loads, by how often the loads are exposed', () => {
  expect(chance({ a: { rmtHitm: 400 }, b: { rmtHitm: 410 } })).toBeGreaterThan(0.82);
  expect(chance({ a: { rmtHitm: 400 }, b: { rmtHitm: 15 } })).toBeLessThan(0.5);
});

test('a field that it loads, and one that it stores to', () => {
  const alike = chance({ a: { rmtHitm: 400 }, b: { stores: 450 } });
  expect(alike).toBeGreaterThan(CO_ACCESS);
  expect(chance({ a: { rmtHitm: 400 }, b: { stores: 5 } })).toBeLessThan(CO_ACCESS);
});
