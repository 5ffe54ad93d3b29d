import type { AccessCounts, AccessProfile, TraceStat } from '../facts/generated';
import type { HeatMetric } from '../edit/profiles';

/**
 * What was sampled, in classes that exclude each other, so that sums of them stay sums. Samples; from a
 * type profile in its own unit, of a line of shares percent. A peer snoop (Arm) is a load that another core's cache served.
 */
export interface HeatCounts {
  readonly hitmRemote: number;
  readonly hitmLocal: number;
  readonly peerRemote: number;
  readonly peerLocal: number;
  /** Loads without HITM and without a peer snoop; of a line of accesses alone (`isOfAccesses`) these. */
  readonly otherLoads: number;
  readonly stores: number;
}

/** perf's names for what a `perf mem report` without its column of data adds up to. */
const TOTALS: readonly (readonly [string, keyof AccessCounts])[] = [
  ['Total records', 'records'],
  ['Load Operations', 'loads'],
  ['Load Fill Buffer Hit', 'loadsFillBuffer'],
  ['Load L1D hit', 'loadsL1'],
  ['Load L2D hit', 'loadsL2'],
  ['Load LLC hit', 'loadsLlc'],
  ['Load Local HITM', 'hitmLocal'],
  ['Load Remote HITM', 'hitmRemote'],
  ['Load HIT Local Peer', 'peerLocal'],
  ['Load HIT Remote Peer', 'peerRemote'],
  ['Load Local DRAM', 'dramLocal'],
  ['Load Remote DRAM', 'dramRemote'],
  ['Store Operations', 'stores'],
];

const OTHER_LOADS = 'Other loads: misses, and hits of L3 or another cache with or without HITM';

/** What a text counts that lists no line: perf's own counters, or its totals by the same names. */
export function countersOf({ stats, totals }: AccessProfile): readonly TraceStat[] {
  if (stats.length > 0) return stats;
  const known = TOTALS.flatMap(([name, kind]) => {
    const count = totals[kind];
    return count === null ? [] : { table: 'trace' as const, name, count };
  });
  // What hit another cache may be a HITM, which only a column of snoops tells.
  const placed = known.filter(({ name }) => /^Load (?!Operations)/.test(name));
  const other = (totals.loads ?? 0) - placed.reduce((sum, { count }) => sum + count, 0);
  return other > 0 ? [...known, { table: 'trace', name: OTHER_LOADS, count: other }] : known;
}

export const COUNT_KINDS = [
  'hitmRemote',
  'hitmLocal',
  'peerRemote',
  'peerLocal',
  'otherLoads',
  'stores',
] as const satisfies readonly (keyof HeatCounts)[];

export const NO_COUNTS: HeatCounts = {
  hitmRemote: 0,
  hitmLocal: 0,
  peerRemote: 0,
  peerLocal: 0,
  otherLoads: 0,
  stores: 0,
};

/** A row's or line's counts by class. What the source does not state counts as none. */
export function heatCounts(counts: AccessCounts, otherLoads: number | null = null): HeatCounts {
  const hitmRemote = counts.hitmRemote ?? 0;
  const hitmLocal = counts.hitmLocal ?? 0;
  const peerRemote = counts.peerRemote ?? 0;
  const peerLocal = counts.peerLocal ?? 0;
  const snoops = hitmRemote + hitmLocal + peerRemote + peerLocal;
  return {
    hitmRemote,
    hitmLocal,
    peerRemote,
    peerLocal,
    otherLoads: Math.max(0, otherLoads ?? (counts.loads ?? snoops) - snoops),
    stores: counts.stores ?? 0,
  };
}

/** Whether it is unknown which samples load and which store: those of page faults and hardware breakpoints. */
export function isOfAccesses({ records, loads, ...counts }: AccessCounts): boolean {
  const { hitmRemote, hitmLocal, peerRemote, peerLocal, stores } = counts;
  const kinds = [loads, stores, hitmRemote, hitmLocal, peerRemote, peerLocal];
  return records !== null && kinds.every((count) => count === null);
}

/** Accesses of which nothing else is known. */
export function accessesOf({ records }: AccessCounts): HeatCounts {
  return { ...NO_COUNTS, otherLoads: records ?? 0 };
}

/** What `loadsOf` counts. */
export function loadsName({ accesses }: { readonly accesses: boolean }): 'accesses' | 'loads' {
  return accesses ? 'accesses' : 'loads';
}

export function addCounts(a: HeatCounts, b: HeatCounts): HeatCounts {
  return mapCounts((kind) => a[kind] + b[kind]);
}

export function subtractCounts(a: HeatCounts, b: HeatCounts): HeatCounts {
  return mapCounts((kind) => a[kind] - b[kind]);
}

export function scaleCounts(counts: HeatCounts, factor: number): HeatCounts {
  return factor === 1 ? counts : mapCounts((kind) => counts[kind] * factor);
}

export function sumCounts(all: Iterable<HeatCounts>): HeatCounts {
  let sum = NO_COUNTS;
  for (const counts of all) sum = addCounts(sum, counts);
  return sum;
}

/** Never below none, in any class. */
export function atLeastNone(counts: HeatCounts): HeatCounts {
  return mapCounts((kind) => Math.max(0, counts[kind]));
}

export function isNone(counts: HeatCounts): boolean {
  return COUNT_KINDS.every((kind) => counts[kind] === 0);
}

/** HITM of both kinds; of a peer report its peer snoops, which stand in HITM's place there. */
export function snoopsOf(counts: HeatCounts): number {
  return counts.hitmRemote + counts.hitmLocal + counts.peerRemote + counts.peerLocal;
}

/** What `snoopsOf` counts, as perf calls it. */
export function snoopName({ peer }: { readonly peer: boolean }): SnoopName {
  return peer ? 'peer snoops' : 'HITM';
}

export type SnoopName = 'HITM' | 'peer snoops';

export function loadsOf(counts: HeatCounts): number {
  return snoopsOf(counts) + counts.otherLoads;
}

/** The count that a metric fills by. Latency is no count: it fills by the loads' cycles, see `Latency`. */
export function metricOf(counts: HeatCounts, metric: Exclude<HeatMetric, 'latency'>): number {
  switch (metric) {
    case 'hitm':
      return snoopsOf(counts);
    case 'remote':
      return counts.hitmRemote + counts.peerRemote;
    case 'local':
      return counts.hitmLocal + counts.peerLocal;
    case 'loads':
      return loadsOf(counts);
    case 'stores':
      return counts.stores;
  }
}

function mapCounts(value: (kind: keyof HeatCounts) => number): HeatCounts {
  return {
    hitmRemote: value('hitmRemote'),
    hitmLocal: value('hitmLocal'),
    peerRemote: value('peerRemote'),
    peerLocal: value('peerLocal'),
    otherLoads: value('otherLoads'),
    stores: value('stores'),
  };
}
