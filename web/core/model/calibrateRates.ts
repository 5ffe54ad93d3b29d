import type { Atom } from './atoms';
import { cpuOverlap, type CpuOverlap } from './cpus';
import { modifiedElsewhere, rawHitm } from './line';
import { pairReads } from './pairs';
import { lineRates } from './rates';
import { lineBasis, solveLine, type LineBasis } from './solve';
import type { CoAccess } from './visits';
import type { CalibratedLine, AccessPattern, RateModel } from './rateModel';
import { CLEAN_MISS_DEVIATION, STORE_RATIO_DEVIATION, THETA_GRID, THETA_PRIOR } from './constants';

/** A baseline in the model's terms. Lines are those that hold at least one atom. */
export interface Baseline {
  readonly atoms: readonly Atom[];
  readonly lines: readonly {
    readonly atoms: readonly number[];
    /** Null without a line table: then the rows' other loads bound it from above. */
    readonly cleanLoads: number | null;
  }[];
  readonly cpuCount: number | null;
  readonly storeRatio: number | null;
  /** The counts are tags: that they have no HITM says nothing. */
  readonly pseudo?: boolean;
}

/** What the counts leave open of a baseline. */
export interface Posteriors {
  readonly baseline: Baseline;
  readonly coAccess: CoAccess;
  readonly mix: CpuOverlap;
  readonly lines: readonly {
    readonly basis: LineBasis;
    readonly posterior: LinePosterior | null;
  }[];
  readonly pairs: BaselinePairs | null;
}

/** Adjacent-line prefetch at the baseline. */
export interface BaselinePairs {
  /** Share of misses that pull the other line too. */
  readonly share: number;
  /** The other line of each line's pair, as an index into the baseline's lines; -1 where it holds no atom. */
  readonly buddies: readonly number[];
  /** Reads that it adds to each line, as far as they are known yet. */
  readonly reads: readonly number[];
}

export function posteriorsOf(
  baseline: Baseline,
  coAccess: CoAccess,
  pairs: BaselinePairs | null = null,
): Posteriors {
  const { atoms, lines } = baseline;
  const cpuCount = baseline.cpuCount ?? atoms.reduce((most, { cpus }) => Math.max(most, cpus), 2);
  const mix = cpuOverlap(atoms, cpuCount);
  return {
    baseline,
    coAccess,
    mix,
    pairs,
    lines: lines.map((line, number) => {
      const here = line.atoms.map((index) => atoms[index] as Atom);
      const basis = lineBasis(line.atoms, here, mix, coAccess, pairs?.reads[number] ?? 0);
      const tells = basis.storeSamples > 0 && here.some(({ hitm }) => hitm > 0);
      return { basis, posterior: tells ? linePosterior(basis, seenClean(line, here)) : null };
    }),
  };
}

function seenClean(line: { cleanLoads: number | null }, atoms: readonly Atom[]): CleanLoads {
  return line.cleanLoads === null
    ? { from: 'rows', loads: atoms.reduce((sum, { otherLoads }) => sum + otherLoads, 0) }
    : { from: 'table', loads: line.cleanLoads };
}

/** Whether the recording, or a line with HITM of plain loads, tells how often stores are sampled. */
export function isStoreRatioKnown({ baseline, lines }: Posteriors): boolean {
  return baseline.storeRatio !== null || lines.some(({ posterior }) => posterior !== null);
}

