import { linesOfBytes } from '../layout/lines';
import type { Tag } from '../edit/document';
import { sumAtoms, type Atom } from './atoms';
import {
  CO_ACCESS,
  UNKNOWN_STORE_RATIO_DEVIATION,
  APART_DEVIATION,
  RATES_TELL_NOTHING,
  STORE_RATIO_DEVIATION,
  TOGETHER_DEVIATION,
} from './constants';
import type { MemberPath } from '../layout/ids';
import { createLineCache, type LineCache } from './lineCache';
import type { FieldPlacement } from './placement';
import { areCpusAssumed, type AccessProfile, type AccessRow, type InstanceGroup } from './profile';
import {
  isStoreRatioKnown,
  posteriorsOf,
  prefetchReads,
  ratesAt,
  type Baseline,
  type BaselinePairs,
  type Posteriors,
} from './calibrateRates';
import type { RateModel } from './rateModel';
import { tagAtoms } from './tags';
import { everywhere, type CoAccess } from './visits';

/** Where an atom belongs. */
export type Site =
  | {
      readonly kind: 'field';
      readonly field: MemberPath;
      readonly offsetBytes: number;
      readonly sizeBytes: number;
      /** It crossed a line at the baseline already: its rows were measured on the first line alone. */
      readonly straddled: boolean;
      readonly source: 'measured' | 'tagged';
    }
  | { readonly kind: 'foreign'; readonly line: number; readonly isCutOff: boolean };

/** Instances that begin at the same byte of their line, calibrated together. */
export interface CalibratedGroup {
  readonly baseBytes: number;
  readonly firstOfPair: 'lower' | 'upper' | null;
  readonly atoms: readonly Atom[];
  /** Where each atom belongs, by the same index. */
  readonly sites: readonly Site[];
  readonly central: RateModel;
  readonly cache: LineCache;
  /** Sets of atoms that share a line at the baseline, joined by commas. */
  readonly baselineLines: ReadonlySet<string>;
  /** Atoms of each baseline line. */
  readonly lineAtoms: ReadonlyMap<number, readonly number[]>;
  /** See `LineWait`. */
  readonly waits: ReadonlyMap<number, number>;
}

export interface GroupContext {
  readonly kind: 'hitm' | 'tags';
  readonly lineBytes: number;
  readonly profile: AccessProfile;
  readonly baseline: FieldPlacement;
  /** Null: not known. */
  readonly pairShare: number | null;
}

/**
 * @param marks readers that the user vouches for, as pseudo-heat beside the measured rows
 * @param scale load samples that "read-hot" stands for
 */
