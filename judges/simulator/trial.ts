import type { Flag } from '../../web/core/model/flags';
import type { Calibrated } from '../../web/core/model/calibrated';
import { forecast, type Forecast } from '../../web/core/model/forecast';
import type { FieldPlacement } from '../../web/core/model/placement';

/** A scenario, predicted and re-simulated. HITM is in samples of the baseline. */
export interface Trial {
  readonly family: string;
  readonly seed: number;
  readonly baselineHitm: number;
  /** What the report shows of it: a prediction is above or below this. */
  readonly shownHitm: number;
  readonly layouts: readonly LayoutTrial[];
}

export interface LayoutTrial extends ForecastFigures {
  readonly truth: number;
  /** By rules of thumb. */
  readonly rules: Readonly<Record<string, number>>;
  /** No field whose reads the baseline could not have shown meets a writer. */
  readonly observable: boolean;
  /** What the edit moved, as far as a lock is concerned; see `MOVED` of the machine. */
  readonly moved: string;
}

/** What a forecast says of an order. */
export interface ForecastFigures extends Pick<Forecast, 'band' | 'seenBand' | 'odds' | 'likeness'> {
  readonly predicted: number;
  /** It says that its figure may be off by more than its range. */
  readonly warned: boolean;
  /** Suggestions never raise the transactions. */
  readonly raisesTransactions: boolean;
}

export function forecastFigures(
  calibrated: Calibrated,
  placement: FieldPlacement,
): ForecastFigures {
  const { hitm, band, seenBand, odds, likeness, flags } = forecast(calibrated, placement);
  return {
    predicted: hitm.total,
    band,
    seenBand,
    odds,
    likeness,
    warned: flags.some(({ kind }) => WARNINGS.has(kind)),
    raisesTransactions: flags.some(({ kind }) => kind === 'moreTransactions'),
  };
}

/** Flags that say of one order that its figure may be wrong; the others hold for all orders, or say nothing of the figure. */
const WARNINGS: ReadonlySet<Flag['kind']> = new Set([
  'unknownReaders',
  'hiddenWriters',
  'lockSplit',
  'lockNeighbours',
  'leftByLock',
  'foreignUnplaced',
  'unplaced',
]);