/** @param assumedLogRatio ln of the store sampling ratio where it is unknown */
export function ratesAt(posteriors: Posteriors, assumedLogRatio = 0): RateModel {
  const { baseline, coAccess, mix } = posteriors;
  const { atoms } = baseline;
  const telling = posteriors.lines.flatMap(({ posterior }) => posterior ?? []);
  const known = baseline.storeRatio === null ? null : Math.log(baseline.storeRatio);
  // Where no line tells it, what is only updated does not depend on it, and what is only read does.
  const logStoreRatio = known ?? pooledStoreRatio(telling)?.mean ?? assumedLogRatio;

  const exposed = atoms.map((atom) => Float64Array.from(atom.users, (user) => user.otherLoads));
  const lines = posteriors.lines.map(({ basis, posterior }): CalibratedLine => {
    if (posterior === null) {
      if (!baseline.pseudo) forgetHarmless(basis, exposed);
      return { storeRatio: Math.exp(logStoreRatio), theta: null };
    }
    // Leave the line itself out, so that it does not confirm itself.
    const elsewhere: Moments | null =
      known === null
        ? pooledStoreRatio(telling.filter((other) => other !== posterior))
        : { mean: known, variance: 0 };
    const { mean, variance } = thetaOf(posterior, elsewhere);
    const logDeviation = Math.sqrt(variance);
    const value = Math.exp(mean);
    const solution = solveLine(basis, value);
    basis.atoms.forEach((atom, at) => {
      exposed[basis.indices[at] as number] = Float64Array.from(atom.users, (user) =>
        atom.hitm > 0 ? ((solution.exposed[at] as number) * user.hitm) / atom.hitm : 0,
      );
    });
    return {
      storeRatio: solution.storeVisits / basis.storeSamples,
      theta: { value, logDeviation },
    };
  });
  const ratioOf = (atom: Atom) => lines[atom.line]?.storeRatio ?? 1;
  const patterns = patternsOf(atoms, exposed);
  const visitRate = visitRates(atoms, patterns, ratioOf);
  exposeUnmet(posteriors, exposed, patterns, visitRate);
  return closeOnBaseline(
    {
      coAccess,
      atoms,
      mix,
      lines,
      logStoreRatio,
      exposed,
      storeVisits: Float64Array.from(atoms, (atom) => ratioOf(atom) * atom.stores),
      atomicVisits: Float64Array.from(atoms, (atom) => ratioOf(atom) * atom.atomicStores),
      rmtShare: rmtShares(atoms),
      visitRate,
      visibility: new Float64Array(atoms.length),
      plainFactor: new Float64Array(atoms.length).fill(1),
      atomicFactor: new Float64Array(atoms.length).fill(1),
      carried: new Float64Array(atoms.length),
      pattern: (symbol, line) => patterns.get(patternKey(symbol, line)) ?? NO_PATTERN,
    },
    posteriors,
  );
}

/**
 * On a line that others write, reads that never met a modified line are hits of the own caches or too
 * rare to matter. Reads on a line that nobody else writes could not have met one, and are kept.
 */
function forgetHarmless(basis: LineBasis, exposed: Float64Array[]): void {
  const foreignStores = new Float64Array(basis.indices.length);
  basis.mix.foreign(basis.indices, basis.atomShares, foreignStores);
  basis.indices.forEach((index, at) => {
    if ((foreignStores[at] as number) > 0) exposed[index]?.fill(0);
  });
}

/** Atomic visibility and the factors that make the baseline exact. */
function closeOnBaseline(model: RateModel, { lines, pairs }: Posteriors): RateModel {
  const prefetch = prefetchReads(model, pairs, lines);
  lines.forEach(({ basis }, number) => {
    const reads = prefetch[number] ?? 0;
    const chance = modifiedElsewhere(lineRates(model, basis.indices), reads);
    basis.atoms.forEach((atom, at) => {
      const index = basis.indices[at] as number;
      const meets = (model.atomicVisits[index] as number) * (chance[at] as number);
      if (atom.atomicHitm > 0 && meets > 0) {
        const visible = Math.min(1, atom.atomicHitm / meets);
        model.visibility[index] = visible;
        model.atomicFactor[index] = atom.atomicHitm / (visible * meets);
      }
    });
  });
  lines.forEach(({ basis }, number) => {
    const raw = rawHitm(model, lineRates(model, basis.indices), prefetch[number] ?? 0);
    basis.atoms.forEach((atom, at) => {
      const index = basis.indices[at] as number;
      const plain = raw.plain[at] as number;
      if (plain > 0 && atom.hitm > 0) model.plainFactor[index] = atom.hitm / plain;
      model.carried[index] =
        (plain <= 0 ? atom.hitm : 0) + ((raw.atomic[at] as number) <= 0 ? atom.atomicHitm : 0);
    });
  });
  return model;
}

