import type { MemberPath } from '../../../web/layout/ids';
import type { FieldPlacement } from '../../../web/analysis/hitm/placement';
import type { AccessProfile, AccessRow, AtomProfile } from '../../../web/analysis/hitm/profile';
import type { Counts } from './machine';
import { binomial, type Random } from '../random';
import { sitesOf, type Site, type Workload } from './workload';

const LINE_BYTES = 64;
const FIELD_BYTES = 8;

/** How a profiler looks at a run. The model is told none of it. */
export interface Sampling {
  /** Chance that a load that missed is sampled. */
  readonly load: number;
  /** Chance that a store is sampled. */
  readonly store: number;
  /** Share of the HITM of atomic operations that shows as HITM loads. */
  readonly atomicVisibility: number;
  /** Sampled hits of the own caches for each load that hit, which the rows show among other loads. */
  readonly hits: number;
}

/** Draws how a baseline is sampled: 1 to 15 thousand HITM samples, stores 0.7 to 30 times rarer. */
export function drawSampling(workload: Workload, counts: Counts, random: Random): Sampling {
  const atomicVisibility = Math.exp(-4 + 2 * random.next());
  const hitm = visibleHitm(workload, counts, { load: 1, atomicVisibility });
  const wanted = 1000 * Math.exp(random.next() * Math.log(15));
  const load = Math.min(1, wanted / Math.max(1, hitm));
  const ratio = 0.7 * Math.exp(random.next() * Math.log(30 / 0.7));
  return { load, store: Math.min(1, load / ratio), atomicVisibility, hits: 0.1 * random.next() };
}

/** True HITM in the unit of the samples: what a prediction is compared with. */
export function visibleHitm(
  workload: Workload,
  counts: Counts,
  sampling: Pick<Sampling, 'load' | 'atomicVisibility'>,
): number {
  let all = 0;
  sitesOf(workload).forEach((site, s) => {
    if (site === null) return;
    const visible = site.kind === 'atomic' ? sampling.atomicVisibility : 1;
    all += visible * ((counts.localHitm[s] ?? 0) + (counts.remoteHitm[s] ?? 0));
  });
  return all * sampling.load;
}

/** What `perf c2c report` would show of a run. */
export function sampledProfile(
  workload: Workload,
  counts: Counts,
  lineOf: Int32Array,
  sampling: Sampling,
  random: Random,
): AccessProfile {
  const rows = new Map<number, AccessRow[]>();
  const clean = new Map<number, number>();
  sitesOf(workload).forEach((site, s) => {
    if (site === null) return;
    const row = sampledRow(site, s, counts, sampling, workload.cpus, random);
    if (site.kind === 'load') {
      const line = lineOf[site.field] ?? 0;
      const missed = binomial(random, counts.cleanLoads[s] ?? 0, sampling.load);
      clean.set(line, (clean.get(line) ?? 0) + missed);
      row.otherLoads += missed;
    }
    if (row.rmtHitm + row.lclHitm + row.otherLoads + row.stores === 0) return;
    const here = rows.get(site.field);
    if (here === undefined) rows.set(site.field, [row]);
    else here.push(row);
  });
  return {
    kind: 'hitm',
    lineBytes: LINE_BYTES,
    cpuCount: workload.cpus,
    storeRatio: null,
    instances: [
      {
        baseBytes: 0,
        firstOfPair: 'lower',
        atoms: [...rows].map(([field, fieldRows]): AtomProfile => ({
          field: fieldPath(field),
          offsetBytes: 0,
          sizeBytes: FIELD_BYTES,
          rows: fieldRows,
          cpuShares: null,
        })),
        foreign: [],
        lines: [...clean].map(([line, cleanLoads]) => ({ line, cleanLoads })),
      },
    ],
  };
}

function sampledRow(
  site: Site,
  s: number,
  counts: Counts,
  sampling: Sampling,
  cpus: number,
  random: Random,
): { -readonly [K in keyof AccessRow]: AccessRow[K] } {
  const atomic = site.kind === 'atomic';
  const chance = sampling.load * (atomic ? sampling.atomicVisibility : 1);
  const loads = counts.loads[s] ?? 0;
  const missed =
    (counts.localHitm[s] ?? 0) + (counts.remoteHitm[s] ?? 0) + (counts.cleanLoads[s] ?? 0);
  let seen = 0;
  for (let cpu = 0; cpu < cpus; cpu++) seen += counts.seen[s * cpus + cpu] ?? 0;
  const hits = binomial(random, Math.max(0, loads - missed), sampling.load * sampling.hits);
  return {
    symbol: site.symbol,
    codeOffset: site.codeOffset,
    rmtHitm: binomial(random, counts.remoteHitm[s] ?? 0, chance),
    lclHitm: binomial(random, counts.localHitm[s] ?? 0, chance),
    // An atomic that is never sampled as a load would pass for a store.
    otherLoads: atomic && loads > 0 ? hits + 1 : hits,
    stores: binomial(random, counts.stores[s] ?? 0, sampling.store),
    cpus: Math.max(1, seen),
  };
}

/** Fields of 8 bytes, each on the line that the layout says. */
export function placed(lineOf: Int32Array): FieldPlacement {
  const used = new Map<number, number>();
  const fields = Array.from(lineOf, (line, field) => {
    const slot = used.get(line) ?? 0;
    used.set(line, slot + 1);
    return {
      path: fieldPath(field),
      offsetBytes: line * LINE_BYTES + slot * FIELD_BYTES,
      sizeBytes: FIELD_BYTES,
    };
  });
  return {
    sizeBytes: (Math.max(...lineOf) + 1) * LINE_BYTES,
    fields,
    offsets: new Map(fields.map(({ path, offsetBytes }) => [path, offsetBytes])),
    start: { kind: 'asProfiled' },
  };
}

export function fieldPath(field: number): MemberPath {
  return `f${field}` as MemberPath;
}
