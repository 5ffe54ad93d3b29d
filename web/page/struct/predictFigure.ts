import type { PredictionView } from '../state/predictionInView';
import type { FigureRow } from './figureRows';
import { amount, openRange, scaleOf, shortAmount } from '../kit/amounts';

/** The figure of the strip that speaks of the model; null where nothing can be predicted. */
export function predictFigure(view: PredictionView | null): FigureRow | null {
  const prediction = view?.predictions[0];
  if (!prediction?.outcome.ok) return null;
  const { forecast } = prediction.outcome.value;
  const scale = scaleOf(prediction, forecast);
  const { basis, hitm, baseline } = forecast;
  const isTags = scale.kind === 'shares';
  const value = shortAmount(hitm.total, scale);
  const was = shortAmount(baseline.hitm, scale);
  if (isTags) {
    return {
      name: 'Conflicts, by tags',
      value,
      unit: '',
      change: value === was ? '=' : `was ${was}`,
      isChanged: false,
      spoken: `Conflicts by your tags: ${amount(hitm.total, scale)}, was ${amount(baseline.hitm, scale)}; no measurement`,
    };
  }
  if (basis === 'measured') {
    return {
      name: 'HITM',
      value,
      unit: '',
      change: 'measured',
      isChanged: false,
      spoken: `${amount(hitm.total, scale)} HITM samples, measured`,
    };
  }
  return {
    name: 'Predicted HITM',
    value,
    unit: '',
    change: `${openRange(forecast, scale)}; was ${was}`,
    // Neutral: fewer is not better by itself.
    isChanged: false,
    spoken: `Predicted HITM ${amount(hitm.total, scale)} samples, ${openRange(forecast, scale)}, was ${amount(baseline.hitm, scale)} measured`,
  };
}
