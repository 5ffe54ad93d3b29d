import { sum } from '../base/math';
import { atomTransactions, lineHitm, lineTransactions, modifiedElsewhere } from './line';
import { pairReads } from './pairs';
import type { RateModel } from './rateModel';
import { lineRates } from './rates';
import type { Atom } from './atoms';
import { MOST_VISIBLE } from './constants';
import { symbolUses } from './visits';

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
  /** See `firstAccessHitm`. */
  readonly firstAccess: () => number;
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
    let firstAccess: number | null = null;
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
      firstAccess: () => (firstAccess ??= firstAccessHitm(central, atoms)),
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

/**
 * The most HITM that a line may have beyond its prediction because functions that loaded something else of their line
 * before they stored now store first. Most read what they are about to write, and such a load hid behind the first one:
 * it is in no report, and misses now. Of an atomic operation so many show as HITM as are ever seen to.
 */
function firstAccessHitm(model: RateModel, indices: readonly number[]): number {
  const atoms = indices.map((index) => model.atoms[index] as Atom);
  let chance: Float64Array | null = null;
  let most = 0;
  for (const { symbol, members } of symbolUses(atoms)) {
    const firstLoad = Math.min(...members.map(({ user }) => user.firstLoad));
    const firstStore = Math.min(...members.map(({ user }) => user.firstStore));
    if (firstLoad < firstStore) continue;
    for (const { at, user } of members) {
      if (user.stores <= 0) continue;
      const atom = atoms[at] as Atom;
      const pattern = model.pattern(symbol, atom.line);
      // It stored first there too, so that a load of its own would have been seen; or it loads nothing.
      if (pattern.storesFirst || pattern.exposed <= 0) continue;
      chance ??= modifiedElsewhere(lineRates(model, indices), 0);
      const ratio = model.lines[atom.line]?.storeRatio ?? 1;
      const atomic = Math.min(user.stores, user.atomicStores);
      const seen = Math.max(0, MOST_VISIBLE - (model.visibility[indices[at] as number] as number));
      most +=
        (user.topStores * ratio * (chance[at] as number) * (user.stores - atomic + seen * atomic)) /
        user.stores;
    }
  }
  return most;
}
