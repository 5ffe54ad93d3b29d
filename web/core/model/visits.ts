import type { Atom, AtomUser } from './atoms';

/** Chance that the rows of a symbol are touched in one short visit. */
export type CoAccess = (symbol: number) => number;

/** The same for all symbols. */
export function everywhere(chance: number): CoAccess {
  return () => chance;
}

/** Everything that one symbol does on one line. */
export interface SymbolUse {
  readonly symbol: number;
  readonly members: readonly { readonly at: number; readonly user: AtomUser }[];
}

/** Groups the users of a line's atoms by symbol; `at` is the atom's place on the line. */
export function symbolUses(atoms: readonly Atom[]): readonly SymbolUse[] {
  const uses = new Map<number, { at: number; user: AtomUser }[]>();
  atoms.forEach((atom, at) => {
    for (const user of atom.users) {
      const members = uses.get(user.symbol);
      if (members === undefined) uses.set(user.symbol, [{ at, user }]);
      else members.push({ at, user });
    }
  });
  return [...uses].map(([symbol, members]) => ({ symbol, members }));
}

export interface StoreVisits {
  /** The visits by the atom's place on the line. */
  readonly byAtom: Float64Array;
  /** Aligned with the uses that it was made from. */
  readonly bySymbol: Float64Array;
}

/**
 * Stores of one symbol to one line that fall into the same visit count once: with its chance of
 * `coAccess`, a visit stores to all its rows, so there are as many visits as its busiest row has stores.
 *
 * @param scale store visits per store sample, by place on the line
 */
export function mergeStores(
  atoms: readonly Atom[],
  uses: readonly SymbolUse[],
  coAccess: CoAccess,
  scale: (at: number) => number,
): StoreVisits {
  const byAtom = new Float64Array(atoms.length);
  const bySymbol = new Float64Array(uses.length);
  uses.forEach(({ symbol, members }, index) => {
    let all = 0;
    let top = 0;
    for (const { at, user } of members) {
      if (user.stores <= 0) continue;
      const factor = scale(at);
      all += user.stores * factor;
      top = Math.max(top, user.topStores * factor);
    }
    if (all <= 0) return;
    const chance = coAccess(symbol);
    const merged = (1 - chance) * all + chance * top;
    bySymbol[index] = merged;
    for (const { at, user } of members) {
      byAtom[at] = (byAtom[at] ?? 0) + (merged / all) * user.stores * scale(at);
    }
  });
  return { byAtom, bySymbol };
}

/** Share of a symbol's load visits on a line that do not also store there, and so clean it for others. */
export function pureReadShare(loads: number, stores: number, coAccess: number): number {
  return loads > 0 ? 1 - (coAccess * Math.min(loads, stores)) / loads : 1;
}
