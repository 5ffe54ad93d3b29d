import { describe, expect, test } from 'vitest';
import { ODDS } from './learned';
import { expectedGain, ODDS_EDGES, ODDS_KINDS, oddsCell, oddsOf, oddsSentence } from './odds';
import type { Situation } from './range';

const PLAIN: Situation = {
  locks: 'none',
  hidden: 'none',
  waiting: 0,
  hasLineTable: true,
  hasUnknownLine: false,
};

describe('the table', () => {
  test.each(ODDS_KINDS)(
    '%s has a cell for each predicted change, and counts that add up',
    (kind) => {
      expect(ODDS[kind]).toHaveLength(ODDS_EDGES.length + 1);
      for (const { better, worse, of } of ODDS[kind]) {
        expect(of).toBeGreaterThan(0);
        expect(better + worse).toBeLessThanOrEqual(of);
      }
    },
  );

  test('a larger predicted gain is likelier to be one', () => {
    const better = [-0.6, -0.25, -0.07, 0].map((change) => {
      const odds = oddsOf(10_000 * (1 + change), 10_000, PLAIN);
      return (odds?.better ?? NaN) / (odds?.of ?? NaN);
    });
    expect(better).toEqual([...better].sort((a, b) => b - a));
  });
});

test('a change that few samples show counts for less', () => {
  expect(oddsCell(7_000, 10_000)).toBeLessThan(oddsCell(35, 50));
  expect(oddsCell(50, 50)).toBe(oddsCell(10_000, 10_000));
});

test('a gain counts as much as it is likely', () => {
  expect(expectedGain(1000, 800, { better: 90, worse: 10, of: 100 })).toBeCloseTo(160, 9);
  expect(expectedGain(1000, 800, { better: 30, worse: 50, of: 100 })).toBeLessThan(0);
  expect(expectedGain(1000, 1200, { better: 90, worse: 10, of: 100 })).toBe(-200);
});

test('no order is certain', () => {
  expect(oddsSentence({ better: 36, worse: 0, of: 36 })).toBe(
    'Of 36 such orders 99 % were better, 0 % worse.',
  );
});
