import type { PredictionView } from '../state/predictionInView';
import { amount, openRange, scaleOf, shortAmount, type Scale } from '../kit/amounts';

/** How a figure came about, which is how its bar looks. */
type FigureKind = 'published' | 'measured' | 'predicted';

export interface Bar {
  readonly of: string;
  readonly value: number;
  readonly text: string;
  readonly came: FigureKind;
  /** Between which values it lies, in the unit of `value`. */
  readonly range?: { readonly low: number; readonly high: number };
}

/** What the model says of the layout in view, as bars, and of which figure; null where it says nothing. */
export function predictedBars(
  view: PredictionView | null,
): { readonly what: string; readonly bars: readonly Bar[] } | null {
  const samples: Scale = { kind: 'samples' };
  const [outcome] = view?.outcomes ?? [];
  if (outcome) {
    const { before, expected, range, after } = outcome;
    return {
      what: 'HITM of two reports, and what was expected from the first',
      bars: [
        { of: 'before', value: before, text: amount(before, samples), came: 'measured' },
        {
          of: 'expected',
          value: expected,
          text: amount(expected, samples),
          came: 'predicted',
          range,
        },
        { of: 'after', value: after, text: amount(after, samples), came: 'measured' },
      ],
    };
  }
  const [prediction] = view?.predictions ?? [];
  if (!prediction?.outcome.ok) return null;
  const { forecast } = prediction.outcome.value;
  if (forecast.basis === 'measured') return null;
  const scale = scaleOf(prediction, forecast);
  const isTags = scale.kind === 'shares';
  const { baseline, hitm, seenBand } = forecast;
  return {
    what: isTags
      ? 'Conflicts predicted from the tags of fields: no measure of speed'
      : 'HITM, predicted: it is no measure of speed',
    bars: [
      {
        of: 'original',
        value: baseline.hitm,
        text: shortAmount(baseline.hitm, scale),
        came: isTags ? 'predicted' : 'measured',
      },
      {
        of: 'this layout',
        value: hitm.total,
        text: isTags
          ? amount(hitm.total, scale)
          : `${shortAmount(hitm.total, scale)} (${openRange(forecast, scale)})`,
        came: 'predicted',
        ...(isTags ? {} : { range: seenBand }),
      },
    ],
  };
}