/** Reads that adjacent-line prefetch adds to each baseline line, by the rates of a model. */
export function prefetchReads(
  model: RateModel,
  pairs: BaselinePairs | null,
  lines: readonly { readonly basis: { readonly indices: readonly number[] } }[],
): readonly number[] {
  if (pairs === null) return [];
  const rates = lines.map(({ basis }) => lineRates(model, basis.indices));
  return rates.map((own, number) => {
    const other = rates[pairs.buddies[number] ?? -1];
    return other === undefined ? 0 : pairReads(own, other, pairs.share)[0];
  });
}

/** Each atom keeps its measured remote share; one without HITM takes the profile's mean. */
function rmtShares(atoms: readonly Atom[]): Float64Array {
  let rmt = 0;
  let all = 0;
  for (const atom of atoms) {
    const hitm = atom.hitm + atom.atomicHitm;
    rmt += (atom.rmtShare ?? 0) * hitm;
    all += hitm;
  }
  const usual = all > 0 ? rmt / all : 0.5;
  return Float64Array.from(atoms, (atom) => atom.rmtShare ?? usual);
}

interface MutablePattern {
  atoms: Set<number>;
  firstLoad: number;
  firstStore: number;
  exposed: number;
  storesFirst: boolean;
}

const NO_PATTERN: AccessPattern = { atoms: new Set(), storesFirst: false, exposed: 0 };

/** Line in the low 20 bits: a profile has far fewer lines, and the product stays an exact integer. */
function patternKey(symbol: number, line: number): number {
  return symbol * 2 ** 20 + line;
}

function patternsOf(
  atoms: readonly Atom[],
  exposed: readonly Float64Array[],
): Map<number, MutablePattern> {
  const patterns = new Map<number, MutablePattern>();
  atoms.forEach((atom, index) => {
    atom.users.forEach((user, place) => {
      if (!user.loads && user.stores <= 0) return;
      const key = patternKey(user.symbol, atom.line);
      let pattern = patterns.get(key);
      if (pattern === undefined) {
        pattern = {
          atoms: new Set(),
          firstLoad: Infinity,
          firstStore: Infinity,
          exposed: 0,
          storesFirst: false,
        };
        patterns.set(key, pattern);
      }
      pattern.atoms.add(index);
      pattern.firstLoad = Math.min(pattern.firstLoad, user.firstLoad);
      pattern.firstStore = Math.min(pattern.firstStore, user.firstStore);
      if (user.loads) pattern.exposed += exposed[index]?.[place] ?? 0;
      pattern.storesFirst = pattern.firstStore < pattern.firstLoad;
    });
  });
  return patterns;
}

/**
 * Loads that only the code tells, on a line that nobody was seen to store to: they always hit there, and miss as often as
 * their function visits where a writer comes to their line.
 */
function exposeUnmet(
  { coAccess, lines }: Posteriors,
  exposed: readonly Float64Array[],
  patterns: Map<number, MutablePattern>,
  visitRate: Float64Array,
): void {
  lines.forEach(({ basis }, line) => {
    if (basis.storeSamples > 0) return;
    for (const { symbol, members } of basis.uses) {
      const pattern = patterns.get(patternKey(symbol, line));
      const isSampled = members.some(({ user }) => user.hitm + user.otherLoads > 0);
      if (pattern === undefined || isSampled) continue;
      const first = members.reduce((a, b) => (b.user.firstLoad < a.user.firstLoad ? b : a));
      const index = basis.indices[first.at] as number;
      const place = (basis.atoms[first.at] as Atom).users.indexOf(first.user);
      const visits = coAccess(symbol) * (visitRate[symbol] as number);
      (exposed[index] as Float64Array)[place] = visits;
      pattern.exposed = visits;
    }
  });
}

