import type { MemberPath } from '../layout/ids';
import { MOST_ASSUMED_CPUS } from './constants';

/** HITM by where the other core is: `rmt` on another node, `lcl` on this one. */
export interface HitmCount {
  readonly total: number;
  readonly rmt: number;
  readonly lcl: number;
}

/**
 * What the model is calibrated on: an access profile of one struct, already tied to its fields.
 * All counts are samples. Rows on lines without any store carry no HITM and are welcome: they show
 * reads that were seen.
 */
export interface AccessProfile {
  /**
   * `hitm` was measured; `tags` is pseudo-heat; from `peer` (Arm's peer snoops count clean forwards
   * too) nothing is predicted.
   */
  readonly kind: 'hitm' | 'peer' | 'shares' | 'tags';
  /** Cache line of the machine that was profiled. */
  readonly lineBytes: number;
  /** Largest CPU count of any row of the whole profile; null where no row says. Cores, where the topology is known. */
  readonly cpuCount: number | null;
  /**
   * Stores per store sample divided by loads per load sample. Known with fixed periods (`-c`) and
   * where one event samples both (AMD IBS, Arm SPE: 1); null in frequency mode, where it is inferred.
   */
  readonly storeRatio: number | null;
  /** Every sample is in it, as in `perf script`; a report leaves rare rows and lines out. */
  readonly isWhole?: true;
  /**
   * Sampled by AMD's IBS, to which an operation that loads and stores is a load (perf_ibs_get_mem_op in
   * arch/x86/events/amd/ibs.c): what only atomic operations write has no store.
   */
  readonly isIbs?: true;
  /** Instances of the struct that begin at the same byte of their line, added up. */
  readonly instances: readonly InstanceGroup[];
}

/** Whether functions may have CPUs of their own, by all that a profile says: see `MOST_ASSUMED_CPUS`. */
export function areCpusAssumed({ kind, cpuCount, instances }: AccessProfile): boolean {
  if (kind !== 'hitm' || cpuCount === null || cpuCount > MOST_ASSUMED_CPUS) return false;
  return instances.every(({ atoms }) => atoms.every(({ cpuShares }) => cpuShares === null));
}

export interface InstanceGroup {
  /** Bytes of its first line that come before the struct. */
  readonly baseBytes: number;
  /** Whether its first line is the lower or the upper of its 128-byte pair; null where unknown. */
  readonly firstOfPair?: 'lower' | 'upper' | null;
  readonly atoms: readonly AtomProfile[];
  /** What lies on the struct's lines and belongs to none of its fields. It stays on its line. */
  readonly foreign: readonly ForeignAtom[];
  /** What the line table says, by line (0 holds the struct's first byte). Lines it lacks have no table. */
  readonly lines: readonly LineTotals[];
  /** Lines of which the report has latencies. */
  readonly waits?: readonly LineWait[];
}

export interface LineWait {
  readonly line: number;
  /** How many times as long as the fastest HITM of the machine those of this line took, on average: 1 or more. */
  readonly times: number;
}

export interface LineTotals {
  readonly line: number;
  /** Loads served clean by another cache or the last level: LLC LclHit + RMT RmtHit. */
  readonly cleanLoads: number;
}

/** All rows of one place in one field. It moves with the field. */
export interface AtomProfile {
  /** The member that moves: never an anonymous struct, but the members in it. */
  readonly field: MemberPath;
  /** From the field's first byte. */
  readonly offsetBytes: number;
  /** Bytes that are accessed there: the scalar's size, 1 where unknown. */
  readonly sizeBytes: number;
  readonly rows: readonly AccessRow[];
  /** CPU to share of the accesses (sums to 1), where the report lists CPUs; null otherwise. */
  readonly cpuShares: ReadonlyMap<number, number> | null;
}

export interface ForeignAtom {
  readonly line: number;
  /**
   * What a cut report lost of the line. Most of it belongs to the fields that are listed there, so it
   * goes where the hottest of them goes: left behind, it would let them look better than they are.
   */
  readonly isCutOff?: true;
  readonly rows: readonly AccessRow[];
}

/** A row of the report: one offset and one code address. */
export interface AccessRow {
  readonly symbol: string;
  /** Rises with the code address within its symbol; only the order counts. */
  readonly codeOffset: number;
  readonly rmtHitm: number;
  readonly lclHitm: number;
  /** Sampled loads that were no HITM: records less HITM less stores. */
  readonly otherLoads: number;
  readonly stores: number;
  /** CPUs that the row was seen on. */
  readonly cpus: number;
  /**
   * A load that the function's code has and no sample, as it always hit: behind another access of the same visit, or on a
   * line that nobody wrote. All counts are 0.
   */
  readonly isUnsampled?: true;
}

/** One code address that both loads and stores is a locked or memory-operand read-modify-write. */
export function isAtomic(row: AccessRow): boolean {
  return row.stores > 0 && row.rmtHitm + row.lclHitm + row.otherLoads > 0;
}
