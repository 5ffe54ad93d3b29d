import { CLEAN_MISS_DEVIATION, STORE_RATIO_DEVIATION, THETA_GRID, THETA_PRIOR } from './constants';
import { solveLine, type LineBasis } from './solve';

/** What a line says about its theta and about the profile's store ratio, on the grid. */
export interface LinePosterior {
  readonly logTheta: Float64Array;
  readonly logStoreRatio: Float64Array;
  readonly logLikelihood: Float64Array;
  /** Mean and variance of ln(store ratio) from this line alone. */
  readonly storeRatio: Moments;
}

export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Clean loads that were seen on a line. */
export type CleanLoads =
  /** From the line table. */
  | { readonly from: 'table'; readonly loads: number }
  /** From the rows' other loads, which contain hits of the own caches: only an upper bound. */
  | { readonly from: 'rows'; readonly loads: number };

/** theta decides how many loads miss clean (about theta for each HITM): so the clean misses tell theta. */
export function linePosterior(line: LineBasis, seen: CleanLoads): LinePosterior {
  const { from, to, points } = THETA_GRID;
  const first = Math.log(from);
  const step = (Math.log(to) - first) / (points - 1);
  const logTheta = Float64Array.from({ length: points }, (_, k) => first + step * k);
  const logStoreRatio = new Float64Array(points);
  const logLikelihood = new Float64Array(points);
  logTheta.forEach((value, k) => {
    const solution = solveLine(line, Math.exp(value));
    logStoreRatio[k] = Math.log(solution.storeVisits / line.storeSamples);
    const expected = solution.cleanLoads;
    const variance = expected + 1 + (CLEAN_MISS_DEVIATION * expected) ** 2;
    const surplus = seen.loads - expected;
    const off = seen.from === 'table' ? surplus : Math.min(0, surplus);
    const spread = seen.from === 'table' ? 0.5 * Math.log(variance) : 0;
    const prior = 0.5 * ((value - THETA_PRIOR.mean) / THETA_PRIOR.deviation) ** 2;
    logLikelihood[k] = (-0.5 * off ** 2) / variance - spread - prior;
  });
  return {
    logTheta,
    logStoreRatio,
    logLikelihood,
    storeRatio: momentsOf(logStoreRatio, logLikelihood),
  };
}

/** The store ratio of the profile from its lines: null where none tells. */
export function pooledStoreRatio(lines: readonly LinePosterior[]): Moments | null {
  let weights = 0;
  let sum = 0;
  for (const { storeRatio } of lines) {
    const weight = 1 / (storeRatio.variance + STORE_RATIO_DEVIATION ** 2);
    weights += weight;
    sum += weight * storeRatio.mean;
  }
  return weights > 0 ? { mean: sum / weights, variance: 1 / weights } : null;
}

/** ln theta of a line, given what the rest of the profile says of the store ratio (null: nothing). */
export function thetaOf(line: LinePosterior, elsewhere: Moments | null): Moments {
  const variance = STORE_RATIO_DEVIATION ** 2 + (elsewhere?.variance ?? 1e9);
  const mean = elsewhere?.mean ?? 0;
  const weighed = line.logLikelihood.map(
    (value, k) => value - (0.5 * ((line.logStoreRatio[k] as number) - mean) ** 2) / variance,
  );
  return momentsOf(line.logTheta, weighed);
}

function momentsOf(values: Float64Array, logWeights: Float64Array): Moments {
  const most = logWeights.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = logWeights.map((value) => Math.exp(value - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let mean = 0;
  values.forEach((value, k) => (mean += (value * (weights[k] as number)) / all));
  let variance = 1e-6;
  values.forEach((value, k) => (variance += ((value - mean) ** 2 * (weights[k] as number)) / all));
  return { mean, variance };
}
