/** What the simulated machine runs. Fields are numbers; where they lie is the layout's matter. */
export interface Workload {
  readonly cpus: number;
  readonly sockets: number;
  /**
   * What a load of a line that is modified elsewhere leaves behind: `clean` everywhere, or, where
   * both CPUs share a socket, `dirtyLlc`: clean in the caches and dirty in that socket's last level.
   */
  readonly protocol: 'clean' | 'dirtyLlc';
  /** Whether accesses take time and lines serve one miss at a time. Without, arrivals are Poisson. */
  readonly latency: boolean;
  readonly fields: number;
  readonly visits: readonly Visit[];
  /** Share of misses that pull the other line of a pair as a shared copy. */
  readonly pairShare: number;
}

/** A function that touches some fields, one after the other. */
export interface Visit {
  readonly symbol: string;
  readonly steps: readonly Step[];
  /** How often each CPU runs it, relative to the other visits; 0 where it never does. */
  readonly cpuWeights: Float64Array;
  /** Mean number of times that it runs in a row. */
  readonly burst: number;
}

export interface Step {
  readonly kind: 'load' | 'store' | 'atomic' | 'lock' | 'unlock';
  readonly field: number;
  /** For `lock`: a field that waiters read while they spin (an owner); null otherwise. */
  readonly watched: number | null;
}

/** Accesses that a report shows as one row: one instruction on one field. */
export interface Site {
  readonly symbol: string;
  readonly codeOffset: number;
  readonly field: number;
  readonly kind: 'load' | 'store' | 'atomic';
}

/** A lock has three instructions: the operation, the spinning load, and the load of the watched field. */
export const SITES_PER_STEP = 3;

/** All rows that a workload can produce; step k of visit v begins at `siteStart`. */
export function sitesOf(workload: Workload): readonly (Site | null)[] {
  return workload.visits.flatMap((visit) =>
    visit.steps.flatMap((step, k): (Site | null)[] => {
      const site = { symbol: visit.symbol, codeOffset: k * 4, field: step.field };
      switch (step.kind) {
        case 'load':
          return [{ ...site, kind: 'load' }, null, null];
        case 'store':
        case 'unlock':
          return [{ ...site, kind: 'store' }, null, null];
        case 'atomic':
          return [{ ...site, kind: 'atomic' }, null, null];
        case 'lock': {
          // The fast path's atomic comes first; waiters spin in a function of their own.
          const slow = { symbol: `${visit.symbol}_slowpath`, kind: 'load' as const };
          return [
            { ...site, kind: 'atomic' },
            { ...slow, codeOffset: 1, field: step.field },
            step.watched === null ? null : { ...slow, codeOffset: 2, field: step.watched },
          ];
        }
      }
    }),
  );
}
