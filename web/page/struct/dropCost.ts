import type { InView } from '../state/inView';
import type { PredictionView } from '../state/predictionInView';
import { grouped, plural } from '../../core/base/prose';
import { isEndKnown } from '../../core/layout/extent';
import { amount, scaleOf, shortAmount } from '../kit/amounts';

/**
 * What it costs to drop what is held where it is held, against the layout that it was picked up in: size, holes
 * and, where something is known of accesses, what is predicted. Null while nothing is held elsewhere.
 */
export function dropCost(
  { open, document, edited, shown }: InView,
  before: PredictionView | null,
  now: PredictionView | null,
): string | null {
  if (open.preview === null) return null;
  const was = edited.figures;
  const is = shown.figures;
  // A text that is cut shows only a part of the struct.
  const least = isEndKnown(document.struct) ? '' : 'at least ';
  const parts = [
    `${least}${grouped(is.sizeBytes)} B${change(is.sizeBytes - was.sizeBytes)}`,
    `${plural(is.holes, 'hole')}${change(is.holes - was.holes)}`,
    predictedPart(before, now),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function change(by: number): string {
  if (by === 0) return '';
  return ` (${by > 0 ? '+' : '−'}${grouped(Math.abs(by))})`;
}

function predictedPart(before: PredictionView | null, now: PredictionView | null): string | null {
  const prediction = now?.predictions[0];
  const first = before?.predictions[0];
  if (!prediction?.outcome.ok || !first?.outcome.ok) return null;
  const { forecast } = prediction.outcome.value;
  const scale = scaleOf(prediction, forecast);
  const isTags = scale.kind === 'shares';
  const write = isTags ? amount : shortAmount;
  const was = write(first.outcome.value.forecast.hitm.total, scale);
  const is = write(forecast.hitm.total, scale);
  const what = isTags ? 'conflicts' : 'HITM';
  return was === is ? `${what} ≈ ${is}` : `${what} ≈ ${is}, was ${was}`;
}
