import { ODDS } from './learned';
import type { Situation } from './range';

/** What came of simulated orders of which as much was seen and predicted. */
export interface Odds {
  /** So many had fewer HITM by 5 % of the profiled order's or more. */
  readonly better: number;
  /** So many had more by as much. */
  readonly worse: number;
  readonly of: number;
}

/** What is seen of an order before it is run. */
export const ODDS_KINDS = ['plain', 'queues', 'few', 'many', 'lock', 'lockChanged'] as const;
export type OddsKind = (typeof ODDS_KINDS)[number];

/** Upper ends of the cells of predicted change, as shares of the profiled HITM; the last cell is open. */
export const ODDS_EDGES = [
  -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, -0.005, 0.005, 0.05, 0.15,
] as const;

/** The simulated profiles had as many HITM samples at least. */
const LEARNED_FROM = 1000;
/** From here on most of the time of a HITM is waiting. */
const QUEUES = 0.5;

/** Null where nothing was measured that could be fewer. */
export function oddsOf(predicted: number, measured: number, situation: Situation): Odds | null {
  if (!(measured > 0)) return null;
  const cells: readonly Odds[] = ODDS[oddsKind(situation)];
  return cells[oddsCell(predicted, measured)] ?? null;
}

export function oddsKind({ locks, hidden, waiting, hasUnknownLine }: Situation): OddsKind {
  if (hidden === 'many') return 'many';
  if (locks !== 'none') return locks === 'changed' || hasUnknownLine ? 'lockChanged' : 'lock';
  if (hidden === 'few') return 'few';
  return waiting >= QUEUES ? 'queues' : 'plain';
}

/** A change that a few samples show counts for less than one of thousands. */
export function oddsCell(predicted: number, measured: number): number {
  const noise = Math.max(0, Math.sqrt(2 / measured) - Math.sqrt(2 / LEARNED_FROM));
  const change = (predicted - measured) / measured;
  const sure = Math.sign(change) * Math.max(0, Math.abs(change) - 2 * noise);
  const cell = ODDS_EDGES.findIndex((edge) => sure < edge);
  return cell < 0 ? ODDS_EDGES.length : cell;
}

/**
 * Fewer HITM that are to be expected: the predicted gain times the chance that it is one, less what orders that turn out
 * worse lose. Without odds it is the predicted gain.
 */
export function expectedGain(before: number, after: number, odds: Odds | null): number {
  const gain = before - after;
  if (odds === null || gain <= 0) return gain;
  const { better, worse, of } = odds;
  return ((better - worse) / of) * gain;
}

/** "Of 357 such orders 93 % were better, 3 % worse." */
export function oddsSentence({ better, worse, of }: Odds): string {
  return `Of ${of} such orders ${percent(better, of)} were better, ${percent(worse, of)} worse.`;
}

/** No order is certain. */
function percent(count: number, of: number): string {
  return `${Math.min(99, Math.round((100 * count) / of))} %`;
}
