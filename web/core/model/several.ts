import type { Prediction } from './predict';

/** A change of less than this share of the baseline is no change. */
const STEP = 0.02;

/**
 * A sentence where an order helps one profile and hurts another; null where they agree, or where there
 * is nothing to compare.
 */
export function disagreement(predictions: readonly Prediction[]): string | null {
  const falls: string[] = [];
  const rises: string[] = [];
  for (const { basis, outcome } of predictions) {
    if (!outcome.ok || basis.profile.kind !== 'hitm' || !basis.isOfOriginal) continue;
    const { hitm, baseline } = outcome.value.forecast;
    const change = hitm.total - baseline.hitm;
    const step = Math.max(1, STEP * baseline.hitm);
    if (change < -step) falls.push(basis.name);
    else if (change > step) rises.push(basis.name);
  }
  if (falls.length === 0 || rises.length === 0) return null;
  return `The profiles disagree: HITM is expected to fall in ${falls.join(', ')} and to rise in ${rises.join(', ')}. Decide which workload counts, or look for an order that raises none.`;
}
