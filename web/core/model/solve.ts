import type { Atom } from './atoms';
import type { CpuOverlap } from './cpus';
import { mergeStores, pureReadShare, symbolUses, type CoAccess, type SymbolUse } from './visits';

/** A baseline line, prepared for solving it many times. */
export interface LineBasis {
  readonly indices: readonly number[];
  readonly atoms: readonly Atom[];
  readonly uses: readonly SymbolUse[];
  readonly mix: CpuOverlap;
  readonly coAccess: CoAccess;
  /** Store samples after merging those of one visit. */
  readonly storeSamples: number;
  /** Each atom's share of them. */
  readonly atomShares: Float64Array;
  /** Each symbol's share of them, aligned with `uses`. */
  readonly symbolShares: Float64Array;
  /** Reads that an adjacent-line prefetch adds, in load visits; 0 where pairs are off. */
  readonly prefetch: number;
}

export function lineBasis(
  indices: readonly number[],
  atoms: readonly Atom[],
  mix: CpuOverlap,
  coAccess: CoAccess,
  prefetch: number,
): LineBasis {
  const uses = symbolUses(atoms);
  const { byAtom, bySymbol } = mergeStores(atoms, uses, coAccess, () => 1);
  const storeSamples = bySymbol.reduce((sum, value) => sum + value, 0);
  const share = (value: number) => (storeSamples > 0 ? value / storeSamples : 0);
  return {
    indices,
    atoms,
    uses,
    mix,
    coAccess,
    storeSamples,
    atomShares: byAtom.map(share),
    symbolShares: bySymbol.map(share),
    prefetch,
  };
}

export interface LineSolution {
  /** Store visits, in units of load samples. */
  readonly storeVisits: number;
  /** Exposed load visits (those that could miss) of each atom. */
  readonly exposed: Float64Array;
  /** Loads that the model expects another cache or the last level to serve clean. */
  readonly cleanLoads: number;
}

const MOST_ROUNDS = 300;
const CONVERGED = 1e-11;

/**
 * Inverts the field form for a given theta, the foreign load visits per store visit of the line. The
 * solution is unique, and gives each atom's measured HITM exactly for every theta.
 */
export function solveLine(line: LineBasis, theta: number): LineSolution {
  const { indices, atoms, mix, atomShares, uses, coAccess, prefetch } = line;
  const count = atoms.length;
  const foreignPerStore = new Float64Array(count).fill(theta);
  const modified = new Float64Array(count);
  const chance = new Float64Array(count);
  const exposed = new Float64Array(count);
  const foreignLoads = new Float64Array(count);
  const reads = new Float64Array(count);
  const isDamped = prefetch > 0 || uses.some(({ symbol }) => coAccess(symbol) > 0);
  let storeVisits = 1;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (let j = 0; j < count; j++) {
      modified[j] = at(atomShares, j) / (1 + at(foreignPerStore, j));
    }
    mix.foreign(indices, modified, chance);
    for (let i = 0; i < count; i++) {
      const hitm = (atoms[i] as Atom).hitm;
      exposed[i] = at(chance, i) > 1e-15 ? hitm / at(chance, i) : 0;
    }
    mix.foreign(indices, exposed, foreignLoads);
    storeVisits = 0;
    for (let j = 0; j < count; j++) storeVisits += at(atomShares, j) * at(foreignLoads, j);
    storeVisits /= theta;
    if (!(storeVisits > 0)) break;
    pureReads(line, exposed, storeVisits, reads);
    mix.foreign(indices, reads, foreignLoads);
    let change = 0;
    for (let j = 0; j < count; j++) {
      const next = (at(foreignLoads, j) + prefetch) / storeVisits;
      const last = at(foreignPerStore, j);
      change = Math.max(change, Math.abs(next - last));
      foreignPerStore[j] = isDamped ? (next + last) / 2 : next;
    }
    if (change < CONVERGED * (1 + theta)) break;
  }
  if (!(storeVisits > 0)) {
    return { storeVisits: line.storeSamples, exposed: new Float64Array(count), cleanLoads: 0 };
  }
  return {
    storeVisits,
    exposed,
    cleanLoads: cleanLoads(line, storeVisits, exposed, reads, chance),
  };
}

/** Load visits that are not followed by a store of the same visit: only those clean the line. */
function pureReads(
  line: LineBasis,
  exposed: Float64Array,
  storeVisits: number,
  reads: Float64Array,
): void {
  reads.fill(0);
  line.uses.forEach(({ symbol, members }, index) => {
    let loads = 0;
    for (const { at: place, user } of members) loads += exposedBy(line, exposed, place, user.hitm);
    if (loads <= 0) return;
    const stores = storeVisits * at(line.symbolShares, index);
    const share = pureReadShare(loads, stores, line.coAccess(symbol));
    for (const { at: place, user } of members) {
      reads[place] = at(reads, place) + exposedBy(line, exposed, place, user.hitm) * share;
    }
  });
}

function exposedBy(line: LineBasis, exposed: Float64Array, place: number, hitm: number): number {
  const atom = line.atoms[place] as Atom;
  return atom.hitm > 0 ? (at(exposed, place) * hitm) / atom.hitm : 0;
}

/** A load misses when the last access from its CPU came before the last foreign store. */
function cleanLoads(
  line: LineBasis,
  storeVisits: number,
  exposed: Float64Array,
  reads: Float64Array,
  chance: Float64Array,
): number {
  const { indices, atomShares, mix } = line;
  const count = indices.length;
  const stores = atomShares.map((share) => share * storeVisits);
  const accesses = stores.map((value, i) => value + at(reads, i));
  const foreignStores = new Float64Array(count);
  const foreignAccesses = new Float64Array(count);
  mix.foreign(indices, stores, foreignStores);
  mix.foreign(indices, accesses, foreignAccesses);
  const all = accesses.reduce((sum, value) => sum + value, 0);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (at(exposed, i) <= 0) continue;
    const foreign = at(foreignStores, i);
    const own = all - at(foreignAccesses, i);
    if (foreign + own <= 0) continue;
    total += at(exposed, i) * Math.max(0, foreign / (foreign + own) - at(chance, i));
  }
  return total;
}

function at(values: Float64Array, index: number): number {
  return values[index] as number;
}
