import { sum } from '../base/math';
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
      return visits > 0 ? (model.visibility[index] as number) * visits * value : 0;
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
