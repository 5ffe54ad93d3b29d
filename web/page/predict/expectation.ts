import { derived } from '../../core/base/derived';
import type { Calibrated } from '../../core/model/calibrated';
import type { Forecast, LineForecast } from '../../core/model/forecast';
import type { Prediction } from '../../core/model/predict';
import type { Model } from '../state/predictState';

/** One cache line before and after. */
export interface LineExpectation {
  readonly baseBytes: number;
  readonly line: number;
  /** HITM at the baseline. */
  readonly before: number;
  /** Null for a line that nothing accesses any more. */
  readonly after: LineForecast | null;
}

/** The lines that have or had a figure, in memory order. */
export function lineExpectations(
  model: Model,
  { basis }: Prediction,
  { calibrated, forecast }: { readonly calibrated: Calibrated; readonly forecast: Forecast },
): readonly LineExpectation[] {
  const was = baselineOf(calibrated, basis.baseline, model).lines;
  const now = forecast.lines;
  // All objects begin in one place, though perhaps another than before: lines go by their number.
  const byNumber = isOneBase(was) && isOneBase(now);
  const key = (line: LineForecast) => (byNumber ? line.line : `${line.baseBytes}/${line.line}`);
  const lines = new Map<string | number, LineExpectation>();
  for (const line of was) {
    const { baseBytes, hitm } = line;
    lines.set(key(line), { baseBytes, line: line.line, before: hitm.total, after: null });
  }
  for (const line of now) {
    const before = lines.get(key(line))?.before ?? 0;
    lines.set(key(line), { baseBytes: line.baseBytes, line: line.line, before, after: line });
  }
  if (byNumber) return [...lines.values()].sort((a, b) => a.line - b.line);
  return [...lines.values()].sort((a, b) => a.baseBytes - b.baseBytes || a.line - b.line);
}

function isOneBase(lines: readonly LineForecast[]): boolean {
  return new Set(lines.map(({ baseBytes }) => baseBytes)).size <= 1;
}

const baselineOf = derived(
  (calibrated: Calibrated, baseline: Prediction['basis']['baseline'], model: Model): Forecast =>
    model.forecast(calibrated, baseline),
);
