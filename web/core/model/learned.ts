// Made by `npm run validate:model -- --learn` from 491 simulated scenarios with 4763 orders. docs/model.md explains it.

/** Margins below and above a figure. */
export const RANGES = {
  none: {
    none: {
      below: { percent: 0.18, change: 0.45, noise: 1.08, noLineTable: 0, waiting: 0.35 },
      above: { percent: 1.59, change: 0.31, noise: 0.79, noLineTable: 0.2, waiting: 0.05 },
    },
    few: {
      below: { percent: 4.04, change: 0.31, noise: 0.24, noLineTable: 0, waiting: 0.58 },
      above: { percent: 13.06, change: 0.25, noise: 0.1, noLineTable: 0.69, waiting: 0.16 },
    },
    many: {
      below: { percent: 5.29, change: 0.32, noise: 0, noLineTable: 0, waiting: 0.79 },
      above: { percent: 93.27, change: 0, noise: 0, noLineTable: 0, waiting: 0 },
    },
  },
  kept: {
    none: {
      below: { percent: 0, change: 0.31, noise: 0.18, noLineTable: 0, waiting: 0.96 },
      above: { percent: 1.29, change: 0.06, noise: 1.99, noLineTable: 0, waiting: 0 },
    },
    few: {
      below: { percent: 0.79, change: 0.38, noise: 0.88, noLineTable: 0, waiting: 0 },
      above: { percent: 12, change: 0.05, noise: 2.75, noLineTable: 0, waiting: 0 },
    },
    many: {
      below: { percent: 0.08, change: 0.23, noise: 1.25, noLineTable: 0, waiting: 0.59 },
      above: { percent: 198.65, change: 0, noise: 3, noLineTable: 0, waiting: 0 },
    },
  },
  changed: {
    none: {
      below: { percent: 8.69, change: 0.5, noise: 1.51, noLineTable: 0, waiting: 0.31 },
      above: { percent: 38.04, change: 0, noise: 3, noLineTable: 0, waiting: 0 },
    },
    few: {
      below: { percent: 0.22, change: 0.48, noise: 0, noLineTable: 0, waiting: 0.5 },
      above: { percent: 73.12, change: 0, noise: 0, noLineTable: 0, waiting: 0 },
    },
    many: {
      below: { percent: 0.11, change: 0.41, noise: 0.2, noLineTable: 0, waiting: 0.37 },
      above: { percent: 209.01, change: 0, noise: 3, noLineTable: 0, waiting: 0 },
    },
  },
};

/** By what is seen, and by the cells of the predicted change (`ODDS_EDGES`). */
export const ODDS = {
  plain: [
    { better: 38, worse: 0, of: 39 },
    { better: 92, worse: 3, of: 97 },
    { better: 100, worse: 2, of: 112 },
    { better: 136, worse: 6, of: 160 },
    { better: 76, worse: 7, of: 132 },
    { better: 41, worse: 10, of: 164 },
    { better: 15, worse: 10, of: 135 },
    { better: 14, worse: 27, of: 690 },
    { better: 29, worse: 74, of: 212 },
    { better: 29, worse: 74, of: 212 },
    { better: 5, worse: 89, of: 101 },
  ],
  queues: [
    { better: 33, worse: 0, of: 34 },
    { better: 33, worse: 0, of: 34 },
    { better: 33, worse: 0, of: 34 },
    { better: 33, worse: 0, of: 34 },
    { better: 18, worse: 2, of: 43 },
    { better: 18, worse: 2, of: 43 },
    { better: 18, worse: 2, of: 43 },
    { better: 6, worse: 6, of: 71 },
    { better: 12, worse: 9, of: 34 },
    { better: 12, worse: 9, of: 34 },
    { better: 12, worse: 9, of: 34 },
  ],
  few: [
    { better: 38, worse: 2, of: 42 },
    { better: 38, worse: 2, of: 42 },
    { better: 39, worse: 11, of: 56 },
    { better: 37, worse: 6, of: 55 },
    { better: 16, worse: 8, of: 45 },
    { better: 7, worse: 8, of: 33 },
    { better: 5, worse: 13, of: 60 },
    { better: 10, worse: 39, of: 209 },
    { better: 9, worse: 30, of: 70 },
    { better: 9, worse: 30, of: 70 },
    { better: 4, worse: 44, of: 54 },
  ],
  many: [
    { better: 60, worse: 10, of: 78 },
    { better: 47, worse: 15, of: 72 },
    { better: 37, worse: 16, of: 63 },
    { better: 33, worse: 20, of: 63 },
    { better: 15, worse: 12, of: 36 },
    { better: 8, worse: 16, of: 32 },
    { better: 6, worse: 8, of: 26 },
    { better: 7, worse: 111, of: 224 },
    { better: 7, worse: 15, of: 28 },
    { better: 4, worse: 23, of: 35 },
    { better: 3, worse: 57, of: 66 },
  ],
  lock: [
    { better: 151, worse: 2, of: 156 },
    { better: 151, worse: 2, of: 156 },
    { better: 151, worse: 2, of: 156 },
    { better: 86, worse: 2, of: 95 },
    { better: 48, worse: 1, of: 64 },
    { better: 33, worse: 9, of: 70 },
    { better: 14, worse: 4, of: 59 },
    { better: 16, worse: 45, of: 279 },
    { better: 7, worse: 22, of: 51 },
    { better: 4, worse: 21, of: 37 },
    { better: 6, worse: 61, of: 76 },
  ],
  lockChanged: [
    { better: 41, worse: 3, of: 48 },
    { better: 41, worse: 3, of: 48 },
    { better: 30, worse: 5, of: 39 },
    { better: 69, worse: 20, of: 127 },
    { better: 69, worse: 20, of: 127 },
    { better: 18, worse: 6, of: 43 },
    { better: 19, worse: 17, of: 55 },
    { better: 15, worse: 30, of: 85 },
    { better: 7, worse: 11, of: 29 },
    { better: 14, worse: 42, of: 79 },
    { better: 14, worse: 42, of: 79 },
  ],
};
