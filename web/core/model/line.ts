import { sum } from '../base/math';
import type { Atom } from './atoms';
import type { RateModel } from './rateModel';
import { lineRates, type LineRates } from './rates';

/** Chance that a load of each atom finds the line modified elsewhere. */
export function modifiedElsewhere(rates: LineRates, prefetch: number): Float64Array {
  const { indices, mix, reads, stores, allStores } = rates;
  const chance = new Float64Array(indices.length);
  if (allStores <= 0) return chance;
  const foreignReads = new Float64Array(indices.length);
  mix.foreign(indices, reads, foreignReads);
  const modified = stores.map((own, j) =>
    own > 0 ? own / (allStores + (foreignReads[j] as number) + prefetch) : 0,
  );
  mix.foreign(indices, modified, chance);
  return chance;
}

/**
 * Coherence transactions of a line: loads that miss and stores that must ask for ownership. A layout
 * that only turns HITM loads into store misses lowers HITM and not this.
 */
export function lineTransactions(rates: LineRates, prefetch: number): number {
  return sum(atomTransactions(rates, prefetch));
}

/** The same of each atom. */
export function atomTransactions(rates: LineRates, prefetch: number): Float64Array {
  const { indices, mix, exposed, reads, stores, allStores } = rates;
  const count = indices.length;
  const transactions = new Float64Array(count);
  if (allStores <= 0) return transactions;
  const accesses = stores.map((value, i) => value + (reads[i] as number));
  const all = sum(accesses);
  const foreignStores = new Float64Array(count);
  const foreignReads = new Float64Array(count);
  const foreignAccesses = new Float64Array(count);
  mix.foreign(indices, stores, foreignStores);
  mix.foreign(indices, reads, foreignReads);
  mix.foreign(indices, accesses, foreignAccesses);
  for (let i = 0; i < count; i++) {
    const foreign = foreignStores[i] as number;
    const read = (foreignReads[i] as number) + prefetch;
    const own = all - (foreignAccesses[i] as number);
    const loads = exposed[i] as number;
    const writes = stores[i] as number;
    let misses = 0;
    if (loads > 0 && foreign + own > 0) misses += (loads * foreign) / (foreign + own);
    if (writes > 0) misses += (writes * (foreign + read)) / (allStores + read);
    transactions[i] = misses;
  }
  return transactions;
}

/** Predicted HITM of each atom on the line: plain loads and read-modify-writes, not yet calibrated. */
export function rawHitm(
  model: RateModel,
  rates: LineRates,
  prefetch: number,
): { readonly plain: Float64Array; readonly atomic: Float64Array } {
  const chance = modifiedElsewhere(rates, prefetch);
  return {
    plain: rates.exposed.map((visits, i) => visits * (chance[i] as number)),
    atomic: chance.map((value, i) => {
      const index = rates.indices[i] as number;
      const visits = model.atomicVisits[index] as number;
      return visits > 0 ? visibility(model, index, rates.indices) * visits * value : 0;
    }),
  };
}

/** Predicted HITM of each atom on the line; at the baseline exactly what was measured. */
export function lineHitm(
  model: RateModel,
  indices: readonly number[],
  prefetch = 0,
  rates: LineRates = lineRates(model, indices),
): Float64Array {
  const { plain, atomic } = rawHitm(model, rates, prefetch);
  return plain.map((value, i) => {
    const index = indices[i] as number;
    return (
      value * (model.plainFactor[index] as number) +
      (atomic[i] as number) * (model.atomicFactor[index] as number) +
      (model.carried[index] as number)
    );
  });
}

/** Share of an atom's read-modify-writes before which their visit loads nothing on the line. */
export function comesFirst(model: RateModel, index: number, line: readonly number[]): number {
  const own = (model.atoms[index] as Atom).users.filter(({ atomicStores }) => atomicStores > 0);
  if (own.length === 0) return 1;
  const loads = new Map(own.map(({ symbol }) => [symbol, Infinity]));
  for (const other of line) {
    for (const { symbol, firstLoad } of (model.atoms[other] as Atom).users) {
      const load = loads.get(symbol);
      if (load !== undefined && firstLoad < load) loads.set(symbol, firstLoad);
    }
  }
  let all = 0;
  let first = 0;
  for (const { symbol, atomicStores, firstAtomic } of own) {
    all += atomicStores;
    if ((loads.get(symbol) ?? Infinity) > firstAtomic) first += atomicStores;
  }
  return first / all;
}

/**
 * Share of an atom's read-modify-writes on a foreign modified line that show as HITM loads. It rises
 * where the operation becomes the first access of its visit, and falls where a load comes before it.
 */
function visibility(model: RateModel, index: number, line: readonly number[]): number {
  const measured = model.visibility[index] as number;
  const change = comesFirst(model, index, line) - (model.cameFirst[index] as number);
  const coAccess = atomicCoAccess(model, index);
  if (change > 0) {
    const usual = model.usualVisibility ?? measured;
    return measured + coAccess * change * Math.max(0, usual - measured);
  }
  return measured * (1 + coAccess * change);
}

/** The co-access of the symbols that do an atom's read-modify-writes, weighed by how often they do. */
function atomicCoAccess({ atoms, coAccess }: RateModel, index: number): number {
  let all = 0;
  let together = 0;
  for (const { symbol, atomicStores } of (atoms[index] as Atom).users) {
    all += atomicStores;
    together += atomicStores * coAccess(symbol);
  }
  return all > 0 ? together / all : 0;
}
