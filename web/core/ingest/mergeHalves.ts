import type { Diagnostic } from '../facts/generated';
import type { StructTable } from '../facts/structTable';

/** The index of a file of which two readers have half each, and where each of its rows is described. */
export interface MergedIndex {
  readonly index: StructTable;
  /** For each row the row in the first half's index, or `-1 - row` in the second's. */
  readonly origins: Int32Array;
}

/**
 * Every field but the hashes, which told the rows of the halves apart: the compiler asks for one that is new, optional
 * or not.
 */
type Merged = Omit<Required<StructTable>, 'splitFiles' | 'memberHashes'> &
  Pick<StructTable, 'splitFiles'>;
type Column = Uint8Array | Float64Array | Int32Array;

/**
 * The list of the whole file from the lists of its halves. A row is in both where name, kind and size
 * are the same, and the members too once they are known; it keeps the place that it has in the first
 * half. That is what one reader of the whole file lists.
 */
export function mergeHalves(first: StructTable, second: StructTable): MergedIndex {
  const known = new Set(first.names.map((name, row) => keyOf(first, name, row)));
  const added: number[] = [];
  for (const [row, name] of second.names.entries()) {
    if (!known.has(keyOf(second, name, row))) added.push(row);
  }
  const names = [...first.names, ...added.map((row) => second.names[row] ?? '')];
  const joined = <C extends Column>(into: C, own: C, other: C): C => {
    into.set(own);
    for (const [at, row] of added.entries()) into[own.length + at] = other[row] ?? 0;
    return into;
  };
  const counts = (of: (table: StructTable) => Int32Array): Int32Array => {
    const [own, other] = [of(first), of(second)];
    const areKnown = own.length > 0 || other.length > 0;
    return areKnown ? joined(new Int32Array(names.length), own, other) : new Int32Array(0);
  };
  const index: Merged = {
    stage: first.stage,
    names,
    kinds: joined(new Uint8Array(names.length), first.kinds, second.kinds),
    sizesBytes: joined(new Float64Array(names.length), first.sizesBytes, second.sizesBytes),
    variants: variantsOf(names),
    memberCounts: counts((table) => table.memberCounts),
    holeCounts: counts((table) => table.holeCounts),
    holeBytes: counts((table) => table.holeBytes),
    paddingBytes: counts((table) => table.paddingBytes),
    ...splitFilesOf(first, second),
    diagnostics: mergeDiagnostics(first.diagnostics, second.diagnostics),
  };
  return {
    index,
    origins: Int32Array.from([...first.names.keys(), ...added.map((row) => -1 - row)]),
  };
}

function keyOf(index: StructTable, name: string, row: number): string {
  return `${index.kinds[row]} ${index.sizesBytes[row]} ${index.memberHashes?.[row]} ${name}`;
}

/** Which layout of its name each row is, from 1 on; 0 where there is only one. */
function variantsOf(names: readonly string[]): Uint16Array {
  const total = new Map<string, number>();
  for (const name of names) total.set(name, (total.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return Uint16Array.from(names, (name) => {
    if (total.get(name) === 1) return 0;
    const variant = (seen.get(name) ?? 0) + 1;
    seen.set(name, variant);
    return variant;
  });
}

/** The files that either half lacks, each once. */
function splitFilesOf(first: StructTable, second: StructTable): Pick<StructTable, 'splitFiles'> {
  const files = [...(first.splitFiles ?? []), ...(second.splitFiles ?? [])];
  const named = new Map(files.map((file) => [`${file.directory}\n${file.name}`, file]));
  return named.size === 0 ? {} : { splitFiles: [...named.values()] };
}

/** The same sentence stands once, with its first place. */
function mergeDiagnostics(
  first: readonly Diagnostic[],
  second: readonly Diagnostic[],
): Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  for (const diagnostic of [...first, ...second]) {
    const same = merged.get(diagnostic.message);
    const count = (same?.count ?? 0) + diagnostic.count;
    merged.set(diagnostic.message, { ...(same ?? diagnostic), count });
  }
  return [...merged.values()];
}
