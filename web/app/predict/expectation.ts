import type { Calibrated } from '../../analysis/hitm/calibrate';
import type { Forecast, LineForecast } from '../../analysis/hitm/forecast';
import type { Prediction } from '../../analysis/predict/predict';
import { engine } from './loadEngine';

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
  { basis }: Prediction,
  { calibrated, forecast }: { readonly calibrated: Calibrated; readonly forecast: Forecast },
): readonly LineExpectation[] {
  const lines = new Map<string, LineExpectation>();
  const key = (line: LineForecast) => `${line.baseBytes}/${line.line}`;
  for (const line of baselineOf(basis, calibrated)?.lines ?? []) {
    const { baseBytes, hitm } = line;
    lines.set(key(line), { baseBytes, line: line.line, before: hitm.total, after: null });
  }
  for (const line of forecast.lines) {
    const before = lines.get(key(line))?.before ?? 0;
    lines.set(key(line), { baseBytes: line.baseBytes, line: line.line, before, after: line });
  }
  return [...lines.values()].sort((a, b) => a.baseBytes - b.baseBytes || a.line - b.line);
}

const baselines = new WeakMap<Calibrated, Forecast>();

function baselineOf(basis: Prediction['basis'], calibrated: Calibrated): Forecast | null {
  const known = baselines.get(calibrated);
  if (known) return known;
  const made = engine()?.forecast(calibrated, basis.baseline) ?? null;
  if (made) baselines.set(calibrated, made);
  return made;
}
