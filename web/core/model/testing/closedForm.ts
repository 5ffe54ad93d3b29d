import { sum } from '../../base/math';

/** Rates of one CPU's accesses to one line, in any one unit. */
export interface CpuRates {
  readonly loads: number;
  readonly stores: number;
  readonly atomics: number;
}

export interface ClosedFormRates {
  /** Share of the time that the line is Modified in each CPU's cache. */
  readonly modified: readonly number[];
  /** Loads that find the line modified elsewhere. */
  readonly hitm: number;
  /** Read-modify-writes that do. */
  readonly atomicHitm: number;
  /** Loads that miss, HITM or clean. */
  readonly loadMisses: number;
  /** Stores and read-modify-writes that must ask for ownership. */
  readonly ownershipRequests: number;
}

/**
 * One line under independent Poisson accesses and MESI or MESIF. It is Modified at b from a store by b
 * until a store by anyone else or a load by anyone else; b's own loads change nothing. The balance of
 * that state, pi_b (M - M_b + R_-b) = M_b (1 - pi_b), gives pi_b = M_b / (M + R_-b).
 */
export function closedForm(cpus: readonly CpuRates[]): ClosedFormRates {
  const loads = sum(cpus.map((cpu) => cpu.loads));
  const writes = sum(cpus.map((cpu) => cpu.stores + cpu.atomics));
  const modified = cpus.map((cpu) => ratio(cpu.stores + cpu.atomics, writes + loads - cpu.loads));
  const anyModified = sum(modified);
  const elsewhere = modified.map((own) => anyModified - own);
  return {
    modified,
    hitm: sum(cpus.map((cpu, i) => cpu.loads * (elsewhere[i] ?? 0))),
    atomicHitm: sum(cpus.map((cpu, i) => cpu.atomics * (elsewhere[i] ?? 0))),
    loadMisses: sum(
      cpus.map((cpu) => {
        const own = cpu.stores + cpu.atomics;
        // The line is here after an own access, gone after a foreign store, whichever came last.
        return cpu.loads * ratio(writes - own, writes + cpu.loads);
      }),
    ),
    ownershipRequests: sum(
      cpus.map((cpu) => {
        const own = cpu.stores + cpu.atomics;
        const foreignLoads = loads - cpu.loads;
        return own * ratio(writes - own + foreignLoads, writes + foreignLoads);
      }),
    ),
  };
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
