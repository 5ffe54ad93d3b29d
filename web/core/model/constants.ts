/**
 * The fixed numbers of the model. `docs/model.md` says where each comes from; all but `CO_ACCESS`,
 * how rates tell of it, and the discrepancy of the band are set by derivation or by what a count can carry.
 */

/** Goes up when a prediction may come out differently than before: links say which model they quote. */
export const MODEL_VERSION = '1';

/** Chance that rows of one symbol are touched in one short visit, before their rates say anything. It was tuned. */
export const CO_ACCESS = 0.75;

/** How much ln(rate) differs of rows that do not run together: by a factor of e, more or less. */
export const APART_DEVIATION = 1;

/** How much rates of rows that do run together err beyond their counts: periods adapt, thetas are estimates. */
export const TOGETHER_DEVIATION = 0.3;

/** Share of functions whose rates do not say which rows run together, as where one is in a loop or runs in bursts. */
export const RATES_TELL_NOTHING = 0.2;

/** Grid of theta (foreign load visits per store visit of a line) that the posterior is taken over. */
export const THETA_GRID = { from: 0.01, to: 100, points: 41 } as const;

/** A weak prior on ln theta: reads and writes about balanced, give or take a factor of five. */
export const THETA_PRIOR = { mean: 0, deviation: 1.5 } as const;

/** Relative error of the predicted clean misses beyond counting noise. */
export const CLEAN_MISS_DEVIATION = 0.2;

/** How much ln(store sampling ratio) differs from line to line of one profile. */
export const STORE_RATIO_DEVIATION = 0.5;

/**
 * Of ln(store sampling ratio) where neither the recording nor a line with plain HITM tells it: over the band it is then 1,
 * give or take a factor of 27.
 */
export const UNKNOWN_STORE_RATIO_DEVIATION = 2;

/**
 * Where no row was seen on more CPUs than this and none lists them, functions may as well have CPUs of their own: two fields
 * then meet other CPUs always, where on the same ones they would only 1 - 1/n of the time.
 */
export const MOST_ASSUMED_CPUS = 4;

/** From here on a forecast says that CPUs queue: HITM of the line take so many times as long as the fastest. */
export const QUEUE_TIMES = 2;
