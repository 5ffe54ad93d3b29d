import type { Atom } from './atoms';
import type { CpuOverlap } from './cpus';
import type { RateModel } from './rateModel';
import { mergeStores, pureReadShare, symbolUses, type SymbolUse } from './visits';

/** Loads and stores of the atoms on a line, in the order of `indices`, in units of load samples. */
export interface LineRates {
  readonly indices: readonly number[];
  readonly mix: CpuOverlap;
  /** Loads that could miss, one for each visit. */
  readonly exposed: Float64Array;
  /** Exposed loads that no store follows in the same visit. */
  readonly reads: Float64Array;
  readonly stores: Float64Array;
  readonly allStores: number;
}

/** The rates of atoms that share a line, in the baseline or in another order. */
export function lineRates(model: RateModel, indices: readonly number[]): LineRates {
  const atoms = indices.map((index) => model.atoms[index] as Atom);
  const uses = symbolUses(atoms);
  const ratio = (at: number) => model.lines[(atoms[at] as Atom).line]?.storeRatio ?? 1;
  const { byAtom, bySymbol } = mergeStores(atoms, uses, model.coAccess, ratio);
  const exposed = new Float64Array(atoms.length);
  const reads = new Float64Array(atoms.length);
  uses.forEach((use, index) => {
    const loads = exposedLoads(model, indices, atoms, use);
    if (loads === null) return;
    const all = loads.reduce((sum, { visits }) => sum + visits, 0);
    const share = pureReadShare(all, bySymbol[index] as number, model.coAccess(use.symbol));
    for (const { at, visits } of loads) {
      exposed[at] = (exposed[at] as number) + visits;
      reads[at] = (reads[at] as number) + visits * share;
    }
  });
  return {
    indices,
    mix: model.mix,
    exposed,
    reads,
    stores: byAtom,
    allStores: byAtom.reduce((sum, value) => sum + value, 0),
  };
}

/**
 * How often one symbol's loads on this line could miss. Where the symbol finds the same of its atoms
 * together as on a baseline line, as often as there. Otherwise a visit misses at most once on the
 * line, at its first access: a load that used to follow a store of the same visit was hidden behind
 * it and is exposed now, and the other way round.
 */
function exposedLoads(
  model: RateModel,
  indices: readonly number[],
  atoms: readonly Atom[],
  use: SymbolUse,
): { at: number; visits: number }[] | null {
  const coAccess = model.coAccess(use.symbol);
  const loaders = use.members.filter(({ user }) => user.loads);
  if (loaders.length === 0) return null;
  const baseline = loaders.map(({ at, user }) => ({
    at,
    visits: model.exposed[indices[at] as number]?.[
      (atoms[at] as Atom).users.indexOf(user)
    ] as number,
  }));
  if (coAccess === 0) return baseline;
  const here = use.members.filter(({ user }) => user.loads || user.stores > 0);
  const patterns = loaders.map(({ at }) => model.pattern(use.symbol, (atoms[at] as Atom).line));
  const unchanged = patterns.some(
    (pattern) =>
      pattern.atoms.size === here.length &&
      here.every(({ at }) => pattern.atoms.has(indices[at] as number)),
  );
  if (unchanged) return baseline;
  const firstLoad = loaders.reduce((first, { user }) => Math.min(first, user.firstLoad), Infinity);
  const firstStore = here.reduce((first, { user }) => Math.min(first, user.firstStore), Infinity);
  let together = 0;
  for (const pattern of patterns) {
    if (firstLoad <= firstStore) {
      const visits = pattern.storesFirst
        ? (model.visitRate[use.symbol] as number)
        : pattern.exposed;
      together = Math.max(together, visits);
    } else if (pattern.storesFirst) {
      together = Math.max(together, pattern.exposed);
    }
  }
  const all = baseline.reduce((sum, { visits }) => sum + visits, 0);
  return baseline.map(({ at, visits }) => ({
    at,
    visits:
      (1 - coAccess) * visits +
      coAccess * together * (all > 0 ? visits / all : 1 / baseline.length),
  }));
}
