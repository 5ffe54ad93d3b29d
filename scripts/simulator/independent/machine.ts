import type { Random } from '../random';
import { SITES_PER_STEP, type Workload } from './workload';

/** What happened, by site. Counts are true counts, not samples. */
export interface Counts {
  readonly loads: Float64Array;
  readonly localHitm: Float64Array;
  readonly remoteHitm: Float64Array;
  /** Loads that missed and were served clean. */
  readonly cleanLoads: Float64Array;
  readonly stores: Float64Array;
  /** Ownership requests and load misses. */
  readonly transactions: Float64Array;
  /** CPUs that were seen, one byte for each site and CPU. */
  readonly seen: Uint8Array;
  readonly visits: number;
}

const INVALID = 0;
const SHARED = 1;
const MODIFIED = 2;

/** Nanoseconds; only ratios matter. */
const HIT_NS = 1;
const LLC_NS = 30;
const LOCAL_HITM_NS = 50;
const REMOTE_NS = 110;
const OWNERSHIP_NS = 40;
/** A line serves one miss at a time, for this share of the miss's latency. */
const OCCUPANCY = 0.4;
const STEP_NS = 4;
const POLL_NS = 25;

export interface Run {
  /** The line of each field. */
  readonly lineOf: Int32Array;
  readonly lines: number;
  /** Visits to count, over all CPUs; a tenth more run before, to warm up. */
  readonly visits: number;
  /** Mean time between the bursts of a CPU; with `latency` accesses come on top. */
  readonly thinkNs: number;
}

/**
 * Runs a workload on a layout: events in the order of time, MESI by directory, two variants of what a
 * HITM load leaves behind.
 */
