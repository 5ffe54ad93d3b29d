import { lineTransactions } from './line';
import type { LineRates } from './rates';

const ROUNDS = 60;

/** Reads that a prefetch adds to each of two lines, in load visits. */
export type PairReads = readonly [number, number];

/**
 * Adjacent-line prefetch: a miss on one line of a 128-byte pair pulls the other as a shared copy, in
 * `share` of the cases, which takes it from Modified as a read would. Each line's misses depend on the
 * other's, so this is a fixed point.
 */
export function pairReads(a: LineRates, b: LineRates, share: number): PairReads {
  if (share <= 0) return [0, 0];
  let reads: PairReads = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    reads = [share * lineTransactions(b, reads[1]), share * lineTransactions(a, reads[0])];
  }
  return reads;
}
