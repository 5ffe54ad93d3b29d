import type { Flag } from '../../web/analysis/hitm/flags';
import type { Calibrated } from '../../web/analysis/hitm/calibrated';
import { forecast, quickForecast } from '../../web/analysis/hitm/forecast';
import type { FieldPlacement } from '../../web/analysis/hitm/placement';
import { assertNever } from '../../web/base/assert';

/** A scenario, predicted and re-simulated. HITM is in samples of the baseline. */
export interface Trial {
  readonly family: string;
  readonly seed: number;
  readonly baselineHitm: number;
  /** What the report shows of it: a prediction is above or below this. */
  readonly shownHitm: number;
  readonly layouts: readonly LayoutTrial[];
}

export interface LayoutTrial {
  readonly truth: number;
  readonly predicted: number;
  readonly low: number;
  readonly high: number;
  /** The most that readers that no profile showed may add. */
  readonly unseen: number;
  /** By rules of thumb; only of the simulator that they are compared on. */
  readonly naive: Readonly<Record<string, number>>;
  /** No field whose reads the baseline could not have shown meets a writer. */
  readonly observable: boolean;
  /** The forecast says of this order that its figure may be off by more than its range. */
  readonly warned: boolean;
  /** The forecast says that it does not know whether this order is better: others are offered before it. */
  readonly isSignUnknown: boolean;
  /** Suggestions never raise the transactions. */
  readonly raisesTransactions: boolean;
  /** What the edit moved, as far as a lock is concerned; see `MOVED` of the queued machine. */
  readonly moved: string;
}

type Told = Omit<LayoutTrial, 'truth' | 'naive' | 'observable' | 'moved'>;

export function toldBy(calibrated: Calibrated, placement: FieldPlacement): Told {
  const { hitm, band, flags } = forecast(calibrated, placement);
  return {
    predicted: hitm.total,
    low: band.low,
    high: band.high,
    unseen: quickForecast(calibrated, placement).unseen,
    warned: flags.some(warns),
    isSignUnknown: flags.some(leavesSignOpen),
    raisesTransactions: flags.some(({ kind }) => kind === 'moreTransactions'),
  };
}

/** Whether a flag says of one order that its figure may be wrong; flags that hold for all orders do not. */
function warns(flag: Flag): boolean {
  switch (flag.kind) {
    case 'unknownReaders':
    case 'hiddenWriters':
    case 'lockSplit':
    case 'lockNeighbours':
    case 'foreignUnplaced':
    case 'unplaced':
      return true;
    // It speaks of machines that prefetch, and is raised by most orders: no word about the figure.
    case 'pair':
    case 'noLineTable':
    case 'queues':
    case 'cpusUnknown':
    case 'cpusAssumed':
    case 'noStoresSampled':
    case 'straddles':
    case 'loadsByCode':
    case 'locksByUse':
    case 'foreignStays':
    case 'badRows':
    case 'fewSamples':
    case 'moreTransactions':
    case 'atomicsUnderReported':
    case 'tagsOnly':
    case 'tagContradicts':
      return false;
    default:
      return assertNever(flag);
  }
}

/** A flag that leaves the sign of the change open puts its order after those whose sign is known. */
function leavesSignOpen(flag: Flag): boolean {
  return SIGN_OPEN.has(flag.kind);
}

const SIGN_OPEN: ReadonlySet<Flag['kind']> = new Set(['lockSplit', 'lockNeighbours']);
