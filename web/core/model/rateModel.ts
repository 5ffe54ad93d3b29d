import type { Atom } from './atoms';
import type { CpuOverlap } from './cpus';
import type { CoAccess } from './visits';

/** Rates that explain the baseline: all that predicting takes. Visits are in units of load samples. */
export interface RateModel {
  readonly coAccess: CoAccess;
  readonly atoms: readonly Atom[];
  readonly mix: CpuOverlap;
  readonly lines: readonly CalibratedLine[];
  /** ln of the profile's store ratio. */
  readonly logStoreRatio: number;
  /** Exposed load visits on the baseline line, by atom and user. */
  readonly exposed: readonly Float64Array[];
  readonly storeVisits: Float64Array;
  readonly atomicVisits: Float64Array;
  readonly rmtShare: Float64Array;
  /** How often each symbol visits the struct. */
  readonly visitRate: Float64Array;
  /** Share of an atom's read-modify-writes on a line modified elsewhere that show as HITM loads. */
  readonly visibility: Float64Array;
  readonly plainFactor: Float64Array;
  readonly atomicFactor: Float64Array;
  /** HITM that cannot be modelled (no store was sampled on its line): it goes where its field goes. */
  readonly carried: Float64Array;
  /** What a symbol does on a baseline line. */
  pattern(symbol: number, line: number): AccessPattern;
}

export interface CalibratedLine {
  readonly storeRatio: number;
  /** Null where the line has no stores or no HITM of plain loads. */
  readonly theta: { readonly value: number; readonly logDeviation: number } | null;
}

export interface AccessPattern {
  /** Atoms of the line that the symbol loads or stores. */
  readonly atoms: ReadonlySet<number>;
  /** Whether it stores there before it first loads, so that its loads could not miss. */
  readonly storesFirst: boolean;
  /** Its exposed load visits there. */
  readonly exposed: number;
}
