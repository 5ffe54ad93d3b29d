import { RANGES } from './learned';

/** A range of HITM samples. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** Both figures are rounded: two in a hundred and one sample are no difference. */
const ROUNDING_SHARE = 0.02;
const ROUNDING_SAMPLES = 1;

/** Whether a figure is more than another by more than rounding does. */
export function isClearlyMore(figure: number, than: number): boolean {
  return figure > than * (1 + ROUNDING_SHARE) + ROUNDING_SAMPLES;
}

/**
 * What an order does to sampled locks: nothing that tells; some get a neighbour that contends; one is cut, or loses a
 * neighbour that is written (see `lockChanges`).
 */
export type LockState = 'none' | 'kept' | 'gained' | 'changed';

/** Whether fields whose readers no profile could show meet somebody who writes. */
export type Hidden = 'none' | 'few' | 'many';

/** What is known of all figures of a forecast. */
export interface Situation {
  readonly locks: LockState;
  readonly hidden: Hidden;
  /** Share of the time of the HITM that was spent waiting for a line that others queue for, 0 to 1. */
  readonly waiting: number;
  /** Whether the report has the line table, which tells how many loads missed without a HITM. */
  readonly hasLineTable: boolean;
  /** Whether a lock left a line that is unknown now: see `LeftByLock`. */
  readonly hasUnknownLine: boolean;
}

/** A predicted figure in samples, with what tells how far it may be off. */
export interface Figure {
  readonly predicted: number;
  /** What the same fields had in the profiled order. */
  readonly measured: number;
  /** By how much its parts change, rises and falls added up. */
  readonly change: number;
  /** The variance of the counts that it was made from. */
  readonly variance: number;
}

/**
 * The range around a figure. How wide it is was learned from simulated machines (`learned.ts`): of orders in the same
 * situation some 94 in 100 came out inside.
 */
export function rangeOf(figure: Figure, situation: Situation): Band {
  const { below, above }: Readonly<Record<'below' | 'above', Margin>> =
    RANGES[rangeKind(situation)][situation.hidden];
  return {
    low: Math.max(0, figure.predicted - marginOf(below, figure, situation)),
    high: figure.predicted + marginOf(above, figure, situation),
  };
}

/** How far off a figure may be is not distinguished for locks that get a neighbour and locks that lose one. */
export function rangeKind({ locks }: Situation): keyof typeof RANGES {
  return locks === 'gained' ? 'changed' : locks;
}

/** Weights of the terms of a margin. */
export interface Margin {
  /** For each percent of the figure, or of what it was where that is more. */
  readonly percent: number;
  /** Of what changes. */
  readonly change: number;
  /** Of the counting noise, one standard deviation. */
  readonly noise: number;
  /** Of what changes, once more, where the report has no line table. */
  readonly noLineTable: number;
  /** Of the figure's share that is waiting. */
  readonly waiting: number;
}

function marginOf(weights: Margin, figure: Figure, situation: Situation): number {
  const terms = marginTerms(figure, situation);
  return MARGIN_TERMS.reduce((sum, name) => sum + weights[name] * terms[name], 0);
}

export const MARGIN_TERMS = ['percent', 'change', 'noise', 'noLineTable', 'waiting'] as const;

/** What a margin adds up, in samples. */
export function marginTerms(
  { predicted, measured, change, variance }: Figure,
  { waiting, hasLineTable }: Situation,
): Margin {
  const whole = Math.max(predicted, measured);
  const noise = Math.sqrt(Math.max(variance, predicted + 1));
  return {
    percent: 0.01 * whole,
    change,
    noise,
    noLineTable: hasLineTable ? 0 : change,
    waiting: waiting * whole,
  };
}

/** At the baseline the model is exact: what remains is that the measurement was a count. */
export function countingBand(hitm: number): Band {
  const margin = 2 * Math.sqrt(hitm + 1);
  return { low: Math.max(0, hitm - margin), high: hitm + margin };
}
