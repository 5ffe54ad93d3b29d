import type { MemberPath } from '../../layout/ids';
import { lineHitm, lineTransactions } from './line';
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
  /** HITM of the line under each variant of the band, the central one first. */
  readonly variants: () => Float64Array;
  /**
   * However many readers nobody knows of: each store visit can be followed by one HITM load at most.
   * The most under any variant.
   */
  readonly ceiling: () => number;
  /** By atom and variant. */
  readonly atomVariants: () => readonly Float64Array[];
  readonly parts: () => readonly FieldPart[];
}

/** What one field contributes to a line. */
export interface FieldPart {
  readonly field: MemberPath;
  /** HITM that it would have with no other field there. */
  readonly floor: number;
  /** HITM of the line less the HITM of the line without it. Negative where it shields others. */
  readonly removable: number;
}

export interface LineCache {
  figures(atoms: readonly number[], prefetch?: number): LineFigures;
}

/** Old entries go when there are this many: about 20 MB. */
const MOST_ENTRIES = 20_000;

/**
 * @param variants the central model first
 * @param fields the field of each atom; null for a foreign one
 */
export function createLineCache(
  variants: readonly RateModel[],
  fields: readonly (MemberPath | null)[],
): LineCache {
  const central = variants[0] as RateModel;
  const known = new Map<string, LineFigures>();

  function figures(atoms: readonly number[], prefetch = 0): LineFigures {
    if (prefetch > 0) return compute(atoms, prefetch);
    const key = atoms.join();
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    if (known.size >= MOST_ENTRIES) known.clear();
    const made = compute(atoms, 0);
    known.set(key, made);
    return made;
  }

  function compute(atoms: readonly number[], prefetch: number): LineFigures {
    const rates = lineRates(central, atoms);
    const hitm = lineHitm(central, atoms, prefetch, rates);
    const hitmTotal = sum(hitm);
    let byAtom: readonly Float64Array[] | null = null;
    const atomVariants = () =>
      (byAtom ??= variants.map((model, number) =>
        number === 0 ? hitm : lineHitm(model, atoms, prefetch),
      ));
    let whole: Float64Array | null = null;
    let parts: readonly FieldPart[] | null = null;
    let ceiling: number | null = null;
    return {
      atoms,
      hitm,
      hitmTotal,
      transactions: lineTransactions(rates, prefetch),
      atomVariants,
      variants: () => (whole ??= Float64Array.from(atomVariants(), sum)),
      ceiling: () =>
        (ceiling ??= Math.max(...variants.map((model) => lineRates(model, atoms).allStores))),
      parts: () => (parts ??= partsOf(atoms, hitmTotal)),
    };
  }

  function partsOf(atoms: readonly number[], hitmTotal: number): readonly FieldPart[] {
    const here = new Set(atoms.map((atom) => fields[atom] ?? null));
    return [...here].flatMap((field) => {
      if (field === null) return [];
      const own = atoms.filter((atom) => fields[atom] === field);
      const rest = atoms.filter((atom) => fields[atom] !== field);
      const without = rest.length === 0 ? 0 : figures(rest).hitmTotal;
      const floor = rest.length === 0 ? hitmTotal : figures(own).hitmTotal;
      return [{ field, floor, removable: hitmTotal - without }];
    });
  }

  return { figures };
}

function sum(values: Float64Array): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}
