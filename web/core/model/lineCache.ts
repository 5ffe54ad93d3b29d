import { sum } from '../base/math';
import { atomTransactions, lineHitm, lineTransactions } from './line';
import { pairReads } from './pairs';
import type { RateModel } from './rateModel';
import { lineRates } from './rates';

/**
 * What a set of atoms does on one line. Only the set counts, so lines that an edit leaves alone are
 * looked up and not computed again.
 */
export interface LineFigures {
  /** Indices of the atoms, ascending. */
  readonly atoms: readonly number[];
  /** Predicted HITM of each, central. */
  readonly hitm: Float64Array;
  readonly hitmTotal: number;
  readonly transactions: number;
  /** Store visits, central. */
  readonly stores: number;
  /** What its atoms had where they were profiled. */
  readonly measured: number;
  /** By how much each of them changes, added up. */
  readonly change: number;
  /** HITM of the line under the other readings of the profile. */
  readonly alternatives: () => readonly number[];
  readonly variance: () => CountVariance;
}

/** Variance of HITM, from that of the counts which they are made from and from their own as counts. */
export interface CountVariance {
  readonly byAtom: Float64Array;
  readonly total: number;
}

export interface LineCache {
  figures(atoms: readonly number[]): LineFigures;
  /** The same beside the other line of a pair, where so many of the other's misses pull this one too. */
  paired(atoms: readonly number[], other: readonly number[], pairShare: number): LineFigures;
}

/** Old entries go when there are this many: about 20 MB. */
const MOST_ENTRIES = 20_000;

/**
 * @param others other readings of the profile
 */
export function createLineCache(
  central: RateModel,
  others: readonly RateModel[],
  isByTags: boolean,
): LineCache {
  const known = new Map<string, LineFigures>();

  const figures = (atoms: readonly number[]) => lookUp(atoms.join(), () => compute(atoms, 0));

  const paired = (atoms: readonly number[], other: readonly number[], pairShare: number) =>
    lookUp(`${atoms.join()}|${other.join()}|${pairShare}`, () => {
      const own = lineRates(central, atoms);
      const [prefetch] = pairReads(own, lineRates(central, other), pairShare);
      return compute(atoms, prefetch);
    });

  function lookUp(key: string, make: () => LineFigures): LineFigures {
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    if (known.size >= MOST_ENTRIES) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  }

  function compute(atoms: readonly number[], prefetch: number): LineFigures {
    const rates = lineRates(central, atoms);
    // Tags say who uses what, and not what is sampled: two who only write conflict, too.
    const hitm = isByTags
      ? atomTransactions(rates, prefetch)
      : lineHitm(central, atoms, prefetch, rates);
    const hitmTotal = sum(hitm);
    const measured = atoms.map((index) => {
      const { hitm: plain = 0, atomicHitm = 0 } = central.atoms[index] ?? {};
      return plain + atomicHitm;
    });
    let alternatives: readonly number[] | null = null;
    let variance: CountVariance | null = null;
    return {
      atoms,
      hitm,
      hitmTotal,
      transactions: lineTransactions(rates, prefetch),
      stores: rates.allStores,
      measured: sum(measured),
      change: sum(measured.map((value, at) => Math.abs(value - (hitm[at] as number)))),
      alternatives: () =>
        (alternatives ??= others.map((model) => sum(lineHitm(model, atoms, prefetch)))),
      variance: () => (variance ??= varianceOf(measured, hitm)),
    };
  }

  /**
   * A prediction is a count of the baseline times a factor, and errs as much: of few samples on a line that is seldom
   * written it may make many on one that is often written, with the same relative error. And the new figure will be a
   * count as well.
   */
  function varianceOf(measured: readonly number[], hitm: Float64Array): CountVariance {
    const byAtom = hitm.map((value, at) => value + value ** 2 / Math.max(1, measured[at] ?? 0));
    return { byAtom, total: sum(byAtom) };
  }

  return { figures, paired };
}
