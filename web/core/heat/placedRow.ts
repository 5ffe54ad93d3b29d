import type { AccessRow } from '../facts/generated';
import type { HeatCounts } from './counts';
import type { Instance, InstanceLine } from './instances';
import type { UnsampledLoad } from '../edit/profiles';
import type { BytePlace, FieldPlace } from './byteFinder';

/** A row of a report on a struct. */
export interface PlacedRow {
  readonly row: AccessRow;
  readonly counts: HeatCounts;
  readonly instance: Instance;
  readonly line: InstanceLine;
  /** From the struct's start. */
  readonly offsetBytes: number;
  readonly place: BytePlace;
}

/** A load that only the code tells of, on the field that it reads. */
export interface PlacedLoad {
  readonly load: UnsampledLoad;
  readonly place: FieldPlace;
}

/** Why counts of a report are on no field of the struct. */
export type UnattributedReason =
  /** It fell into a hole or padding of the struct. */
  | 'padding'
  /** On the struct's lines, but before or after the struct. */
  | 'outside'
  /** perf names the type and no field of it. */
  | 'noField'
  /** Lines and types of the report that are not bound. */
  | 'noBinding'
  /** Samples for which perf found no type. */
  | 'unknownType'
  /** The report was cut: its rows do not add up to their line. */
  | 'trimmed'
  /** Loads of rows that perf leaves out, which saw neither a HITM nor a store. */
  | 'hiddenRows'
  /** In the recording, but on no line that the report lists. */
  | 'unlisted'
  /** A report prints percentages with two decimals: counted back they are a few samples off, up or down. */
  | 'rounding';
