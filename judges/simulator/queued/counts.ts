import type { Program, Site } from './program';

/** True counts of a run, by phase, thread and site: index (phase × threads + thread) × sites + site. */
export interface Counted {
  readonly threads: number;
  readonly phases: number;
  readonly localHitm: Float64Array;
  readonly remoteHitm: Float64Array;
  /** Loads that were served by another cache or the last level, clean. */
  readonly cleanLoads: Float64Array;
  /** Loads that waited for a line which was on its way already, long enough to be sampled. */
  readonly bufferedLoads: Float64Array;
  /** Loads that hit the own caches: too fast to be sampled. */
  readonly hits: Float64Array;
  readonly stores: Float64Array;
  /** Sum of latencies and number of requests, by site and what was found: index site × 3 + found. */
  readonly latencyNs: Float64Array;
  readonly timed: Float64Array;
  /** Calls of each visit. */
  readonly visits: Float64Array;
  /** HITM in each visit's calls, on words of the struct, of plain loads and of atomic operations. */
  readonly visitLoadHitm: Float64Array;
  readonly visitAtomicHitm: Float64Array;
}

export interface Counts {
  start(): void;
  inPhase(phase: number): void;
  entered(thread: number, visit: number): void;
  visit(visit: number): void;
  hit(site: number, thread: number): void;
  buffered(site: number, thread: number): void;
  store(site: number, thread: number): void;
  /** @param found 0 where the line was modified nowhere, 1 in this node, 2 in another */
  miss(site: number, thread: number, kind: Site['kind'], found: number): void;
  latency(site: number, found: number, ns: number): void;
  result(): Counted;
}

/** Counts nothing before `start`. */
export function createCounts({ sites, words, visits, phases }: Program, threads: number): Counts {
  const size = phases * threads * sites.length;
  const localHitm = new Float64Array(size);
  const remoteHitm = new Float64Array(size);
  const cleanLoads = new Float64Array(size);
  const bufferedLoads = new Float64Array(size);
  const hits = new Float64Array(size);
  const stores = new Float64Array(size);
  const latencyNs = new Float64Array(sites.length * 3);
  const timed = new Float64Array(sites.length * 3);
  const calls = new Float64Array(visits.length);
  const visitLoadHitm = new Float64Array(visits.length);
  const visitAtomicHitm = new Float64Array(visits.length);
  const visitOf = new Int32Array(threads);
  let counting = 0;
  let phase = 0;

  function add(into: Float64Array, site: number, thread: number): void {
    const at = (phase * threads + thread) * sites.length + site;
    into[at] = (into[at] as number) + counting;
  }

  return {
    start: () => (counting = 1),
    inPhase: (now) => (phase = now),
    entered: (thread, visit) => (visitOf[thread] = visit),
    visit: (visit) => (calls[visit] = (calls[visit] as number) + counting),
    hit: (site, thread) => add(hits, site, thread),
    buffered: (site, thread) => add(bufferedLoads, site, thread),
    store: (site, thread) => add(stores, site, thread),
    miss(site, thread, kind, found) {
      // HITM is a property of loads: a store that meets a modified line is a store.
      if (kind === 'store') return;
      if (found === 1) add(localHitm, site, thread);
      else if (found === 2) add(remoteHitm, site, thread);
      else if (kind === 'load') add(cleanLoads, site, thread);
      if (found === 0 || (sites[site]?.word ?? words) >= words) return;
      const into = kind === 'atomic' ? visitAtomicHitm : visitLoadHitm;
      const visit = visitOf[thread] as number;
      into[visit] = (into[visit] as number) + counting;
    },
    latency(site, found, ns) {
      const at = site * 3 + found;
      latencyNs[at] = (latencyNs[at] as number) + ns * counting;
      timed[at] = (timed[at] as number) + counting;
    },
    result: () => ({
      threads,
      phases,
      localHitm,
      remoteHitm,
      cleanLoads,
      bufferedLoads,
      hits,
      stores,
      latencyNs,
      timed,
      visits: calls,
      visitLoadHitm,
      visitAtomicHitm,
    }),
  };
}
