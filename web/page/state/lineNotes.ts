import type { PredictionView } from './predictionInView';
import type { Applied } from '../../core/edit/applied';
import { scaleOf, shortAmount } from '../kit/amounts';

/** What stands in the gutter, by line. */
export interface LineNotes {
  readonly byLine: ReadonlyMap<number, string>;
  /** Expected, not measured. */
  readonly arePredicted: boolean;
}

const NO_LINE_NOTES: LineNotes = { byLine: new Map(), arePredicted: false };

/**
 * What each drawn line is expected to have, for the gutter. Only of objects that begin in their line
 * where the grid draws them, on lines of the size that is drawn: others would be beside the wrong row.
 */
export function lineNotes(
  view: PredictionView | null,
  { state: { lineBytes, baseBytes } }: Applied,
): LineNotes {
  const prediction = view?.predictions[0];
  if (!prediction?.outcome.ok || prediction.basis.profile.lineBytes !== lineBytes)
    return NO_LINE_NOTES;
  const { forecast } = prediction.outcome.value;
  const scale = scaleOf(prediction, forecast);
  const totals = new Map<number, number>();
  const unknown = new Set<number>();
  for (const line of forecast.lines) {
    if (line.baseBytes !== baseBytes) continue;
    totals.set(line.line, (totals.get(line.line) ?? 0) + line.hitm.total);
    if (line.isUnknown) unknown.add(line.line);
  }
  const isMeasured = forecast.basis === 'measured';
  const sign = isMeasured ? '' : '≈ ';
  const unit = scale.kind === 'samples' ? 'HITM' : null;
  const byLine = new Map(
    [...totals].flatMap(([line, total]) => {
      if (unknown.has(line)) return [[line, 'unknown'] as const];
      const note = gutterNote(`${sign}${shortAmount(total, scale)}`, unit);
      // Most lines of a large struct have none.
      return total < 0.5 && totals.size > 8 ? [] : [[line, note] as const];
    }),
  );
  return { byLine, arePredicted: !isMeasured && byLine.size > 0 };
}

/** Letters that the gutter has room for. */
const GUTTER_LETTERS = 9;

/** An amount with its unit, or alone where both have no room beside a line. */
export function gutterNote(amount: string, unit: string | null): string {
  const note = unit === null ? amount : `${amount} ${unit}`;
  return note.length <= GUTTER_LETTERS ? note : amount;
}
