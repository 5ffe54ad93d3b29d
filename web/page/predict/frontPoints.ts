import type { Suggestion } from '../../core/search/input';

const LEFT_PX = 26;
const WIDTH_PX = 288;
const STEP_PX = 58;

/** Lengths of the picture. */
export const PLOT = {
  widthPx: WIDTH_PX,
  heightPx: 116,
  leftPx: LEFT_PX,
  topPx: 20,
  bottomPx: 94,
  ticks: [1, 2, 3, 4].map((moves) => ({ moves, xPx: LEFT_PX + (moves - 0.5) * STEP_PX })),
} as const;

export interface FrontPoint {
  /** The first of its point. */
  readonly suggestion: Suggestion;
  readonly xPx: number;
  readonly yPx: number;
  /** It takes more memory than another point. */
  readonly grows: boolean;
}

/** The distance of points that have the same figures and are side by side. */
const ASIDE_PX = 11;

/** Where each point of the front stands: across by moved fields, down by what is left of the conflicts. */
export function frontPoints(suggestions: readonly Suggestion[]): readonly FrontPoint[] {
  const least = Math.min(...suggestions.map(({ figures }) => figures.strideBytes));
  const taken = new Map<string, number>();
  const seen = new Set<number>();
  return suggestions.flatMap((suggestion) => {
    const { hitm, edits, strideBytes } = suggestion.figures;
    if (hitm === null || seen.has(suggestion.point)) return [];
    seen.add(suggestion.point);
    const left = hitm.before > 0 ? Math.min(1, Math.max(0, hitm.after / hitm.before)) : 0;
    const yPx = PLOT.bottomPx - left * (PLOT.bottomPx - PLOT.topPx);
    const key = `${edits}/${Math.round(yPx / 8)}`;
    const nth = taken.get(key) ?? 0;
    taken.set(key, nth + 1);
    // 0, +1, -1, +2, … places aside, as far as the column goes.
    const aside = (nth % 2 === 1 ? 1 : -1) * Math.ceil(nth / 2) * ASIDE_PX;
    const most = STEP_PX / 2 - 4;
    const xPx = LEFT_PX + (edits - 0.5) * STEP_PX + Math.max(-most, Math.min(most, aside));
    return [{ suggestion, xPx, yPx, grows: strideBytes > least }];
  });
}

/** Pointing need not be exact. */
const REACH_PX = 26;

export function nearestPoint(
  points: readonly FrontPoint[],
  xPx: number,
  yPx: number,
): FrontPoint | null {
  let best: FrontPoint | null = null;
  let nearest = REACH_PX;
  for (const point of points) {
    const away = Math.hypot(point.xPx - xPx, point.yPx - yPx);
    if (away >= nearest) continue;
    nearest = away;
    best = point;
  }
  return best;
}
