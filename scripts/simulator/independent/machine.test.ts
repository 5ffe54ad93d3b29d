import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../web/analysis/hitm/calibrate';
import { closedForm } from '../../../web/analysis/hitm/closedForm';
import { forecast } from '../../../web/analysis/hitm/forecast';
import { simulate, type Counts } from './machine';
import { binomial, randomFrom } from '../random';
import { placed, sampledProfile, visibleHitm } from './sampled';
import { spearman } from '../score';
import type { Visit, Workload } from './workload';

function access(
  kind: 'load' | 'store' | 'atomic',
  field: number,
  weights: readonly number[],
): Visit {
  return {
    symbol: `${kind}_${field}`,
    steps: [{ kind, field, watched: null }],
    cpuWeights: Float64Array.from(weights),
    burst: 1,
  };
}

function workload(visits: readonly Visit[], more: Partial<Workload> = {}): Workload {
  return {
    cpus: visits[0]?.cpuWeights.length ?? 0,
    sockets: 1,
    protocol: 'clean',
    latency: false,
    fields: 4,
    visits,
    pairShare: 0,
    ...more,
  };
}

function run(of: Workload, lineOf: readonly number[], seed: number): Counts {
  const lines = Math.max(...lineOf) + 1;
  const wanted = { lineOf: Int32Array.from(lineOf), lines, visits: 300_000, thinkNs: 1000 };
  return simulate(of, wanted, randomFrom(seed));
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}

