import { expect, test } from 'vitest';
import { harmOf, scoreOf } from './score';
import type { LayoutTrial, Trial } from './trial';

function layout(truth: number, predicted: number, more: Partial<LayoutTrial> = {}): LayoutTrial {
  return {
    truth,
    predicted,
    low: predicted - 10,
    high: predicted + 10,
    naive: {},
    observable: true,
    unseen: 0,
    warned: false,
    isSignUnknown: false,
    raisesTransactions: false,
    moved: 'noLock',
    ...more,
  };
}

function trial(...layouts: LayoutTrial[]): Trial {
  return { family: 'f', seed: 1, baselineHitm: 100, shownHitm: 100, layouts };
}

const all = () => true;
const model = ({ predicted }: LayoutTrial) => predicted;

test('errors, signs and the winner, by hand', () => {
  const score = scoreOf([trial(layout(50, 60), layout(120, 90), layout(80, 80))], model, all);
  expect(score).toMatchObject({ scenarios: 1, layouts: 3, winners: 1, regret: 0 });
  expect(score.medianError).toBeCloseTo(0.2, 12);
  expect(score.signs).toBeCloseTo(2 / 3, 12);
  expect(score.covered).toBeCloseTo(2 / 3, 12);
});

test('scenarios whose layouts are all alike are not scored', () => {
  expect(scoreOf([trial(layout(99, 90), layout(101, 90))], model, all).scenarios).toBe(0);
});

test('confident and wrong is outside of the range without a warning; gross, if by more than half', () => {
  const harm = harmOf(
    [
      trial(
        layout(100, 100),
        layout(120, 100),
        layout(300, 100),
        layout(300, 100, { warned: true }),
      ),
    ],
    all,
  );
  expect(harm).toMatchObject({
    layouts: 4,
    warned: 0.25,
    confidentAndWrong: 0.5,
    grossAndSilent: 1,
  });
});

test('the first offer is the best of known sign that raises no transactions', () => {
  const harmful = (...layouts: LayoutTrial[]) => harmOf([trial(...layouts)], all).harmfulFirst;
  const bad = layout(130, 50);
  expect(harmful(bad, layout(90, 70))).toBe(1);
  expect(harmful({ ...bad, isSignUnknown: true }, layout(90, 70))).toBe(0);
  expect(harmful({ ...bad, raisesTransactions: true }, layout(90, 70))).toBe(0);
  // What was never seen may add more to it than it gains.
  expect(harmful({ ...bad, unseen: 700 }, layout(90, 70))).toBe(0);
  // Where nothing else is left, it is shown with its label.
  expect(harmful({ ...bad, isSignUnknown: true })).toBe(1);
  // Nothing gained, nothing offered.
  expect(harmOf([trial(layout(130, 100))], all)).toMatchObject({ offers: 0, harmfulFirst: 0 });
});
