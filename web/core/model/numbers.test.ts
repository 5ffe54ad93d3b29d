import { sentence } from '../base/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { calibrate } from './calibrate';
import { flagMessage, unpredictableMessage } from './flags';
import { forecast, type Forecast } from './forecast';
import type { AccessProfile, AccessRow } from './profile';
import { place } from './testing/inWords';

describe('numbers', () => {
  const count = fc.oneof(
    fc.constantFrom(0, 0, 1, NaN, Infinity, -Infinity, -1, 2 ** 32 + 1, 2 ** 60, 1e308),
    fc.integer({ min: 0, max: 5000 }),
    fc.double(),
  );
  const anyRow: fc.Arbitrary<AccessRow> = fc.record({
    symbol: fc.constantFrom('a', 'b', ''),
    codeOffset: count,
    rmtHitm: count,
    lclHitm: count,
    otherLoads: count,
    stores: count,
    cpus: count,
  });
  const names = ['a', 'b', 'c', 'd', 'e'] as MemberPath[];
  const anyAtom = fc.record({
    field: fc.constantFrom(...names, 'lost' as MemberPath),
    offsetBytes: fc.oneof(fc.constant(0), count),
    sizeBytes: fc.oneof(fc.constant(8), fc.constantFrom(NaN, -1, 0, 200)),
    rows: fc.array(anyRow, { maxLength: 3 }),
    cpuShares: fc.option(
      fc.array(fc.tuple(fc.nat(4), count), { maxLength: 3 }).map((shares) => new Map(shares)),
    ),
  });
  const anyProfile: fc.Arbitrary<AccessProfile> = fc.record({
    kind: fc.constantFrom('hitm', 'hitm', 'tags', 'peer'),
    lineBytes: fc.constantFrom(64, 64, 128, 0, NaN),
    cpuCount: fc.option(count),
    storeRatio: fc.option(count),
    instances: fc.array(
      fc.record({
        baseBytes: fc.oneof(fc.constant(0), count),
        atoms: fc.array(anyAtom, { maxLength: 6 }),
        foreign: fc.array(fc.record({ line: count, rows: fc.array(anyRow, { maxLength: 2 }) }), {
          maxLength: 2,
        }),
        lines: fc.array(fc.record({ line: fc.nat(2), cleanLoads: count }), { maxLength: 3 }),
      }),
      { maxLength: 2 },
    ),
  });

  test('no input gives a figure that is no number', () => {
    const tag = fc.record({
      member: fc.constantFrom(...names),
      role: fc.constantFrom('read-hot', 'read-mostly', 'write-hot', 'lock', 'cold'),
      weight: fc.option(count),
    });
    const before = place('a, b, c | d, e');
    const after = place('a, c, e 70, b, d');
    fc.assert(
      fc.property(
        anyProfile,
        fc.array(tag, { maxLength: 3 }),
        fc.constantFrom(0, 0, 0.5, 1, NaN),
        (input, tags, pairShare) => {
          const result = calibrate(input, before, { tags, pairShare });
          if (result.ok)
            [before, after].forEach((order) => expectSane(forecast(result.value, order)));
          else
            expect(sentence(unpredictableMessage(result.error))).not.toMatch(
              /NaN|Infinity|undefined/,
            );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function expectSane(seen: Forecast): void {
  expectNumbers(seen);
  for (const flag of seen.flags)
    expect(sentence(flagMessage(flag))).not.toMatch(/NaN|Infinity|undefined|∞/);
}

function expectNumbers(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value), String(value)).toBe(true);
  else if (value !== null && typeof value === 'object') Object.values(value).forEach(expectNumbers);
}
