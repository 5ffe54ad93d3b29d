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

/**
 * How many bytes of a field an access at this byte of the struct touches, as far as a row tells: a report has the first
 * byte alone, and no machine word is longer than 8.
 */
export function touchedBytes(
  { offsetBytes, sizeBytes }: Pick<FieldPlace, 'offsetBytes' | 'sizeBytes'>,
  at: number,
): number {
  return Math.min(8, Math.max(1, (sizeBytes ?? 1) - (at - offsetBytes)));
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
