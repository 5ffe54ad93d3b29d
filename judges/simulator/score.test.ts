import { expect, test } from 'vitest';
import type { Odds } from '../../web/core/model/odds';
import { calibrationOf, harmOf, scoreOf } from './score';
import type { LayoutTrial, Trial } from './trial';

function layout(truth: number, predicted: number, more: Partial<LayoutTrial> = {}): LayoutTrial {
  const band = { low: predicted - 10, high: predicted + 10 };
  return {
    truth,
    predicted,
    band,
    seenBand: band,
    odds: { better: 1, worse: 0, of: 1 },
    likeness: {
      figure: { predicted, measured: 100, change: 0, variance: 0 },
      situation: {
        locks: 'none',
        hidden: 'none',
        waiting: 0,
        hasLineTable: true,
        hasUnknownLine: false,
      },
    },
    rules: {},
    observable: true,
    warned: false,
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

test('errors, signs, the winner and what is decided, by hand', () => {
  const trials = [trial(layout(50, 60), layout(120, 90), layout(80, 95))];
  const score = scoreOf(trials, model, all, 'band');
  expect(score).toMatchObject({ scenarios: 1, layouts: 3, winners: 1, regret: 0, decided: 0.5 });
  expect(score.medianError).toBeCloseTo(0.2, 1);
  expect(score.signs).toBeCloseTo(2 / 3, 12);
  expect(score.covered).toBeCloseTo(1 / 3, 12);
});

test('scenarios whose layouts are all alike are not scored', () => {
  const trials = [trial(layout(99, 90), layout(101, 90))];
  expect(scoreOf(trials, model, all, 'band').scenarios).toBe(0);
});

test('confident and wrong is outside of the range without a warning; gross, if by more than half', () => {
  const warned = layout(300, 100, { warned: true });
  const harm = harmOf([trial(layout(100, 100), layout(120, 100), layout(300, 100), warned)]);
  expect(harm).toMatchObject({
    layouts: 4,
    warned: 0.25,
    confidentAndWrong: 0.5,
    grossAndSilent: 1,
  });
});

test('the first offer has the largest gain that is to be expected, and raises no transactions', () => {
  const harmful = (...layouts: LayoutTrial[]) => harmOf([trial(...layouts)]).harmfulFirst;
  const bad = layout(130, 50);
  expect(harmful(bad, layout(90, 70))).toBe(1);
  expect(harmful({ ...bad, odds: { better: 5, worse: 3, of: 10 } }, layout(90, 70))).toBe(0);
  expect(harmful({ ...bad, raisesTransactions: true }, layout(90, 70))).toBe(0);
  // Nothing gained, nothing offered.
  expect(harmOf([trial(layout(130, 100))])).toMatchObject({ offers: 0, harmfulFirst: 0 });
});

test('odds that come true have a smaller error than the base rate; those that do not are seen in their bin', () => {
  const odds: Odds = { better: 9, worse: 0, of: 10 };
  const [falls, stays] = [layout(80, 80, { odds }), layout(100, 80, { odds })];
  const nine = Array.from({ length: 40 }, (_, at) =>
    trial(...Array.from({ length: 10 }, (__, k) => (k === at % 10 ? stays : falls))),
  );
  const kept = calibrationOf(nine);
  expect(kept).toMatchObject({ orders: 400, sharp: 1, bins: [{ orders: 400 }] });
  expect(kept.bins[0]?.stated).toBeCloseTo(0.9, 9);
  expect(kept.bins[0]?.came).toBeCloseTo(0.9, 9);
  expect(kept.brier).toBeCloseTo(0.09, 9);
  const broken = calibrationOf([trial(...Array.from({ length: 10 }, () => stays))]);
  expect(broken.brier).toBeGreaterThan(broken.brierOfBaseRate);
  expect(broken.bins[0]?.came).toBe(0);
});
