// Made by `npm run validate:model -- --learn` from 909 simulated scenarios with 8788 orders. docs/model.md explains it.

/** Margins below and above a figure. */
export const RANGES = {
  none: {
    none: {
      below: { percent: 0, change: 0.48, noise: 1.29, untold: 0, waiting: 0.31 },
      above: { percent: 0, change: 0.36, noise: 1.35, untold: 0, waiting: 0.06 },
    },
    few: {
      below: { percent: 0.69, change: 0.23, noise: 0.77, untold: 0, waiting: 0.63 },
      above: { percent: 9.74, change: 0.29, noise: 0, untold: 0, waiting: 0.13 },
    },
    many: {
      below: { percent: 2.7, change: 0.36, noise: 0, untold: 0, waiting: 0.54 },
      above: { percent: 88.47, change: 0.05, noise: 0, untold: 0, waiting: 0 },
    },
  },
  kept: {
    none: {
      below: { percent: 0, change: 0.19, noise: 1.21, untold: 0, waiting: 0.93 },
      above: { percent: 2.66, change: 0, noise: 1.66, untold: 0, waiting: 0 },
    },
    few: {
      below: { percent: 0.46, change: 0.23, noise: 1.41, untold: 0, waiting: 0.41 },
      above: { percent: 9.59, change: 0, noise: 2.66, untold: 0, waiting: 0 },
    },
    many: {
      below: { percent: 0.11, change: 0.18, noise: 1.49, untold: 0, waiting: 0.69 },
      above: { percent: 128.75, change: 0, noise: 8.31, untold: 0, waiting: 0 },
    },
  },
  changed: {
    none: {
      below: { percent: 11.22, change: 0.5, noise: 0, untold: 0, waiting: 0.31 },
      above: { percent: 29.81, change: 0, noise: 6.05, untold: 0, waiting: 0 },
    },
    few: {
      below: { percent: 0, change: 0.52, noise: 0, untold: 0, waiting: 0.45 },
      above: { percent: 48.22, change: 0, noise: 8.39, untold: 0, waiting: 0 },
    },
    many: {
      below: { percent: 0.03, change: 0.41, noise: 0.2, untold: 0, waiting: 0.64 },
      above: { percent: 80.09, change: 0, noise: 24.62, untold: 0, waiting: 0 },
    },
  },
};

/** By what is seen, and by the cells of the predicted change (`ODDS_EDGES`). */
export const ODDS = {
  plain: [
    { better: 52, worse: 0, of: 52 },
    { better: 129, worse: 3, of: 135 },
    { better: 138, worse: 3, of: 155 },
    { better: 200, worse: 18, of: 253 },
    { better: 133, worse: 19, of: 230 },
    { better: 59, worse: 19, of: 228 },
    { better: 29, worse: 16, of: 208 },
    { better: 30, worse: 50, of: 1234 },
    { better: 26, worse: 47, of: 195 },
    { better: 11, worse: 89, of: 136 },
    { better: 9, worse: 145, of: 166 },
  ],
  queues: [
    { better: 46, worse: 0, of: 48 },
    { better: 46, worse: 0, of: 48 },
    { better: 46, worse: 0, of: 48 },
    { better: 46, worse: 0, of: 48 },
    { better: 26, worse: 4, of: 65 },
    { better: 26, worse: 4, of: 65 },
    { better: 26, worse: 4, of: 65 },
    { better: 10, worse: 12, of: 121 },
    { better: 27, worse: 22, of: 77 },
    { better: 27, worse: 22, of: 77 },
    { better: 27, worse: 22, of: 77 },
  ],
  few: [
    { better: 107, worse: 2, of: 115 },
    { better: 107, worse: 2, of: 115 },
    { better: 102, worse: 13, of: 126 },
    { better: 84, worse: 14, of: 136 },
    { better: 55, worse: 24, of: 141 },
    { better: 35, worse: 17, of: 129 },
    { better: 16, worse: 31, of: 154 },
    { better: 24, worse: 74, of: 489 },
    { better: 10, worse: 21, of: 68 },
    { better: 9, worse: 41, of: 63 },
    { better: 5, worse: 77, of: 91 },
  ],
  many: [
    { better: 109, worse: 27, of: 151 },
    { better: 89, worse: 30, of: 140 },
    { better: 71, worse: 29, of: 119 },
    { better: 66, worse: 36, of: 130 },
    { better: 28, worse: 21, of: 68 },
    { better: 13, worse: 34, of: 69 },
    { better: 9, worse: 23, of: 52 },
    { better: 13, worse: 206, of: 429 },
    { better: 17, worse: 73, of: 113 },
    { better: 17, worse: 73, of: 113 },
    { better: 8, worse: 115, of: 135 },
  ],
  lock: [
    { better: 188, worse: 0, of: 190 },
    { better: 188, worse: 0, of: 190 },
    { better: 82, worse: 1, of: 83 },
    { better: 103, worse: 2, of: 111 },
    { better: 53, worse: 0, of: 73 },
    { better: 32, worse: 4, of: 67 },
    { better: 23, worse: 1, of: 71 },
    { better: 33, worse: 77, of: 504 },
    { better: 8, worse: 7, of: 29 },
    { better: 1, worse: 26, of: 37 },
    { better: 1, worse: 26, of: 37 },
  ],
  lockChanged: [
    { better: 26, worse: 1, of: 28 },
    { better: 71, worse: 3, of: 79 },
    { better: 81, worse: 15, of: 100 },
    { better: 199, worse: 49, of: 329 },
    { better: 199, worse: 49, of: 329 },
    { better: 35, worse: 33, of: 115 },
    { better: 32, worse: 37, of: 118 },
    { better: 36, worse: 70, of: 204 },
    { better: 24, worse: 50, of: 117 },
    { better: 13, worse: 61, of: 119 },
    { better: 21, worse: 145, of: 193 },
  ],
};