describe('the machine', () => {
  test.each([1, 2, 3, 4, 5])('independent accesses follow the closed form, seed %i', (seed) => {
    const random = randomFrom(seed);
    const draw = () => Array.from({ length: 6 }, () => Math.exp(random.normal()));
    const loads = draw();
    const stores = draw();
    const counts = run(workload([access('load', 0, loads), access('store', 0, stores)]), [0], seed);
    const rates = loads.map((load, cpu) => ({ loads: load, stores: stores[cpu] ?? 0, atomics: 0 }));
    const expected = closedForm(rates);
    // As many visits as were counted, shared out by the rates.
    const scale = counts.visits / (sum(loads) + sum(stores));
    const hitm = sum(counts.localHitm) / scale;
    const missed = hitm + sum(counts.cleanLoads) / scale;
    expect(Math.abs(hitm / expected.hitm - 1)).toBeLessThan(0.02);
    expect(Math.abs(missed / expected.loadMisses - 1)).toBeLessThan(0.02);
    const owned = sum(counts.transactions) / scale - missed;
    expect(Math.abs(owned / expected.ownershipRequests - 1)).toBeLessThan(0.02);
  });

  test('a lone CPU has no HITM, and none is remote on one socket', () => {
    const alone = run(workload([access('load', 0, [1]), access('store', 0, [1])]), [0], 1);
    expect(sum(alone.localHitm) + sum(alone.remoteHitm) + sum(alone.transactions)).toBe(0);
    const two = run(workload([access('load', 0, [1, 1]), access('store', 0, [1, 1])]), [0], 1);
    expect(sum(two.localHitm)).toBeGreaterThan(0);
    expect(sum(two.remoteHitm)).toBe(0);
  });

  test('the prefetch of pairs is predicted where its share is known, and is not where it is not', () => {
    const even = [1, 1, 1, 1, 1, 1, 1, 1];
    const visits = [0, 2].flatMap((field) => [
      access('load', field, even),
      access('store', field + 1, even),
    ]);
    const paired = workload(visits, { pairShare: 1 });
    const before = Int32Array.from([0, 0, 1, 1]);
    const after = Int32Array.from([0, 0, 2, 2]);
    const counts = run(paired, [...before], 3);
    const sampling = { load: 1, store: 1, atomicVisibility: 1, hits: 0 };
    const profile = sampledProfile(paired, counts, before, sampling, randomFrom(4));
    const truth = visibleHitm(paired, run(paired, [...after], 5), sampling);
    const off = (pairShare: number) => {
      const known = calibrate({ ...profile, storeRatio: 1 }, placed(before), { pairShare });
      if (!known.ok) throw new Error(known.error.kind);
      return Math.abs(forecast(known.value, placed(after)).hitm.total / truth - 1);
    };
    // Every miss prefetches here: taking the pair apart raises HITM by three quarters.
    expect(truth / visibleHitm(paired, counts, sampling)).toBeGreaterThan(1.5);
    expect(off(1)).toBeLessThan(0.15);
    expect(off(0)).toBeGreaterThan(0.3);
  });

  const [low, high, all] = [
    [1, 1, 0, 0],
    [0, 0, 1, 1],
    [1, 1, 1, 1],
  ] as const;
  test.each([
    ['of one CPU each', [1, 0, 0, 0], [0, 0, 1, 0], true],
    ['of two CPUs each', low, high, true],
    ['of all CPUs', all, all, false],
  ] as const)(
    'counters that are only updated, %s, are predicted apart',
    (_, one, other, isLess) => {
      const updates = workload([access('atomic', 0, one), access('atomic', 1, other)]);
      const [before, after] = [
        [0, 0, 0, 0],
        [0, 1, 1, 1],
      ].map((lines) => Int32Array.from(lines)) as [Int32Array, Int32Array];
      const sampling = { load: 0.02, store: 0.005, atomicVisibility: 0.3, hits: 0 };
      const counts = run(updates, [...before], 3);
      const profile = sampledProfile(updates, counts, before, sampling, randomFrom(4));
      const measured = visibleHitm(updates, counts, sampling);
      const truth = visibleHitm(updates, run(updates, [...after], 5), sampling);
      const known = calibrate(profile, placed(before));
      if (!known.ok) throw new Error(known.error.kind);
      const told = forecast(known.value, placed(after));
      expect(truth < 0.8 * measured).toBe(isLess);
      expect(Math.abs(told.hitm.total - truth) / measured).toBeLessThan(0.15);
      expect(told.seenBand.low).toBeLessThanOrEqual(truth);
      expect(told.seenBand.high).toBeGreaterThanOrEqual(truth);
      // A report without lists of CPUs says how many a row saw, and not that another one saw others.
      const most = Math.max(
        ...profile.instances
          .flatMap(({ atoms }) => atoms)
          .flatMap(({ rows }) => rows.map(({ cpus }) => cpus)),
      );
      const unlisted = calibrate(
        { ...profile, cpuCount: most === 1 ? null : most },
        placed(before),
      );
      if (!unlisted.ok) throw new Error(unlisted.error.kind);
      const said = forecast(unlisted.value, placed(after));
      expect(said.seenBand.low).toBeLessThanOrEqual(truth);
      expect(said.seenBand.high).toBeGreaterThanOrEqual(truth);
      const kinds: readonly string[] = said.flags.map(({ kind }) => kind);
      expect(kinds).toContain(most === 1 ? 'cpusUnknown' : 'cpusAssumed');
    },
  );
});

test('rank correlation is that of the ranks, ties shared', () => {
  expect(spearman([1, 2, 3], [10, 200, 3000])).toBe(1);
  expect(spearman([1, 2, 3], [3, 2, 1])).toBe(-1);
  expect(spearman([1, 1, 1], [3, 2, 1])).toBe(0);
  // Ranks 0.5 0.5 2 against 0 1 2: covariance 1.5 over sqrt(1.5 * 2).
  expect(spearman([5, 5, 9], [1, 2, 3])).toBeCloseTo(1.5 / Math.sqrt(3), 12);
});

test('binomial draws have the mean and spread of binomials', () => {
  const random = randomFrom(9);
  for (const [trials, chance] of [
    [40, 0.1],
    [5000, 0.3],
  ] as const) {
    const draws = Array.from({ length: 4000 }, () => binomial(random, trials, chance));
    const mean = sum(draws) / draws.length;
    const variance = sum(draws.map((draw) => (draw - mean) ** 2)) / draws.length;
    expect(Math.abs(mean / (trials * chance) - 1)).toBeLessThan(0.03);
    expect(Math.abs(variance / (trials * chance * (1 - chance)) - 1)).toBeLessThan(0.12);
  }
});
