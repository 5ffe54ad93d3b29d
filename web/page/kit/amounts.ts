import { isClearlyMore, type Band } from '../../core/model/range';
import type { Forecast } from '../../core/model/forecast';
import type { Prediction } from '../../core/model/predict';
import { grouped } from '../../core/base/prose';

/**
 * How figures of a prediction are written: samples of a profile as counts; what comes from tags has no
 * unit and is shown as a share of the original.
 */
export type Scale =
  { readonly kind: 'samples' } | { readonly kind: 'shares'; readonly whole: number };

export function scaleOf(prediction: Prediction, forecast: Forecast): Scale {
  return prediction.basis.profile.kind === 'tags'
    ? { kind: 'shares', whole: forecast.baseline.hitm }
    : { kind: 'samples' };
}

const compact = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});

/** `842`, `24,310`, `1.24M`; `37 %`. Never `NaN` nor `Infinity`. */
export function amount(value: number, scale: Scale): string {
  const safe = Number.isFinite(value) ? value : 0;
  if (scale.kind === 'samples') return safe < 1e6 ? grouped(safe) : compact.format(safe);
  // Where the original has no conflict there is nothing to take a share of.
  if (!(scale.whole > 0)) return safe > 0 ? 'some' : 'none';
  const percent = (safe / scale.whole) * 100;
  return `${percent > 0 && percent < 0.95 ? Number(percent.toFixed(1)) : grouped(percent)} %`;
}

/** For narrow places: `842`, `24.3K`. */
export function shortAmount(value: number, scale: Scale): string {
  if (scale.kind === 'samples' && Number.isFinite(value) && value >= 9999.5) {
    return compact.format(value);
  }
  return amount(value, scale);
}

/** `2.40K to 4.40K`; one figure where both ends are written the same. */
export function range(band: Band, scale: Scale): string {
  const low = shortAmount(band.low, scale);
  const high = shortAmount(band.high, scale);
  return low === high ? low : `${low} to ${high}`;
}

/** The range that the profile itself supports; `open upwards` where hidden readers could raise it. */
export function openRange(
  { band, seenBand }: { readonly band: Band; readonly seenBand: Band },
  scale: Scale,
): string {
  const isOpen = isClearlyMore(band.high, seenBand.high);
  return `${range(seenBand, scale)}${isOpen ? ' or more' : ''}`;
}

/** `−87 %`, `+3 %`, `=`; of nothing no share can be known. */
export function changeShare(before: number, after: number): string {
  if (!(before > 0)) return after > 0 ? 'new' : '=';
  const percent = Math.round(((after - before) / before) * 100);
  if (percent === 0) return '=';
  return `${percent < 0 ? '−' : '+'}${grouped(Math.abs(percent))} %`;
}
