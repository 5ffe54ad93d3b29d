import {
  APART_DEVIATION,
  CO_ACCESS,
  RATES_TELL_NOTHING,
  STORE_RATIO_DEVIATION,
  TOGETHER_DEVIATION,
} from './constants';
import type { RateModel } from './rateModel';
import type { CoAccess } from './visits';

/**
 * The chance that a symbol's rows run in one go, by their rates: rows that do are touched equally often, those of paths of
 * their own are not. Its rows that store are compared, the lines on which its loads are exposed, and these two with each
 * other; the prior chance is `CO_ACCESS`.
 *
 * @param model the rates by that chance
 */
export function coAccessBySymbol(model: RateModel): CoAccess {
  const stores = storeRates(model);
  const loads = loadRates(model);
  const chances = Float64Array.from(stores, (own, symbol) =>
    posterior(own, loads[symbol] ?? [], model.logStoreRatio),
  );
  return (symbol) => chances[symbol] ?? CO_ACCESS;
}

/** ln of a rate, and its variance. */
interface LogRate {
  readonly mean: number;
  readonly variance: number;
}

/** For each symbol, the rate of each place that it stores to, in store samples: no line's estimate of the sampling ratio is in them. */
function storeRates({ atoms, visitRate }: RateModel): LogRate[][] {
  const rates: LogRate[][] = Array.from(visitRate, () => []);
  for (const { symbol, topStores } of atoms.flatMap(({ users }) => users)) {
    if (topStores <= 0) continue;
    rates[symbol]?.push({ mean: Math.log(topStores), variance: 1 / topStores });
  }
  return rates;
}

/** For each symbol, how often it is exposed on each line where its visits begin with a load, in load samples. */
function loadRates(model: RateModel): LogRate[][] {
  const rates: LogRate[][] = Array.from(model.visitRate, () => []);
  model.lines.forEach(({ theta }, line) => {
    if (theta === null) return;
    const hitm = new Map<number, number>();
    for (const atom of model.atoms) {
      if (atom.line !== line) continue;
      for (const user of atom.users) {
        if (user.loads) hitm.set(user.symbol, (hitm.get(user.symbol) ?? 0) + user.hitm);
      }
    }
    // On a read-limited line the exposed loads do not depend on theta; on a write-limited one they grow as it does.
    const deviation = (theta.logDeviation * theta.value) / (1 + theta.value);
    for (const [symbol, count] of hitm) {
      const { exposed, storesFirst } = model.pattern(symbol, line);
      if (count <= 0 || exposed <= 0 || storesFirst) continue;
      rates[symbol]?.push({ mean: Math.log(exposed), variance: 1 / count + deviation ** 2 });
    }
  });
  return rates;
}

function posterior(
  stores: readonly LogRate[],
  loads: readonly LogRate[],
  logStoreRatio: number,
): number {
  let evidence = evidenceOf(stores, TOGETHER_DEVIATION) + evidenceOf(loads, TOGETHER_DEVIATION);
  const [stored, loaded] = [meanOf(stores), meanOf(loads)];
  if (stored !== null && loaded !== null) {
    const visits = {
      mean: stored.mean + logStoreRatio,
      variance: stored.variance + STORE_RATIO_DEVIATION ** 2,
    };
    evidence += evidenceOf([visits, loaded], 0);
  }
  const likelier = (1 - RATES_TELL_NOTHING) * Math.exp(evidence) + RATES_TELL_NOTHING;
  const odds = (CO_ACCESS / (1 - CO_ACCESS)) * likelier;
  return odds / (1 + odds);
}

/** ln of how much likelier rates are if they are one rate, whatever that is, than if each is a rate of its own. */
function evidenceOf(rates: readonly LogRate[], deviation: number): number {
  if (rates.length < 2) return 0;
  const together = logLikelihood(rates, deviation ** 2);
  return together - logLikelihood(rates, deviation ** 2 + APART_DEVIATION ** 2);
}

/** Up to a constant, with a flat prior of their mean, which is integrated out. */
function logLikelihood(rates: readonly LogRate[], extraVariance: number): number {
  const { mean, variance } = weighed(rates, extraVariance);
  let sum = 0.5 * Math.log(variance);
  for (const rate of rates) {
    const spread = rate.variance + extraVariance;
    sum -= 0.5 * (Math.log(spread) + (rate.mean - mean) ** 2 / spread);
  }
  return sum;
}

function meanOf(rates: readonly LogRate[]): LogRate | null {
  return rates.length === 0 ? null : weighed(rates, TOGETHER_DEVIATION ** 2);
}

function weighed(rates: readonly LogRate[], extraVariance: number): LogRate {
  let weights = 0;
  let sum = 0;
  for (const { mean, variance } of rates) {
    const weight = 1 / (variance + extraVariance);
    weights += weight;
    sum += weight * mean;
  }
  return { mean: sum / weights, variance: 1 / weights };
}