/** A symbol visits as often as its busiest row stores, or as often as its loads are exposed on a line. */
function visitRates(
  atoms: readonly Atom[],
  patterns: ReadonlyMap<number, MutablePattern>,
  ratioOf: (atom: Atom) => number,
): Float64Array {
  let symbols = 0;
  for (const atom of atoms) {
    for (const user of atom.users) symbols = Math.max(symbols, user.symbol + 1);
  }
  const rates = new Float64Array(symbols);
  for (const atom of atoms) {
    for (const { symbol, topStores } of atom.users) {
      rates[symbol] = Math.max(rates[symbol] as number, ratioOf(atom) * topStores);
    }
  }
  for (const [key, { exposed }] of patterns) {
    const symbol = Math.floor(key / 2 ** 20);
    rates[symbol] = Math.max(rates[symbol] as number, exposed);
  }
  return rates;
}

/** What a line says about its theta and about the profile's store ratio, on the grid. */
interface LinePosterior {
  readonly logTheta: Float64Array;
  readonly logStoreRatio: Float64Array;
  readonly logLikelihood: Float64Array;
  /** Mean and variance of ln(store ratio) from this line alone. */
  readonly storeRatio: Moments;
}

interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Clean loads that were seen on a line. */
type CleanLoads =
  /** From the line table. */
  | { readonly from: 'table'; readonly loads: number }
  /** From the rows' other loads, which contain hits of the own caches: only an upper bound. */
  | { readonly from: 'rows'; readonly loads: number };

/** theta decides how many loads miss clean (about theta for each HITM): so the clean misses tell theta. */
function linePosterior(line: LineBasis, seen: CleanLoads): LinePosterior {
  const { from, to, points } = THETA_GRID;
  const first = Math.log(from);
  const step = (Math.log(to) - first) / (points - 1);
  const logTheta = Float64Array.from({ length: points }, (_, k) => first + step * k);
  const logStoreRatio = new Float64Array(points);
  const logLikelihood = new Float64Array(points);
  logTheta.forEach((value, k) => {
    const solution = solveLine(line, Math.exp(value));
    logStoreRatio[k] = Math.log(solution.storeVisits / line.storeSamples);
    const expected = solution.cleanLoads;
    const variance = expected + 1 + (CLEAN_MISS_DEVIATION * expected) ** 2;
    const surplus = seen.loads - expected;
    const off = seen.from === 'table' ? surplus : Math.min(0, surplus);
    const spread = seen.from === 'table' ? 0.5 * Math.log(variance) : 0;
    const prior = 0.5 * ((value - THETA_PRIOR.mean) / THETA_PRIOR.deviation) ** 2;
    logLikelihood[k] = (-0.5 * off ** 2) / variance - spread - prior;
  });
  return {
    logTheta,
    logStoreRatio,
    logLikelihood,
    storeRatio: momentsOf(logStoreRatio, logLikelihood),
  };
}

/** The store ratio of the profile from its lines: null where none tells. */
function pooledStoreRatio(lines: readonly LinePosterior[]): Moments | null {
  let weights = 0;
  let sum = 0;
  for (const { storeRatio } of lines) {
    const weight = 1 / (storeRatio.variance + STORE_RATIO_DEVIATION ** 2);
    weights += weight;
    sum += weight * storeRatio.mean;
  }
  return weights > 0 ? { mean: sum / weights, variance: 1 / weights } : null;
}

/** ln theta of a line, given what the rest of the profile says of the store ratio (null: nothing). */
function thetaOf(line: LinePosterior, elsewhere: Moments | null): Moments {
  const variance = STORE_RATIO_DEVIATION ** 2 + (elsewhere?.variance ?? 1e9);
  const mean = elsewhere?.mean ?? 0;
  const weighed = line.logLikelihood.map(
    (value, k) => value - (0.5 * ((line.logStoreRatio[k] as number) - mean) ** 2) / variance,
  );
  return momentsOf(line.logTheta, weighed);
}

function momentsOf(values: Float64Array, logWeights: Float64Array): Moments {
  const most = logWeights.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = logWeights.map((value) => Math.exp(value - most));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let mean = 0;
  values.forEach((value, k) => (mean += (value * (weights[k] as number)) / all));
  let variance = 1e-6;
  values.forEach((value, k) => (variance += ((value - mean) ** 2 * (weights[k] as number)) / all));
  return { mean, variance };
}
