import { expect, test } from 'vitest';
import type { AccessProfile } from '../facts/generated';
import { boundedProfile } from './boundedProfile';

const profile = (...rows: readonly number[]) =>
  ({
    lines: rows.map((count) => ({ rows: Array.from({ length: count }) })),
    diagnostics: [],
  }) as unknown as AccessProfile;

test('lines whose rows are too many for a page are left out, and counted', () => {
  const whole = profile(5, 5);
  expect(boundedProfile(whole, 10)).toBe(whole);
  const bounded = boundedProfile(profile(5, 4, 2, 1), 10);
  expect(bounded.lines.map(({ rows }) => rows.length)).toEqual([5, 4]);
  expect(bounded.diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('its last 2 cache lines, with 3 rows, were left out'),
  ]);
});
