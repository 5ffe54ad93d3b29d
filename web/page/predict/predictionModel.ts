import { sentence } from '../../core/base/messages';
import { flagMessage, reservations, unpredictableMessage, type Flag } from '../../core/model/flags';
import type { Forecast } from '../../core/model/forecast';
import type { Odds } from '../../core/model/odds';
import type { RowForecast } from '../../core/model/rowForecasts';
import type { Prediction } from '../../core/model/predict';
import { lineExpectations, type LineExpectation } from './expectation';
import type { Model } from '../state/predictState';
import {
  amount,
  changeShare,
  openRange,
  range,
  scaleOf,
  shortAmount,
  type Scale,
} from '../kit/amounts';

/** What a profile says of the order in view, in words; `refused` where nothing can be predicted from it. */
export type PredictionModel = ForecastModel | { readonly kind: 'refused'; readonly why: string };

export interface ForecastModel {
  readonly kind: 'forecast';
  readonly scale: Scale;
  /** What was measured is a count, and has no range. */
  readonly isMeasured: boolean;
  readonly total: TotalModel;
  readonly lines: readonly LineExpectation[];
  /** What becomes of the rows of the report; none where it was measured on just this order. */
  readonly rows: readonly RowForecast[];
  /** What came of such orders; null for what was measured, and by tags. */
  readonly odds: Odds | null;
  /** At most two reservations that change a decision. */
  readonly flags: readonly FlagModel[];
  readonly moreFlags: readonly FlagModel[];
}

export interface FlagModel {
  readonly sentence: string;
  /** Whether fields can be marked that settle it. */
  readonly isSettledByMarks: boolean;
}

/** The figures of the whole struct. */
export interface TotalModel {
  readonly isByTags: boolean;
  readonly heading: string;
  readonly hitm: string;
  /** Against the original; null for what was measured. */
  readonly change: string | null;
  readonly remote: string;
  readonly local: string;
  readonly transactions: string;
  /** Null where they are as many. */
  readonly transactionsBefore: string | null;
  readonly from: string;
  /** What the figures are and are not. */
  readonly note: string;
}

/** The profile that the page predicts from. @param model null until it has been loaded */
export function predictionModel(prediction: Prediction, model: Model | null): PredictionModel {
  const { outcome, basis } = prediction;
  if (!outcome.ok) return { kind: 'refused', why: sentence(unpredictableMessage(outcome.error)) };
  const { forecast } = outcome.value;
  const scale = scaleOf(prediction, forecast);
  const isMeasured = forecast.basis === 'measured';
  const { first, rest } = reservations(forecast.flags);
  return {
    kind: 'forecast',
    scale,
    isMeasured,
    total: totalOf(forecast, scale, basis.name),
    lines: model === null ? [] : lineExpectations(model, prediction, outcome.value),
    rows: isMeasured ? [] : forecast.rows(),
    odds: forecast.odds,
    flags: first.map(flagModel),
    moreFlags: rest.map(flagModel),
  };
}

function flagModel(flag: Flag): FlagModel {
  return {
    sentence: sentence(flagMessage(flag)),
    isSettledByMarks: flag.kind === 'unknownReaders',
  };
}

function totalOf(forecast: Forecast, scale: Scale, name: string): TotalModel {
  const { hitm, baseline, transactions, basis } = forecast;
  const isByTags = scale.kind === 'shares';
  const isMeasured = basis === 'measured';
  // While a line is unknown, no figure stands for the whole: its range does.
  const isUnknown = forecast.lines.some((line) => line.isUnknown);
  const transactionScale: Scale = isByTags
    ? { kind: 'shares', whole: baseline.transactions }
    : { kind: 'samples' };
  const [now, before] = [transactions, baseline.transactions].map((count) =>
    shortAmount(count, transactionScale),
  ) as [string, string];
  return {
    isByTags,
    heading: isByTags
      ? 'Conflicts, by your tags'
      : isMeasured
        ? 'HITM, measured'
        : 'HITM, predicted',
    hitm: isUnknown ? range(forecast.seenBand, scale) : amount(hitm.total, scale),
    change:
      isMeasured || isUnknown
        ? null
        : isByTags
          ? shareChange(forecast, scale)
          : change(forecast, scale),
    remote: amount(hitm.rmt, scale),
    local: amount(hitm.lcl, scale),
    transactions: now,
    transactionsBefore: now === before ? null : before,
    from: isByTags ? 'your tags, as shares of the original' : name,
    note: isByTags
      ? 'Tags rank orders; they measure nothing. Transactions are loads that miss and stores that must ask for the line.'
      : isMeasured
        ? 'The same fields share lines as when the profile was measured.'
        : 'For the same amount of work, in samples of the profile.',
  };
}

function shareChange({ hitm, baseline }: Forecast, scale: Scale): string {
  const before = amount(baseline.hitm, scale);
  return amount(hitm.total, scale) === before ? 'as in the original' : `was ${before}`;
}

function change(forecast: Forecast, scale: Scale): string {
  const { hitm, baseline } = forecast;
  return `${openRange(forecast, scale)}, was ${amount(baseline.hitm, scale)} (${changeShare(baseline.hitm, hitm.total)})`;
}

/** Another profile of the same struct: what it says of the order in view. */
export type OtherModel =
  | { readonly kind: 'refused'; readonly name: string; readonly why: string }
  | {
      readonly kind: 'said';
      readonly heading: string;
      readonly name: string;
      readonly hitm: string;
      readonly beside: string;
      /** The rows of a report that measured just this order; none of any other. */
      readonly rows: readonly OtherRow[];
    };

export interface OtherRow {
  readonly key: string;
  readonly field: string;
  /** From the field's first byte. */
  readonly offsetBytes: number;
  readonly amount: string;
}

export function otherModel({ basis, outcome }: Prediction): OtherModel {
  const { name, isOfOriginal } = basis;
  if (!outcome.ok)
    return { kind: 'refused', name, why: sentence(unpredictableMessage(outcome.error)) };
  const { forecast } = outcome.value;
  const { hitm, baseline } = forecast;
  const scale: Scale = { kind: 'samples' };
  const isMeasured = forecast.basis === 'measured';
  // A report of a patched kernel measures its own order; it predicts no other from there.
  if (!isOfOriginal && !isMeasured) {
    const why = `${amount(baseline.hitm, scale)} HITM, measured with a different order of fields than the one in view.`;
    return { kind: 'refused', name, why };
  }
  return {
    kind: 'said',
    heading: `${name}, ${forecast.basis}`,
    name,
    hitm: amount(hitm.total, scale),
    beside: isMeasured ? 'on just this order' : change(forecast, scale),
    rows:
      isMeasured && !isOfOriginal
        ? forecast.rows().map(({ field, offsetBytes, measured }) => ({
            key: `${field} ${offsetBytes}`,
            field,
            offsetBytes,
            amount: shortAmount(measured, scale),
          }))
        : [],
  };
}