export function simulate(workload: Workload, run: Run, random: Random): Counts {
  const { cpus, sockets, visits, latency, pairShare } = workload;
  const { lineOf, lines } = run;
  const perSocket = Math.ceil(cpus / sockets);
  const dirtyLlc = workload.protocol === 'dirtyLlc';

  const state = new Uint8Array(lines * cpus);
  const owner = new Int32Array(lines).fill(-1);
  const llcDirtySocket = new Int32Array(lines).fill(-1);
  const busyUntil = new Float64Array(lines);

  const stepStart = new Int32Array(visits.length + 1);
  visits.forEach((visit, v) => (stepStart[v + 1] = (stepStart[v] as number) + visit.steps.length));
  const allSteps = visits.flatMap((visit) => visit.steps);
  const kinds = Uint8Array.from(allSteps, ({ kind }) =>
    ['load', 'store', 'atomic', 'lock', 'unlock'].indexOf(kind),
  );
  const stepField = Int32Array.from(allSteps, ({ field }) => field);
  const watchedField = Int32Array.from(allSteps, ({ watched }) => watched ?? -1);
  const holder = new Int32Array(workload.fields).fill(-1);

  const sites = allSteps.length * SITES_PER_STEP;
  const loads = new Float64Array(sites);
  const localHitm = new Float64Array(sites);
  const remoteHitm = new Float64Array(sites);
  const cleanLoads = new Float64Array(sites);
  const stores = new Float64Array(sites);
  const transactions = new Float64Array(sites);
  const seen = new Uint8Array(sites * cpus);
  let counting = 0;

  const chooser = cpuChoosers(workload);
  const time = new Float64Array(cpus);
  const visitOf = new Int32Array(cpus).fill(-1);
  const stepOf = new Int32Array(cpus);
  const burstLeft = new Int32Array(cpus);
  const heap = new Int32Array(cpus);
  for (let cpu = 0; cpu < cpus; cpu++) {
    heap[cpu] = cpu;
    time[cpu] = (chooser[cpu]?.all ?? 0) > 0 ? think(cpu) : Infinity;
  }
  for (let i = cpus >> 1; i >= 0; i--) sink(i);

  function think(cpu: number): number {
    return random.exponential(run.thinkNs / Math.max(1e-9, chooser[cpu]?.all ?? 0));
  }

  function sink(from: number): void {
    let i = from;
    const cpu = heap[i] as number;
    const key = time[cpu] as number;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= cpus) break;
      const right = child + 1;
      if (
        right < cpus &&
        (time[heap[right] as number] as number) < (time[heap[child] as number] as number)
      ) {
        child = right;
      }
      if ((time[heap[child] as number] as number) >= key) break;
      heap[i] = heap[child] as number;
      i = child;
    }
    heap[i] = cpu;
  }

  function miss(line: number, now: number, ns: number): number {
    if (!latency) return 0;
    const start = Math.max(now, busyUntil[line] as number);
    busyUntil[line] = start + ns * OCCUPANCY;
    return start - now + ns;
  }

  /** Prefetch takes a shared copy of the pair's other line and is seen by no counter. */
  function prefetch(line: number, cpu: number): void {
    if (pairShare <= 0 || random.next() >= pairShare) return;
    const other = line ^ 1;
    if (other >= lines) return;
    const at = other * cpus + cpu;
    if (state[at] !== INVALID) return;
    state[at] = SHARED;
    const from = owner[other] as number;
    if (from >= 0) {
      state[other * cpus + from] = SHARED;
      owner[other] = -1;
    }
  }

  function load(site: number, field: number, cpu: number, now: number): number {
    const line = lineOf[field] as number;
    loads[site] = (loads[site] as number) + counting;
    if (counting > 0) seen[site * cpus + cpu] = 1;
    const at = line * cpus + cpu;
    if (state[at] !== INVALID) return HIT_NS;
    const from = owner[line] as number;
    const socket = (cpu / perSocket) | 0;
    let ns = LLC_NS;
    if (from >= 0) {
      const local = ((from / perSocket) | 0) === socket;
      if (local) {
        localHitm[site] = (localHitm[site] as number) + counting;
        ns = LOCAL_HITM_NS;
        if (dirtyLlc) llcDirtySocket[line] = socket;
      } else {
        remoteHitm[site] = (remoteHitm[site] as number) + counting;
        ns = REMOTE_NS;
      }
      state[line * cpus + from] = SHARED;
      owner[line] = -1;
    } else if ((llcDirtySocket[line] as number) >= 0 && llcDirtySocket[line] !== socket) {
      remoteHitm[site] = (remoteHitm[site] as number) + counting;
      llcDirtySocket[line] = -1;
      ns = REMOTE_NS;
    } else cleanLoads[site] = (cleanLoads[site] as number) + counting;
    transactions[site] = (transactions[site] as number) + counting;
    state[at] = SHARED;
    prefetch(line, cpu);
    return miss(line, now, ns);
  }

  function store(site: number, field: number, cpu: number, now: number): number {
    const line = lineOf[field] as number;
    stores[site] = (stores[site] as number) + counting;
    if (counting > 0) seen[site * cpus + cpu] = 1;
    if (owner[line] === cpu) return HIT_NS;
    transactions[site] = (transactions[site] as number) + counting;
    state.fill(INVALID, line * cpus, (line + 1) * cpus);
    state[line * cpus + cpu] = MODIFIED;
    owner[line] = cpu;
    llcDirtySocket[line] = -1;
    prefetch(line, cpu);
    return miss(line, now, OWNERSHIP_NS);
  }

  /** A read-modify-write that meets a line modified elsewhere counts as HITM; sampling hides most. */
  function atomic(site: number, field: number, cpu: number, now: number): number {
    const line = lineOf[field] as number;
    loads[site] = (loads[site] as number) + counting;
    const from = owner[line] as number;
    if (from >= 0 && from !== cpu) {
      const local = ((from / perSocket) | 0) === ((cpu / perSocket) | 0);
      const into = local ? localHitm : remoteHitm;
      into[site] = (into[site] as number) + counting;
    }
    return store(site, field, cpu, now);
  }

  function step(cpu: number, now: number): number {
    const index = (stepStart[visitOf[cpu] as number] as number) + (stepOf[cpu] as number);
    const site = index * SITES_PER_STEP;
    const field = stepField[index] as number;
    switch (kinds[index]) {
      case 0:
        stepOf[cpu] = (stepOf[cpu] as number) + 1;
        return load(site, field, cpu, now);
      case 1:
        stepOf[cpu] = (stepOf[cpu] as number) + 1;
        return store(site, field, cpu, now);
      case 2:
        stepOf[cpu] = (stepOf[cpu] as number) + 1;
        return atomic(site, field, cpu, now);
      case 4:
        stepOf[cpu] = (stepOf[cpu] as number) + 1;
        holder[field] = -1;
        return store(site, field, cpu, now);
      default: {
        if ((holder[field] as number) >= 0) {
          let ns = load(site + 1, field, cpu, now);
          const watched = watchedField[index] as number;
          if (watched >= 0) ns += load(site + 2, watched, cpu, now + ns);
          return ns + POLL_NS * (0.5 + random.next());
        }
        holder[field] = cpu;
        stepOf[cpu] = (stepOf[cpu] as number) + 1;
        return atomic(site, field, cpu, now);
      }
    }
  }

  const warmUp = Math.ceil(run.visits / 10);
  let done = 0;
  while (done < warmUp + run.visits) {
    const cpu = heap[0] as number;
    let now = time[cpu] as number;
    if (visitOf[cpu] === -1) {
      visitOf[cpu] = choose(chooser[cpu], random.next());
      stepOf[cpu] = 0;
      const { burst } = visits[visitOf[cpu]] as { burst: number };
      burstLeft[cpu] = burst <= 1 ? 1 : 1 + Math.floor(random.exponential(burst - 1) + 0.5);
    }
    const visit = visitOf[cpu] as number;
    const size = (stepStart[visit + 1] as number) - (stepStart[visit] as number);
    now += latency ? step(cpu, now) + random.exponential(STEP_NS) : step(cpu, now);
    if ((stepOf[cpu] as number) >= size) {
      done++;
      if (done === warmUp) counting = 1;
      burstLeft[cpu] = (burstLeft[cpu] as number) - 1;
      stepOf[cpu] = 0;
      if (burstLeft[cpu] <= 0) {
        visitOf[cpu] = -1;
        now += think(cpu);
      }
    }
    time[cpu] = now;
    sink(0);
  }
  return {
    loads,
    localHitm,
    remoteHitm,
    cleanLoads,
    stores,
    transactions,
    seen,
    visits: run.visits,
  };
}

interface Chooser {
  readonly all: number;
  readonly upTo: Float64Array;
}

function cpuChoosers({ cpus, visits }: Workload): Chooser[] {
  return Array.from({ length: cpus }, (_, cpu) => {
    let all = 0;
    const upTo = Float64Array.from(visits, (visit) => (all += visit.cpuWeights[cpu] ?? 0));
    return { all, upTo };
  });
}

function choose(chooser: Chooser | undefined, at: number): number {
  if (chooser === undefined) return 0;
  const target = at * chooser.all;
  const index = chooser.upTo.findIndex((limit) => target < limit);
  return index < 0 ? chooser.upTo.length - 1 : index;
}
