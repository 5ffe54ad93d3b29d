import { expect, test } from 'vitest';
import { modulo, roundUp, sum } from './math';

test('a rest is never negative', () => {
  expect([modulo(-1, 64), modulo(-128, 64), modulo(65, 64), modulo(0, 64)]).toEqual([63, 0, 1, 0]);
});

test('what is a multiple stays, also beyond 2^31', () => {
  expect([roundUp(0, 8), roundUp(8, 8), roundUp(9, 8), roundUp(-9, 8)]).toEqual([0, 8, 16, -8]);
  expect(roundUp(2 ** 33 + 1, 64)).toBe(2 ** 33 + 64);
});

test('sums of lists and of typed arrays', () => {
  expect([sum([]), sum([1, 2, 3]), sum(Float64Array.of(0.5, 0.25))]).toEqual([0, 6, 0.75]);
});
