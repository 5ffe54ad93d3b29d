import { DISCREPANCY } from './constants';

/** A range of HITM samples. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** What widens a range beyond its variants. */
export interface Uncertainty {
  /** What the model leaves out, as a share of the prediction. */
  readonly discrepancy: number;
  /** The same for the lower end. */
  readonly relief: number;
  /** The variance of the counts that a prediction was made from. */
  readonly variance: number;
}

/**
 * The range over the variants of the model, widened by counting noise and by what the model leaves out.
 *
 * @param variants the prediction under each variant, the central one first
 * @param baseline measured HITM of the whole struct
 */
export function bandOf(
  variants: ArrayLike<number>,
  baseline: number,
  { discrepancy, relief, variance }: Uncertainty = {
    discrepancy: DISCREPANCY,
    relief: DISCREPANCY,
    variance: 0,
  },
): Band {
  const central = variants[0] ?? 0;
  let most = 0;
  let least = Infinity;
  for (let k = 0; k < variants.length; k++) {
    const value = variants[k] as number;
    most = Math.max(most, value);
    least = Math.min(least, value);
  }
  const noise = Math.sqrt(Math.max(most + 1, variance));
  const whole = Math.max(central, 0.25 * baseline);
  return {
    low: Math.max(0, Math.min(most, least) - 2 * noise - relief * whole),
    high: most + 2 * noise + discrepancy * whole,
  };
}

/** At the baseline the model is exact: what remains is that the measurement was a count. */
export function countingBand(hitm: number): Band {
  const margin = 2 * Math.sqrt(hitm + 1);
  return { low: Math.max(0, hitm - margin), high: hitm + margin };
}
