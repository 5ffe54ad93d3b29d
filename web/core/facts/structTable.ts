import type { Diagnostic, IndexStage, SplitFile, StructIndex } from './generated';

/**
 * The list of structs as code reads it. `StructIndex` is how it crosses from Rust and between workers, where one text
 * is faster than ten thousand names; it becomes a table once, on arrival.
 */
export interface StructTable {
  /** The stage that these columns come from. */
  readonly stage: IndexStage | null;
  readonly names: readonly string[];
  /** The place of each row's keyword in `KEYWORDS`. */
  readonly kinds: Uint8Array;
  /** -1 where a text does not say all that it takes to tell. */
  readonly sizesBytes: Float64Array;
  /** Which layout of its name a row is, from 1 on; 0 where the name has only one. */
  readonly variants: Uint16Array;
  /** This column and those that follow are empty until known; of a text -1 where they cannot be known. */
  readonly memberCounts: Int32Array;
  readonly holeCounts: Int32Array;
  readonly holeBytes: Int32Array;
  readonly paddingBytes: Int32Array;
  /** The names of the structs that a typedef of C stands for, beside their own: `_object` of `PyObject`. */
  readonly typedefs: Typedefs;
  /** What tells the rows of two halves of a file apart; only of a half. */
  readonly memberHashes?: readonly number[];
  /** Files that hold more of its types and were not given. */
  readonly splitFiles?: readonly SplitFile[];
  /** What was skipped on the way. */
  readonly diagnostics: readonly Diagnostic[];
}

export type Typedefs = ReadonlyMap<string, readonly string[]>;

export const NO_TYPEDEFS: Typedefs = new Map();

/** The names that typedefs of a file give one of its structs: `FormData_idx` of `CppConcat_idx`. */
export function typedefsOf({ typedefs }: StructTable, struct: string): readonly string[] {
  return [...typedefs].flatMap(([name, of]) => (of.includes(struct) ? [name] : []));
}

/** One row of a table that is made here. */
export interface TableRow {
  readonly name: string;
  readonly kind: number;
  readonly sizeBytes: number;
  readonly variant: number;
  readonly members: number;
  readonly holes: number;
  readonly holeBytes: number;
  readonly paddingBytes: number;
}

/** The table of a list that has come. */
export function tableOf(index: StructIndex): StructTable {
  return {
    ...index,
    names: index.kinds.length === 0 ? [] : index.names.split('\n'),
    typedefs: typedefsIn(index.typedefs ?? ''),
    memberCounts: Int32Array.from(index.memberCounts),
    holeCounts: Int32Array.from(index.holeCounts),
    holeBytes: Int32Array.from(index.holeBytes),
    paddingBytes: Int32Array.from(index.paddingBytes),
  };
}

/** @param lines as `StructIndex.typedefs` */
function typedefsIn(lines: string): Typedefs {
  const typedefs = new Map<string, readonly string[]>();
  for (const line of lines.split('\n').slice(0, -1)) {
    const [name = '', of = ''] = line.split('\t');
    typedefs.set(name, [...(typedefs.get(name) ?? []), of]);
  }
  return typedefs;
}

/** The table of these rows, all of which are known. */
export function tableFrom(
  stage: IndexStage,
  rows: readonly TableRow[],
  diagnostics: readonly Diagnostic[] = [],
): StructTable {
  return {
    stage,
    names: rows.map((row) => row.name),
    kinds: Uint8Array.from(rows, (row) => row.kind),
    sizesBytes: Float64Array.from(rows, (row) => row.sizeBytes),
    variants: Uint16Array.from(rows, (row) => row.variant),
    memberCounts: Int32Array.from(rows, (row) => row.members),
    holeCounts: Int32Array.from(rows, (row) => row.holes),
    holeBytes: Int32Array.from(rows, (row) => row.holeBytes),
    paddingBytes: Int32Array.from(rows, (row) => row.paddingBytes),
    typedefs: NO_TYPEDEFS,
    diagnostics,
  };
}

/**
 * The name that a struct of a patch has in a file: a diff never shows the namespaces around it, so a name of C++ is found by
 * the end of one qualified name. Null where none ends so, or several do.
 */
export function inNames(names: readonly string[], posted: string): string | null {
  const [one, ...others] = scopedNames(names, posted);
  return one !== undefined && others.length === 0 ? one : null;
}

/** All names of a file that a struct of a patch may have there. */
export function scopedNames(names: readonly string[], posted: string): readonly string[] {
  if (names.includes(posted)) return [posted];
  return [...new Set(names.filter((each) => each.endsWith(`::${posted}`)))];
}