export function calibrateGroup(
  group: InstanceGroup,
  marks: readonly Tag[],
  scale: number,
  context: GroupContext,
): CalibratedGroup {
  const { lineBytes, baseline, kind } = context;
  const lines = new Map<number, { site: Site; rows: readonly AccessRow[]; shares: Shares }[]>();
  const put = (line: number, site: Site, rows: readonly AccessRow[], shares: Shares) => {
    if (rows.length === 0) return;
    const here = lines.get(line);
    if (here === undefined) lines.set(line, [{ site, rows, shares }]);
    else here.push({ site, rows, shares });
  };
  const putField = (
    { field, offsetBytes, sizeBytes, rows, cpuShares }: InstanceGroup['atoms'][number],
    source: 'measured' | 'tagged',
  ) => {
    const start = baseline.offsets.get(field);
    if (start === undefined) return;
    const ruler = { lineBytes, baseBytes: group.baseBytes };
    const { first: line, last } = linesOfBytes(start + offsetBytes, sizeBytes, ruler);
    const straddled = kind === 'hitm' && last !== line;
    put(line, { kind: 'field', field, offsetBytes, sizeBytes, straddled, source }, rows, cpuShares);
  };
  for (const atom of group.atoms) putField(atom, kind === 'tags' ? 'tagged' : 'measured');
  for (const mark of marks) {
    for (const atom of tagAtoms(mark, baseline, lineBytes, scale / 1000)) putField(atom, 'tagged');
  }
  for (const { line, rows, isCutOff = false } of group.foreign) {
    put(line, { kind: 'foreign', line, isCutOff }, rows, null);
  }

  const numbers = [...lines.keys()].sort((a, b) => a - b);
  const perLine = numbers.map((number) => lines.get(number) ?? []);
  const sites = perLine.flatMap((line) => line.map(({ site }) => site));
  const atoms = sumAtoms(
    perLine.map((line) =>
      line.map(({ rows, shares }, at) => ({ id: String(at), rows, cpuShares: shares })),
    ),
  );
  let next = 0;
  const lineAtoms = new Map(
    numbers.map((number, i) => [number, (perLine[i] ?? []).map(() => next++)] as const),
  );
  const table = new Map(group.lines.map(({ line, cleanLoads }) => [line, cleanLoads]));
  const model: Baseline = {
    atoms,
    lines: numbers.map((number) => ({
      atoms: lineAtoms.get(number) ?? [],
      cleanLoads: table.get(number) ?? null,
    })),
    cpuCount: context.profile.cpuCount,
    storeRatio: kind === 'tags' ? 1 : context.profile.storeRatio,
    pseudo: kind === 'tags',
  };
  const coAccess = coAccessBySymbol(ratesAt(posteriorsOf(model, everywhere(CO_ACCESS))));
  const pairs = baselinePairs(model, coAccess, numbers, group, context.pairShare ?? 0);
  const posteriors = posteriorsOf(model, coAccess, pairs);
  const central = ratesAt(posteriors);
  return {
    baseBytes: group.baseBytes,
    firstOfPair: group.firstOfPair ?? null,
    atoms,
    sites,
    central,
    cache: createLineCache(
      central,
      otherReadings(context.profile, posteriors, pairs),
      kind === 'tags',
    ),
    baselineLines: new Set([...lineAtoms.values()].map((line) => line.join())),
    lineAtoms,
    waits: new Map((group.waits ?? []).map(({ line, times }) => [line, times])),
  };
}

/** The profile read in other ways that nothing in it speaks against. */
function otherReadings(
  profile: AccessProfile,
  posteriors: Posteriors,
  pairs: BaselinePairs | null,
): readonly RateModel[] {
  const { baseline, coAccess } = posteriors;
  return [
    ...(areCpusAssumed(profile)
      ? [ratesAt(posteriorsOf({ ...baseline, cpuCount: Infinity }, coAccess, pairs))]
      : []),
    ...(isStoreRatioKnown(posteriors)
      ? []
      : [-2, 2].map((times) => ratesAt(posteriors, times * UNKNOWN_STORE_RATIO_DEVIATION))),
  ];
}

type Shares = ReadonlyMap<number, number> | null;

/** The line that shares a 128-byte pair with a line; an unknown phase is taken for `lower`. */
export function pairOf(line: number, firstOfPair: 'lower' | 'upper' | null): number {
  return firstOfPair === 'upper' ? ((line + 1) ^ 1) - 1 : line ^ 1;
}

const PREFETCH_ROUNDS = 8;

/** Rates and prefetch depend on each other: a few rounds settle them. */
function baselinePairs(
  model: Baseline,
  coAccess: CoAccess,
  numbers: readonly number[],
  group: InstanceGroup,
  share: number,
): BaselinePairs | null {
  if (share <= 0) return null;
  const buddies = numbers.map((line) => numbers.indexOf(pairOf(line, group.firstOfPair ?? null)));
  const lines = model.lines.map(({ atoms }) => ({ basis: { indices: atoms } }));
  let pairs: BaselinePairs = { share, buddies, reads: numbers.map(() => 0) };
  for (let round = 0; round < PREFETCH_ROUNDS; round++) {
    const rates = ratesAt(posteriorsOf(model, coAccess, pairs));
    pairs = { ...pairs, reads: prefetchReads(rates, pairs, lines) };
  }
  return pairs;
}

/**
 * The chance that a symbol's rows run in one go, by their rates: rows that do are touched equally often, those of paths of
 * their own are not. Its rows that store are compared, the lines on which its loads are exposed, and these two with each
 * other; the prior chance is `CO_ACCESS`.
 *
 * @param model the rates by that chance
 */
function coAccessBySymbol(model: RateModel): CoAccess {
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
