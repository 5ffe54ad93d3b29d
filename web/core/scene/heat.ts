import type { HeatStep } from './scene';

/** A legend: each step with the least count that it stands for. */
export type HeatScale = readonly { readonly step: HeatStep; readonly from: number }[];

/**
 * Five steps over the counts of one picture, by powers of the ratio between the largest count and 1, so
 * that one field a hundred times as hot as all others leaves the others a colour. Counts are samples.
 */
export function heatScale(largest: number): HeatScale {
  const top = Math.max(1, largest);
  const ratio = Math.max(2, top ** (1 / 5));
  return ([1, 2, 3, 4, 5] as const).map((step) => ({
    step,
    from: step === 1 ? 1 : Math.max(step, Math.round(top / ratio ** (6 - step))),
  }));
}

/** Null for no samples: such a field stays neutral. */
export function heatStep(count: number, scale: HeatScale): HeatStep | null {
  if (count <= 0) return null;
  return scale.findLast(({ from }) => count >= from)?.step ?? 1;
}
