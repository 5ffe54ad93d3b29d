import type { Odds, OddsKind } from './odds';
import type { Hidden, LockState, Margin } from './range';

// Made by `npm run validate:model -- --learn` from 546 simulated scenarios with 5311 orders. docs/model.md explains it.

/** Margins below and above a figure. */
export const RANGES: Readonly<
  Record<LockState, Readonly<Record<Hidden, { readonly below: Margin; readonly above: Margin }>>>
> = {
  none: {
    none: {
      below: { percent: 0, change: 0.45, noise: 1.08, firstAccess: 0, waiting: 0.35 },
      above: { percent: 0, change: 0.36, noise: 1.32, firstAccess: 0.39, waiting: 0.05 },
    },
    few: {
      below: { percent: 0, change: 0.31, noise: 0.86, firstAccess: 0, waiting: 0.93 },
      above: { percent: 10.87, change: 0.32, noise: 0, firstAccess: 1.34, waiting: 0.03 },
    },
    many: {
      below: { percent: 1.58, change: 0.36, noise: 0, firstAccess: 0, waiting: 0.69 },
      above: { percent: 90.9, change: 0, noise: 0, firstAccess: 0, waiting: 0 },
    },
  },
  kept: {
    none: {
      below: { percent: 0, change: 0.21, noise: 0.32, firstAccess: 0, waiting: 0.77 },
      above: { percent: 1.9, change: 0, noise: 1.93, firstAccess: 0.87, waiting: 0 },
    },
    few: {
      below: { percent: 0.39, change: 0.23, noise: 0.85, firstAccess: 0, waiting: 0.5 },
      above: { percent: 3.9, change: 0, noise: 4.06, firstAccess: 0, waiting: 0 },
    },
    many: {
      below: { percent: 0, change: 0.23, noise: 0.05, firstAccess: 0, waiting: 1.25 },
      above: { percent: 131.46, change: 0, noise: 8.18, firstAccess: 0, waiting: 0 },
    },
  },
  changed: {
    none: {
      below: { percent: 9.73, change: 0.45, noise: 0.93, firstAccess: 0.04, waiting: 0.31 },
      above: { percent: 33.62, change: 0.17, noise: 0, firstAccess: 0.09, waiting: 0 },
    },
    few: {
      below: { percent: 0.79, change: 0.5, noise: 0, firstAccess: 0, waiting: 0.5 },
      above: { percent: 60.65, change: 0, noise: 1.9, firstAccess: 0, waiting: 0 },
    },
    many: {
      below: { percent: 1.87, change: 0.13, noise: 2.21, firstAccess: 0.05, waiting: 0.41 },
      above: { percent: 63.87, change: 1.11, noise: 24.06, firstAccess: 0, waiting: 0 },
    },
  },
};

/** By what is seen, and by the cells of the predicted change (`ODDS_EDGES`). */
export const ODDS: Readonly<Record<OddsKind, readonly Odds[]>> = {
  plain: [
    { better: 36, worse: 0, of: 36 },
    { better: 81, worse: 0, of: 81 },
    { better: 77, worse: 2, of: 91 },
    { better: 129, worse: 9, of: 155 },
    { better: 79, worse: 10, of: 133 },
    { better: 38, worse: 13, of: 140 },
    { better: 20, worse: 11, of: 122 },
    { better: 14, worse: 31, of: 757 },
    { better: 14, worse: 24, of: 118 },
    { better: 7, worse: 57, of: 89 },
    { better: 5, worse: 95, of: 108 },
  ],
  queues: [
    { better: 31, worse: 0, of: 32 },
    { better: 31, worse: 0, of: 32 },
    { better: 31, worse: 0, of: 32 },
    { better: 31, worse: 0, of: 32 },
    { better: 19, worse: 2, of: 46 },
    { better: 19, worse: 2, of: 46 },
    { better: 19, worse: 2, of: 46 },
    { better: 8, worse: 4, of: 56 },
    { better: 25, worse: 14, of: 60 },
    { better: 25, worse: 14, of: 60 },
    { better: 25, worse: 14, of: 60 },
  ],
  few: [
    { better: 64, worse: 0, of: 66 },
    { better: 64, worse: 0, of: 66 },
    { better: 61, worse: 8, of: 76 },
    { better: 54, worse: 7, of: 88 },
    { better: 32, worse: 18, of: 81 },
    { better: 19, worse: 10, of: 73 },
    { better: 10, worse: 23, of: 100 },
    { better: 16, worse: 42, of: 290 },
    { better: 14, worse: 35, of: 80 },
    { better: 14, worse: 35, of: 80 },
    { better: 3, worse: 48, of: 58 },
  ],
  many: [
    { better: 70, worse: 15, of: 94 },
    { better: 63, worse: 19, of: 97 },
    { better: 39, worse: 17, of: 68 },
    { better: 39, worse: 20, of: 71 },
    { better: 20, worse: 12, of: 44 },
    { better: 9, worse: 16, of: 42 },
    { better: 4, worse: 16, of: 33 },
    { better: 4, worse: 131, of: 271 },
    { better: 12, worse: 46, of: 70 },
    { better: 12, worse: 46, of: 70 },
    { better: 6, worse: 63, of: 77 },
  ],
  lock: [
    { better: 158, worse: 0, of: 160 },
    { better: 158, worse: 0, of: 160 },
    { better: 158, worse: 0, of: 160 },
    { better: 63, worse: 1, of: 67 },
    { better: 34, worse: 0, of: 43 },
    { better: 19, worse: 2, of: 44 },
    { better: 15, worse: 0, of: 45 },
    { better: 23, worse: 52, of: 310 },
    { better: 3, worse: 19, of: 31 },
    { better: 3, worse: 19, of: 31 },
    { better: 3, worse: 19, of: 31 },
  ],
  lockChanged: [
    { better: 66, worse: 3, of: 71 },
    { better: 66, worse: 3, of: 71 },
    { better: 37, worse: 8, of: 47 },
    { better: 101, worse: 29, of: 178 },
    { better: 101, worse: 29, of: 178 },
    { better: 24, worse: 16, of: 67 },
    { better: 18, worse: 15, of: 67 },
    { better: 14, worse: 47, of: 120 },
    { better: 15, worse: 33, of: 78 },
    { better: 10, worse: 37, of: 73 },
    { better: 12, worse: 80, of: 107 },
  ],
};
