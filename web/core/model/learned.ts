// Made by `npm run validate:model -- --learn` from 697 simulated scenarios with 6748 orders. docs/model.md explains it.

/** Margins below and above a figure. */
export const RANGES = {
  none: {
    none: {
      below: { percent: 1.01, change: 0.41, noise: 0.75, untold: 0, waiting: 0.54 },
      above: { percent: 0.95, change: 0.31, noise: 1.14, untold: 0.25, waiting: 0.09 },
    },
    few: {
      below: { percent: 1.14, change: 0.32, noise: 0.97, untold: 0, waiting: 0.67 },
      above: { percent: 15.25, change: 0.23, noise: 0, untold: 0.68, waiting: 0.09 },
    },
    many: {
      below: { percent: 3.81, change: 0.34, noise: 0, untold: 0.03, waiting: 0.54 },
      above: { percent: 90.9, change: 0.03, noise: 0.05, untold: 0, waiting: 0 },
    },
  },
  kept: {
    none: {
      below: { percent: 0, change: 0.31, noise: 0.27, untold: 0, waiting: 0.88 },
      above: { percent: 0, change: 0, noise: 2.11, untold: 0, waiting: 0.11 },
    },
    few: {
      below: { percent: 5.37, change: 0.31, noise: 0.11, untold: 0, waiting: 0.09 },
      above: { percent: 10.02, change: 0.05, noise: 3, untold: 0, waiting: 0.14 },
    },
    many: {
      below: { percent: 0, change: 0.5, noise: 0.2, untold: 0, waiting: 0.59 },
      above: { percent: 140.4, change: 0, noise: 1.78, untold: 0, waiting: 0.69 },
    },
  },
  changed: {
    none: {
      below: { percent: 7.69, change: 0.6, noise: 0.39, untold: 0, waiting: 0.48 },
      above: { percent: 39.69, change: 0, noise: 0.15, untold: 0, waiting: 0 },
    },
    few: {
      below: { percent: 0.22, change: 0.48, noise: 0, untold: 0, waiting: 0.5 },
      above: { percent: 65.12, change: 0, noise: 0, untold: 0, waiting: 0 },
    },
    many: {
      below: { percent: 0, change: 0.48, noise: 3, untold: 0, waiting: 0.31 },
      above: { percent: 136.86, change: 0, noise: 2.19, untold: 0, waiting: 0 },
    },
  },
};

/** By what is seen, and by the cells of the predicted change (`ODDS_EDGES`). */
export const ODDS = {
  plain: [
    { better: 51, worse: 0, of: 52 },
    { better: 115, worse: 4, of: 122 },
    { better: 135, worse: 4, of: 156 },
    { better: 181, worse: 14, of: 227 },
    { better: 98, worse: 11, of: 179 },
    { better: 50, worse: 17, of: 224 },
    { better: 19, worse: 12, of: 173 },
    { better: 24, worse: 40, of: 989 },
    { better: 23, worse: 46, of: 174 },
    { better: 12, worse: 70, of: 116 },
    { better: 10, worse: 128, of: 148 },
  ],
  queues: [
    { better: 47, worse: 3, of: 52 },
    { better: 47, worse: 3, of: 52 },
    { better: 47, worse: 3, of: 52 },
    { better: 47, worse: 3, of: 52 },
    { better: 17, worse: 6, of: 39 },
    { better: 17, worse: 6, of: 39 },
    { better: 8, worse: 0, of: 27 },
    { better: 8, worse: 6, of: 89 },
    { better: 13, worse: 21, of: 49 },
    { better: 13, worse: 21, of: 49 },
    { better: 13, worse: 21, of: 49 },
  ],
  few: [
    { better: 49, worse: 4, of: 55 },
    { better: 49, worse: 4, of: 55 },
    { better: 46, worse: 14, of: 68 },
    { better: 57, worse: 10, of: 90 },
    { better: 23, worse: 16, of: 64 },
    { better: 12, worse: 12, of: 57 },
    { better: 10, worse: 16, of: 89 },
    { better: 12, worse: 62, of: 306 },
    { better: 12, worse: 47, of: 97 },
    { better: 12, worse: 47, of: 97 },
    { better: 5, worse: 62, of: 76 },
  ],
  many: [
    { better: 85, worse: 18, of: 114 },
    { better: 72, worse: 23, of: 109 },
    { better: 46, worse: 19, of: 76 },
    { better: 45, worse: 30, of: 93 },
    { better: 16, worse: 20, of: 47 },
    { better: 13, worse: 24, of: 56 },
    { better: 6, worse: 13, of: 37 },
    { better: 9, worse: 150, of: 310 },
    { better: 7, worse: 23, of: 39 },
    { better: 6, worse: 37, of: 54 },
    { better: 8, worse: 94, of: 113 },
  ],
  lock: [
    { better: 146, worse: 1, of: 150 },
    { better: 146, worse: 1, of: 150 },
    { better: 73, worse: 1, of: 75 },
    { better: 124, worse: 2, of: 134 },
    { better: 73, worse: 1, of: 95 },
    { better: 51, worse: 11, of: 100 },
    { better: 20, worse: 4, of: 76 },
    { better: 23, worse: 65, of: 413 },
    { better: 11, worse: 28, of: 72 },
    { better: 5, worse: 27, of: 52 },
    { better: 9, worse: 76, of: 96 },
  ],
  lockChanged: [
    { better: 54, worse: 3, of: 61 },
    { better: 54, worse: 3, of: 61 },
    { better: 35, worse: 5, of: 44 },
    { better: 107, worse: 30, of: 182 },
    { better: 107, worse: 30, of: 182 },
    { better: 30, worse: 7, of: 61 },
    { better: 33, worse: 25, of: 82 },
    { better: 22, worse: 45, of: 119 },
    { better: 12, worse: 14, of: 41 },
    { better: 14, worse: 33, of: 70 },
    { better: 10, worse: 38, of: 59 },
  ],
};
